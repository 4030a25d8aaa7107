"""The command line's frame. Commands import what they need when they run: help must not wait for kernels."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

app = typer.Typer(
    name="trailmix",
    help="Outdoor tabletop games, refereed to the letter: play, simulate, analyse.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

GameName = Annotated[str, typer.Argument(help="The game, as `trailmix games` calls it.", metavar="GAME")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
SeedText = Annotated[str | None, typer.Option(help="What chance comes from; the same seed, the same match.")]
DataFile = Annotated[
    Path | None,
    typer.Option(help="A corrected data file (cards, courses) instead of the one that comes along."),
]


def whole_number(about: str) -> Any:
    """An option that is a whole number."""

    def read(said: str | int) -> int:  # a default is a number already
        try:
            return int(said)
        except ValueError:
            raise typer.BadParameter(f"it is a whole number, not '{said}'.") from None

    return typer.Option(parser=read, metavar="NUMBER", help=about)


def print_json(value: Any) -> None:
    """A struct, dict or list as one JSON document on standard output."""
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def read_file(path: Path) -> str:
    """The text of a file; if it cannot be read, say why and leave."""
    try:
        text = path.read_text(encoding="utf-8")
    except IsADirectoryError:
        fail(f"{path} cannot be read: it is a folder.")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}.")
    if not text.strip():
        fail(f"{path} is empty.")
    return text


def game_of(text: str) -> str:
    """The game that a position or a replay names, as far as that can be told without the engine."""
    named = re.search(r'\b"?game"?\s*[:=]\s*"(\w+)"', text)
    return named[1] if named else ""


def fail(sentence: str) -> NoReturn:
    """Say what is wrong on standard error and leave."""
    typer.secho(sentence, fg=typer.colors.RED, err=True)
    raise typer.Exit(2)
