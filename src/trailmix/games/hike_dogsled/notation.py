"""Actions of Hike! as text and as dicts; ``docs/notation.md`` has the table, which a test holds true.

Cards are called by their ID in the data file; E is equipment, C single care, D double care.
"""

from trailmix.engine.game import Setup
from trailmix.engine.notation import Constant, Notation, Numbered, OneOf, Phrase, Word, no_such
from trailmix.engine.words import Message, letter
from trailmix.games.hike_dogsled import state

WORDS = ("none", "mentor", "ready", "end", "pay", "enter", "stop")  # by number


def slots(setup: Setup) -> list[int]:
    """The slots that sleds have in this match."""
    return [slot for slot in range(state.SLOTS) if setup.table[0].slots >> slot & 1]


SEAT = OneOf(
    state.MAX_PLAYERS, lambda _setup, n: letter(n), no_such("seat"), lambda setup: range(setup.players)
)
SLOT = OneOf(state.SLOTS, lambda _setup, n: state.SLOT_IDS[n], no_such("slot"), slots)
CUSTOM = OneOf(
    state.USES,
    lambda _setup, n: state.TERRAIN_IDS[n - 1] if n else None,
    no_such("terrain"),
    there=lambda _setup: range(1, state.USES),
)
COLUMN = Numbered(state.COLUMNS, no_such("column"), most=lambda setup: int(setup.table[0].columns))
HUSKY = OneOf(state.HUSKIES, lambda setup, n: setup.data.ids[n], no_such("husky"))
CARD = OneOf(state.HUSKIES + 2, lambda setup, n: setup.data.ids[n], no_such("card"))
HAND = Constant("hand")
NOTATION = Notation(
    Message("notation.forms"),
    *(Word(number, word, {"do": word}) for number, word in enumerate(WORDS)),
    Phrase(state.FIRST_WITH, "with {with}", {"with": SEAT}),
    Phrase(state.FIRST_TUCK, "tuck {tuck}", {"tuck": SLOT}),
    Phrase(state.FIRST_USE, "use {use}[+{custom}]", {"use": SLOT, "custom": CUSTOM}),
    Phrase(state.FIRST_REST, "rest {rest}", {"rest": SLOT}),
    Phrase(state.FIRST_CARE, "care {care}", {"care": SLOT}),
    Phrase(state.FIRST_DOUBLE, "double {double}", {"double": COLUMN}),
    Phrase(state.FIRST_PICK, "pick {pick}", {"pick": HUSKY}),
    Phrase(state.FIRST_TAKE, "draft {draft} {to}", {"draft": CARD, "to": HAND}),
    Phrase(state.FIRST_DRAFT, "draft {draft} {to}", {"draft": HUSKY, "to": SLOT}),
    Phrase(state.FIRST_PLACE, "place {place} {slot}", {"place": HUSKY, "slot": SLOT}),
    Phrase(state.FIRST_SWAP, "swap {swap} {card} {slot}", {"swap": SLOT, "card": HUSKY, "slot": SLOT}),
)
