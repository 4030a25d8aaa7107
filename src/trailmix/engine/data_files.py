"""Data files: a game's TOML as the structs that declare it, or BadData with a sentence that names the place.

A game declares its file, and reads it in one line::

    class File(Strict, frozen=True):
        hand_size: int
        colours: tuple[str, ...]

    file = read_data(text, File, "The Alpina data")
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from trailmix.engine.documents import read_toml
from trailmix.engine.errors import BadData, BadOption

if TYPE_CHECKING:
    from trailmix.engine.game import Setup

Kind = TypeVar("Kind")


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file in which every field is known."""


def read_data(text: str, kind: type[Kind], what: str) -> Kind:
    """A whole file; `what` is what a sentence calls it."""
    try:
        document = read_toml(text)
    except ValueError as error:
        raise BadData(f"{what} is not valid TOML: {error}.") from None
    return read_part(document, kind, f"{what} cannot be used")


def read_part(said: object, kind: type[Kind], where: str) -> Kind:
    """A part of a file, read by itself so that a sentence can say where it stands."""
    try:
        return msgspec.convert(said, kind, str_keys=True)  # all keys of TOML are text, numbers too
    except msgspec.ValidationError as error:
        raise BadData(f"{where}: {error}.") from None


def check_figures(where: str, said: Mapping[str, Any], figures: Mapping[str, Any]) -> None:
    """A file can only repeat what the rules fix."""
    for name, figure in figures.items():
        if name not in said:
            raise BadData(f"{where} lacks {name} = {figure}.")
        if said[name] != figure or isinstance(said[name], bool):
            raise BadData(f"{where} says {name} = {str(said[name])[:80]}; by the rules it is {figure}.")


def read_colours(said: object, number: int) -> tuple[str, ...]:
    """The colours that [game] names."""
    colours = tuple(said) if isinstance(said, (list, tuple)) else ()
    named = all(isinstance(colour, str) and colour for colour in colours)
    if not named or not len(colours) == len(set(colours)) == number:
        raise BadData(f"[game] needs colours: {number} different names.")
    return colours


def check_colours(chosen: Sequence[str], known: Sequence[str], players: int, what: str) -> None:
    """BadOption unless the colours chosen for the seats, if any, are known, different, and one for each.

    `what` is what has these colours, in the plural.
    """
    if chosen and len(chosen) != players:
        raise BadOption(f"{players} players need {players} colours, not {len(chosen)}.")
    for colour in chosen:
        if colour not in known:
            raise BadOption(f"There are no {colour[:20]} {what}: the colours are {', '.join(known)}.")
    if len(set(chosen)) != len(chosen):
        raise BadOption("Two seats cannot have the same colour.")


def colours_of(setup: Setup) -> tuple[str, ...]:
    """The colours of the seats of a match: as the options say, else in the order of the data."""
    return tuple((setup.options.colours or setup.data.colours)[: setup.players])


def line_of_id(text: str, card_id: str, nth: int = -1) -> str:
    """The line of the nth card with that ID, to be put after its name; by default, of the last one."""
    heads = list(re.finditer(rf"""\bid\s*=\s*["']{re.escape(card_id)}["']""", text))
    if not -len(heads) <= nth < len(heads):
        return ""
    return f" (line {text.count(chr(10), 0, heads[nth].start()) + 1})"
