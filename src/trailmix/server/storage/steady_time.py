"""Steady time: seconds that cannot jump, in which the age of a table is counted.

The machine's clock may be wrong by years, for some seconds or from one start to the next. Whether a step is
right cannot be known when it happens: after a month switched off, the clock steps just the same. So no step
counts at once. While the server runs, steady time goes by as the monotonic clock says; the seconds that the
machine's clock is ahead of it are *owed*, and made up for slowly, so that a step that is soon put right
counts for little. A step back reduces what is owed.

Only differences of these seconds mean anything. They are stored with the tables, and go on after a restart
from where they stood.
"""

from __future__ import annotations

import time
from collections.abc import Callable

CATCH_UP = 3.0
"""So many of the owed seconds are made up for in each second."""
MOST_OWED = 7 * 24 * 3600.0
"""No step, however long it lasts, makes tables older by more than this."""
Seconds = Callable[[], float]


class SteadyTime:
    """Seconds that never go back, and pass at most four times as fast as they should."""

    def __init__(
        self, seconds: float, accounted: float, wall: Seconds = time.time, monotonic: Seconds = time.monotonic
    ) -> None:
        self._seconds = seconds
        self._read_wall, self._read_monotonic = wall, monotonic
        self._wall, self._monotonic = accounted, monotonic()
        """What the clocks showed when we looked last, which may have been before a restart."""
        self._owed = 0.0

    @property
    def accounted(self) -> float:
        """The time of the machine's clock up to which nothing is owed, for the next start."""
        return self._wall - self._owed

    def catch_up(self, seconds: float) -> None:
        """Others over the same database are ahead: so are we, and whatever was owed for that is paid."""
        ahead = max(seconds - self._seconds, 0.0)
        self._seconds += ahead
        self._owed = max(self._owed - ahead, 0.0)

    def now(self) -> float:
        """Steady time now."""
        wall, monotonic = self._read_wall(), self._read_monotonic()
        passed = monotonic - self._monotonic
        ahead = wall - self._wall - passed
        self._wall, self._monotonic = wall, monotonic
        self._owed = min(max(self._owed + ahead, 0.0), MOST_OWED)
        made_up_for = min(self._owed, CATCH_UP * passed)
        self._owed -= made_up_for
        self._seconds += passed + made_up_for
        return self._seconds
