"""Can the server do its work? That is tried out: something small is really written to the disk."""

from __future__ import annotations

import asyncio
import logging
import time

from trailmix.server.messages.refusals import No
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.store import Store

KNOWN_SECONDS = 3.0
"""An answer holds for so long: asking often does not keep the disk busy."""
log = logging.getLogger("trailmix.server")


class Health:
    """What is known of the store, and since when."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[bool] | None = None
        self._known_until = 0.0

    async def check(self) -> None:
        """No unless the store can read and write."""
        if self._trial is None or (self._trial.done() and time.monotonic() > self._known_until):
            self._trial = asyncio.create_task(self._try(), name="health")
        if not await asyncio.shield(self._trial):  # one who asked may go away; others wait for the same trial
            raise No("stopping.no_store")

    async def _try(self) -> bool:
        try:
            await self._store.listed(limit=1)
            await self._store.note_time()
        except StoreError as error:
            log.error("the store cannot be used", extra={"why": str(error)})
            return False
        finally:
            self._known_until = time.monotonic() + KNOWN_SECONDS
        return True
