"""A table that begins with a position: one seat is for whoever asks, bots of one level have the others."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from trailmix.engine.game import Setup
from trailmix.engine.seeds import fresh
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.messages.protocol import ChairWish, Made
from trailmix.server.security.tokens import fingerprint, new_table_id, new_token
from trailmix.server.storage.store import People, StoredChair, StoredTable
from trailmix.server.tables.chairs import chair_for
from trailmix.server.tables.tables import Tables


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays at such a table, and for how long it is wanted."""

    seat: int
    name: str | None
    level: str | None
    language: str
    colours: Sequence[str | None] = ()
    """By seat, if they are not as always."""
    passing: bool = False
    """Nobody comes back to it."""


async def give(tables: Tables, setup: Setup, start: str, wish: Wish) -> Made:
    """A new table that begins with a position."""
    token, invite = new_token(), new_token()
    stored, people = as_stored(setup, start, wish, token, invite)
    made = await tables.add(stored, people)
    return Made(table=made.info(), invite=invite, tokens={str(wish.seat): token})


def as_stored(setup: Setup, start: str, wish: Wish, token: str, invite: str) -> tuple[StoredTable, People]:
    """Such a table as it is stored."""
    stored = StoredTable(
        id=new_table_id(),
        created=time.time(),
        game=setup.game.slug,
        rules_version=setup.game.rules_version,
        players=setup.players,
        options=msgspec.to_builtins(setup.options),
        data=setup.data_text,
        seed=fresh(),
        salt=fresh(),
        privacy="private",
        invite_hash=fingerprint(invite),
        clock=ClockWish(),
        start=start,
        passing=wish.passing,
    )
    chairs = _chairs(setup.players, wish, token)
    return stored, People(revision=0, status="waiting", chairs=chairs, host=wish.seat)


def _chairs(players: int, wish: Wish, token: str) -> tuple[StoredChair, ...]:
    """Chairs in the order of the seats; whoever asks is named first."""
    human = ChairWish(kind="human", name=wish.name)
    chairs = [chair_for(wish.seat, human, token, [], wish.language)]
    for n in range(players - 1):
        bot = ChairWish(kind="bot", level=wish.level)
        chairs.append(chair_for(n, bot, None, [chair.name for chair in chairs], wish.language))
    chairs.insert(wish.seat, chairs.pop(0))
    colours = wish.colours or [None] * players
    return tuple(
        msgspec.structs.replace(chair, colour=colour) for chair, colour in zip(chairs, colours, strict=True)
    )
