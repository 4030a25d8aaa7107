"""Game: the contract that a game's folder fulfils, and the registry that finds the folders."""

from __future__ import annotations

import functools
import hashlib
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from trailmix.engine import packages, reasons, tuning
from trailmix.engine.capabilities import Badge, Courses
from trailmix.engine.documents import quoted, read_struct
from trailmix.engine.errors import BadData, BadOption, UnknownGame
from trailmix.engine.events import EventKind
from trailmix.engine.options import check_words, form, keys
from trailmix.engine.record import Array, StateRecord, TableRecord
from trailmix.engine.verbs import KERNELS, Kernels, enter
from trailmix.engine.view_json import Names, Plan, Sheet
from trailmix.engine.words import ENGLISH, Message, Words, files, words_of


class Incomplete(TypeError):
    """A game lacks something that it must have."""


class Data(Protocol):
    """A data file, read and checked."""

    @property
    def essence(self) -> Any:
        """What the rules read of it, as plain values: two files with equal essence are the same game."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the file without being wrong."""


class Notation(Protocol):
    """Actions as text for people, as a dict for clients, as a number for the kernels."""

    def write(self, setup: Setup, action: int) -> str:
        """The notation of an action."""

    def read(self, setup: Setup, text: str) -> int | Message:
        """The action that a text means, or why it means none."""

    def to_dict(self, setup: Setup, action: int) -> dict[str, Any]:
        """The action in the words of a client."""

    def from_dict(self, setup: Setup, said: Mapping[str, Any]) -> int | Message:
        """The action that a client's dict means, or why it means none."""


class PositionForm(Protocol):
    """The game's part of a position document."""

    def write(self, setup: Setup, states: Array) -> dict[str, Any]:
        """All that is not said elsewhere in the document; what is hidden in the state is left out."""

    def read(self, setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
        """Fill a state from the document, what it leaves open shuffled by the key; or BadPosition."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: what it is called, and the modules of its folder tied together."""

    slug: str
    name: str
    about: Message
    """One line for a list of games."""
    players: range
    minutes: int
    rules_version: int
    """Raised whenever the same seed and actions give another match than before."""
    folder: Path

    table: type[TableRecord]
    state: type[StateRecord]
    kernels: Kernels
    n_actions: int
    max_legal: int
    """How many legal actions there can be at once."""
    max_decisions: int
    """No match takes more decisions than this."""
    invariants: Sequence[str]
    """What the numbers of the kernel `check` mean; the first is "all is well"."""

    options: type[msgspec.Struct]
    read_data: Callable[[str], Data]
    check_options: Callable[[Any, Any, int], None]
    fill_table: Callable[[Any, Any, Any], None]
    """`fill_table(t, data, options)`: writes what never changes in a match; `t.players` is there already."""

    notation: Notation
    events: Mapping[int, EventKind]
    why: Callable[[Setup, Array, int, int], Message | None]
    """`why(setup, states, seat, action)`: why this seat may not play it now, from what the seat knows."""
    table_view: Callable[[Setup, Words], msgspec.Struct]
    """`table_view(setup, words)`: what never changes in a match, for a client to fetch once."""
    view_type: type[msgspec.Struct]
    """What a seat sees; its field `own` is None or an `own_type`."""
    own_type: type[msgspec.Struct]
    names: Callable[[Setup], Mapping[str, Sequence[str]]]
    """`names(setup)`: the texts by which views call cards, actions and the like, by the kind of `Name`."""
    draw: Callable[[Setup, Any, Sequence[str]], Any]
    """`draw(setup, view, names)`: the view as something that rich can print on a terminal."""
    prompt: Callable[[Setup, Array], Message]
    """`prompt(setup, states)`: what is asked of the seat to decide."""
    position: PositionForm
    usual_options: Callable[[Any], Mapping[str, Any]] = lambda _data: {}
    """`usual_options(data)`: by name, what is played where an option's default only says "as always"."""
    evaluation: tuple[str, ...] = ("points",)
    """What the parts of the kernel `evaluate` are called."""
    weights: tuple[str, ...] = ()
    """The names of the numbers that a game's `values` depend on, if they can be changed (`tuning`)."""
    first_player_drawn: bool = False
    """Which person sits first in turn order is drawn; the others follow as they sit."""
    courses: Courses | None = None
    badge: Callable[[float], Badge] | None = None
    """These two are capabilities (`trailmix.engine.capabilities`), None for a game without them."""

    def __post_init__(self) -> None:
        self._check_sentences()
        if self.state.dtype in KERNELS:
            raise TypeError(f"{self.slug}: another game has a state record of exactly this layout.")
        enter(self.state.dtype, self.kernels)

    def _check_sentences(self) -> None:
        """Make sure that every event has a sentence for all who hear of it, and every option a label."""
        wanted = {"about"} | keys(self.options)
        if self.badge is not None:
            wanted.add("badge")
        for kind in self.events.values():
            wanted.add(f"event.{kind.name}")
            if kind.secret:
                wanted.add(f"event.{kind.name}.hidden")
        wanted |= set(reasons.keys(self.evaluation))
        if missing := sorted(wanted - self.words.texts.keys()):
            raise Incomplete(f"{self.folder.name}/words.en.toml lacks {', '.join(missing)}.")

    @property
    def data_file(self) -> Path:
        """The file of the data that comes with the game."""
        return self.folder / f"{self.slug}.toml"

    @functools.cached_property
    def delivered_data(self) -> Data:
        """The data as it comes with the game, read and checked."""
        return self.read_data(self.data_file.read_text(encoding="utf-8"))

    @functools.cached_property
    def tuning(self) -> tuning.Tuning:
        """The numbers that the bots of this game use."""
        return tuning.read(self.folder, self.weights)

    @functools.cached_property
    def plan(self) -> Plan:
        """How a view is written."""
        return Plan(self.view_type, self.own_type)

    @functools.cached_property
    def sheet(self) -> Sheet:
        """The records and the buffer that views are made in."""
        return Sheet(self.plan)

    @functools.cached_property
    def revealing(self) -> frozenset[str]:
        """The kinds of events that show somebody something new."""
        return frozenset(kind.name for kind in self.events.values() if kind.reveals)

    @functools.cached_property
    def words(self) -> Words:
        """What the game says, in English."""
        return words_of(self.folder, ENGLISH)

    def words_in(self, language: str) -> Words:
        """What the game says, in a language of the server; a stranger's game may speak English only."""
        speaks = language != ENGLISH and language in files(self.folder)
        return words_of(self.folder, language) if speaks else self.words

    def badge_text(self, language: str) -> str | None:
        """What the badge means, in a language of the server; None for a game without one."""
        return None if self.badge is None else self.words_in(language).say(Message("badge"))

    def form(self, language: str) -> dict[str, Any]:
        """The JSON schema of the options, labelled in a language of the server."""
        return form(self.options, self.words_in(language), self.usual_options(self.delivered_data))

    def setup(self, players: int, options: Mapping[str, Any] | None = None, data: str | None = None) -> Setup:
        """All that never changes in a match, checked: BadOption or BadData says what is wrong."""
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.players:
            span = f"{self.players[0]} to {self.players[-1]}"
            raise BadOption(f"{self.name} is played by {span} players, not {quoted(players)}.")
        if options is not None and not isinstance(options, Mapping):
            raise BadOption(f"Options are given by name, not as {quoted(options)}.")
        check_words(self.name, self.options, options or {})
        try:
            chosen = read_struct(options or {}, self.options)
        except ValueError as error:
            raise BadOption(f"An option of {self.name} cannot be used: {error}.") from None
        if data is not None and not isinstance(data, str):
            raise BadData(f"Data are given as the text of a file, not as {quoted(data)}.")
        read: Any = self.delivered_data if data is None else _data(self.read_data, data)
        self.check_options(chosen, read, players)
        return _setup(self, players, msgspec.json.encode(chosen), read, data)


@dataclass(frozen=True, eq=False)
class Setup:
    """What never changes in a match: the game, the number of seats, options, data, the table record."""

    game: Game
    players: int
    options: Any
    data: Any
    data_text: str | None
    """The text of the data, if it is not the file that comes with the game."""
    table: Array

    def __reduce__(self) -> Any:
        """Another process is told what the setup was made from, and makes it anew."""
        options: Any = msgspec.to_builtins(self.options)
        return _made_anew, (self.game.slug, self.players, options, self.data_text)

    @functools.cached_property
    def notations(self) -> tuple[str, ...]:
        """The notation of every action, by its number."""
        return tuple(self.game.notation.write(self, action) for action in range(self.game.n_actions))

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The number of every action, by its exact notation."""
        return {notation: number for number, notation in enumerate(self.notations)}

    @functools.cached_property
    def names(self) -> Names:
        """The texts by which views call things, as they are written."""
        return Names(self.game.plan.kinds, self.game.names(self))

    @functools.cached_property
    def data_hash(self) -> str:
        """SHA-256 of what the rules read of the data."""
        return hashlib.sha256(msgspec.json.encode(self.data.essence)).hexdigest()


@functools.lru_cache(maxsize=64)
def _setup(game: Game, players: int, options: bytes, data: Any, data_text: str | None) -> Setup:
    """One setup, shared by all matches that are alike."""
    chosen, table = msgspec.json.decode(options, type=game.options), game.table.new()
    table["players"] = players
    game.fill_table(table[0], data, chosen)
    if game.weights:
        table = tuning.weigh(table, game.tuning.weights, tuning.USUAL)
    return Setup(game, players, chosen, data, data_text, table)


def _made_anew(slug: str, players: int, options: dict[str, Any], data: str | None) -> Setup:
    return find(slug).setup(players, options, data)


@functools.lru_cache(maxsize=16)
def _data(read: Callable[[str], Data], text: str) -> Data:
    """A data file, read and checked once, however many matches are played with it."""
    return read(text)


@functools.cache
def own_slugs() -> tuple[str, ...]:
    """Our own games: the folders under games/ that have a catalogue."""
    folder = Path(__file__).resolve().parent.parent / "games"
    found = [module.name for module in pkgutil.iter_modules([str(folder)]) if module.ispkg]
    return tuple(sorted(name for name in found if files(folder / name)))


@functools.cache
def _strangers() -> packages.Found:
    """The games that other packages bring."""
    return packages.find_games(frozenset(own_slugs()))


def slugs() -> list[str]:
    """The games there are: ours, and those of installed packages that can be played."""
    return sorted({*own_slugs(), *_strangers().games})


def faults() -> list[str]:
    """Why games of installed packages cannot be played, a sentence each."""
    return list(_strangers().faults.values())


@functools.cache
def find(slug: str) -> Game:
    """The game of that name; UnknownGame lists those there are, or says what is wrong with it."""
    if slug in own_slugs():
        game: Game = importlib.import_module(f"trailmix.games.{slug}").GAME
        return game
    strangers = _strangers()
    if slug in strangers.games:
        return strangers.games[slug]
    if slug in strangers.faults:
        raise UnknownGame(strangers.faults[slug])
    raise UnknownGame(f"There is no game called '{slug}'. There is: {', '.join(slugs())}.")
