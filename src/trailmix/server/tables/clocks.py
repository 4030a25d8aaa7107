"""The clock of a table: how long seats are waited for.

All times are the server's. Clocks of minutes stand in memory: a restart gives the time of the running move
back, and nobody pays for our crash. Clocks of days count `served_time` from the last entry of the log that
everybody knows of: they go on through restarts, and while nobody looks at the table.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from trailmix.engine.capabilities import Badge
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.storage.steady_time import Seconds

DAY = 24 * 3600.0


def is_of_days(wish: ClockWish) -> bool:
    """Has everybody so long that they are not expected to stay at the table?"""
    return wish.kind != "none" and wish.seconds >= DAY


@dataclass
class Clock:
    """Who is waited for, since when, and how much time everybody has left."""

    wish: ClockWish
    players: int
    badge: Badge | None = None
    """What the game gives to whoever is waited for too long, if it does."""
    now: Seconds = time.monotonic
    waited: list[float] = field(default_factory=list)
    """Seconds that each seat has been waited for."""
    bank: list[float] = field(default_factory=list)
    running: int | None = None
    since: float = 0.0
    begun: float = 0.0
    """Since when the time for a move runs: it goes on while a seat may take back what it has just done."""
    _goes_on: int | None = None
    """Whose time for a move goes on although the seat has acted."""

    def __post_init__(self) -> None:
        self.waited = [0.0] * self.players
        self.bank = [self.wish.seconds] * self.players

    def start(self, seat: int | None, since: float | None = None) -> None:
        """From now on (or since then) `seat` is waited for, None: nobody. If it is already, it still is."""
        if seat != self.running:
            now = self.now()
            self.running, self.since = seat, now if since is None else min(since, now)
            if seat is None or seat != self._goes_on:
                self.begun = self.since

    @property
    def took(self) -> float:
        """Seconds that the running seat has taken so far."""
        return self.now() - self.since if self.running is not None else 0.0

    def stop(self, *, goes_on: bool = False) -> float:
        """The running seat has acted: the seconds it took. `goes_on`: its move is not over."""
        took = self.took
        self._goes_on = self.running if goes_on else None
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
        if self.wish.kind == "move":
            return self.wish.seconds - (self.now() - self.begun if self.running == seat else 0.0)
        return self.bank[seat] - (self.took if self.running == seat else 0.0)
