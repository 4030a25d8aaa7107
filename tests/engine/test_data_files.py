"""Data files are read as they are declared, or refused in a sentence that names the place."""

from __future__ import annotations

from typing import Any

import pytest

from trailmix.engine.data_files import Strict, check_figures, line_of_id, read_colours, read_data, read_part
from trailmix.engine.errors import BadData


class Card(Strict, frozen=True):
    """A line of the toy file."""

    id: str
    points: int


class File(Strict, frozen=True):
    """A toy file."""

    target: dict[int, int]
    card: tuple[Card, ...]


TEXT = """
target = { 2 = 20, 3 = 30 }
card = [
    { id = "A1", points = 1 },
    { id = 'A1', points = 2 },
]
"""


def test_a_file_is_read_as_it_is_declared() -> None:
    assert read_data(TEXT, File, "The toy data") == File({2: 20, 3: 30}, (Card("A1", 1), Card("A1", 2)))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[x", "The toy data is not valid TOML: "),
        ("target = {}", "The toy data cannot be used: Object missing required field `card`."),
        ("more = 1\n" + TEXT, "The toy data cannot be used: Object contains unknown field `more`."),
        (TEXT.replace("3 =", "three ="), "The toy data cannot be used: Expected `int`, got `str` - at "),
    ],
)
def test_a_file_that_is_none_is_refused_by_its_name(text: str, sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        read_data(text, File, "The toy data")
    assert str(refused.value).startswith(sentence)


def test_a_part_is_refused_by_its_place() -> None:
    with pytest.raises(BadData, match=r"^Card A1: Expected `int`, got `str` - at `\$\.points`\.$"):
        read_part({"id": "A1", "points": "2"}, Card, "Card A1")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "[game] lacks hand = 1."),
        ({"hand": 2}, "[game] says hand = 2; by the rules it is 1."),
        ({"hand": True}, "[game] says hand = True; by the rules it is 1."),
        ({"hand": "x" * 1000}, f"[game] says hand = {'x' * 80}; by the rules it is 1."),
    ],
)
def test_figures_of_the_rules_can_only_be_repeated(said: dict[str, Any], sentence: str) -> None:
    check_figures("[game]", {"hand": 1, "name": "Toy"}, {"hand": 1})
    with pytest.raises(BadData) as refused:
        check_figures("[game]", said, {"hand": 1})
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "said", [None, "ab", ["red"], ["red", "red"], ["red", ""], ["red", 1], ["a", "b", "c"]]
)
def test_colours_are_different_names(said: Any) -> None:
    assert read_colours(["red", "blue"], 2) == ("red", "blue")
    with pytest.raises(BadData, match=r"^\[game\] needs colours: 2 different names\.$"):
        read_colours(said, 2)


def test_a_card_is_found_by_its_line() -> None:
    assert [line_of_id(TEXT, "A1", nth) for nth in (0, 1)] == [" (line 4)", " (line 5)"]
    assert line_of_id(TEXT, "A1") == " (line 5)"
    assert line_of_id(TEXT, "A1", 2) == line_of_id(TEXT, "B1") == ""
