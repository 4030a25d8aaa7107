"""The longest chain: what the last ACTIVE player can get rid of, playing on their own cards (HC-PLAY-11).

Nothing is left to chance then but what Peaks draw, so the best order of the cards can be searched for. What
an order is worth is counted in tenths of a card.
"""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import codes_in, is_suited, planting, top_of
from trailmix.games.hike_cards.state import KINDS, NOTHING, WIND, Table

CARD, PLANTED, WORM_BIRD = 10, 11, 1  # tenths: a card played, a card planted, a Bird for one's own Worm
MOST_STEPS = 20_000
"""About a millisecond; `docs/benchmarks.md` says how large a hand is searched to the end in it."""


@rule
def longest(t: Table, hand: Array, top: int, spring: bool, peaks_draw: bool, worm: bool) -> int:
    """The most that can be made of a hand on this top, or by planting first. `worm`: do Birds count?

    It walks through all orders of play, taking like cards for one, and leaves out what cannot be better.
    """
    cards = hand.sum()
    hands = np.empty((cards + 3, KINDS), np.int64)
    walk = np.empty((cards + 3, 4), np.int64)  # options not yet tried, cards left, gain, do Peaks draw?
    hands[0] = hand
    walk[0] = (options(t, hand, top, spring), cards, 0, int(peaks_draw))
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
        top = state.SPRING if action >= NOTHING else top_of(action)
        draws |= action == state.AVALANCHE
        walk[depth, 0] = options(t, hands[depth], top, action == state.SPRING)
        walk[depth, 1] = hands[depth].sum()
        walk[depth, 2] = gain + gained
        walk[depth, 3] = draws
    return best


@rule
def options(t: Table, hand: Array, top: int, spring: bool) -> int:
    """What can be done with a hand, as bits by action."""
    if not spring:
        return codes_in(hand) & int(t.follow[top])
    found = 0
    for number in range(hand[state.TREE] + 1):
        found |= 1 << NOTHING + number
        if hand[WIND] > 0:
            found |= 1 << state.PLANT_WIND + number
    return found


@rule
def take(hand: Array, action: int, peaks_draw: int, worm: bool) -> int:
    """Take out of a hand what an action takes; returns what that is worth."""
    if action >= NOTHING:
        trees, wind = planting(action)
        hand[state.TREE] -= trees
        hand[WIND] -= wind
        return PLANTED * (trees + wind)
    hand[min(action, WIND)] -= 1
    if action == state.POOP:
        hand[state.BUG] = 0  # left over, but out of the way
    if not is_suited(action):
        return CARD
    if top_of(action) == state.PEAK and peaks_draw:
        return 0  # another card comes for it
    return CARD + (WORM_BIRD if worm and top_of(action) == state.BIRD else 0)
