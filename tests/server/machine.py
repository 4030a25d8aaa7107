"""A machine whose clocks are set by the test, and stores that go by them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from server.databases import Database
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.steady_time import SteadyTime


class Clocks:
    """The clocks of a machine, to be set."""

    def __init__(self, wall: float = 1.8e9) -> None:
        self.wall, self.monotonic = wall, 5000.0

    def passes(self, seconds: float) -> None:
        """Time as it really goes by."""
        self.wall += seconds
        self.monotonic += seconds

    def steady(self, seconds: float = 100.0, accounted: float | None = None) -> SteadyTime:
        then = self.wall if accounted is None else accounted
        return SteadyTime(seconds, then, lambda: self.wall, lambda: self.monotonic)

    def store(self, database: Database) -> SqlStore:
        return database.store(lambda: self.wall, lambda: self.monotonic)


def with_store(database: Database, clocks: Clocks, do: Callable[[SqlStore], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = clocks.store(database)
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())
