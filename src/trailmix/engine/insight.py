"""Defaults for what a search asks of a game, for games that do not answer it themselves.

A game's insight says what each action seems worth (`values`; `greedy` plays the best of them), what a
position is worth to each seat (`evaluate`), where a play-out may end (`horizon`), and which decisions need
no play-outs (`settled`, `exact`). A game has `values` or `greedy`; the other one and everything else have
defaults.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below

MOST_LEGAL = 2048
"""Actions that can be legal at once in a game whose `greedy` follows from its `values`."""
MOST_PARTS = 6
"""Parts that the evaluation of a position can have."""
POINTS = ("points",)
"""The parts of an evaluation that is nothing but the score."""
EQUAL = 1e-9
"""Values that differ by no more are equal."""


@rule
def best_value(t: Any, s: Any, mind: Any) -> int:
    """`greedy` for a game with `values`: the best of them; equals are drawn by lot."""
    actions, out = np.empty(MOST_LEGAL, np.int64), np.empty(MOST_LEGAL)
    number = verbs.legal(t, s, actions)
    verbs.values(t, s, mind, actions, number, out)
    best, most, equals = 0, out[0], 1
    for n in range(1, number):
        if out[n] > most + EQUAL:
            best, most, equals = n, out[n], 1
        elif out[n] > most - EQUAL:
            equals += 1
            if below(mind, equals) == 0:
                best = n
    return int(actions[best])


@rule
def greedy_alone(t: Any, s: Any, mind: Any, actions: Array, number: int, out: Array) -> None:
    """`values` for a game with `greedy`: 1 for what it plays, 0 for everything else."""
    best = verbs.greedy(t, s, mind)
    for n in range(number):
        out[n] = 1.0 if actions[n] == best else 0.0


@rule
def points_alone(t: Any, s: Any, out: Array) -> None:
    """`evaluate` by the score as it is now."""
    points = np.zeros(len(out), np.int64)
    verbs.score(t, s, points)
    for seat in range(t.players):
        out[seat, 0] = points[seat]


@rule
def whole_match(_t: Any, _s: Any) -> int:
    """`horizon` of a game that has no parts."""
    return 0


@rule
def nothing_settled(_t: Any, _s: Any) -> bool:
    """`settled` of a game in which there is always something to search for."""
    return False
