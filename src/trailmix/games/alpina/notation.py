"""Actions of Alpina as text and as dicts; ``docs/notation.md`` has the table, which a test holds true.

Cells are ``row,col`` from the start card, rows downward, columns to the right.
"""

from trailmix.engine.notation import Cell, Notation, OneOf, Phrase, Word, no_such
from trailmix.engine.words import Message
from trailmix.games.alpina.state import CARDS, FIRST_HIKER, MID, NO_HIKER, SPAN


def cell_name(row: int, col: int) -> str:
    """The notation of a cell, from its place in the 9 x 9 field."""
    return f"{row - MID},{col - MID}"


CARD = OneOf(CARDS, lambda setup, n: setup.data.cards[n].id, no_such("card", str), pattern="[A-Z0-9]+")
CELL = Cell(SPAN, lambda said, _known: Message("refused.out_of_reach", {"cell": said}))
NOTATION = Notation(
    Message("notation.forms"),
    Phrase(0, "{card}@{cell}", {"card": CARD, "cell": CELL}),
    Phrase(FIRST_HIKER, "hiker {hiker}", {"hiker": CELL}),
    Word(NO_HIKER, "none", {"hiker": None}),
)
