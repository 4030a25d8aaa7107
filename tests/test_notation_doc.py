"""docs/notation.md tells the truth: its examples run, its tables are complete."""

from __future__ import annotations

import doctest
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trailmix
from trailmix.engine.replay import Replay

PAGE = Path(__file__).resolve().parent.parent / "docs" / "notation.md"
TEXT = PAGE.read_text(encoding="utf-8")
MATCHES = 50
"""Enough to meet every form of action."""
OPTIONS: dict[str, dict[str, Any]] = {"snow_tails": {"courses": ["start T CL/1 finish:L"] * 2}}
"""Of matches that meet everything a position can tell; usual ones where none are given."""
POSITION_FIELDS = {"trailmix", "game", "players", "rules", "options", "data", "seed", "chance"}


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def section(*titles: str) -> str:
    """The text under a heading under a heading."""
    text = TEXT
    for level, title in enumerate(titles, 2):
        _, found, text = text.partition(f"\n{'#' * level} {title}\n")
        assert found, f"the page has no heading {title}"
        text = re.split(rf"\n#{{2,{level}}} ", text)[0]
    return text


def table(text: str) -> list[list[str]]:
    """The rows of the first table of a text, cell by cell."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def fields(text: str) -> set[str]:
    """What the first column of a table lists."""
    return {name for row in table(text) for name in re.findall(r"`(\w+)`", row[0])}


def test_the_python_examples_run() -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks("python")), {}, "notation", str(PAGE), 0)
    assert len(examples.examples) > 5
    said: list[str] = []
    assert doctest.DocTestRunner().run(examples, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("text", blocks("toml"))
def test_the_positions_load(text: str) -> None:
    match = trailmix.load(text)
    assert trailmix.load(match.position()).position() == match.position()


@pytest.mark.parametrize("text", blocks("json"))
def test_the_replays_load(text: str) -> None:
    match = trailmix.load(text)
    assert len(match.moves) == len(json.loads(text)["actions"])
    assert json.loads(match.replay()) == json.loads(text)


def test_every_field_of_the_documents_is_listed() -> None:
    assert fields(section("What all games share", "Positions")) == POSITION_FIELDS
    replay = {field.name for field in msgspec.structs.fields(Replay)}
    assert fields(section("What all games share", "Replays")) == replay


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_field_of_a_games_position_is_listed(slug: str) -> None:
    """What a game writes of its own, in every kind of situation that a random match meets."""
    listed = fields(section(trailmix.game(slug).name, "Position"))
    written: set[str] = set()
    match = trailmix.new(slug, trailmix.game(slug).players[0], 1, options=OPTIONS.get(slug))
    whim = random.Random(1)
    while True:
        written |= match.game.position.write(match.setup, match.states).keys()
        if match.over:
            break
        match.play(whim.choice(match.actions()))
    assert written == listed


def actions(slug: str) -> list[tuple[str, dict[str, Any]]]:
    """The table of a game's actions: text and dict."""
    rows = table(section(trailmix.game(slug).name, "Actions"))
    return [(row[0].strip("`"), json.loads(row[1].strip("`"))) for row in rows]


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_the_forms_of_an_action_mean_the_same(slug: str) -> None:
    match = trailmix.new(slug, trailmix.game(slug).players[0], 1)
    for text, said in actions(slug):
        number = match.number(text)
        assert isinstance(number, int)
        assert match.number(said) == number
        assert match.game.notation.write(match.setup, number) == text
        assert match.game.notation.to_dict(match.setup, number) == said
        assert match.number(f"  {text.upper()} ") == number


def shape(said: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((name, type(value).__name__) for name, value in said.items()))


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_form_of_action_is_listed(slug: str) -> None:
    listed = {shape(said) for _, said in actions(slug)}
    met, whim = set(), random.Random(1)
    for seed in range(MATCHES):
        match = trailmix.new(slug, trailmix.game(slug).players[0], seed)
        while not match.over:
            met |= {shape(match.game.notation.to_dict(match.setup, action)) for action in match.actions()}
            match.play(whim.choice(match.actions()))
        if met == listed:
            break
    assert met == listed
