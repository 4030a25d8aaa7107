"""What a table shows: to everyone, and to each chair what it may know."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

import msgspec

from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.engine.words import letter, seat_number
from trailmix.server.clocks import Clock
from trailmix.server.protocol import (
    ChairInfo,
    Chat,
    ClockInfo,
    Happening,
    LogEntry,
    TableChanged,
    TableInfo,
    View,
)
from trailmix.server.refusals import No
from trailmix.server.store import Entry, People, Remark, StoredChair, StoredTable
from trailmix.server.tokens import fits

if TYPE_CHECKING:
    from trailmix.server.tables import Tables

encode = msgspec.json.encode
NOTHING = msgspec.Raw(b"null")


class Viewer(Protocol):
    """Somebody who looks at a table, holding some chairs or none."""

    chairs: tuple[int, ...]
    language: str
    hears_chat: bool
    """Is what is said at the table for them?"""

    def tell(self, message: bytes, about: str) -> None:
        """Send without waiting; of messages about the same thing only the newest matters."""

    def hang_up(self, no: No) -> None:
        """Close the connection after a sentence."""


class Shown:
    """The part of a table that is looked at. `trailmix.server.table.Table` is the part that plays."""

    tables: Tables
    stored: StoredTable
    people: People
    setup: Setup
    commitment: str
    match: Match | None
    clock: Clock
    seq: int
    """The number of the last entry of the log, -1 before the start."""
    mover: int | None
    """The chair whose decision it is."""
    viewers: set[Viewer]
    recent: deque[Entry]
    undone: set[int]
    agreed: dict[int, set[int]]
    timed_out: set[int]
    gone_since: dict[int, float]
    opened: float
    _waiters: set[asyncio.Future[None]]

    # --- who is who

    @property
    def id(self) -> str:
        """The table's name."""
        return self.stored.id

    def chair_of(self, seat: int) -> int:
        """The chair that has a seat."""
        return (self.people.first + seat) % self.stored.players

    def seat_of(self, chair: int) -> int:
        """The seat of a chair, once the match has started."""
        return (chair - self.people.first) % self.stored.players

    def chairs_of(self, tokens: Iterable[str]) -> tuple[int, ...]:
        """The chairs that tokens hold."""
        kept = [chair.token_hash for chair in self.people.chairs]
        return tuple(sorted({n for token in tokens for n, hashed in enumerate(kept) if fits(token, hashed)}))

    def chair(self, token: str | None) -> int:
        """The one chair of a token; No if it has none here."""
        held = self.chairs_of([token] if token else [])
        if not held:
            raise No("no_such_token.no_chair")
        return held[0]

    def present(self, chair: int) -> bool:
        """Is somebody connected who holds the chair?"""
        return any(chair in viewer.chairs for viewer in self.viewers)

    def is_gone(self, chair: int) -> bool:
        """Has somebody left, or been away for longer than a lost connection takes to mend?"""
        if self.people.chairs[chair].left:
            return True
        away = time.monotonic() - self.gone_since.get(chair, self.opened)
        return not self.present(chair) and away > self.tables.config.gone_seconds

    # --- what is shown

    def info(self) -> TableInfo:
        """What everyone may know of the table."""
        stored, people, started = self.stored, self.people, self.match is not None
        return TableInfo(
            table=stored.id,
            revision=people.revision,
            status=people.status,
            game=stored.game,
            game_name=self.setup.game.name,
            rules_version=stored.rules_version,
            players=stored.players,
            options=stored.options,
            privacy=stored.privacy,
            chairs=[self._chair_info(n, chair, started) for n, chair in enumerate(people.chairs)],
            host=people.host,
            seq=max(self.seq, 0),
            clock=self._clock_info(),
            commitment=self.commitment,
            chat_muted=people.chat_muted,
            watching=sum(not viewer.chairs for viewer in self.viewers),
            big_paws=None if self.clock.big_paws is None else self.chair_of(self.clock.big_paws),
            rematch=people.rematch,
        )

    def _chair_info(self, n: int, chair: StoredChair, started: bool) -> ChairInfo:
        return ChairInfo(
            kind=chair.kind,
            name=chair.name,
            level=chair.level,
            seat=letter(self.seat_of(n)) if started else None,
            present=chair.kind == "bot" or self.present(n),
            stand_in=chair.stand_in,
            agreed=sorted(self.agreed.get(n, ())),
            timed_out=n in self.timed_out,
            thinking_ms=int(self.clock.waited[self.seat_of(n)] * 1000),
        )

    def _clock_info(self) -> ClockInfo:
        left = [self.clock.left(self.seat_of(n)) for n in range(self.stored.players)]
        running = None if self.clock.running is None else self.chair_of(self.clock.running)
        return ClockInfo(
            kind=self.stored.clock.kind,
            left_ms=[None if seconds is None else int(seconds * 1000) for seconds in left],
            running=running,
        )

    def view(self, chair: int | None, log: list[LogEntry], language: str) -> View:
        """What a chair (None: an onlooker) may know of the match now."""
        match = self._started()
        seat = None if chair is None else self.seat_of(chair)
        return View(
            seq=self.seq,
            seat=None if seat is None else letter(seat),
            view=msgspec.Raw(match.public_json()),
            own=NOTHING if seat is None else msgspec.Raw(match.own_json(seat)),
            prompt=match.prompt(language),
            legal=match.legal() if seat is not None and chair == self.mover else [],
            log=log,
            may_undo=seat is not None and seat == match.last_actor and match.why_no_undo(seat) is None,
        )

    def told(self, entry: Entry, chair: int | None, language: str, plain: LogEntry | None = None) -> LogEntry:
        """An entry of the log as a chair may know it; once the match is over, everything.

        `plain` is what onlookers are told, if that has been put into words already.
        """
        seat = SPECTATOR if chair is None else self.seat_of(chair)
        over = self.people.status == "over"
        secret = not over and entry.seat != seat and any(event.conceals for event in entry.events)
        return LogEntry(
            seq=entry.seq,
            kind=entry.kind,
            seat=None if entry.seat is None else letter(entry.seat),
            actions=[] if secret else list(entry.actions),
            events=[
                plain.events[n]
                if plain is not None and not event.secret
                else self._happening(event if over else event.seen_by(seat), language)
                for n, event in enumerate(entry.events)
            ],
            undone=entry.seq in self.undone,
            at=entry.at,
        )

    def _happening(self, event: Event, language: str) -> Happening:
        text = self._started().say(event.message, language)
        return Happening(kind=event.kind, seat=event.seat, values=event.values, text=text)

    async def log(self, chair: int | None, since: int, language: str, limit: int = 200) -> list[LogEntry]:
        """The log after an entry, as a chair may know it."""
        if self.recent and since >= self.recent[0].seq - 1:
            found = [entry for entry in self.recent if entry.seq > since][:limit]
        else:
            found = await self.tables.store.log(self.id, since, limit)
            # What came in while reading belongs to it: a view is made after its log.
            for entry in self.recent:
                if found and len(found) < limit and entry.seq == found[-1].seq + 1:
                    found.append(entry)
        return [self.told(entry, chair, language) for entry in found]

    async def changed(self, seq: int, timeout: float) -> None:
        """Wait until the table has gone beyond entry `seq`, or so many seconds."""
        deadline = time.monotonic() + timeout
        while self.seq <= seq and not self.tables.stopping and (left := deadline - time.monotonic()) > 0:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.add(waiter)
            try:
                await asyncio.wait_for(waiter, left)
            except TimeoutError:
                return
            finally:
                self._waiters.discard(waiter)

    def _wake_waiters(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def tell_people(self) -> None:
        """Everyone hears that people came or went, or that the table got further."""
        if self.viewers:
            message = encode(TableChanged(table=self.info()))
            for viewer in self.viewers:
                viewer.tell(message, "table")
        self._wake_waiters()

    def _tell_entry(self, entry: Entry) -> None:
        """Everyone hears what happened, as far as the own chairs may know it; who sees alike shares bytes."""
        made: dict[tuple[int | None, str], bytes] = {}
        plain: dict[str, LogEntry] = {}
        knowing = {self.chair_of(seat_number(e.seat)) for e in entry.events if e.secret and e.seat}
        for viewer in self.viewers:
            language = viewer.language
            if language not in plain:
                plain[language] = self.told(entry, None, language)
            for chair in viewer.chairs or (None,):
                if (chair, language) not in made:
                    log = plain[language]
                    if chair in knowing:
                        log = self.told(entry, chair, language, log)
                    made[chair, language] = encode(self.view(chair, [log], language))
                viewer.tell(made[chair, language], f"view {chair}")
        self._wake_waiters()

    def _started(self) -> Match:
        if self.match is None:
            raise No("not_now.not_started")
        return self.match


def chat_of(remark: Remark) -> Chat:
    """A remark as it is sent."""
    return Chat(number=remark.number, chair=remark.chair, name=remark.name, text=remark.text, at=remark.at)
