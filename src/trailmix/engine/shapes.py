"""What a game shows, declared once, as msgspec structs: everything else follows from them.

A game writes what is seen as ordinary structs::

    class Spot(msgspec.Struct, frozen=True):
        cell: tuple[int, int]
        card: Annotated[str, Name("card")]
        pawn: SeatLetter | None
        points: int
        counts: Annotated[tuple[tuple[int, int], ...], Most(24)]

From these come a record that a kernel fills by plain assignments (`Shape.dtype`), the plan by which one
kernel for all games writes it as JSON (`trailmix.engine.view_json`), the struct that `Match.view` gives (it
is the declaration itself) and the TypeScript type.

In the record everything is a 32-bit number:

=========================  ============================================================================
declared as                in the record
=========================  ============================================================================
``int``, ``bool``          the number; `NO_NUMBER` where it may be None and is
``SeatLetter``             the seat; negative for None
``Literal[...]``, OneOf    the index of the word; negative for None. A single word is not in the record
``Name("card")``           the index into the names of that kind; negative for None
``tuple[int, int]``        that many numbers; the first is `NO_NUMBER` for None
``Most(n)`` of a tuple     ``NAME_n`` entries of ``NAME``, negative for None
``Most(n)`` of a dict      the same, each entry having a ``key`` and a ``value``
``Letters("SIP", n)``      ``NAME_n`` indices of letters, which make one text
a struct                   a record within the record; ``NAME_n``, if it may be None, is negative for that
=========================  ============================================================================

A field with a default, in a struct that says ``omit_defaults=True``, is left out where it has that value.
"""

from __future__ import annotations

import types
import typing
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
import numpy as np

NO_NUMBER = -(1 << 31)
"""Stands for None where a number may be missing."""
LETTERS = tuple("ABCDEFGH")


@dataclass(frozen=True)
class Name:
    """A text from the data or the notation, by its index into the names of a kind that the game gives."""

    kind: str


@dataclass(frozen=True)
class OneOf:
    """One of a few words that the game knows, by its index."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Most:
    """A list (or dict) of at most this many entries."""

    number: int


@dataclass(frozen=True)
class Letters:
    """A text of at most this many letters, each by its index."""

    letters: str
    most: int


SeatLetter = Annotated[str, OneOf(LETTERS)]
"""A seat: A, B, C ... in turn order."""


# --- what a declaration means ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    """A whole number."""


@dataclass(frozen=True)
class Truth:
    """True or false."""


@dataclass(frozen=True)
class Row:
    """A fixed number of whole numbers."""

    length: int


@dataclass(frozen=True)
class Many:
    """A list; a dict, if its entries have keys."""

    key: Kind | None
    of: Kind
    most: int


@dataclass(frozen=True)
class Field:
    """A field of a struct. It is left out when it has the value `default`; `NEVER` if it never is."""

    name: str
    kind: Kind
    optional: bool
    default: Any


NEVER = object()


@dataclass(frozen=True)
class Struct:
    """The fields of a struct."""

    fields: tuple[Field, ...]


Kind = Number | Truth | Row | Name | OneOf | Letters | Many | Struct
WORD = np.dtype(np.int32)


def read(declared: Any, *, without: tuple[str, ...] = ()) -> Struct:
    """What a struct class declares; `without` some of its fields."""
    hints = typing.get_type_hints(declared, include_extras=True)
    omits = declared.__struct_config__.omit_defaults
    fields = []
    for info in msgspec.structs.fields(declared):
        if info.name in without:
            continue
        kind, optional = _kind(hints[info.name], f"{declared.__qualname__}.{info.name}")
        default = info.default if omits and info.default is not msgspec.NODEFAULT else NEVER
        fields.append(Field(info.name, kind, optional, default))
    return Struct(tuple(fields))


def _kind(hint: Any, where: str) -> tuple[Kind, bool]:
    """What a type means, and whether None may stand for it."""
    meta: tuple[Any, ...] = ()
    if typing.get_origin(hint) is Annotated:
        hint, *rest = typing.get_args(hint)
        meta = tuple(rest)
    optional = False
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        inner = [each for each in typing.get_args(hint) if each is not type(None)]
        if len(inner) != 1:
            raise TypeError(f"{where}: a union of {hint} cannot be shown.")
        kind, _ = _kind(Annotated[inner[0], *meta] if meta else inner[0], where)
        return kind, True
    return _plain_kind(hint, meta, where), optional


def _plain_kind(hint: Any, meta: tuple[Any, ...], where: str) -> Kind:
    for each in meta:
        if isinstance(each, (Name, OneOf, Letters)):
            return each
        if isinstance(each, Most):
            return _many(hint, each.number, where)
    if hint is int:
        return Number()
    if hint is bool:
        return Truth()
    if typing.get_origin(hint) is Literal:
        return OneOf(typing.get_args(hint))
    if typing.get_origin(hint) is tuple and set(typing.get_args(hint)) == {int}:
        return Row(len(typing.get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return read(hint)
    raise TypeError(f"{where}: say how {hint} is to be shown (Name, OneOf, Most ... of {__name__}).")


def _many(hint: Any, most: int, where: str) -> Many:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is dict:
        key, _ = _kind(inner[0], f"{where}, its keys")
        return Many(key, _kind(inner[1], where)[0], most)
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        return Many(None, _kind(inner[0], where)[0], most)
    raise TypeError(f"{where}: only tuples and dicts have a most, not {hint}.")


# --- the record -----------------------------------------------------------------------------------------


def record_of(kind: Kind) -> Any:
    """The NumPy type of a value that stands in one column."""
    if isinstance(kind, Row):
        return np.dtype((WORD, (kind.length,)))
    if isinstance(kind, Struct):
        return _record(kind.fields)
    if isinstance(kind, (Many, Letters)):
        raise TypeError("A list of lists cannot be shown: let the inner one be a field of a struct.")
    return WORD


def entry_of(kind: Many) -> Any:
    """The NumPy type of an entry of a list."""
    return record_of(kind.of) if kind.key is None else _record(entry_fields(kind))


def entry_fields(kind: Many) -> tuple[Field, Field]:
    """The key and the value of an entry of a dict."""
    assert kind.key is not None  # noqa: S101 - that of a list is its value alone
    return Field("key", kind.key, False, NEVER), Field("value", kind.of, False, NEVER)


def columns(declared: Field) -> list[tuple[Any, ...]]:
    """The columns of a field of a struct."""
    name, kind = declared.name, declared.kind
    count = (f"{name}_n", WORD)
    if isinstance(kind, Letters):
        return [count, (name, WORD, (kind.most,))]
    if isinstance(kind, Many):
        return [count, (name, entry_of(kind), (kind.most,))]
    if isinstance(kind, Struct) and declared.optional:
        return [count, (name, record_of(kind))]
    if isinstance(kind, OneOf) and len(kind.words) == 1:
        return []
    return [(name, record_of(kind))]


def _record(fields: tuple[Field, ...]) -> Any:
    made = np.dtype([column for each in fields for column in columns(each)])
    for name in made.names or ():
        # Uncompiled kernels cannot read such a column by its name. Single numbers they only ever assign.
        if hasattr(np.record, name) and made[name] != WORD:
            raise TypeError(f"'{name}' means something else on a NumPy record: call it otherwise.")
    return np.dtype((np.record, made))
