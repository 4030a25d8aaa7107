"""A table at a glance, for whoever looks for their tables: how it stands, since when, and how it ended."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from trailmix.server.messages.protocol import MatchResult, Mine, TableInfo
from trailmix.server.storage.store import People

if TYPE_CHECKING:
    from trailmix.server.tables.table import Table

LOOKED_BACK = 50
"""So many entries of the log are looked through for the one that passed the decision on."""


class Glance(NamedTuple):
    """What everyone may know of a table and of how it stands."""

    info: TableInfo
    mover: int | None
    """The chair that is waited for; None if no person is."""
    since: float | None
    """Since when, as everyone may know it: what a seat does in secret does not count."""
    result: MatchResult | None
    people: People

    def as_seen_from(self, chair: int) -> Mine:
        """As it is told to whoever has a chair."""
        waited = None if self.since is None else max(0, int((time.time() - self.since) * 1000))
        return Mine(
            table=self.info, chair=chair, my_turn=self.mover == chair, waited_ms=waited, result=self.result
        )


async def glance_at(table: Table) -> Glance:
    """A table as it stands now."""
    info, match, mover = table.info(), table.match, table.mover
    if match is None:
        return Glance(info, None, None, None, table.people)
    known = await _entries_for_all(table)
    if mover is None:
        chairs = [table.seat_of(n) for n in range(table.stored.players)]
        scores, places, winners = match.scores(), match.places(), match.winners()
        result = MatchResult(
            ended=known[-1][1] if known else table.stored.created,
            scores=[scores[seat] for seat in chairs],
            places=[places[seat] for seat in chairs],
            winners=sorted(table.chair_of(seat) for seat in winners),
        )
        return Glance(info, None, None, result, table.people)
    seat = table.seat_of(mover)
    since = next((at for by, at in reversed(known) if by != seat), known[0][1] if known else None)
    waited_for = mover if table.bot_of(mover) is None else None
    return Glance(info, waited_for, since, None, table.people)


async def _entries_for_all(table: Table) -> list[tuple[int | None, float]]:
    """Whose the last entries are that everyone may know of, and when they were made."""
    after = table.numbering.seq((), max(-1, table.number(()) - LOOKED_BACK))
    entries = await table.entries(after, max(1, table.seq - after))
    return [(entry.seat, entry.at) for entry in entries if not entry.secret]
