"""What everyone sees of Snow Tails: the kernels that fill `View`."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.shapes import NO_NUMBER
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules import moving
from trailmix.games.snow_tails.rules.racing import start_is_free
from trailmix.games.snow_tails.rules.scoring import points_of, rank, rank_in_race
from trailmix.games.snow_tails.rules.turns import actor
from trailmix.games.snow_tails.state import State, Table
from trailmix.games.snow_tails.track.spaces import DRIFT_LEFT


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.decision = actor(t, s), s.decision
    v.race, v.round, v.turn = s.race + 1, s.round_no, s.turn
    see_track(t, s, v)
    if s.decision in (state.STEP, state.BONUS):
        v.move_n = 1
        see_move(t, s, v.move)
    see_standing(t, s, v)
    v.seats_n = t.players
    for seat in range(t.players):
        see_seat(t, s, seat, v.seats[seat])
    v.results_n = s.race + 1 if s.decision == state.OVER else s.race
    for race in range(v.results_n):
        see_result(t, s, race, v.results[race])
    if s.decision == state.OVER:
        places = np.empty(t.players, np.int64)
        rank(t, s, places)
        v.places_n = t.players
        for seat in range(t.players):
            v.places[seat] = places[seat] if places[seat] else NO_NUMBER


@rule
def see_track(t: Table, s: State, v: Any) -> None:
    """The start numbers that are free, while sleds are placed; and the spaces of felled saplings."""
    v.free_starts_n = v.felled_n = 0
    if s.decision == state.START:
        for number in range(1, state.STARTS + 1):
            if start_is_free(t, s, number):
                v.free_starts[v.free_starts_n] = number
                v.free_starts_n += 1
    if t.saplings[s.race] and s.felled.any():
        for space in range(t.finish[s.race]):
            if moving.is_felled(t, s, space):
                v.felled[v.felled_n] = space
                v.felled_n += 1


@rule
def see_move(t: Table, s: State, v: Any) -> None:
    """Fill `Turn`."""
    seat = actor(t, s)
    v.begin, v.path_n = s.path[0], s.steps
    v.path[: s.steps] = s.path[1 : s.steps + 1]
    v.speed, v.forward, v.drift = moving.speed_of(s, seat), s.forward, s.drift
    if not moving.balanced(s, seat):
        v.side = moving.drift_side(s, seat) - DRIFT_LEFT
    v.bonus = moving.position(t, s, seat, s.path[0]) if s.decision == state.BONUS else 0


@rule
def see_standing(t: Table, s: State, v: Any) -> None:
    """The order of the turns; and all seats as they stand in the race, where some may still be level."""
    v.order_n = v.standing_n = 0
    for seat in s.order:
        if seat == state.NONE:
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
    if s.status[seat] == state.RACING:
        v.space = s.space[seat]
        if s.decision != state.OVER:  # where the race was stopped, it has no position (ST-R-30)
            v.position = moving.position(t, s, seat, s.space[seat])
    elif s.status[seat] == state.FINISHED:
        v.position = s.results[s.race, seat]
    v.left.shows, v.left.card = s.mat[seat, state.LEFT], s.carded[seat, state.LEFT]
    v.right.shows, v.right.card = s.mat[seat, state.RIGHT], s.carded[seat, state.RIGHT]
    v.left.covered[:] = s.covered[seat, state.LEFT]
    v.right.covered[:] = s.covered[seat, state.RIGHT]
    v.brake, v.speed, v.drift = s.mat[seat, state.BRAKE], moving.speed_of(s, seat), moving.drift_of(s, seat)
    if not moving.balanced(s, seat):
        v.side = moving.drift_side(s, seat) - DRIFT_LEFT
    v.dents, v.hand_size, v.pile = s.dents[seat], s.canines[seat] + s.dents[seat], s.pile_size[seat]
    v.discards[:] = s.discards[seat]
    v.points = points_of(t, s, seat)


@rule
def see_result(t: Table, s: State, race: int, v: Any) -> None:
    """Fill `Result`; whoever has not finished stands in the full list only."""
    v.race = race + 1
    v.places_n = v.points_n = v.ranking_n = t.players
    for seat in range(t.players):
        place = int(s.results[race, seat])
        v.places[seat].key = v.points[seat].key = seat
        v.points[seat].value = 0
        if place > 0:
            v.places[seat].value, v.points[seat].value = place, state.POINTS[place - 1]
        v.ranking[abs(place) - 1] = seat
