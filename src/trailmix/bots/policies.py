"""The bots that decide at once: random, rollout, greedy.

One kernel decides for all of them, so that a bot at a table and a seat in a simulation play the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine import verbs
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of

POLICIES = ("random", "rollout", "greedy")
RANDOM, ROLLOUT, GREEDY = range(3)


@inlined
def decide(t: Any, s: Any, mind: Any, policy: int, out: Array) -> int:
    """The action that a policy chooses for the seat to decide; `out` has room for the legal actions."""
    if policy == GREEDY:
        return verbs.greedy(t, s, mind)  # type: ignore[no-any-return]
    if policy == ROLLOUT:
        return verbs.rollout(t, s, mind)  # type: ignore[no-any-return]
    return out[below(mind, verbs.legal(t, s, out))]  # type: ignore[no-any-return]


@rule
def choose(tables: Array, states: Array, minds: Array, policy: int, out: Array) -> int:
    """`decide` for callers in Python."""
    return decide(tables[0], states[0], minds[0], policy, out)


def policy_number(name: str) -> int:
    """The number of a policy; BadOption lists those there are."""
    if name not in POLICIES:
        raise BadOption(f"There is no bot called '{name}'. There is: {', '.join(POLICIES)}.")
    return POLICIES.index(name)


class Bot:
    """A player with a policy and whims of its own, the whims coming from a seed."""

    def __init__(self, name: str, seed: str) -> None:
        self.name = name
        self.policy = policy_number(name)
        self.mind = mind_of(seed, f"bot {name}")

    def choose(self, setup: Setup, seen: Array) -> int:
        """An action for the seat to decide, from the redacted state of that seat (`Match.seen_by`)."""
        out = np.zeros(setup.game.max_legal, np.int64)
        return int(choose(setup.table, seen, self.mind, self.policy, out))
