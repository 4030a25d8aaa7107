"""Things to be kept in a store, for tests that are about the store and not about a match."""

from __future__ import annotations

from typing import Any

from trailmix.engine.words import Message
from trailmix.lab.analysis import Alternative, Analysis, Chances, Decision
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.storage.store import Entry, People, Remark, StoredChair, StoredTable


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


def analysis(bot: str = "search:simulations=1") -> Analysis:
    """What was found out about a match of one decision."""
    decision = Decision(
        step=1,
        seat=0,
        played="a",
        best="b",
        loss=0.25,
        grade="blunder",
        knew=Chances((0.5, 0.5), (0.25, 0.75)),
        open=Chances((1.0, 0.0), (0.0, 1.0)),
        alternatives=(Alternative("b", 0.5),),
        reason=Message("hint.standing", {"difference": "1.5"}),
    )
    return Analysis(bot=bot, seats=("Ann", "Bén"), decisions=(decision,), moments=(0,))
