"""The exact search of one race day: every line of play of one racer, to the end of the day.

Racers do not interact within a day, and nothing of it is left to chance, so a day is a finite graph: a node
is where the pawn is, which huskies are tired or at rest, and the cards that are left. All nodes that can be
reached are visited once, each with the first action that leads there, and judged as an end of the day.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import SIZES, lowest
from trailmix.games.hike_dogsled.rules_race import TO_REST, doubles_of, equipment_of, singles_of
from trailmix.games.hike_dogsled.state import (
    COLUMNS,
    EDGES,
    END,
    FIELD,
    FIRST_CARE,
    FIRST_DOUBLE,
    FIRST_REST,
    FIRST_USE,
    MOST_POINTS,
    NONE,
    PAY,
    REST,
    SLOTS,
    TERRAINS,
    USES,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import TERRAIN_BITS, here, resting
from trailmix.games.hike_dogsled.walking import LAST, MAX_TRACK, MOST_WAYS, PAID, RESTS, TO, explore, lay_out

# A node as one number: position, tired, at rest, single and double care, equipment.
AT_TIRED, AT_REST, AT_SINGLES, AT_DOUBLES, AT_EQUIPMENT = 10, 18, 26, 30, 34
POSITIONS, SLOT_SETS, CARDS = (1 << 10) - 1, (1 << SLOTS) - 1, 15

MOST_NODES = 150_000
"""More are not visited: no sled with the cards of the box comes near (docs/benchmarks.md)."""
FEW_NODES = 256
MOST_BRANCHES = SLOTS * TERRAINS * (MOST_WAYS + (MOST_POINTS + 1) * SLOTS * (SLOTS - 1) // 2)
"""Every husky with every custom terrain, every way to end, and every pair of huskies to rest."""

# What a day's end is worth, in fields.
FINISHED = 1000.0
SINGLE_WORTH, DOUBLE_WORTH, EQUIPMENT_WORTH = 0.9, 1.5, 0.3
NEEDED_EQUIPMENT = 2.5
"""For equipment that a field ahead asks for."""
REST_WORTH = 0.08
"""What a point is worth for each field that is left to go: a husky at rest will not spend it."""
BLOCKED = 4.0
"""No husky can enter the next field, however fresh."""
SMALL = 0.01
"""What cards and huskies count for once the race is decided on this day (HD-END-3)."""


@inlined
def node_of(at: int, tired: int, rest: int, singles: int, doubles: int, equipment: int) -> int:
    """A node as one number."""
    cards = singles << AT_SINGLES | doubles << AT_DOUBLES | equipment << AT_EQUIPMENT
    return at | tired << AT_TIRED | rest << AT_REST | cards


class Desk(NamedTuple):
    """What a search works with: the track, room for the ways that a use can end, room for branches."""

    fields: Array
    last: int
    points: Array
    ends: Array
    lost: Array
    out: Array


@rule
def search_day(t: Table, s: State, seat: int) -> tuple[int, float, int]:
    """The best action of the racer to decide, the worth of the day that it begins, and the nodes visited."""
    desk: Desk = make_desk(t, s)
    queue, firsts = np.empty(FEW_NODES, np.int64), np.empty(FEW_NODES, np.int64)
    seen = np.full(4 * FEW_NODES, int64(NONE))
    n, at, number = int64(0), 0, begin(t, s, seat, desk)
    seen, queue, firsts, n = admit(seen, queue, firsts, n, desk.out, number, NONE)
    best, most, decided = NONE, -1e9, is_decided(t, s, desk.last)
    while at < n < MOST_NODES:
        node, first = queue[at], firsts[at]
        if may_end(t, s, seat, desk, node):
            worth = worth_of(t, s, seat, desk, node, decided)
            if worth > most + 1e-9:
                best, most = END if first == NONE else first, worth
        number = branch(t, s, seat, desk, node)
        seen, queue, firsts, n = admit(seen, queue, firsts, n, desk.out, number, first)
        at += 1
    if best == NONE:  # no end among so many nodes: who has to run on runs on
        best = firsts[n - 1]
    return best, most, n


@rule
def make_desk(t: Table, s: State) -> Desk:
    """The track laid out, and room to work."""
    fields = np.empty(MAX_TRACK, np.int64)
    last = lay_out(t, s, fields)
    return Desk(
        fields,
        last,
        np.empty(TERRAINS, np.int64),
        np.empty((MOST_WAYS, 4), np.int64),
        np.empty((MOST_WAYS, TERRAINS), np.int64),
        np.empty((MOST_BRANCHES, 2), np.int64),
    )


@rule
def begin(t: Table, s: State, seat: int, desk: Desk) -> int:
    """Write the nodes that the present decision leads to, at a step the present one; returns how many."""
    node = node_of(
        here(s, seat),
        int(s.tired[seat]),
        resting(s, seat),
        min(CARDS, singles_of(s, seat)),
        min(CARDS, doubles_of(s, seat)),
        min(CARDS, equipment_of(s, seat)),
    )
    if s.decision == REST:
        return rest_from(t, s, seat, node, s.to_rest, NONE, desk.out, int64(0))
    if s.decision == FIELD:
        desk.points[:] = s.left
        return ways_from(t, s, seat, desk, node, s.husky, s.moved != 0, NONE, int64(0))
    desk.out[0, 0], desk.out[0, 1] = node, NONE
    return 1


# --- the nodes that have been seen ----------------------------------------------------------------------


@rule
def admit(
    seen: Array, queue: Array, firsts: Array, n: int, out: Array, number: int, first: int
) -> tuple[Array, Array, Array, int]:
    """Put branches that are new into the queue, with the action that begins the way to them."""
    for k in range(number):
        if 4 * (n + 1) > len(seen):
            seen = rehashed(seen, queue, n)
        if n == len(queue):
            queue, firsts = doubled(queue), doubled(firsts)
        place = place_for(seen, out[k, 0])
        if seen[place] == NONE:
            seen[place] = queue[n] = out[k, 0]
            firsts[n] = out[k, 1] if first == NONE else first
            n += 1
    return seen, queue, firsts, n


@inlined
def place_for(seen: Array, node: int) -> int:
    """Where a node is in the table, or could be."""
    mask = len(seen) - 1
    at = ((node ^ node >> 19) & 0x7FFFFFFF) * 0x9E3779B1 >> 16 & mask
    while seen[at] not in (NONE, node):
        at = at + 1 & mask
    return at


@rule
def rehashed(seen: Array, nodes: Array, n: int) -> Array:
    """A table with room for four times as many nodes."""
    larger = np.full(4 * len(seen), int64(NONE))
    for k in range(n):
        larger[place_for(larger, nodes[k])] = nodes[k]
    return larger


@rule
def doubled(items: Array) -> Array:
    """The same with twice the room."""
    larger = np.empty(2 * len(items), np.int64)
    larger[: len(items)] = items
    return larger


# --- branches -------------------------------------------------------------------------------------------


@rule
def branch(t: Table, s: State, seat: int, desk: Desk, node: int) -> int:
    """Write the nodes behind a node, each with the action that leads there; returns how many."""
    if node & POSITIONS == desk.last:
        return 0
    n = use_from(t, s, seat, desk, node)
    return n if n else care_from(node, desk.out)


@rule
def use_from(t: Table, s: State, seat: int, desk: Desk, node: int) -> int:
    """The use of every husky, in every way (HD-RACE-3)."""
    at, tired, rest = node & POSITIONS, node >> AT_TIRED & SLOT_SETS, node >> AT_REST & SLOT_SETS
    terrain, huskies, n = desk.fields[at + 1] & TERRAIN_BITS, t.slots & ~(tired | rest), int64(0)
    moved = at < 0  # it has not
    for slot in range(SLOTS):
        if not huskies >> slot & 1:
            continue
        husky, custom = s.sled[seat, slot], custom_of(t, s, seat, slot, rest)
        printed, action = t.terrains[husky] >> terrain & 1, FIRST_USE + slot * USES
        if custom == 0 and printed:
            desk.points[:] = t.points[husky]
            n = ways_from(t, s, seat, desk, node, slot, moved, int64(action), n)
        for named in range(TERRAINS):
            if custom >> named & 1 and (printed or named == terrain):
                desk.points[:] = t.points[husky]
                desk.points[named] += 1
                n = ways_from(t, s, seat, desk, node, slot, moved, action + 1 + named, n)
    return int(n)


@rule
def custom_of(t: Table, s: State, seat: int, slot: int, rest: int) -> int:
    """The custom terrains of a husky as bits (HD-EQUIP-2, HD-EQUIP-4)."""
    found = 0
    if int(s.tucked[seat]) >> slot & 1:
        for edge in range(EDGES):
            beside = t.neighbour[slot, edge]
            if beside != NONE and not rest >> beside & 1:
                found |= t.terrains[s.sled[seat, beside]]
    return int(found)


@rule
def ways_from(
    t: Table, s: State, seat: int, desk: Desk, node: int, slot: int, moved: bool, action: int, n: int
) -> int:
    """Every way that a use can end, points being on the desk; returns n with the nodes behind them.

    Without an action, it is the one that begins the way: the husky stands in front of a field.
    """
    at, equipment = node & POSITIONS, node >> AT_EQUIPMENT & CARDS
    for k in range(explore(desk.fields, desk.last, at, desk.points, moved, equipment, desk.ends, desk.lost)):
        end = desk.ends[k]
        after = node + end[TO] - at - (end[PAID] << AT_EQUIPMENT) | 1 << AT_TIRED + slot
        then = action if action != NONE else PAY if end[PAID] else end[LAST]
        if end[RESTS]:
            active = SIZES[t.slots & ~(after >> AT_REST)]
            n = rest_from(t, s, seat, after, min(TO_REST, active), then, desk.out, n)
        else:
            desk.out[n, 0], desk.out[n, 1] = after, then
            n += 1
    return n


@rule
def rest_from(t: Table, s: State, seat: int, node: int, number: int, action: int, out: Array, n: int) -> int:
    """Every choice of huskies to rest (HD-EQUIP-9); without an action, it is that choice."""
    choice = can_rest(t, s, seat, node)
    left = choice
    while left:
        slot = lowest(left)
        left &= left - 1
        after = lay_down(node, slot)
        then = FIRST_REST + slot if action == NONE else action
        # In which order two of them are chosen makes no difference.
        others = can_rest(t, s, seat, after) & ~(choice & (1 << slot) - 1) if number > 1 else 0
        if number == 1:
            out[n, 0], out[n, 1] = after, then
            n += 1
        while others:
            out[n, 0], out[n, 1] = lay_down(after, lowest(others)), then
            others &= others - 1
            n += 1
    return n


@rule
def can_rest(t: Table, s: State, seat: int, node: int) -> int:
    """The slots to choose from, as bits; of the youngsters, which are all alike, the first."""
    tired, rest = node >> AT_TIRED & SLOT_SETS, node >> AT_REST & SLOT_SETS
    huskies, found, young = t.slots & ~(tired | rest), 0, False
    for slot in range(SLOTS):
        if huskies >> slot & 1:
            youngster = t.n_points[s.sled[seat, slot]] == 0
            if not (youngster and young):
                found |= 1 << slot
            young |= youngster
    return found if huskies else tired


@inlined
def lay_down(node: int, slot: int) -> int:
    """A husky goes to rest; its cube is taken away."""
    return node & ~(1 << AT_TIRED + slot) | 1 << AT_REST + slot


@rule
def care_from(node: int, out: Array) -> int:
    """Every care card on every target (HD-CARE-2, HD-CARE-3)."""
    tired, n = node >> AT_TIRED & SLOT_SETS, 0
    if node >> AT_SINGLES & CARDS:
        for slot in range(SLOTS):
            if tired >> slot & 1:
                out[n, 0] = node - (1 << AT_SINGLES) - (1 << AT_TIRED + slot)
                out[n, 1] = FIRST_CARE + slot
                n += 1
    if node >> AT_DOUBLES & CARDS:
        for column in range(COLUMNS):
            cubes = tired & (1 << column | 1 << column + COLUMNS)
            if cubes:
                out[n, 0] = node - (1 << AT_DOUBLES) - (cubes << AT_TIRED)
                out[n, 1] = FIRST_DOUBLE + column
                n += 1
    return n


# --- what an end is worth -------------------------------------------------------------------------------


@rule
def is_decided(t: Table, s: State, last: int) -> bool:
    """Has another racer reached the end? Then this is the last day (HD-END-1)."""
    found = False
    for seat in range(t.players):
        found |= s.declared[seat] != 0 and here(s, seat) == last
    return found


@rule
def may_end(t: Table, s: State, seat: int, desk: Desk, node: int) -> bool:
    """May the turn end here? Not with an open catch-up card, while that or a husky is of use (HD-RUL-29)."""
    at, tired = node & POSITIONS, node >> AT_TIRED & SLOT_SETS
    held = (node >> AT_SINGLES & CARDS) + (node >> AT_DOUBLES & CARDS)
    if at == desk.last or not s.caught[seat] or held == 0:
        return True
    rest = node >> AT_REST & SLOT_SETS
    terrain = desk.fields[at + 1] & TERRAIN_BITS
    return tired == 0 and not can_enter(t, s, seat, t.slots & ~rest, rest, terrain)


@rule
def can_enter(t: Table, s: State, seat: int, huskies: int, rest: int, terrain: int) -> bool:
    """Has one of the huskies a point of a terrain?"""
    found = 0
    for slot in range(SLOTS):
        if huskies >> slot & 1:
            terrains = t.terrains[s.sled[seat, slot]] | custom_of(t, s, seat, slot, rest)
            found |= terrains >> terrain & 1
    return found != 0


@rule
def worth_of(t: Table, s: State, seat: int, desk: Desk, node: int, decided: bool) -> float:
    """What it is worth to end the day at a node, in fields."""
    at, tired, rest = node & POSITIONS, node >> AT_TIRED & SLOT_SETS, node >> AT_REST & SLOT_SETS
    singles, doubles = node >> AT_SINGLES & CARDS, node >> AT_DOUBLES & CARDS
    fitness = SIZES[t.slots & ~(tired | rest)] + singles + 2 * doubles
    if at == desk.last:
        return float(FINISHED + fitness)
    if decided:
        return float(at + SMALL * fitness)
    needing, lying = 0, 0
    for field in range(at + 1, desk.last + 1):
        needing += desk.fields[field] > TERRAIN_BITS
    for slot in range(SLOTS):
        if rest >> slot & 1:
            lying += t.n_points[s.sled[seat, slot]]
    equipment = node >> AT_EQUIPMENT & CARDS
    worth = at + SINGLE_WORTH * singles + DOUBLE_WORTH * doubles
    worth += EQUIPMENT_WORTH * equipment + NEEDED_EQUIPMENT * min(equipment, needing)
    worth += SMALL * SIZES[t.slots & ~rest] - REST_WORTH * (desk.last - at) * lying
    if not can_enter(t, s, seat, t.slots & ~rest, rest, desk.fields[at + 1] & TERRAIN_BITS):
        worth -= BLOCKED
    return float(worth)
