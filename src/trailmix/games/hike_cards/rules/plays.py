"""What follows from the plays of a round."""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import top_of
from trailmix.games.hike_cards.state import KINDS, NONE, State, Table


@rule
def code_at(s: State, n: int) -> int:
    """The code of the nth play."""
    return int(s.played[n]) % state.CODES


@rule
def seat_at(s: State, n: int) -> int:
    """Who made the nth play, NONE where it is not known."""
    return int(s.played[n]) // state.CODES - 1


@rule
def find_play(s: State, card: int) -> int:
    """The number of the play of a specialty card, NONE if it was not played."""
    for n in range(s.n_played):
        if code_at(s, n) == card:
            return n
    return NONE


@rule
def trace(s: State) -> tuple[int, int, int, int, int, int, int]:
    """What the plays of the round have led to.

    Top, direction, do Peaks draw, do Trails reverse, Birds, who played The Worm, who captured it.
    """
    top, direction, peaks_draw, trails_reverse, birds = state.LEAD, 1, 0, 0, 0
    worm_by, worm_holder = NONE, NONE
    for n in range(s.n_played):
        top, seat = top_of(code_at(s, n)), seat_at(s, n)
        if top == state.AVALANCHE:
            peaks_draw = 1
        elif top == state.LOST:
            trails_reverse = 1
        elif top == state.WORM:
            worm_by = seat
        elif top == state.BIRD:
            birds += 1
            if worm_by != NONE and worm_holder == NONE:
                worm_holder = seat
        if top == state.LOST or (top == state.TRAIL and trails_reverse):
            direction = -direction
    return top, direction, peaks_draw, trails_reverse, birds, worm_by, worm_holder


@rule
def cards_in_sight(s: State, out: Array) -> None:
    """Count by kind the cards that everyone sees: plays, leftovers, laid-out Bugs, planted cards."""
    out[:] = 0
    for n in range(s.n_played):
        out[min(code_at(s, n), state.WIND)] += 1
    for seat in range(state.MAX_PLAYERS):
        out[state.BUG] += s.bugs[seat]
        out[state.TREE] += s.trees[seat]
        for kind in range(KINDS):
            out[kind] += s.leftovers[seat, kind]
    if s.wind_planter != NONE:
        out[state.WIND] += 1


@rule
def unseen(t: Table, s: State, viewer: int) -> Array:
    """Count by kind the cards that a seat does not see, or that nobody does if `viewer` is NONE."""
    out = np.empty(KINDS, np.int64)
    cards_in_sight(s, out)
    for kind in range(KINDS):
        out[kind] = t.copies[kind] - out[kind]
        if viewer != NONE:
            out[kind] -= s.hand[viewer, kind]
    return out
