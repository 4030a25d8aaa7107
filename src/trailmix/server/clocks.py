"""The clock of a table, and the Big Paws: how long seats are waited for.

All times are the server's. A restart gives the time of the running move back: nobody pays for our crash.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

from trailmix.server.protocol import ClockWish


@dataclass
class Clock:
    """Who is waited for, since when, and how much time everybody has left."""

    wish: ClockWish
    players: int
    big_paws_seconds: float = 45.0
    """The first turn longer than this takes the Big Paws (ST-PAWS-3); 0 for none."""
    waited: list[float] = field(default_factory=list)
    """Seconds that each seat has been waited for."""
    bank: list[float] = field(default_factory=list)
    running: int | None = None
    since: float = 0.0
    big_paws: int | None = None
    _turn: tuple[int | None, float] = (None, 0.0)
    """The seat of the present turn and how long it has been waited for in it."""
    _taken: bool = False
    """Has the present turn taken the Big Paws?"""

    def __post_init__(self) -> None:
        self.waited = [0.0] * self.players
        self.bank = [self.wish.seconds] * self.players
        self._mark = self.big_paws_seconds or math.inf

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
        # Who takes a move back gives back what it brought.
        self.bank[seat] += (-self.wish.increment if kind == "undo" else self.wish.increment) - took
        if self._turn[0] != seat:
            self._turn, self._taken = (seat, 0.0), False
        self._turn = (seat, self._turn[1] + took)
        if (self._taken or seat != self.big_paws) and self._turn[1] > self._mark:
            self.big_paws, self._mark, self._taken = seat, self._turn[1], True

    def left(self, seat: int) -> float | None:
        """Seconds that `seat` has left for its move, None without a limit."""
        if self.wish.kind == "none":
            return None
        allowed = self.wish.seconds if self.wish.kind == "move" else self.bank[seat]
        return allowed - (time.monotonic() - self.since if self.running == seat else 0.0)
