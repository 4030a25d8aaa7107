"""Addresses that are not served for a time.

Of an address a hash is kept, under a key that the database makes up when it is first needed, until the ban
ends. So nobody reads addresses in a list or a dump by accident. Whoever has the whole database can still find
an IPv4 address, by trying all of them.

Every server asks now and then who is banned, by whichever of the servers or by `trailmix admin`.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections.abc import Iterable
from hashlib import blake2b

from trailmix.server.addresses import Network, is_within
from trailmix.server.jobs import Script
from trailmix.server.refusals import No
from trailmix.server.store import Bans, Store
from trailmix.server.store_errors import StoreError

HEED_SECONDS = 2.0
"""So long after a ban everybody heeds it, at the latest."""
MOST_BANS = 10_000
KEY, KEY_BYTES, HASH_BYTES = "bans", 32, 16
log = logging.getLogger("trailmix.server")


def hash_of(counted_as: str, key: bytes) -> str:
    """What is kept of an address, as limits count it."""
    return blake2b(counted_as.encode(), key=key, digest_size=HASH_BYTES).hexdigest()


# --- what is kept


def read_key() -> Script[bytes]:
    """The key of this database; none if nobody has been banned yet."""
    found = yield "SELECT value FROM secrets WHERE name = ?", (KEY,)
    return bytes(found[0][0]) if found else b""


def make_key() -> Script[bytes]:
    """The key, made if there is none; two may make one at the same moment."""
    new = (KEY, secrets.token_bytes(KEY_BYTES))
    yield "INSERT INTO secrets VALUES (?, ?) ON CONFLICT (name) DO NOTHING", new
    return (yield from read_key())


def read_bans() -> Script[Bans]:
    """Who is banned now."""
    key = yield from read_key()
    found = yield "SELECT hash, ends - {now} FROM bans WHERE ends > {now} LIMIT ?", (MOST_BANS,)
    return Bans(key, dict(found))


def forget_bans() -> Script[None]:
    """Nothing is kept of a ban that has ended."""
    yield "DELETE FROM bans WHERE ends <= {now}", ()


# --- what a server knows


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
