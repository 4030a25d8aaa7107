"""The clock of a table: how long seats are waited for.

All times are the server's. A restart gives the time of the running move back: nobody pays for our crash.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from trailmix.engine.capabilities import Badge
from trailmix.server.protocol import ClockWish


@dataclass
class Clock:
    """Who is waited for, since when, and how much time everybody has left."""

    wish: ClockWish
    players: int
    badge: Badge | None = None
    """What the game gives to whoever is waited for too long, if it does."""
    waited: list[float] = field(default_factory=list)
    """Seconds that each seat has been waited for."""
    bank: list[float] = field(default_factory=list)
    running: int | None = None
    since: float = 0.0

    def __post_init__(self) -> None:
        self.waited = [0.0] * self.players
        self.bank = [self.wish.seconds] * self.players

    def start(self, seat: int | None) -> None:
        """From now on `seat` is waited for (None: nobody)."""
        self.running, self.since = seat, time.monotonic()

    def stop(self) -> float:
        """The running seat has moved: the seconds it took."""
        took = time.monotonic() - self.since if self.running is not None else 0.0
        self.running = None
        return took

    def book(self, seat: int, took: float, kind: str = "move") -> None:
        """A move (or undo) of `seat` took so long; also said of every stored one when a table is opened."""
        self.waited[seat] += took
        # Whoever takes a move back gives back what it brought.
        self.bank[seat] += (-self.wish.increment if kind == "undo" else self.wish.increment) - took
        if self.badge is not None:
            self.badge.waited(seat, took)

    @property
    def badge_holder(self) -> int | None:
        """The seat that has the badge of the game."""
        return None if self.badge is None else self.badge.holder

    def left(self, seat: int) -> float | None:
        """Seconds that `seat` has left for its move, None without a limit."""
        if self.wish.kind == "none":
            return None
        allowed = self.wish.seconds if self.wish.kind == "move" else self.bank[seat]
        return allowed - (time.monotonic() - self.since if self.running == seat else 0.0)
