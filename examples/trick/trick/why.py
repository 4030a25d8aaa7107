"""Why a card may not be played: one sentence, made from what the seat itself may know."""

from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.words import Message

from .rules import must_follow
from .state import RANKS


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the card; None if it may (TR-PLAY-2)."""
    s = states[0]
    if action not in s.hands[seat]:
        return Message("refused.not_your_card", {"card": setup.data.cards[action]})
    if must_follow(s, seat) and action // RANKS != s.trick[0] // RANKS:
        suit = list(setup.data.suits.values())[s.trick[0] // RANKS]
        return Message("refused.follow", {"card": setup.data.cards[action], "suit": suit})
    return None
