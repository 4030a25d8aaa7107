"""What the numbers of events mean where games say the same things: seats, one of a few words, names.

These are for `read` and `said` of the values that a game declares (`trailmix.engine.events`)::

    public("order", seats_of_bits)
    public("side", word(Side), said=says("side"))

What a function is annotated to return is the type that the page is given (``events.ts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from trailmix.engine.events import Read, Said, Value, public
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, letter


def numbers(*names: str) -> tuple[Value, ...]:
    """Values that are plain numbers, and that everyone may know."""
    return tuple(public(name) for name in names)


def seat(_setup: Setup, number: int) -> str:
    """A seat's letter."""
    return letter(number)


def seat_or_nobody(_setup: Setup, number: int) -> str | None:
    """A seat's letter, None below 0."""
    return letter(number) if number >= 0 else None


def seats_of_bits(setup: Setup, bits: int) -> list[str]:
    """A set of seats, noted as the bits of a number."""
    return [letter(number) for number in range(setup.players) if bits >> number & 1]


def by_seat(setup: Setup, *numbers: int) -> dict[str, int]:
    """A number for each seat. Its width is the most players, for whom the row has numbers."""
    return {letter(number): numbers[number] for number in range(setup.players)}


def unpacked(packed: int, bits: int, number: int) -> list[int]:
    """Several small numbers noted as one, the first in the lowest bits."""
    return [packed >> bits * n & (1 << bits) - 1 for n in range(number)]


def packed_seats(bits: int, nobody: int, most: int) -> Read:
    """An order of at most `most` seats, noted as one number, with `nobody` after the last."""

    def read(_setup: Setup, packed: int) -> list[str]:
        return [letter(number) for number in unpacked(packed, bits, most) if number != nobody]

    return read


def word(kind: Any) -> Read:
    """One of the words of a Literal, by its index."""

    def read(_setup: Setup, number: int) -> Any:
        return get_args(kind)[number]

    read.__annotations__["return"] = kind
    return read


def word_or_none(kind: Any, first: int = 0) -> Read:
    """One of the words of a Literal, counted from `first`; None below that."""

    def read(_setup: Setup, number: int) -> Any:
        return get_args(kind)[number - first] if number >= first else None

    read.__annotations__["return"] = kind | None
    return read


def name_or_none(names: Sequence[str]) -> Read:
    """One of some names by its index, None below 0."""

    def read(_setup: Setup, number: int) -> str | None:
        return names[number] if number >= 0 else None

    return read


def names_of_bits(names: Sequence[str]) -> Read:
    """A selection of names, noted as the bits of a number."""

    def read(_setup: Setup, bits: int) -> list[str]:
        return [name for n, name in enumerate(names) if bits >> n & 1]

    return read


def says(family: str) -> Said:
    """The words for a value that is an ID: the sentence ``FAMILY.ID`` of the catalogue."""
    return lambda _setup, value: Message(f"{family}.{value}")
