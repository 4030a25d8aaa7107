"""Actions of Hike as text and as dicts; ``docs/notation.md`` has the table, which a test holds true.

``plant 0`` is ``none``, ``plant wind`` is ``plant 0+wind``.
"""

from typing import Any

from trailmix.engine.documents import quoted
from trailmix.engine.notation import Constant, Notation, Numbered, OneOf, Phrase, Word, is_number, no_such
from trailmix.engine.words import Message
from trailmix.games.hike_cards.state import CODE_IDS, MOST_TREES, NOTHING, PLANT_WIND, SUIT_IDS, SUITS, WIND


def _no_such_card(said: Any, _known: str) -> Message | None:
    return Message("refused.wind_as_what") if isinstance(said, str) and said.casefold() == "wind" else None


def _so_many_trees(said: Any, _known: str) -> Message | None:
    values = {"number": quoted(said), "most": MOST_TREES}
    return Message("refused.so_many_trees", values) if is_number(said) else None


SUIT = OneOf(SUITS, lambda _setup, n: SUIT_IDS[n], no_such("suit", str), pattern="[a-z]+")
TREES = Numbered(MOST_TREES + 1, _so_many_trees, first=0)
NOTATION = Notation(
    Message("notation.forms"),
    Phrase(0, "{card}", {"card": OneOf(WIND, lambda _setup, n: CODE_IDS[n], _no_such_card)}),
    Phrase(WIND, "{card}={as}", {"card": Constant("wind"), "as": SUIT}),
    Phrase(NOTHING, "plant {plant}", {"plant": TREES, "wind": Constant(False)}),
    Word(NOTHING, "none", {"card": None}, instead=True),
    Phrase(PLANT_WIND, "plant [{plant}+]wind", {"plant": TREES, "wind": Constant(True)}),
)
