"""One table: a match, its people, and those who look on.

Every change goes the same way: validate, apply, commit, tell. What has been told is on disk. One lock a table
keeps changes in order; the store's numbers keep other processes out.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from trailmix.engine.errors import BadReplay, Refused
from trailmix.engine.events import Event
from trailmix.engine.match import Match, Outlook
from trailmix.engine.record import Array
from trailmix.engine.words import Message
from trailmix.server.messages.protocol import Ack, Action, Advised, Hint, Hinted, Tried, Try
from trailmix.server.messages.refusals import No, NoByRules, other_rules
from trailmix.server.storage.errors import Conflict, StoreError, Unknown
from trailmix.server.storage.store import REMEMBERED_IDS, Entry, Loaded, People, Snapshot
from trailmix.server.tables.bringing import courses_of, seated, setup_with
from trailmix.server.tables.chairs import changed
from trailmix.server.tables.clocks import Clock, is_of_days
from trailmix.server.tables.colours import to_choose
from trailmix.server.tables.dealing import deal, play_again, published
from trailmix.server.tables.numbering import Numbering
from trailmix.server.tables.remarks import Remarks
from trailmix.server.tables.visible import Viewer
from trailmix.server.tables.waiting import WaitingTable

if TYPE_CHECKING:
    from trailmix.server.tables.tables import Tables

SNAPSHOT_EVERY = 50
REMEMBERED_ENTRIES = 100


class Started(NamedTuple):
    """The start of a match, to be stored."""

    match: Match
    entry: Entry
    people: People


class Table(WaitingTable):
    """A match on the server with its people."""

    def __init__(self, tables: Tables, loaded: Loaded, *, asleep: bool = False) -> None:
        """At a table that is asleep no clock runs and no bot moves."""
        self.tables = tables
        self._asleep = asleep
        self._closed = False
        self.stored = loaded.table
        self.people = loaded.people
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.touched = self.opened = time.monotonic()
        self.remarks = Remarks(self, loaded.last_remark)
        self.agreed: dict[int, set[int]] = {}
        self.timed_out: set[int] = set()
        self.mover: int | None = None  # the chair whose decision it is
        self.gone_since: dict[int, float] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._knows, self._leaving = True, None
        self._waiters: set[asyncio.Future[None]] = set()
        self._fixed: dict[str, bytes] = {}
        self._moves = tables.metrics.moves.labels(self.stored.game)
        game = tables.game(self.stored.game)
        if game.rules_version != self.stored.rules_version:
            raise other_rules(game, self.stored.rules_version)
        self.brings_courses = self.stored.start is None and bool(courses_of(game, self.stored.options))
        self.setup = setup_with(game, self.stored, self.people.chairs, self.people.first)
        self.colours = to_choose(self.setup)
        self.commitment = published(self.setup, self.stored)
        self._open(loaded)

    def _open(self, loaded: Loaded) -> None:
        """The match from its log: the last snapshot, and what came after it."""
        make_badge, of_days = self.setup.game.badge, is_of_days(self.stored.clock)
        slow = 0.0 if of_days else self.tables.config.slow_turn_seconds  # with days, no turn is slow
        badge = None if make_badge is None else make_badge(slow)
        now = self.tables.store.served_seconds if of_days else time.monotonic
        self.clock = Clock(self.stored.clock, self.stored.players, badge, now)
        self.recent: deque[Entry] = deque(maxlen=REMEMBERED_ENTRIES)
        self.recent_ids: dict[int, dict[str, int]] = defaultdict(dict)
        """Of each seat: another's secret entries must not push its ids out, or it could count them."""
        for (seat, client_id), seq in loaded.recent_ids.items():
            self.recent_ids[seat][client_id] = seq
        self.undone: set[int] = set()
        self._standing: list[int] = []  # the moves that were not taken back
        self.undos = Counter(wait.seat for wait in loaded.waits if wait.kind == "undo")  # by seat
        self.numbering = Numbering()
        for wait in loaded.waits:
            if wait.secret:
                self.numbering.add(wait.seq, wait.seat)
            else:
                self.clock.book(wait.seat, wait.took_ms / 1000, wait.kind)
        self._snapshot_seq = self.seq = -1
        self.match: Match | None = None
        if self.people.status != "waiting":
            self.match = self.deal()
        if self.match is not None and loaded.snapshot is not None:
            self.match.put(self._state(loaded.snapshot))
            self._snapshot_seq = self.seq = loaded.snapshot.seq
            for wait in loaded.waits:
                if wait.seq <= self.seq:
                    self._stack(wait.seq, wait.kind)
        for entry in loaded.entries:
            self._replay(entry)
        self._await_mover(since=loaded.waits_since if of_days else None)

    def _state(self, snapshot: Snapshot) -> Array:
        """The state that was kept; BadReplay if it cannot be one."""
        dtype = self.setup.game.state.dtype
        if len(snapshot.state) != dtype.itemsize:
            raise BadReplay("What was kept of it is not a state of this game.")
        return np.frombuffer(snapshot.state, dtype)

    def deal(self) -> Match:
        """The match as it began."""
        return deal(self.setup, self.stored, self.people)

    def _replay(self, entry: Entry) -> None:
        assert self.match is not None  # noqa: S101 - there are entries, so it was started
        play_again(self.match, entry)
        self._remember(entry)

    def _remember(self, entry: Entry) -> None:
        self._stack(entry.seq, entry.kind)
        self.seq = entry.seq
        self.recent.append(entry)
        if entry.client_id is not None and entry.seat is not None:
            ids = self.recent_ids[entry.seat]
            ids[entry.client_id] = entry.seq
            while len(ids) > REMEMBERED_IDS:
                del ids[next(iter(ids))]

    def _stack(self, seq: int, kind: str) -> None:
        """An undo takes back the last move that stands."""
        if kind == "move":
            self._standing.append(seq)
        elif kind == "undo" and self._standing:
            self.undone.add(self._standing.pop())

    # --- playing

    def _current(self, chairs: Sequence[int], seq: int) -> Match:
        """The match, if `seq` is where it stands for whoever holds these chairs."""
        match, now = self._started(), self.number(chairs)
        if seq != now:
            raise No("stale.behind", now=now, seq=seq)
        return match

    def _ack(self, chairs: Sequence[int], message_id: str, seq: int | None = None) -> Ack:
        """What was said is stored: as this entry (the last one by default), by the number it has for them."""
        return Ack(id=message_id, seq=self.number(chairs, seq))

    def _known(self, chairs: Sequence[int], message_id: str) -> Ack | None:
        """The ack of a message that one of the chairs sent before. An id means nothing to other chairs."""
        seen = [self.recent_ids[self.seat_of(chair)].get(message_id) for chair in chairs]
        found = [seq for seq in seen if seq is not None]
        return self._ack(chairs, message_id, max(found)) if found else None

    def _acting(self, chairs: Sequence[int]) -> int:
        """The seat that somebody with these chairs acts for: the one to move, or else the first."""
        return self.seat_of(self.mover if self.mover in chairs and self.mover is not None else chairs[0])

    async def move(self, chairs: Sequence[int], message_id: str, seq: int, actions: Sequence[Action]) -> Ack:
        """Play actions, all or none, for whichever of the chairs is to move."""
        async with self.lock:
            if (known := self._known(chairs, message_id)) is not None:
                return known
            match = self._current(chairs, seq)
            seat = self._acting(chairs)
            played = len(match.moves)
            try:
                events = match.play_all(actions, seat)
            except Refused as refused:
                raise NoByRules(refused, match) from None
            text = tuple(self.setup.notations[move.action] for move in match.moves[played:])
            await self._commit("move", seat, message_id, text, tuple(events), played)
            return self._ack(chairs, message_id)

    async def outlook(
        self, chairs: Sequence[int], seq: int, actions: Sequence[Action]
    ) -> tuple[int, Outlook]:
        """The seat to move (or the first of the chairs), and what actions lead to, as far as it knows."""
        async with self.lock:
            match = self._current(chairs, seq)
            seat = self._acting(chairs)
            try:
                return seat, match.outlook(actions, seat)
            except Refused as refused:
                raise NoByRules(refused, match) from None

    async def try_out(self, chairs: Sequence[int], wish: Try, language: str) -> Tried:
        """What actions would lead to. Nothing changes."""
        return self._tried(*await self.outlook(chairs, wish.seq, wish.actions), wish, language)

    def _tried(self, seat: int, ahead: Outlook, wish: Try, language: str) -> Tried:
        return Tried(
            id=wish.id,
            seq=wish.seq,
            view=msgspec.Raw(ahead.match.public_json()),
            own=msgspec.Raw(ahead.match.own_json(seat)),
            prompt=ahead.match.prompt(language),
            legal=[] if ahead.done or ahead.match.actor != seat else ahead.match.legal(),
            events=[self._happening(event, language) for event in ahead.events],
            done=ahead.done,
        )

    async def hint(self, chairs: Sequence[int], wish: Hint, language: str) -> Hinted:
        """What a good bot would play, from what the seat knows, and why."""
        seat, ahead = await self.outlook(chairs, wish.seq, wish.actions)
        if ahead.done or ahead.match.actor != seat:
            raise No("not_now.not_yours")
        advice = await self.tables.thinkers.advise(
            self.setup, ahead.match.states, f"{self.stored.salt}:{wish.seq}"
        )
        options = [Advised(action=self.setup.notations[one.action], win=one.win) for one in advice.options]
        why = ahead.match.say(advice.why, language)
        return Hinted(id=wish.id, seq=wish.seq, action=options[0].action, why=why, options=options)

    async def undo(self, chairs: Sequence[int], message_id: str, seq: int) -> Ack:
        """Take back the last action of one of the chairs."""
        async with self.lock:
            if (known := self._known(chairs, message_id)) is not None:
                return known
            match = self._current(chairs, seq)
            last = match.moves[-1].seat if match.moves else None
            held = [self.seat_of(chair) for chair in chairs]
            if match.moves and self.mover not in chairs:  # who acted last may be a secret
                message = Message("refused.undo_other_turn")
                raise NoByRules(Refused(match.say(message), message), match)
            if last in held and self.undos[last] >= self.tables.config.undos_per_seat:
                raise No("too_many.undos", most=self.tables.config.undos_per_seat)
            move = match.moves[-1] if match.moves else None
            try:
                match.undo(last if last in held else held[0])
            except Refused as refused:
                raise NoByRules(refused, match) from None
            assert move is not None  # noqa: S101 - it has been undone
            try:
                await self._commit("undo", move.seat, message_id, (), (), len(match.moves))
            except No:
                match.play(move.action)
                raise
            self.undos[move.seat] += 1
            return self._ack(chairs, message_id)

    async def _commit(
        self,
        kind: Any,
        seat: int,
        message_id: str,
        actions: tuple[str, ...],
        events: tuple[Event, ...],
        played: int,
    ) -> None:
        """Store what was applied, then tell it; if it cannot be stored, it has not happened."""
        match = self._started()
        secret = self._is_secret(kind, seat, events)
        # The clock of whoever acts in secret goes on: stopping it would tell others of the action.
        took = 0.0 if secret else self.clock.took
        goes_on = kind == "undo" or (match.actor == seat and match.why_no_undo(seat) is None)
        entry = Entry(
            seq=self.seq + 1,
            kind=kind,
            seat=seat,
            client_id=message_id,
            actions=actions,
            events=events,
            took_ms=int(took * 1000),
            at=time.time(),
            secret=secret,
            served=self._served(goes_on),
        )
        people = self._revised(status="over") if match.over else self.people
        try:
            await self._append(entry, people, self._snapshot(entry))
        except No:
            match.rewind(played)
            self._await_mover()
            raise
        if secret:
            self.numbering.add(entry.seq, seat)
            self._remember(entry)
            self._tell_entry(entry)
            self._let_bot_go_on()
            return
        holder = self.clock.badge_holder
        self.clock.stop(goes_on=goes_on)
        self.clock.book(seat, took, kind)
        self.timed_out.discard(self.chair_of(seat))
        self._remember(entry)
        self._moves.inc()
        before = self.mover
        self._await_mover(at_once=match.actor == seat or self._is_unseen(events))
        self._tell_mover(before)
        self._tell_entry(entry)
        if match.over or self.clock.badge_holder != holder or self.stored.clock.kind != "none":
            self.tell_people()  # the end, the badge, and the clocks as they stand now

    def _is_secret(self, kind: str, seat: int, events: Sequence[Event]) -> bool:
        """May nobody else know of what a seat does? If somebody else is to decide next, they have to know."""
        if kind == "undo":
            return bool(self._standing) and self.numbering.is_secret(self._standing[-1])
        silent = bool(events) and all(event.silent for event in events)
        return silent and self._started().actor == seat

    @staticmethod
    def _is_unseen(events: Sequence[Event]) -> bool:
        """Did something happen that nobody else may know of yet? There is nothing to look at, then."""
        return bool(events) and all(event.silent or event.conceals for event in events)

    def _served(self, goes_on: bool = False) -> float | None:
        """The served time of an entry, from which a clock of days can go on."""
        if not is_of_days(self.stored.clock):
            return None
        in_a_move = goes_on and self.stored.clock.kind == "move"
        return self.clock.begun if in_a_move else self.tables.store.served_seconds()

    async def _append(self, entry: Entry, people: People, snapshot: Snapshot | None = None) -> None:
        """Store an entry, and the people if it changes them, both or neither."""
        self.check_open()
        changed = None if people is self.people else people
        try:
            await self.tables.store.append(self.id, entry, snapshot, changed)
        except (Conflict, StoreError) as error:
            raise self.lost(error) from None
        self.people = people
        self.touched = time.monotonic()

    def _snapshot(self, entry: Entry) -> Snapshot | None:
        """The state, now and then; never where something could still be taken back."""
        match = self._started()
        if entry.seq - self._snapshot_seq < SNAPSHOT_EVERY or match.why_no_undo() is None:
            return None
        self._snapshot_seq = entry.seq
        return Snapshot(seq=entry.seq, state=match.states.tobytes())

    def check_open(self) -> None:
        """No if the table has left memory: whoever still has it in hand may be behind."""
        if self._closed:
            raise No("stopping.reopened")

    def lost(self, error: Exception) -> No:
        """Somebody else wrote first, or nobody knows: whoever asks next reads anew. Or the disk is full."""
        if not isinstance(error, Conflict | Unknown):
            return No("stopping.no_disk")
        self.tables.forget(self)
        return No("stale.overtaken") if isinstance(error, Conflict) else No("stopping.unknown")

    # --- people

    def _revised(self, **changes: Any) -> People:
        """The next revision of the people."""
        return msgspec.structs.replace(self.people, revision=self.people.revision + 1, **changes)

    async def change_chair(self, n: int, **changes: Any) -> None:
        """Commit a change of one chair and tell it; whoever held it by another token has lost it."""
        chairs = tuple(changed(c, changes) if k == n else c for k, c in enumerate(self.people.chairs))
        await self.change_people(chairs=chairs)
        for viewer in self.viewers if "token_hash" in changes else ():
            if n in viewer.chairs:
                viewer.hang_up(No("no_such_token.no_longer"))

    async def change_people(self, **changes: Any) -> None:
        """Commit a change of the table's people and tell it."""
        self.check_open()
        changed = self._revised(**changes)
        try:
            await self.tables.store.seat(self.id, changed)
        except (Conflict, StoreError) as error:
            raise self.lost(error) from None
        self.people = changed
        self.touched = time.monotonic()
        self.tell_people()

    async def start(self) -> None:
        """Start the match at a table that is in the store."""
        started = self.dealt()
        await self._append(started.entry, started.people)
        self.go_on_from(started)

    def dealt(self) -> Started:
        """The match as it would start now: every chair has its seat, as the game draws it."""
        first, self.setup = seated(self.setup.game, self.stored, self.people.chairs)
        self.commitment = published(self.setup, self.stored)
        match = self.deal()
        people = self._revised(status="running", first=first)
        entry = Entry(seq=0, kind="start", at=time.time(), served=self._served())
        return Started(match, entry, people)

    def go_on_from(self, started: Started) -> None:
        """The start is stored: tell it, and wait for the first move."""
        self.match, entry, self.people = started
        self._remember(entry)
        self._await_mover()
        self._tell_mover(None)
        self.tell_people()
        self._tell_entry(entry)

    def close(self) -> None:
        """Stop the clock: the table leaves memory, and nothing is written for it any more."""
        self._closed = True
        self._stop_leaving()
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    @property
    def is_in_use(self) -> bool:
        """Is somebody looking, or has a player been here since the table came into memory?"""
        in_play = self.people.status == "running" and bool(self.gone_since)
        return in_play or bool(self.viewers or self._waiters)
