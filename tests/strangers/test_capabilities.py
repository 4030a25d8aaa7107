"""Capabilities: declared in a game's folder, used by every door; a game without them shows none of it.

The stand-in is the trick game with a few lines more; without those it has no capability at all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.client import Place, hear, socket_of
from server.running import HUMAN, QUICK, Person, Started, make, mover
from strangers.installing import TRICK, install, seeing
from strangers.test_found import trailmix_in

BADGE = '''
"""Whoever was waited for last has the snail."""


class Badge:
    def __init__(self, threshold: float) -> None:
        self.holder: int | None = None
        self.threshold = threshold

    def waited(self, seat: int, seconds: float) -> None:
        if seconds > self.threshold:
            self.holder = seat
'''
COURSES = '''
"""A course is a row of fir and larch trees."""

import msgspec

from trailmix.engine.errors import BadData
from trailmix.engine.words import Message


class Report(msgspec.Struct):
    name: str
    line: str
    trees: int
    warnings: tuple[str, ...] = ()


class Shape(msgspec.Struct):
    trees: tuple[str, ...]


def names(_data):
    return {"grove": "The Grove"}


def about(_data, name):
    return Message("course", {"trees": 3})


def read(_data, said):
    line = "fir larch fir" if said == "grove" else said
    if set(line.split()) - {"fir", "larch"}:
        raise BadData(f"There is something other than trees in '{line}'.")
    return line


def report(course):
    return Report("The Grove", course, len(course.split()), ("Few trees.",))


def shape(course):
    return Shape(tuple(course.split()))


def picture(course):
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{course}</title></svg>'
'''
NOBODY_WON = '''

@rule
def nobody_won(t: Table, s: State) -> bool:
    """It is not about winning."""
    return True
'''
SNAIL = "The snail sits with whoever is slow"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that declares nothing of the kind."""
    return install(TRICK, tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def able(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game with all three."""
    site = install(TRICK, tmp_path_factory.mktemp("able"))
    folder = site / "trick"
    (folder / "badge.py").write_text(BADGE)
    (folder / "courses.py").write_text(COURSES)
    (folder / "rules.py").write_text((folder / "rules.py").read_text() + NOBODY_WON)
    words = folder / "words.en.toml"
    words.write_text(f'badge = "{SNAIL}"\ncourse = "{{trees}} trees"\n{words.read_text()}')
    return site


# --- at the terminal and in the laboratory


def test_courses_are_checked_and_drawn_by_the_command(able: Path, tmp_path: Path) -> None:
    listed = trailmix_in(able, "course", "list", "--game", "trick")
    assert listed.stdout.split() == ["grove", "The", "Grove"], listed.stderr
    checked = trailmix_in(able, "course", "check", "fir fir larch", "--game", "trick")
    assert ("trees         3" in checked.stdout, "Few trees." in checked.stderr) == (True, True)
    wrong = trailmix_in(able, "course", "check", "fir palm", "--game", "trick")
    assert (wrong.returncode, "something other than trees in 'fir palm'" in wrong.stderr) == (2, True)
    drawn = trailmix_in(able, "course", "draw", "grove", "--game", "trick", "--svg", f"{tmp_path}/grove.svg")
    assert drawn.returncode == 0, drawn.stderr
    assert "fir larch fir" in (tmp_path / "grove.svg").read_text()


def test_with_two_games_on_courses_one_is_named(able: Path) -> None:
    asked = trailmix_in(able, "course", "list")
    assert asked.returncode == 2
    assert "Say which game's courses with --game: snow_tails, trick." in asked.stderr


def test_a_game_without_courses_says_so(plain: Path) -> None:
    asked = trailmix_in(plain, "course", "list", "--game", "trick")
    assert (asked.returncode, asked.stdout) == (2, "")
    assert "Trick is not played on courses." in asked.stderr


def test_nobody_may_win(able: Path, plain: Path) -> None:
    play = ("play", "trick", "--seed", "5", "--players", "3")
    assert "Nobody has won." in trailmix_in(able, *play, said="1\n" * 8).stdout
    won = trailmix_in(plain, *play, said="1\n" * 8).stdout
    assert ("Winner: " in won, "Nobody" in won) == (True, False)


def test_a_simulation_counts_matches_that_nobody_won(able: Path, plain: Path) -> None:
    counted = [
        json.loads(trailmix_in(site, "simulate", "trick", "--games", "6", "--jobs", "1", "--json").stdout)[
            "simulation"
        ]
        for site in (able, plain)
    ]
    assert [found["without_winner"] for found in counted] == [6, 0]
    wins = [sum(seat["wins"] for seat in found["seats"]) for found in counted]
    assert wins[0] == 0
    assert wins[1] >= 6


# --- at a server


def serving(site: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    for name, value in seeing(site).items():
        monkeypatch.setenv(name, value)
    server = Started(folder, **QUICK, slow_turn_seconds=0.00001)
    yield server
    assert server.stop() == 0


@pytest.fixture
def able_server(able: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    yield from serving(able, tmp_path, monkeypatch)


@pytest.fixture
def plain_server(plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    yield from serving(plain, tmp_path, monkeypatch)


def welcomed(server: Started, person: Person) -> dict[str, Any]:
    async def body() -> dict[str, Any]:
        place = Place(person.table, (person.token or "",))
        async with socket_of(server.address, place) as socket:
            return await hear(socket, "welcome")

    return asyncio.run(body())


def test_the_server_shows_what_a_game_declares(able_server: Started) -> None:
    people = make(able_server, HUMAN, HUMAN, game="trick")
    first = mover(people)
    assert first.get(".")["badge"] is None
    first.move(first.view()["legal"][0])
    assert (first.get(".")["badge"], first.get(".")["big_paws"]) == (first.chair, first.chair)
    assert welcomed(able_server, first)["badge"] == SNAIL

    somebody = Person(able_server)
    assert somebody.get("/api/games/trick/courses") == [
        {
            "id": "grove",
            "name": "The Grove",
            "about": "3 trees",
            "report": {"name": "The Grove", "line": "fir larch fir", "trees": 3, "warnings": ["Few trees."]},
        }
    ]
    laid = somebody.post("/api/games/trick/course", {"course": "fir larch"})
    assert (laid["report"]["trees"], laid["shape"]) == (2, {"trees": ["fir", "larch"]})
    why = somebody.refused("POST", "/api/games/trick/course", {"course": "palm"})
    assert why[:2] == (422, "bad_option")
    drawn = somebody.ask("GET", "/api/games/trick/courses/grove/picture")
    assert "<title>fir larch fir</title>" in drawn.text


def test_the_server_shows_nothing_that_a_game_does_not_declare(plain_server: Started) -> None:
    people = make(plain_server, HUMAN, HUMAN, game="trick")
    first = mover(people)
    first.move(first.view()["legal"][0])
    assert (first.get(".")["badge"], first.get(".")["big_paws"]) == (None, None)
    assert welcomed(plain_server, first)["badge"] is None
    somebody = Person(plain_server)
    why = somebody.refused("GET", "/api/games/trick/courses")
    assert why == (404, "no_such_game", "Trick is not played on courses.")
