"""What can be read off the plays of a round."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards.cards import is_suited, suit_of
from trailmix.games.hike_cards.state import (
    AVALANCHE,
    BIRD,
    BUG,
    CODES,
    KINDS,
    LEAD,
    LOST,
    MAX_PLAYERS,
    NONE,
    TRAIL,
    TREE,
    WIND,
    WORM,
    State,
)


@rule
def code_at(s: State, n: int) -> int:
    """The code of the nth play."""
    return int(s.played[n]) % CODES


@rule
def seat_at(s: State, n: int) -> int:
    """Who made the nth play, NONE where it is not known."""
    return int(s.played[n]) // CODES - 1


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
    top, direction, peaks_draw, trails_reverse, birds, worm_by, worm_holder = LEAD, 1, 0, 0, 0, NONE, NONE
    for n in range(s.n_played):
        code, seat = code_at(s, n), seat_at(s, n)
        top = suit_of(code) if is_suited(code) else code
        if top == AVALANCHE:
            peaks_draw = 1
        elif top == LOST:
            trails_reverse = 1
        elif top == WORM:
            worm_by = seat
        elif top == BIRD:
            birds += 1
            if worm_by != NONE and worm_holder == NONE:
                worm_holder = seat
        if top == LOST or (top == TRAIL and trails_reverse):
            direction = -direction
    return top, direction, peaks_draw, trails_reverse, birds, worm_by, worm_holder


@rule
def cards_in_sight(s: State, out: Array) -> None:
    """Count by kind the cards that everyone sees: plays, leftovers, laid-out Bugs, planted cards."""
    out[:] = 0
    for n in range(s.n_played):
        out[min(code_at(s, n), WIND)] += 1
    for seat in range(MAX_PLAYERS):
        out[BUG] += s.bugs[seat]
        out[TREE] += s.trees[seat]
        for kind in range(KINDS):
            out[kind] += s.leftovers[seat, kind]
    if s.wind_planter != NONE:
        out[WIND] += 1
