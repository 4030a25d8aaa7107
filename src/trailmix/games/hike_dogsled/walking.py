"""Walking on a track that is laid out as one row of fields: what a husky's points lead to.

The rules walk on the record, field by field; previews and the search of a day look ahead on this.
"""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.state import (
    ENTER,
    FINISH,
    MAX_FIELDS,
    MAX_LAID,
    MOST_POINTS,
    NEEDS_EQUIPMENT,
    NONE,
    START,
    STOP,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import TERRAIN_BITS

MAX_TRACK = (MAX_LAID + 2) * MAX_FIELDS + 1
MOST_WAYS = 2 * (MOST_POINTS + 1) + 1
"""Of a use: at each field that requires equipment the pawn may end in front of it, on it, or go on."""
TO, PAID, LAST, RESTS = range(4)
"""What is told of the end of a use: the field, equipment paid, the action at the last field that requires
equipment (NONE without a choice there), whether huskies have to rest."""


@rule
def lay_out(t: Table, s: State, out: Array) -> int:
    """Write all fields of the track from 1 on; returns the number of the last one."""
    return lay_out_cards(t, s.landscapes, out)


@rule
def lay_out_cards(t: Table, cards: Array, out: Array) -> int:
    """`lay_out` for landscapes of one's own."""
    n = 0
    for k in range(t.laid + 2):
        card = START if k == 0 else FINISH if k > t.laid else int(cards[k - 1])
        for field in range(t.n_fields[card]):
            n += 1
            out[n] = t.ground[card, field]
    return n


@rule
def explore(
    fields: Array, last: int, at: int, points: Array, moved: bool, equipment: int, ends: Array, lost: Array
) -> int:
    """Every way that a use can end; returns how many. The points are spent on the way."""
    paid, n = int64(0), int64(0)
    while True:
        ground = fields[at + 1] if at < last else NONE
        if ground == NONE or points[ground & TERRAIN_BITS] == 0:
            return put_end(ends, lost, n, at, paid, NONE, int64(0), points)
        needs = ground & NEEDS_EQUIPMENT != 0
        if needs and moved:
            n = put_end(ends, lost, n, at, paid, int64(STOP), int64(0), points)
        points[ground & TERRAIN_BITS] -= 1
        if needs:
            pays = equipment > paid
            then = int64(ENTER) if moved or pays else NONE
            n = put_end(ends, lost, n, at + 1, paid, then, int64(1), points)
            if not pays:
                return n
            paid += 1
        at, moved = at + 1, True


@rule
def put_end(
    ends: Array, lost: Array, n: int, to: int, paid: int, last: int, rests: int, points: Array
) -> int:
    """Write a way to end; returns n with it."""
    ends[n, TO], ends[n, PAID], ends[n, LAST], ends[n, RESTS] = to, paid, last, rests
    for terrain in range(len(points)):
        lost[n, terrain] = points[terrain]
    return n + 1
