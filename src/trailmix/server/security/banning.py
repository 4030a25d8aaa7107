"""Addresses that are not served for a time.

What is kept of them stands in `storage/bans.py`. Every server asks now and then who is banned, by whichever
of the servers or by `trailmix admin`.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable

from trailmix.server.messages.refusals import No
from trailmix.server.security.addresses import Network, is_within
from trailmix.server.storage.bans import hash_of
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.store import Bans, Store

HEED_SECONDS = 2.0
"""So long after a ban everybody heeds it, at the latest."""
log = logging.getLogger("trailmix.server")


class Banned:
    """The addresses that a server does not serve."""

    def __init__(self, store: Store, proxies: Iterable[Network]) -> None:
        """Proxies are always served: everybody comes from there."""
        self._store, self._proxies = store, tuple(proxies)
        self._bans = Bans(b"", {})

    def refusal(self, counted_as: str) -> No | None:
        """Why an address is not served; None if it is."""
        if not self._bans.left:
            return None
        left = self._bans.left.get(hash_of(counted_as, self._bans.key))
        if left is None or is_within(counted_as, self._proxies):
            return None
        return No("forbidden.banned", hours=math.ceil(left / 3600))

    async def look(self) -> None:
        """See who is banned now. If that cannot be read, what was known holds."""
        try:
            self._bans = await self._store.bans()
        except (StoreError, No) as error:
            log.warning("who is banned cannot be read", extra={"why": str(error)})

    async def look_again(self) -> None:
        """The same, in a while."""
        await asyncio.sleep(HEED_SECONDS)
        await self.look()
