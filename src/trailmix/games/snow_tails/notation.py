"""Actions of Snow Tails as text and as dicts; ``docs/notation.md`` has the table, which a test holds true.

Slots are L and R for the dogs, B for the brake, in this order.
"""

from typing import cast

from trailmix.engine.game import Setup
from trailmix.engine.notation import Notation, Numbered, Phrase, SomeOf, Word, no_such
from trailmix.engine.words import Message
from trailmix.games.snow_tails import state

SLOT_LETTERS, STEP_LETTERS = "LRB", "FLR"


SLOTS = SomeOf(SLOT_LETTERS, no_such("slots", str))
VALUE = Numbered(state.VALUES, no_such("card", int))
NOTATION = Notation(
    Message("notation.forms"),
    Phrase(0, "start {start}", {"start": Numbered(state.STARTS, no_such("start", int))}),
    Phrase(state.FIRST_PLAY, "{card}@{slots}", {"card": VALUE, "slots": SLOTS}),
    *(Word(state.FIRST_STEP + n, letter, {"step": letter}) for n, letter in enumerate(STEP_LETTERS)),
    Word(state.TAKE_BONUS, "bonus", {"bonus": True}),
    Word(state.NO_BONUS, "none", {"bonus": False}),
    Phrase(state.FIRST_DISCARD, "discard {discard}", {"discard": VALUE}),
)
write = NOTATION.write
DICTS = [NOTATION.to_dict(cast(Setup, None), action) for action in range(state.N_ACTIONS)]
"""By number; they are the same in every match."""
