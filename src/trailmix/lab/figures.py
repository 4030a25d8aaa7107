"""What many matches add up to: counts, folded as they come, and the estimates made from them.

Everything that is folded is a whole number, so the sums are exact and do not depend on who counted what.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec
import numpy as np

from trailmix.engine.record import Array

Z_95 = 1.959963984540054
"""95 % of a normal distribution lies within this many standard deviations of the mean."""


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % interval; without one if there is too little to tell."""

    value: float
    low: float | None
    high: float | None


class Distribution(msgspec.Struct, frozen=True):
    """How often a number came up: quantiles, mean, and the count of each value."""

    least: int
    lower_quartile: int
    median: int
    upper_quartile: int
    most: int
    mean: Estimate
    counts: tuple[tuple[int, int], ...]
    """(value, how often), ascending."""


def share(hits: int, n: int) -> Estimate:
    """A share with Wilson's interval, which holds for few trials and for shares near 0 and 1, too."""
    p, z2 = hits / n, Z_95 * Z_95
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    reach = Z_95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    return Estimate(p, max(0.0, middle - reach), min(1.0, middle + reach))


def mean(counts: Counter[int]) -> Estimate:
    """The mean of what was counted, with the interval of the central limit theorem."""
    n = counts.total()
    total = sum(value * often for value, often in counts.items())
    if n == 1:
        return Estimate(float(total), None, None)
    squares = sum(value * value * often for value, often in counts.items())
    variance = (n * squares - total * total) / (n * (n - 1))
    reach = Z_95 * math.sqrt(variance / n)
    return Estimate(total / n, total / n - reach, total / n + reach)


def distribution(counts: Counter[int]) -> Distribution:
    """The distribution of what was counted."""
    n, values = counts.total(), sorted(counts)

    def quantile(part: float) -> int:
        """The smallest value that at least this part of all does not exceed."""
        wanted, seen = max(1, math.ceil(part * n)), 0
        for value in values:
            seen += counts[value]
            if seen >= wanted:
                return value
        raise AssertionError("The counts add up to less than their total.")

    return Distribution(
        least=values[0],
        lower_quartile=quantile(0.25),
        median=quantile(0.5),
        upper_quartile=quantile(0.75),
        most=values[-1],
        mean=mean(counts),
        counts=tuple((value, counts[value]) for value in values),
    )


def count_values(numbers: Array) -> Counter[int]:
    """How often each whole number stands in an array."""
    values, often = np.unique(numbers, return_counts=True)
    return Counter(dict(zip(values.tolist(), often.tolist(), strict=True)))


def bars(counts: Iterable[tuple[int, int]], *, lines: int = 12, width: int = 40) -> list[tuple[str, str]]:
    """A histogram for a terminal: what each line counts, and its bar."""
    counted = list(counts)
    least, most = counted[0][0], counted[-1][0]
    step = -(-(most - least + 1) // lines)
    bins = [0] * ((most - least) // step + 1)
    for value, often in counted:
        bins[(value - least) // step] += often
    eighths = " ▏▎▍▌▋▊▉"
    drawn = []
    for number, often in enumerate(bins):
        low = least + number * step
        full, rest = divmod(round(often * width * 8 / max(bins)), 8)
        label = str(low) if step == 1 else f"{low}-{low + step - 1}"
        drawn.append((label, ("█" * full + eighths[rest]).rstrip()))
    return drawn
