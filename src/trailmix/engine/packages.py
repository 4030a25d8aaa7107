"""Games of other packages: found by the entry points of what is installed.

A package that brings a game says so in its ``pyproject.toml``::

    [project.entry-points."trailmix.games"]
    trick = "trick"            # the game's short name, and the package (or its GAME: "trick:GAME")

Only games that can be played are found; `faults` has a sentence for each that cannot.
"""

from __future__ import annotations

import importlib.metadata
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from trailmix.engine.game import Game

GROUP = "trailmix.games"
SLUG = re.compile(r"[a-z][a-z0-9_]*")


class Found(NamedTuple):
    """The games of other packages by their short names, and what is wrong with the rest, a sentence each."""

    games: dict[str, Game]
    faults: dict[str, str]


def find_games(taken: frozenset[str]) -> Found:
    """Load the games of all installed packages; the names in `taken` are those of our own."""
    found = Found({}, {})
    for entry in _entries():
        said = f"The package {_package(entry)} brings a game called '{entry.name}'"
        if entry.name in taken:
            found.faults[entry.name] = (
                f"{said}, but that is the name of one of ours, which is played instead."
            )
        elif entry.name in found.games:
            found.faults[entry.name] = f"{said}, but another package brought one of that name before."
        elif SLUG.fullmatch(entry.name) is None:
            found.faults[entry.name] = (
                f"{said}: a name has small letters, digits and _, and begins with a letter."
            )
        else:
            try:
                found.games[entry.name] = _load(entry)
            except (Exception, SystemExit) as error:  # whatever a stranger's code does, the others are played
                why = f"{type(error).__name__}: {error}".strip().splitlines()[0]
                found.faults[entry.name] = f"{said}, which cannot be played. {why}"
    return found


def _entries() -> list[importlib.metadata.EntryPoint]:
    """The entry points in an order that does not depend on where packages are installed."""
    entries = importlib.metadata.entry_points(group=GROUP)
    return sorted(entries, key=lambda entry: (entry.name, _package(entry), entry.value))


def _package(entry: importlib.metadata.EntryPoint) -> str:
    return entry.value.partition(":")[0] if entry.dist is None else entry.dist.name


def _load(entry: importlib.metadata.EntryPoint) -> Game:
    """The game behind an entry point, checked as far as that is possible without playing it."""
    from trailmix.engine.game import Game

    loaded: Any = entry.load()
    game = getattr(loaded, "GAME", loaded)
    if not isinstance(game, Game):
        raise TypeError(f"{entry.value} is not a game, and has no GAME that is one.")
    if game.slug != entry.name:
        raise TypeError(f"The game calls itself '{game.slug}'.")
    game.words.say(game.about)
    _ = game.setup(game.players[0]).names  # its data can be read, and its view has a name for everything
    return game
