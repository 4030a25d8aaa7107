"""What a table shows: to everyone, and to each chair what it may know."""

from __future__ import annotations

import asyncio
import functools
import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from trailmix.engine.events import Event, told_to
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.engine.words import letter
from trailmix.server.messages.clocks import ClockInfo
from trailmix.server.messages.protocol import (
    ChairInfo,
    Chat,
    Happening,
    LogEntry,
    TableChanged,
    TableInfo,
    View,
)
from trailmix.server.messages.refusals import No
from trailmix.server.security.tokens import fits
from trailmix.server.storage.store import Entry, People, Remark, StoredChair, StoredTable
from trailmix.server.tables.clocks import Clock, is_of_days
from trailmix.server.tables.colours import worn
from trailmix.server.tables.numbering import Numbering

if TYPE_CHECKING:
    from trailmix.server.tables.tables import Tables

encode = msgspec.json.encode
NOTHING = msgspec.Raw(b"null")


class Reader(NamedTuple):
    """Who reads: as which chair (None: an onlooker), holding which chairs in all, in which language."""

    chair: int | None
    chairs: tuple[int, ...]
    language: str

    @classmethod
    def holding(cls, chair: int | None, language: str) -> Reader:
        """Somebody with one chair, or an onlooker."""
        return cls(chair, () if chair is None else (chair,), language)

    @classmethod
    def each_of(cls, chairs: tuple[int, ...], language: str) -> list[Reader]:
        """Somebody who reads as each of several chairs, or as an onlooker."""
        return [cls(chair, chairs, language) for chair in chairs or (None,)]


class Viewer(Protocol):
    """Somebody who looks at a table, holding some chairs or none."""

    chairs: tuple[int, ...]
    language: str
    hears_chat: bool
    """May they read what is said at the table?"""

    def tell(self, message: bytes, about: str) -> None:
        """Send without waiting; of messages about the same thing only the newest matters."""

    def hang_up(self, no: No) -> None:
        """Close the connection after a sentence."""


class VisibleTable:
    """The part of a table that is looked at. `trailmix.server.tables.table.Table` is the part that plays."""

    tables: Tables
    stored: StoredTable
    people: People
    setup: Setup
    commitment: str
    colours: tuple[str, ...]
    brings_courses: bool
    match: Match | None
    clock: Clock
    seq: int
    """The number of the last entry of the log, -1 before the start."""
    numbering: Numbering
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
    _fixed: dict[str, bytes]

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

    def number(self, chairs: Iterable[int], seq: int | None = None) -> int:
        """The number of the last entry (or of entry `seq`) for whoever holds these chairs."""
        return self.numbering.number(self._seats(chairs), self.seq if seq is None else seq)

    def _seats(self, chairs: Iterable[int]) -> set[int]:
        return {self.seat_of(chair) for chair in chairs}

    def present(self, chair: int) -> bool:
        """Is somebody connected who holds the chair?"""
        return any(chair in viewer.chairs for viewer in self.viewers)

    def is_gone(self, chair: int) -> bool:
        """Has somebody left, or been away for longer than a lost connection takes to mend?"""
        if self.people.chairs[chair].left:
            return True
        away = time.monotonic() - self.gone_since.get(chair, self.opened)
        return not self.present(chair) and away > self.tables.config.gone_seconds

    def may_be_replaced(self, chair: int) -> bool:
        """May the others let a bot play for somebody? With a clock of days, being away is no reason."""
        if chair in self.timed_out or self.people.chairs[chair].left:
            return True
        return not is_of_days(self.stored.clock) and self.is_gone(chair)

    # --- what may be seen

    def info(self) -> TableInfo:
        """What everyone who may read what is said may know of the table."""
        stored, people, started = self.stored, self.people, self.match is not None
        holder = self.clock.badge_holder
        badge = None if holder is None else self.chair_of(holder)
        colours = worn(people.chairs, self.colours)
        return TableInfo(
            table=stored.id,
            revision=people.revision,
            status=people.status,
            game=stored.game,
            game_name=self.setup.game.name,
            rules_version=stored.rules_version,
            players=stored.players,
            options=msgspec.to_builtins(self.setup.options),
            privacy=stored.privacy,
            chairs=[self._chair_info(n, chair, colours[n], started) for n, chair in enumerate(people.chairs)],
            host=people.host,
            seq=max(self.number(()), 0),
            clock=self._clock_info(),
            commitment=self.commitment,
            chat_muted=people.chat_muted,
            watching=sum(not viewer.chairs for viewer in self.viewers),
            badge=badge,
            big_paws=badge,
            rematch=people.rematch,
            brings_courses=self.brings_courses,
            colours=list(self.colours),
        )

    def info_for(self, hears: bool) -> TableInfo:
        """The same for somebody who may read what is said, or not.

        Who may not learns of no other table: strangers do not follow the people of a private one.
        """
        info = self.info()
        return info if hears else msgspec.structs.replace(info, rematch=None)

    def _chair_info(self, n: int, chair: StoredChair, colour: str | None, started: bool) -> ChairInfo:
        return ChairInfo(
            kind=chair.kind,
            name=chair.name,
            level=chair.level,
            seat=letter(self.seat_of(n)) if started else None,
            present=chair.kind == "bot" or self.present(n),
            stand_in=chair.stand_in,
            stood_in=list(chair.stood_in),
            agreed=sorted(self.agreed.get(n, ())),
            timed_out=n in self.timed_out,
            thinking_ms=int(self.clock.waited[self.seat_of(n)] * 1000),
            course=chair.course,
            colour=colour,
        )

    def _clock_info(self) -> ClockInfo:
        left = [self.clock.left(self.seat_of(n)) for n in range(self.stored.players)]
        running = None if self.clock.running is None else self.chair_of(self.clock.running)
        wish = self.stored.clock
        return ClockInfo(
            kind=wish.kind,
            seconds=0.0 if wish.kind == "none" else wish.seconds,
            increment=wish.increment if wish.kind == "bank" else 0.0,
            of_days=is_of_days(wish),
            left_ms=[None if seconds is None else int(seconds * 1000) for seconds in left],
            running=running,
        )

    def view(self, reader: Reader, log: list[LogEntry]) -> View:
        """What somebody may know of the match now."""
        match, chair = self._started(), reader.chair
        seat = None if chair is None else self.seat_of(chair)
        return View(
            seq=self.number(reader.chairs),
            seat=None if seat is None else letter(seat),
            view=msgspec.Raw(match.public_json()),
            own=NOTHING if seat is None else msgspec.Raw(match.own_json(seat)),
            prompt=match.prompt(reader.language),
            legal=match.legal() if seat is not None and chair == self.mover else [],
            log=log,
            may_undo=seat is not None and seat == match.last_actor and match.why_no_undo(seat) is None,
            scores=final_scores(match),
        )

    async def fixed(self, language: str) -> bytes:
        """What never changes in the match, as it is sent; made once for each language."""
        match = self._started()
        if language not in self._fixed:
            work = functools.partial(match.table_json, language)
            self._fixed[language] = await self.tables.heavy.run(self.id, work)
        return self._fixed[language]

    def told(self, entry: Entry, reader: Reader, plain: LogEntry | None = None) -> LogEntry:
        """An entry of the log as somebody may know it; once the match is over, everything.

        `plain` is what onlookers are told, if that has been put into words already.
        """
        seat = SPECTATOR if reader.chair is None else self.seat_of(reader.chair)
        over = self.people.status == "over"
        conceals = not over and entry.seat != seat and any(event.conceals for event in entry.events)
        known = entry.events if over else told_to(seat, entry.events)
        said = plain.events if plain is not None and len(plain.events) == len(entry.events) else None
        return LogEntry(
            seq=self.number(reader.chairs, entry.seq),
            kind=entry.kind,
            seat=None if entry.seat is None else letter(entry.seat),
            actions=[] if conceals else list(entry.actions),
            events=[
                said[n]
                if said is not None and not event.secret
                else self._happening(known[n], reader.language)
                for n, event in enumerate(entry.events if said is not None else known)
            ],
            undone=entry.seq in self.undone,
            at=entry.at,
        )

    def _happening(self, event: Event, language: str) -> Happening:
        try:
            text = self._started().say(event.message, language)
        except (LookupError, TypeError, ValueError) as error:  # no event of this game
            raise No("damaged.unreadable", why=f"its log tells of {event.kind}, {error}") from None
        return Happening(kind=event.kind, seat=event.seat, values=event.values, text=text)

    async def log(self, reader: Reader, since: int, limit: int = 200) -> list[LogEntry]:
        """The log after the entry that somebody knows as `since`, as far as they may know it."""
        seats = self._seats(reader.chairs)
        after, found = self.numbering.seq(seats, since), list[LogEntry]()
        while len(found) < limit and (entries := await self.entries(after, limit)):
            found += [self.told(e, reader) for e in entries if self.numbering.knows(seats, e.seq)]
            after = entries[-1].seq
        return found[:limit]

    async def entries(self, since: int, limit: int) -> list[Entry]:
        """The entries after one, secret or not."""
        if self.recent and since >= self.recent[0].seq - 1:
            return [entry for entry in self.recent if entry.seq > since][:limit]
        found = await self.tables.store.log(self.id, since, limit)
        # What came in while reading belongs to it: a view is made after its log.
        for entry in self.recent:
            if found and len(found) < limit and entry.seq == found[-1].seq + 1:
                found.append(entry)
        return found

    async def changed(self, reader: Reader, seq: int, timeout: float) -> None:
        """Wait until there is more than the entry that somebody knows as `seq`, or for so many seconds."""
        deadline = time.monotonic() + timeout
        while (
            self.number(reader.chairs) <= seq
            and not self.tables.stopping
            and (left := deadline - time.monotonic()) > 0
        ):
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
        """Everyone hears that people came or went, or that the match has gone on."""
        told: dict[bool, bytes] = {}
        for viewer in self.viewers:
            hears = viewer.hears_chat
            if hears not in told:
                told[hears] = encode(TableChanged(table=self.info_for(hears)))
            viewer.tell(told[hears], "table")
        self._wake_waiters()

    def _tell_entry(self, entry: Entry) -> None:
        """Send each viewer what their chairs may know of what happened; identical views share bytes.

        Of a secret entry the others hear nothing, not even that there is one.
        """
        made: dict[tuple[int | None, str, int], bytes] = {}
        plain: dict[str, LogEntry] = {}
        for viewer in self.viewers:
            if not self.numbering.knows(self._seats(viewer.chairs), entry.seq):
                continue
            number = self.number(viewer.chairs)
            for reader in Reader.each_of(viewer.chairs, viewer.language):
                key = (reader.chair, reader.language, number)
                if key not in made:
                    made[key] = encode(self.view(reader, [self._told_once(entry, reader, plain)]))
                viewer.tell(made[key], f"view {reader.chair}")
        self._wake_waiters()

    def _told_once(self, entry: Entry, reader: Reader, plain: dict[str, LogEntry]) -> LogEntry:
        """An entry as somebody may know it; what all may know is put into words once for each language."""
        language = reader.language
        if language not in plain:
            plain[language] = self.told(entry, Reader.holding(None, language))
        if reader.chair is None or not any(event.secret or event.conceals for event in entry.events):
            return msgspec.structs.replace(plain[language], seq=self.number(reader.chairs, entry.seq))
        return self.told(entry, reader, plain[language])

    def _started(self) -> Match:
        if self.match is None:
            raise No("not_now.not_started")
        return self.match


def final_scores(match: Match) -> list[int] | msgspec.UnsetType:
    """The scores by seat, once the match is over."""
    return match.scores() if match.actor is None else msgspec.UNSET


def chat_of(remark: Remark) -> Chat:
    """A remark as it is sent."""
    return Chat(number=remark.number, chair=remark.chair, name=remark.name, text=remark.text, at=remark.at)
