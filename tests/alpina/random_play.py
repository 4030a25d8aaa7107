"""Random matches in bulk: one kernel plays them and keeps every state they went through."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from alpina.helpers import setup
from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of
from trailmix.games.alpina.state import MAX_LEGAL, State

DECISIONS = 48


class Played(NamedTuple):
    """Matches side by side: match number first, then the number of the decision."""

    states: Array
    """(matches, 49): before every decision, and the end."""
    actions: Array
    """(matches, 48)"""
    choices: Array
    """(matches, 49): how many actions were legal."""
    actors: Array
    """(matches, 49)"""
    broken: Array
    """(matches, 49): what the checker of invariants says."""


def play(players: int, matches: int, seed: int, tables: Array | None = None) -> Played:
    """Play matches at random, with the shipped deck or on another table. The same seed, the same matches."""
    found = Played(
        np.zeros((matches, DECISIONS + 1), State.dtype),
        np.zeros((matches, DECISIONS), np.int64),
        np.zeros((matches, DECISIONS + 1), np.int64),
        np.zeros((matches, DECISIONS + 1), np.int64),
        np.zeros((matches, DECISIONS + 1), np.int64),
    )
    mind, out = mind_of(str(seed), "random play"), np.zeros(MAX_LEGAL, np.int64)
    _play(setup(players).table if tables is None else tables, State.new(), mind, out, *found)
    return found


@rule
def _play(
    tables: Array,
    now: Array,
    minds: Array,
    out: Array,
    states: Array,
    actions: Array,
    choices: Array,
    actors: Array,
    broken: Array,
) -> None:
    t, s, mind = tables[0], now[0], minds[0]
    for match in range(len(states)):
        key = np.array([below(mind, 1 << 31), below(mind, 1 << 31)], np.uint64)
        verbs.deal(t, s, key)
        for number in range(DECISIONS + 1):
            states[match, number] = s
            n = verbs.legal(t, s, out)
            choices[match, number] = n
            actors[match, number] = verbs.actor(t, s)
            broken[match, number] = verbs.check(t, s)
            if number < DECISIONS:
                action = out[below(mind, n)]
                actions[match, number] = action
                verbs.apply(t, s, action)
