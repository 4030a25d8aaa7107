"""Housekeeping: tables that nobody looks at leave memory, and tables untouched for long are deleted."""

from __future__ import annotations

import asyncio
import logging
import time

from trailmix.server.notices.followers import KEPT_DAYS
from trailmix.server.storage.store import Kept
from trailmix.server.tables.tables import Tables

DAY = 24 * 3600.0
DELETED_AT_ONCE = 20
"""Tables in one transaction, for which everybody waits: some milliseconds."""
log = logging.getLogger("trailmix.tables")


async def sweep_for_ever(tables: Tables) -> None:
    """Sweep again and again."""
    while True:
        await asyncio.sleep(tables.config.sweep_seconds)
        try:
            await sweep(tables)
        except Exception:
            log.exception("sweeping failed")


async def sweep(tables: Tables) -> None:
    """One round of housekeeping."""
    used = in_use(tables)  # before some of them leave memory
    idle = time.monotonic() - tables.config.idle_seconds
    for table in tables.in_memory():
        is_needed = table.viewers or table.lock.locked() or table.waits_for_bot
        if table.touched < idle and not is_needed:
            tables.forget(table)
    await tables.store.note_time()
    await tables.store.forget_bans()
    await tables.store.touch(used)
    await tables.store.throw_parcels_away()
    await tables.store.forget_old_followers(KEPT_DAYS * DAY)
    await _delete_old(tables)


def in_use(tables: Tables) -> list[str]:
    """The tables that somebody watches or plays at."""
    return [table.id for table in tables.in_memory() if table.is_in_use]


async def _delete_old(tables: Tables) -> None:
    """Delete what nobody has touched for long: a few tables at a time, others write in between."""
    config, number = tables.config, 0
    ages: dict[Kept, float] = {
        "waiting": config.keep_waiting_days * DAY,
        "running": config.keep_running_days * DAY,
        "over": config.keep_finished_days * DAY,
        "passing": config.keep_passing_days * DAY,
    }
    while gone := await tables.store.expire(ages, DELETED_AT_ONCE, lambda: in_use(tables)):
        for table in tables.in_memory():
            if table.id in gone:
                tables.forget(table)
        number += len(gone)
    if number:
        log.info("old tables were deleted", extra={"number": number})
