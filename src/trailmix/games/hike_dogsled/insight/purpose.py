"""A purposeful player of Hike!: the best race day, the sled with the fewest days to the finish."""

from typing import Any

import numpy as np

from trailmix.engine.bits import lowest, size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.insight.day_search import RACE_ACTIONS, search_day
from trailmix.games.hike_dogsled.insight.forecast import days_with, is_short_of_time, pool_of_tracks
from trailmix.games.hike_dogsled.insight.race_search import search_race
from trailmix.games.hike_dogsled.rules.actions import legal_actions
from trailmix.games.hike_dogsled.rules.bits import MEMBERS, SIZES
from trailmix.games.hike_dogsled.rules.loose_cards import choice_of, legal_targets
from trailmix.games.hike_dogsled.rules.preparations import can_be_equipped
from trailmix.games.hike_dogsled.rules.sleds import fitting, slot_of, slots_for, survey, team, vacant
from trailmix.games.hike_dogsled.state import NONE, State, Table

# In days of the race.
PROGRESS = 0.25  # a slot that is filled
OPEN_EDGES = 0.35  # vacant slots that every husky of the rest would fit into
TAKEN_EQUIPMENT, TAKEN_CARE = 0.2, 0.15  # equipment that can be made use of; single care
GOOD_ENOUGH = 0.1  # a husky that makes a mentor unnecessary
YOUNGSTER_PRICE = 0.3
"""What a youngster may cost that completes the sled at once: a day more of waiting brings care."""
CUSTOM_WORTH = (1.0, 0.8, 0.6)  # of a custom point by terrain: snow is most of any track
HOPELESS = -1e9
UNWANTED = 40.0
"""How much less a youngster is worth than all else while there is time; a husky for the hand half of that."""
SMALL = 0.01


# --- values ---------------------------------------------------------------------------------------------


@rule
def values(t: Table, s: State, mind: Any, actions: Array, number: int, out: Array) -> None:
    """What each action is worth: of the race the best day that it begins, of a turn the days that it saves.

    For other questions, which are settled quickly, it is 1 for the answer and 0 for everything else.
    """
    if settled(t, s):
        worths = np.empty(RACE_ACTIONS)
        search_day(t, s, s.asked, worths)
        for n in range(number):
            out[n] = worths[actions[n]]
    elif s.decision == state.ACTION:
        action_values(t, s, mind, actions, number, out)
    else:
        best = best_answer(t, s, mind)
        for n in range(number):
            out[n] = 1.0 if actions[n] == best else 0.0


@rule
def settled(t: Table, s: State) -> bool:
    """Is it a decision of a race day? The whole day is searched, and by `exact` the whole race."""
    return s.decision in (state.STEP, state.FIELD, state.REST)


@rule
def exact(t: Table, s: State, _mind: Any, actions: Array, number: int, out: Array) -> None:
    """What each action of a race day is worth, the days to come searched as well."""
    worths = np.empty(RACE_ACTIONS)
    search_race(t, s, s.asked, worths)
    for n in range(number):
        out[n] = worths[actions[n]]


@rule
def best_answer(t: Table, s: State, mind: Any) -> int:
    """The answer to any question but the action of a turn."""
    if s.decision == state.MENTOR:
        gain = best_gain(t, s, pool_of_tracks(t, s, mind))
        return state.SPEND if gain < GOOD_ENOUGH + PROGRESS else state.DECLINE
    if s.decision == state.BONUS:
        return best_bonus(t, s, mind)
    if s.decision == state.DECLARE:
        return state.READY
    if s.decision == state.SETTLE:
        husky = int(s.received[s.asked])
        slot, _ = best_slot(t, s, s.asked, husky, slots_for(t, s, s.asked, husky))
        return state.FIRST_PLACE + husky * state.SLOTS + slot
    return sensible(t, s, mind)


@rule
def sensible(t: Table, s: State, mind: Any) -> int:
    """Equipment to tuck, a husky to pick or to let run, or any seat: what both players do alike."""
    if s.decision == state.TUCK:
        return best_tuck(t, s)
    if s.decision == state.PICK:
        return state.FIRST_PICK + worst_husky(t, s, s.asked)
    if s.decision == state.RUNAWAY:
        return state.FIRST_PICK + most_dangerous(t, s)
    out = np.empty(state.MAX_PLAYERS, np.int64)
    return int(out[below(mind, legal_targets(t, s, out))])


@rule
def any_action(t: Table, s: State, mind: Any) -> int:
    """One of the actions of a turn."""
    out = np.empty(state.MAX_LEGAL, np.int64)
    return int(out[below(mind, legal_actions(t, s, out))])


# --- placing huskies ------------------------------------------------------------------------------------


@rule
def action_values(t: Table, s: State, mind: Any, actions: Array, number: int, out: Array) -> None:
    """A husky in a slot saves days and leaves room for others; or equipment, care, a husky for the hand."""
    seat, tracks, hurry = s.turn, pool_of_tracks(t, s, mind), is_short_of_time(t, s, s.turn, 1)
    now, n, last, saved = days_with(t, s, seat, tracks, NONE), 0, NONE, 0.0
    faces, days = np.empty((state.HUSKIES, state.TERRAINS), np.int64), np.empty(state.HUSKIES)
    for k in range(number):
        husky, slot = placing(actions[k])
        if husky == NONE:
            out[k] = taking_value(t, s, seat, actions[k])
            continue
        if husky != last:
            n, value = value_of(t, s, seat, tracks, husky, faces, days, n)
            last, saved = husky, now - value + PROGRESS
            if t.n_points[husky] == 0 and not hurry:
                saved -= UNWANTED
        out[k] = saved + OPEN_EDGES * openness_with(t, s, seat, husky, slot, others_of(t, s, husky))


@rule
def placing(action: int) -> tuple[int, int]:
    """The husky and the slot of an action that places one, NONE of any other."""
    for first in (state.FIRST_DRAFT, state.FIRST_PLACE):
        if first <= action < first + state.HUSKIES * state.SLOTS:
            return (action - first) // state.SLOTS, (action - first) % state.SLOTS
    return NONE, NONE


@rule
def taking_value(t: Table, s: State, seat: int, action: int) -> float:
    """What something for the hand is worth; anything else is a last resort."""
    if action == state.FIRST_TAKE + state.EQUIPMENT and wants_equipment(t, s, seat):
        return TAKEN_EQUIPMENT
    if action == state.FIRST_TAKE + state.SINGLE:
        return TAKEN_CARE
    if state.FIRST_TAKE <= action < state.FIRST_TAKE + state.HUSKIES:
        return float(SMALL * t.n_points[action - state.FIRST_TAKE] - UNWANTED / 2)
    return -2 * UNWANTED


@rule
def best_gain(t: Table, s: State, tracks: Array) -> float:
    """What the best husky of centre or hand gains in its best slot; HOPELESS if nothing fits."""
    seat, slots, most = s.turn, vacant(t, s, s.turn), HOPELESS
    if slots == 0:
        return most
    fits, now, n = survey(t, s, seat), days_with(t, s, seat, tracks, NONE), 0
    hurry = is_short_of_time(t, s, seat, 1)
    faces, days = np.empty((state.HUSKIES, state.TERRAINS), np.int64), np.empty(state.HUSKIES)
    huskies = s.centre | s.hand[seat]
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        found = fitting(t, fits, husky, slots)
        if found == 0 or (t.n_points[husky] == 0 and not hurry):
            continue
        n, value = value_of(t, s, seat, tracks, husky, faces, days, n)
        _, openness = best_slot(t, s, seat, husky, found)
        most = max(most, now - value + PROGRESS + OPEN_EDGES * openness)
    return most


@rule
def value_of(
    t: Table, s: State, seat: int, tracks: Array, husky: int, faces: Array, values: Array, n: int
) -> tuple[int, float]:
    """Expected days with a husky, worked out once for all huskies with these points."""
    for k in range(n):
        if (faces[k] == t.points[husky]).all():
            return n, values[k]
    faces[n] = t.points[husky]
    values[n] = days_with(t, s, seat, tracks, husky)
    return n + 1, values[n]


@rule
def best_slot(t: Table, s: State, seat: int, husky: int, slots: int) -> tuple[int, float]:
    """The slot that leaves the other vacant ones most open, and how open: 1 if everything would fit."""
    rest, best, most = others_of(t, s, husky), NONE, -1.0
    for k in range(SIZES[slots]):
        slot = int(MEMBERS[slots, k])
        openness = openness_with(t, s, seat, husky, slot, rest)
        if openness > most:
            best, most = slot, openness
    return best, most


@rule
def others_of(t: Table, s: State, husky: int) -> int:
    """The huskies that may still come to a sled after this one, as bits."""
    rest = state.ALL_HUSKIES & ~(state.ALL_YOUNGSTERS | s.removed | 1 << husky)
    for other in range(t.players):
        rest &= ~team(s, other)
    return int(rest)


@rule
def openness_with(t: Table, s: State, seat: int, husky: int, slot: int, rest: int) -> float:
    """How open the vacant slots are with a husky in this one."""
    s.sled[seat, slot] = husky
    openness = open_edges(t, s, seat, rest)
    s.sled[seat, slot] = NONE
    return openness


@rule
def open_edges(t: Table, s: State, seat: int, rest: int) -> float:
    """The share of the rest that fits into a vacant slot, on average."""
    slots, number, found = vacant(t, s, seat), size(rest), 0
    if slots == 0 or number == 0:
        return 1.0
    fits = survey(t, s, seat)
    while rest:
        found += SIZES[fitting(t, fits, lowest(rest), slots)]
        rest &= rest - 1
    return float(found / (number * SIZES[slots]))


@rule
def best_bonus(t: Table, s: State, mind: Any) -> int:
    """A youngster, if time is short, or if it completes the sled without costing much."""
    seat = s.turn
    slots = vacant(t, s, seat)
    if not is_short_of_time(t, s, seat, 0):
        if SIZES[slots] > 1:
            return state.DECLINE
        tracks, young = pool_of_tracks(t, s, mind), lowest(state.ALL_YOUNGSTERS)
        cost = days_with(t, s, seat, tracks, young) - days_with(t, s, seat, tracks, NONE)
        if cost > YOUNGSTER_PRICE:
            return state.DECLINE
    in_hand = s.hand[seat] & state.ALL_YOUNGSTERS
    husky = lowest(in_hand if in_hand else s.centre & state.ALL_YOUNGSTERS)
    slot, _ = best_slot(t, s, seat, husky, slots)
    return (state.FIRST_PLACE if in_hand else state.FIRST_DRAFT) + husky * state.SLOTS + slot


# --- equipment and loose cards --------------------------------------------------------------------------


@rule
def fields_in_need(t: Table, s: State) -> int:
    """Fields of the track in sight that require equipment."""
    number = 0
    for n in range(s.revealed):
        card = int(s.landscapes[n])
        for field in t.ground[card, : t.n_fields[card]]:
            number += field & state.NEEDS_EQUIPMENT != 0
    return number


@rule
def wants_equipment(t: Table, s: State, seat: int) -> bool:
    """Is there use for one more: a one-point husky, or a field that requires it?"""
    return bool(SIZES[can_be_equipped(t, s, seat)] + fields_in_need(t, s) > s.equipment[seat])


@rule
def best_tuck(t: Table, s: State) -> int:
    """Under the husky whose neighbours offer most; equipment for fields is kept in the hand."""
    seat, best, most = s.turn, state.DECLINE, 0.0
    if s.equipment[seat] <= fields_in_need(t, s):
        return best
    slots = can_be_equipped(t, s, seat)
    for slot in range(state.SLOTS):
        if not slots >> slot & 1:
            continue
        terrains, worth = 0, 0.0
        for edge in range(state.EDGES):
            if t.neighbour[slot, edge] != NONE:
                terrains |= t.terrains[s.sled[seat, t.neighbour[slot, edge]]]
        for terrain in range(state.TERRAINS):
            if terrains >> terrain & 1:
                worth += CUSTOM_WORTH[terrain]
        if worth > most:
            best, most = state.FIRST_TUCK + slot, worth
    return best


@rule
def worst_husky(t: Table, s: State, seat: int) -> int:
    """The husky that is missed least: one of the hand, or the one with the fewest points."""
    huskies, best, least = choice_of(s, seat), NONE, 1000
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        worth = t.n_points[husky] + (0 if slot_of(s, seat, husky) == NONE else 10)
        if worth < least:
            best, least = husky, worth
    return best


@rule
def best_by_points(t: Table, huskies: int) -> int:
    """The husky of a set with the most points."""
    best = lowest(huskies)
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        if t.n_points[husky] > t.n_points[best]:
            best = husky
    return best


@rule
def most_dangerous(t: Table, s: State) -> int:
    """The husky of the centre with the most points that is of no use to oneself."""
    fits, slots, huskies, useless = survey(t, s, s.turn), vacant(t, s, s.turn), s.centre, 0
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        if fitting(t, fits, husky, slots) == 0:
            useless |= 1 << husky
    return best_by_points(t, useless if useless else s.centre)
