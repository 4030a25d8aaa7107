"""What a good player of Hike looks at. All of it reads the own hand and what is public, nothing else.

* *Coverage*: how many tops the rest of the hand can answer with suits; a specialty card answers any top once,
  so it is kept as insurance.
* *Squeezing*: how likely the next player has no answer.
* *The longest chain*, once nobody else is ACTIVE: `chain`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_cards.cards import is_suited, next_active, suit_of
from trailmix.games.hike_cards.chain import longest, take
from trailmix.games.hike_cards.plays import cards_in_sight
from trailmix.games.hike_cards.rules import legal
from trailmix.games.hike_cards.state import (
    AVALANCHE,
    BIRD,
    BIRD_ASKED,
    BUG,
    CODES,
    DROUGHT,
    EARTHQUAKE,
    KINDS,
    LAKE,
    LIGHT,
    LITTER,
    LOST,
    MAX_LEGAL,
    NONE,
    NOTHING,
    PEAK,
    PLANT,
    PLANT_WIND,
    POOP,
    SPRING,
    SUITS,
    SUN,
    TREE,
    WIND,
    WIND_CODES,
    WORM,
    State,
    Table,
)

SUITED = (1 << SUITS) - 1
SPECIAL = (1 << WIND) - 1 - SUITED - (1 << LITTER)
"""Specialty cards that can be played, but for The Wind."""

COVER = 1.0  # what an answered top is worth: a card that will not be left over
INSURANCE = 3.0  # what a specialty card in hand is worth
SQUEEZE = 2.0  # what a player without an answer is worth
LAST = 20.0  # what an empty hand is worth


@rule
def coverage(t: Table, held: int) -> int:
    """How many of the seven suits on top the suited cards of a hand can answer."""
    covered = 0
    for top in range(SUITS):
        covered += held & SUITED & t.follow[top] != 0
    return covered


@rule
def held_after(s: State, seat: int, code: int) -> int:
    """What the rest of the hand can be played as."""
    kind = min(code, WIND)
    held = int(s.held[seat])
    if s.hand[seat, kind] == 1:
        held &= ~(WIND_CODES if kind == WIND else 1 << kind)
    return held


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action: a suit that leaves the best coverage, specialty cards only when it must be."""
    actions = np.empty(MAX_LEGAL, np.int64)
    n = legal(t, s, actions)
    if n == 1 or s.decision in (PLANT, BIRD_ASKED):
        return int(actions[n - 1] if s.decision == PLANT else actions[0])
    best, most = actions[0], -1
    for action in actions[:n]:
        value = 16 * coverage(t, held_after(s, s.asked, action)) + below(mind, 16)
        if action < SUITS:
            value += 256
        elif action in (DROUGHT, SUN):
            value += 128 * (s.held[s.asked] >> (LAKE if action == DROUGHT else LIGHT) & 1)
        if value > most:
            best, most = action, value
    return int(best)


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """What a purposeful player does who looks one turn ahead; equals are drawn by lot."""
    actions = np.empty(MAX_LEGAL, np.int64)
    n = legal(t, s, actions)
    unseen = np.empty(KINDS, np.int64)
    cards_in_sight(s, unseen)
    for kind in range(KINDS):
        unseen[kind] = t.copies[kind] - unseen[kind] - s.hand[s.asked, kind]
    alone = t.players - s.n_left == 1
    best, most, equals = actions[0], -1e9, 0
    for action in actions[:n]:
        if alone:
            value = float(chain_value(t, s, action))
        elif s.decision == PLANT:
            value = plant_value(t, s, action)
        elif action == NOTHING:
            value = 0.0
        else:
            value = play_value(t, s, action, unseen)
        if value > most + 1e-9:
            best, most, equals = action, value, 1
        elif value > most - 1e-9:
            equals += 1
            if below(mind, equals) == 0:
                best = action
    return int(best)


@rule
def chain_value(t: Table, s: State, action: int) -> int:
    """What the lone survivor can make of an action."""
    hand = np.empty(KINDS, np.int64)
    for kind in range(KINDS):
        hand[kind] = s.hand[s.asked, kind]
    worm = s.worm_holder == s.asked or (s.worm_by != NONE and s.worm_holder == NONE)
    gain, top = 0, s.top
    if s.decision == PLANT or action != NOTHING:
        gain = take(hand, action, s.peaks_draw, worm)
    if action < CODES:
        top = suit_of(action) if is_suited(action) else action
    draws = s.peaks_draw != 0 or action == AVALANCHE
    return gain + longest(t, hand, top, action == SPRING, draws, worm)


@rule
def plant_value(t: Table, s: State, action: int) -> float:
    """A planted card is a point and no leftover; what it would have answered is lost."""
    wind = action >= PLANT_WIND
    trees = action - (PLANT_WIND if wind else NOTHING)
    held = int(s.held[s.asked])
    if trees == s.hand[s.asked, TREE]:
        held &= ~(1 << TREE)
    if wind:
        held &= ~WIND_CODES
    planted = trees + wind
    value = 1.5 * planted + COVER * coverage(t, held) - (INSURANCE if wind else 0.0)
    return value + (LAST if planted == s.hand_size[s.asked] else 0.0)


@rule
def play_value(t: Table, s: State, action: int, unseen: Array) -> float:
    """What a play is worth: what the rest of the hand can answer, and what it does to the others."""
    seat = s.asked
    rest = int(s.hand_size[seat]) - 1
    if rest == 0:
        return LAST
    held = held_after(s, seat, action)
    value = COVER * coverage(t, held)
    if action >= SUITS:
        value -= INSURANCE
    if is_suited(action):
        return value + suit_value(t, s, suit_of(action), unseen)
    return value + specialty_value(t, s, action, held, unseen)


@rule
def suit_value(t: Table, s: State, suit: int, unseen: Array) -> float:
    """Does the next player have an answer? Does a Bird bring The Worm?"""
    value = SQUEEZE * chance_of_none(t.follow[suit], unseen, int(s.hand_size[next_active(t, s, s.asked)]))
    if suit == BIRD and s.worm_by != NONE and s.worm_holder == NONE:
        value += 2.0 + s.birds
    if suit == PEAK and s.peaks_draw:
        value -= 1.0
    return value


@rule
def chance_of_none(plays: int, unseen: Array, cards: int) -> float:
    """How likely so many cards, of those not seen, have none that can be played as one of these."""
    total, fitting = 0, 0
    for kind in range(KINDS):
        total += unseen[kind]
        if plays & (WIND_CODES if kind == WIND else 1 << kind):
            fitting += unseen[kind]
    chance = 1.0
    for n in range(cards):
        chance *= max(0.0, (total - fitting - n) / max(1, total - n))
    return chance


@rule
def specialty_value(t: Table, s: State, card: int, held: int, unseen: Array) -> float:
    """What the effect of a specialty card is worth to its player, who keeps `held`."""
    seat, others, mine, theirs = s.asked, 0, int(s.hand_size[s.asked]) - 1, 0.0
    stuck = 0.0
    for other in range(t.players):
        if other != seat and s.hand_size[other] > 0:
            others += 1
            theirs += s.hand_size[other]
            if card == DROUGHT:
                stuck += chance_of_none(t.follow[DROUGHT], unseen, int(s.hand_size[other]))
    if card == DROUGHT:
        return SQUEEZE * stuck if held & t.follow[DROUGHT] else -LAST
    if card == SUN:
        return SQUEEZE * chance_of_none(t.follow[SUN], unseen, int(s.hand_size[next_active(t, s, seat)]))
    if card == AVALANCHE:
        return 1.0 * others - 0.3 * int(s.hand[seat, PEAK])
    if card == EARTHQUAKE:
        return 1.0 * (mine - (theirs + mine) / (others + 1))
    if card == POOP:
        return 0.5 * theirs / 8 - 1.5 * int(s.hand[seat, BUG])
    if card == SPRING:
        return 1.5 * int(s.hand[seat, TREE])
    if card == WORM:
        return (3.0 if held >> BIRD & 1 else 0.0) + 0.5 * s.birds
    return 1.0 if card == LOST and others == 1 else 0.0
