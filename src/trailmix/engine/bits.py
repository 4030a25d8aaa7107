"""Sets of small numbers as the bits of one number: cards of a hand, cells of a grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array

PRIME = 67
"""The powers of two below 2**66 all leave different remainders."""
_EXPONENTS: Any = np.zeros(PRIME, np.int64)
for _n in range(63):
    _EXPONENTS[(1 << _n) % PRIME] = _n
EXPONENTS: Array = _EXPONENTS


@inlined
def lowest(bits: int) -> int:
    """The smallest number of a set that is not empty."""
    return EXPONENTS[(bits & -bits) % PRIME]  # type: ignore[no-any-return]


@rule
def size(bits: int) -> int:
    """How many numbers are in a set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@inlined
def has_many(bits: int) -> bool:
    """Does a set have more than one number?"""
    return bits & (bits - 1) != 0


@rule
def put_members(out: Array, n: int, first: int, bits: int) -> int:
    """Write each number of a set, plus `first`, from place `n` on; returns the place after the last."""
    while bits:
        out[n] = first + lowest(bits)
        bits &= bits - 1
        n += 1
    return n
