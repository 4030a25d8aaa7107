"""Sets of slots as bits, with what there is to know of each set looked up."""

import numpy as np

from trailmix.engine.kernels import inlined
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.state import SLOTS

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
def put_slots(out: Array, n: int, first: int, slots: int) -> int:
    """Write an action for each slot of a set, `first` being that for slot 0; returns the new n."""
    for k in range(SIZES[slots]):
        out[n + k] = first + int(MEMBERS[slots, k])
    return n + SIZES[slots]  # type: ignore[no-any-return]
