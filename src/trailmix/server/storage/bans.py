"""Bans as the stores that speak SQL keep them.

Of an address a hash is kept, under a key that the database makes up when it is first needed, until the ban
ends. So nobody reads addresses in a list or a dump by accident. Whoever has the whole database can still find
an IPv4 address, by trying all of them.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

from trailmix.server.storage.jobs import Script
from trailmix.server.storage.store import Bans

MOST_BANS = 10_000
KEY, KEY_BYTES, HASH_BYTES = "bans", 32, 16


def hash_of(counted_as: str, key: bytes) -> str:
    """What is kept of an address, as limits count it."""
    return blake2b(counted_as.encode(), key=key, digest_size=HASH_BYTES).hexdigest()


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
