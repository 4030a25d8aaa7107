"""Notation: a game declares how its actions are written; text, dict and number follow from that.

An action is one word, or a phrase with gaps for its parts::

    CELL = Cell(SPAN, no_such("cell"))
    NOTATION = Notation(
        Message("notation.forms"),
        Phrase(0, "{card}@{cell}", {"card": OneOf(CARDS, card_id, no_such("card")), "cell": CELL}),
        Phrase(FIRST_LIFT, "lift {lift}", {"lift": CELL}),
        Word(NO_LIFT, "none", {"lift": None}),
    )

The actions of a phrase are numbered on from its first one, the last part changing fastest. Its dict has the
parts by name. In its text, case and white space do not matter; what stands in [brackets] is left out together
with the part in it.
"""

from __future__ import annotations

import bisect
import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from trailmix.engine.documents import quoted
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, malformed

GAP = re.compile(r"\{(\w+)\}")
TOKEN = re.compile(r"\{(?P<gap>\w+)\}|(?P<open>\[)|(?P<close>\])|(?P<blank>\s+)|(?P<word>\w+)|(?P<mark>.)")
MOST_DIGITS = 9

Found = int | Message | None
"""A number, why there is none, or None for what is not of this kind at all."""
Refusal = Callable[[Any, str], Message | None]
"""Why there is no such thing, given what somebody said and the names of what there is."""


def _malformed(_said: Any, _known: str) -> None:
    """The whole action is malformed."""


def no_such(what: str, kind: type | None = None) -> Refusal:
    """The game's sentence ``refused.no_such_WHAT``, with gaps for what was `said` and for what is `known`.

    Something that is not even of that `kind`, a text for example, makes the whole action malformed.
    """

    def refused(said: Any, known: str) -> Message | None:
        if kind is not None and type(said) is not kind:
            return None
        told = said[:20] if kind is str else quoted(said)
        return Message(f"refused.no_such_{what}", {"said": told, "known": known})

    return refused


def is_number(said: Any) -> bool:
    """Is it a whole number? True and False are none."""
    return isinstance(said, int) and not isinstance(said, bool)


# --- the parts of an action -----------------------------------------------------------------------------


class Part:
    """A part of an action: how many there are, and what each is called."""

    size: int
    pattern: str = r"\w+"
    """What its text looks like, as a regular expression without groups."""

    def name(self, setup: Setup, number: int) -> Any:
        """How a dict says it; None if it is left out."""
        raise NotImplementedError

    def number(self, setup: Setup, said: Any) -> Found:
        """The number behind what a dict says."""
        raise NotImplementedError

    def write(self, setup: Setup, number: int) -> str | None:
        """How a text says it; None if it is left out."""
        name = self.name(setup, number)
        return None if name is None else str(name)

    def read(self, text: str) -> Any:
        """What a dict would say instead of this text."""
        return text


@dataclass(frozen=True)
class OneOf(Part):
    """One of several named things. Case does not matter, unless it tells two of them apart."""

    size: int
    called: Callable[[Setup, int], str | None]
    """The name of each by its number; None for what is left out."""
    refused: Refusal = _malformed
    there: Callable[[Setup], Iterable[int]] | None = None
    """The numbers of those that a match has; left out, all of them."""
    pattern: str = r"\w+"

    def name(self, setup: Setup, number: int) -> str | None:
        """Its name."""
        return self.called(setup, number)

    def number(self, setup: Setup, said: Any) -> Found:
        """The one that is called so."""
        there = range(self.size) if self.there is None else self.there(setup)
        known = {n: self.called(setup, n) or "" for n in there}
        if isinstance(said, str):
            folded = said.casefold()
            exact = [n for n, name in known.items() if name == said]
            alike = exact or [n for n, name in known.items() if name.casefold() == folded]
            if len(alike) == 1:
                return alike[0]
        return self.refused(said, ", ".join(known.values()))


@dataclass(frozen=True)
class Numbered(Part):
    """One of several numbered things, from 1 unless `first` says otherwise."""

    size: int
    refused: Refusal = _malformed
    most: Callable[[Setup], int] | None = None
    """How many a match has; left out, all of them."""
    first: int = 1

    def name(self, _setup: Setup, number: int) -> int:
        """Its number, counted from `first`."""
        return number + self.first

    def number(self, setup: Setup, said: Any) -> Found:
        """The one with that number."""
        most = self.size if self.most is None else self.most(setup)
        if is_number(said) and 0 <= said - self.first < most:
            return int(said) - self.first
        return self.refused(said, f"{self.first} to {self.first + most - 1}")

    def read(self, text: str) -> int | str:
        """The number, or the text itself if it is not one, or far too long."""
        return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else text


@dataclass(frozen=True)
class Constant(Part):
    """What is always the same: a word of the text that dicts have too, or something that only dicts have."""

    value: Any
    size: int = 1

    def name(self, _setup: Setup, _number: int) -> Any:
        """The value."""
        return self.value

    def number(self, _setup: Setup, said: Any) -> Found:
        """Nothing else will do; 1 is not True."""
        alike = said.casefold() == self.value if isinstance(said, str) else said == self.value
        return 0 if alike and isinstance(said, type(self.value)) else None


@dataclass(frozen=True)
class SomeOf(Part):
    """One or more of a few letters, each once, in any order and case; numbered as their bits, less 1."""

    letters: str
    refused: Refusal = _malformed
    pattern: str = "[A-Z]+"

    @property
    def size(self) -> int:  # type: ignore[override]
        """How many sets there are, without the empty one."""
        return (1 << len(self.letters)) - 1

    def name(self, _setup: Setup, number: int) -> str:
        """The letters, in their order."""
        return "".join(letter for n, letter in enumerate(self.letters) if number + 1 >> n & 1)

    def number(self, _setup: Setup, said: Any) -> Found:
        """The set of these letters."""
        found = said.upper() if isinstance(said, str) else ""
        if not found or len(set(found)) != len(found) or not set(found) <= set(self.letters):
            return self.refused(said, ", ".join(self.letters))
        return sum(1 << self.letters.index(letter) for letter in found) - 1


class Cell(Part):
    """A cell of a square, as row and column from the middle."""

    pattern = r"-?\d{1,2}\s*,\s*-?\d{1,2}"

    def __init__(self, span: int, refused: Refusal) -> None:
        self.size, self.span, self.middle, self.refused = span * span, span, span // 2, refused

    def name(self, _setup: Setup, number: int) -> list[int]:
        """Its row and column."""
        row, col = divmod(number, self.span)
        return [row - self.middle, col - self.middle]

    def number(self, _setup: Setup, said: Any) -> Found:
        """The cell in that row and column."""
        if not isinstance(said, (list, tuple)) or len(said) != 2 or not all(map(is_number, said)):
            return None
        if not all(abs(n) <= self.middle for n in said):
            return self.refused(",".join(map(quoted, said)), f"{-self.middle} - {self.middle}")
        return int((said[0] + self.middle) * self.span + said[1] + self.middle)

    def write(self, _setup: Setup, number: int) -> str:
        """As ``row,col``."""
        return f"{number // self.span - self.middle},{number % self.span - self.middle}"

    def read(self, text: str) -> list[int]:
        """From ``row,col``."""
        return [int(number) for number in text.split(",")]


# --- actions --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """An action that is one word, and its dict; it may stand `instead` of what a phrase would say."""

    first: int
    text: str
    said: Mapping[str, Any]
    instead: bool = False
    size: ClassVar[int] = 1

    def means(self, said: Mapping[str, Any]) -> bool:
        """Is it what a dict says? 1 is not True."""
        return said.keys() == self.said.keys() and all(
            isinstance(said[name], type(value)) and said[name] == value for name, value in self.said.items()
        )


class Phrase:
    """Actions from a number on: their text with gaps, and the parts that fill the gaps."""

    def __init__(self, first: int, text: str, parts: Mapping[str, Part]) -> None:
        self.first, self.parts = first, dict(parts)
        sizes = [part.size for part in parts.values()]
        self.size = math.prod(sizes)
        strides = [math.prod(sizes[place + 1 :]) for place in range(len(sizes))]
        self._strides = dict(zip(parts, strides, strict=True))
        short = re.sub(r"\[.*\]", "", text)
        self._unsaid = {name: part for name, part in parts.items() if name not in GAP.findall(text)}
        """The parts that only dicts say."""
        self._needed = self._unsaid.keys() | set(GAP.findall(short))
        self._gaps = [(self.parts[name], self._strides[name]) for name in GAP.findall(text)]
        self._short, self._whole = GAP.sub("{}", short), GAP.sub("{}", re.sub(r"[\[\]]", "", text))
        pattern = "".join(self._looks_like(found) for found in TOKEN.finditer(text))
        self._pattern = re.compile(pattern, re.ASCII | re.IGNORECASE)

    def _looks_like(self, token: re.Match[str]) -> str:
        match token.lastgroup:
            case "gap":
                return f"(?P<{token['gap']}>{self.parts[token['gap']].pattern})"
            case "mark":
                return rf"\s*{re.escape(token[0])}\s*"
            case kind:
                return {"open": "(?:", "close": ")?", "blank": r"\s+"}.get(str(kind), token[0])

    def write(self, setup: Setup, action: int) -> str:
        """The text of an action."""
        rest = action - self.first
        texts = [part.write(setup, rest // stride % part.size) for part, stride in self._gaps]
        if None in texts:
            return self._short.format(*(text for text in texts if text is not None))
        return self._whole.format(*texts)

    def to_dict(self, setup: Setup, action: int) -> dict[str, Any]:
        """The parts of an action by name."""
        rest = action - self.first
        names = {
            name: part.name(setup, rest // self._strides[name] % part.size)
            for name, part in self.parts.items()
        }
        return {name: said for name, said in names.items() if said is not None}

    def read(self, setup: Setup, text: str) -> Found:
        """The action that a text means."""
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        told = {name: said for name, said in found.groupdict().items() if said is not None}
        said = {name: part.name(setup, 0) for name, part in self._unsaid.items()}
        return self.from_dict(
            setup, said | {name: self.parts[name].read(text) for name, text in told.items()}
        )

    def from_dict(self, setup: Setup, said: Mapping[str, Any]) -> Found:
        """The action that a dict means; what is left out has the number 0."""
        if not self._needed <= said.keys() <= self.parts.keys():
            return None
        found = [part.number(setup, said[name]) if name in said else 0 for name, part in self.parts.items()]
        numbers = [number for number in found if isinstance(number, int)]
        if len(numbers) == len(found):
            return self.first + sum(
                n * stride for n, stride in zip(numbers, self._strides.values(), strict=True)
            )
        return None if None in found else next(why for why in found if isinstance(why, Message))


class Notation:
    """The notation of a game; `forms` is its sentence that tells how an action is written."""

    def __init__(self, forms: Message, *said: Word | Phrase) -> None:
        words = [one for one in said if isinstance(one, Word)]
        self._instead = {word.first: word for word in words if word.instead}
        ordered = sorted(
            (one for one in said if one not in self._instead.values()), key=lambda one: one.first
        )
        for one, following in itertools.pairwise(ordered):
            if one.first + one.size > following.first:
                raise ValueError(f"The actions from {one.first} and from {following.first} on share numbers.")
        self.forms = forms
        self._ordered, self._firsts = ordered, [one.first for one in ordered]
        self._words = words
        self._phrases = [one for one in ordered if isinstance(one, Phrase)]
        self._numbers = {word.text.casefold(): word.first for word in self._words}

    def _of(self, action: int) -> Word | Phrase:
        found = self._instead.get(action)
        return found or self._ordered[bisect.bisect_right(self._firsts, action) - 1]

    def write(self, setup: Setup, action: int) -> str:
        """The notation of an action."""
        found = self._of(action)
        return found.text if isinstance(found, Word) else found.write(setup, action)

    def to_dict(self, setup: Setup, action: int) -> dict[str, Any]:
        """The action in the words of a client."""
        found = self._of(action)
        return dict(found.said) if isinstance(found, Word) else found.to_dict(setup, action)

    def read(self, setup: Setup, text: str) -> int | Message:
        """The action that a text means, or why it means none."""
        said = text.strip()
        if (word := self._numbers.get(said.casefold())) is not None:
            return word
        for phrase in self._phrases:
            if (found := phrase.read(setup, said)) is not None:
                return found
        return malformed(setup.game.name, f"'{text[:80]}'", self.forms)

    def from_dict(self, setup: Setup, said: Mapping[str, Any]) -> int | Message:
        """The action that a client's dict means, or why it means none."""
        for word in self._words:
            if word.means(said):
                return word.first
        for phrase in self._phrases:
            if (found := phrase.from_dict(setup, said)) is not None:
                return found
        return malformed(setup.game.name, quoted(dict(said)), self.forms)
