"""Syncing a file to the disk while the event loop goes on.

A thread that waits for the disk in Python has to win Python's lock from a busy event loop before and after
it, which costs both of them more than the disk takes (docs/benchmarks.md). So this thread runs compiled code
that never asks for the lock: it hears through one pipe that something is to be synced, and says through
another that it is.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from trailmix.engine.kernels import JIT, rule

sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)
IN_A_THREAD = JIT and os.name == "posix"
"""Elsewhere the event loop waits for the disk itself."""

NO_PIPE = -1
"""Nothing comes in through it, as through one that is closed."""

_read: Any = types.ExternalFunction("read", types.intp(types.int32, types.voidptr, types.intp))
_write: Any = types.ExternalFunction("write", types.intp(types.int32, types.voidptr, types.intp))
_sync: Any = types.ExternalFunction(sync.__name__, types.int32(types.int32))


@rule
def answer_syncs(file: int, asked: int, done: int) -> None:
    """Sync for every byte that comes in, and answer 0, or 1 if that failed; until the pipe is closed."""
    byte = np.zeros(1, np.uint8)
    while _read(np.int32(asked), byte.ctypes, 1) == 1:
        byte[0] = _sync(np.int32(file)) != 0
        _write(np.int32(done), byte.ctypes, 1)


class Syncer:
    """Syncs one file, again and again; `done` is told each time whether it went well."""

    def __init__(self, file: int, done: Callable[[bool], None]) -> None:
        self._file, self._done = file, done
        self._loop = asyncio.get_running_loop()
        if IN_A_THREAD:
            self._asked, self._ask = os.pipe()
            self._answers, self._answer = os.pipe()
            self._loop.add_reader(self._answers, self._answered)
            pipes = (file, self._asked, self._answer)
            self._thread = threading.Thread(target=answer_syncs, args=pipes, name="syncing", daemon=True)
            self._thread.start()

    def sync(self) -> None:
        """See that everything written reaches the disk."""
        if IN_A_THREAD:
            os.write(self._ask, b"\0")
            return
        try:
            sync(self._file)
        except OSError:
            self._loop.call_soon(self._done, False)
        else:
            self._loop.call_soon(self._done, True)

    def _answered(self) -> None:
        for failed in os.read(self._answers, 64):
            self._done(not failed)

    def close(self) -> None:
        """Let go of the file, once nothing is being synced."""
        if IN_A_THREAD:
            self._loop.remove_reader(self._answers)
            os.close(self._ask)
            self._thread.join()
            for pipe in (self._asked, self._answers, self._answer):
                os.close(pipe)
