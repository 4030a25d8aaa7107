"""Matches in bulk: one kernel plays them, some at random and some with purpose, and keeps every state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trailmix.engine import verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of
from trailmix.games.hike_dogsled.state import MAX_LEGAL, State


class Played(NamedTuple):
    """Matches one behind the other: every state before a decision, and the last of each match."""

    states: Array
    match: Array
    """The number of the match that a state belongs to."""
    actions: Array
    """What was played in a state, -1 at the end of a match."""
    choices: Array
    """How many actions were legal."""
    broken: Array
    """What the checker of invariants says."""


def play(setup: Setup, room: int, seed: int, purpose: int = 50) -> Played:
    """Play matches until there is no room for another state; `purpose` percent of the actions make sense.

    Those are the actions of rollouts. The same seed, the same matches. The last match may be cut off.
    """
    found = Played(
        np.zeros(room, State.dtype),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
    )
    minds, out = mind_of(str(seed), "random play"), np.zeros(MAX_LEGAL, np.int64)
    _play(setup.table, State.new(), minds, out, purpose, *found)
    return found


@rule
def _play(
    tables: Array,
    now: Array,
    minds: Array,
    out: Array,
    purpose: int,
    states: Array,
    match: Array,
    actions: Array,
    choices: Array,
    broken: Array,
) -> None:
    t, s, mind = tables[0], now[0], minds[0]
    number = -1
    over = True
    for n in range(len(states)):
        if over:
            number += 1
            key = np.array([below(mind, 1 << 31), below(mind, 1 << 31)], np.uint64)
            verbs.deal(t, s, key)
        states[n] = s
        match[n] = number
        choices[n] = verbs.legal(t, s, out)
        broken[n] = verbs.check(t, s)
        over = verbs.actor(t, s) < 0
        if over:
            actions[n] = -1
        else:
            action = out[below(mind, choices[n])]
            if below(mind, 100) < purpose:
                action = verbs.rollout(t, s, mind)
            actions[n] = action
            verbs.apply(t, s, action)
