"""Bots at tables: they think in threads outside the event loop, within a budget, as many as there are cores.

A bot that fails or does not answer in time is logged and told to stop, and the usual one answers for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Callable
from typing import TypeVar

from trailmix.bots import USUAL, Budget, Seated, Stop
from trailmix.bots.hints import Advice, advise
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import mind_of

log = logging.getLogger("trailmix.bots")

Answer = TypeVar("Answer")
THINK = 0.5
"""Seconds of processor time for a search, unless said otherwise."""


class Thinkers:
    """The bots of all tables."""

    def __init__(self, budget: float, at_once: int | None = None, think: float = THINK) -> None:
        self.budget, self.think = budget, think
        self._room = asyncio.Semaphore(at_once or os.cpu_count() or 1)

    async def choose(self, bot: Seated, setup: Setup, seen: Array) -> int:
        """The bot's action from what its seat may know; `seen` is its own copy."""
        stop = Stop()
        try:
            async with self._room:
                return await self._in_thread(lambda: bot.choose(setup, seen.copy(), stop))
        except Exception:
            log.exception(
                "a bot failed, another plays for it",
                extra={"bot": bot.name, "other": USUAL, "game": setup.game.slug},
            )
        finally:
            stop.set()
        return await self._in_thread(lambda: Seated(USUAL, "fallback").choose(setup, seen.copy()))

    async def advise(self, setup: Setup, seen: Array, seed: str) -> Advice:
        """A hint for the seat to decide, from what it knows."""
        stop, mind = Stop(), mind_of(seed, "hint")
        try:
            async with self._room:
                budget = Budget(seconds=self.think)
                return await self._in_thread(lambda: advise(setup, seen.copy(), mind, stop, budget))
        finally:
            stop.set()

    async def _in_thread(self, think: Callable[[], Answer]) -> Answer:
        """Think in a thread of its own: one that hangs is left behind and takes nobody's place."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Answer] = loop.create_future()

        def run() -> None:
            action, failed = None, None
            try:
                action = think()
            except BaseException as error:
                failed = error
            with contextlib.suppress(RuntimeError):  # the server may have stopped meanwhile
                loop.call_soon_threadsafe(_settle, answer, action, failed)

        threading.Thread(target=run, name="bot", daemon=True).start()
        return await asyncio.wait_for(answer, self.budget)


def _settle(answer: asyncio.Future[Answer], action: Answer | None, error: BaseException | None) -> None:
    if answer.done():
        return
    if error is not None:
        answer.set_exception(error)
    elif action is not None:
        answer.set_result(action)
