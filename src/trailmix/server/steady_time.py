"""Time that cannot jump: what the age of a table is counted in.

The machine's clock may be wrong by years for some seconds, or from one start to the next. Whether a step of
it is true cannot be told when it happens: a machine that was switched off for a month steps likewise. So no
step is taken at once. While the server runs, time goes by as its monotonic clock says; what the machine's
clock is ahead of that is *owed*, and made up for slowly, so that a step counts only as far as it lasts. A
step back takes from what is owed.

The seconds have no meaning but their differences; they are kept with the tables, so that a restart goes on
where they stood.
"""

from __future__ import annotations

import time
from collections.abc import Callable

CATCH_UP = 3.0
"""So many seconds that are owed go by in each second, besides the second itself."""
MOST_OWED = 7 * 24 * 3600.0
"""No step, however long it lasts, makes tables older by more than this."""
Seconds = Callable[[], float]


class SteadyTime:
    """Seconds that only ever go on, at most four times as fast as they should."""

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

    def now(self) -> float:
        """The seconds until now."""
        wall, monotonic = self._read_wall(), self._read_monotonic()
        passed = monotonic - self._monotonic
        ahead = wall - self._wall - passed
        self._wall, self._monotonic = wall, monotonic
        self._owed = min(max(self._owed + ahead, 0.0), MOST_OWED)
        made_up_for = min(self._owed, CATCH_UP * passed)
        self._owed -= made_up_for
        self._seconds += passed + made_up_for
        return self._seconds
