"""Compiling beside a server: processes that take only what nobody else wants of the processors.

Each game is compiled by a process of its own (`trailmix.lab.warm`), as many at once as there are cores.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Sequence

import msgspec

from trailmix.lab import compilers

log = logging.getLogger("trailmix.compiling")


class Compiling:
    """The games that are still to be compiled."""

    def __init__(self, games: Sequence[str], needed: compilers.Needed) -> None:
        self._flags = [compilers.BESIDE] + [compilers.FOR_TABLES_ALONE] * (needed == "tables")
        self._waiting = list(games)
        self.failed: dict[str, str] = {}
        """Why a game could not be compiled."""

    def prefer(self, game: str) -> None:
        """Somebody plays it: it is the next."""
        if game in self._waiting:
            self._waiting.remove(game)
            self._waiting.insert(0, game)

    async def run(self) -> None:
        """Compile them all, side by side."""
        await asyncio.gather(*(self._work() for _ in range(os.cpu_count() or 1)))

    async def _work(self) -> None:
        while self._waiting:
            game = self._waiting.pop(0)
            try:
                await self._compile(game)
            except compilers.NotCompiled as error:
                self.failed[game] = str(error)
                log.error("a game could not be compiled", extra={"game": game, "why": str(error)})
            else:
                log.info("a game is compiled", extra={"game": game})

    async def _compile(self, game: str) -> None:
        """Let a process compile a game. It ends with us, and at once if nobody wants its work any more."""
        step, why = "the beginning", ""
        with tempfile.TemporaryFile() as errors:
            process = await asyncio.create_subprocess_exec(
                *compilers.command(game, *self._flags),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for us
            )
            assert process.stdout is not None  # noqa: S101 - asked for above
            try:
                async for line in process.stdout:
                    message = msgspec.json.decode(line, type=compilers.Told)
                    if isinstance(message, compilers.Step):
                        step = message.step
                    elif isinstance(message, compilers.Failed):
                        why = message.why
                code = await process.wait()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            errors.seek(0)
            if code != 0:
                raise compilers.NotCompiled(f"{step}: {why or compilers.died(code, errors.read())}")
