"""What a good player of Alpina looks at."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.rng import below
from trailmix.games.alpina.rules import legal
from trailmix.games.alpina.state import MAX_LEGAL, State, Table


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action."""
    out = np.zeros(MAX_LEGAL, np.int64)
    return int(out[below(mind, legal(t, s, out))])


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """What a purposeful player does who looks one turn ahead."""
    return rollout(t, s, mind)
