"""What was made of a table a moment ago, so that whoever asks again and again costs little."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Generic, TypeVar

Made = TypeVar("Made")
SECONDS = 3.0
"""So long something is remembered."""
MOST = 1000


class Remembered(Generic[Made]):
    """Something of each table, by its id; of many, what was made last."""

    def __init__(self) -> None:
        self._made: OrderedDict[str, tuple[float, Made]] = OrderedDict()

    def get(self, table_id: str) -> Made | None:
        """What was made a moment ago; None if nothing was."""
        until, made = self._made.get(table_id, (0.0, None))
        return made if time.monotonic() < until else None

    def keep(self, table_id: str, made: Made) -> Made:
        """Remember it for a moment."""
        self.forget(table_id)
        self._made[table_id] = (time.monotonic() + SECONDS, made)
        if len(self._made) > MOST:
            self._made.popitem(last=False)
        return made

    def forget(self, table_id: str) -> None:
        """It is known to be otherwise now."""
        self._made.pop(table_id, None)
