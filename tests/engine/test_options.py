"""What a match is made from: a bad number of players, name, seed, option or data file is a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from trailmix.engine.documents import MOST_CHARACTERS
from trailmix.engine.errors import BadData, BadOption, UnknownGame

HUGE = 10**5000
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]


@pytest.mark.parametrize("name", ["", "chess", "Alpina", "../alpina", "alpina.rules", 5, None])
def test_an_unknown_game_lists_those_there_are(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"There is: .*{trailmix.game_names()[0]}"):
        trailmix.new(name)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (0, "played by 2 to 4 players, not 0"),
        (1, "played by 2 to 4 players, not 1"),
        (5, "played by 2 to 4 players, not 5"),
        (-2, "not -2"),
        (True, "not True"),
        (2.0, "not 2.0"),
        ("2", "not '2'"),
        ("AB", "a number or a list of names, not 'AB'"),
        (None, "not None"),
        (HUGE, "not such a long int"),
        ([], r"not \[\]"),
        (["Ann"], "not 1"),
        (["Ann", "Ann"], "Two people cannot have the same name"),
        (["Ann", ""], "1 to 40 printable characters, not ''"),
        (["Ann", "  "], "printable"),
        (["Ann", "x" * 41], "1 to 40"),
        (["Ann", "a\nb"], "printable"),
        (["Ann", "\ud800"], "printable"),
        (["Ann", 5], "not 5"),
        (["Ann", DEEP], "such a long list"),
        ({"Ann", "Bob"}, "a number or a list of names"),
    ],
    ids=range(21),
)
def test_bad_players(players: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        trailmix.new("alpina", players)


@pytest.mark.parametrize(
    "seed", [True, 1.5, b"x", "", "x" * 101, "é", "a\nb", "\ud800", HUGE, -HUGE, DEEP], ids=range(11)
)
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(BadOption, match="A seed"):
        trailmix.new("alpina", 2, seed)


@pytest.mark.parametrize("seed", [0, -5, 10**98, "x" * 100, " ", "7"])
def test_good_seeds(seed: int | str) -> None:
    match = trailmix.new("alpina", 2, seed)
    assert match.seed == str(seed)
    assert match.states.tobytes() == trailmix.new("alpina", 2, str(seed)).states.tobytes()


def test_without_a_seed_nobody_can_guess() -> None:
    seeds = {trailmix.new("alpina", 2).seed for _ in range(3)}
    assert len(seeds) == 3
    assert all(len(seed or "") == 32 for seed in seeds)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"speed": 3}, "there is no 'speed'"),
        ({"colours": "red"}, "colours is a list of text, not 'red'"),
        ({"colours": [1, 2]}, r"colours is a list of text, not \[1, 2\]"),
        ({"colours": ["red"]}, "2 players need 2 colours, not 1"),
        ({"colours": ["red", "red"]}, "the same colour"),
        ({"colours": ["red", "pink"]}, "no pink hikers"),
        ({5: 5}, "cannot be used"),
        (5, "given by name, not as 5"),
        ("colours", "given by name"),
        ([["colours", []]], "given by name"),
        (DEEP, "given by name, not as such a long list"),
    ],
    ids=range(11),
)
def test_bad_options(options: Any, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        trailmix.new("alpina", 2, 1, options=options)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", r"missing required field `game`"),
        ("= 5", "not valid TOML"),
        ("a = " + "1" * 5000, "a number is too long"),
        ("a = 0x" + "f" * 5000, "a number is too long"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "[" * 50 + "]" * 50, "nested too deeply"),
        (".".join("a" * 100_000) + " = 1", "more than 20 parts"),
        ("[" + ".".join(['"a\\"b"'] * 100_000) + "]", "more than 20 parts"),
        ("# \ud800", "a character that cannot be stored"),
        ("#" * (MOST_CHARACTERS + 1), "more than 1000000 characters"),
        (5, "as the text of a file, not as 5"),
        (b"", "as the text of a file"),
    ],
    ids=range(12),
)
def test_bad_data(data: Any, sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        trailmix.new("alpina", 2, 1, data=data)


def test_the_people_are_seated_by_the_seed() -> None:
    """Alpina draws who begins; the others follow as they sit (AL-SETUP-7)."""
    people = ("Ann", "Bob", "Cy")
    seatings = {trailmix.new("alpina", people, seed).names for seed in range(30)}
    assert seatings == {("Ann", "Bob", "Cy"), ("Bob", "Cy", "Ann"), ("Cy", "Ann", "Bob")}
    assert trailmix.new("alpina", people, 3).people == people
    assert trailmix.new("alpina", 3, 3).names == ()


def test_people_do_not_change_the_cards() -> None:
    by_name, by_number = trailmix.new("alpina", ["Ann", "Bob"], 3), trailmix.new("alpina", 2, 3)
    assert by_name.states.tobytes() == by_number.states.tobytes()
