"""The data file: read as it is, wrong counts refused, wrong totals warned about (ledger, chapter 8)."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter

import pytest

import trailmix
from hike_dogsled.helpers import SHIPPED, corrected, deal, line_of, lively_on, plain, prep, table, view
from hike_dogsled.naive_cards import Data, Sled
from trailmix.engine.errors import BadData

GAME = trailmix.game("hike_dogsled")
DATA = Data.read(SHIPPED)


def warnings(text: str) -> tuple[str, ...]:
    """What the reader of a file is warned about."""
    return tuple(GAME.read_data(text).warnings)


# --- the properties of the shipped cards (chapter 8, "Checked properties") ------------------------------


@pytest.mark.rule("HD-SETUP-3")
def test_the_points_of_the_huskies() -> None:
    points = Counter("".join(husky.points for husky in DATA.huskies.values()))
    assert points == {"S": 52, "I": 24, "P": 16}
    assert Counter(len(husky.points) for husky in DATA.huskies.values()) == {1: 16, 2: 20, 3: 12}
    assert (len(DATA.huskies), len(DATA.youngsters)) == (48, 8)


def test_every_side_is_balanced() -> None:
    for side in ("left", "right", "top", "bottom"):
        for colour in "br":
            there = [husky.points for husky in DATA.huskies.values() if getattr(husky, side) == colour]
            assert len(there) == 24
            assert Counter("".join(there)) == {"S": 26, "I": 12, "P": 8}
    patterns = Counter((husky.left, husky.right, husky.top, husky.bottom) for husky in DATA.huskies.values())
    assert len(patterns) == 16
    assert set(patterns.values()) == {3}


def test_the_fields_of_the_landscapes() -> None:
    fields = [name for each in (DATA.start, DATA.finish, *DATA.middle.values()) for name in each]
    assert Counter(name[0] for name in fields) == {"S": 55, "I": 25, "P": 11}
    needing = [card for card, each in DATA.middle.items() if any("*" in name for name in each)]
    assert sum("*" in name for name in fields) == len(needing) == 2
    assert len(DATA.middle) == 18


def test_every_slot_can_be_filled() -> None:
    """Whatever the edges of three neighbours, at least six huskies fit between them."""
    for left, right, bottom in itertools.product("br", repeat=3):
        fitting = [h for h in DATA.huskies.values() if (h.left, h.right, h.bottom) == (left, right, bottom)]
        assert len(fitting) >= 6


def test_the_game_has_the_cards_of_the_ledger() -> None:
    """The file that comes with the game: every card is shown as it stands there, without a warning."""
    assert warnings(SHIPPED) == ()
    shown = table(deal(2))
    assert set(shown.huskies) == {*DATA.huskies, *DATA.youngsters}
    for name, husky in DATA.huskies.items():
        there = shown.huskies[name]
        assert sorted(there.points) == sorted(husky.points)
        assert (there.left, there.right, there.top, there.bottom) == (
            husky.left,
            husky.right,
            husky.top,
            husky.bottom,
        )
        assert there.name in line_of(name)
    for name in DATA.youngsters:
        assert shown.huskies[name].points == ""
        assert shown.huskies[name].left is None
    assert set(shown.landscapes) == {"L00", "L19", *DATA.middle}
    for name, fields in DATA.middle.items():
        lying = [field.terrain + "*" * field.equipment for field in shown.landscapes[name].fields]
        assert lying == fields
    assert {card: each.effect for card, each in shown.loose_cards.items()} == DATA.loose
    assert shown.edges == {"b": "blue", "r": "rose"}


# --- other cards ----------------------------------------------------------------------------------------


@pytest.mark.rule("HD-DEF-6", "HD-SETUP-1")
def test_any_number_of_fields() -> None:
    text = corrected(L01="S", L02=" ".join(["S", "I*"] * 10), L19="", L00="P P")
    match = prep(data=text, track="L01 L02 L03 L04 L05 L06 L07 L08", day=8)
    shown = table(match)
    assert [len(shown.landscapes[name].fields) for name in ("L00", "L01", "L02", "L19")] == [2, 1, 20, 0]
    assert view(match).fields == 2 + 1 + 20 + 6 * 5
    lively_on(deal(3, 1, data=text), random.Random(1))


@pytest.mark.rule("HD-PLACE-3")
def test_any_colours_of_edges() -> None:
    """Five of them; two edges match when the letters are equal."""
    text = SHIPPED.replace('r = "rose"', 'r = "rose"\ng = "green"\nw = "white"\nX = "black"')
    text = corrected(text, H01="gwXb:S", H02="wgbX:S", H03="ggww:S")
    match = prep(data=text, A={"sled": "T2=H01", "hand": "H02 H03"})
    sled = Sled(Data.read(text), 4, {"T2": "H01"})
    for husky in ("H02", "H03"):
        slots = {action.split()[2] for action in match.legal() if action.startswith(f"place {husky} ")}
        assert slots == set(sled.fits(husky))
    assert "place H02 T3" in match.legal()
    assert "place H03 T3" not in match.legal()
    assert table(match).edges["X"] == "black"


def test_a_husky_may_have_more_than_three_points() -> None:
    shown = table(deal(2, data=corrected(H01="bbbb:SSSIIPP")))
    assert sorted(shown.huskies["H01"].points) == sorted("SSSIIPP")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (corrected(H01="rrbr:S"), ["53", "15"]),
        (corrected(L01="I S I I S S"), ["56"]),
        (corrected(L01="I* S I I S"), ["3"]),
        (plain("S"), ["48", "0", "0"]),
    ],
)
def test_totals_that_do_not_hold_are_warned_about(text: str, wanted: list[str]) -> None:
    found = warnings(text)
    assert len(found) == len(wanted)
    for sentence, number in zip(found, wanted, strict=True):
        assert re.search(rf"\b{number}\b", sentence)
        assert sentence.endswith(".")
    trailmix.new("hike_dogsled", 2, 1, data=text)


def without(card: str) -> str:
    return SHIPPED.replace(line_of(card) + "\n", "")


BAD = [
    ("not TOML", "x", "TOML"),
    ("nothing", "", "meta"),
    ("another game", SHIPPED.replace('game = "hike_dogsled"', 'game = "alpina"'), "alpina|game"),
    ("47 huskies", without("H01"), "experienced.*47|47.*experienced"),
    ("7 youngsters", without("Y8"), "youngsters.*7|7.*youngsters"),
    ("19 landscapes", without("L05"), "landscapes.*19|19.*landscapes"),
    ("another count", SHIPPED.replace("equipment = 12", "equipment = 13"), "equipment"),
    ("fewer mentors", SHIPPED.replace("mentor = 12", "mentor = 10"), "mentor"),
    ("fewer care cards", SHIPPED.replace("care_double = 12", "care_double = 11"), "care_double"),
    ("care in the deck", SHIPPED.replace("husky_deck = 6", "husky_deck = 7"), "care_single_in_husky_deck"),
    ("a duplicate id", SHIPPED.replace('id = "H02"', 'id = "H01"'), "H01"),
    ("an id of another kind", SHIPPED.replace('id = "Y1"', 'id = "L01"'), "L01"),
    ("an id that is a slot", SHIPPED.replace('id = "H02"', 'id = "T1"'), "T1"),
    ("an unknown edge", corrected(H01="xrbr:P"), "H01.*x"),
    ("an unknown terrain", corrected(H01="rrbr:Q"), "H01.*Q"),
    (
        "a husky without points",
        SHIPPED.replace(line_of("H01"), line_of("H01").replace('pts = "P"', 'pts = ""')),
        "H01",
    ),
    ("an unknown field", corrected(L01="I S X"), "L01.*X"),
    ("a field with two stars", corrected(L01="I S S**"), "L01"),
    ("a landscape without fields", corrected(L01=""), "L01"),
    ("a colour of two letters", SHIPPED.replace('r = "rose"', 'r = "rose"\nab = "two"'), "ab"),
    ("an unknown effect", SHIPPED.replace('effect = "swap"', 'effect = "dance"'), "loose"),
    ("an effect twice", SHIPPED.replace('effect = "swap"', 'effect = "runaways"'), "loose"),
    ("an unknown section", SHIPPED + "\n[weather]\nsnow = true\n", "weather"),
    ("an unknown word in a line", SHIPPED.replace('id = "Y1", ', 'id = "Y1", age = 1, '), "age"),
    ("text for a number", SHIPPED.replace("equipment = 12", 'equipment = "12"'), "equipment|int"),
]


@pytest.mark.parametrize(("text", "names"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_file_that_cannot_be_played_is_refused_in_a_sentence(text: str, names: str) -> None:
    assert text != SHIPPED
    with pytest.raises(BadData, match=names) as refused:
        trailmix.new("hike_dogsled", 2, 1, data=text)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300


def test_a_refusal_names_the_line() -> None:
    text = corrected(H07="bqbb:I")
    line = next(n for n, each in enumerate(text.splitlines(), 1) if '"H07"' in each)
    with pytest.raises(BadData, match=rf"H07 \(line {line}\)"):
        trailmix.new("hike_dogsled", 2, 1, data=text)


@pytest.mark.rule("HD-RUL-48")
def test_there_are_no_other_cards() -> None:
    """Blank cards and other expansions have no place: a 49th husky or a fifth loose card is refused."""
    blank = line_of("H48") + "\n" + line_of("H48").replace("H48", "H49")
    with pytest.raises(BadData, match="49"):
        trailmix.new("hike_dogsled", 2, 1, data=SHIPPED.replace(line_of("H48"), blank))
    event = line_of("X4") + "\n" + line_of("X4").replace("X4", "X5").replace("sled_loose", "event")
    with pytest.raises(BadData, match="loose"):
        trailmix.new("hike_dogsled", 2, 1, data=SHIPPED.replace(line_of("X4"), event))
