"""The tables that are open here: coming into memory from the store, leaving it, and who holds them.

Where several processes share a store, a table is opened only by the one that holds it. Whoever is asked for a
table that another one holds asks that one to let go, which it does unless it has just begun; so a table comes
to where the balancer brings its people.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, cast

from trailmix.engine.errors import TrailmixError, UnknownGame
from trailmix.engine.game import Game, find, slugs
from trailmix.server.config import Config
from trailmix.server.messages.refusals import No, damaged
from trailmix.server.metrics import Metrics
from trailmix.server.security.heavy import HeavyWork
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.store import Loaded, Store
from trailmix.server.tables.bringing import setup_with
from trailmix.server.tables.glances import Glance, glance_at
from trailmix.server.tables.loading import Loading
from trailmix.server.tables.remembered import Remembered
from trailmix.server.tables.table import Table

if TYPE_CHECKING:
    from trailmix.server.tables.tables import Tables

SETTLED_SECONDS = 2.0
"""So long a table stays where it is, however often another process is asked for it."""
LET_GO_SECONDS = 1.0
"""So long a server that stops waits for what is being written."""
ADVICE = "a table is held by another process: the balancer should hash on the id in /api/tables/ID"
ADVISE_EVERY = 10.0
log = logging.getLogger("trailmix.tables")


class OpenTables:
    """The tables in memory."""

    def __init__(self, store: Store, config: Config, metrics: Metrics) -> None:
        self.store = store
        self.config = config
        self.metrics = metrics
        self.loading = Loading()
        self.heavy = HeavyWork(config.heavy_per_address)
        self.stopping = False
        self._open: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._glanced: Remembered[Glance] = Remembered()
        """Of tables that are not open here."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._advised = -ADVISE_EVERY
        store.opener = self

    # --- opening

    def game(self, name: str) -> Game:
        """A game by its name; No if there is none."""
        try:
            return find(name)
        except UnknownGame:
            raise No("no_such_game.unknown", game=name, games=slugs()) from None

    async def get(self, table_id: str) -> Table:
        """A table, opened from the store if it is not in memory; No if there is none. Creates nothing."""
        table = self._open.get(table_id)
        if table is not None:
            return table
        self.check_going_on()
        async with self._opening[table_id]:
            table = self._open.get(table_id)
            if table is None:
                table = await self._open_held(table_id)
        if table is None:
            self._opening.pop(table_id, None)  # several may have asked at once
            raise No("no_such_table.gone")
        return table

    async def _open_held(self, table_id: str) -> Table | None:
        """Hold a table and open it. If that fails, it is let go of: nobody else could have it."""
        incarnation = self.store.incarnation
        await self._hold(table_id)
        try:
            table = await self._load(table_id)
            if table is not None and (self.store.incarnation != incarnation or self.stopping):
                table.close()
                raise No("stopping.reopened")
        except BaseException:
            self.store.let_go(table_id)
            raise
        if table is not None:
            self._open[table_id] = table
            self.metrics.tables.set(len(self._open))
        return table

    def check_going_on(self) -> None:
        """No if the server is about to stop: it opens and makes no more tables."""
        if self.stopping:
            raise No("stopping.server")

    async def _hold(self, table_id: str) -> None:
        """Hold a table; No if another process does not let go of it."""
        try:
            if await self.store.hold(table_id):
                return
        except StoreError as error:
            log.error("the store failed", extra={"why": str(error)})
            raise No("stopping.no_store") from None
        now = time.monotonic()
        if now - self._advised >= ADVISE_EVERY:
            self._advised = now
            log.warning(ADVICE, extra={"table": table_id})
        raise No("stopping.elsewhere")

    async def _load(self, table_id: str, *, asleep: bool = False) -> Table | None:
        """A table from the store."""
        loaded = await self.store.load(table_id)
        if loaded is None:
            return None
        if loaded.table.game not in slugs():
            raise No("damaged.no_game", game=loaded.table.game)
        await self.loading.open(loaded.table.game)
        await self._prepare(loaded)
        return self._set_up(loaded, asleep=asleep)

    async def _prepare(self, loaded: Loaded) -> None:
        """Read the data and the options of a table: for large ones that takes long, and is kept then."""
        stored, people = loaded.table, loaded.people
        game = self.game(stored.game)
        with contextlib.suppress(TrailmixError):  # which setting the table up will meet again
            await self.heavy.run(stored.id, lambda: setup_with(game, stored, people.chairs, people.first))

    def _set_up(self, loaded: Loaded, *, asleep: bool = False) -> Table:
        try:
            return Table(cast("Tables", self), loaded, asleep=asleep)
        except TrailmixError as error:
            log.error("a table cannot be opened", extra={"table": loaded.table.id})
            raise damaged(error) from None

    async def glance(self, table_id: str) -> Glance:
        """A table as everyone may know it."""
        if self._is_only_here(table_id):
            return await glance_at(await self.get(table_id))
        seen = self._glanced.get(table_id)
        return seen or self._glanced.keep(table_id, await glance_at(await self._asleep(table_id)))

    async def seen(self, table_id: str) -> Table:
        """A table to be looked at only: if others may have it open, it stays with them."""
        return await (self.get(table_id) if self._is_only_here(table_id) else self._asleep(table_id))

    def _is_only_here(self, table_id: str) -> bool:
        """Does nobody lose a table by its being open here?"""
        return table_id in self._open or not self.store.is_shared

    async def _asleep(self, table_id: str) -> Table:
        """A table as it is stored, at which nothing goes on; No if there is none."""
        table = await self._load(table_id, asleep=True)
        if table is None:
            raise No("no_such_table.gone")
        return table

    @contextlib.asynccontextmanager
    async def borrowed(self, table_id: str) -> AsyncIterator[Table]:
        """A table to be changed from another one, wherever it is open: whoever holds it reads it anew."""
        if self._is_only_here(table_id):
            yield await self.get(table_id)
            return
        table = await self._asleep(table_id)
        before = table.people
        yield table
        if table.people is not before:
            await self.store.tell_changed(table_id)

    # --- leaving

    def in_memory(self) -> list[Table]:
        """The tables that need not be read from the store."""
        return list(self._open.values())

    def stop_waiting(self) -> None:
        """Whoever waits for something to happen at a table is answered now; none is opened any more."""
        self.stopping = True
        for table in self._open.values():
            table.tell_people()

    def forget(self, table: Table) -> None:
        """Drop a table from memory; whoever asks for it next, here or elsewhere, reads it anew."""
        if self._open.get(table.id) is table:
            del self._open[table.id]
            self._opening.pop(table.id, None)
            self.store.let_go(table.id)
        table.close()
        for viewer in list(table.viewers):
            viewer.hang_up(No("stopping.reopened"))
        self.metrics.tables.set(len(self._open))

    def put_away(self, table: Table) -> None:
        """Drop a finished table that nobody looks at any more."""
        if table.people.status == "over" and not table.viewers and not table.lock.locked():
            self.forget(table)

    async def _forget_soon(self, table: Table) -> None:
        """Drop a table when nothing is being written at it."""
        async with table.lock:
            self.forget(table)

    async def let_all_go(self) -> None:
        """Drop every table, so that other processes can go on with them."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LET_GO_SECONDS):
                await asyncio.gather(*(self._forget_soon(table) for table in self.in_memory()))

    # --- what other processes do

    def lose_all(self) -> None:
        """Others hold what this process held."""
        for table in self.in_memory():
            self.forget(table)

    def be_asked_for(self, table_id: str) -> None:
        """Let another process have a table, unless it has only just come here."""
        table = self._open.get(table_id)
        if table is not None and time.monotonic() - table.opened >= SETTLED_SECONDS:
            log.info("a table goes to another process", extra={"table": table_id})
            self._task(self._forget_soon(table), "letting go")

    def read_anew(self, table_id: str) -> None:
        """Another process has changed a table."""
        self._glanced.forget(table_id)
        if table_id in self._open or table_id in self._opening:
            self._task(self._read_anew(table_id), "reading anew")

    async def _read_anew(self, table_id: str) -> None:
        async with self._opening[table_id]:  # if it is being opened, that may have been too early
            table = self._open.get(table_id)
        if table is not None:
            await self._forget_soon(table)

    # --- work that nobody waits for

    def _task(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a task failed", exc_info=error, extra={"task": task.get_name()})
