"""What a seat sees of Hike! and others do not: the kernels that fill `Own` of ``view.py``.

Edges that clash, and what the use of each husky would lead to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import SIZES, lowest
from trailmix.games.hike_dogsled.look import see_huskies, see_seat
from trailmix.games.hike_dogsled.rules_race import (
    TO_REST,
    doubles_of,
    equipment_of,
    legal_uses,
    may_end,
    singles_of,
)
from trailmix.games.hike_dogsled.sleds import clashes, team
from trailmix.games.hike_dogsled.state import (
    ACTION,
    ALL_HUSKIES,
    ALL_YOUNGSTERS,
    EDGES,
    FIELD,
    FIRST_USE,
    NONE,
    PAY,
    RACE,
    SETTLE,
    SLOTS,
    STEP,
    TERRAINS,
    USES,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import here, resting, usable
from trailmix.games.hike_dogsled.walking import (
    LAST,
    MAX_TRACK,
    MOST_WAYS,
    PAID,
    RESTS,
    TO,
    explore,
    lay_out,
)


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat, v.pick, hand = seat, s.pick[seat], v.hand
    hand.huskies_n = see_huskies(s.hand[seat], hand.huskies)
    hand.equipment, hand.singles, hand.doubles = (
        equipment_of(s, seat),
        singles_of(s, seat),
        doubles_of(s, seat),
    )
    see_clashes(t, s, seat, v)
    see_previews(t, s, seat, v)
    v.care_locked = v.must_care = False
    if s.asked == seat and s.decision == STEP:
        v.care_locked = hand.singles + hand.doubles > 0 and usable(t, s, seat) != 0
        v.must_care = not may_end(t, s, seat)
    if s.phase == RACE and s.secret and s.declared[seat]:
        v.today_n, today = 1, v.today
        today.decision, today.in_use, today.to_rest = s.decision, s.husky, s.to_rest
        see_seat(t, s, seat, today.seat)


@rule
def see_clashes(t: Table, s: State, seat: int, v: Any) -> None:
    """The edges that clash, by husky, in every slot (HD-PLACE-3)."""
    huskies = 0
    if s.asked == seat and s.decision == ACTION:
        huskies = (s.centre | s.hand[seat] | team(s, seat)) & ALL_HUSKIES & ~ALL_YOUNGSTERS
    elif s.asked == seat and s.decision == SETTLE:
        huskies = 1 << int(s.received[seat])
    v.clashes_n = 0
    while huskies:
        found, husky, number = v.clashes[v.clashes_n], lowest(huskies), 0
        huskies &= huskies - 1
        for slot in range(SLOTS):
            for edge in range(EDGES):
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
    v.previews_n, points = 0, np.zeros(TERRAINS, np.int64)
    if s.asked == seat and s.decision == FIELD:
        points[:] = s.left
        v.previews_n, v.previews[0].slot = 1, s.husky
        see_outcomes(t, s, seat, points, v.previews[0])
    elif s.asked == seat and s.decision == STEP:
        actions = np.empty(SLOTS * USES, np.int64)
        v.previews_n = legal_uses(t, s, seat, actions, int64(0))
        for n in range(v.previews_n):
            slot, custom = divmod(actions[n] - FIRST_USE, USES)
            points[:] = t.points[s.sled[seat, slot]]
            if custom:
                points[custom - 1] += 1
            preview = v.previews[n]
            preview.action, preview.slot, preview.custom = actions[n], slot, custom - 1
            see_outcomes(t, s, seat, points, preview)


@rule
def see_outcomes(t: Table, s: State, seat: int, points: Array, preview: Any) -> None:
    """`Outcome` of each way that a use can go on, the furthest first. The points are spent on the way."""
    fields, ends = np.empty(MAX_TRACK, np.int64), np.empty((MOST_WAYS, 4), np.int64)
    lost, finish = np.empty((MOST_WAYS, TERRAINS), np.int64), lay_out(t, s, fields)
    number = explore(fields, finish, here(s, seat), points, s.moved != 0, equipment_of(s, seat), ends, lost)
    active = SIZES[t.slots & ~resting(s, seat)]
    preview.outcomes_n = number
    for n in range(number):
        way, outcome = number - 1 - n, preview.outcomes[n]
        to, paid, last = ends[way, TO], ends[way, PAID], ends[way, LAST]
        outcome.to, outcome.paid, outcome.finish = to, paid, to == finish
        outcome.rests = min(TO_REST, active) if ends[way, RESTS] else 0
        outcome.actions_n, outcome.actions[:paid] = paid, PAY
        if last != NONE:
            outcome.actions[paid] = last
            outcome.actions_n += 1
        outcome.lost_n = 0
        for terrain in range(TERRAINS):
            for _ in range(lost[way, terrain]):
                outcome.lost[outcome.lost_n] = terrain
                outcome.lost_n += 1
