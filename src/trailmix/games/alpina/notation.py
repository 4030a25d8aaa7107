"""Actions of Alpina as text and as dicts.

======================  ==========================================  ==========================
text                    dict                                        meaning
======================  ==========================================  ==========================
``N07@-1,0``            ``{"card": "N07", "cell": [-1, 0]}``        lay a card on a cell
``hiker 0,0``           ``{"hiker": [0, 0]}``                       place a hiker on a card
``none``                ``{"hiker": None}``                         place no hiker
======================  ==========================================  ==========================

Cells are ``row,col`` from the start card, rows downward, columns to the right.
"""

from typing import Any

from trailmix.engine.notation import Cell, Notation, OneOf, Phrase, Word
from trailmix.engine.words import Message
from trailmix.games.alpina.state import CARDS, FIRST_HIKER, MID, NO_HIKER, SPAN


def cell_name(row: int, col: int) -> str:
    """The notation of a cell, from its place in the 9 x 9 field."""
    return f"{row - MID},{col - MID}"


def _no_such_card(said: Any, _known: str) -> Message | None:
    return Message("refused.no_such_card", {"card": said[:20]}) if isinstance(said, str) else None


CARD = OneOf(CARDS, lambda setup, n: setup.data.cards[n].id, _no_such_card, pattern="[A-Z0-9]+")
CELL = Cell(SPAN, lambda said, _known: Message("refused.out_of_reach", {"cell": said}))
NOTATION = Notation(
    Message("notation.forms"),
    Phrase(0, "{card}@{cell}", {"card": CARD, "cell": CELL}),
    Phrase(FIRST_HIKER, "hiker {hiker}", {"hiker": CELL}),
    Word(NO_HIKER, "none", {"hiker": None}),
)
