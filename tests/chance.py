"""Is a thing as random as the rules say? Pearson's chi-square with fixed seeds: no test here can flicker."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trailmix.engine.record import Array

CRITICAL = {
    1: 10.83,
    2: 13.82,
    3: 16.27,
    4: 18.47,
    5: 20.52,
    17: 40.79,
    23: 49.73,
    37: 69.35,
    44: 78.75,
}
"""By degrees of freedom: a fair chance exceeds this once in a thousand times."""


def chi_square(seen: Sequence[int], weights: Sequence[int] | None = None) -> float:
    """How far the numbers seen are from the ones expected (equal ones, or in proportion to the weights)."""
    shares = weights or [1] * len(seen)
    assert len(shares) == len(seen)
    expected = [sum(seen) * share / sum(shares) for share in shares]
    assert min(expected) >= 5, "too few cases to judge"
    return sum((found - wanted) ** 2 / wanted for found, wanted in zip(seen, expected, strict=True))


def is_fair(seen: Sequence[int], weights: Sequence[int] | None = None) -> bool:
    """Can these numbers come from a fair chance?"""
    return chi_square(seen, weights) < CRITICAL[len(seen) - 1]


def differ(first: Array, second: Array) -> bool:
    """Do two samples of the same size come from different chances? Values that are rare are taken together.

    By chance alone that is said once in some million times: for tests that compare very many samples.
    """
    values, of_each = np.unique(np.concatenate([first, second]), return_inverse=True)
    counts = np.stack([np.bincount(half, minlength=len(values)) for half in np.split(of_each, 2)])
    rare = counts.sum(axis=0) < 20
    counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    counts = counts[:, counts.sum(axis=0) > 0]
    freedom = counts.shape[1] - 1
    if freedom == 0:
        return False
    square = ((counts[0] - counts[1]) ** 2 / counts.sum(axis=0)).sum()
    # Wilson and Hilferty: the cube root of a chi-square is nearly normal.
    spread = 2 / (9 * freedom)
    return bool(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 > 5)
