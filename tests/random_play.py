"""Matches in bulk, of any game: one kernel plays them and keeps every state that they went through."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trailmix.engine import verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of


class Played(NamedTuple):
    """Matches one behind the other: every state before a decision, and the last of each match."""

    states: Array
    match: Array
    """The number of the match that a state belongs to."""
    actions: Array
    """What was played in a state, -1 at the end of a match."""
    choices: Array
    """How many actions were legal."""
    actors: Array
    """Whose decision it was, -1 at the end of a match."""
    broken: Array
    """What the checker of invariants says."""


def play(setup: Setup, room: int, seed: int | str, purpose: int = 50) -> Played:
    """Play matches until there is no room for another state; `purpose` percent of the actions make sense.

    Those are the actions of rollouts. The same seed, the same matches. The last match may be cut off.
    """
    states = np.zeros(room, setup.game.state.dtype)
    found = Played(states, *(np.zeros(room, np.int64) for _ in Played._fields[1:]))
    mind, out = mind_of(str(seed), "random play"), np.zeros(setup.game.max_legal, np.int64)
    _play(setup.table, setup.game.state.new(), mind, out, purpose, *found)
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
    actors: Array,
    broken: Array,
) -> None:
    t, s, mind = tables[0], now[0], minds[0]
    number = -1
    seat = -1
    for n in range(len(states)):
        if seat < 0:
            number += 1
            key = np.array([below(mind, 1 << 31), below(mind, 1 << 31)], np.uint64)
            verbs.deal(t, s, key)
        seat = verbs.actor(t, s)
        states[n] = s
        match[n] = number
        choices[n] = verbs.legal(t, s, out)
        actors[n] = seat
        broken[n] = verbs.check(t, s)
        actions[n] = -1
        if seat >= 0:
            action = out[below(mind, choices[n])]
            if below(mind, 100) < purpose:
                action = verbs.rollout(t, s, mind)
            actions[n] = action
            verbs.apply(t, s, action)
