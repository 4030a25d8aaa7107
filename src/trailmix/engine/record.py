"""Records: the whole of a match as one flat block of memory, every field saying who may see it.

A game writes its records as classes::

    class State(StateRecord, events=8):
        pile: Cards = field(np.int8, 55, see=NOBODY)
        hand: Cards = field(np.int8, (4, 6), see=ITS_SEAT)

The class is never made into an object. It is a declaration: ``State.dtype`` is the NumPy type, an array of
that type holds matches, and a rule annotated ``s: State`` is checked for misspelt fields by the type checker.
A field of a StateRecord without ``see`` is an error at import: nothing is shown by default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from trailmix.engine.kernels import rule

Array = NDArray[Any]
OURS = __name__.partition(".")[0]
SPECTATOR = -1
"""The seat of somebody who has none: sees only what everyone may see."""

EVENT_COLUMNS = 7
"""Kind, seat, and up to five values: see `trailmix.engine.events`."""


@dataclass(frozen=True)
class Sight:
    """Who may see a field: a name for the documents, and which entries a seat may see.

    ``sees(state, seat, length)`` is True, False, or one bool for each entry along the field's first axis. It
    is given only those fields of the state that it `looks_at`.
    """

    name: str
    sees: Callable[[Any, int, int], bool | NDArray[np.bool_]]
    looks_at: tuple[str, ...] = ()
    while_playing: Sight | None = None
    """For what everyone sees when the match is over: who sees it before."""


EVERYONE = Sight("everyone", lambda _state, _seat, _length: True)
NOBODY = Sight("nobody", lambda _state, _seat, _length: False)
ITS_SEAT = Sight("its seat", lambda _state, seat, length: np.arange(length) == seat)


def sight(name: str, looks_at: str, sees: Callable[[Any, int], bool | NDArray[np.bool_]]) -> Sight:
    """A named rule of a game: who may see depends on some fields of the state, e.g. on its end."""
    return Sight(name, lambda state, seat, _length: sees(state, seat), tuple(looks_at.split()))


def at_the_end(before: Sight, looks_at: str, over: Callable[[Any], bool]) -> Sight:
    """What some see while the match goes on, and everyone when it is over."""

    def sees(state: Any, seat: int, length: int) -> bool | NDArray[np.bool_]:
        return True if over(state) else before.sees(state, seat, length)

    return Sight(f"{before.name}, at the end everyone", sees, tuple(looks_at.split()), before)


@dataclass(frozen=True)
class Field:
    """One field of a record. ``hidden`` is what stands there for those who may not see it.

    `written` says how positions write it (`trailmix.engine.written`), `called` under which name if that is
    another; a value that is the `usual` one is not written.
    """

    kind: Any
    shape: tuple[int, ...]
    see: Sight | None
    hidden: int
    written: Any = None
    called: str | None = None
    usual: int | None = None


def field(
    kind: Any,
    shape: int | tuple[int, ...] = (),
    *,
    see: Sight | None = None,
    hidden: int = -1,
    written: Any = None,
    called: str | None = None,
    usual: int | None = None,
) -> Any:
    """Declare a field: NumPy type, shape, who may see it (first axis: the seats), how it is written."""
    if np.dtype(kind).kind in "bu" and hidden < 0:
        hidden = 0
    return Field(
        np.dtype(kind), (shape,) if isinstance(shape, int) else shape, see, hidden, written, called, usual
    )


def of_seat(called: str, written: Any, usual: int | None = 0) -> dict[str, Any]:
    """For a field that stands in the table of each seat, called like "seats.points"; 0 is not written."""
    return {"written": written, "called": called, "usual": usual}


class Record:
    """Base of the declarations: gathers the fields of a class into one NumPy record type."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        if abstract:
            return
        found = {
            name: value
            for base in reversed(cls.__mro__)
            for name, value in vars(base).items()
            if isinstance(value, Field)
        }
        for name in found:
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__qualname__}: '{name}' means something else on a NumPy record.")
        # Largest first and an explicit tail: no gaps, so that equal records are equal bytes.
        cls.fields = dict(sorted(found.items(), key=lambda item: -item[1].kind.itemsize))
        columns = [(name, f.kind, f.shape) for name, f in cls.fields.items()]
        size = np.dtype(columns).itemsize
        columns.append((cls._tail(), np.dtype(np.uint8), (-size % 8,)))
        cls.dtype = np.dtype((np.record, np.dtype(columns, align=True)))
        if cls.dtype.itemsize != size + (-size % 8):
            raise TypeError(f"{cls.__qualname__}: the record has gaps between its fields.")

    @classmethod
    def _tail(cls) -> str:
        """The name of the last column, which fills the record up.

        It names the record's package if that is not ours, so that games with the same fields are told apart.
        """
        package = cls.__module__.rpartition(".")[0]
        return "tail" if package.partition(".")[0] == OURS else f"tail_of_{package.replace('.', '_')}"

    @classmethod
    def new(cls) -> Array:
        """One blank record, as an array of one: that is how records cross between Python and kernels."""
        return np.zeros(1, cls.dtype)


class Look:
    """A record for reading in Python: ``Look(states).grid``, two or three times as fast as NumPy's record.

    Arrays are views of the record, numbers are copies.
    """

    __slots__ = ("_records",)

    def __init__(self, records: Array) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        return self._records[name][0]


class TableRecord(Record, abstract=True):
    """What never changes in a match: the number of seats, and what a game adds from options and data."""

    players: int = field(np.int64)


class StateRecord(Record, abstract=True):
    """All that changes in a match. The generator and the buffer of events are in every game's."""

    key: Array = field(np.uint64, 2, see=NOBODY)
    counter: int = field(np.uint64, see=NOBODY)
    n_events: int = field(np.int64, see=NOBODY)
    looks_at: ClassVar[tuple[str, ...]]
    """The fields that decide who may see others."""
    _covers: ClassVar[dict[tuple[Any, ...], tuple[Array, Array]]]
    """What is hidden from whom, by the number of seats and the values of those fields: there are few."""
    events: Array  # its length is the game's: class State(StateRecord, events=8)

    def __init_subclass__(cls, *, events: int) -> None:
        cls.events = field(np.int32, (events, EVENT_COLUMNS), see=NOBODY)
        super().__init_subclass__()
        undeclared = [name for name, f in cls.fields.items() if f.see is None]
        if undeclared:
            raise TypeError(f"{cls.__qualname__}: who may see {', '.join(undeclared)}? Give it see=...")
        cls.looks_at = tuple(sorted({name for f in cls.fields.values() if f.see for name in f.see.looks_at}))
        for name, f in cls.fields.items():
            if f.see is ITS_SEAT and not f.shape:
                raise TypeError(f"{cls.__qualname__}: {name} is one value, and has no entry for each seat.")
        cls._covers = {}

    @classmethod
    def covers(cls, states: Array, seats: int) -> tuple[Array, Array]:
        """Which bytes of a record are hidden, a row for onlookers and for each seat, and what covers them."""
        key = (seats, *(states[name].tobytes() for name in cls.looks_at))
        found = cls._covers.get(key)
        if found is None:
            found = cls._covers[key] = cls._make_covers(states, seats)
        return found

    @classmethod
    def _make_covers(cls, states: Array, seats: int) -> tuple[Array, Array]:
        cover, covered = cls.new(), np.zeros((seats + 1, cls.dtype.itemsize), np.bool_)
        offsets: Any = cls.dtype.fields
        for name, declared in cls.fields.items():
            assert declared.see is not None  # noqa: S101 - the class would not exist
            cover[name] = declared.hidden
            begin, size, shape = offsets[name][1], declared.kind.itemsize, declared.shape or (1,)
            known = SimpleNamespace(**{seen: states[seen][0] for seen in declared.see.looks_at})
            for row, seat in enumerate(range(SPECTATOR, seats)):
                hidden = np.empty(shape, np.bool_)
                # Along the first axis, or all alike.
                hidden.T[:] = ~np.asarray(declared.see.sees(known, seat, shape[0]), np.bool_)
                covered[row, begin : begin + hidden.size * size] = hidden.repeat(size)
        return covered, cover.view(np.uint8)


def copied(records: Array) -> Array:
    """A copy of records, as the block of memory that they are: NumPy itself would go field by field."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def overwrite(records: Array, source: Array) -> None:
    """Replace records by others."""
    records.view(np.uint8)[:] = source.view(np.uint8)


@rule
def lay_over(source: Array, covered: Array, cover: Array, out: Array) -> None:
    """Copy bytes into each row, the covered ones from the cover."""
    for row in range(len(out)):
        for n in range(len(source)):
            out[row, n] = cover[n] if covered[row, n] else source[n]


class Redacted:
    """A state as onlookers may know it, and as each seat may: all else is overwritten with ``hidden``."""

    def __init__(self, declared: type[StateRecord], states: Array, seats: int) -> None:
        self._declared, self._states, self._seats = declared, states, seats
        self.truth = states.view(np.uint8)
        self.bytes = np.empty((seats + 1, declared.dtype.itemsize), np.uint8)
        self.records = self.bytes.view(declared.dtype)
        """The same as records: a row for onlookers, and one for each seat."""

    def covers(self) -> tuple[Array, Array]:
        """Which bytes are hidden from whom at present, and what covers them."""
        return self._declared.covers(self._states, self._seats)

    def renew(self) -> None:
        """Bring it up to date: the state has changed."""
        lay_over(self.truth, *self.covers(), self.bytes)

    def seen_by(self, seat: int) -> Array:
        """What a seat (or SPECTATOR) may know, until it is renewed."""
        row: Array = self.records[seat + 1]
        return row
