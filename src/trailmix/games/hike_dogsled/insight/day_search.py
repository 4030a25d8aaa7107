"""The exact search of one race day: every line of play of one racer, to the end of the day.

Racers do not interact within a day, and nothing of it is left to chance, so a day is a finite graph: a node
is where the pawn is, which huskies are tired or at rest, and the cards that are left. All nodes that can be
reached are visited once, each with the first action that leads there, and judged as an end of the day.

The search does not play on records, of which it would have to copy one for every branch: a node is one
number. It asks `rules.movement` what huskies can do, as the rules do, and a test makes sure that both find
the same ends of a day.
"""

from typing import NamedTuple

import numpy as np

from trailmix.engine.bits import lowest
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.visited import admit, nothing_seen
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import movement
from trailmix.games.hike_dogsled.rules.bits import SIZES, put_slots
from trailmix.games.hike_dogsled.rules.race import doubles_of, equipment_of, singles_of
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, here, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# A node as one number: position, tired, at rest, single and double care, equipment.
AT_TIRED, AT_REST, AT_SINGLES, AT_DOUBLES, AT_EQUIPMENT = 10, 18, 26, 30, 34
POSITIONS, SLOT_SETS, CARDS = (1 << 10) - 1, (1 << state.SLOTS) - 1, 15

MOST_NODES = 150_000
"""More are not visited: no sled with the cards of the box comes near (docs/benchmarks.md)."""
FEW_NODES = 256
PAIRS = state.SLOTS * (state.SLOTS - 1) // 2
MOST_BRANCHES = state.SLOTS * state.TERRAINS * (movement.MOST_WAYS + (state.MOST_POINTS + 1) * PAIRS)
"""Every husky with every custom terrain, every way to end, and every pair of huskies to rest."""
MOST_ACTIONS = state.SLOTS * state.USES
RACE_ACTIONS = state.FIRST_PICK  # those of a race have smaller numbers
UNSEEN = -1e9  # what an action is worth if no end of the day was found after it

# What a day's end is worth, in fields.
FINISHED = 1000.0
SINGLE_WORTH, DOUBLE_WORTH, EQUIPMENT_WORTH = 0.9, 1.5, 0.3
NEEDED_EQUIPMENT = 2.5  # for equipment that a field ahead asks for
REST_WORTH = 0.08
"""What a point is worth for each field that is left to go: a husky at rest will not spend it."""
BLOCKED = 4.0  # no husky can enter the next field, however fresh
SMALL = 0.01  # what cards and huskies count for once the race is decided on this day (HD-END-3)


@rule
def node_now(s: State, seat: int) -> int:
    """How a racer stands, as one number."""
    at, rest, equipment = here(s, seat), resting(s, seat), min(CARDS, equipment_of(s, seat))
    singles, doubles = min(CARDS, singles_of(s, seat)), min(CARDS, doubles_of(s, seat))
    cards = singles << AT_SINGLES | doubles << AT_DOUBLES | equipment << AT_EQUIPMENT
    return at | int(s.tired[seat]) << AT_TIRED | rest << AT_REST | cards


class Desk(NamedTuple):
    """What a search works with: the track, room for the ways that a use can end, room for branches."""

    fields: Array
    last: int
    points: Array
    ends: Array
    lost: Array
    actions: Array
    out: Array


@rule
def search_day(t: Table, s: State, seat: int, worths: Array) -> tuple[int, float, int]:
    """The best action of the racer to decide, the worth of the day that it begins, and the nodes visited.

    `worths` gets the best day that begins with each action of the race.
    """
    desk: Desk = make_desk(t, s)
    nodes, firsts, n = reach(t, s, seat, desk, begin(t, s, seat, desk))
    best, most = judge(t, s, seat, desk, nodes, firsts, n, worths)
    return best, most, n


@rule
def reach(t: Table, s: State, seat: int, desk: Desk, number: int) -> tuple[Array, Array, int]:
    """All nodes of a day that begins with the first `number` of the desk, the action that leads to each, how
    many they are.
    """  # noqa: D205 - three results, one sentence
    seen, nodes, firsts = nothing_seen(FEW_NODES)
    n, at = int64(0), 0
    seen, nodes, firsts, n = admit(seen, nodes, firsts, n, desk.out, number, NONE)
    while at < n < MOST_NODES:
        number = branch(t, s, seat, desk, nodes[at])
        seen, nodes, firsts, n = admit(seen, nodes, firsts, n, desk.out, number, firsts[at])
        at += 1
    return nodes, firsts, n


@rule
def judge(
    t: Table, s: State, seat: int, desk: Desk, nodes: Array, firsts: Array, n: int, worths: Array
) -> tuple[int, float]:
    """The best way to end this day: the action that it begins with, and its worth."""
    worths[:] = UNSEEN
    best, most, decided = NONE, -1e9, is_decided(t, s, desk.last)
    for at in range(n):
        if may_end(t, s, seat, desk, nodes[at]):
            worth = worth_of(t, s, seat, desk, nodes[at], decided)
            action = state.END if firsts[at] == NONE else firsts[at]
            worths[action] = max(worths[action], worth)
            if worth > most + 1e-9:
                best, most = action, worth
    if best == NONE:  # no end among the nodes that were visited: run on
        best = firsts[n - 1]
        worths[best] = 0.0
    return best, most


@rule
def make_desk(t: Table, s: State) -> Desk:
    """The track laid out, and room to work."""
    fields = np.empty(movement.MAX_TRACK, np.int64)
    last = movement.lay_out(t, s.landscapes, int64(0), fields)
    return Desk(
        fields,
        last,
        np.empty(state.TERRAINS, np.int64),
        np.empty((movement.MOST_WAYS, 4), np.int64),
        np.empty((movement.MOST_WAYS, state.TERRAINS), np.int64),
        np.empty(MOST_ACTIONS, np.int64),
        np.empty((MOST_BRANCHES, 2), np.int64),
    )


@rule
def begin(t: Table, s: State, seat: int, desk: Desk) -> int:
    """Write the nodes that the present decision leads to, at a step the present one; returns how many."""
    node = node_now(s, seat)
    if s.decision == state.REST:
        return rest_from(t, s, seat, node, s.to_rest, NONE, desk.out, int64(0))
    if s.decision == state.FIELD:
        desk.points[:] = s.left
        return ways_from(t, s, seat, desk, node, s.husky, s.moved != 0, NONE, int64(0))
    desk.out[0, 0], desk.out[0, 1] = node, NONE
    return 1


# --- branches -------------------------------------------------------------------------------------------


@rule
def branch(t: Table, s: State, seat: int, desk: Desk, node: int) -> int:
    """Write the nodes that follow a node, each with the action that leads there; returns how many."""
    if node & POSITIONS == desk.last:
        return 0
    n = use_from(t, s, seat, desk, node)
    return n if n else care_from(desk, node)


@rule
def use_from(t: Table, s: State, seat: int, desk: Desk, node: int) -> int:
    """The use of every husky, in every way (HD-RACE-3)."""
    at, tired, rest = node & POSITIONS, node >> AT_TIRED & SLOT_SETS, node >> AT_REST & SLOT_SETS
    terrain, huskies, n = desk.fields[at + 1] & TERRAIN_BITS, t.slots & ~(tired | rest), int64(0)
    moved = at < 0  # it has not: said so that `ways_from` is not compiled anew for a constant
    for k in range(movement.put_uses(t, s, seat, huskies, rest, terrain, desk.actions, int64(0))):
        slot = movement.put_points(t, s, seat, desk.actions[k], desk.points)
        n = ways_from(t, s, seat, desk, node, slot, moved, desk.actions[k], n)
    return int(n)


@rule
def ways_from(
    t: Table, s: State, seat: int, desk: Desk, node: int, slot: int, moved: bool, action: int, n: int
) -> int:
    """Every way that a use can end, points being on the desk; returns the new n.

    Without an action, it is the one that begins the way: the husky stands in front of a field.
    """
    at, equipment = node & POSITIONS, node >> AT_EQUIPMENT & CARDS
    for k in range(movement.explore(desk.fields, at, desk.points, moved, equipment, desk.ends, desk.lost)):
        end = desk.ends[k]
        after = node + end[movement.TO] - at - (end[movement.PAID] << AT_EQUIPMENT) | 1 << AT_TIRED + slot
        then = action if action != NONE else state.PAY if end[movement.PAID] else end[movement.LAST]
        if end[movement.RESTS]:
            active = SIZES[t.slots & ~(after >> AT_REST)]
            n = rest_from(t, s, seat, after, min(movement.TO_REST, active), then, desk.out, n)
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
        then = state.FIRST_REST + slot if action == NONE else action
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
    found, young = movement.choice_to_rest(t.slots & ~(tired | rest), tired), False
    for slot in range(state.SLOTS):
        if found >> slot & 1 and t.n_points[s.sled[seat, slot]] == 0:
            if young:
                found &= ~(1 << slot)
            young = True
    return found


@inlined
def lay_down(node: int, slot: int) -> int:
    """A husky goes to rest; its cube is taken away."""
    return node & ~(1 << AT_TIRED + slot) | 1 << AT_REST + slot


@rule
def care_from(desk: Desk, node: int) -> int:
    """Every care card on every target (HD-CARE-2, HD-CARE-3)."""
    tired, singles = node >> AT_TIRED & SLOT_SETS, node >> AT_SINGLES & CARDS
    patients, columns = movement.care_targets(tired, singles, node >> AT_DOUBLES & CARDS)
    n = put_slots(desk.actions, int64(0), int64(state.FIRST_CARE), patients)
    n = put_slots(desk.actions, n, int64(state.FIRST_DOUBLE), columns)
    for k in range(n):
        action = desk.actions[k]
        card = AT_SINGLES if action < state.FIRST_DOUBLE else AT_DOUBLES
        desk.out[k, 0] = node - (1 << card) - (movement.cubes_off(tired, action) << AT_TIRED)
        desk.out[k, 1] = action
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
    at, tired, rest = node & POSITIONS, node >> AT_TIRED & SLOT_SETS, node >> AT_REST & SLOT_SETS
    held = (node >> AT_SINGLES & CARDS) + (node >> AT_DOUBLES & CARDS)
    if at == desk.last or not s.caught[seat] or held == 0:
        return True
    terrain = desk.fields[at + 1] & TERRAIN_BITS
    return tired == 0 and movement.runners(t, s, seat, t.slots & ~rest, rest, terrain) == 0


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
    for slot in range(state.SLOTS):
        if rest >> slot & 1:
            lying += t.n_points[s.sled[seat, slot]]
    equipment = node >> AT_EQUIPMENT & CARDS
    worth = at + SINGLE_WORTH * singles + DOUBLE_WORTH * doubles
    worth += EQUIPMENT_WORTH * equipment + NEEDED_EQUIPMENT * min(equipment, needing)
    worth += SMALL * SIZES[t.slots & ~rest] - REST_WORTH * (desk.last - at) * lying
    if movement.runners(t, s, seat, t.slots & ~rest, rest, desk.fields[at + 1] & TERRAIN_BITS) == 0:
        worth -= BLOCKED
    return float(worth)
