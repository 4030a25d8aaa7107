"""Every sentence a person reads stands in a catalogue, under a key, with gaps for values.

``{n}`` is filled with the value, ``{n:point|points}`` with the word that goes with the number. The engine,
the server and each game have a ``words.en.toml``; another language is another file beside each.
Code never puts sentences together: it names a key and the values, so that they can be said in any language.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ENGINE = Path(__file__).resolve().parent
ENGLISH = "en"
"""The language that is always there, and that the others are translated from."""


SEAT_VALUES = ("seat", "actor", "other", "order")
"""Values of these names are letters of seats, or lists of them; they may be said as the names of the people
there."""


PLAIN = (str, int)
"""Values of these types are said as they are."""


NOTHING = "-"
"""How a sentence in any language says an empty list."""


PLURAL = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
"""A gap for the word that goes with a number: for one, and for any other number."""


class Plural(NamedTuple):
    """A word that goes with the number of a message."""

    gap: str
    number: str
    one: str
    other: str

    def word(self, values: Mapping[str, Any]) -> str:
        """The word for the number among these values."""
        return self.one if values[self.number] == 1 else self.other


class Message(msgspec.Struct, frozen=True):
    """Something to be said: a key of the catalogue and its values (which may be messages themselves)."""

    key: str
    values: Mapping[str, Any] = {}


def malformed(game: str, said: str, forms: Message) -> Message:
    """What was said is not an action; `forms` is the game's sentence that tells how one is written."""
    return Message("refused.malformed", {"action": said, "game": game, "forms": forms})


def letter(seat: int) -> str:
    """The letter of a seat: A, B, C ... in turn order."""
    return "ABCDEFGH"[seat]


class Words:
    """The catalogue of one game in one language, the engine's own sentences included."""

    def __init__(self, folder: Path, language: str = ENGLISH) -> None:
        self.texts = {**texts_of(files(ENGINE)[language]), **texts_of(files(folder)[language])}
        self._counting = {key: _counting(text) for key, text in self.texts.items() if PLURAL.search(text)}

    def say(self, message: Message, names: Mapping[str, str] | None = None) -> str:
        """Put a message into words; `names` gives the people behind the seats' letters."""
        names = names or {}
        values = {
            name: _called(value, names)
            if name in SEAT_VALUES
            else value
            if type(value) in PLAIN
            else self._value(value, names)
            for name, value in message.values.items()
        }
        if (counting := self._counting.get(message.key)) is None:
            return self.texts[message.key].format_map(values)
        text, plurals = counting
        return text.format_map(values | {each.gap: each.word(message.values) for each in plurals})

    def _value(self, value: Any, names: Mapping[str, str]) -> Any:
        if isinstance(value, Message):
            return self.say(value, names)
        if isinstance(value, Mapping):  # something for each seat: A 52, B 44
            return ", ".join(f"{names.get(seat, seat)} {item}" for seat, item in value.items())
        if isinstance(value, (list, tuple)):
            return ", ".join(str(self._value(item, names)) for item in value) or NOTHING
        return value


def _counting(text: str) -> tuple[str, list[Plural]]:
    """A text in which each word that goes with a number is a gap of its own, and these words."""
    found: list[Plural] = []

    def gap(match: re.Match[str]) -> str:
        found.append(Plural(f"plural {len(found)}", *match.groups()))
        return f"{{{found[-1].gap}}}"

    return PLURAL.sub(gap, text), found


def _called(seats: Any, names: Mapping[str, str]) -> str:
    """Who sits at a seat, or at several."""
    if isinstance(seats, str):
        return names.get(seats, seats)
    return ", ".join(names.get(seat, seat) for seat in seats)


@functools.cache
def words_of(folder: Path, language: str) -> Words:
    """The catalogue of a folder, read once."""
    return Words(folder, language)


def files(folder: Path) -> dict[str, Path]:
    """The files of a catalogue by language: ``words.LANGUAGE.toml``."""
    return {path.name.split(".")[1]: path for path in folder.glob("words.*.toml")}


def texts_of(file: Path) -> dict[str, str]:
    """The texts of one file, its nested tables flattened to dotted keys."""
    found: dict[str, str] = {}

    def walk(prefix: str, entries: dict[str, Any]) -> None:
        for name, entry in entries.items():
            if isinstance(entry, dict):
                walk(f"{prefix}{name}.", entry)
            else:
                found[prefix + name] = entry

    walk("", tomllib.loads(file.read_text(encoding="utf-8")))
    return found
