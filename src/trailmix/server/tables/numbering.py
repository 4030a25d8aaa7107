"""The numbers that entries of a log have for readers who may not know of all of them.

What a seat does in secret (in a game in which all move at the same time) is stored as it happens, but nobody
else may learn that it happens, or how often. So for the others such an entry does not exist: they number the
entries that they know of, without a gap, and use only these numbers in what they are sent and send.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection


class Numbering:
    """The entries that only one seat knows of, and the numbers that entries have for everyone."""

    def __init__(self) -> None:
        self._secret: dict[int, list[int]] = {}
        """The numbers of each seat's secret entries, ascending."""

    def add(self, seq: int, seat: int) -> None:
        """Entry `seq`, the newest, is a secret of a seat."""
        self._secret.setdefault(seat, []).append(seq)

    def is_secret(self, seq: int) -> bool:
        """Does only one seat know of an entry?"""
        return any(seq in entries for entries in self._secret.values())

    def _unknown_to(self, seats: Collection[int]) -> list[list[int]]:
        return [entries for seat, entries in self._secret.items() if seat not in seats]

    def knows(self, seats: Collection[int], seq: int) -> bool:
        """Does somebody with these seats know of an entry?"""
        return all(seq not in entries for entries in self._unknown_to(seats))

    def number(self, seats: Collection[int], seq: int) -> int:
        """The number of entry `seq`, or of the last known one before it, for somebody with these seats."""
        return seq - sum(bisect_right(entries, seq) for entries in self._unknown_to(seats))

    def seq(self, seats: Collection[int], number: int) -> int:
        """The entry that has a number for somebody with these seats."""
        seq = number
        for unknown in sorted(seq for entries in self._unknown_to(seats) for seq in entries):
            if unknown <= seq:
                seq += 1
        return seq
