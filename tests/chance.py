"""Is a thing as random as the rules say? Pearson's chi-square with fixed seeds: no test here can flicker."""

from __future__ import annotations

from collections.abc import Sequence

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
