"""Compiling in the background: the server answers at once, and says how far its games are.

Each game is compiled by a process of its own (`trailmix.lab.warm`), then loaded here in a thread, so that no
match ever waits for the compiler. A mark beside the compiled code says that this was done before: then
loading is enough, and the server is ready twice as fast.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import sys
import tempfile
from pathlib import Path

import msgspec

import trailmix
from trailmix.engine import border
from trailmix.engine.words import Message
from trailmix.lab import warm
from trailmix.server.refusals import No

log = logging.getLogger("trailmix.warming")
LOADED = ("rules", "bots")
"""The steps of `warm.exercise` that a server goes through itself; they come first."""
STEPS_IN_ALL = len(warm.STEPS) + 1


class Warming:
    """How far each game is: a number of steps and what is being done, or ready, or failed."""

    def __init__(self) -> None:
        self.doing = dict.fromkeys(trailmix.game_names(), "waiting")
        self.done = dict.fromkeys(trailmix.game_names(), 0)
        self.ready: set[str] = set()
        self.failed: dict[str, str] = {}

    def progress(self, game: str) -> tuple[float, Message]:
        """The share that is done, and what is being done."""
        if game in self.ready:
            return 1.0, Message("doing.ready")
        if game in self.failed:
            return self.done[game] / STEPS_IN_ALL, Message("doing.failed", {"why": self.failed[game]})
        return self.done[game] / STEPS_IN_ALL, Message(f"doing.{self.doing[game]}")

    def check(self, game: str) -> None:
        """No, with how far it is, unless the game is ready."""
        if game in self.failed:
            raise No("warming.failed", game=game, why=self.failed[game])
        if game not in self.ready:
            share, doing = self.progress(game)
            raise No("warming.compiling", game=game, percent=round(100 * share), doing=doing)

    async def run(self) -> None:
        """Compile and load every game, side by side as far as there are cores."""
        room = asyncio.Semaphore(os.cpu_count() or 1)
        await asyncio.gather(*(self._one(game, room) for game in trailmix.game_names()))
        # What the compiler has left behind stays for ever: the collector need not walk through it again.
        gc.collect()
        gc.freeze()
        _give_back_memory()

    async def _one(self, game: str, room: asyncio.Semaphore) -> None:
        async with room:
            try:
                if not _mark(game).exists():
                    await self._compile(game)
                    _mark(game).touch()
                self.doing[game] = "loading"
                await asyncio.to_thread(_load, game)
            except warm.NotCompiled as error:
                self.failed[game] = str(error)
                log.error("a game could not be compiled", extra={"game": game, "why": str(error)})
            else:
                self.ready.add(game)
                log.info("a game is ready", extra={"game": game})

    async def _compile(self, game: str) -> None:
        """Let a process compile the game; a server that stops meanwhile does not wait for it."""
        with tempfile.TemporaryFile() as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", warm.__name__, game, stdout=asyncio.subprocess.PIPE, stderr=errors
            )
            assert process.stdout is not None  # noqa: S101 - asked for above
            try:
                async for line in process.stdout:
                    message = msgspec.json.decode(line, type=warm.Step | warm.Warmed)
                    if isinstance(message, warm.Step):
                        self.doing[game] = message.step
                        self.done[game] += 1
                code = await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            errors.seek(0)
            said = errors.read().decode(errors="replace").strip().splitlines()
        if code != 0:
            raise warm.NotCompiled(f"{self.doing[game]}: {said[-1] if said else 'no reason given'}")


def _load(game: str) -> None:
    """Load what playing needs; the rest is compiled, too, and found in milliseconds when it is asked for."""
    for step in warm.exercise(game):
        if step not in LOADED:
            return


def _give_back_memory() -> None:
    """What loading has used once goes back to the system, where the C library can do that (glibc)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def _mark(game: str) -> Path:
    """The file that says that a game is compiled; its folder is another one when any source has changed."""
    return Path(border.deal.stats.cache_path) / f"{game}.compiled"  # type: ignore[attr-defined]
