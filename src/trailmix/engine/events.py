"""Events: what happened in an action, each part with its audience.

A rule notes rows of small numbers in the state's buffer (`note`); the game declares once what the numbers
mean and who may know them. Log lines, animations and explanations of scores all come from these.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from trailmix.engine.kernels import rule
from trailmix.engine.record import EVENT_COLUMNS, Array
from trailmix.engine.words import Message, letter

NO_SEAT = -1


@rule
def forget_events(s: Any) -> None:
    """Empty the buffer: an action begins with this."""
    s.events[: min(s.n_events, len(s.events))] = 0
    s.n_events = 0


@rule
def note(s: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Write an event into the buffer of the state. A full buffer is counted on, so that `read` can tell."""
    if s.n_events < len(s.events):
        row = s.events[s.n_events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = kind, seat, a, b, c, d, e
    s.n_events += 1


@dataclass(frozen=True)
class Value:
    """A value of an event: its name, how many numbers it takes, how to read them, who may know it."""

    name: str
    read: Callable[..., Any]
    width: int
    private: bool


def public(name: str, read: Callable[..., Any] = lambda _setup, n: n, width: int = 1) -> Value:
    """A value that everyone may know; `read(setup, *numbers)` gives it in the words of a client."""
    return Value(name, read, width, private=False)


def private(name: str, read: Callable[..., Any] = lambda _setup, n: n, width: int = 1) -> Value:
    """A value that only the event's seat may know."""
    return Value(name, read, width, private=True)


@dataclass(frozen=True)
class EventKind:
    """A kind of event. `reveals` marks one that shows somebody something new: undo never crosses it."""

    name: str
    values: tuple[Value, ...] = ()
    reveals: bool = False

    @functools.cached_property
    def secret(self) -> tuple[str, ...]:
        """The names of the values that only the event's seat may know."""
        return tuple(value.name for value in self.values if value.private)

    def __post_init__(self) -> None:
        if sum(value.width for value in self.values) > EVENT_COLUMNS - 2:
            raise TypeError(f"The event {self.name} has more numbers than a row of the buffer.")


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as one who sees everything knows it; `seen_by` gives a seat's knowledge.

    A value that is hidden from somebody is absent, and the sentence is the one under ``KIND.hidden``.
    """

    kind: str
    seat: str | None
    values: dict[str, Any]
    secret: tuple[str, ...] = ()

    def seen_by(self, seat: int) -> Event:
        """The event as `seat` (or SPECTATOR) may know it."""
        if not self.secret or (seat >= 0 and self.seat == letter(seat)):
            return Event(self.kind, self.seat, self.values)
        shown = {name: value for name, value in self.values.items() if name not in self.secret}
        return Event(f"{self.kind}.hidden", self.seat, shown)

    @property
    def message(self) -> Message:
        """What the log says of it."""
        values = {"seat": self.seat, **self.values} if self.seat else self.values
        return Message(f"event.{self.kind}", values)


def read(
    kinds: Mapping[int, EventKind], setup: Any, count: Array, rows: Array, *, foreseen: bool = False
) -> list[Event]:
    """The events that the last action noted in the state's buffer; of a foreseen one, none that reveals."""
    number = int(count[0])
    if number > len(rows):
        raise RuntimeError(f"{number} events in one action: the buffer holds {len(rows)}.")
    found = rows[:number].tolist()
    return [_event(kinds[row[0]], setup, row) for row in found if not (foreseen and kinds[row[0]].reveals)]


def _event(kind: EventKind, setup: Any, row: list[int]) -> Event:
    values, column = {}, 2
    for value in kind.values:
        values[value.name] = value.read(setup, *row[column : column + value.width])
        column += value.width
    return Event(kind.name, None if row[1] == NO_SEAT else letter(row[1]), values, kind.secret)
