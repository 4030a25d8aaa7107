"""The longest chain: what the last ACTIVE player can get rid of, playing on their own cards (HC-PLAY-11).

Nothing is left to chance then but what Peaks draw, so the best order of the cards can be searched for. What
an order is worth is counted in tenths of a card.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards.cards import is_suited, suit_of
from trailmix.games.hike_cards.state import (
    AVALANCHE,
    BIRD,
    BUG,
    KINDS,
    NOTHING,
    PEAK,
    PLANT_WIND,
    POOP,
    SPRING,
    TREE,
    WIND,
    WIND_CODES,
    Table,
)

CARD, PLANTED, WORM_BIRD = 10, 11, 1  # tenths: a card played, a card planted, a Bird for the own Worm
MOST_STEPS = 20_000
"""About a millisecond; `docs/benchmarks.md` says how large a hand is searched to the end in it."""


@rule
def longest(t: Table, hand: Array, top: int, planting: bool, peaks_draw: bool, worm: bool) -> int:
    """The most that can be made of a hand on this top, or by planting first. `worm`: do Birds count?

    A walk through all orders of play, identical cards being one, that leaves out what cannot be better.
    """
    cards = hand.sum()
    hands = np.empty((cards + 3, KINDS), np.int64)
    walk = np.empty((cards + 3, 4), np.int64)  # options not yet tried, cards left, gain, do Peaks draw?
    hands[0] = hand
    walk[0] = (options(t, hand, top, planting), cards, 0, int(peaks_draw))
    depth, best, steps = 0, 0, 0
    while depth >= 0 and steps < MOST_STEPS:
        open_options, left, gain, draws = walk[depth]
        best = max(best, gain)
        if open_options == 0 or gain + left * PLANTED <= best:
            depth -= 1
            continue
        action = 0
        while not open_options >> action & 1:
            action += 1
        walk[depth, 0] &= open_options - 1
        depth += 1
        steps += 1
        hands[depth] = hands[depth - 1]
        gained = take(hands[depth], action, draws, worm)
        top = suit_of(action) if is_suited(action) else action
        draws |= action == AVALANCHE
        if action >= NOTHING:
            top = SPRING
        walk[depth, 0] = options(t, hands[depth], top, action == SPRING)
        walk[depth, 1] = hands[depth].sum()
        walk[depth, 2] = gain + gained
        walk[depth, 3] = draws
    return best


@rule
def options(t: Table, hand: Array, top: int, planting: bool) -> int:
    """What can be done with a hand, as bits by action."""
    found = 0
    if planting:
        for number in range(hand[TREE] + 1):
            found |= 1 << NOTHING + number
            if hand[WIND] > 0:
                found |= 1 << PLANT_WIND + number
        return found
    for kind in range(KINDS):
        if hand[kind] > 0:
            found |= WIND_CODES if kind == WIND else 1 << kind
    return found & int(t.follow[top])


@rule
def take(hand: Array, action: int, peaks_draw: int, worm: bool) -> int:
    """Take out of a hand what an action takes; returns what that is worth."""
    if action >= NOTHING:
        wind = int(action >= PLANT_WIND)
        trees = action - (PLANT_WIND if wind else NOTHING)
        hand[TREE] -= trees
        hand[WIND] -= wind
        return PLANTED * (trees + wind)
    hand[min(action, WIND)] -= 1
    if action == POOP:
        hand[BUG] = 0  # left over, but out of the way
    if not is_suited(action):
        return CARD
    if suit_of(action) == PEAK and peaks_draw:
        return 0  # another card comes for it
    return CARD + (WORM_BIRD if worm and suit_of(action) == BIRD else 0)
