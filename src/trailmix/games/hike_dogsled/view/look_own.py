"""What a seat sees of Hike! and others do not: the kernels that fill `Own` of ``shape.py``.

That includes edges that clash, and what the use of each husky would lead to.
"""

from typing import Any

import numpy as np

from trailmix.engine.bits import lowest, put_members
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import movement
from trailmix.games.hike_dogsled.rules.bits import SIZES
from trailmix.games.hike_dogsled.rules.movement import usable
from trailmix.games.hike_dogsled.rules.race import doubles_of, equipment_of, may_end, singles_of
from trailmix.games.hike_dogsled.rules.sleds import clashes, team
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64
from trailmix.games.hike_dogsled.view.look import see_seat


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat, v.pick, hand = seat, s.pick[seat], v.hand
    hand.huskies_n = put_members(hand.huskies, int64(0), int64(0), s.hand[seat])
    hand.equipment = equipment_of(s, seat)
    hand.singles, hand.doubles = singles_of(s, seat), doubles_of(s, seat)
    see_clashes(t, s, seat, v)
    see_previews(t, s, seat, v)
    v.care_locked = v.must_care = False
    if s.asked == seat and s.decision == state.STEP:
        v.care_locked = hand.singles + hand.doubles > 0 and usable(t, s, seat) != 0
        v.must_care = not may_end(t, s, seat)
    if s.phase == state.RACE and s.secret and s.declared[seat]:
        v.today_n, today = 1, v.today
        today.decision, today.in_use, today.to_rest = s.decision, s.husky, s.to_rest
        see_seat(t, s, seat, today.seat)


@rule
def see_clashes(t: Table, s: State, seat: int, v: Any) -> None:
    """The edges that clash, by husky, in every slot (HD-PLACE-3)."""
    huskies = 0
    if s.asked == seat and s.decision == state.ACTION:
        huskies = (s.centre | s.hand[seat] | team(s, seat)) & state.ALL_HUSKIES & ~state.ALL_YOUNGSTERS
    elif s.asked == seat and s.decision == state.SETTLE:
        huskies = 1 << int(s.received[seat])
    v.clashes_n = 0
    while huskies:
        found, husky, number = v.clashes[v.clashes_n], lowest(huskies), 0
        huskies &= huskies - 1
        for slot in range(state.SLOTS):
            for edge in range(state.EDGES):
                if clashes(t, s, seat, husky, slot, edge):
                    clash = found.value[number]
                    clash.slot, clash.edge, clash.neighbour = slot, edge, t.neighbour[slot, edge]
                    number += 1
        if number:
            found.key, found.value_n = husky, number
            v.clashes_n += 1


@rule
def see_previews(t: Table, s: State, seat: int, v: Any) -> None:
    """`Preview` of each use; of the one under way, while it stands before a field."""
    v.previews_n, v.refreshed_n, points = 0, 0, np.zeros(state.TERRAINS, np.int64)
    if s.asked == seat and s.decision == state.FIELD:
        points[:] = s.left
        v.previews_n, v.previews[0].slot = 1, s.husky
        see_outcomes(t, s, seat, points, v.previews[0])
    elif s.asked == seat and s.decision == state.STEP:
        v.previews_n = see_uses(t, s, seat, ready(t, s, seat), v.previews)
        if v.previews_n == 0:
            v.refreshed_n = see_uses(t, s, seat, int64(s.tired[seat]), v.refreshed)


@rule
def see_uses(t: Table, s: State, seat: int, huskies: int, previews: Any) -> int:
    """`Preview` of each use of some huskies, as if they were ready; returns how many there are."""
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE:
        return 0
    actions, points = np.empty(state.SLOTS * state.USES, np.int64), np.zeros(state.TERRAINS, np.int64)
    terrain, rest = ground & TERRAIN_BITS, resting(s, seat)
    number = movement.put_uses(t, s, seat, huskies, rest, terrain, actions, int64(0))
    for n in range(number):
        preview = previews[n]
        preview.action, preview.custom = actions[n], (actions[n] - state.FIRST_USE) % state.USES - 1
        preview.slot = movement.put_points(t, s, seat, actions[n], points)
        see_outcomes(t, s, seat, points, preview)
    return number


@rule
def see_outcomes(t: Table, s: State, seat: int, points: Array, preview: Any) -> None:
    """`Outcome` of each way that a use can go on, the furthest first. The points are spent on the way."""
    fields, ends = np.empty(movement.MAX_TRACK, np.int64), np.empty((movement.MOST_WAYS, 4), np.int64)
    lost, at = np.empty((movement.MOST_WAYS, state.TERRAINS), np.int64), here(s, seat)
    finish, equipment = movement.lay_out(t, s.landscapes, int64(0), fields), equipment_of(s, seat)
    number = movement.explore(fields, at, points, s.moved != 0, equipment, ends, lost)
    active = SIZES[t.slots & ~resting(s, seat)]
    preview.outcomes_n = number
    for n in range(number):
        way, outcome = number - 1 - n, preview.outcomes[n]
        to, paid, last = ends[way, movement.TO], ends[way, movement.PAID], ends[way, movement.LAST]
        outcome.to, outcome.paid, outcome.finish = to, paid, to == finish
        outcome.rests = min(movement.TO_REST, active) if ends[way, movement.RESTS] else 0
        outcome.actions_n, outcome.actions[:paid] = paid, state.PAY
        if last != NONE:
            outcome.actions[paid] = last
            outcome.actions_n += 1
        outcome.lost_n = 0
        for terrain in range(state.TERRAINS):
            for _ in range(lost[way, terrain]):
                outcome.lost[outcome.lost_n] = terrain
                outcome.lost_n += 1
