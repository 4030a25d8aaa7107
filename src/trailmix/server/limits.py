"""Limits: so many messages a second, so many connections an address. What they count is itself bounded."""

from __future__ import annotations

import time
from collections import OrderedDict

MOST_KEYS = 10_000


class Bucket:
    """So many a second on average, twice as many in a burst."""

    __slots__ = ("_at", "_left", "rate")

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._left = 2.0 * rate
        self._at = time.monotonic()

    def take(self) -> bool:
        """One more; False if that is too many."""
        now = time.monotonic()
        self._left = min(2.0 * self.rate, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True


class Buckets:
    """A bucket for each address; the one unused for longest makes room."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """One more from this address; False if that is too many."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate)
            if len(self._buckets) > MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take()
