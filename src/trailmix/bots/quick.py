"""The bots that decide at once: random, rollout, greedy.

One kernel decides for all of them, so that a bot at a table and a seat in a simulation play the same.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import numpy as np

from trailmix.bots.bot import Bot, Stop, register
from trailmix.engine import verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.engine.tuning import USUAL as USUAL_WEIGHTS
from trailmix.engine.tuning import weigh

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


class Quick(Bot):
    """A bot that a kernel can ask: simulations never leave compiled code for it."""

    policy: ClassVar[int]

    def table(self, setup: Setup) -> Array:
        """The table record by which the bot plays."""
        return setup.table

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        """An action, found at once: there is nothing to stop."""
        out = np.zeros(setup.game.max_legal, np.int64)
        return int(choose(self.table(setup), seen, mind, self.policy, out))


@register
class Random(Quick):
    """Plays anything that is allowed."""

    name, policy = "random", RANDOM


@register
class Rollout(Quick):
    """Plays fast and sensibly."""

    name, policy = "rollout", ROLLOUT


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of greedy: ``greedy:weights=first`` plays Hike with the first guess at its weights."""

    weights: str = USUAL_WEIGHTS
    """A set of weights in the game's ``bots.toml``, if it has any."""


@register
class Greedy(Quick):
    """Plays what looks best one turn ahead."""

    name, policy, options_type = "greedy", GREEDY, Weighed

    def table(self, setup: Setup) -> Array:
        """The table record with the weights that were chosen."""
        if self.options.weights == USUAL_WEIGHTS:
            return setup.table
        return weigh(setup.table, setup.game.tuning.weights, self.options.weights)
