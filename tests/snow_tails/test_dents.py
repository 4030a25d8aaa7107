"""Dents: how many, and what the fifth does (ledger, chapter 3.8 and ST-R-9 to ST-R-15)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    cards,
    dents,
    hand,
    legal,
    of_kind,
    own,
    preview,
    refusal,
    result,
    seat,
    space,
    spaces,
    status,
    to_move,
    told,
    turn,
    view,
)


@pytest.mark.rule("ST-DENT-1", "ST-HAND-4")
@pytest.mark.parametrize("dented", range(5))
def test_dents_take_room_in_the_hand_and_are_never_played(dented: int) -> None:
    match = alone(LONG, f"1.3.1 dents={dented}")
    assert len(hand(match, "A")) == 5 - dented
    assert seat(match, "A").hand_size == 5
    assert {action[0] for action in legal(match)} == set(hand(match, "A"))
    card = hand(match, "A")[0]
    turn(match, f"{card}@B")
    assert dents(match, "A") == dented
    assert len(hand(match, "A")) == 5 - dented


@pytest.mark.rule("ST-DENT-2", "ST-R-38")
def test_everybody_sees_the_dents() -> None:
    match = at(LONG, A="1.3.1 dents=3", B="1.1.1 dents=1")
    for looker in (-1, 0, 1):
        assert [each.dents for each in view(match, looker).seats] == [3, 1]


@pytest.mark.rule("ST-DENT-3", "ST-R-15")
def test_four_dents_are_carried() -> None:
    match = alone("start S CL S S finish:R", "1.2.6 5/5/3 hand=12345")
    turn(match, "2@B")  # speed 8 over 4
    assert (status(match), dents(match, "A")) == ("racing wrecked", 4)


@pytest.mark.rule("ST-DENT-4", "ST-R-12", "ST-R-15")
def test_the_fifth_before_the_line_wrecks() -> None:
    match = at("start S CL S S finish:R", A="1.2.6 5/5/3 left=25 hand=12344", B="1.2.2 hand=1????", C="1.4.1")
    events = turn(match, "1@B")  # speed 9 over 4: five dents
    assert status(match) == "wrecked racing racing"
    assert told(events, "sped", "wrecked", "drew", "discarded", "left_bonus") == [
        "left_bonus",
        "sped",
        "wrecked",
    ]
    assert dents(match, "A") == 4  # a fifth card is never taken
    gone = seat(match, "A")
    assert (gone.space, gone.position, gone.pile, cards(gone.discards), gone.hand_size - gone.dents) == (
        None,
        None,
        0,
        "",
        0,
    )
    assert (cards(gone.left.covered), cards(own(match, "A").pile), hand(match, "A")) == ("", "", "")
    assert to_move(match) == "B"


@pytest.mark.rule("ST-R-12")
def test_the_space_of_a_wreck_is_free_at_once() -> None:
    match = at(LONG, A="1.5.4 3/5/3 hand=4 dents=4", B="1.5.2 hand=4????")
    turn(match, "4@B R")
    assert status(match) == "wrecked racing"
    turn(match, "4@B FF", "B")
    assert space(match, "B") == "1.5.4"


@pytest.mark.rule("ST-DENT-5", "ST-R-10")
def test_the_fifth_beyond_the_line_is_not_taken() -> None:
    match = at("start S CL/1 finish:R", A="1.2.6 5/5/4 hand=1234 dents=1", B="0.1.1")
    events = turn(match, "2@B discard 1 discard 3")  # speed 8 over 1: seven dents, but beyond the line
    assert (status(match), dents(match, "A"), hand(match, "A")) == ("racing racing", 4, "4")
    assert told(events, "crossed", "sped", "spared", "wrecked") == ["crossed", "sped", "spared"]
    assert space(match, "A") == "3.2.5"
    turn(match, f"{hand(match, 'B')[0]}@B", "B")
    assert status(match) == "finished racing"


@pytest.mark.rule("ST-DENT-5", "ST-END-5", "ST-R-10")
def test_it_can_even_win() -> None:
    match = at(
        "start S CL/1 finish:R",
        A="3.5.1",
        B="1.2.6 5/5/4 hand=1244 dents=1",
        order="A B",
        to_move="B",
    )
    turn(match, "2@B")
    assert status(match) == "finished finished"
    assert result(match).places == {"A": 2, "B": 1}


@pytest.mark.rule("ST-R-10")
def test_a_sled_saved_by_its_bonus_is_asked_for_it() -> None:
    course = "start S CL/2 finish:R"
    match = at(course, A="1.2.6 3/3/3 hand=3 dents=4", B="0.1.1")
    match.play("3@B")  # speed 3 over 2, in the corner's last space: fatal there
    assert space(match, "A") in (None, "2.2.3", "1.2.6")
    assert legal(match) == {"bonus", "none"}
    left, taken = match.clone(), match.clone()
    left.play("none")
    assert status(left) == "wrecked racing"
    events = taken.play("bonus")
    assert told(events, "spared") == ["spared"]
    assert (status(taken), dents(taken, "A"), space(taken, "A")) == ("racing racing", 4, "3.2.1")


@pytest.mark.rule("ST-R-10", "ST-HAZARD-1", "ST-DENT-4")
def test_a_sapling_before_the_line_wrecks_at_once() -> None:
    match = at("start S(3.6) finish:R", A="1.3.4 5/5/3 hand=1 dents=4", B="1.1.1")
    events = turn(match, "1@B")  # speed 9 would go far beyond the line
    assert told(events, "crossed", "broke_sapling", "wrecked") == ["broke_sapling", "wrecked"]
    assert status(match) == "wrecked racing"


@pytest.mark.rule("ST-R-11")
def test_the_sapling_of_a_wreck_is_removed() -> None:
    match = at("start S(3.3) S finish:R", A="1.3.2 3/3/3 hand=3 dents=4", B="1.3.1 hand=4????")
    turn(match, "3@B")
    assert status(match) == "wrecked racing"
    assert spaces(match, view(match).felled) == ["1.3.3"]
    turn(match, "4@B FF", "B")
    assert (space(match, "B"), dents(match, "B")) == ("1.3.3", 0)


@pytest.mark.rule("ST-R-9", "ST-TURN-2")
def test_dents_come_in_the_order_of_the_texts() -> None:
    """A sapling, two lines, the side: each says how many dents there are by then."""
    match = alone("start S(1.6) CL/7 CL/6 S finish:L", "1.1.5 5/3/2 hand=1????")
    events = turn(match, "1@B FFFFL")  # 5/3/1: speed 7, drift 2; 2.1.1, 2.1.2, 3.1.1, then the side
    damage = [(event.kind, event.values["dents"]) for event in events if "dents" in event.values]
    assert damage == [("broke_sapling", 1), ("sped", 2), ("hit_side", 3)]
    assert dents(match, "A") == 3


@pytest.mark.rule("ST-R-13")
def test_a_last_card_into_a_sled_is_warned_of() -> None:
    match = at(LONG, A="1.3.3", B="1.3.2 3/3/3 hand=4 dents=4", order="A B", to_move="B")
    (outcome,) = preview(match, "4@B").outcomes
    assert (outcome.crash, outcome.next_turn) == ("sled", "wreck")
    three = at(LONG, A="1.3.3", B="1.3.2 3/3/3 hand=4 dents=3", order="A B", to_move="B")
    assert preview(three, "4@B").outcomes[0].next_turn == "dent"


@pytest.mark.rule("ST-HAND-4")
def test_a_dent_cannot_be_named() -> None:
    match = alone(STRAIGHT, "1.3.1 dents=2")
    assert refusal(match, "discard dent")
    assert refusal(match, "dent@L")


@pytest.mark.rule("ST-R-39")
def test_nothing_is_discarded_before_the_hand_step() -> None:
    match = at("start S(1.1) S finish:R", A="0.1.1 hand=1122334", B="0.2.1 wrecked=1.1", round=1)
    match.play("4@R")  # speed 4, drift 1 right
    events = match.play("F")  # into the sapling
    assert (dents(match, "A"), hand(match, "A"), view(match).decision) == (1, "112233", "step")
    assert of_kind(events, "discarded") == []
    match.play("R")
    assert (view(match).decision, seat(match, "A").hand_size) == ("discard", 7)
