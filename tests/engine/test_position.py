"""Positions: the envelope that every game's position comes in. What the game adds is tested with the game."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trailmix
from trailmix.engine.errors import BadPosition, TrailmixError
from trailmix.engine.match import Match

GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]
START = """
trailmix = "position"
game = "alpina"
players = 2
grid = ["C06*"]
"""


def random_match(slug: str, players: int, seed: int, decisions: int) -> Match:
    match, whim = trailmix.new(slug, players, seed), random.Random(seed)
    while not match.over and len(match.moves) < decisions:
        match.play(whim.choice(match.actions()))
    return match


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'begins with trailmix = "position"'),
        ("x", "This is not a position: "),
        ("grid = [", "This is not a position: "),
        (START.replace('"position"', '"replay"'), 'begins with trailmix = "position"'),
        (START.replace("trailmix =", "trail ="), "begins with trailmix"),
        (START.replace('"alpina"', '"chess"'), "no game called 'chess'"),
        (START.replace('"alpina"', "5"), r"says game = ... \(text\)"),
        (START.replace('game = "alpina"', ""), "says game"),
        (START.replace("players = 2", ""), r"says players = ... \(a whole number\)"),
        (START.replace("players = 2", "players = 7"), "2 to 4 players, not 7"),
        (START.replace("players = 2", "players = true"), "not True"),
        (START.replace("players = 2", "players = 2.0"), "a whole number"),
        (START.replace("players = 2", "players = 0x" + "f" * 9000), "a number is too long"),
        (START + "rules = 99", "version 99 of the rules; we play 1"),
        (START + "rules = true", "version True of the rules"),
        (START + "rules" + ".a" * 5000 + " = 1", "more than 20 parts"),
        (START + "options = 5", "given by name, not as 5"),
        (START + "options.speed = 3", "there is no 'speed', there is colours"),
        (START + 'options.colours = ["red"]', "2 players need 2 colours"),
        (START + "data = 5", "says data"),
        (START + 'data = ""', r"missing required field `game`"),
        (START + "seed = 1.5", "A seed is"),
        (START + 'seed = ""', "A seed has"),
        (START + "chance = 5", "chance is written as"),
        (START + 'chance = "0:0"', "chance is written as"),
        (START + f'chance = "{"g" * 32}:0"', "chance is written as"),
        (START + f'chance = "{"a" * 32}:{"9" * 20}"', "chance is written as"),
        (START + f'chance = "{"0" * 32}:5"', "not all 0"),
        (START + f'chance = "{"a" * 32}:-1"', "chance is written as"),
        (START + "weather = 1", "no field 'weather'"),
        (START + "#" * 2_000_000, "more than 1000000 characters"),
        (START + "# \udc80", "cannot be stored"),
        (START + "a = " + "{b=" * 3000, "nested too deeply"),
    ],
    ids=range(33),
)
def test_bad_positions(text: str, sentence: str) -> None:
    with pytest.raises(TrailmixError, match=sentence):
        trailmix.load(text)


def test_a_seed_decides_what_is_left_open() -> None:
    deals = {seed: trailmix.load(f"{START}\nseed = {seed}").states.tobytes() for seed in range(5)}
    assert len(set(deals.values())) == 5
    assert trailmix.load(f'{START}\nseed = "3"').states.tobytes() == deals[3]
    assert trailmix.load(START).states.tobytes() == deals[0]


def test_chance_decides_what_comes_later() -> None:
    chance = f"{'0123456789abcdef' * 2}:42"
    match = trailmix.load(f'{START}\nchance = "{chance}"')
    assert match.states["key"][0].tolist() == [0x0123456789ABCDEF] * 2
    assert match.states["counter"][0] == 42
    assert f'chance = "{chance}"' in match.position()


def test_options_and_data_are_in_the_position() -> None:
    data = trailmix.game("alpina").data_file.read_text(encoding="utf-8").replace('"C06"', '"K06"')
    colours = ["red", "yellow"]
    match = trailmix.new("alpina", 2, 1, options={"colours": colours}, data=data)
    loaded = trailmix.load(match.position())
    assert loaded.setup.options == match.setup.options
    assert loaded.setup.data == match.setup.data
    assert loaded.setup.data_hash == match.setup.data_hash != trailmix.new("alpina", 2).setup.data_hash
    assert loaded.position() == match.position()


def test_a_position_as_a_seat_knows_it_leaves_out_the_rest() -> None:
    match = random_match("alpina", 3, 1, 4)
    match.states = match.seen_by(1)
    text = match.position()
    assert re.findall(r"^(\w) = ", text, re.MULTILINE) == ["B"]
    assert "pile" not in text
    assert "chance" not in text
    assert trailmix.load(text).seen_by(1).tobytes() == match.seen_by(1).tobytes()


MIDDLE = random_match("alpina", 2, 1, 9).position()
WORDS = st.sampled_from(
    [*START.split(), "[hands]", "A", "=", '"?"', "C06", "[", "]", '"', ".", "\n", "-1", "pile", "..."]
)
SOUP = st.lists(WORDS).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), SOUP, SOUP.map(START.__add__)))
def test_any_text_is_a_match_or_a_sentence(text: str) -> None:
    try:
        match = trailmix.load(text)
    except TrailmixError as error:
        assert str(error)
    else:
        assert trailmix.load(match.position()).position() == match.position()


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_mutated_position_is_a_match_or_a_sentence(data: st.DataObject) -> None:
    text = MIDDLE
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        text = text[:start] + data.draw(st.one_of(st.text(max_size=4), WORDS)) + text[end:]
    try:
        match = trailmix.load(text)
    except TrailmixError as error:
        assert str(error)
    else:
        assert trailmix.load(match.position()).position() == match.position()


def test_a_file_that_is_no_text_of_ours() -> None:
    with pytest.raises(BadPosition):
        trailmix.load(Path(__file__).read_text(encoding="utf-8"))
