"""Trailmix: outdoor tabletop games, refereed to the letter.

    >>> import trailmix
    >>> m = trailmix.new("alpina", players=2, seed=7)
    >>> m.over
    False

`game_names` lists the games, `new` deals a match, `load` reads a position or a replay. A match is a
`trailmix.engine.match.Match`; what may not be played raises `Refused` with a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trailmix.engine.game import Game
    from trailmix.engine.match import Match

__version__ = "0.1.0"
__all__ = ["game", "game_names", "load", "new"]

# The engine is imported when it is first needed: `trailmix --help` must not wait for a compiler.


def game_names() -> list[str]:
    """The short names of the games there are."""
    from trailmix.engine.game import slugs

    return slugs()


def game(name: str) -> Game:
    """What there is to know of a game: its name, numbers of players, rules and words."""
    from trailmix.engine.game import find

    return find(name)


def new(
    name: str,
    players: int | Sequence[str] = 2,
    seed: int | str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    data: str | None = None,
) -> Match:
    """Deal a match.

    `players` is a number or the names of the people as they sit, `seed` a number or a text (left out: one
    that nobody can guess), `options` are the game's own, `data` the text of a corrected data file.
    """
    from trailmix.engine import replay
    from trailmix.engine.game import find
    from trailmix.engine.seeds import check_people

    people = () if isinstance(players, int) else check_people(players)
    setup = find(name).setup(len(people) if people else players, options, data)  # type: ignore[arg-type]
    return replay.new(setup, seed=seed, people=people)


def load(text: str) -> Match:
    """The match that a position (TOML) or a replay (JSON) describes."""
    from trailmix.engine import position, replay

    return replay.read(text) if text.lstrip().startswith("{") else position.read(text)
