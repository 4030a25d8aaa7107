"""Analyses of finished matches: made in the background, one at a time, by a thread that others come before.

Whoever waits asks how far it is. What is done is kept with the table; what is not is lost when the server
stops, and can be asked for again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal

from trailmix.bots import Stop
from trailmix.engine.errors import TrailmixError
from trailmix.engine.kernels import JIT
from trailmix.engine.match import Match
from trailmix.lab.analysis import Analysis, Stopped, analyse, at_steps
from trailmix.server.config import Config
from trailmix.server.messages.refusals import No
from trailmix.server.storage.errors import Conflict, StoreError
from trailmix.server.storage.store import Store

log = logging.getLogger("trailmix.analyses")
MOST_WAITING = 100
MOST_FAILED = 1000
"""Of so many it is remembered that they have failed."""


@dataclass(frozen=True)
class Played:
    """A match that was played again from its log, and the step at which each of its actions stands."""

    match: Match
    steps: tuple[int, ...]


@dataclass
class _Wish:
    """An analysis that somebody waits for."""

    table: str
    address: str
    play: Callable[[], Played]
    state: Literal["waiting", "running"] = "waiting"
    done: int = 0
    of: int = 0
    stop: Stop = field(default_factory=Stop)

    def note(self, done: int, of: int) -> None:
        """It has got so far; said by the thread that works on it."""
        self.done, self.of = done, of


class Analyses:
    """What is being analysed, and what waits for that."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store, self._config = store, config
        self._wishes: dict[str, _Wish] = {}
        """By the table; the first is worked on."""
        self._failed: dict[str, None] = {}
        self._work: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "analysis", _come_last)

    def under_way(self, table: str) -> _Wish | None:
        """The analysis of a match that waits or runs, None if there is none."""
        return self._wishes.get(table)

    def has_failed(self, table: str) -> bool:
        """Was it tried, and something went wrong?"""
        return table in self._failed

    def start(self, table: str, address: str, play: Callable[[], Played]) -> None:
        """Have a match analysed, unless it is under way; No says why not. `play` plays the match again."""
        if table in self._wishes:
            return
        if not JIT:
            raise No("not_now.no_compiler")
        mine = sum(wish.address == address for wish in self._wishes.values())
        if mine >= self._config.analyses_per_address:
            raise No("too_many.analyses")
        if len(self._wishes) >= MOST_WAITING:
            raise No("too_many.all_analyses")
        self._failed.pop(table, None)
        self._wishes[table] = _Wish(table, address, play)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._work_off(), name="analyses")

    def cancel(self, table: str) -> None:
        """Nobody wants to wait for it any more."""
        wish = self._wishes.pop(table, None)
        if wish is not None:
            wish.stop.set()

    async def close(self) -> None:
        """Stop working."""
        for table in list(self._wishes):
            self.cancel(table)
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _work_off(self) -> None:
        while self._wishes:
            wish = next(iter(self._wishes.values()))
            wish.state = "running"
            try:
                found = await asyncio.get_running_loop().run_in_executor(self._thread, self._analyse, wish)
                await self._store.keep_analysis(wish.table, found)
            except Stopped:
                continue  # it was cancelled, and is no longer among the wishes
            except Exception as error:
                self._note_failure(wish, error)
            if self._wishes.get(wish.table) is wish:
                del self._wishes[wish.table]

    def _analyse(self, wish: _Wish) -> Analysis:
        played = wish.play()
        found = analyse(played.match, self._config.analysis_simulations, wish.note, wish.stop)
        return at_steps(found, played.steps)

    def _note_failure(self, wish: _Wish, error: Exception) -> None:
        is_known = isinstance(
            error, No | Conflict | StoreError | TrailmixError
        )  # a damaged log, a table that is gone
        log.error(
            "a match could not be analysed",
            exc_info=None if is_known else error,
            extra={"table": wish.table, "why": str(error)},
        )
        self._failed[wish.table] = None
        if len(self._failed) > MOST_FAILED:
            del self._failed[next(iter(self._failed))]


def _come_last() -> None:
    """Let everybody else have the processor first, where a thread has a priority of its own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
