"""Perft: how many sequences of actions there are, chance being fixed by the match's key.

The number is a fingerprint of the rules: any change of what is legal or of what an action does shows in it.
Sequences that would go on after the end of a match do not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec
import numpy as np

from trailmix.engine import border, verbs
from trailmix.engine.errors import BadOption
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array

NODES_AT_ONCE = 200_000
"""How many nodes are walked between two looks at the clock and the keyboard."""
LEVEL, NODES = 0, 1


class FirstAction(msgspec.Struct, frozen=True):
    """How many of the sequences begin with an action."""

    action: str
    sequences: int


class Perft(msgspec.Struct, frozen=True):
    """What ``trailmix perft --json`` prints."""

    game: str
    players: int
    seed: str | None
    depth: int
    sequences: int
    nodes: int
    """States made on the way, the last ones included."""
    seconds: float
    nodes_per_s: float
    split: tuple[FirstAction, ...]


@rule
def walk(
    tables: Array,
    states: Array,
    actions: Array,
    legal: Array,
    tried: Array,
    found: Array,
    at: Array,
    nodes: int,
) -> None:
    """Go on with the walk through the tree until `nodes` nodes have been made.

    All that the walk must remember is in its arrays, one row for each level: the state, its legal actions,
    how many they are and how many have been tried. `found` counts sequences by their first action.
    """
    t, depth, level = tables[0], len(tried), at[LEVEL]
    while level >= 0 and at[NODES] < nodes:
        if tried[level] == legal[level]:
            level -= 1
            continue
        action = actions[level, tried[level]]
        tried[level] += 1
        states[level + 1] = states[level]
        verbs.apply(t, states[level + 1], action)
        at[NODES] += 1
        if level + 1 == depth:
            found[tried[0] - 1] += 1
        else:
            level += 1
            legal[level] = verbs.legal(t, states[level], actions[level])
            tried[level] = 0
    at[LEVEL] = level


def perft(
    match: Match,
    *,
    depth: int,
    done: Callable[[int, int], None] = lambda _tried, _first_actions: None,
) -> Perft:
    """Count the sequences of `depth` actions from here on.

    `done` is told how many of the first actions have been begun, and how many there are.
    """
    setup, game = match.setup, match.game
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= game.max_decisions:
        raise BadOption(f"The depth is from 1 to {game.max_decisions} for {game.name}, not {depth!r}.")
    states = np.zeros(depth + 1, game.state.dtype)
    states[0] = match.states[0]
    actions = np.zeros((depth, game.max_legal), np.int64)
    legal, tried, at = np.zeros(depth, np.int64), np.zeros(depth, np.int64), np.zeros(2, np.int64)
    legal[0] = border.legal(setup.table, states[:1], actions[0])
    found = np.zeros(legal[0], np.int64)
    start = time.perf_counter()
    while at[LEVEL] >= 0:
        walk(setup.table, states, actions, legal, tried, found, at, int(at[NODES]) + NODES_AT_ONCE)
        done(int(tried[0]), int(legal[0]))
    seconds = time.perf_counter() - start
    split = tuple(
        FirstAction(game.notation.write(setup, int(action)), int(often))
        for action, often in zip(actions[0], found, strict=False)
    )
    nodes = int(at[NODES])
    return Perft(
        game=game.slug,
        players=setup.players,
        seed=match.seed,
        depth=depth,
        sequences=int(found.sum()),
        nodes=nodes,
        seconds=seconds,
        nodes_per_s=nodes / seconds,
        split=split,
    )
