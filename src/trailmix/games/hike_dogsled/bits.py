"""Sets as the bits of one number: huskies of a hand, slots of a sled."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.state import SLOTS

PRIME = 67
"""The powers of two below 2**66 all leave different remainders."""
_EXPONENTS: Any = np.zeros(PRIME, np.int64)
for _n in range(63):
    _EXPONENTS[(1 << _n) % PRIME] = _n
EXPONENTS: Array = _EXPONENTS

SIZES: Array = np.array([bits.bit_count() for bits in range(1 << SLOTS)], np.int64)
"""How many slots a set has."""
MEMBERS: Array = np.array(
    [
        [*(n for n in range(SLOTS) if bits >> n & 1), *[0] * (SLOTS - bits.bit_count())]
        for bits in range(1 << SLOTS)
    ],
    np.int8,
)
"""The slots of a set in ascending order."""


@inlined
def lowest(bits: int) -> int:
    """The smallest number of a set that is not empty."""
    return EXPONENTS[(bits & -bits) % PRIME]  # type: ignore[no-any-return]


@rule
def size(bits: int) -> int:
    """How many numbers a set has."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@inlined
def has_many(bits: int) -> bool:
    """Has a set more than one number?"""
    return bits & (bits - 1) != 0


@inlined
def put_slots(out: Array, n: int, first: int, slots: int) -> int:
    """Write an action for each slot of a set, `first` being that for slot 0; returns n with their number."""
    for k in range(SIZES[slots]):
        out[n + k] = first + int(MEMBERS[slots, k])
    return n + SIZES[slots]  # type: ignore[no-any-return]
