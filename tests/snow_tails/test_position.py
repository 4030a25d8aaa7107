"""Positions of Snow Tails: what can be written, and what cannot be."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import trailmix
from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    after,
    at,
    cards,
    dents,
    hand,
    legal,
    mat,
    order,
    play_on,
    position,
    seat,
    space,
    spaces,
    status,
    to_move,
    view,
)
from trailmix.engine.errors import BadPosition
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.games.snow_tails.position import PARTS
from trailmix.games.snow_tails.state import State

# --- good ones ------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-SETUP-5", "ST-SETUP-12", "ST-ORDER-2")
def test_what_is_left_out_is_usual() -> None:
    match = at(LONG, A="1.3.1", B="1.1.4")
    assert (order(match), to_move(match), view(match).decision) == ("BA", "B", "play")
    for name in "AB":
        assert (mat(match, name), dents(match, name), len(hand(match, name))) == ("3/3/3", 0, 5)
        assert (cards(seat(match, name).discards), seat(match, name).pile) == ("", 15)
    assert view(match).felled == ()


@pytest.mark.rule("ST-SETUP-7")
def test_the_rest_is_dealt_by_the_seed() -> None:
    same, again, other = (at(LONG, A="1.3.1", B="1.1.4", seed=seed) for seed in (1, 1, "else"))
    assert same.position() == again.position() != other.position()
    assert view(same).seats == view(other).seats


def test_cards_may_be_given_in_full_or_in_part() -> None:
    match = at(LONG, A="1.3.1 hand=12??? pile=55...", B="1.1.1")
    assert {"1", "2"} <= set(hand(match, "A"))
    assert tomllib.loads(match.position())["sleds"]["A"]["pile"].startswith("5 5 ")
    whole = at(LONG, A="1.3.1 hand=12345 pile=55", B="1.1.1")
    assert cards(seat(whole, "A").discards) == "1112223334445"


@pytest.mark.rule("ST-PLAY-4")
def test_dogs_with_cards_show_the_last_of_them() -> None:
    match = at(LONG, A="1.3.1 3/4/2 left=2153 hand=1????", B="1.1.1")
    left, right = seat(match, "A").left, seat(match, "A").right
    assert (left.shows, left.card, cards(left.covered)) == (3, True, "125")
    assert (right.shows, right.card, cards(right.covered)) == (4, True, "")


def test_sleds_are_placed() -> None:
    match = at(LONG, A="0.5.1", B="", C="", round=0, order="A C B")
    assert (to_move(match), view(match).decision, order(match)) == ("C", "start", "ACB")
    assert legal(match) == {"start 2", "start 3", "start 4", "start 5"}
    assert hand(match, "A") == ""


@pytest.mark.rule("ST-SETUP-9")
@pytest.mark.parametrize(("lane", "size"), [(5, 5), (3, 5), (2, 6), (1, 7)])
def test_the_usual_hand_of_round_1_is_that_of_the_start_space(lane: int, size: int) -> None:
    match = at(LONG, A=f"0.{lane}.1", B="0.4.1", round=1)
    assert len(hand(match, "A")) == size


@pytest.mark.rule("ST-FLOW-3")
def test_a_move_under_way() -> None:
    said = {"from": "1.3.1", "path": "FL"}
    match = at(LONG, A="1.2.3 5/3/3 hand=1111", B="0.1.1", **said)
    shown = view(match)
    assert shown.move is not None
    assert (shown.decision, shown.move.forward, shown.move.drift) == ("step", 2, 1)
    assert spaces(match, shown.move.path) == ["1.3.2", "1.2.3"]
    assert legal(match) == {"F", "L"}


@pytest.mark.rule("ST-FLOW-4")
def test_a_bonus_to_be_decided() -> None:
    said = {"from": "1.3.1", "path": "FFF"}
    match = at(LONG, A="1.3.4 hand=1111", B="0.1.1", decision="bonus", **said)
    assert legal(match) == {"bonus", "none"}
    match.play("bonus")
    assert space(match, "A") == "1.3.5"


@pytest.mark.rule("ST-FLOW-5")
def test_a_discard_to_be_made() -> None:
    match = at(LONG, A="1.3.4 hand=1234 dents=2", B="0.1.1", decision="discard")
    assert legal(match) == {f"discard {n}" for n in range(1, 5)}


@pytest.mark.rule("ST-R-25", "ST-R-27")
def test_finished_and_wrecked_sleds() -> None:
    match = at(LONG, A="9.1.4 place=1", B="1.1.1 wrecked=1.2", C="4.4.4", round=3)
    assert status(match) == "finished wrecked racing"
    assert [each.space for each in view(match).seats][:2] == [None, None]
    assert view(match).standing == ("A", "C", "B")
    assert order(match) == "C"


def test_a_race_that_is_over() -> None:
    match = at(LONG, A="9.1.4 place=1", B="1.1.1 wrecked=1.2", decision="over")
    assert match.over
    assert match.places() == [1, None]
    assert match.scores() == [5, 0]


@pytest.mark.rule("ST-R-30")
def test_sleds_still_race_when_it_is_over_only_if_it_was_stopped() -> None:
    sleds = {"A": "9.1.4 place=1", "B": "1.1.1"}
    match = at(LONG, **sleds, decision="over", round=100)
    assert (match.over, match.places()) == (True, [1, None])
    with pytest.raises(BadPosition, match="The turn order does not fit"):
        at(LONG, **sleds, decision="over", round=99)
    with pytest.raises(BadPosition, match="A sled stands where it cannot stand"):
        at(LONG, A="9.1.4 place=1", B="9.2.1", decision="over", round=100)


def test_a_position_keeps_options_data_and_chance() -> None:
    options = {"edition": "renegade", "course": "hobbit", "most_rounds": 50, "colours": ["red", "blue"]}
    match = trailmix.new("snow_tails", players=2, seed=4, options=options)
    play_on(match, random.Random(1), 9)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    assert again.setup.options == match.setup.options
    assert again.states["key"].tobytes() == match.states["key"].tobytes()


@pytest.mark.rule("ST-R-38")
def test_the_position_of_what_a_seat_sees_says_no_more_than_the_seat_knows() -> None:
    match = after(3, 6, 9)
    for looker in (SPECTATOR, 1):
        seen = Match(match.setup, match.seen_by(looker)).position()
        said = tomllib.loads(seen)
        assert "chance" not in said
        for number, name in enumerate("ABC"):
            told = said["sleds"][name]
            assert "pile" not in told or told["pile"].strip(" ?.") == ""
            if number != looker:
                assert set(told.get("hand", "").split()) <= {"?"}
        again = trailmix.load(seen)  # what is not said is dealt from the rest
        assert view(again, looker).seats == view(match, looker).seats
        if looker != SPECTATOR:
            assert hand(again, "B") == hand(match, "B")


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ({"A": "0.5.1 pile=51...", "B": "pile=42...", "round": 0, "order": "A B"}, "start"),
        ({"A": "1.3.1 pile=51...", "B": "0.1.1 pile=42..."}, "play"),
        (
            {"A": "1.2.3 5/3/3 hand=1111 pile=53...", "B": "0.1.1 pile=42...", "from": "1.3.1", "path": "FL"},
            "step",
        ),
        (
            {
                "A": "1.3.4 hand=1111 pile=53...",
                "B": "0.1.1 pile=42...",
                "from": "1.3.1",
                "path": "FFF",
                "decision": "bonus",
            },
            "bonus",
        ),
        (
            {"A": "1.3.4 hand=1234 dents=2 pile=53...", "B": "0.1.1 pile=42...", "decision": "discard"},
            "discard",
        ),
    ],
)
def test_the_order_of_a_pile_can_be_named_in_every_phase(said: dict[str, Any], decision: str) -> None:
    match = at(LONG, **said)
    assert view(match).decision == decision
    sleds = tomllib.loads(match.position())["sleds"]
    assert sleds["A"]["pile"].startswith(("5 1 ", "5 3 "))
    assert sleds["B"]["pile"].startswith("4 2 ")
    assert trailmix.load(match.position()).position() == match.position()


# --- impossible ones ------------------------------------------------------------------------------------

TWO = {"A": "1.3.1", "B": "1.1.1"}
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("unknown field", {**TWO, "weather": "snow"}, "A position of Snow Tails has no field 'weather'"),
    ("unknown field of a sled", {**TWO, "A": "1.3.1 flag=1"}, "sleds.A has no field 'flag'; it has"),
    ("no such seat", {**TWO, "order": "A C"}, "order: there is no seat 'C'; with 2 players"),
    ("a seat twice", {**TWO, "order": "A A"}, "order names a seat twice."),
    ("to_move nobody", {**TWO, "to_move": "Z"}, "to_move: one of A, B, not 'Z'."),
    ("to_move two", {**TWO, "to_move": "A B"}, "to_move: one of A, B, not 'A B'."),
    ("round", {**TWO, "round": 101}, "round: a number from 0 to 100, not 101."),
    ("round as text", {**TWO, "round": "2"}, "round: a number from 0 to 1000, not '2'."),
    ("race", {**TWO, "race": 2}, "race: a number from 1 to 1, not 2."),
    (
        "decision",
        {**TWO, "decision": "sleep"},
        "decision: one of start, play, step, bonus, discard, over, not 'sleep'.",
    ),
    ("space", {**TWO, "A": "1.6.1"}, "Sled A: There is no space 1.6.1 on this course"),
    ("space as a word", {**TWO, "A": "there"}, "sleds.A.space: a text like 1.3.5, not 'there'."),
    ("dents", {**TWO, "A": "1.3.1 dents=5"}, "sleds.A.dents: a number from 0 to 4, not 5."),
    ("mat", {**TWO, "A": "1.3.1 3/6/3"}, "sleds.A.mat: a text like 4/5/2, not '3/6/3'."),
    ("mat of two", {**TWO, "A": "1.3.1 3/3"}, "sleds.A.mat: a text like 4/5/2, not '3/3'."),
    ("card", {**TWO, "A": "1.3.1 hand=1236?"}, "sleds.A.hand: one of 1, 2, 3, 4, 5, not '6'."),
    ("open discard", {**TWO, "A": "1.3.1 discards=1?"}, "sleds.A.discards: one of 1, 2, 3, 4, 5, not '?'."),
    (
        "five of a value",
        {**TWO, "A": "1.3.1 hand=1111? discards=1"},
        "Sled A: there are 4 cards of value 1, and 5 are named.",
    ),
    (
        "five discards of a value",
        {**TWO, "A": "1.3.1 discards=11111"},
        "sleds.A.discards lists 1 5 times; there are 4 at most.",
    ),
    ("a mover not in the order", {**TWO, "order": "A", "to_move": "B"}, "to_move = 'B' is not a seat of the"),
    (
        "a move of a wreck",
        {**TWO, "A": "1.3.1 wrecked=1.1", "order": "A B", "path": "F"},
        "path = 'F' is not",
    ),
    (
        "more than twenty",
        {**TWO, "A": "1.3.1 hand=????? discards=1111222233334444 pile=..."},
        "Sled A: 5 cards of the hand are open, and only 4 are left for them.",
    ),
    ("cards nowhere", {**TWO, "A": "1.3.1 hand=1234? discards=5 pile=5"}, "Sled A: "),
    ("a dog shows another", {**TWO, "A": "1.3.1 4/3/3 left=42"}, "Sled A: its mat shows 4 on the left, and"),
    ("known but not held", {**TWO, "A": "1.3.1 hand=12344 known=5"}, "Sled A: "),
    ("a wreck of the future", {**TWO, "B": "1.1.1 wrecked=3.1"}, "Sled B: wrecked = '3.1' is not round.turn"),
    ("a wreck with a place", {**TWO, "B": "1.1.1 wrecked=1.1 place=1"}, "Sled B: a wreck has no place."),
    ("a felled nothing", {**TWO, "felled": "1.3.3"}, "No sapling ever stood on 1.3.3."),
    ("a move at cards", {**TWO, "decision": "play", "path": "F"}, "'from' and 'path' tell of a move"),
    ("a path of nonsense", {**TWO, "path": "FXF"}, "path: a text like RFF, not 'FXF'."),
    ("a path off the track", {**TWO, "to_move": "A", "from": "1.5.1", "path": "R"}, "path = 'R' runs into"),
    ("results without a race", {**TWO, "results": ["A B"]}, "In race 1, results is a list of 0 texts"),
]
INCONSISTENT: list[tuple[str, dict[str, Any], str]] = [
    ("a space shared", {"A": "1.3.1", "B": "1.3.1"}, "Two sleds stand on one space."),
    ("a hand of six", {**TWO, "A": "1.3.1 hand=123455"}, "A hand has the wrong number of cards."),
    ("seven in round 2", {"A": "0.1.1 hand=1122334", "B": "0.2.1"}, "A hand has the wrong number of cards."),
    (
        "no card to play",
        {**TWO, "A": "1.3.1 hand=-", "order": "A B"},
        "A hand has the wrong number of cards.",
    ),
    ("order against the race", {"A": "1.3.1", "B": "1.3.4", "order": "A B"}, "The turn order does not fit"),
    ("a seat left out", {**TWO, "order": "A"}, "The turn order does not fit the sleds that race."),
    ("a bonus in round 1", {**TWO, "decision": "bonus", "round": 1}, ""),
    ("beyond the line before its turn", {"A": "3.3.1", "B": "1.1.1"}, "The turn order does not fit"),
    ("a place twice", {"A": "3.3.1 place=1", "B": "3.2.1 place=1", "C": "1.1.1"}, "The places of the sleds"),
    ("place 2 without 1", {"A": "3.3.1 place=2", "B": "1.1.1"}, "The places of the sleds"),
    (
        "finished before the line",
        {"A": "1.3.1 place=1", "B": "1.1.1"},
        "A sled stands where it cannot stand.",
    ),
    ("wrecked beyond the line", {"A": "3.3.1 wrecked=1.1", "B": "1.1.1"}, "A sled stands where it cannot"),
    ("a wreck with two dents", {**TWO, "B": "1.1.1 wrecked=1.1 dents=2"}, "A sled has more dents than"),
    ("nothing to discard", {**TWO, "decision": "discard"}, "A hand has the wrong number of cards."),
    ("racing after the end", {**TWO, "decision": "over"}, "The turn order does not fit the sleds that race."),
    ("placing in round 2", {**TWO, "decision": "start"}, "The turn order does not fit"),
    ("steps that the mat does not give", {**TWO, "to_move": "B", "from": "0.1.1", "path": "F"}, ""),
]


def refused(course: str, **said: Any) -> str:
    """Load what must be refused; returns the sentence."""
    with pytest.raises(BadPosition) as caught:
        trailmix.load(position(course, **said))
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.rule("ST-SETUP-4", "ST-DENT-3", "ST-R-12", "ST-R-30")
@pytest.mark.parametrize(("said", "sentence"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_malformed_position_is_refused_with_the_reason(said: dict[str, Any], sentence: str) -> None:
    assert refused(STRAIGHT, **said).startswith(sentence)


@pytest.mark.rule("ST-MOVE-3", "ST-HAND-2", "ST-HAND-5", "ST-PLAY-7", "ST-ORDER-1", "ST-BONUS-5", "ST-R-25")
@pytest.mark.parametrize(
    ("said", "sentence"), [case[1:] for case in INCONSISTENT], ids=[case[0] for case in INCONSISTENT]
)
def test_an_impossible_position_is_refused_with_the_reason(said: dict[str, Any], sentence: str) -> None:
    assert refused(STRAIGHT, **said).startswith(f"This position cannot be: {sentence}")


@pytest.mark.rule("ST-HAZARD-1", "ST-HAZARD-3")
def test_no_sled_stands_in_a_rock_or_a_sapling() -> None:
    assert (
        refused("start H S finish:L", A="1.1.2", B="0.1.1")
        == "Sled A: No sled can be on 1.1.2: there is rock."
    )
    assert refused("start T S finish:L", A="1.2.2", B="0.1.1").startswith("This position cannot be: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position"),
        ('trailmix = "position"\ngame = "snow_tails"\nplayers = 6\n', "Snow Tails is played by 2 to 5"),
        (
            'trailmix = "position"\ngame = "snow_tails"\nplayers = 2\nsleds = 5\n',
            "sleds: a line for each seat",
        ),
        (
            'trailmix = "position"\ngame = "snow_tails"\nplayers = 2\n[sleds]\nA = 5\n',
            "sleds.A: names with values",
        ),
        (
            'trailmix = "position"\ngame = "snow_tails"\nplayers = 2\n[sleds.F]\n',
            "sleds.F: there is no such seat; with 2",
        ),
        (
            'trailmix = "position"\ngame = "snow_tails"\nplayers = 2\n[options]\ncourse = "start"\n',
            "Token 2 of the course is missing",
        ),
    ],
)
def test_a_document_that_is_none(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        trailmix.load(text)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_documentation_lists_every_field_of_a_sled() -> None:
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    table = page.partition("### Sleds of a position")[2].partition("\n\nOptions are")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    fields = [*PARTS, *(declared.called or "" for declared in State.fields.values())]
    named = {name.removeprefix("sleds.") for name in fields if name.startswith("sleds.")}
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == named
