"""Actions of Snow Tails as text and as dicts.

=================  =========================================  ==================================
text               dict                                       meaning
=================  =========================================  ==================================
``start 4``        ``{"start": 4}``                           put the sled on a start space
``4@LB``           ``{"card": 4, "slots": "LB"}``             play a card on each of the slots
``F``, ``L``, ``R``  ``{"step": "F"}``                          step forward, drift left or right
``bonus``          ``{"bonus": True}``                        take the bonus
``none``           ``{"bonus": False}``                       leave it
``discard 2``      ``{"discard": 2}``                         discard a card
=================  =========================================  ==================================

Slots are L and R for the dogs, B for the brake, in this order.
"""

from typing import Any, cast

from trailmix.engine.documents import quoted
from trailmix.engine.game import Setup
from trailmix.engine.notation import Found, Notation, Numbered, Part, Phrase, Word, is_number
from trailmix.engine.words import Message
from trailmix.games.snow_tails import state

SLOT_LETTERS, STEP_LETTERS = "LRB", "FLR"


class Slots(Part):
    """One or more slots, each once, in any order."""

    size = state.SLOT_SETS
    pattern = "[A-Z]+"

    def name(self, _setup: Setup, number: int) -> str:
        """Their letters."""
        return "".join(letter for n, letter in enumerate(SLOT_LETTERS) if number + 1 >> n & 1)

    def number(self, _setup: Setup, said: Any) -> Found:
        """The slots of these letters."""
        if not isinstance(said, str):
            return None
        letters = said.upper()
        if not letters or len(set(letters)) != len(letters) or not set(letters) <= set(SLOT_LETTERS):
            return Message("refused.no_such_slots", {"slots": said[:20]})
        return sum(1 << SLOT_LETTERS.index(letter) for letter in letters) - 1


def _no_such_start(said: Any, _known: str) -> Message | None:
    values = {"number": quoted(said), "most": state.STARTS}
    return Message("refused.no_such_start", values) if is_number(said) else None


def _no_such_card(said: Any, _known: str) -> Message | None:
    values = {"card": quoted(said), "most": state.VALUES}
    return Message("refused.no_such_card", values) if is_number(said) else None


VALUE = Numbered(state.VALUES, _no_such_card)
NOTATION = Notation(
    Message("notation.forms"),
    Phrase(0, "start {start}", {"start": Numbered(state.STARTS, _no_such_start)}),
    Phrase(state.FIRST_PLAY, "{card}@{slots}", {"card": VALUE, "slots": Slots()}),
    *(Word(state.FIRST_STEP + n, letter, {"step": letter}) for n, letter in enumerate(STEP_LETTERS)),
    Word(state.TAKE_BONUS, "bonus", {"bonus": True}),
    Word(state.NO_BONUS, "none", {"bonus": False}),
    Phrase(state.FIRST_DISCARD, "discard {discard}", {"discard": VALUE}),
)
write = NOTATION.write
DICTS = [NOTATION.to_dict(cast(Setup, None), action) for action in range(state.N_ACTIONS)]
"""By number; they are the same in every match."""
