"""Counts and the estimates made from them, against values worked out elsewhere."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from trailmix.lab.figures import Estimate, bars, count_values, distribution, mean, share


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3: Wilson's score interval.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # Full shares mirror empty ones.
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson_interval(hits: int, n: int, low: float, high: float) -> None:
    found = share(hits, n)
    assert found.value == hits / n
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_mean_and_its_interval() -> None:
    # 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7, half the interval 1.95996 * sqrt(4 / 7).
    found = mean(Counter({2: 1, 4: 3, 5: 2, 7: 1, 9: 1}))
    assert found.value == 5
    assert found.low == pytest.approx(3.518407)
    assert found.high == pytest.approx(6.481593)


def test_one_match_tells_nothing_of_the_spread() -> None:
    assert mean(Counter({7: 1})) == Estimate(7.0, None, None)


def test_distribution() -> None:
    found = distribution(Counter({-3: 1, 0: 4, 1: 3, 10: 2}))
    assert (found.least, found.most) == (-3, 10)
    assert (found.lower_quartile, found.median, found.upper_quartile) == (0, 0, 1)
    assert found.counts == ((-3, 1), (0, 4), (1, 3), (10, 2))


def test_counting_values() -> None:
    assert count_values(np.array([3, -1, 3, 3])) == Counter({3: 3, -1: 1})


def test_bars_are_as_long_as_their_counts() -> None:
    assert bars([(0, 4), (1, 8), (3, 1)], lines=4, width=8) == [
        ("0", "████"),
        ("1", "████████"),
        ("2", ""),
        ("3", "█"),
    ]
    assert bars([(0, 4), (1, 4), (9, 1)], lines=5, width=8) == [
        ("0-1", "████████"),
        ("2-3", ""),
        ("4-5", ""),
        ("6-7", ""),
        ("8-9", "█"),
    ]
    assert bars([(5, 1)], width=2) == [("5", "██")]
