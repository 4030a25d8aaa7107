"""Playing cards: one to three of one value on dogs and brake (ledger, chapter 3.4 and ST-FLOW-2)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    cards,
    dents,
    drawn,
    hand,
    legal,
    mat,
    of_kind,
    order,
    own,
    refusal,
    seat,
    status,
    to_move,
    told,
    turn,
)
from trailmix.engine.events import Event
from trailmix.engine.match import Match

ONE, TWO, THREE = ("L", "R", "B"), ("LR", "LB", "RB"), ("LRB",)


def plays(value: int, *slots: str) -> set[str]:
    return {f"{value}@{each}" for each in slots}


@pytest.mark.rule("ST-PLAY-1", "ST-PLAY-2", "ST-PLAY-3", "ST-FLOW-2")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("12345", {f"{value}@{slot}" for value in range(1, 6) for slot in ONE}),
        ("11234", plays(1, *ONE, *TWO) | {f"{value}@{slot}" for value in (2, 3, 4) for slot in ONE}),
        ("22233", plays(2, *ONE, *TWO, *THREE) | plays(3, *ONE, *TWO)),
        ("55554", plays(5, *ONE, *TWO, *THREE) | plays(4, *ONE)),
    ],
)
def test_one_to_three_cards_of_one_value_on_different_slots(held: str, expected: set[str]) -> None:
    match = alone(STRAIGHT, f"1.3.1 hand={held}")
    assert legal(match) == expected
    assert {each.action for each in own(match, "A").previews} == expected


@pytest.mark.rule("ST-PLAY-1")
def test_a_turn_cannot_be_passed() -> None:
    match = alone(STRAIGHT, "1.3.1")
    for nothing in ("none", "F", "discard 1", "bonus"):
        assert refusal(match, nothing)


@pytest.mark.rule("ST-PLAY-3")
def test_a_slot_takes_one_card() -> None:
    match = alone(STRAIGHT, "1.3.1 hand=22225")
    assert "2@LRB" in legal(match)
    assert refusal(match, "2@LL")
    assert refusal(match, "2@LRBL")


@pytest.mark.rule("ST-FLOW-2")
def test_a_card_must_be_held_as_often_as_it_is_played() -> None:
    match = alone(STRAIGHT, "1.3.1 hand=22345")
    assert refusal(match, "1@L")
    assert refusal(match, "2@LRB")
    assert match.why("2@LR") is None


@pytest.mark.rule("ST-PLAY-4", "ST-PLAY-8", "ST-R-38")
def test_a_dog_card_covers_what_lies_there_and_sets_the_dog() -> None:
    match = alone(LONG, "1.3.1 4/3/2 left=24 hand=15555")
    turn(match, "1@L RRR")  # 1/3/2
    left, right = seat(match, "A").left, seat(match, "A").right
    assert mat(match, "A") == "1/3/2"
    assert (left.shows, left.card, cards(left.covered)) == (1, True, "24")
    assert (right.shows, right.card, cards(right.covered)) == (3, False, "")
    turn(match, "5@R")  # 1/5/2
    right = seat(match, "A").right
    assert (right.shows, right.card, cards(right.covered)) == (5, True, "")  # the printed 3 is no card
    assert cards(seat(match, "A").discards) == ""


@pytest.mark.rule("ST-PLAY-5", "ST-PLAY-8")
def test_a_brake_card_is_discarded_and_sets_the_brake() -> None:
    match = alone(STRAIGHT, "1.3.1 4/4/3 hand=15555 discards=2")
    turn(match, "5@B FFF")
    assert mat(match, "A") == "4/4/5"
    assert cards(seat(match, "A").discards) == "25"


@pytest.mark.rule("ST-PLAY-3", "ST-PLAY-4", "ST-PLAY-5")
def test_three_cards_go_to_all_three_slots() -> None:
    match = alone(STRAIGHT, "1.3.1 hand=22255")
    turn(match, "2@LRB FF")
    shown = seat(match, "A")
    assert mat(match, "A") == "2/2/2"
    assert (shown.left.card, shown.right.card, cards(shown.discards)) == (True, True, "2")


@pytest.mark.rule("ST-PLAY-6")
def test_the_value_already_shown_may_be_played_again() -> None:
    match = alone(LONG, "1.3.1 hand=33344")
    turn(match, "3@LRB FFF")
    shown = seat(match, "A")
    assert mat(match, "A") == "3/3/3"
    assert (shown.left.card, shown.right.card, cards(shown.discards)) == (True, True, "3")
    turn(match, "4@R R")
    match = alone(LONG, "1.3.1 4/4/4 hand=44555")
    turn(match, "4@RB FFFF")
    assert cards(seat(match, "A").right.covered) == "4"


@pytest.mark.rule("ST-R-18")
def test_any_number_of_sleds_may_show_the_same_brake() -> None:
    sleds = {name: f"1.{lane}.1 hand=2????" for lane, name in enumerate("ABCDE", 1)}
    match = at(LONG, **sleds)
    for name in order(match):
        turn(match, "2@B", name)
    assert [mat(match, name) for name in "ABCDE"] == ["3/3/2"] * 5


# --- no canine card -------------------------------------------------------------------------------------


def out_of_cards(dented: int) -> tuple[Match, list[Event]]:
    """B plays its last card into A's sled; then it is C's turn, and a new round. B's turn comes again."""
    match = at(
        LONG,
        A="1.3.3 3/3/5 hand=5????",
        B=f"1.3.1 3/3/4 hand=4 dents={dented}",
        order="A B",
        to_move="B",
    )
    turn(match, "4@B F", "B")
    assert hand(match, "B") == ""
    assert to_move(match) == "A"
    return match, turn(match, "5@B F", "A")


@pytest.mark.rule("ST-PLAY-7", "ST-TURN-2", "ST-SLED-4")
@pytest.mark.parametrize("before", [0, 1, 3])
def test_without_a_canine_card_a_dent_and_then_a_full_hand(before: int) -> None:
    match, events = out_of_cards(before)
    assert to_move(match) == "B"
    assert dents(match, "B") == before + 1
    assert len(hand(match, "B")) == 5 - before - 1
    assert told(events, "no_canine", "drew")[-2:] == ["no_canine", "drew"]
    assert len(drawn(events, "B")) == 4 - before
    assert legal(match) >= {f"{hand(match, 'B')[0]}@{slot}" for slot in ONE}


@pytest.mark.rule("ST-R-13", "ST-PLAY-7", "ST-DENT-4")
def test_with_four_dents_that_wrecks_at_the_start_of_the_turn() -> None:
    match, events = out_of_cards(4)
    assert status(match) == "racing wrecked"
    assert told(events, "no_canine", "wrecked", "drew")[-2:] == ["no_canine", "wrecked"]
    assert to_move(match) == "A"


@pytest.mark.rule("ST-R-14")
def test_four_dents_leave_one_card_and_the_choice_of_its_slot() -> None:
    match = alone(LONG, "1.3.1 hand=4 dents=4")
    assert legal(match) == plays(4, *ONE)
    turn(match, "4@B FF")
    assert (len(hand(match, "A")), dents(match, "A"), seat(match, "A").hand_size) == (1, 4, 5)
    assert of_kind(match.events, "drew")[-1]["number"] == 1
