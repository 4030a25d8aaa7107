"""Limits: so many messages a second, so many connections for each address, counted in bounded memory."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

MOST_KEYS = 10_000
LONGEST_KEY = 64
HOUSEHOLD_BITS = 64
"""A household is given a whole IPv6 network of this prefix, and can send from any address in it."""


def plain_address(text: str) -> IPv4Address | IPv6Address | None:
    """An IP address without its zone, IPv4 as IPv4 even if a socket shows it as IPv6; None if it is none."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def key_of(address: str) -> str:
    """What all limits count an address under: itself, or the IPv6 network that it belongs to."""
    found = plain_address(address)
    if found is None:
        return address[:LONGEST_KEY]
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, HOUSEHOLD_BITS), strict=False))


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


class Tries:
    """So many within so many seconds from each address, and no more until the first is so long ago."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._made: OrderedDict[str, list[float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """One more from this address; False if that is too many."""
        now = time.monotonic()
        made = [at for at in self._made.pop(key, ()) if at > now - self.seconds]
        allowed = len(made) < self.most
        self._made[key] = [*made, now] if allowed else made
        if len(self._made) > MOST_KEYS:
            self._made.popitem(last=False)
        return allowed

    def give_back(self, key: str) -> None:
        """The last one from this address has come to nothing, and does not count."""
        del self._made.get(key, [])[-1:]


class Counts:
    """How much there is of something, such as open connections, in all and of each address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self.most, self.most_per_address = most, most_per_address
        self._of: Counter[str] = Counter()
        self._all = 0

    def add(self, key: str, more: int = 1, *, shared: bool = False) -> bool:
        """So many more; False if that is too many. `shared`: many people use this address."""
        if self._all + more > self.most or (not shared and self._of[key] + more > self.most_per_address):
            return False
        self._of[key] += more
        self._all += more
        return True

    def remove(self, key: str, fewer: int = 1) -> None:
        """So many fewer."""
        self._all -= fewer
        self._of[key] -= fewer
        if not self._of[key]:
            del self._of[key]
