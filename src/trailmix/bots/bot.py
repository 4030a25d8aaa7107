"""What a bot is, and the registry that finds bots by their names.

A bot is a class with a name, options and a budget. It is asked for an action with what never changes in the
match, the state as its seat may know it, a generator for its whims, and a flag that tells it to stop.
Whoever wants a bot asks the registry by name; nothing else in the program lists bots.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, TypeVar

import msgspec
import numpy as np

from trailmix.engine.documents import read_struct
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import mind_of


class Stop:
    """A flag that whoever waits for a bot may set: the bot then answers with the best it has."""

    def __init__(self) -> None:
        self.flag: Array = np.zeros(1, np.uint8)
        """What kernels look at, since they cannot look at objects."""

    def set(self) -> None:
        """Tell the bot to stop."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        """Has it been told?"""
        return bool(self.flag[0])


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a bot may think about a decision: whichever limit is reached first. None: no limit."""

    simulations: int | None = None
    """With this limit alone, the same whims lead to the same choice on any machine."""
    seconds: float | None = None
    """Of processor time."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a bot that has none."""


class Bot(ABC):
    """A player. It keeps nothing between decisions, so that one of them can play many seats at once."""

    name: ClassVar[str]
    options_type: ClassVar[type[msgspec.Struct]] = NoOptions

    def __init__(self, options: msgspec.Struct | None = None, budget: Budget | None = None) -> None:
        self.options: Any = self.options_type() if options is None else options
        self.budget = budget

    @property
    def stands_in(self) -> str | None:
        """Who plays in its place at the moment, if it cannot play itself."""
        return None

    @abstractmethod
    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        """An action for the seat to decide, from the redacted state of that seat (`Match.seen_by`)."""


_known: dict[str, type[Bot]] = {}
Kind = TypeVar("Kind", bound=type[Bot])


def register(kind: Kind) -> Kind:
    """Enter a class of bots under its name; a decorator."""
    if kind.name in _known:
        raise ValueError(f"There are two bots called '{kind.name}'.")
    _known[kind.name] = kind
    return kind


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return tuple(_known)


def find(name: str) -> type[Bot]:
    """The class of bots of that name; BadOption lists those there are."""
    if name not in _known:
        raise BadOption(f"There is no bot called '{name}'. There is: {', '.join(_known)}.")
    return _known[name]


def make(said: str, budget: Budget | None = None) -> Bot:
    """A bot by its name and options, as in ``search:simulations=500:candidates=8``.

    Every field of its options and of its budget can be given; BadOption says what is wrong.
    """
    name, *told = said.split(":")
    kind, limits, options = find(name), dict[str, object](), dict[str, object]()
    for word in told:
        field, _, value = word.partition("=")
        belongs = limits if field in Budget.__struct_fields__ else options
        belongs[field] = _value(value)
    try:
        limited = read_struct(limits, Budget) if limits else budget
        return kind(read_struct(options, kind.options_type), limited)
    except ValueError as error:
        raise BadOption(f"The bot '{said}' cannot be made: {error}.") from None


def _value(text: str) -> object:
    """What a text means as JSON, a number above all; otherwise the text itself."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


class Seated:
    """A bot in a seat, with whims of its own, which come from a seed."""

    def __init__(self, said: str | Bot, seed: str, budget: Budget | None = None) -> None:
        self.bot = make(said, budget) if isinstance(said, str) else said
        self.name = self.bot.name
        self.mind = mind_of(seed, f"bot {self.name}")

    def choose(self, setup: Setup, seen: Array, stop: Stop | None = None) -> int:
        """The bot's action from the redacted state of its seat."""
        return self.bot.choose(setup, seen, self.mind, Stop() if stop is None else stop)
