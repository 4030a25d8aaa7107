"""Work that takes a processor for long: done beside the event loop, one piece at a time, so much for each.

Reading somebody's deck or course, playing a long match again: a tenth of a second and more. In the event loop
everybody would wait for it, and a hundred at once are one second's requests of one address.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from trailmix.server.messages.refusals import No

Result = TypeVar("Result")


class HeavyWork:
    """What is being worked on, and who waits for it."""

    def __init__(self, most_waiting: int) -> None:
        self._most_waiting = most_waiting
        self._turn = asyncio.Semaphore(1)
        self._waiting: Counter[str] = Counter()
        """How much each address has asked for that is not done."""
        self._made: dict[str, asyncio.Future[Any]] = {}
        """What never changes, or is being made, by its name."""

    async def run(self, address: str, work: Callable[[], Result]) -> Result:
        """Do something in a thread when its turn comes; No if its address has asked for too much already."""
        if self._waiting[address] >= self._most_waiting:
            raise No("too_many.heavy")
        self._waiting[address] += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def once(self, name: str, make: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """Make what never changes once, at nobody's expense; whoever asks meanwhile waits for it, too."""
        if name not in self._made:
            self._made[name] = making = asyncio.ensure_future(make())
            making.add_done_callback(
                lambda made: self._made.pop(name) if made.cancelled() or made.exception() else None
            )
        made: Result = await asyncio.shield(self._made[name])
        return made
