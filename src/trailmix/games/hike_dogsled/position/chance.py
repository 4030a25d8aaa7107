"""The race care pile told from the top.

Nobody knows its order, and the state has none: which card is drawn is decided when it is drawn. So a position
that tells the order begins at a place of its generator from which chance decides so.
"""

from typing import Any

from trailmix.engine.errors import BadPosition
from trailmix.engine.kernels import rule
from trailmix.engine.rng import U, below
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.state import State

MOST_CARDS = 8  # each makes the search for a place about twice as long
MOST_PLACES = 1_000_000


def draw_care_in_order(s: State, cards: list[int]) -> None:
    """Go to a place from which these are the next care cards to be drawn."""
    singles, doubles = cards.count(state.SINGLE), cards.count(state.DOUBLE)
    if singles + doubles < len(cards) or len(cards) > MOST_CARDS:
        raise BadPosition(
            f"care_order tells up to {MOST_CARDS} care cards, C and D, the first to be drawn first."
        )
    if singles > s.care_pile[0] or doubles > s.care_pile[1]:
        raise BadPosition("care_order tells more care cards than the race care pile has.")
    if cards and not _go_to(s, sum((card == state.DOUBLE) << n for n, card in enumerate(cards)), len(cards)):
        raise BadPosition("care_order: no seed was found that draws the care cards so.")


@rule
def _go_to(s: State, wanted: int, number: int) -> bool:
    """Find such a place; `wanted` has a bit for each card that is double care."""
    begin: Any = s.counter
    for _ in range(MOST_PLACES):
        singles, cards, drawn = int(s.care_pile[0]), int(s.care_pile[0]) + int(s.care_pile[1]), 0
        for n in range(number):  # as `draw_catch_up` does
            double = below(s, cards) >= singles
            drawn |= double << n
            cards -= 1
            singles -= not double
        s.counter = begin
        if drawn == wanted:
            return True
        begin += U(1)
        s.counter = begin
    return False
