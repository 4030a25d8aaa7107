"""Which services answer, and what is left alone for a while because it does not.

A service is a scheme, a host and a port: how many addresses it has is up to whoever runs it, so an address
alone says nothing. One that has answered the last time is believed in: if it then fails to answer at one
address, that address alone is left alone, and the service with all that others have there only if it fails
again. A service that answers that it has too much to do has failed, too, and may say for how long.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

LEFT_ALONE_SECONDS = 60.0
"""For so long nothing is sent to what has not answered; twice as long after each further time."""
MOST_DOUBLINGS = 10
LONGEST_WISH = 3600.0
"""A service may wish to be left alone for so many seconds."""
MOST_LEFT_ALONE = 10_000


class Silent:
    """What has not answered; of many, the last."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._times: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """How often in a row, and until when it is left alone."""

    def is_left_alone(self, name: str) -> bool:
        """Is nothing to be sent there for now?"""
        return self._times.get(name, (0, 0.0))[1] > self._monotonic()

    def note(self, name: str, wish: float | None = None) -> None:
        """It has not answered. Of what was on its way to it at the same time the first counts.

        `wish`: for so many seconds it wants to be left alone.
        """
        if self.is_left_alone(name):
            return
        times, _ = self._times.pop(name, (0, 0.0))
        pause = (
            LEFT_ALONE_SECONDS * 2 ** min(times, MOST_DOUBLINGS) if wish is None else min(wish, LONGEST_WISH)
        )
        self._times[name] = (times + 1, self._monotonic() + pause)
        if len(self._times) > MOST_LEFT_ALONE:
            self._times.popitem(last=False)

    def forgive(self, name: str) -> None:
        """It has answered."""
        self._times.pop(name, None)


class Answering:
    """The addresses and services that were tried."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._silent = Silent(monotonic)
        self._believed: OrderedDict[str, None] = OrderedDict()

    def believes(self, service: str) -> bool:
        """Has a service answered the last time?"""
        return service in self._believed

    def leaves_alone(self, endpoint: str, service: str) -> bool:
        """Is nothing to be sent to an address of a service for now?"""
        return self._silent.is_left_alone(endpoint) or self._silent.is_left_alone(service)

    def note(self, endpoint: str, service: str, *, answered: bool, wish: float | None = None) -> None:
        """A message was brought there, or was not taken; `wish`: for how long nothing else should come."""
        was_believed = service in self._believed
        self._believed.pop(service, None)
        if not answered:
            self._silent.note(endpoint, wish)
            if not was_believed:
                self._silent.note(service, wish)
            return
        self._silent.forgive(endpoint)
        self._silent.forgive(service)
        self._believed[service] = None
        if len(self._believed) > MOST_LEFT_ALONE:
            self._believed.popitem(last=False)
