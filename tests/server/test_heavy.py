"""Heavy work: one piece at a time, so much for each, and what never changes is made once."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from trailmix.server.messages.refusals import No
from trailmix.server.security.heavy import HeavyWork


def test_an_address_may_ask_for_so_much_and_others_are_still_served() -> None:
    async def ask() -> list[str]:
        heavy, go_on = HeavyWork(2), threading.Event()
        asked = [asyncio.ensure_future(heavy.run("greedy", go_on.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(No) as refused:
            await heavy.run("greedy", str)
        other = asyncio.ensure_future(heavy.run("modest", lambda: "made"))
        go_on.set()
        assert await asyncio.gather(*asked) == [True, True]
        return [refused.value.message.key, await other, await heavy.run("greedy", lambda: "again")]

    assert asyncio.run(ask()) == ["too_many.heavy", "made", "again"]


def test_what_never_changes_is_made_once_even_if_whoever_asked_first_has_left() -> None:
    made = []

    async def ask() -> list[int]:
        heavy = HeavyWork(1)

        async def make() -> int:
            await heavy.run("map", lambda: made.append("map"))
            return len(made)

        first = asyncio.ensure_future(heavy.once("map", make))
        await asyncio.sleep(0)
        first.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await first
        return [
            *await asyncio.gather(*(heavy.once("map", make) for _ in range(5))),
            await heavy.once("map", make),
        ]

    assert asyncio.run(ask()) == [1] * 6
    assert made == ["map"]


def test_what_could_not_be_made_is_tried_anew() -> None:
    tried = []

    async def ask() -> int:
        heavy = HeavyWork(1)

        async def make() -> int:
            tried.append("map")
            return await heavy.run("map", lambda: 1 // (len(tried) - 1))

        with pytest.raises(ZeroDivisionError):
            await heavy.once("map", make)
        return await heavy.once("map", make)

    assert asyncio.run(ask()) == 1
    assert len(tried) == 2
