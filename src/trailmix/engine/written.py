"""How positions write the fields of a state, for games that leave their positions to the engine.

A field says it where it is declared::

    leader: int = field(np.int64, see=EVERYONE, written=SEAT)
    tricks: Array = field(np.int64, 4, see=EVERYONE, written=BySeat(Number(0, 12)))
    hands: Array = field(np.int8, (4, 12), see=ITS_SEAT, written=Cards("card", 24, counted="hand_size"))

An array is written as a list, `BySeat` as a table with a line for each seat. `Cards` make the field a *zone*:
all cards of a kind are in the zones of that kind, each in one place (`trailmix.engine.zones`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Order(IntEnum):
    """What the order of the cards in a zone means."""

    SORTED = 0
    """Nothing: they are kept in ascending order (a hand)."""
    FIRST_TO_LAST = 1
    """It matters, and is written as it stands (a trick)."""
    FROM_THE_TOP = 2
    """It matters; the top is the last of the array, and is written first (a deck)."""


@dataclass(frozen=True)
class Number:
    """A whole number between bounds that both can be reached."""

    low: int
    high: int


@dataclass(frozen=True)
class Word:
    """One of a few words, by its index."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Seat:
    """A seat, by its letter; nobody, which is -1, is left out."""


@dataclass(frozen=True)
class Named:
    """Something that `names(setup)` of the game has a name for, by its index; none, -1, is left out."""

    kind: str


@dataclass(frozen=True)
class BySeat:
    """One such value for each seat."""

    of: Number | Word | Seat | Named


@dataclass(frozen=True)
class Cards:
    """A zone: cards 0 to `number` - 1, called as `names(setup)[kind]` says, -1 behind the last.

    A field of two dimensions is a zone for each seat. `counted` names the field with the number of cards in
    it (one for each seat), which is not written itself; what everyone sees needs none.
    """

    kind: str
    number: int
    order: Order = Order.SORTED
    counted: str | None = None


SEAT = Seat()
Value = Number | Word | Seat | Named
Written = Value | BySeat | Cards
