"""Tables that a server finds in its file when it starts: matches in the midst of play, made without it."""

from __future__ import annotations

import time

import msgspec

from trailmix.engine import replay
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.security.tokens import fingerprint
from trailmix.server.storage.sql_store import SqlStore
from trailmix.server.storage.store import Entry, People, Snapshot, StoredChair, StoredTable

SEED = "wire"
INVITE = "come and look"


def names(setup: Setup) -> tuple[str, ...]:
    """What the people of such a table are called."""
    return tuple(f"Guest {n}" for n in range(setup.players))


async def store_table(
    store: SqlStore, setup: Setup, table: str, states: Array, clock: ClockWish | None = None
) -> list[str]:
    """Store a table whose match has come to a state; the tokens of its people by seat."""
    names_by_seat = replay.new(setup, seed=SEED, people=names(setup)).names
    first = names(setup).index(names_by_seat[0])
    tokens = [f"{table} chair {chair}" for chair in range(setup.players)]
    chairs = tuple(
        StoredChair(kind="human", name=name, token_hash=fingerprint(token))
        for name, token in zip(names(setup), tokens, strict=True)
    )
    people = People(revision=0, status="waiting", chairs=chairs, host=0)
    stored = StoredTable(
        id=table,
        created=time.time(),
        game=setup.game.slug,
        rules_version=setup.game.rules_version,
        players=setup.players,
        options=msgspec.to_builtins(setup.options),
        data=None,
        seed=SEED,
        salt=SEED,
        privacy="private",
        invite_hash=fingerprint(INVITE),
        clock=clock or ClockWish(),
    )
    await store.create(stored, people)
    started = msgspec.structs.replace(people, revision=1, status="running", first=first)
    snapshot = Snapshot(seq=0, state=states.tobytes())
    entry = Entry(seq=0, kind="start", at=1.0, served=store.served_seconds())
    await store.append(table, entry, snapshot, started)
    return [tokens[(first + seat) % setup.players] for seat in range(setup.players)]
