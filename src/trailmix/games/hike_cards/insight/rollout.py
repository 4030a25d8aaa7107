"""A fast, sensible player, for playing matches to their end."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.rng import below
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import codes_of
from trailmix.games.hike_cards.rules.play import legal
from trailmix.games.hike_cards.state import State, Table

SUITED = (1 << state.SUITS) - 1


@rule
def coverage(t: Table, held: int) -> int:
    """How many of the seven suits on top the suited cards of a hand can answer."""
    covered = 0
    for top in range(state.SUITS):
        covered += held & SUITED & t.follow[top] != 0
    return covered


@rule
def held_after(s: State, seat: int, code: int) -> int:
    """What the rest of the hand can be played as."""
    kind = min(code, state.WIND)
    held = int(s.held[seat])
    if s.hand[seat, kind] == 1:
        held &= ~codes_of(kind)
    return held


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action: a suit that leaves the best coverage, specialty cards only if it must."""
    actions = np.empty(state.MAX_LEGAL, np.int64)
    n = legal(t, s, actions)
    if n == 1 or s.decision in (state.PLANT, state.BIRD_ASKED):
        return int(actions[n - 1] if s.decision == state.PLANT else actions[0])
    best, most = actions[0], -1
    for action in actions[:n]:
        value = 16 * coverage(t, held_after(s, s.asked, action)) + below(mind, 16)
        if action < state.SUITS:
            value += 256
        elif action in (state.DROUGHT, state.SUN):
            value += 128 * (s.held[s.asked] >> (state.LAKE if action == state.DROUGHT else state.LIGHT) & 1)
        if value > most:
            best, most = action, value
    return int(best)
