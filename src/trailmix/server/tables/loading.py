"""Compiled code is loaded when the first table of its game is opened: nothing of games that nobody plays."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable

from trailmix.engine.kernels import JIT
from trailmix.lab import warm

log = logging.getLogger("trailmix.loading")
LOADED = ("rules", "bots")
"""The steps of `warm.exercise` that a server goes through itself; they come first."""


class Loading:
    """Which games are loaded."""

    def __init__(self) -> None:
        self.loaded: set[str] = set()
        self.opened: Callable[[str], None] = lambda _game: None
        """Is told of every game of which a table is opened, once."""
        self._turn = asyncio.Lock()

    async def open(self, game: str) -> None:
        """Make sure that a game is loaded. That is done in a thread: others play on."""
        if game in self.loaded:
            return
        async with self._turn:
            if game in self.loaded:
                return
            self.opened(game)
            if JIT:
                await asyncio.to_thread(load, game)
            self.loaded.add(game)
            log.info("a game is loaded", extra={"game": game})


def load(game: str) -> None:
    """Load what playing needs; the rest is compiled, too, and found in milliseconds when it is asked for."""
    for step in warm.exercise(game, "tables"):
        if step not in LOADED:
            break
    # What loading has left behind stays for ever: the collector need not walk through it again.
    gc.collect()
    gc.freeze()
