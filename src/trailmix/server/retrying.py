"""A new table that begins where somebody decided something in a finished match: what if?

It begins with that very position, its cards and the luck to come included. The seat of the decision is for
whoever asks; bots have the others.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from trailmix.engine.seeds import fresh
from trailmix.server.analysis_messages import Retry
from trailmix.server.chairs import chair_for
from trailmix.server.clock_messages import ClockWish
from trailmix.server.colours import worn
from trailmix.server.dealing import play_entry
from trailmix.server.protocol import ChairWish, Made
from trailmix.server.refusals import No
from trailmix.server.store import Entry, People, StoredChair, StoredTable
from trailmix.server.table import Table
from trailmix.server.tables import Tables
from trailmix.server.tokens import fingerprint, new_table_id, new_token


async def retry(
    tables: Tables, table: Table, entries: Sequence[Entry], wish: Retry, address: str, language: str
) -> Made:
    """A table that begins before the decision of a step, with whoever asks on its seat."""
    with tables.counted_as_made(address):
        seat = _seat(entries, wish.step)
        start = await tables.heavy.run(address, lambda: _position(table, entries, wish.step))
        token, invite = new_token(), new_token()
        stored = StoredTable(
            id=new_table_id(),
            created=time.time(),
            game=table.stored.game,
            rules_version=table.stored.rules_version,
            players=table.stored.players,
            options=msgspec.to_builtins(table.setup.options),
            data=table.stored.data,
            seed=fresh(),
            salt=fresh(),
            privacy="private",
            invite_hash=fingerprint(invite),
            clock=ClockWish(),
            start=start,
        )
        chairs = _chairs(table, seat, wish, token, language)
        made = await tables.add(stored, People(revision=0, status="waiting", chairs=chairs, host=seat))
        return Made(table=made.info(), invite=invite, tokens={str(seat): token})


def _seat(entries: Sequence[Entry], step: int) -> int:
    """Who decided at a step; No if nobody did."""
    found = next((entry for entry in entries if entry.seq == step and entry.kind == "move"), None)
    if found is None or found.seat is None:
        raise No("bad_option.no_such_step", step=step)
    return found.seat


def _position(table: Table, entries: Sequence[Entry], step: int) -> str:
    """The match before a step, as a position."""
    match = table.deal()
    for entry in entries:
        if entry.seq < step:
            play_entry(match, entry)
    return match.position()


def _chairs(table: Table, seat: int, wish: Retry, token: str, language: str) -> tuple[StoredChair, ...]:
    """Chairs in the order of the seats, in the colours that these had; whoever asks is named first."""
    chairs = [chair_for(seat, ChairWish(kind="human", name=wish.name), token, [], language)]
    for n in range(table.stored.players - 1):
        bot = ChairWish(kind="bot", level=wish.level)
        chairs.append(chair_for(n, bot, None, [chair.name for chair in chairs], language))
    chairs.insert(seat, chairs.pop(0))
    colours = worn(table.people.chairs, table.colours)
    return tuple(
        msgspec.structs.replace(chair, colour=colours[table.chair_of(n)]) for n, chair in enumerate(chairs)
    )
