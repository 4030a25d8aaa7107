"""What all stores that speak SQL do alike: everything but opening, running statements and committing."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from trailmix.lab.analysis import Analysis
from trailmix.server.storage import parcels
from trailmix.server.storage.bans import forget_bans, read_bans
from trailmix.server.storage.followers import (
    Follower,
    Found,
    delete_follower,
    delete_old_followers,
    keep_secret,
    read_follower,
    read_followers_of,
    write_follower,
    write_push_ended,
)
from trailmix.server.storage.jobs import Ask, Job, Result, Row, Script
from trailmix.server.storage.served_time import ServedTime
from trailmix.server.storage.sql import (
    EXPIRE,
    INSERT_ENTRY,
    INSERT_TABLE,
    TOUCH,
    analysis_decoder,
    encode,
    entry_decoder,
    proof_of,
    read_table,
    remark_decoder,
    row_of,
    row_of_table,
    write_analysis,
    write_first_people,
    write_people,
    write_snapshot,
    write_time,
)
from trailmix.server.storage.steady_time import Seconds, SteadyTime
from trailmix.server.storage.store import (
    Bans,
    Entry,
    Kept,
    Loaded,
    Opener,
    People,
    Remark,
    Snapshot,
    StoredTable,
)

TOUCH_EVERY = 600.0
MOST_TOUCHED = 10_000


class SqlStore(ABC):
    """Tables in a database."""

    time: SteadyTime
    served: ServedTime
    is_shared = False
    incarnation = 0
    opener: Opener | None = None
    when_outdated: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, wall: Seconds, monotonic: Seconds) -> None:
        self._clocks = (wall, monotonic)
        self._touched: dict[str, float] = {}
        """When it was last written down for each table that it is in use, by the monotonic clock."""

    @abstractmethod
    async def open(self) -> None:
        """Make ready; StoreError says why not."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written and let go."""

    @abstractmethod
    def submit(self, job: Job | Row) -> asyncio.Future[None]:
        """Have a job run in the next transaction; done when that is on disk."""

    @abstractmethod
    async def read(self, script: Callable[[], Script[Result]], *, one_moment: bool = False) -> Result:
        """Run statements that change nothing; all of them see the database as it is at one moment, or not."""

    # --- holding: where there is one process, it holds everything

    async def hold(self, table_id: str) -> bool:
        """Hold a table."""
        return True

    def let_go(self, table_id: str) -> None:  # noqa: B027 - there are no others
        """Let others have a table."""

    async def tell_changed(self, table_id: str) -> None:  # noqa: B027
        """Whoever holds a table reads it anew."""

    # --- writing

    async def create(self, table: StoredTable, people: People, entry: Entry | None = None) -> None:
        """A new table, and the first entry of its log if it starts at once."""

        def script() -> Script[None]:
            yield INSERT_TABLE, row_of_table(table, people, self.time.now())
            yield from write_first_people(table.id, people)
            if entry is not None:
                yield INSERT_ENTRY, row_of(table.id, entry)

        proof: Ask = ("SELECT 1 FROM tables WHERE id = ? AND document = ?", (table.id, encode(table)))
        await self.submit(Job(script, proof))

    def append(
        self, table_id: str, entry: Entry, snapshot: Snapshot | None, people: People | None
    ) -> asyncio.Future[None]:
        """The next entry of a table's log."""
        row = row_of(table_id, entry)
        touch = self._should_touch(table_id) or people is not None
        if snapshot is None and people is None and not touch:
            return self.submit(row)

        def script() -> Script[None]:
            yield INSERT_ENTRY, row
            if snapshot is not None:
                yield from write_snapshot(table_id, snapshot)
            if people is not None:
                yield from write_people(table_id, people)
            if touch:
                yield TOUCH, (self.time.now(), table_id)

        return self.submit(Job(script, proof_of(row)))

    def _should_touch(self, table_id: str) -> bool:
        """Not at every move: tables expire by the day."""
        now = self._clocks[1]()
        if now - self._touched.get(table_id, -TOUCH_EVERY) < TOUCH_EVERY:
            return False
        if len(self._touched) > MOST_TOUCHED:
            self._touched.clear()
        self._touched[table_id] = now
        return True

    async def touch(self, table_ids: Iterable[str]) -> None:
        """Tables that are in use are not old."""
        due = [table_id for table_id in table_ids if self._should_touch(table_id)]
        if due:
            await self.submit(Job(partial(self._touch, due)))

    def _touch(self, table_ids: list[str]) -> Script[None]:
        yield "UPDATE tables SET touched = ? WHERE id {among}", (self.time.now(), table_ids)

    async def seat(self, table_id: str, people: People) -> None:
        """The next revision of a table's people."""

        def script() -> Script[None]:
            yield from write_people(table_id, people)
            yield TOUCH, (self.time.now(), table_id)

        proof: Ask = (
            "SELECT 1 FROM people WHERE table_id = ? AND revision = ? AND document = ?",
            (table_id, people.revision, encode(people)),
        )
        await self.submit(Job(script, proof))

    async def say(self, table_id: str, remark: Remark) -> None:
        """The next remark at a table."""
        document = encode(remark)

        def script() -> Script[None]:
            row = (table_id, remark.number, remark.client_id, document)
            yield "INSERT INTO remarks VALUES (?, ?, ?, ?)", row

        proof: Ask = (
            "SELECT 1 FROM remarks WHERE table_id = ? AND number = ? AND document = ?",
            (table_id, remark.number, document),
        )
        await self.submit(Job(script, proof))

    async def keep_analysis(self, table_id: str, analysis: Analysis) -> None:
        """The analysis of a match, in the place of an older one."""
        await self.submit(Job(partial(write_analysis, table_id, encode(analysis))))

    # --- followers

    async def holding_tokens(self, token_hashes: list[str]) -> list[str]:
        """The tokens that belong to a chair."""

        def script() -> Script[list[str]]:
            sql = "SELECT hash FROM tokens WHERE hash {among} ORDER BY hash"
            return [row[0] for row in (yield sql, (token_hashes,))]

        return await self.read(script)

    async def keep_follower(self, key: str, follower: Follower) -> None:
        """A browser, in the place of what was kept of it."""
        await self.submit(Job(lambda: write_follower(key, follower, self.time.now())))

    async def follower(self, key: str) -> Follower | None:
        """A browser by its fingerprint."""
        return await self.read(partial(read_follower, key))

    async def followers_of(self, token_hash: str) -> list[Found]:
        """The browsers that want to hear of a chair."""
        return await self.read(partial(read_followers_of, token_hash))

    async def end_push(self, key: str, endpoint: str) -> None:
        """Keep a browser without its push address, if it is still this one."""
        await self.submit(Job(partial(write_push_ended, key, endpoint)))

    async def forget_follower(self, key: str) -> bool:
        """Keep nothing of a browser."""
        gone = list[str]()
        await self.submit(Job(partial(delete_follower, key, gone)))
        return bool(gone)

    async def forget_old_followers(self, age: float) -> None:
        """Keep nothing of browsers that were not here for long."""
        await self.submit(Job(lambda: delete_old_followers(self.time.now() - age)))

    async def secret(self, name: str, made: bytes) -> bytes:
        """What was kept first under a name."""
        kept = list[bytes]()
        await self.submit(Job(partial(keep_secret, name, made, kept)))
        return kept[0]

    # --- time

    def served_seconds(self) -> float:
        """The served time now."""
        return self.served.now()

    async def leave_parcel(self, place: str, proof: str, sealed: str, seconds: float, most: int) -> bool:
        """Keep a parcel for another browser for so long."""
        now, kept = self.time.now(), list[bool]()

        def script() -> Script[None]:
            parcel = parcels.KeptParcel(place, proof, sealed, now + seconds)
            kept[:] = [(yield from parcels.leave(parcel, now, most))]

        written: Ask = ("SELECT 1 FROM parcels WHERE place = ? AND proof = ?", (place, proof))
        await self.submit(Job(script, written))
        return kept == [True]

    async def fetch_parcel(self, place: str, proof: str, most_guesses: int) -> str | None:
        """Give a parcel out, once."""
        now, found = self.time.now(), list[str | None]()

        def script() -> Script[None]:
            found[:] = [(yield from parcels.fetch(place, proof, now, most_guesses))]

        await self.submit(Job(script))
        return found[0]

    async def throw_parcels_away(self) -> None:
        """Forget parcels that nobody has fetched in time."""
        await self.submit(Job(partial(parcels.throw_away, self.time.now())))

    async def bans(self) -> Bans:
        """The addresses that are not served now."""
        return await self.read(read_bans)

    async def forget_bans(self) -> None:
        """Delete what is kept of bans that have ended."""
        await self.submit(Job(forget_bans))

    async def note_time(self) -> None:
        """Write down the steady and the served time."""
        await self.submit(Job(partial(write_time, self.time, self.served)))

    async def expire(
        self, ages: Mapping[Kept, float], most: int, spared: Callable[[], Collection[str]]
    ) -> list[str]:
        """Delete some old tables."""
        gone: list[str] = []

        def script() -> Script[None]:
            gone.clear()
            now, kept = self.time.now(), list(spared())
            for kept_how, age in ages.items():
                found = yield EXPIRE, (kept_how, now - age, kept, now - age, most - len(gone))
                gone.extend(row[0] for row in found)

        await self.submit(Job(script))
        return gone

    # --- reading

    async def load(self, table_id: str) -> Loaded | None:
        """A table with its last snapshot and what came after it."""
        return await self.read(partial(read_table, table_id), one_moment=True)

    async def log(self, table_id: str, since: int, limit: int) -> list[Entry]:
        """The entries after a number."""

        def script() -> Script[list[Entry]]:
            sql = "SELECT document FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?"
            return [entry_decoder.decode(row[0]) for row in (yield sql, (table_id, since, limit))]

        return await self.read(script)

    async def was_said(self, table_id: str, client_id: str) -> bool:
        """Is there a remark with a client's id?"""

        def script() -> Script[bool]:
            sql = "SELECT 1 FROM remarks WHERE table_id = ? AND client_id = ?"
            return bool((yield sql, (table_id, client_id)))

        return await self.read(script)

    async def remarks(self, table_id: str, since: int, limit: int) -> list[Remark]:
        """The last remarks after a number."""

        def script() -> Script[list[Remark]]:
            sql = (
                "SELECT document FROM remarks WHERE table_id = ? AND number > ? ORDER BY number DESC LIMIT ?"
            )
            found = yield sql, (table_id, since, limit)
            return [remark_decoder.decode(row[0]) for row in reversed(found)]

        return await self.read(script)

    async def analysis(self, table_id: str) -> Analysis | None:
        """The analysis of a match."""

        def script() -> Script[Analysis | None]:
            found = yield "SELECT document FROM analyses WHERE table_id = ?", (table_id,)
            return analysis_decoder.decode(found[0][0]) if found else None

        return await self.read(script)

    async def listed(self, limit: int) -> list[str]:
        """Public tables, those that wait first."""

        def script() -> Script[list[str]]:
            sql = (
                "SELECT id FROM tables WHERE public = 1 AND status != 'over'"
                " ORDER BY status DESC, touched DESC LIMIT ?"
            )
            return [row[0] for row in (yield sql, (limit,))]

        return await self.read(script)

    async def holding(self, token_hashes: list[str]) -> list[tuple[str, int]]:
        """The chairs behind tokens."""

        def script() -> Script[list[tuple[str, int]]]:
            sql = "SELECT table_id, chair FROM tokens WHERE hash {among} ORDER BY table_id, chair"
            return [(row[0], row[1]) for row in (yield sql, (token_hashes,))]

        return await self.read(script)
