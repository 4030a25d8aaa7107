"""Events: what happened in an action, each part with its audience.

A rule notes rows of small numbers in the state's buffer (`note`); the game declares once what the numbers
mean and who may know them. Log lines, animations and explanations of scores all come from these. An event
with more numbers than fit a row continues in the next rows (`note_all`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import EVENT_COLUMNS, Array
from trailmix.engine.words import Message, letter

NO_SEAT = -1
WIDTH = EVENT_COLUMNS - 2
"""Numbers in a row."""


@inlined
def forget_events(s: Any) -> None:
    """Empty the buffer: an action begins with this."""
    s.events[: min(s.n_events, len(s.events))] = 0
    s.n_events = 0


@inlined
def note(s: Any, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """Write an event into the buffer of the state. A full buffer still counts, so that `read` notices."""
    if s.n_events < len(s.events):
        row = s.events[s.n_events]
        row[0], row[1], row[2], row[3], row[4], row[5], row[6] = kind, seat, a, b, c, d, e
    s.n_events += 1


@rule
def note_all(s: Any, kind: int, seat: int, numbers: Array) -> None:
    """Write an event with any number of numbers: what does not fit one row continues in the next."""
    for first in range(0, len(numbers), WIDTH):
        if s.n_events < len(s.events):
            s.events[s.n_events, 0], s.events[s.n_events, 1] = kind, seat
            for column in range(min(WIDTH, len(numbers) - first)):
                s.events[s.n_events, 2 + column] = numbers[first + column]
        s.n_events += 1


@dataclass(frozen=True)
class Value:
    """A value of an event: its name, how many numbers it takes, how to read them, who may know it.

    `said(setup, value)` gives the words for a value that is an ID, or for each of a list of them, so that a
    sentence can speak of The Sun.
    """

    name: str
    read: Callable[..., Any]
    width: int
    private: bool
    said: Callable[[Any, str], Message] | None


Read = Callable[..., Any]
Said = Callable[[Any, str], Message]


def public(name: str, read: Read = lambda _setup, n: n, width: int = 1, *, said: Said | None = None) -> Value:
    """A value that everyone may know; `read(setup, *numbers)` gives it in the words of a client."""
    return Value(name, read, width, private=False, said=said)


def private(
    name: str, read: Read = lambda _setup, n: n, width: int = 1, *, said: Said | None = None
) -> Value:
    """A value that only the event's seat may know."""
    return Value(name, read, width, private=True, said=said)


@dataclass(frozen=True)
class EventKind:
    """A kind of event.

    `reveals` marks one that shows somebody something new: undo never crosses it. `conceals` marks one whose
    action others may not know before the match is over, e.g. a secret pick; `silent` one of which others do
    not even hear: neither that it happens, nor how often. `closes` marks one that ends a part of the match, a
    round for example: people get time to read its account. `joins` merges the values of two in a row, where a
    turn is told as a whole: steps become a way.
    """

    name: str
    values: tuple[Value, ...] = ()
    reveals: bool = False
    conceals: bool = False
    silent: bool = False
    closes: bool = False
    joins: Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]] | None = None

    @functools.cached_property
    def secret(self) -> tuple[str, ...]:
        """The names of the values that only the event's seat may know."""
        return tuple(value.name for value in self.values if value.private)

    @functools.cached_property
    def rows(self) -> int:
        """How many rows of the buffer it takes."""
        return max(1, -(-sum(value.width for value in self.values) // WIDTH))


class Event(msgspec.Struct, frozen=True):
    """Something that happened, as somebody who sees everything knows it; `seen_by` gives what a seat knows.

    A value that is hidden from somebody is absent, and the sentence is the one under ``KIND.hidden``.
    """

    kind: str
    seat: str | None
    values: dict[str, Any]
    secret: tuple[str, ...] = ()
    said: dict[str, Message | list[Message]] = {}
    """The values that a sentence says in words of their own."""
    conceals: bool = False
    """Others may not know the action that led to it."""
    silent: bool = False
    """Others do not even hear of it."""

    def is_of(self, seat: int) -> bool:
        """Did it happen to this seat? To none, if that is SPECTATOR."""
        return seat >= 0 and self.seat == letter(seat)

    def seen_by(self, seat: int) -> Event:
        """The event as `seat` (or SPECTATOR) may know it."""
        if not self.secret or self.is_of(seat):
            return Event(self.kind, self.seat, self.values, said=self.said)
        known = {name: value for name, value in self.values.items() if name not in self.secret}
        said = {name: words for name, words in self.said.items() if name not in self.secret}
        return Event(f"{self.kind}.hidden", self.seat, known, said=said)

    @property
    def message(self) -> Message:
        """What the log says of it."""
        values = {"seat": self.seat, **self.values} if self.seat else self.values
        return Message(f"event.{self.kind}", {**values, **self.said} if self.said else values)


def told_to(seat: int, happened: Iterable[Event]) -> list[Event]:
    """What a seat (or SPECTATOR) hears of what happened, as it may know it."""
    return [event.seen_by(seat) for event in happened if not event.silent or event.is_of(seat)]


class Buffer(NamedTuple):
    """Where a state notes events: how many rows are filled, and the rows."""

    filled: Array
    rows: Array

    @classmethod
    def of(cls, states: Array) -> Buffer:
        """The buffer of a state, which goes on showing what is in it."""
        return cls(states["n_events"], states["events"][0])


def read(
    kinds: Mapping[int, EventKind], setup: Any, buffer: Buffer, *, foreseen: bool = False
) -> list[Event]:
    """The events that the last action noted; if it is only foreseen, without those that reveal."""
    return [
        _event(kind, setup, rows) for kind, rows in _noted(kinds, buffer) if not (foreseen and kind.reveals)
    ]


def revealed(kinds: Mapping[int, EventKind], buffer: Buffer) -> bool:
    """Did the last action show somebody something new?"""
    return any(kind.reveals for kind, _ in _noted(kinds, buffer))


def _noted(kinds: Mapping[int, EventKind], buffer: Buffer) -> Iterator[tuple[EventKind, list[list[int]]]]:
    """The kind and the rows of each event."""
    number = int(buffer.filled[0])
    if number > len(buffer.rows):
        raise RuntimeError(f"{number} rows of events in one action: the buffer holds {len(buffer.rows)}.")
    rows, at = buffer.rows[:number].tolist(), 0
    while at < number:
        kind = kinds.get(rows[at][0])
        if kind is None:
            raise RuntimeError(f"The rules noted an event of kind {rows[at][0]}, which is not declared.")
        yield kind, rows[at : at + kind.rows]
        at += kind.rows


def _event(kind: EventKind, setup: Any, rows: list[list[int]]) -> Event:
    numbers = rows[0][2:] if len(rows) == 1 else [number for row in rows for number in row[2:]]
    values: dict[str, Any] = {}
    said: dict[str, Message | list[Message]] = {}
    column = 0
    for value in kind.values:
        values[value.name] = read = value.read(setup, *numbers[column : column + value.width])
        column += value.width
        if isinstance(read, str) and value.said is not None:
            said[value.name] = value.said(setup, read)
        elif isinstance(read, list) and value.said is not None:
            said[value.name] = [value.said(setup, item) for item in read]
    seat = None if rows[0][1] == NO_SEAT else letter(rows[0][1])
    return Event(kind.name, seat, values, kind.secret, said, kind.conceals, kind.silent)
