"""Options: what can be chosen for a match, declared once as a struct, and the form that follows from it.

A game's ``Options`` is an ordinary struct; `ask` adds what a form must know besides the type::

    class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
        edition: Literal["original", "renegade"] = "original"
        course: Annotated[str, ask(kind="course")] = "nutcracker"
        most_rounds: Annotated[int, ask(least=1, most=1000, advanced=True)] = 100

Its labels stand in the game's catalogue: ``option.edition``, the choices as ``option.edition.original``, and
what there is to know about it as ``option.edition.help``. `form` puts all of this into the JSON schema that
clients read.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadOption
from trailmix.engine.words import Message, Words

OptionKind = Literal["course", "courses", "colours", "rows"]
"""What a value means beyond its type: a course; a course for each seat; the colours by seat; rows with some
of the choices, one row for each choice. A client leaves out a kind that it cannot ask for."""
HELP = "help"
"""Stands where a choice would in the key of a sentence, so no choice may be called this."""


def ask(
    *,
    kind: OptionKind | None = None,
    least: int | None = None,
    most: int | None = None,
    advanced: bool = False,
    instead_of: str | None = None,
    choices: Sequence[str] = (),
    each: int | None = None,
) -> msgspec.Meta:
    """What a form must know of an option besides its type.

    The bounds are passed on, not checked: the game refuses what is beyond them, in a sentence of its own.
    `advanced` marks what most people do not need. `instead_of` names an option that is not asked for when
    this one is used. Of `rows`, `choices` are the names of the rows and of what may stand in them, and `each`
    says how many stand in each.
    """
    said = {
        "x-kind": kind,
        "minimum": least,
        "maximum": most,
        "x-advanced": advanced or None,
        "x-instead-of": instead_of,
        "x-choices": list(choices) or None,
        "x-each": each,
    }
    return msgspec.Meta(extra_json_schema={name: value for name, value in said.items() if value is not None})


def form(options: type[msgspec.Struct], words: Words, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of a game's options, labelled in the language of the words.

    `usual` gives what is played where the default of an option only says "as always": a client can start
    from it.
    """
    schema = msgspec.json.schema(options)
    asked = schema["$defs"][options.__name__]["properties"]
    for name, option in asked.items():
        option["title"] = words.say(Message(f"option.{name}"))
        if f"option.{name}.{HELP}" in words.texts:
            option["description"] = words.say(Message(f"option.{name}.{HELP}"))
        if choices := choices_of(option):
            option["x-labels"] = {choice: words.say(Message(f"option.{name}.{choice}")) for choice in choices}
        if name in usual:
            option["x-usual"] = usual[name]
    return schema


def choices_of(option: Mapping[str, Any]) -> list[str]:
    """What there is to choose from, by the schema of an option."""
    return [*option.get("enum", ()), *option.get("x-choices", ())]


def keys(options: type[msgspec.Struct]) -> set[str]:
    """The keys of the sentences that a form of these options needs; texts of help are optional."""
    asked = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    named = {f"option.{name}" for name in asked}
    return named | {
        f"option.{name}.{choice}" for name, option in asked.items() for choice in choices_of(option)
    }


def check_words(game: str, options: type[msgspec.Struct], said: Mapping[str, Any]) -> None:
    """Refuse a word that is not among an option's choices, in a sentence that names them."""
    for name, hint in typing.get_type_hints(options).items():
        known = typing.get_args(hint) if typing.get_origin(hint) is Literal else ()
        if known and isinstance(said.get(name), str) and said[name] not in known:
            raise BadOption(
                f"There is no {name} {quoted(said[name])} of {game}: there is {', '.join(known)}."
            )
