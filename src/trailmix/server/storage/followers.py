"""What is kept of browsers that want to hear of their turns, in any store that speaks SQL."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from trailmix.server.messages.followers import PushAddress
from trailmix.server.storage.jobs import Script

MOST_OF_A_CHAIR = 5
"""Browsers that are told of one chair's turns: those that asked last."""


class Follower(msgspec.Struct, frozen=True, kw_only=True):
    """A browser: the chairs that it holds, by the fingerprints of their tokens, and where to tell it."""

    tokens: tuple[str, ...]
    push: PushAddress | None
    language: str


class Found(NamedTuple):
    """A follower, and under which fingerprint it is kept."""

    key: str
    follower: Follower


encode = msgspec.msgpack.encode
decoder = msgspec.msgpack.Decoder(Follower)


def write_follower(key: str, follower: Follower, now: float) -> Script[None]:
    """A browser, in the place of what was kept of it."""
    yield "DELETE FROM followers WHERE hash = ?", (key,)
    yield "INSERT INTO followers VALUES (?, ?, ?)", (key, encode(follower), now)
    for token in follower.tokens:
        yield "INSERT INTO followed VALUES (?, ?)", (token, key)
        yield (
            "DELETE FROM followed WHERE token_hash = ? AND follower NOT IN ("
            "SELECT hash FROM followers JOIN followed ON follower = hash WHERE token_hash = ?"
            " ORDER BY touched DESC, hash LIMIT ?)",
            (token, token, MOST_OF_A_CHAIR),
        )


def read_follower(key: str) -> Script[Follower | None]:
    """A browser by its fingerprint."""
    found = yield "SELECT document FROM followers WHERE hash = ?", (key,)
    return decoder.decode(found[0][0]) if found else None


def read_followers_of(token: str) -> Script[list[Found]]:
    """The browsers that want to hear of a chair."""
    found = yield (
        "SELECT hash, document FROM followers JOIN followed ON follower = hash WHERE token_hash = ?",
        (token,),
    )
    return [Found(row[0], decoder.decode(row[1])) for row in found]


def write_push_ended(key: str, endpoint: str) -> Script[None]:
    """A browser without its push address, if it is still this one; that is no visit of the browser's."""
    found = yield "SELECT document FROM followers WHERE hash = ?", (key,)
    follower = decoder.decode(found[0][0]) if found else None
    if follower is None or follower.push is None or follower.push.endpoint != endpoint:
        return
    # Another process may have written since.
    without = encode(msgspec.structs.replace(follower, push=None))
    yield "UPDATE followers SET document = ? WHERE hash = ? AND document = ?", (without, key, found[0][0])


def delete_follower(key: str, gone: list[str]) -> Script[None]:
    """Forget a browser; its fingerprint is added to the list if it was there."""
    gone.clear()
    gone.extend(row[0] for row in (yield "DELETE FROM followers WHERE hash = ? RETURNING hash", (key,)))


def delete_old_followers(before: float) -> Script[None]:
    """Forget the browsers that have not been here since then."""
    yield "DELETE FROM followers WHERE touched < ?", (before,)


def keep_secret(name: str, made: bytes, kept: list[bytes]) -> Script[None]:
    """Something that all processes share: what was kept first is added to the list."""
    kept.clear()
    yield "INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", (name, made)
    kept.append(bytes((yield "SELECT value FROM secrets WHERE name = ?", (name,))[0][0]))
