"""What a seat cannot know, dealt anew, by counting cards (ST-R-38)."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.games.snow_tails.cards import draw
from trailmix.games.snow_tails.state import COPIES, LEFT, RIGHT, VALUES, WRECKED, State, Table


@rule
def redeal(t: Table, s: State, seat: int, key: Array) -> None:
    """Deal the hands of all others and all piles anew, and change the future.

    Of the twenty cards of a deck, those that lie open are known, and those that are known to be in the hand:
    all of one's own, `sure` of the others'. Of the rest, every order is equally likely. The result is the
    same from the true state and from a redacted one.
    """
    seed(s, key)
    for other in range(t.players):
        if s.status[other] == WRECKED:
            continue
        if other != seat:
            s.hand[other] = s.sure[other]
        size = 0
        for value in range(1, VALUES + 1):
            for _ in range(unseen(s, other, value)):
                s.pile[other, size] = value
                size += 1
        shuffle(s, s.pile[other], size)
        s.pile_size[other] = size
        if other != seat:
            hidden = s.canines[other] - s.hand[other].sum()
            s.canines[other] -= hidden
            for _ in range(hidden):
                draw(s, other)


@rule
def unseen(s: State, seat: int, value: int) -> int:
    """How many cards of a value are neither open nor counted in the hand."""
    number = COPIES - int(s.hand[seat, value - 1]) - int(s.discards[seat, value - 1])
    for dog in (LEFT, RIGHT):
        number -= int(s.covered[seat, dog, value - 1])
        number -= int(s.carded[seat, dog] == 1 and s.mat[seat, dog] == value)
    return number
