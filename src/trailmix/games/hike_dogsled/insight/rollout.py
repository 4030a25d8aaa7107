"""A fast, sensible player of Hike!, for playing out a search: it looks at points alone."""

from typing import Any

import numpy as np

from trailmix.engine.bits import lowest
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.insight.forecast import is_short_of_time
from trailmix.games.hike_dogsled.insight.purpose import any_action, sensible
from trailmix.games.hike_dogsled.rules import movement
from trailmix.games.hike_dogsled.rules.bits import MEMBERS, SIZES
from trailmix.games.hike_dogsled.rules.race import legal_entries, legal_steps, may_rest
from trailmix.games.hike_dogsled.rules.sleds import fitting, slots_for, survey, vacant
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

MOST_STEPS = 1 + state.SLOTS * state.USES
PLENTY = 100  # of equipment: whoever looks at points alone does not ask for it


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action."""
    decision = s.decision
    if decision == state.STEP:
        return quick_step(t, s, s.asked)
    if decision == state.ACTION:
        return quick_action(t, s, mind)
    if decision in (state.MENTOR, state.DECLARE):
        return state.READY if decision == state.DECLARE else state.DECLINE
    if decision == state.BONUS:
        return quick_bonus(t, s, mind)
    if decision == state.FIELD:
        out = np.empty(3, np.int64)
        legal_entries(s, s.asked, out)
        return int(out[0])  # pay, or enter
    if decision == state.REST:
        return state.FIRST_REST + weakest(t, s, s.asked, may_rest(t, s, s.asked))
    if decision == state.SETTLE:
        husky = int64(s.received[s.asked])
        slots = slots_for(t, s, s.asked, husky)
        return int(state.FIRST_PLACE + husky * state.SLOTS + MEMBERS[slots, below(mind, SIZES[slots])])
    return sensible(t, s, mind)


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
        first = state.FIRST_DRAFT if s.centre >> best & 1 else state.FIRST_PLACE
        return int(first + best * state.SLOTS + slot)
    if s.centre_equipment:
        return state.FIRST_TAKE + state.EQUIPMENT
    return state.FIRST_TAKE + state.SINGLE if s.centre_care else any_action(t, s, mind)


@rule
def quick_bonus(t: Table, s: State, mind: Any) -> int:
    """A youngster, if time is short."""
    seat = s.turn
    if not is_short_of_time(t, s, seat, 0):
        return state.DECLINE
    slots, in_hand = vacant(t, s, seat), s.hand[seat] & state.ALL_YOUNGSTERS
    husky = lowest(in_hand if in_hand else s.centre & state.ALL_YOUNGSTERS)
    slot = MEMBERS[slots, below(mind, SIZES[slots])]
    return int((state.FIRST_PLACE if in_hand else state.FIRST_DRAFT) + husky * state.SLOTS + slot)


# --- the race -------------------------------------------------------------------------------------------


@rule
def quick_step(t: Table, s: State, seat: int) -> int:
    """The husky that loses the fewest points; care for one that fits the next field; or the end."""
    out = np.empty(MOST_STEPS, np.int64)
    number = legal_steps(t, s, seat, out)
    if state.FIRST_USE <= out[number - 1] < state.FIRST_REST:
        return best_use(t, s, seat, out, number)
    terrain, best, most = ground_at(t, s, here(s, seat) + 1) & TERRAIN_BITS, int(out[0]), 0
    for action in out[:number]:
        points = 0
        if state.FIRST_CARE <= action < state.FIRST_DOUBLE:
            points = patient(t, s, seat, action - state.FIRST_CARE, terrain)
        elif action >= state.FIRST_DOUBLE:
            top = action - state.FIRST_DOUBLE
            points = patient(t, s, seat, top, terrain) + patient(t, s, seat, top + state.COLUMNS, terrain)
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
    """Of all uses the one that loses the fewest points, then the one that goes furthest, equipment or not."""
    best, least, points = state.END, 1000, np.empty(state.TERRAINS, np.int64)
    ahead = np.empty(movement.MOST_AHEAD, np.int64)
    movement.lay_out(t, s.landscapes, here(s, seat), ahead)
    for action in actions[:number]:
        if action == state.END:
            continue
        movement.put_points(t, s, seat, action, points)
        moved = movement.run_on(ahead, int64(0), points, int64(PLENTY))
        lost = points.sum()
        if lost * 4 - moved < least:
            best, least = int(action), lost * 4 - moved
    return best


@rule
def weakest(t: Table, s: State, seat: int, slots: int) -> int:
    """The slot of the husky with the fewest points."""
    best, least = NONE, 1000
    for slot in range(state.SLOTS):
        if slots >> slot & 1 and t.n_points[s.sled[seat, slot]] < least:
            best, least = slot, t.n_points[s.sled[seat, slot]]
    return best
