"""The clock of a table, and the Big Paws: how long seats are waited for.

All times are the server's. A restart gives the time of the running move back: nobody pays for our crash.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from trailmix.server.protocol import ClockWish

BIG_PAWS_SECONDS = 45.0
"""The first turn longer than this takes the Big Paws (ST-PAWS-3)."""


@dataclass
class Clock:
    """Who is waited for, since when, and how much time everybody has left."""

    wish: ClockWish
    players: int
    waited: list[float] = field(default_factory=list)
    """Seconds that each seat has been waited for."""
    bank: list[float] = field(default_factory=list)
    running: int | None = None
    since: float = 0.0
    big_paws: int | None = None
    _turn: tuple[int, float] | None = None
    """The seat of the present turn and how long it has been waited for in it."""
    _mark: float = BIG_PAWS_SECONDS

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

    def book(self, seat: int, took: float) -> None:
        """A move of `seat` took so long (also said of every stored move when a table is opened)."""
        self.waited[seat] += took
        self.bank[seat] += self.wish.increment - took
        earlier = self._turn[1] if self._turn and self._turn[0] == seat else 0.0
        self._turn = (seat, earlier + took)
        if seat != self.big_paws and self._turn[1] > self._mark:
            self.big_paws, self._mark = seat, self._turn[1]

    def left(self, seat: int) -> float | None:
        """Seconds that `seat` has left for its move, None without a limit."""
        if self.wish.kind == "none":
            return None
        allowed = self.wish.seconds if self.wish.kind == "move" else self.bank[seat]
        return allowed - (time.monotonic() - self.since if self.running == seat else 0.0)
