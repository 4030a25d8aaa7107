"""Options of a game on the command line: ``--option course=dagger --option most_rounds=50``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from trailmix.cli.app import fail, read_file

GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="An option of the game, as often as needed: text, TOML like 50 or \\['a', 'b'], or @FILE.",
    ),
]


def read_options(said: list[str] | None) -> dict[str, Any]:
    """The options by name. The game itself says whether it has them and takes such values."""
    found: dict[str, Any] = {}
    for text in said or []:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            fail(f"An option is given as name=value, not as {text[:80]!r}.")
        if name in found:
            fail(
                f"The option {name} is given twice. Several values are written as a list: {name}=['a', 'b']."
            )
        found[name] = read_file(Path(value[1:])) if value.startswith("@") else _value(value)
    return found


def _value(text: str) -> Any:
    """A value of TOML, or the text as it is."""
    try:
        read = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return read["value"] if len(read) == 1 else text
