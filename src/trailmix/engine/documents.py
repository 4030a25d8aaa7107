"""Reading what anybody may have written: TOML within bounds, and values quoted in a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import msgspec.inspect

MOST_CHARACTERS = 1_000_000
MOST_DEPTH = 20
SURROGATE = re.compile("[\ud800-\udfff]")
LONG_KEY = re.compile(rf"""(\.[ \t]*("([^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*){{{MOST_DEPTH}}}""")
"""A key of many dotted parts: the time to read one grows with the square of their number."""
PLACE = re.compile(r"line (\d+), column (\d+)")
Shape = TypeVar("Shape", bound=msgspec.Struct)
KINDS: dict[type[msgspec.inspect.Type], str] = {
    msgspec.inspect.IntType: "a whole number",
    msgspec.inspect.FloatType: "a number",
    msgspec.inspect.StrType: "text",
    msgspec.inspect.BoolType: "true or false",
    msgspec.inspect.DictType: "a table",
    msgspec.inspect.StructType: "a table",
}


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text; ValueError says, in a few words, why we cannot use it.

    TOML itself limits neither whole numbers nor nesting; here both are limited, so callers can rely on it.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it has more than {MOST_CHARACTERS} characters")
    if SURROGATE.search(text):
        raise ValueError("it has a character that cannot be stored")
    if LONG_KEY.search(text):
        raise ValueError(f"a key has more than {MOST_DEPTH} parts")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = PLACE.search(str(error))
        where = f"line {place[1]}, from column {place[2]} on," if place else "its end"
        raise ValueError(f"{where} is not as TOML is written") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list ...
        raise ValueError("a number is too long, or something is nested too deeply") from None
    _check(document)
    return document


def _check(document: dict[str, Any]) -> None:
    """Whole numbers have 64 bits at most, and nothing is nested deeper than a person would write it."""
    layer: list[Any] = [document]
    for _ in range(MOST_DEPTH):
        for value in layer:
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                raise ValueError("a number is too long")
        layer = [
            item
            for value in layer
            if isinstance(value, (dict, list))
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    if layer:
        raise ValueError("something is nested too deeply")


def quoted(value: object) -> str:
    """A value as a sentence may quote it: short, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list ...
        return f"such a long {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."


def read_struct(said: Mapping[str, Any], kind: type[Shape], *, strict: bool = True) -> Shape:
    """Values by name as a struct; ValueError says, in a few words, which one does not fit and why.

    A struct inside is read the same way, and a fault in it is told by its own name. Unless it is `strict`,
    texts may stand for numbers, as they do in the environment.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    found: dict[str, Any] = {}
    for name, value in said.items():
        if name not in fields:
            raise ValueError(f"there is no {quoted(name)}, there is {', '.join(fields)}")
        form = fields[name].type
        if isinstance(value, dict) and isinstance(form, type) and issubclass(form, msgspec.Struct):
            found[name] = read_struct(value, form, strict=strict)
            continue
        try:
            found[name] = msgspec.convert(value, form, strict=strict)
        except msgspec.ValidationError:
            wanted = kind_of(msgspec.inspect.type_info(form))
            raise ValueError(f"{name} is {wanted}, not {quoted(value)}") from None
    if missing := [name for name, field in fields.items() if field.required and name not in found]:
        raise ValueError(f"{missing[0]} is missing")
    return kind(**{fields[name].name: value for name, value in found.items()})


def kind_of(form: msgspec.inspect.Type) -> str:
    """What kind of value is wanted, in words for the person who writes it."""
    match form:
        case msgspec.inspect.Metadata(type=inner):
            return kind_of(inner)
        case msgspec.inspect.UnionType(types=several):
            return " or ".join(kind_of(each) for each in several if each != msgspec.inspect.NoneType())
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return f"a whole number from {least} to {most}"
        case msgspec.inspect.FloatType(ge=least, gt=above, le=int() | float() as most):
            beginning = f"from {least:g}" if above is None else f"above {above:g} and up"
            return f"a number {beginning} to {most:.0f}"
        case msgspec.inspect.LiteralType(values=words):
            return f"one of {', '.join(map(str, words))}"
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item):
            return f"a list of {kind_of(item)}"
    return KINDS.get(type(form), "something else")
