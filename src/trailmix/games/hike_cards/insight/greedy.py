"""A purposeful player: every action gets a value, the best is chosen."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.insight.chain import longest, take
from trailmix.games.hike_cards.insight.rollout import coverage, held_after
from trailmix.games.hike_cards.rules.cards import codes_of, is_suited, next_active, planting, top_of
from trailmix.games.hike_cards.rules.play import legal
from trailmix.games.hike_cards.rules.plays import unseen
from trailmix.games.hike_cards.state import KINDS, NONE, State, Table

COVER = 1.0  # what an answered top is worth: a card that will not be left over
INSURANCE = 3.0  # what a specialty card in hand is worth
SQUEEZE = 2.0  # what a player without an answer is worth
LAST = 20.0  # what an empty hand is worth


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """What a purposeful player does who looks one turn ahead; equals are drawn by lot."""
    actions = np.empty(state.MAX_LEGAL, np.int64)
    n = legal(t, s, actions)
    rest = unseen(t, s, s.asked)
    alone = t.players - s.n_left == 1
    best, most, equals = actions[0], -1e9, 0
    for action in actions[:n]:
        if alone:
            value = float(chain_value(t, s, action))
        elif s.decision == state.PLANT:
            value = plant_value(t, s, action)
        elif action == state.NOTHING:
            value = 0.0
        else:
            value = play_value(t, s, action, rest)
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
    hand = s.hand[s.asked].astype(np.int64)
    worm = s.worm_holder == s.asked or (s.worm_by != NONE and s.worm_holder == NONE)
    gain, top = 0, s.top
    if s.decision == state.PLANT or action != state.NOTHING:
        gain = take(hand, action, s.peaks_draw, worm)
    if action < state.CODES:
        top = top_of(action)
    draws = s.peaks_draw != 0 or action == state.AVALANCHE
    return gain + longest(t, hand, top, action == state.SPRING, draws, worm)


@rule
def plant_value(t: Table, s: State, action: int) -> float:
    """A planted card is a point and no leftover; what it would have answered is lost."""
    trees, wind = planting(action)
    held = int(s.held[s.asked])
    if trees == s.hand[s.asked, state.TREE]:
        held &= ~(1 << state.TREE)
    if wind:
        held &= ~state.WIND_CODES
    planted = trees + wind
    value = 1.5 * planted + COVER * coverage(t, held) - (INSURANCE if wind else 0.0)
    return value + (LAST if planted == s.hand_size[s.asked] else 0.0)


@rule
def play_value(t: Table, s: State, action: int, rest: Array) -> float:
    """What a play is worth: what the rest of the hand can answer, and what it does to the others."""
    seat = s.asked
    if s.hand_size[seat] == 1:
        return LAST
    held = held_after(s, seat, action)
    value = COVER * coverage(t, held)
    if action >= state.SUITS:
        value -= INSURANCE
    if is_suited(action):
        return value + suit_value(t, s, top_of(action), rest)
    return value + specialty_value(t, s, action, held, rest)


@rule
def suit_value(t: Table, s: State, suit: int, rest: Array) -> float:
    """Does the next player have an answer? Does a Bird bring The Worm?"""
    value = SQUEEZE * chance_of_none(t.follow[suit], rest, int(s.hand_size[next_active(t, s, s.asked)]))
    if suit == state.BIRD and s.worm_by != NONE and s.worm_holder == NONE:
        value += 2.0 + s.birds
    if suit == state.PEAK and s.peaks_draw:
        value -= 1.0
    return value


@rule
def chance_of_none(plays: int, rest: Array, cards: int) -> float:
    """How likely so many cards, of those not seen, have none that can be played as one of these."""
    total, fitting = 0, 0
    for kind in range(KINDS):
        total += rest[kind]
        if plays & codes_of(kind):
            fitting += rest[kind]
    chance = 1.0
    for n in range(cards):
        chance *= max(0.0, (total - fitting - n) / max(1, total - n))
    return chance


@rule
def specialty_value(t: Table, s: State, card: int, held: int, rest: Array) -> float:
    """What the effect of a specialty card is worth to its player, who keeps `held`."""
    seat, others, mine, theirs = s.asked, 0, int(s.hand_size[s.asked]) - 1, 0.0
    stuck = 0.0
    for other in range(t.players):
        if other != seat and s.hand_size[other] > 0:
            others += 1
            theirs += s.hand_size[other]
            if card == state.DROUGHT:
                stuck += chance_of_none(t.follow[state.DROUGHT], rest, int(s.hand_size[other]))
    if card == state.DROUGHT:
        return SQUEEZE * stuck if held & t.follow[state.DROUGHT] else -LAST
    if card == state.SUN:
        return SQUEEZE * chance_of_none(t.follow[state.SUN], rest, int(s.hand_size[next_active(t, s, seat)]))
    if card == state.AVALANCHE:
        return 1.0 * others - 0.3 * int(s.hand[seat, state.PEAK])
    if card == state.EARTHQUAKE:
        return 1.0 * (mine - (theirs + mine) / (others + 1))
    if card == state.POOP:
        return 0.5 * theirs / 8 - 1.5 * int(s.hand[seat, state.BUG])
    if card == state.SPRING:
        return 1.5 * int(s.hand[seat, state.TREE])
    if card == state.WORM:
        return (3.0 if held >> state.BIRD & 1 else 0.0) + 0.5 * s.birds
    return 1.0 if card == state.LOST and others == 1 else 0.0
