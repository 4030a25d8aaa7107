"""Compiling in the background: the server answers at once, and says how far its games are.

Each game is compiled by a process of its own (`trailmix.lab.warm`), so that no match ever waits for the
compiler. A mark beside the compiled code says that this was done before. What was compiled is loaded here, in
a thread, when the first table of the game is opened: a server does not hold the games that nobody plays.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import tempfile

import msgspec

import trailmix
from trailmix.engine.game import faults
from trailmix.engine.kernels import JIT
from trailmix.engine.words import Message
from trailmix.lab import warm
from trailmix.server.refusals import No

log = logging.getLogger("trailmix.warming")
LOADED = ("rules", "bots")
"""The steps of `warm.exercise` that a server goes through itself; they come first."""


class Warming:
    """How far each game is: a number of steps and what is being done, or ready, or failed."""

    def __init__(self) -> None:
        self.doing = dict.fromkeys(trailmix.game_names(), "waiting")
        self.done = dict.fromkeys(trailmix.game_names(), 0)
        self.ready: set[str] = set()
        self.loaded: set[str] = set()
        self._loading = asyncio.Lock()
        self.failed: dict[str, str] = {}

    def progress(self, game: str) -> tuple[float, Message]:
        """The share that is done, and what is being done."""
        if game in self.ready:
            return 1.0, Message("doing.ready")
        if game in self.failed:
            return self._share(game), Message("doing.failed", {"why": self.failed[game]})
        return self._share(game), Message(f"doing.{self.doing[game]}")

    def _share(self, game: str) -> float:
        # There is a step before them, and the last one is not done when it begins.
        return self.done[game] / (len(warm.STEPS) + 2)

    async def open(self, game: str) -> None:
        """Make sure that a game can be played here; No, with how far it is, while it is being compiled."""
        if game in self.loaded:
            return
        if game in self.failed:
            raise No("warming.failed", game=game, why=self.failed[game])
        if game not in self.ready:
            share, doing = self.progress(game)
            raise No("warming.compiling", game=game, percent=round(100 * share), doing=doing)
        async with self._loading:
            if game not in self.loaded:
                await asyncio.to_thread(load, game)
                self.loaded.add(game)
                log.info("a game is loaded", extra={"game": game})

    async def run(self) -> None:
        """Compile every game, side by side as far as there are cores."""
        for sentence in faults():
            log.error("a game of another package cannot be played", extra={"why": sentence})
        room = asyncio.Semaphore(os.cpu_count() or 1)
        await asyncio.gather(*(self._one(game, room) for game in trailmix.game_names()))

    async def _one(self, game: str, room: asyncio.Semaphore) -> None:
        async with room:
            try:
                if JIT and not warm.is_compiled(game):  # else the rules run as the Python they are
                    await self._compile(game)
            except warm.NotCompiled as error:
                self.failed[game] = str(error)
                log.error("a game could not be compiled", extra={"game": game, "why": str(error)})
            else:
                self.ready.add(game)
                log.info("a game is ready", extra={"game": game})

    async def _compile(self, game: str) -> None:
        """Let a process compile the game; a server that stops meanwhile does not wait for it."""
        why = ""
        with tempfile.TemporaryFile() as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", warm.MODULE, game, stdout=asyncio.subprocess.PIPE, stderr=errors
            )
            assert process.stdout is not None  # noqa: S101 - asked for above
            try:
                async for line in process.stdout:
                    message = msgspec.json.decode(line, type=warm.Told)
                    if isinstance(message, warm.Step):
                        self.doing[game] = message.step
                        self.done[game] += 1
                    elif isinstance(message, warm.Failed):
                        why = message.why
                code = await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            errors.seek(0)
            if code != 0:
                raise warm.NotCompiled(f"{self.doing[game]}: {why or warm.died(code, errors.read())}")


def load(game: str) -> None:
    """Load what playing needs; the rest is compiled, too, and found in milliseconds when it is asked for."""
    for step in warm.exercise(game):
        if step not in LOADED:
            break
    # What loading has left behind stays for ever: the collector need not walk through it again.
    gc.collect()
    gc.freeze()
