"""The games that have a page. What tests know of one stands in `playing_SLUG.py` alone."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, cast

import pytest

import trailmix
from browser.browsing import Screen
from server.running import BOT, HUMAN, Json, Person, Running, make

PAGES = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
PLAYABLE = [slug for slug in trailmix.game_names() if (PAGES / slug / "index.ts").exists()]
MOST_TABLES = 40
every_game = pytest.mark.parametrize("game", PLAYABLE)
"""For what each game does in its own way."""
any_game = pytest.mark.parametrize("game", PLAYABLE[:1])
"""For what is the same whatever is played."""
NAMES = ("Ann", "Bob", "Cleo", "Dag", "Eve", "Fay", "Gus", "Hal")


class Playing(Protocol):
    """How a game is played with the mouse, and what in it is secret."""

    TURNS_EACH: range
    """So many turns has somebody in a match of the fewest players."""

    def first_step(self, screen: Screen, nth: int = 0) -> None:
        """Begin a turn so that something can be taken back; `nth` makes turns differ."""

    def whole_turn(self, screen: Screen, nth: int = 0) -> None:
        """Lay out a whole turn, without confirming it."""

    ASTRAY: tuple[str, str]
    """A step of the lesson, and a turn that is allowed in it and not what it is about."""
    REFUSED: tuple[str, str]
    """A step of the lesson, and what newcomers try there in vain."""

    def by_hand(self, screen: Screen, turn: str) -> None:
        """Lay out a turn of the lesson, or try it in vain, with clicks on what it is about."""

    def can_err(self, seen: Json) -> bool:
        """Is there something to choose from, and something that the rules forbid?"""

    def may_go_on(self, seen: Json) -> bool:
        """Is there an action after which the same seat decides again?"""

    def something_illegal(self, screen: Screen) -> str:
        """Try what the rules forbid; gives the action."""

    def shows(self, own: Json, text: str) -> bool:
        """Is all that only one seat may know to be read in a page?"""

    def leaks(self, own: Json, text: str) -> bool:
        """Is anything of it to be read in a page or a message?"""

    def public(self, view: Json) -> list[str]:
        """What everybody sees of the board, as words of a page."""

    def progress(self, screen: Screen) -> int:
        """How far the board on the screen is, as a number that grows."""

    def progress_of(self, view: Json) -> int:
        """The same number of a view."""


def playing(game: str) -> Playing:
    """What the tests know of a game."""
    return cast(Playing, importlib.import_module(f"browser.playing_{game}"))


def fewest(game: str) -> int:
    """So many play it at least."""
    return min(trailmix.game(game).players)


def people_at(server: Running, game: str, **wish: Any) -> list[Person]:
    """As few people as can play a game, at a table of their own."""
    chairs = [HUMAN | {"name": name} for name in NAMES[: fewest(game)]]
    return make(server, *chairs, game=game, **wish)


def against_bots(server: Running, game: str, **wish: Any) -> Person:
    """Somebody among bots, as few as can play a game."""
    (me,) = make(server, HUMAN | {"name": NAMES[0]}, *[BOT] * (fewest(game) - 1), game=game, **wish)
    return me


def mover_of(people: list[Person]) -> tuple[Person, Json] | None:
    """Who of them is to move, with what they see; None when the match is over."""
    for person in people:
        seen = person.view()
        if seen["legal"]:
            return person, seen
    return None


def at_the_start(server: Running, game: str) -> tuple[list[Person], Person, Json]:
    """People at a new table, the one of them who begins, and what that one sees."""
    people = people_at(server, game)
    found = mover_of(people)
    assert found is not None
    return people, *found


def wanted(server: Running, game: str, so: Callable[[Json], bool], **wish: Any) -> list[Person]:
    """People at a table where the one to move, who comes first, sees a position that is wanted.

    They get there by playing: everybody takes the first legal action, at as many tables as it takes.
    """
    for _ in range(MOST_TABLES):
        people = people_at(server, game, **wish)
        while (found := mover_of(people)) is not None:
            person, seen = found
            if so(seen):
                return [person, *(other for other in people if other is not person)]
            person.move(seen["legal"][0], seq=seen["seq"])
    raise AssertionError("No match came to the position that is wanted.")


def go_on(people: list[Person], me: Person) -> None:
    """The others play, whoever is to move, until it is my turn or the match is over."""
    while (found := mover_of(people)) is not None and found[0] is not me:
        person, seen = found
        person.move(seen["legal"][0], seq=seen["seq"])
