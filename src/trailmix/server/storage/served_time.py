"""Served time: the seconds in which a server was there for its people.

Clocks of days are counted in it. It stands still while no server runs, and follows no clock that can be set:
so nobody pays for an outage, and nobody gains days by a restart. It is written down once in a while; what a
crash loses of it is given to whoever is waited for. Of several processes over one database, the one that has
counted furthest is right.
"""

from __future__ import annotations

from trailmix.server.storage.steady_time import Seconds


class ServedTime:
    """Seconds that go by while somebody is served, and go on after a restart from where they stood."""

    def __init__(self, seconds: float, monotonic: Seconds) -> None:
        self._monotonic = monotonic
        self._before = seconds - monotonic()

    def now(self) -> float:
        """Served time now."""
        return self._before + self._monotonic()

    def catch_up(self, seconds: float) -> None:
        """Others have counted so far."""
        self._before = max(self._before, seconds - self._monotonic())
