"""What clients and the server say to each other about clocks."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from trailmix.server.messages.base import Struct


class ClockWish(Struct, frozen=True, kw_only=True):
    """No clock, so many seconds for each move, or a bank with an increment for each move.

    With a day or more, people play when they come by: the clock goes on while the server restarts.
    """

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Annotated[float, msgspec.Meta(ge=1, le=30 * 24 * 3600)] = 60.0
    increment: Annotated[float, msgspec.Meta(ge=0, le=7 * 24 * 3600)] = 0.0


class ClockInfo(Struct, frozen=True, kw_only=True):
    """The clock of the seat to move: milliseconds left, None without a limit; the chair whose clock runs."""

    kind: Literal["none", "move", "bank"]
    seconds: float  # for each move, or in the bank at the start; 0 without a clock
    increment: float  # that a move adds to the bank, in seconds
    of_days: bool
    """Has everybody a day or more? Then nobody is expected to stay at the table between their turns."""
    left_ms: list[int | None]
    running: int | None
