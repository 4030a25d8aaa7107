"""A new table that begins where somebody decided something in a finished match: what if?

It begins with that very position, its cards and the luck to come included. The seat of the decision is for
whoever asks; bots have the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from trailmix.server.messages.analyses import Retry
from trailmix.server.messages.protocol import Made
from trailmix.server.messages.refusals import No
from trailmix.server.storage.store import Entry
from trailmix.server.tables.colours import worn
from trailmix.server.tables.dealing import play_entry
from trailmix.server.tables.giving import Wish, give
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables


async def retry(
    tables: Tables, table: Table, entries: Sequence[Entry], wish: Retry, address: str, language: str
) -> Made:
    """A table that begins before the decision of a step, with whoever asks on its seat."""
    with tables.counted_as_made(address):
        seat = _seat(entries, wish.step)
        start = await tables.heavy.run(address, lambda: _position(table, entries, wish.step))
        colours = worn(table.people.chairs, table.colours)
        by_seat = [colours[table.chair_of(n)] for n in range(table.stored.players)]
        asked = Wish(seat=seat, name=wish.name, level=wish.level, language=language, colours=by_seat)
        return await give(tables, table.setup, start, asked)


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
