"""Things to be kept in a store, for tests that are about the store and not about a match."""

from __future__ import annotations

from typing import Any

from trailmix.server.protocol import ClockWish
from trailmix.server.store import Entry, People, Remark, StoredChair, StoredTable


def table(name: str = "t1", privacy: Any = "public", created: float = 1000.0) -> StoredTable:
    """A table of Alpina for two."""
    return StoredTable(
        id=name,
        created=created,
        game="alpina",
        rules_version=1,
        players=2,
        options={"colours": []},
        data=None,
        seed="seed",
        salt="salt",
        privacy=privacy,
        invite_hash="hash",
        clock=ClockWish(),
    )


def people(revision: int = 0, status: Any = "waiting", tokens: tuple[str, ...] = ("a", "b")) -> People:
    """Those who hold tokens."""
    chairs = tuple(StoredChair(kind="human", name=token, token_hash=token) for token in tokens)
    return People(revision=revision, status=status, chairs=chairs, host=0)


def entry(seq: int, **more: Any) -> Entry:
    """An entry of a log."""
    return Entry(seq=seq, kind="move", seat=seq % 2, client_id=f"id {seq}", took_ms=seq, at=1e9, **more)


def remark(number: int, name: str | None = None) -> Remark:
    """Something that was said."""
    return Remark(number=number, chair=0, name="Ann", text="hi", client_id=name or f"id {number}", at=1.0)
