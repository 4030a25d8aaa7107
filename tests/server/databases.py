"""Databases that tests of the promise of a store run on, one kind after the other."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.sqlite import SqliteStore
from trailmix.server.storage.store import Store
from trailmix.server.storage.stores import store_of

if TYPE_CHECKING:
    from server.postgres import Postgres


class Database(Protocol):
    """An empty database, which stores are opened on again and again."""

    @property
    def name(self) -> str:
        """What a server is told."""

    def store(self, *clocks: Any) -> SqlStore:
        """A store on it, not opened yet."""

    def ask(self, sql: str) -> list[Any]:
        """Ask or change something behind the store's back."""


class File:
    """Of SQLite."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        return str(self.path)

    def store(self, *clocks: Any) -> SqliteStore:
        return SqliteStore(self.path, *clocks)

    def ask(self, sql: str) -> list[Any]:
        with sqlite3.connect(self.path) as db:
            found = db.execute(sql).fetchall()
        db.close()
        return found


class InCluster:
    """Of PostgreSQL."""

    def __init__(self, cluster: Postgres) -> None:
        self.cluster, self.name = cluster, cluster.new()

    def store(self, *clocks: Any) -> SqlStore:
        from trailmix.server.storage.postgres import PostgresStore

        return PostgresStore(self.name, *clocks)

    def ask(self, sql: str) -> list[Any]:
        return self.cluster.ask(self.name, sql)


Do = Callable[[Store], Awaitable[Any]]


def with_store(address: str, do: Do) -> Any:
    """Open a store, do something, close it."""

    async def run() -> Any:
        store = store_of(address)
        await store.open()
        try:
            return await do(store)
        finally:
            await store.close()

    return asyncio.run(run())
