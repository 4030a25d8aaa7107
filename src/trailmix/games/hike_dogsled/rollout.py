"""A fast, sensible player of Hike!, for playing out a search: it goes by points alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_dogsled.bits import MEMBERS, SIZES, lowest
from trailmix.games.hike_dogsled.insight import any_action, any_target, best_tuck, most_dangerous, worst_husky
from trailmix.games.hike_dogsled.prospects import is_short_of_time
from trailmix.games.hike_dogsled.rules_race import legal_entries, legal_steps, may_rest
from trailmix.games.hike_dogsled.sleds import fitting, slots_for, survey, vacant
from trailmix.games.hike_dogsled.state import (
    ACTION,
    ALL_YOUNGSTERS,
    BONUS,
    DECLARE,
    DECLINE,
    END,
    EQUIPMENT,
    FIELD,
    FIRST_CARE,
    FIRST_DOUBLE,
    FIRST_DRAFT,
    FIRST_PICK,
    FIRST_PLACE,
    FIRST_REST,
    FIRST_TAKE,
    FIRST_USE,
    MENTOR,
    NONE,
    PICK,
    READY,
    REST,
    RUNAWAY,
    SETTLE,
    SINGLE,
    SLOTS,
    STEP,
    TERRAINS,
    TUCK,
    USES,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import TERRAIN_BITS, ground_at, here

MOST_STEPS = 1 + SLOTS * USES


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action."""
    decision = s.decision
    if decision == STEP:
        return quick_step(t, s, s.asked)
    if decision == ACTION:
        return quick_action(t, s, mind)
    if decision in (MENTOR, DECLARE):
        return READY if decision == DECLARE else DECLINE
    if decision == BONUS:
        return quick_bonus(t, s, mind)
    if decision == FIELD:
        out = np.empty(3, np.int64)
        legal_entries(s, s.asked, out)
        return int(out[0])  # pay, or enter
    if decision == REST:
        return FIRST_REST + weakest(t, s, s.asked, may_rest(t, s, s.asked))
    if decision == TUCK:
        return best_tuck(t, s)
    if decision == PICK:
        return FIRST_PICK + worst_husky(t, s, s.asked)
    if decision == SETTLE:
        husky = int64(s.received[s.asked])
        slots = slots_for(t, s, s.asked, husky)
        return int(FIRST_PLACE + husky * SLOTS + MEMBERS[slots, below(mind, SIZES[slots])])
    if decision == RUNAWAY:
        return FIRST_PICK + most_dangerous(t, s)
    return any_target(t, s, mind)


# --- Preparations ---------------------------------------------------------------------------------------


@rule
def quick_action(t: Table, s: State, mind: Any) -> int:
    """The husky with the most points that fits, into any slot; or something for the hand."""
    seat, slots = s.turn, vacant(t, s, s.turn)
    best, most, where = NONE, -1, 0
    if slots:
        fits, huskies = survey(t, s, seat), s.centre | s.hand[seat]
        hurry = is_short_of_time(t, s, seat, 1)
        while huskies:
            husky = lowest(huskies)
            huskies &= huskies - 1
            points = t.n_points[husky]
            if points > most and (points or hurry):
                found = fitting(t, fits, husky, slots)
                if found:
                    best, most, where = husky, points, found
    if best != NONE:
        slot = MEMBERS[where, below(mind, SIZES[where])]
        first = FIRST_DRAFT if s.centre >> best & 1 else FIRST_PLACE
        return int(first + best * SLOTS + slot)
    if s.centre_equipment:
        return FIRST_TAKE + EQUIPMENT
    return FIRST_TAKE + SINGLE if s.centre_care else any_action(t, s, mind)


@rule
def quick_bonus(t: Table, s: State, mind: Any) -> int:
    """A youngster, if time is short."""
    seat = s.turn
    if not is_short_of_time(t, s, seat, 0):
        return DECLINE
    slots, in_hand = vacant(t, s, seat), s.hand[seat] & ALL_YOUNGSTERS
    husky = lowest(in_hand if in_hand else s.centre & ALL_YOUNGSTERS)
    slot = MEMBERS[slots, below(mind, SIZES[slots])]
    return int((FIRST_PLACE if in_hand else FIRST_DRAFT) + husky * SLOTS + slot)


# --- the race -------------------------------------------------------------------------------------------


@rule
def quick_step(t: Table, s: State, seat: int) -> int:
    """The husky that loses the fewest points; care for one that fits the next field; or the end."""
    out = np.empty(MOST_STEPS, np.int64)
    number = legal_steps(t, s, seat, out)
    if FIRST_USE <= out[number - 1] < FIRST_REST:
        return best_use(t, s, seat, out, number)
    terrain, best, most = ground_at(t, s, here(s, seat) + 1) & TERRAIN_BITS, int(out[0]), 0
    for action in out[:number]:
        points = 0
        if FIRST_CARE <= action < FIRST_DOUBLE:
            points = patient(t, s, seat, action - FIRST_CARE, terrain)
        elif action >= FIRST_DOUBLE:
            column = action - FIRST_DOUBLE
            points = patient(t, s, seat, column, terrain) + patient(t, s, seat, column + SLOTS // 2, terrain)
        if points > most:
            best, most = int(action), points
    return best


@rule
def patient(t: Table, s: State, seat: int, slot: int, terrain: int) -> int:
    """The points of a tired husky that fits the next field, 0 of any other."""
    husky = s.sled[seat, slot]
    if not int(s.tired[seat]) >> slot & 1 or not t.terrains[husky] >> terrain & 1:
        return 0
    return int(t.n_points[husky])


@rule
def best_use(t: Table, s: State, seat: int, actions: Array, number: int) -> int:
    """Of all uses the one that loses the fewest points, then the one that goes furthest."""
    best, least = END, 1000
    snow_ice_powder = np.empty(TERRAINS, np.int64)
    for action in actions[:number]:
        if action == END:
            continue
        slot, custom = divmod(action - FIRST_USE, USES)
        husky = s.sled[seat, slot]
        snow_ice_powder[:] = t.points[husky]
        if custom:
            snow_ice_powder[custom - 1] += 1
        moved, at = 0, here(s, seat)
        ground = ground_at(t, s, at + 1)
        while ground != NONE and snow_ice_powder[ground & TERRAIN_BITS] > 0:
            snow_ice_powder[ground & TERRAIN_BITS] -= 1
            moved += 1
            ground = ground_at(t, s, at + moved + 1)
        lost = t.n_points[husky] + (custom > 0) - moved
        if lost * 4 - moved < least:
            best, least = int(action), lost * 4 - moved
    return best


@rule
def weakest(t: Table, s: State, seat: int, slots: int) -> int:
    """The slot of the husky with the fewest points."""
    best, least = NONE, 1000
    for slot in range(SLOTS):
        if slots >> slot & 1 and t.n_points[s.sled[seat, slot]] < least:
            best, least = slot, t.n_points[s.sled[seat, slot]]
    return best
