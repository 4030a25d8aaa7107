"""Forms: how positions write the values of a game.

A field of a state names its form where it is declared::

    leader: int = field(np.int64, see=EVERYONE, written=SEAT)
    tricks: Array = field(np.int64, 4, see=EVERYONE, written=BySeat(Number(0, 12)))
    points: Array = field(np.int64, 5, see=EVERYONE, written=Number(0, 99), called="seats.points")
    hands: Array = field(np.int8, (4, 12), see=ITS_SEAT, written=Cards("card", 24, counted="hand_size"))

So does a part of a document that is not a field (`PARTS` of a game's position.py). A form reads what anybody
may have written, or refuses it with a BadPosition that names the place; and it writes a value, or gives None
for one that is not told: a hidden one, or nobody. `Cards` make the field a *zone*: all cards of a kind are in
the zones of that kind, each in one place (`trailmix.engine.zones`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadPosition
from trailmix.engine.words import letter

if TYPE_CHECKING:
    from trailmix.engine.game import Setup

NONE = -1
"""No card, no seat."""
REST, UNKNOWN = "...", "?"
MOST_WORDS = 1000


class Form:
    """How a value is written."""

    of_arrays: ClassVar[bool] = False
    """An array is one value of this form; of another form, it is a list of values."""

    def write(self, setup: Setup, value: Any) -> Any:
        """The value as it stands in a document; None for one that is left out."""
        raise NotImplementedError

    def read(self, setup: Setup, said: Any, where: str) -> Any:
        """The value that a document says; BadPosition names the place."""
        raise NotImplementedError


# --- one value ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Form):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    def write(self, _setup: Setup, value: Any) -> int | None:
        return int(value) if self.low <= value <= self.high else None

    def read(self, _setup: Setup, said: Any, where: str) -> int:
        if isinstance(said, bool) or not isinstance(said, int) or not self.low <= said <= self.high:
            raise BadPosition(f"{where}: a number from {self.low} to {self.high}, not {quoted(said)}.")
        return said


@dataclass(frozen=True)
class Switch(Form):
    """Yes or no, kept as 1 or 0."""

    def write(self, _setup: Setup, value: Any) -> bool:
        return bool(value)

    def read(self, _setup: Setup, said: Any, where: str) -> int:
        if not isinstance(said, bool):
            raise BadPosition(f"{where}: true or false, not {quoted(said)}.")
        return int(said)


@dataclass(frozen=True)
class Word(Form):
    """One of a few words, kept as its index; an empty one is not written."""

    words: tuple[str, ...]

    def write(self, setup: Setup, value: Any) -> str | None:
        words = self.choices(setup)
        return words[value] or None if 0 <= value < len(words) else None

    def read(self, setup: Setup, said: Any, where: str) -> int:
        words = self.choices(setup)
        if said not in words:
            raise BadPosition(f"{where}: {_one_of(words, said)}.")
        return words.index(said)

    def choices(self, _setup: Setup) -> Sequence[str]:
        """The words for 0, 1, 2 ..."""
        return self.words


@dataclass(frozen=True)
class Seat(Word):
    """A seat, by its letter; nobody, who is -1, is left out, or written as an empty text if `blank`."""

    words: tuple[str, ...] = ()
    blank: bool = False

    def write(self, setup: Setup, value: Any) -> str | None:
        return "" if self.blank and value == NONE else super().write(setup, value)

    def read(self, setup: Setup, said: Any, where: str) -> int:
        return NONE if self.blank and said == "" else super().read(setup, said, where)

    def choices(self, setup: Setup) -> Sequence[str]:
        return seat_letters(setup)


Kind = str | tuple[str, ...]
"""Things with names: a key of the game's `names(setup)`, or the names themselves."""


@dataclass(frozen=True)
class Named(Form):
    """One of the things of a kind, kept as its index; none, -1, is left out, or an empty text if `blank`."""

    kind: Kind
    blank: bool = False

    def write(self, setup: Setup, value: Any) -> str | None:
        if self.blank and value == NONE:
            return ""
        names = names_of(setup, self.kind)
        return names[value] if 0 <= value < len(names) else None

    def read(self, setup: Setup, said: Any, where: str) -> int:
        return NONE if self.blank and said == "" else _numbers(setup, self.kind, [said], where)[0]


# --- several values in one text -------------------------------------------------------------------------


@dataclass(frozen=True)
class Seats(Form):
    """Seats in an order, each at most once, like "B A C"; after the last there is nobody, -1."""

    of_arrays: ClassVar[bool] = True

    def write(self, _setup: Setup, value: Iterable[int]) -> str:
        return " ".join(letter(int(seat)) for seat in value if seat != NONE)

    def read(self, setup: Setup, said: Any, where: str) -> list[int]:
        letters, words = seat_letters(setup), _words(said, where)
        for word in words:
            if word not in letters:
                raise BadPosition(
                    f"{where}: there is no seat {quoted(word)}; with {setup.players} players they are "
                    f"{', '.join(letters)}."
                )
        if len(set(words)) != len(words):
            raise BadPosition(f"{where} names a seat twice.")
        return [letters.index(word) for word in words]


@dataclass(frozen=True)
class Some(Form):
    """Some of the things of a kind, each once, like "T1 B2"; kept as bits."""

    kind: Kind

    def write(self, setup: Setup, value: Any) -> str:
        names = names_of(setup, self.kind)
        return " ".join(name for n, name in enumerate(names) if int(value) >> n & 1)

    def read(self, setup: Setup, said: Any, where: str) -> int:
        bits = 0
        for n in _numbers(setup, self.kind, _words(said, where), where):
            if bits >> n & 1:
                raise BadPosition(f"{where} names {names_of(setup, self.kind)[n]} twice.")
            bits |= 1 << n
        return bits


@dataclass(frozen=True)
class Counts(Form):
    """How many there are of each kind of card: "bird*2 spring", or "bird bird spring" with `repeated`."""

    kind: Kind
    repeated: bool = False
    most: int = 100
    """Of each kind: counts are kept as small integers."""
    of_arrays: ClassVar[bool] = True

    def write(self, setup: Setup, value: Iterable[int]) -> str:
        names = names_of(setup, self.kind)
        words = [name for name, number in zip(names, value, strict=False) for _ in range(number)]
        return " ".join(words if self.repeated else _starred(words))

    def read(self, setup: Setup, said: Any, where: str) -> list[int]:
        cards = Listed(self.kind, unknown=False).read(setup, said, where).cards
        names = names_of(setup, self.kind)
        counts = [cards.count(n) for n in range(len(names))]
        for name, number in zip(names, counts, strict=True):
            if number > self.most:
                raise BadPosition(f"{where} lists {name} {number} times; there are {self.most} at most.")
        return counts


@dataclass
class List:
    """Cards as a document lists them: None for one that is not known, `rest` if all others follow."""

    cards: list[int | None]
    rest: bool = False

    @property
    def named(self) -> list[int]:
        """The cards that are known."""
        return [card for card in self.cards if card is not None]

    @property
    def unknown(self) -> int:
        """How many are not known."""
        return self.cards.count(None)


@dataclass(frozen=True)
class Listed(Form):
    """Cards by their names, like "F1 L2 ? ...": ? is one that is not known, ... the rest. Gives a `List`.

    "bird*2" is read as "bird bird", and so written if it is `starred`. Given an array or a list, one that is
    hidden (-1 or None) is written ?.
    """

    kind: Kind
    unknown: bool = True
    rest: bool = False
    starred: bool = False
    of_arrays: ClassVar[bool] = True

    def write(self, setup: Setup, value: List | Iterable[int | None]) -> str:
        names = names_of(setup, self.kind)
        listed = value if isinstance(value, List) else List([None if n == NONE else n for n in value])
        words = [UNKNOWN if card is None else names[card] for card in listed.cards]
        words = list(_starred(words)) if self.starred else words
        return " ".join([*words, REST] if listed.rest else words)

    def read(self, setup: Setup, said: Any, where: str) -> List:
        words = _repeated(_words(said, where), where)
        rest = self.rest and words[-1:] == [REST]
        if rest:
            words.pop()
        known = [word for word in words if not (self.unknown and word == UNKNOWN)]
        numbers = iter(_numbers(setup, self.kind, known, where))
        return List(
            [None if self.unknown and word == UNKNOWN else next(numbers) for word in words], rest=rest
        )


@dataclass(frozen=True)
class Pattern(Form):
    """A text in a format of its own, like "4/5/2". Gives the match of a regular expression."""

    pattern: str
    like: str
    """An example."""

    def write(self, _setup: Setup, value: Any) -> str | None:
        return None if value is None else str(value)

    def read(self, _setup: Setup, said: Any, where: str) -> re.Match[str]:
        found = re.fullmatch(self.pattern, said, re.ASCII) if isinstance(said, str) else None
        if found is None:
            raise BadPosition(f"{where}: a text like {self.like}, not {quoted(said)}.")
        return found


# --- values of values -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListOf(Form):
    """A list of values, of a fixed length if one is given."""

    of: Form
    length: int | None = None
    of_arrays: ClassVar[bool] = True

    def write(self, setup: Setup, value: Iterable[Any]) -> list[Any] | None:
        flat = value.flat if isinstance(value, np.ndarray) else value
        listed = [self.of.write(setup, each) for each in flat]
        return None if None in listed else listed

    def read(self, setup: Setup, said: Any, where: str) -> list[Any]:
        if not isinstance(said, list) or self.length not in (None, len(said)):
            number = "" if self.length is None else f"{self.length} "
            raise BadPosition(f"{where}: a list of {number}values, not {quoted(said)}.")
        return [self.of.read(setup, each, f"{where}, value {n + 1}") for n, each in enumerate(said)]


@dataclass(frozen=True)
class ByName(Form):
    """A value for some of the things of a kind, like { T1 = "H07", B2 = "Y1" }. Gives a dict by index."""

    of: Form
    kind: Kind
    of_arrays: ClassVar[bool] = True
    lines: ClassVar[str] = "names with values"

    def write(self, setup: Setup, value: Any) -> dict[str, Any]:
        names = self.keys(setup)
        values = value.items() if isinstance(value, Mapping) else enumerate(value[: len(names)])
        said = {names[n]: self.of.write(setup, each) for n, each in values}
        return {name: each for name, each in said.items() if each is not None}

    def read(self, setup: Setup, said: Any, where: str) -> dict[int, Any]:
        names = self.keys(setup)
        if not isinstance(said, dict):
            raise BadPosition(f"{where}: {self.lines}, not {quoted(said)}.")
        for name in said:
            if name not in names:
                raise BadPosition(f"{where}.{name[:20]}: {self.unknown_key(setup, names)}.")
        return {
            names.index(name): self.of.read(setup, each, f"{where}.{name}") for name, each in said.items()
        }

    def keys(self, setup: Setup) -> Sequence[str]:
        """The names that may have a value."""
        return names_of(setup, self.kind)

    def unknown_key(self, _setup: Setup, names: Sequence[str]) -> str:
        """What is wrong with any other name."""
        return f"there is none; there are {', '.join(names)}"


@dataclass(frozen=True)
class BySeat(ByName):
    """A value for each seat, a line each. Gives a dict of those that are said, by seat."""

    kind: Kind = "seat"
    lines: ClassVar[str] = "a line for each seat, like A = ..."

    def keys(self, setup: Setup) -> Sequence[str]:
        return seat_letters(setup)

    def unknown_key(self, setup: Setup, names: Sequence[str]) -> str:
        return f"there is no such seat; with {setup.players} players they are {', '.join(names)}"


# --- zones ----------------------------------------------------------------------------------------------


class Order(IntEnum):
    """What the order of the cards in a zone means."""

    SORTED = 0
    """Nothing: they are kept in ascending order (a hand)."""
    FIRST_TO_LAST = 1
    """It matters, and is written as it stands (a trick)."""
    FROM_THE_TOP = 2
    """It matters; the top is the last of the array, and is written first (a deck)."""
    SCATTERED = 3
    """Each place stands for itself, with -1 where there is no card (a board); the game writes it."""


@dataclass(frozen=True)
class Cards:
    """A zone: cards 0 to `number` - 1, called as `names(setup)[kind]` says, with -1 after the last.

    A field of two dimensions is a zone for each seat. `counted` names the field with the number of cards in
    it (one for each seat), which is not written itself; a zone that everyone sees needs none. Cards in a zone
    are kept as np.int8.
    """

    kind: str
    number: int
    order: Order = Order.SORTED
    counted: str | None = None


# --- words ----------------------------------------------------------------------------------------------


def seat_letters(setup: Setup) -> list[str]:
    """The letters of all seats."""
    return [letter(seat) for seat in range(setup.players)]


def _one_of(words: Sequence[str], said: Any) -> str:
    return f"one of {', '.join(filter(None, words))}, not {quoted(said)}"


def _words(said: Any, where: str) -> list[str]:
    if not isinstance(said, str):
        raise BadPosition(f"{where}: a text, not {quoted(said)}.")
    words = said.split()
    if len(words) > MOST_WORDS:
        raise BadPosition(f"{where} lists more than {MOST_WORDS} things.")
    return words


def _starred(words: Iterable[str]) -> Iterator[str]:
    """One word for like cards beside each other: bird*2 for two of them, ?*1 for one that is not known."""
    for word, run in itertools.groupby(words):
        number = len(list(run))
        yield word if number == 1 and word != UNKNOWN else f"{word}*{number}"


def _repeated(words: list[str], where: str) -> list[str]:
    """One word for each card: bird*2 stands for two of them."""
    found: list[str] = []
    for word in words:
        name, star, times = word.partition("*")
        if star and not (times.isascii() and times.isdigit() and len(times) <= 2):
            raise BadPosition(f"{where}: {quoted(word)} is not so many cards, like {name}*2.")
        found += [name] * int(times or 1) if star else [word]
    return found


def names_of(setup: Setup, kind: Kind) -> Sequence[str]:
    """The names of the things of a kind, for 0, 1, 2 ..."""
    return setup.game.names(setup)[kind] if isinstance(kind, str) else kind


def _numbers(setup: Setup, kind: Kind, words: Iterable[Any], where: str) -> list[int]:
    """Things by their names, in any case where no two names differ in that alone."""
    names = names_of(setup, kind)
    exact = {name: n for n, name in enumerate(names)}
    folded = {name.casefold(): n for n, name in enumerate(names)}
    found = []
    for word in words:
        number = exact.get(word) if isinstance(word, str) else None
        if number is None and isinstance(word, str) and len(folded) == len(names):
            number = folded.get(word.casefold())
        if number is None:
            known = f"there is no {kind} {quoted(word)}" if isinstance(kind, str) else _one_of(kind, word)
            raise BadPosition(f"{where}: {known}.")
        found.append(number)
    return found


SEAT = Seat()
