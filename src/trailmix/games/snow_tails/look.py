"""What everyone sees of Snow Tails: the kernels that fill `View` of ``view.py``."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.shapes import NO_NUMBER
from trailmix.games.snow_tails.moving import balanced, drift_of, drift_side, position, speed_of
from trailmix.games.snow_tails.racing import start_is_free
from trailmix.games.snow_tails.rules import actor
from trailmix.games.snow_tails.scoring import points_of, rank, rank_in_race
from trailmix.games.snow_tails.state import (
    BONUS,
    BRAKE,
    FINISHED,
    LEFT,
    NONE,
    OVER,
    POINTS,
    RACING,
    RIGHT,
    START,
    STARTS,
    STEP,
    State,
    Table,
)
from trailmix.games.snow_tails.track import DRIFT_LEFT


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.decision = actor(t, s), s.decision
    v.race, v.round, v.turn = s.race + 1, s.round_no, s.turn
    see_track(t, s, v)
    if s.decision in (STEP, BONUS):
        v.move_n = 1
        see_move(t, s, v.move)
    see_standing(t, s, v)
    v.seats_n = t.players
    for seat in range(t.players):
        see_seat(t, s, seat, v.seats[seat])
    v.results_n = s.race + 1 if s.decision == OVER else s.race
    for race in range(v.results_n):
        see_result(t, s, race, v.results[race])
    if s.decision == OVER:
        places = np.empty(t.players, np.int64)
        rank(t, s, places)
        v.places_n = t.players
        for seat in range(t.players):
            v.places[seat] = places[seat] if places[seat] else NO_NUMBER


@rule
def see_track(t: Table, s: State, v: Any) -> None:
    """The start numbers that are free, while sleds are placed; and the spaces of felled saplings."""
    v.free_starts_n = v.felled_n = 0
    if s.decision == START:
        for number in range(1, STARTS + 1):
            if start_is_free(t, s, number):
                v.free_starts[v.free_starts_n] = number
                v.free_starts_n += 1
    if t.saplings[s.race] and s.felled.any():
        for space in range(t.finish[s.race]):
            n = int(t.sapling[s.race, space])
            if n >= 0 and s.felled[n >> 3] >> (n & 7) & 1:
                v.felled[v.felled_n] = space
                v.felled_n += 1


@rule
def see_move(t: Table, s: State, v: Any) -> None:
    """Fill `Turn`."""
    seat = actor(t, s)
    v.begin, v.path_n = s.path[0], s.steps
    v.path[: s.steps] = s.path[1 : s.steps + 1]
    v.speed, v.forward, v.drift = speed_of(s, seat), s.forward, s.drift
    if not balanced(s, seat):
        v.side = drift_side(s, seat) - DRIFT_LEFT
    v.bonus = position(t, s, seat, s.path[0]) if s.decision == BONUS else 0


@rule
def see_standing(t: Table, s: State, v: Any) -> None:
    """The order of the turns; and all seats as they stand in the race, where some may still be level."""
    v.order_n = v.standing_n = 0
    for seat in s.order:
        if seat == NONE:
            break
        v.order[v.order_n] = seat
        v.order_n += 1
    for place in range(1, t.players + 1):
        for seat in range(t.players):
            if rank_in_race(t, s, seat) == place:
                v.standing[v.standing_n] = seat
                v.standing_n += 1


@rule
def see_seat(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Seat`."""
    v.seat = v.colour = seat
    v.status = s.status[seat]
    if s.status[seat] == RACING:
        v.space = s.space[seat]
        if s.decision != OVER:  # when the race was stopped, it has come nowhere (ST-R-30)
            v.position = position(t, s, seat, s.space[seat])
    elif s.status[seat] == FINISHED:
        v.position = s.results[s.race, seat]
    v.left.shows, v.left.card = s.mat[seat, LEFT], s.carded[seat, LEFT]
    v.right.shows, v.right.card = s.mat[seat, RIGHT], s.carded[seat, RIGHT]
    v.left.covered[:] = s.covered[seat, LEFT]
    v.right.covered[:] = s.covered[seat, RIGHT]
    v.brake, v.speed, v.drift = s.mat[seat, BRAKE], speed_of(s, seat), drift_of(s, seat)
    if not balanced(s, seat):
        v.side = drift_side(s, seat) - DRIFT_LEFT
    v.dents, v.hand_size, v.pile = s.dents[seat], s.canines[seat] + s.dents[seat], s.pile_size[seat]
    v.discards[:] = s.discards[seat]
    v.points = points_of(t, s, seat)


@rule
def see_result(t: Table, s: State, race: int, v: Any) -> None:
    """Fill `Result`; who has not finished stands in the full list only."""
    v.race = race + 1
    v.places_n = v.points_n = v.ranking_n = t.players
    for seat in range(t.players):
        place = int(s.results[race, seat])
        v.places[seat].key = v.points[seat].key = seat
        v.points[seat].value = 0
        if place > 0:
            v.places[seat].value, v.points[seat].value = place, POINTS[place - 1]
        v.ranking[abs(place) - 1] = seat
