"""The shape of a view for a client that does not know the game: what each value is, and what it is called.

It follows from the structs that the game declares (`trailmix.engine.shapes`). The label of a field stands in
the game's catalogue under ``field.NAME``; without one, it is made from the field's name: "Hand size" for
``hand_size``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from trailmix.engine import shapes
from trailmix.engine.words import Message, Words

ShapeKind = Literal["number", "truth", "numbers", "seat", "name", "word", "list", "dict", "struct"]
"""``numbers`` are a fixed count of them, such as a cell; a ``name`` is that of a card or the like; a ``word``
is one of a few, or spelled by the game."""


class Shape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a value of a view is. Any value may be null."""

    kind: ShapeKind
    key: Shape | None = None
    """Of a dict: what its keys are."""
    of: Shape | None = None
    """Of a list or dict: what its entries are."""
    fields: tuple[ShapeField, ...] = ()
    """Of a struct: its fields, in the order in which they are declared."""


class ShapeField(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A field of a view: its name, its label for people, and its shape."""

    name: str
    label: str
    shape: Shape


def described(declared: type[msgspec.Struct], words: Words) -> tuple[ShapeField, ...]:
    """The fields of a view, or of what a seat sees besides, in the language of the words."""
    return _fields(shapes.read(declared, without=("own",)), words)


def _fields(struct: shapes.Struct, words: Words) -> tuple[ShapeField, ...]:
    return tuple(
        ShapeField(name=each.name, label=_label(each.name, words), shape=_shape(each.kind, words))
        for each in struct.fields
    )


def _label(name: str, words: Words) -> str:
    called = Message(f"field.{name}")
    return words.say(called) if called.key in words.texts else name.replace("_", " ").capitalize()


def _shape(kind: shapes.Kind, words: Words) -> Shape:
    match kind:
        case shapes.Number():
            return Shape(kind="number")
        case shapes.Truth():
            return Shape(kind="truth")
        case shapes.Row():
            return Shape(kind="numbers")
        case shapes.Name():
            return Shape(kind="name")
        case shapes.OneOf(words=shapes.LETTERS):
            return Shape(kind="seat")
        case shapes.OneOf() | shapes.Letters():
            return Shape(kind="word")
        case shapes.Many():
            entry = _shape(kind.of, words)
            if kind.key is None:
                return Shape(kind="list", of=entry)
            return Shape(kind="dict", key=_shape(kind.key, words), of=entry)
        case shapes.Struct():
            return Shape(kind="struct", fields=_fields(kind, words))
