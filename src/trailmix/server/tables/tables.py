"""All tables: making them, finding them, and what their people may do besides playing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterable, Iterator

import msgspec

from trailmix.bots import USUAL, Budget, Seated
from trailmix.engine.errors import TrailmixError
from trailmix.engine.seeds import fresh
from trailmix.server.config import Config
from trailmix.server.messages.protocol import (
    ChairWish,
    Join,
    Joined,
    Made,
    Mine,
    NewTable,
    SetChair,
    StandIn,
    TableInfo,
)
from trailmix.server.messages.refusals import No, no_option
from trailmix.server.metrics import Metrics
from trailmix.server.notices.followers import TOPIC_LENGTH, Followers, Turn
from trailmix.server.security.limits import Tries
from trailmix.server.security.tokens import derived, fingerprint, fits, new_table_id, new_token
from trailmix.server.storage.store import Loaded, People, Store, StoredChair, StoredTable
from trailmix.server.tables.analyses import Analyses
from trailmix.server.tables.bots import Thinkers
from trailmix.server.tables.bringing import all_chosen
from trailmix.server.tables.chairs import chair_for, is_full, may_sit_again, name_for, names
from trailmix.server.tables.clocks import is_of_days
from trailmix.server.tables.colours import check_choice
from trailmix.server.tables.glances import Glance
from trailmix.server.tables.open_tables import OpenTables
from trailmix.server.tables.table import Table

REMATCH_TRIES = 3
log = logging.getLogger("trailmix.tables")


class Tables(OpenTables):
    """The tables of a server."""

    def __init__(self, store: Store, config: Config, metrics: Metrics) -> None:
        super().__init__(store, config, metrics)
        self.thinkers = Thinkers(config.bot_seconds, think=config.think_seconds)
        self.analyses = Analyses(store, config)
        self._made = Tries(config.tables_per_hour, 3600)
        self._steps = Tries(config.lesson_steps_per_hour, 3600)
        self.parcels_left = Tries(config.parcels_per_hour, 3600)
        self.parcels_tried = Tries(config.codes_per_hour, 3600)
        self.followers = Followers(store, config, self.counted_as_made)

    # --- finding

    async def listed(self) -> list[TableInfo]:
        """The public tables that can be joined or watched."""
        found = await self._all_of(await self.store.listed(limit=50))
        return [glance.info for glance in found]

    async def _all_of(self, table_ids: Iterable[str]) -> list[Glance]:
        """Those of the tables that are still there and can be opened."""
        found = []
        for table_id in table_ids:
            try:
                found.append(await self.glance(table_id))
            except No as no:
                if no.code not in ("no_such_table", "damaged"):
                    raise
        return found

    async def mine(self, tokens: list[str]) -> list[Mine]:
        """The tables that tokens belong to."""
        return await self.mine_by_hash([fingerprint(token) for token in tokens])

    async def mine_by_hash(self, token_hashes: list[str]) -> list[Mine]:
        """The tables that tokens with these fingerprints belong to."""
        held = await self.store.holding(token_hashes)
        found = await self._all_of({table_id for table_id, _ in held})
        tables = {glance.info.table: glance for glance in found}
        return [await self._as_seen_from(tables[name], chair) for name, chair in held if name in tables]

    async def _as_seen_from(self, glance: Glance, chair: int) -> Mine:
        """A table as it is told to whoever has a chair: no rematch in which they have none."""
        mine = glance.as_seen_from(chair)
        if await self._has_rematch(glance.people, chair):
            return mine
        return msgspec.structs.replace(mine, table=msgspec.structs.replace(mine.table, rematch=None))

    async def _has_rematch(self, people: People, chair: int) -> bool:
        """Is there a rematch in which whoever has a chair may have it again?"""
        again = await self._all_of([people.rematch] if people.rematch is not None else [])
        return any(may_sit_again(people.chairs[chair].name, each.people, chair) for each in again)

    def may_watch(self, table: Table, invite: str | None, chairs: tuple[int, ...]) -> None:
        """Private tables are for their people and those they invite, until the match is over."""
        if not (table.people.status == "over" or self.may_hear(table, invite, chairs)):
            raise No("forbidden.private")

    @staticmethod
    def may_hear(table: Table, invite: str | None, chairs: tuple[int, ...]) -> bool:
        """May somebody read what is said? At a private table only its people and those invited, always."""
        return table.stored.privacy == "public" or bool(chairs) or fits(invite, table.stored.invite_hash)

    # --- making

    async def create(self, wish: NewTable, address: str, language: str) -> Made:
        """A new table; the first human chair is the host's, all human chairs are the maker's."""
        with self.counted_as_made(address):
            return await self._create(wish, address, language)

    async def _create(self, wish: NewTable, address: str, language: str) -> Made:
        game = self.game(wish.game)
        await self.loading.open(game.slug)
        try:
            setup = await self.heavy.run(
                address, lambda: game.setup(len(wish.chairs), wish.options, wish.data)
            )
        except TrailmixError as error:
            raise no_option(error) from None
        tokens, chairs = {}, list[StoredChair]()
        for n, chair in enumerate(wish.chairs):
            token = new_token() if chair.kind == "human" else None
            chairs.append(chair_for(n, chair, token, [c.name for c in chairs], language))
            if token:
                tokens[str(n)] = token
        if not tokens:
            raise No("bad_option.no_human")
        stored = StoredTable(
            id=new_table_id(),
            created=time.time(),
            game=game.slug,
            rules_version=game.rules_version,
            players=setup.players,
            options=msgspec.to_builtins(setup.options),
            data=wish.data,
            seed=fresh(),
            salt=fresh(),
            privacy=wish.privacy,
            invite_hash=fingerprint(invite := new_token()),
            clock=wish.clock,
        )
        people = People(revision=0, status="waiting", chairs=tuple(chairs), host=int(next(iter(tokens))))
        return Made(table=(await self.add(stored, people)).info(), invite=invite, tokens=tokens)

    async def add(self, stored: StoredTable, people: People) -> Table:
        """Store a new table, and start it if somebody sits on every chair."""
        # Where others share the store, the table is held by whoever its people are brought to.
        table = self._set_up(Loaded(table=stored, people=people), asleep=self.store.is_shared)
        if is_full(people):
            started = table.dealt()
            await self.store.create(stored, started.people, started.entry)
            table.go_on_from(started)
        else:
            await self.store.create(stored, people)
        if not self.store.is_shared:
            self._open[stored.id] = table
        self.metrics.made.labels(stored.game).inc()
        return table

    @contextlib.contextmanager
    def counted_as_made(self, address: str) -> Iterator[None]:
        """Only so many new tables an hour from one address; one that is refused does not count."""
        self.check_going_on()
        if not self._made.take(address):  # before it is made: two at once do not share the last place
            raise No("too_many.tables")
        with _given_back(self._made, address):
            yield

    @contextlib.contextmanager
    def counted_as_step(self, address: str) -> Iterator[None]:
        """Only so many steps of lessons an hour, which do not count as tables."""
        self.check_going_on()
        if not self._steps.take(address):
            raise No("too_many.lesson_steps")
        with _given_back(self._steps, address):
            yield

    async def start_if_full(self, table: Table) -> None:
        """Once somebody sits on every chair, and has chosen the course that they bring."""
        chosen = not table.brings_courses or all_chosen(table.people.chairs)
        if table.people.status == "waiting" and is_full(table.people) and chosen:
            await table.start()

    # --- people

    async def join(self, table: Table, wish: Join) -> Joined:
        """Take an open chair."""
        self.may_watch(table, wish.invite, ())
        async with table.lock:
            if table.people.status != "waiting":
                raise No("not_now.started_watch")
            free = [n for n, chair in enumerate(table.people.chairs) if chair.kind == "open"]
            if wish.chair is not None:
                free = [n for n in free if n == wish.chair]
            if not free:
                raise No("not_now.all_taken" if wish.chair is None else "not_now.chair_taken")
            name = name_for(wish.name, names(table.people))
            token = new_token()
            await table.change_chair(
                free[0], kind="human", name=name, level=None, token_hash=fingerprint(token)
            )
            if table.people.chairs[table.people.host].kind != "human":  # the host has left an empty table
                await table.change_people(host=free[0])
            await self.start_if_full(table)
            return Joined(table=table.info(), chair=free[0], token=token)

    async def leave(self, table: Table, chair: int) -> None:
        """Get up. Before the start the chair is free again; later its owner may come back to it."""
        async with table.lock:
            if table.people.status != "waiting":
                await table.change_chair(chair, left=True)
                return
            await table.change_chair(chair, kind="open", name=None, token_hash=None, colour=None, course=None)
            if table.people.host == chair:
                others = [n for n, c in enumerate(table.people.chairs) if c.kind == "human"]
                if others:
                    await table.change_people(host=others[0])

    async def come_back(self, table: Table, chair: int) -> None:
        """The owner is there again: a bot that stood in hands the chair back."""
        held = table.people.chairs[chair]
        table.gone_since[chair] = time.monotonic()
        table.agreed.pop(chair, None)
        if held.stand_in is None and not held.left:
            return
        async with table.lock:
            await table.change_chair(chair, stand_in=None, left=False)
            if held.stand_in is not None:  # only then: it starts the clock of the move anew
                table.people_changed_hands()

    async def set_chair(self, table: Table, host: int, wish: SetChair, language: str) -> None:
        """The host puts a bot on an open chair, or opens a bot's."""
        async with table.lock:
            self._host_waiting(table, host)
            if wish.chair >= len(table.people.chairs) or table.people.chairs[wish.chair].kind == "human":
                raise No("not_now.chair_human")
            others = [c.name for n, c in enumerate(table.people.chairs) if n != wish.chair]
            asked = ChairWish(kind=wish.kind, level=wish.level)
            made = chair_for(wish.chair, asked, None, others, language)
            await table.change_chair(wish.chair, kind=made.kind, name=made.name, level=made.level)
            await self.start_if_full(table)

    async def choose_colour(self, table: Table, chair: int, colour: str) -> None:
        """Somebody takes another colour than the one proposed, before the match starts."""
        async with table.lock:
            if table.people.status != "waiting":
                raise No("not_now.started")
            check_choice(colour, chair, table.people.chairs, table.colours)
            await table.change_chair(chair, colour=colour)

    async def start(self, table: Table, host: int, language: str) -> None:
        """The host starts, and bots fill the open chairs.

        Who has not come to their chair of a rematch keeps it. A bot plays there until they come, unless
        the clock is one of days: then nobody need be there.
        """
        async with table.lock:
            self._host_waiting(table, host)
            of_days = is_of_days(table.stored.clock)
            for n, chair in enumerate(table.people.chairs):
                if chair.kind == "open":
                    made = chair_for(n, ChairWish(kind="bot"), None, names(table.people), language)
                    await table.change_chair(n, kind=made.kind, name=made.name, level=made.level)
                elif chair.kind == "human" and chair.token_hash is None and not of_days:
                    await table.change_chair(n, stand_in=USUAL)
            await table.start()

    @staticmethod
    def _host_waiting(table: Table, host: int) -> None:
        if table.people.host != host:
            raise No("forbidden.host_only")
        if table.people.status != "waiting":
            raise No("not_now.started")

    async def stand_in(self, table: Table, chair: int, wish: StandIn) -> None:
        """Agree that a bot plays for somebody who is gone or out of time; it does when all others agree.

        Whoever has seen enough hands their own chair over, and nobody has to agree.
        """
        async with table.lock:
            if table.people.status != "running":
                raise No("not_now.not_running")
            if wish.chair >= len(table.people.chairs):
                raise No("bad_option.no_such_chair")
            held = table.people.chairs[wish.chair]
            if held.kind != "human" or held.stand_in is not None:
                raise No("not_now.has_bot")
            if wish.chair == chair:
                if wish.agree:
                    await self._let_bot_stand_in(table, chair)
                return
            if not table.may_be_replaced(wish.chair):
                if table.present(wish.chair):
                    raise No("not_now.is_here", name=held.name)
                if is_of_days(table.stored.clock):
                    raise No("not_now.has_time", name=held.name)
                raise No("not_now.just_left", name=held.name, seconds=round(self.config.gone_seconds))
            agreed = table.agreed.setdefault(wish.chair, set())
            agreed.add(chair) if wish.agree else agreed.discard(chair)
            asked = {
                n
                for n, c in enumerate(table.people.chairs)
                if c.kind == "human" and n != wish.chair and c.stand_in is None and not table.is_gone(n)
            }
            if wish.agree and asked <= agreed:
                await self._let_bot_stand_in(table, wish.chair)
            else:
                table.tell_people()

    @staticmethod
    async def _let_bot_stand_in(table: Table, chair: int) -> None:
        table.agreed.pop(chair, None)
        await table.change_chair(chair, stand_in=USUAL)
        table.people_changed_hands()

    async def rotate(self, table: Table, chair: int) -> Joined:
        """A new token for a chair; the old one is worth nothing from now on."""
        async with table.lock:
            token = new_token()
            await table.change_chair(chair, token_hash=fingerprint(token))
            return Joined(table=table.info(), chair=chair, token=token)

    async def rematch(self, table: Table, chair: int, token: str, address: str) -> Joined:
        """Another match of the same people: whoever asks first makes the table, the others come to it.

        Whoever cannot have their chair there any more makes another one.
        """
        async with table.lock:
            if table.people.status != "over":
                raise No("not_now.not_over")
            if not await self._has_rematch(table.people, chair):
                with self.counted_as_made(address):
                    await self._make_rematch(table)
            tries = 1
            while True:
                try:
                    return await self._sit_again(table, chair, token)
                except No as no:
                    if no.code != "stale" or tries == REMATCH_TRIES:
                        raise
                    tries += 1  # whoever holds that table has just changed it

    async def _sit_again(self, table: Table, chair: int, token: str) -> Joined:
        """Take one's own chair at the table of the rematch.

        Its token follows from the one that holds the chair here, so that somebody with two devices has the
        same on both, and neither throws out the other.
        """
        async with self.borrowed(table.people.rematch or "") as again, again.lock:
            mine, kept = table.people.chairs[chair], again.people.chairs[chair]
            if not may_sit_again(mine.name, again.people, chair):  # somebody has been faster
                raise No("not_now.rematch_taken")
            token = derived(token, f"rematch {again.id}")
            if not fits(token, kept.token_hash):
                await again.change_chair(chair, kind="human", name=mine.name, token_hash=fingerprint(token))
            if again.people.chairs[again.people.host].token_hash is None:
                await again.change_people(host=chair)
            await self.start_if_full(again)
            return Joined(table=again.info(), chair=chair, token=token)

    async def _make_rematch(self, table: Table) -> None:
        stored = msgspec.structs.replace(
            table.stored,
            id=new_table_id(),
            created=time.time(),
            seed=fresh(),
            salt=fresh(),
            invite_hash=table.stored.invite_hash,
        )
        chairs = tuple(
            msgspec.structs.replace(chair, token_hash=None, stand_in=None, stood_in=(), left=False)
            for chair in table.people.chairs
        )
        await self.store.create(
            stored, People(revision=0, status="waiting", chairs=chairs, host=table.people.host)
        )
        await table.change_people(rematch=stored.id)

    # --- bots

    def let_bot_play(self, table: Table, pause: float | None = None) -> None:
        """Set the bot thinking whose turn it is. One at a time: the next is set off by its move."""
        self._task(self._bot_move(table, table.seq, self.config.bot_pause if pause is None else pause), "bot")

    async def _bot_move(self, table: Table, seq: int, pause: float) -> None:
        await asyncio.sleep(pause)
        match, mover = table.match, table.mover
        level = None if mover is None else table.bot_of(mover)
        if match is None or mover is None or level is None or table.seq != seq:
            return
        seat = table.seat_of(mover)
        budget = Budget(seconds=self.config.think_seconds)
        bot = Seated(level, f"{table.stored.salt}:{seq}", budget)
        action = await self.thinkers.choose(bot, table.setup, match.seen_by(seat))
        if table.bot_of(mover) is None:  # its owner came back while it was thinking
            return
        try:
            # An id that nobody can have used before it.
            await table.move([mover], f"bot-{new_token()}", table.number([mover], seq), [action])
        except No as no:
            if no.code not in ("stale", "stopping"):  # it was taken back, its owner was faster, or we let go
                log.warning("a bot's move was refused", extra={"table": table.id, "code": no.code})

    def tell_turn(self, table: Table, chair: int) -> None:
        """Whoever holds the chair is not here, and may want to hear that it is their turn."""
        token = table.people.chairs[chair].token_hash
        if token is not None:
            topic = fingerprint(table.stored.salt)[:TOPIC_LENGTH]
            left = table.clock.left(table.seat_of(chair))

            def is_on() -> bool:
                return table.mover == chair and not table.present(chair)

            others = tuple(one.name for n, one in enumerate(table.people.chairs) if n != chair and one.name)
            turn = Turn(token, table.setup.game.name, others, table.id, topic, left, is_on)
            self._task(self.followers.tell_turn(turn), "telling")

    async def close(self) -> None:
        """Let what is being written finish, and stop the bots."""
        await self.followers.close()
        await self.analyses.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.in_memory():
            self.forget(table)


@contextlib.contextmanager
def _given_back(tries: Tries, address: str) -> Iterator[None]:
    """What is refused in the end does not count."""
    try:
        yield
    except Exception:
        tries.give_back(address)
        raise
