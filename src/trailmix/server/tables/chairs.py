"""Chairs as they are wished for, and the names of who sits on them."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from trailmix import bots
from trailmix.engine.errors import BadOption
from trailmix.engine.seeds import check_people
from trailmix.engine.words import Message
from trailmix.server.messages.protocol import MOST_CHAIRS, ChairWish
from trailmix.server.messages.refusals import No
from trailmix.server.security.plain_text import check_text, likeness, tidy_name, without_joiners
from trailmix.server.security.tokens import fingerprint
from trailmix.server.storage.store import People, StoredChair
from trailmix.server.words import words

Names = list[str | None]
REMEMBERED_STAND_INS = 20


def chair_for(n: int, wish: ChairWish, token: str | None, taken: Names, language: str) -> StoredChair:
    """A chair as it is wished for, its name checked, or made in the language of whoever wishes."""
    if wish.kind == "open":
        return StoredChair()
    if wish.kind == "bot":
        level = wish.level or bots.USUAL
        if level not in bots.names():
            raise No("bad_option.no_such_bot", level=level, levels=list(bots.LEVELS))
        return StoredChair(kind="bot", name=_free_name(taken, language), level=level)
    name = name_for(wish.name or words(language).say(Message("name.guest", {"n": n + 1})), taken)
    return StoredChair(kind="human", name=name, token_hash=fingerprint(token) if token else None)


def name_for(wish: str, taken: Names) -> str:
    """A name as it will be shown; No unless it is plain text, and unlike what others here are called."""
    name = tidy_name(wish)
    check_text(name)
    name = without_joiners(name)
    try:
        check_people([name])
    except BadOption:
        raise No("bad_option.no_name") from None
    if _is_taken(name, taken):
        raise No("bad_option.name_taken", name=name)
    return name


def _is_taken(name: str, taken: Names) -> bool:
    return likeness(name) in {likeness(other) for other in taken if other is not None}


def _free_name(taken: Names, language: str) -> str:
    """A name for a bot. There are as many as chairs, so that one is always free."""
    names = (words(language).say(Message(f"name.bot.{n}")) for n in range(1, MOST_CHAIRS + 1))
    return next(name for name in names if not _is_taken(name, taken))


def is_full(people: People) -> bool:
    """Does somebody sit on every chair?"""
    return not any(
        chair.kind == "open" or (chair.kind == "human" and chair.token_hash is None)
        for chair in people.chairs
    )


def may_sit_again(name: str | None, again: People, n: int) -> bool:
    """May somebody with this name have the same chair at the table of the rematch?"""
    kept = again.chairs[n]
    if kept.kind == "open":  # they have got up from it
        return again.status == "waiting" and name is not None and not _is_taken(name, names(again))
    missed = again.status == "over" and kept.token_hash is None
    return (kept.kind, kept.name) == ("human", name) and not missed


def names(people: People) -> Names:
    """What everybody at a table is called."""
    return [chair.name for chair in people.chairs]


def changed(chair: StoredChair, changes: dict[str, Any]) -> StoredChair:
    """A chair with changes. When a bot takes it over or gives it back, that is noted."""
    after = msgspec.structs.replace(chair, **changes)
    if (after.stand_in is None) == (chair.stand_in is None):
        return after
    known = chair.stood_in
    if len(known) >= 2 * REMEMBERED_STAND_INS:
        known = known[2:]  # the beginning and the end of the oldest one
    return msgspec.structs.replace(after, stood_in=(*known, time.time()))
