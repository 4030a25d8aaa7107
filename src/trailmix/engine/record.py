"""Records: the whole of a match as one flat block of memory, every field saying who may see it.

A game writes its records as classes::

    class State(StateRecord, events=8):
        pile: Cards = field(np.int8, 55, see=NOBODY)
        hand: Cards = field(np.int8, (4, 6), see=ITS_SEAT)

The class is never made into an object. It is the plan: ``State.dtype`` is the NumPy type, an array of that
type holds matches, and a rule annotated ``s: State`` is checked for misspelt fields by the type checker.
A field of a StateRecord without ``see`` is an error at import: nothing is shown by default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
SPECTATOR = -1
"""The seat of somebody who has none: sees only what everyone may see."""

EVENT_COLUMNS = 7
"""Kind, seat, and up to five values: see `trailmix.engine.events`."""


@dataclass(frozen=True)
class Sight:
    """Who may see a field: a name for the documents, and where a seat may look.

    ``sees(state, seat, length)`` is True, False, or one bool for each entry along the field's first axis.
    """

    name: str
    sees: Callable[[Any, int, int], bool | NDArray[np.bool_]]


EVERYONE = Sight("everyone", lambda _state, _seat, _length: True)
NOBODY = Sight("nobody", lambda _state, _seat, _length: False)
ITS_SEAT = Sight("its seat", lambda _state, seat, length: np.arange(length) == seat)


def sight(name: str, sees: Callable[[Any, int], bool | NDArray[np.bool_]]) -> Sight:
    """A named rule of a game: who may see depends on the state (a hand that was laid open ...)."""
    return Sight(name, lambda state, seat, _length: sees(state, seat))


@dataclass(frozen=True)
class Field:
    """One field of a record. ``hidden`` is what stands there for those who may not see it."""

    kind: Any
    shape: tuple[int, ...]
    see: Sight | None
    hidden: int


def field(kind: Any, shape: int | tuple[int, ...] = (), *, see: Sight | None = None, hidden: int = -1) -> Any:
    """Declare a field: its NumPy type, its shape, and who may see it (first axis: the seats)."""
    if np.issubdtype(kind, np.unsignedinteger) and hidden < 0:
        hidden = 0
    return Field(np.dtype(kind), (shape,) if isinstance(shape, int) else shape, see, hidden)


class Record:
    """Base of the plans: gathers the declared fields of a class into one NumPy record type."""

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
        columns.append(("tail", np.dtype(np.uint8), (-size % 8,)))
        cls.dtype = np.dtype((np.record, np.dtype(columns, align=True)))
        if cls.dtype.itemsize != size + (-size % 8):
            raise TypeError(f"{cls.__qualname__}: the record has gaps between its fields.")

    @classmethod
    def new(cls) -> Array:
        """One blank record, as an array of one: that is how records cross between Python and kernels."""
        return np.zeros(1, cls.dtype)


class TableRecord(Record, abstract=True):
    """What never changes in a match: the number of seats, and what a game adds from options and data."""

    players: int = field(np.int64)


class StateRecord(Record, abstract=True):
    """All that changes in a match. The generator and the buffer of events are in every game's."""

    key: Array = field(np.uint64, 2, see=NOBODY)
    counter: int = field(np.uint64, see=NOBODY)
    n_events: int = field(np.int64, see=NOBODY)
    events: Array  # its length is the game's: class State(StateRecord, events=8)

    def __init_subclass__(cls, *, events: int) -> None:
        cls.events = field(np.int32, (events, EVENT_COLUMNS), see=NOBODY)
        super().__init_subclass__()
        undeclared = [name for name, f in cls.fields.items() if f.see is None]
        if undeclared:
            raise TypeError(f"{cls.__qualname__}: who may see {', '.join(undeclared)}? Give it see=...")
        for name, f in cls.fields.items():
            if f.see is ITS_SEAT and not f.shape:
                raise TypeError(f"{cls.__qualname__}: {name} is one value, and has no entry for each seat.")


def redact(plan: type[StateRecord], states: Array, seat: int) -> Array:
    """A copy of the state as `seat` may know it: all else is overwritten with the fields' ``hidden``."""
    seen = states.copy()
    for name, declared in plan.fields.items():
        assert declared.see is not None  # noqa: S101 - StateRecord saw to it
        length = declared.shape[0] if declared.shape else 1
        visible = np.asarray(declared.see.sees(states[0], seat, length))
        if visible.ndim == 0:
            if not visible:
                seen[name] = declared.hidden
        else:
            seen[name][0][~visible] = declared.hidden
    return seen
