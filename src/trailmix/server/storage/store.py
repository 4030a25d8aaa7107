"""What is kept of tables, and the promise of whoever keeps it.

The log is the truth: a table's state is what its entries give when they are played again; everything in
memory is a cache. An entry has a number, and adding it fails with `Conflict` if the number is taken: that is
the lock which keeps two writers (two requests, two processes) apart. When a call that writes returns, what it
wrote survives a crash of the machine. What is stored of one table and cannot be read is refused as `damaged`
to whoever asks for it, and leaves the others alone.

`sqlite.SqliteStore` is the store that needs nothing installed, `postgres.PostgresStore` the one for a
database; another is another class of this shape (`sql_store.SqlStore` if it speaks SQL).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

import msgspec

from trailmix.engine.events import Event
from trailmix.lab.analysis import Analysis
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.storage.followers import Follower, Found

REMEMBERED_IDS = 200
"""So many of the last ids of a seat are known at a table, so that a resend is not played twice."""


Kept = Literal["waiting", "running", "over", "passing"]
"""How long a table is kept is said by its status, or by its being a passing one."""


class StoredTable(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table."""

    id: str
    created: float
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    data: str | None
    seed: str
    salt: str
    privacy: Literal["public", "private"]
    invite_hash: str
    clock: ClockWish
    start: str | None = None
    """The position that the match begins with, if it is not dealt from the seed."""
    passing: bool = False
    """Is it for a moment only, such as a step of a lesson? Then it is not kept for long."""


class StoredChair(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits on a chair."""

    kind: Literal["human", "bot", "open"] = "open"
    name: str | None = None
    level: str | None = None
    token_hash: str | None = None
    stand_in: str | None = None
    stood_in: tuple[float, ...] = ()
    """When a bot began to play for its owner, when that ended, when it began again ..."""
    left: bool = False
    colour: str | None = None
    course: str | None = None
    """As chosen by whoever sits there."""


class People(msgspec.Struct, frozen=True, kw_only=True):
    """The people of a table at one revision, and how far it has got."""

    revision: int
    status: Literal["waiting", "running", "over"]
    chairs: tuple[StoredChair, ...]
    host: int
    first: int = 0
    """The chair that got seat A."""
    chat_muted: bool = False
    rematch: str | None = None


def kept_as(table: StoredTable, people: People) -> Kept:
    """How a table is kept."""
    return "passing" if table.passing else people.status


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log, with all that happened in it."""

    seq: int
    kind: Literal["start", "move", "undo"]
    seat: int | None = None
    client_id: str | None = None
    actions: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    took_ms: int = 0
    """How long the seat was waited for."""
    at: float
    secret: bool = False
    """Nobody but the seat may know that there is such an entry."""
    served: float | None = None
    """The `served_time` since when whoever is to move after it is waited for, if the clock counts that: when
    it happened, or when the move began that it is a part of."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The state after an entry, so that opening a long match need not play all of it again."""

    seq: int
    state: bytes


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """Something said at the table."""

    number: int
    chair: int
    name: str
    text: str
    client_id: str
    at: float


class Wait(NamedTuple):
    """How long a seat was waited for before an entry of the log."""

    seq: int
    seat: int
    took_ms: int
    kind: str
    secret: int
    """1 if only the seat knows of it."""


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is opened, a new one by default: the last snapshot, if any, and the entries after it."""

    table: StoredTable
    people: People
    snapshot: Snapshot | None = None
    entries: tuple[Entry, ...] = ()
    recent_ids: dict[tuple[int, str], int] = {}
    """The seats and clients' ids of late entries and their numbers, so that a resend is known."""
    waits: tuple[Wait, ...] = ()
    """Of every entry by somebody."""
    waits_since: float | None = None
    """The served time of the last entry that everybody knows of, if it was noted."""
    last_remark: int = 0


class Opener(Protocol):
    """Whoever opens tables, and is told what other processes over the same store do."""

    def lose_all(self) -> None:
        """Nothing that was held is held any more."""

    def be_asked_for(self, table_id: str) -> None:
        """Another process is asked for a table, which this one may hold."""

    def read_anew(self, table_id: str) -> None:
        """Another process has changed a table, which this one may hold."""


class Bans(NamedTuple):
    """The addresses that are not served now, as hashes under a key, and for how many seconds more."""

    key: bytes
    left: dict[str, float]


class Store(Protocol):
    """The promise."""

    is_shared: bool
    """May several processes use it at once? Then a table is held by one of them at a time."""
    incarnation: int
    """Another number means that all that was held before is lost."""
    opener: Opener | None
    when_outdated: Callable[[], None]
    """Is told when a newer version has changed the schema: nothing more can be written here."""

    async def open(self) -> None:
        """Make ready; StoreError says why not."""

    async def close(self) -> None:
        """Finish what is being written and let go."""

    async def create(self, table: StoredTable, people: People, entry: Entry | None = None) -> None:
        """A new table, and the first entry of its log if it starts at once; Conflict if its id is taken."""

    async def hold(self, table_id: str) -> bool:
        """Hold a table, to open it; False if another process that is alive holds it and does not let go."""

    def let_go(self, table_id: str) -> None:
        """Let other processes hold a table; what was written before is written."""

    async def tell_changed(self, table_id: str) -> None:
        """A table was changed by a process that does not hold it: whoever does reads it anew."""

    async def load(self, table_id: str) -> Loaded | None:
        """A table, None if there is none."""

    def append(
        self, table_id: str, entry: Entry, snapshot: Snapshot | None, people: People | None
    ) -> Awaitable[None]:
        """Add an entry to the log, with the people as it leaves them; Conflict if a number is taken."""

    async def seat(self, table_id: str, people: People) -> None:
        """A new revision of a table's people; Conflict if its number is taken."""

    async def log(self, table_id: str, since: int, limit: int) -> list[Entry]:
        """The entries after number `since`."""

    async def say(self, table_id: str, remark: Remark) -> None:
        """Keep a remark; Conflict if its number or its client's id is taken."""

    async def was_said(self, table_id: str, client_id: str) -> bool:
        """Is there a remark with a client's id?"""

    async def remarks(self, table_id: str, since: int, limit: int) -> list[Remark]:
        """The last remarks after number `since`."""

    async def keep_analysis(self, table_id: str, analysis: Analysis) -> None:
        """Keep the analysis of a match, in the place of an older one; Conflict if there is no such table."""

    async def analysis(self, table_id: str) -> Analysis | None:
        """The analysis of a match, None if there is none."""

    async def listed(self, limit: int) -> list[str]:
        """The public tables that can be joined or watched, newest first."""

    async def holding(self, token_hashes: list[str]) -> list[tuple[str, int]]:
        """The tables and chairs that tokens belong to."""

    async def holding_tokens(self, token_hashes: list[str]) -> list[str]:
        """Those of the tokens that belong to a chair."""

    async def keep_follower(self, key: str, follower: Follower) -> None:
        """Keep a browser that wants to hear of its turns, in the place of what was kept of it."""

    async def follower(self, key: str) -> Follower | None:
        """A browser that wants to hear of its turns, None if it is not known."""

    async def followers_of(self, token_hash: str) -> list[Found]:
        """The browsers that want to hear of a chair."""

    async def end_push(self, key: str, endpoint: str) -> None:
        """Keep a browser without its push address; nothing is changed if it has another one by now."""

    async def forget_follower(self, key: str) -> bool:
        """Keep nothing of a browser; False if nothing was kept."""

    async def forget_old_followers(self, age: float) -> None:
        """Keep nothing of browsers that were not here for so many seconds."""

    async def secret(self, name: str, made: bytes) -> bytes:
        """Something that is kept for all processes: what was made first."""

    def served_seconds(self) -> float:
        """The `served_time` now."""

    async def leave_parcel(self, place: str, proof: str, sealed: str, seconds: float, most: int) -> bool:
        """Keep a parcel (`parcels`) for so long; Conflict if its place is taken, False beyond `most`."""

    async def fetch_parcel(self, place: str, proof: str, most_guesses: int) -> str | None:
        """Give a parcel out, once; None if there is none, it is too old, or the proof is wrong.

        After so many wrong proofs it is thrown away.
        """

    async def throw_parcels_away(self) -> None:
        """Forget parcels that nobody has fetched in time."""

    async def bans(self) -> Bans:
        """The addresses that are not served now."""

    async def forget_bans(self) -> None:
        """Delete what is kept of bans that have ended."""

    async def note_time(self) -> None:
        """Write down the steady and the served time; StoreError if nothing can be written."""

    async def touch(self, table_ids: Iterable[str]) -> None:
        """These tables are in use now."""

    async def expire(
        self, ages: Mapping[Kept, float], most: int, spared: Callable[[], Collection[str]]
    ) -> list[str]:
        """Delete some tables that nobody has touched for so many seconds, by how they are kept; their ids.

        The seconds are those of `steady_time`; at a running table the time that its clock allows comes on
        top. Tables in `spared` are kept however old they are, and at most `most` are deleted, because others
        wait for the transaction.
        """
