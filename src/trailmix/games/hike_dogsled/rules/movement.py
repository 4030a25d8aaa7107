"""What huskies can do in the race, in one place for everybody who asks.

The rules ask with what the record says; previews and the search of a day ask with what would be so. Sets of
slots are bits. A track is a row of fields: the one in front of a pawn on ``at`` is ``fields[at + 1]``, and
after the last one comes NONE.
"""

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

MAX_TRACK = (state.MAX_LAID + 2) * state.MAX_FIELDS + 2
MOST_AHEAD = state.MOST_POINTS + 3
"""The fields that a use can concern: those that it enters, and the one after; number 0 is not used."""
MOST_WAYS = 2 * (state.MOST_POINTS + 1) + 1
"""Of a use: at each field that requires equipment the pawn may end in front of it, on it, or go on."""
TO, PAID, LAST, RESTS = range(4)
"""What is told of the end of a use: the field, equipment paid, the action at the last field that requires
equipment (NONE without a choice there), whether huskies have to rest."""
TO_REST = 2
BOTTOM_ROW = state.COLUMNS


# --- who can run ----------------------------------------------------------------------------------------


@inlined
def custom_terrains(t: Table, s: State, seat: int, slot: int, rest: int) -> int:
    """The terrains that a husky's equipment may be used for, as bits (HD-EQUIP-2, -4; HD-RUL-22)."""
    found = 0
    if int(s.tucked[seat]) >> slot & 1:
        for edge in range(state.EDGES):
            beside = t.neighbour[slot, edge]
            if beside != NONE and not rest >> beside & 1:
                found |= t.terrains[s.sled[seat, beside]]
    return int(found)


@rule
def runners(t: Table, s: State, seat: int, huskies: int, rest: int, terrain: int) -> int:
    """Those of the huskies that have a point of a terrain."""
    found = 0
    for slot in range(state.SLOTS):
        if huskies >> slot & 1:
            terrains = t.terrains[s.sled[seat, slot]] | custom_terrains(t, s, seat, slot, rest)
            found |= (terrains >> terrain & 1) << slot
    return int(found)


@rule
def usable(t: Table, s: State, seat: int) -> int:
    """The slots whose huskies can be used: some point matches the next field (HD-RUL-27)."""
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE:
        return 0
    return runners(t, s, seat, ready(t, s, seat), resting(s, seat), ground & TERRAIN_BITS)


@rule
def put_uses(t: Table, s: State, seat: int, huskies: int, rest: int, terrain: int, out: Array, n: int) -> int:
    """Write each use that enters a terrain, of an equipped husky with each custom terrain (HD-RUL-22)."""
    for slot in range(state.SLOTS):
        if not huskies >> slot & 1:
            continue
        first, custom = state.FIRST_USE + slot * state.USES, custom_terrains(t, s, seat, slot, rest)
        printed = t.terrains[s.sled[seat, slot]] >> terrain & 1
        if custom == 0 and printed:
            out[n] = first
            n += 1
        for named in range(state.TERRAINS):
            if custom >> named & 1 and (printed or named == terrain):
                out[n] = first + 1 + named
                n += 1
    return n


@inlined
def put_points(t: Table, s: State, seat: int, action: int, points: Array) -> int:
    """Write the points that a use spends, the custom one included (HD-EQUIP-1); returns the slot."""
    slot, custom = divmod(action - state.FIRST_USE, state.USES)
    for terrain in range(state.TERRAINS):
        points[terrain] = t.points[s.sled[seat, slot], terrain]
    if custom:
        points[custom - 1] += 1
    return slot


# --- moving ---------------------------------------------------------------------------------------------


@rule
def lay_out(t: Table, cards: Array, at: int, out: Array) -> int:
    """Write the fields ahead of `at` on a track of landscapes, while there is room; returns how many."""
    n = 0
    for k in range(t.laid + 2):
        card = state.START if k == 0 else state.FINISH if k > t.laid else int(cards[k - 1])
        for field in range(at, t.n_fields[card]):
            if n + 1 == len(out):
                return n
            n += 1
            out[n] = t.ground[card, field]
        at = max(0, at - t.n_fields[card])
    if n + 1 < len(out):
        out[n + 1] = NONE
    return n


@inlined
def run_on(fields: Array, at: int, points: Array, equipment: int) -> int:
    """Enter fields as long as points fit and equipment is there where it is required; returns the last one.

    The points are spent on the way (HD-RACE-4, HD-RACE-5, HD-RUL-20).
    """
    while True:
        ground = int(fields[at + 1])
        if ground == NONE or points[ground & TERRAIN_BITS] == 0:
            return at
        if ground & state.NEEDS_EQUIPMENT:
            if equipment == 0:
                return at
            equipment -= 1
        points[ground & TERRAIN_BITS] -= 1
        at += 1


@inlined
def is_stopped(ground: int, points: Array) -> bool:
    """Would the points do for the field ahead? If so, after `run_on`, it requires equipment."""
    return ground != NONE and points[ground & TERRAIN_BITS] > 0


@rule
def explore(
    fields: Array, at: int, points: Array, moved: bool, equipment: int, ends: Array, lost: Array
) -> int:
    """Every way that a use can end; returns how many. The points are spent on the way."""
    paid, n = int64(0), int64(0)
    while True:
        to = run_on(fields, at, points, int64(0))
        at, moved = to, moved or to > at
        ground = int(fields[at + 1])
        if not is_stopped(ground, points):
            return put_end(ends, lost, n, at, paid, NONE, int64(0), points)
        if moved:
            n = put_end(ends, lost, n, at, paid, int64(state.STOP), int64(0), points)
        points[ground & TERRAIN_BITS] -= 1
        pays = equipment > paid
        then = int64(state.ENTER) if moved or pays else NONE
        n = put_end(ends, lost, n, at + 1, paid, then, int64(1), points)
        if not pays:
            return n
        at, moved, paid = at + 1, True, paid + 1


@inlined
def put_end(
    ends: Array, lost: Array, n: int, to: int, paid: int, last: int, rests: int, points: Array
) -> int:
    """Write a way to end; returns the new n."""
    ends[n, TO], ends[n, PAID], ends[n, LAST], ends[n, RESTS] = to, paid, last, rests
    for terrain in range(len(points)):
        lost[n, terrain] = points[terrain]
    return n + 1


# --- rest and care --------------------------------------------------------------------------------------


@inlined
def choice_to_rest(huskies: int, tired: int) -> int:
    """The slots to choose from: ready ones, if there are any (HD-EQUIP-9)."""
    return huskies if huskies else tired


@rule
def care_targets(tired: int, singles: int, doubles: int) -> tuple[int, int]:
    """The slots for single care and the columns for double care (HD-CARE-2, -3; HD-RUL-25, -26)."""
    columns = (tired | tired >> BOTTOM_ROW) & (1 << state.COLUMNS) - 1
    return tired if singles > 0 else 0, columns if doubles > 0 else 0


@rule
def cubes_off(tired: int, action: int) -> int:
    """The slots whose cubes a care card removes: one, or those of a column (HD-CARE-2, HD-CARE-3)."""
    if action < state.FIRST_DOUBLE:
        return 1 << action - state.FIRST_CARE
    column = action - state.FIRST_DOUBLE
    return tired & (1 << column | 1 << column + BOTTOM_ROW)
