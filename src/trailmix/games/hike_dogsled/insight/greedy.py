"""A purposeful player of Hike!: the best race day, the sled with the fewest days to the finish."""

from typing import Any

import numpy as np

from trailmix.engine.bits import lowest, size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.insight.day_search import search_day
from trailmix.games.hike_dogsled.insight.forecast import days_with, is_short_of_time, pool_of_tracks
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
GOOD_ENOUGH = 0.1  # a husky by which no mentor is needed
YOUNGSTER_PRICE = 0.3
"""What a youngster may cost that completes the sled at once: a day more of waiting brings care."""
CUSTOM_WORTH = (1.0, 0.8, 0.6)  # of a custom point by terrain: snow is most of any track
HOPELESS = -1e9


# --- greedy ---------------------------------------------------------------------------------------------


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """What a purposeful player does: the best race day, the sled with the fewest days to the finish."""
    decision = s.decision
    if decision in (state.STEP, state.FIELD, state.REST):
        return search_day(t, s, s.asked)[0]
    if decision == state.ACTION:
        return best_action(t, s, mind)
    if decision == state.MENTOR:
        _, gain = best_placing(t, s, pool_of_tracks(t, s, mind))
        return state.SPEND if gain < GOOD_ENOUGH + PROGRESS else state.DECLINE
    if decision == state.BONUS:
        return best_bonus(t, s, mind)
    if decision == state.DECLARE:
        return state.READY
    if decision == state.SETTLE:
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
def best_action(t: Table, s: State, mind: Any) -> int:
    """Place a husky; or take equipment or care, where that is better or nothing can be placed."""
    action, gain = best_placing(t, s, pool_of_tracks(t, s, mind))
    if s.centre_equipment and wants_equipment(t, s, s.turn) and gain < TAKEN_EQUIPMENT:
        action, gain = state.FIRST_TAKE + state.EQUIPMENT, TAKEN_EQUIPMENT
    if s.centre_care and gain < TAKEN_CARE:
        action, gain = state.FIRST_TAKE + state.SINGLE, TAKEN_CARE
    if action == NONE and s.centre:
        return state.FIRST_TAKE + best_by_points(t, s.centre)
    return any_action(t, s, mind) if action == NONE else action


@rule
def best_placing(t: Table, s: State, tracks: Array) -> tuple[int, float]:
    """The best husky of centre or hand in its best slot, and what it gains; NONE if nothing fits."""
    seat, slots = s.turn, vacant(t, s, s.turn)
    best, most = NONE, HOPELESS
    if slots == 0:
        return best, most
    fits, now, n = survey(t, s, seat), days_with(t, s, seat, tracks, NONE), 0
    hurry = is_short_of_time(t, s, seat, 1)
    faces, values = np.empty((state.HUSKIES, state.TERRAINS), np.int64), np.empty(state.HUSKIES)
    huskies = s.centre | s.hand[seat]
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        found = fitting(t, fits, husky, slots)
        if found == 0 or (t.n_points[husky] == 0 and not hurry):
            continue
        n, value = value_of(t, s, seat, tracks, husky, faces, values, n)
        slot, openness = best_slot(t, s, seat, husky, found)
        gain = now - value + PROGRESS + OPEN_EDGES * openness
        if gain > most:
            first = state.FIRST_DRAFT if s.centre >> husky & 1 else state.FIRST_PLACE
            best, most = first + husky * state.SLOTS + slot, gain
    return best, most


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
    rest = state.ALL_HUSKIES & ~(state.ALL_YOUNGSTERS | s.removed | 1 << husky)
    for other in range(t.players):
        rest &= ~team(s, other)
    best, most = NONE, -1.0
    for k in range(SIZES[slots]):
        slot = int(MEMBERS[slots, k])
        s.sled[seat, slot] = husky
        openness = open_edges(t, s, seat, rest)
        s.sled[seat, slot] = NONE
        if openness > most:
            best, most = slot, openness
    return best, most


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
    """The husky of the centre with the most points that is of no use for oneself."""
    fits, slots, huskies, useless = survey(t, s, s.turn), vacant(t, s, s.turn), s.centre, 0
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        if fitting(t, fits, husky, slots) == 0:
            useless |= 1 << husky
    return best_by_points(t, useless if useless else s.centre)
