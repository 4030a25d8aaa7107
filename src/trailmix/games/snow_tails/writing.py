"""What everyone sees of Snow Tails as the kernels write it: `View` of ``view.py`` in JSON."""

from __future__ import annotations

import numpy as np

from trailmix.engine.json import (
    COMMA,
    NULL,
    OPEN,
    end_list,
    put,
    put_byte,
    put_number,
    put_seat,
    text,
    texts,
)
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.snow_tails.moving import balanced, drift_of, drift_side, position, speed_of
from trailmix.games.snow_tails.racing import place_in_race, points_of, rank, start_is_free
from trailmix.games.snow_tails.rules import actor
from trailmix.games.snow_tails.state import (
    BONUS,
    BRAKE,
    DECISION_IDS,
    FINISHED,
    LEFT,
    MAX_PLAYERS,
    MAX_RACES,
    NONE,
    OVER,
    POINTS,
    RACING,
    RIGHT,
    START,
    STARTS,
    STATUS_IDS,
    STEP,
    State,
    Table,
)
from trailmix.games.snow_tails.track import MAX_SAPLINGS

MOST_PUBLIC = 1000 + 6 * MAX_SAPLINGS + 700 * MAX_PLAYERS + 60 * (MAX_PLAYERS + 1) * MAX_RACES
"""Without the names nothing that everyone sees takes more bytes."""

GAME, DECISION = text('{"game":"snow_tails","to_move":'), text(',"decision":')
RACE, ROUND, ORDER, TURN = (text(f',"{name}":') for name in ("race", "round", "order", "turn"))
FREE_STARTS, FELLED, MOVE, STANDING, SEATS, RESULTS, PLACES = (
    text(f',"{name}":')
    for name in ("free_starts", "felled", "move", "standing", "seats", "results", "places")
)
DECISIONS, STATUSES = (texts([f'"{name}"' for name in names]) for names in (DECISION_IDS, STATUS_IDS))
SIDES = texts(["null", '"left"', '"right"'])

BEGIN, PATH, SPEED, FORWARD_LEFT, DRIFT, SIDE, BONUS_OFFERED = (
    text(words)
    for words in ('{"begin":', ',"path":', ',"speed":', ',"forward":', ',"drift":', ',"side":', ',"bonus":')
)
SEAT, COLOUR, STATUS, SPACE, POSITION = (
    text(words) for words in ('{"seat":', ',"colour":', ',"status":', ',"space":', ',"position":')
)
LEFT_DOG, RIGHT_DOG, BRAKE_SHOWS, DENTS, HAND_SIZE, PILE, DISCARDS, POINTS_SO_FAR = (
    text(f',"{name}":')
    for name in ("left", "right", "brake", "dents", "hand_size", "pile", "discards", "points")
)
SHOWS, CARD, COVERED = (text(words) for words in ('{"shows":', ',"card":', ',"covered":'))
RACE_OVER, PLACES_OF, POINTS_OF, RANKING = (
    text(words) for words in ('{"race":', ',"places":{', '},"points":{', '},"ranking":')
)
TRUE, FALSE, END, NEXT, COLON = text("true"), text("false"), text("}"), text("},"), ord(":")


@rule
def write_view(t: Table, s: State, names: Array, out: Array) -> int:
    """`View` as JSON. In `names` the colours stand first, by seat."""
    at = put_seat(out, put(out, 0, GAME), actor(t, s))
    at = put(out, put(out, at, DECISION), DECISIONS[s.decision])
    at = put_number(out, put(out, at, RACE), s.race + 1)
    at = put_number(out, put(out, at, ROUND), s.round_no)
    at = put_seats(out, put(out, at, ORDER), s.order)
    at = put_number(out, put(out, at, TURN), s.turn)
    at = put_free_starts(t, s, out, put(out, at, FREE_STARTS))
    at = put_felled(t, s, out, put(out, at, FELLED))
    at = put_move(t, s, out, put(out, at, MOVE))
    at = put_standing(t, s, out, put(out, at, STANDING))
    at = put_byte(out, put(out, at, SEATS), OPEN)
    for seat in range(t.players):
        at = put_seat_view(t, s, seat, names, out, at)
    at = put_results(t, s, out, put(out, end_list(out, at), RESULTS))
    at = put_places(t, s, out, put(out, at, PLACES))
    return put(out, at, END)


@rule
def put_seats(out: Array, at: int, seats: Array) -> int:
    """The letters of seats, up to the first NONE."""
    at = put_byte(out, at, OPEN)
    for seat in seats:
        if seat == NONE:
            break
        at = put_byte(out, put_seat(out, at, seat), COMMA)
    return end_list(out, at)


@rule
def put_numbers(out: Array, at: int, numbers: Array) -> int:
    """Numbers as a list."""
    at = put_byte(out, at, OPEN)
    for number in numbers:
        at = put_byte(out, put_number(out, at, int(number)), COMMA)
    return end_list(out, at)


@rule
def put_side(s: State, seat: int, out: Array, at: int) -> int:
    """Where the mat of a seat drifts to, null if it is balanced."""
    return put(out, at, SIDES[0 if balanced(s, seat) else drift_side(s, seat)])


@rule
def put_free_starts(t: Table, s: State, out: Array, at: int) -> int:
    """The start numbers that are free, while sleds are placed."""
    at = put_byte(out, at, OPEN)
    if s.decision == START:
        for number in range(1, STARTS + 1):
            if start_is_free(t, s, number):
                at = put_byte(out, put_number(out, at, number), COMMA)
    return end_list(out, at)


@rule
def put_felled(t: Table, s: State, out: Array, at: int) -> int:
    """The spaces whose saplings stand no more."""
    at = put_byte(out, at, OPEN)
    if t.saplings[s.race] and s.felled.any():
        for space in range(t.finish[s.race]):
            n = int(t.sapling[s.race, space])
            if n >= 0 and s.felled[n >> 3] >> (n & 7) & 1:
                at = put_byte(out, put_number(out, at, space), COMMA)
    return end_list(out, at)


@rule
def put_move(t: Table, s: State, out: Array, at: int) -> int:
    """`Turn` as JSON, null while no move is under way."""
    if s.decision not in (STEP, BONUS):
        return put(out, at, NULL)
    seat, begin = actor(t, s), s.path[0]
    at = put_number(out, put(out, at, BEGIN), begin)
    at = put_numbers(out, put(out, at, PATH), s.path[1 : s.steps + 1])
    at = put_number(out, put(out, at, SPEED), speed_of(s, seat))
    at = put_number(out, put(out, at, FORWARD_LEFT), s.forward)
    at = put_number(out, put(out, at, DRIFT), s.drift)
    at = put_side(s, seat, out, put(out, at, SIDE))
    offered = position(t, s, seat, begin) if s.decision == BONUS else 0
    return put(out, put_number(out, put(out, at, BONUS_OFFERED), offered), END)


@rule
def put_standing(t: Table, s: State, out: Array, at: int) -> int:
    """All seats as they stand in the race."""
    at = put_byte(out, at, OPEN)
    for place in range(1, t.players + 1):
        for seat in range(t.players):
            if place_in_race(t, s, seat) == place:
                at = put_byte(out, put_seat(out, at, seat), COMMA)
    return end_list(out, at)


@rule
def put_seat_view(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """`Seat` as JSON."""
    at = put_seat(out, put(out, at, SEAT), seat)
    at = put(out, put(out, at, COLOUR), names[seat])
    at = put(out, put(out, at, STATUS), STATUSES[s.status[seat]])
    at = put(out, at, SPACE)
    at = put_number(out, at, s.space[seat]) if s.status[seat] == RACING else put(out, at, NULL)
    at = put_position(t, s, seat, out, put(out, at, POSITION))
    at = put_dog(s, seat, LEFT, out, put(out, at, LEFT_DOG))
    at = put_dog(s, seat, RIGHT, out, put(out, at, RIGHT_DOG))
    at = put_number(out, put(out, at, BRAKE_SHOWS), s.mat[seat, BRAKE])
    at = put_number(out, put(out, at, SPEED), speed_of(s, seat))
    at = put_number(out, put(out, at, DRIFT), drift_of(s, seat))
    at = put_side(s, seat, out, put(out, at, SIDE))
    at = put_number(out, put(out, at, DENTS), s.dents[seat])
    at = put_number(out, put(out, at, HAND_SIZE), s.canines[seat] + s.dents[seat])
    at = put_number(out, put(out, at, PILE), s.pile_size[seat])
    at = put_numbers(out, put(out, at, DISCARDS), s.discards[seat])
    at = put_number(out, put(out, at, POINTS_SO_FAR), points_of(t, s, seat))
    return put(out, at, NEXT)


@rule
def put_position(t: Table, s: State, seat: int, out: Array, at: int) -> int:
    """The race position of a sled, the place of a finished one."""
    if s.status[seat] == FINISHED:
        return put_number(out, at, int(s.results[s.race, seat]))
    if s.status[seat] == RACING:
        return put_number(out, at, position(t, s, seat, s.space[seat]))
    return put(out, at, NULL)


@rule
def put_dog(s: State, seat: int, dog: int, out: Array, at: int) -> int:
    """`Dog` as JSON."""
    at = put_number(out, put(out, at, SHOWS), s.mat[seat, dog])
    at = put(out, put(out, at, CARD), TRUE if s.carded[seat, dog] else FALSE)
    at = put_numbers(out, put(out, at, COVERED), s.covered[seat, dog])
    return put(out, at, END)


@rule
def put_results(t: Table, s: State, out: Array, at: int) -> int:
    """`Result` of each race that is over, as JSON."""
    at = put_byte(out, at, OPEN)
    for race in range(s.race + 1 if s.decision == OVER else s.race):
        results = s.results[race]
        at = put_number(out, put(out, at, RACE_OVER), race + 1)
        at = put(out, at, PLACES_OF)
        for seat in range(t.players):
            at = put_byte(out, put_seat(out, at, seat), COLON)
            at = put_number(out, at, int(results[seat])) if results[seat] > 0 else put(out, at, NULL)
            at = put_byte(out, at, COMMA)
        at = put(out, at - 1, POINTS_OF)
        for seat in range(t.players):
            points = POINTS[results[seat] - 1] if results[seat] > 0 else 0
            at = put_number(out, put_byte(out, put_seat(out, at, seat), COLON), points)
            at = put_byte(out, at, COMMA)
        at = put_byte(out, put(out, at - 1, RANKING), OPEN)
        for place in range(1, t.players + 1):
            for seat in range(t.players):
                if abs(results[seat]) == place:
                    at = put_byte(out, put_seat(out, at, seat), COMMA)
        at = put(out, end_list(out, at), NEXT)
    return end_list(out, at)


@rule
def put_places(t: Table, s: State, out: Array, at: int) -> int:
    """The final places, once the match is over."""
    if s.decision != OVER:
        return put(out, at, NULL)
    places = np.empty(t.players, np.int64)
    rank(t, s, places)
    return put_numbers(out, at, places)
