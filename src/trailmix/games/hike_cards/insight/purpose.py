"""A purposeful player: what every action is worth, by the weights in the table record."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.insight import weights
from trailmix.games.hike_cards.insight.chain import longest, take
from trailmix.games.hike_cards.insight.rollout import coverage, held_after
from trailmix.games.hike_cards.insight.weights import LAST
from trailmix.games.hike_cards.rules.cards import codes_of, is_suited, next_active, planting, top_of
from trailmix.games.hike_cards.rules.plays import unseen
from trailmix.games.hike_cards.state import KINDS, NONE, State, Table

FEW = 4  # with more cards in hand than this, a specialty card is kept all the more


@rule
def values(t: Table, s: State, mind: Any, actions: Array, number: int, out: Array) -> None:
    """What each action is worth to a purposeful player who looks one turn ahead."""
    rest, alone = unseen(t, s, s.asked), settled(t, s)
    for n in range(number):
        if alone:
            out[n] = float(chain_value(t, s, actions[n]))
        elif s.decision == state.PLANT:
            out[n] = plant_value(t, s, actions[n])
        elif actions[n] == state.NOTHING:
            out[n] = 0.0
        else:
            out[n] = play_value(t, s, actions[n], rest)


@rule
def settled(t: Table, s: State) -> bool:
    """Is there nobody else in the round? Then the longest chain is found exactly."""
    return bool(t.players - s.n_left == 1)


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
    value = t.weights[weights.PLANTED] * planted + t.weights[weights.COVER] * coverage(t, held)
    if wind:
        value -= t.weights[weights.KEEP_WIND]
    return float(value + (LAST if planted == s.hand_size[s.asked] else 0.0))


@rule
def play_value(t: Table, s: State, action: int, rest: Array) -> float:
    """What a play is worth: what the rest of the hand can answer, and what it does to the others."""
    seat, w = s.asked, t.weights
    left = int(s.hand_size[seat]) - 1
    if left == 0:
        return LAST
    held, kind = held_after(s, seat, action), min(action, state.WIND)
    value = w[weights.COVER] * coverage(t, held)
    value += w[weights.LONGEST] * (int(s.hand[seat, kind]) - 1)
    if kind >= state.SUITS:
        value -= w[weights.KEEP_AVALANCHE + kind - state.SUITS] + w[weights.KEEP_LONGER] * (left - FEW)
    if not is_suited(action):
        return float(value + specialty_value(t, s, action, held, rest))
    suit = top_of(action)
    if held & int(t.follow[suit]):
        value += w[weights.OWN_ANSWER]
    return float(value + suit_value(t, s, suit, rest))


@rule
def suit_value(t: Table, s: State, suit: int, rest: Array) -> float:
    """Does the next player have an answer? Does a Bird bring The Worm?"""
    stuck = chance_of_none(t.follow[suit], rest, int(s.hand_size[next_active(t, s, s.asked)]))
    value = t.weights[weights.SQUEEZE] * stuck
    if suit == state.BIRD and s.worm_by != NONE and s.worm_holder == NONE:
        value += t.weights[weights.CAPTURES] + s.birds
    if suit == state.PEAK and s.peaks_draw:
        value -= 1.0
    return float(value)


@rule
def chance_of_none(plays: int, rest: Array, cards: int) -> float:
    """How likely it is that none of `cards` unseen cards can be played as one of these."""
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
    stuck, w = 0.0, t.weights
    for other in range(t.players):
        if other != seat and s.hand_size[other] > 0:
            others += 1
            theirs += s.hand_size[other]
            if card == state.DROUGHT:
                stuck += chance_of_none(t.follow[state.DROUGHT], rest, int(s.hand_size[other]))
    if card == state.DROUGHT:
        return float(w[weights.DROUGHT] * stuck) if held & t.follow[state.DROUGHT] else -LAST
    if card == state.SUN:
        after = int(s.hand_size[next_active(t, s, seat)])
        return float(w[weights.SUN] * chance_of_none(t.follow[state.SUN], rest, after))
    if card == state.AVALANCHE:
        return float(w[weights.AVALANCHE] * others - 0.3 * int(s.hand[seat, state.PEAK]))
    if card == state.EARTHQUAKE:
        return float(w[weights.EARTHQUAKE] * (mine - (theirs + mine) / (others + 1)))
    if card == state.POOP:
        return float(w[weights.POOP] * theirs / 8 - w[weights.POOP_BUG] * int(s.hand[seat, state.BUG]))
    if card == state.SPRING:
        return float(w[weights.SPRING] * int(s.hand[seat, state.TREE]))
    if card == state.WORM:
        return float((w[weights.WORM] if held >> state.BIRD & 1 else 0.0) + 0.5 * s.birds)
    return 1.0 if card == state.LOST and others == 1 else 0.0
