"""Nobody waits for the compiler: a server with nothing compiled serves at once, and hands over when it can.

Until the games are compiled, a process beside this one runs their rules as plain Python (`uncompiled`), and
others compile. This process has the listening socket and the claim to the database, and shares them with the
first. When all is compiled it loads what is played, tells the other to stop, and serves itself. Whoever
connects meanwhile waits in the socket; tables come from the log, as after any start; people come back by
themselves. If this process ends, however that comes about, all of them do.

What takes long to import is imported where it is needed: the first page waits for nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from trailmix.engine.cache import is_blank
from trailmix.engine.errors import TrailmixError
from trailmix.server.compiling import Compiling
from trailmix.server.config import Config
from trailmix.server.starting import uncompiled
from trailmix.server.starting.listening import listen
from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.stores import claim_of

if TYPE_CHECKING:
    from trailmix.server.starting.serving import Server

CAN_HAND_OVER = os.name == "posix"
"""Elsewhere a process that is started cannot be given a socket and a lock."""
STOP_SECONDS = 10.0
"""After so long a process that was told to stop is killed: what it has acknowledged is on disk."""
LOOK_EVERY = 0.05
log = logging.getLogger("trailmix.server")
Announce = Callable[[int], None]
"""Is told the port as soon as the server accepts connections."""


class Shared(NamedTuple):
    """What only one process has, or a process and its parent."""

    claim: Claim | None
    """To a file; a database is shared by all who use it."""
    listener: socket.socket

    @classmethod
    def of(cls, config: Config) -> Shared:
        """The right to the database, then the address."""
        return cls(claim_of(config.database), listen(config))


class CannotStart(TrailmixError):
    """The server beside us cannot start, and says why."""


def serve(config: Config, announce: Announce) -> int:
    """Serve until somebody stops the server; gives the exit code.

    StoreError, CannotListen and CannotStart say why it cannot even start.
    """
    if _is_compiled(config):
        server = _make(config, Shared.of(config))
        server.check_store()
        server.has_started = lambda: announce(server.port)
        server.heed_signals()
    else:
        left = asyncio.run(_interim(config, announce, Shared.of(config) if CAN_HAND_OVER else None))
        if isinstance(left, int):
            return left
        server = left
        server.has_started = lambda: log.info("a compiled server has taken over")
    server.serve_people()
    return server.exit_code


async def _interim(config: Config, announce: Announce, shared: Shared | None) -> Server | int:
    return await Interim(config, announce, shared).last()


def _is_compiled(config: Config) -> bool:
    """Can we serve at once as well as ever?"""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True  # nothing is ever going to be compiled
    if config.uncompiled_until or is_blank():
        return False
    import trailmix
    from trailmix.lab import warm

    return all(warm.is_compiled(game, "tables") for game in trailmix.game_names())


def _make(config: Config, shared: Shared) -> Server:
    """A server that has not opened the tables yet."""
    gc.disable()  # nothing that is imported is ever garbage: looking for some takes a sixth of the time
    from trailmix.server.starting.serving import Server

    return Server(config, *shared)


def _make_loaded(config: Config, shared: Shared, games: Iterable[str]) -> Server:
    """The same with these games loaded, and whatever else it would have to load at its start."""
    from trailmix.server.storage.syncing import NO_PIPE, answer_syncs
    from trailmix.server.tables import loading

    server = _make(config, shared)
    answer_syncs(NO_PIPE, NO_PIPE, NO_PIPE)
    for game in games:
        loading.load(game)
        server.inner.tables.loading.loaded.add(game)
    return server


class Interim:
    """The time until all games are compiled, in which a process beside this one serves."""

    def __init__(self, config: Config, announce: Announce, shared: Shared | None) -> None:
        self._config, self._announce, self._shared = config, announce, shared
        self._loop = asyncio.get_running_loop()
        self._left: asyncio.Future[Server | int] = self._loop.create_future()
        self._compiling: asyncio.Future[Compiling] = self._loop.create_future()
        self._opened: list[str] = []
        """The games that are played, in the order in which they were opened."""
        self._refused: str | None = None

    async def last(self) -> Server | int:
        """Until it is over: the server that is to go on, or the exit code if none is."""
        process = await self._start()
        hearing = asyncio.create_task(self._hear(process), name="hearing")
        succeeding = asyncio.create_task(self._make_successor(), name="succeeding")
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._heed)
        left = await self._left
        if not isinstance(left, int):
            left.heed_signals()
        succeeding.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await succeeding
        await self._end(process)
        await hearing
        if self._refused is not None:
            raise CannotStart(self._refused)
        return left

    def _settle(self, left: Server | int) -> None:
        """It is over; what comes first counts."""
        if not self._left.done():
            self._left.set_result(left)

    def _heed(self, _sign: int, _frame: object) -> None:
        self._loop.call_soon_threadsafe(self._settle, 0)

    # --- the process that serves meanwhile

    async def _start(self) -> asyncio.subprocess.Process:
        """Start the process that serves meanwhile."""
        shared = self._shared
        claim = None if shared is None or shared.claim is None else shared.claim.handle
        listener = None if shared is None else shared.listener.fileno()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", uncompiled.MODULE),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            pass_fds=[handle for handle in (claim, listener) if handle is not None],
            start_new_session=True,  # Ctrl-C is for us
        )
        assert process.stdin is not None  # noqa: S101 - asked for above
        orders = uncompiled.Orders(self._config, claim, listener)
        process.stdin.write(msgspec.json.encode(orders) + b"\n")
        return process

    async def _hear(self, process: asyncio.subprocess.Process) -> None:
        """Hear what the process says, until it ends."""
        assert process.stdout is not None  # noqa: S101 - asked for
        async for line in process.stdout:
            told = msgspec.json.decode(line, type=uncompiled.Told)
            if isinstance(told, uncompiled.Serving):
                self._announce(told.port)
                self._compiling.set_result(Compiling(told.games, "tables"))
            elif isinstance(told, uncompiled.CannotServe):
                self._refused = told.why
            else:
                self._opened.append(told.game)
                self._compiling.result().prefer(told.game)
        code = await process.wait()
        if not self._left.done() and self._refused is None:
            log.error("the process that serves has ended", extra={"number": code})
        self._settle(code if code >= 0 else 128 - code)  # as a shell tells that a signal has ended it

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """Tell the process to stop, and wait until it has."""
        assert process.stdin is not None  # noqa: S101 - asked for
        with contextlib.suppress(ConnectionError):  # it has ended already
            process.stdin.write(uncompiled.STOP)
            await process.stdin.drain()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            log.error("the process that serves did not stop, and is killed")
            process.kill()

    # --- what comes after it

    async def _make_successor(self) -> None:
        """Have everything compiled and loaded, then take over; if that cannot be, the other serves on."""
        compiling = await self._compiling
        try:
            if self._config.uncompiled_until:
                while not Path(self._config.uncompiled_until).exists():
                    await asyncio.sleep(LOOK_EVERY)
            else:
                await compiling.run()
            if compiling.failed:
                log.error("not every game could be compiled: the server goes on uncompiled")
            elif self._shared is None:
                log.warning("the games are compiled; until its next start the server cannot make use of it")
            else:
                self._settle(await asyncio.to_thread(_make_loaded, self._config, self._shared, self._opened))
        except Exception:
            log.exception("no compiled server could be made: the server goes on uncompiled")
