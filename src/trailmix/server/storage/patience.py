"""Waiting for a database that cannot be had for a while: longer and longer pauses, up to an end."""

from __future__ import annotations

import time
from collections.abc import Callable

LOCKED_SECONDS = 10.0
"""So long a write or a read waits for a file that another process has locked, or for a connection."""
FIRST_PAUSE, LONGEST_PAUSE = 0.002, 0.1


class Patience:
    """How much longer it is worth waiting for something."""

    def __init__(self, will_pass: Callable[[Exception], bool]) -> None:
        self._will_pass = will_pass
        self._since: float | None = None
        self._pause = FIRST_PAUSE

    def next_pause(self, error: Exception) -> float | None:
        """Seconds until it is tried again; None if that would not help, or has gone on for too long."""
        if not self._will_pass(error):
            return None
        now = time.monotonic()
        if self._since is None:
            self._since, self._pause = now, FIRST_PAUSE
        if now - self._since > LOCKED_SECONDS:
            return None
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return self._pause

    def restore(self) -> None:
        """It went well. Until then, after the end of patience, everyone is refused at the first try."""
        self._since = None
