"""The Big Paws: a token for whoever thinks too long, without any effect on the match (ST-PAWS-2)."""

import math


class Badge:
    """Who holds the Big Paws, and the mark to beat (ST-PAWS-1, ST-PAWS-3)."""

    def __init__(self, threshold: float) -> None:
        self.holder: int | None = None
        self._mark = threshold or math.inf
        self._seat: int | None = None  # whose turn it is
        self._turn = 0.0  # how long that turn has taken so far
        self._taken = False  # has that turn taken the token? Then it raises the mark as it goes on

    def waited(self, seat: int, seconds: float) -> None:
        """A turn goes on, or the next one begins: a turn of several moves counts as a whole."""
        if seat != self._seat:
            self._seat, self._turn, self._taken = seat, 0.0, False
        self._turn += seconds
        if (self._taken or seat != self.holder) and self._turn > self._mark:
            self.holder, self._mark, self._taken = seat, self._turn, True
