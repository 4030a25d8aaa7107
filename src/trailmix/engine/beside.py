"""Helper processes: they end when their parent ends, however that comes about."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from typing import IO

STANDARD_INPUT = 0
ORPHANED = 1
"""The exit code of a process whose parent has ended."""


def parents_voice() -> IO[bytes]:
    """Standard input, which the parent keeps open for as long as it lives.

    It is read without a buffer: Python cannot shut down cleanly while a thread waits to fill one.
    """
    return open(STANDARD_INPUT, "rb", buffering=0, closefd=False)


def end_with_parent(hear: Callable[[bytes], None] = lambda _line: None) -> None:
    """Pass on what the parent says, line by line, and end this process as soon as the parent has ended.

    The pipe is closed then on every system, even if the parent was killed.
    """

    def listen() -> None:
        for line in parents_voice():
            hear(line)
        os._exit(ORPHANED)

    threading.Thread(target=listen, name="parent", daemon=True).start()


def give_way() -> None:
    """Work only while nobody else wants the processor."""
    with contextlib.suppress(AttributeError, OSError):  # systems without priorities
        os.nice(19)
