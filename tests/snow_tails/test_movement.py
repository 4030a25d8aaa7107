"""Speed, drift and movement (ledger, chapter 3.5 and ST-FLOW-3)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    dents,
    ends,
    hand,
    legal,
    of_kind,
    paths_to,
    preview,
    seat,
    space,
    spaces,
    steps,
    told,
    turn,
    view,
)


@pytest.mark.rule("ST-SPEED-1", "ST-DRIFT-1", "ST-DRIFT-7")
@pytest.mark.parametrize("left", range(1, 6))
@pytest.mark.parametrize("right", range(1, 6))
def test_speed_and_drift_follow_from_the_mat(left: int, right: int) -> None:
    """The brake never matters for the drift; the stronger dog pulls to its side."""
    for brake in range(1, 6):
        match = alone(LONG, f"1.3.1 {left}/{right}/3 hand={brake}????")
        found = preview(match, f"{brake}@B")
        assert (found.left, found.right, found.brake) == (left, right, brake)
        assert found.speed == left + right - brake
        assert found.drift == abs(left - right)
        assert found.side == ("left" if left > right else "right" if right > left else None)


@pytest.mark.rule("ST-SPEED-1")
@pytest.mark.parametrize(("mat", "speed"), [("1/1/5", -3), ("5/5/1", 9), ("3/4/5", 2), ("1/2/3", 0)])
def test_the_speed_of_a_mat_is_shown(mat: str, speed: int) -> None:
    match = alone(LONG, f"1.3.1 {mat}")
    assert seat(match, "A").speed == speed


@pytest.mark.rule("ST-SPEED-2")
@pytest.mark.parametrize(("mat", "card"), [("1/2/2", "3@B"), ("1/4/1", "5@B"), ("1/1/2", "5@B")])
def test_speed_0_or_less_neither_moves_nor_drifts_and_the_hand_is_filled(mat: str, card: str) -> None:
    match = alone(LONG, f"1.3.1 {mat} hand=33555")
    events = turn(match, card)
    assert told(events, "played", "stood", "moved", "hit_side", "drew") == ["played", "stood", "drew"]
    assert (space(match, "A"), dents(match, "A"), len(hand(match, "A"))) == ("1.3.1", 0, 5)
    assert view(match).round == 3


@pytest.mark.rule("ST-MOVE-1", "ST-MOVE-2")
@pytest.mark.parametrize(("brake", "end"), [(1, "2.3.1"), (2, "1.3.6"), (4, "1.3.4"), (5, "1.3.3")])
def test_exactly_as_many_steps_as_the_speed(brake: int, end: str) -> None:
    match = alone(LONG, f"1.3.2 hand={brake}????")
    events = turn(match, f"{brake}@B")
    assert steps(events) == "F" * (6 - brake)
    assert space(match, "A") == end


@pytest.mark.rule("ST-DRIFT-2", "ST-DRIFT-4", "ST-MOVE-2")
def test_a_drift_is_a_diagonal_step_and_counts_as_one() -> None:
    match = alone(LONG, "1.3.2 4/3/3 hand=3????")
    assert paths_to(match, "3@B") == {path: "1.2.6" for path in ("LFFF", "FLFF", "FFLF", "FFFL")}
    events = turn(match, "3@B FLFF")
    assert spaces(match, of_kind(events, "moved")[-1]["path"])[-1] == "1.2.6"


@pytest.mark.rule("ST-DRIFT-3")
@pytest.mark.parametrize(
    ("mat", "card", "end"), [("1/5/2", "5@B", "1.2.3"), ("1/5/2", "4@B", "1.3.4"), ("5/1/2", "3@B", None)]
)
def test_no_more_drifts_than_steps(mat: str, card: str, end: str | None) -> None:
    """Speed 1, 2 or 3 with a drift of 4: all steps drift, the rest of the drift is lost."""
    match = alone(STRAIGHT, f"1.1.2 {mat} hand=345??")
    events = turn(match, card)  # nothing is asked
    if end is None:
        assert (space(match, "A"), dents(match, "A")) == ("1.1.2", 1)
    else:
        assert (space(match, "A"), dents(match, "A")) == (end, 0)
        assert set(steps(events)) == {"R"}


@pytest.mark.rule("ST-DRIFT-3")
def test_a_move_that_ends_early_loses_its_open_steps_and_drifts() -> None:
    match = alone(STRAIGHT, "1.5.1 2/5/1 hand=1????")
    turn(match, "1@B R")  # speed 6, drift 3: the first step leaves the track
    assert (space(match, "A"), dents(match, "A")) == ("1.5.1", 1)


@pytest.mark.rule("ST-DRIFT-4", "ST-FLOW-3")
def test_every_order_of_steps_is_open() -> None:
    match = alone(LONG, "1.1.2 2/5/4 hand=4????")
    orders = {"RRR"}
    assert set(paths_to(match, "4@B")) == orders  # speed 3, drift 3
    match = alone(LONG, "1.1.2 3/5/4 hand=4????")
    assert set(paths_to(match, "4@B")) == {"RRFF", "RFRF", "RFFR", "FRRF", "FRFR", "FFRR"}


@pytest.mark.rule("ST-DRIFT-6", "ST-HAZARD-5")
def test_what_lies_beside_a_diagonal_does_not_hinder_it() -> None:
    sleds = at(
        "start S S finish:R", A="1.2.2 3/4/5 hand=5????", B="1.3.2", C="1.2.3", order="C B A", to_move="A"
    )
    turn(sleds, "5@B RF")  # speed 2, drift 1, between B and C
    assert (space(sleds, "A"), dents(sleds, "A")) == ("1.3.4", 0)
    saplings = alone("start S(2.3,3.2) S finish:R", "1.2.2 3/4/5 hand=5????")
    turn(saplings, "5@B RF")
    assert (space(saplings, "A"), dents(saplings, "A"), view(saplings).felled) == ("1.3.4", 0, ())
    through = alone("start H S finish:R", "1.3.2 3/4/4 hand=4????")
    turn(through, "4@B FRF")  # 1.3.3, then past the pillar 1.4.3
    assert (space(through, "A"), dents(through, "A")) == ("1.4.5", 0)


@pytest.mark.rule("ST-R-20")
def test_of_equal_results_one_way_is_shown_and_of_different_ones_each() -> None:
    plain = alone(STRAIGHT, "1.2.2 3/5/5 hand=5????")
    assert list(ends(plain, "5@B")) == ["1.4.5"]
    corner = alone("start S CL S finish:R", "1.3.5 4/3/4 hand=4????")
    assert set(ends(corner, "4@B")) == {"2.2.2", "2.2.1"}
    saplings = alone("start S(3.3) S finish:R", "1.3.2 3/4/3 hand=3????")
    found = preview(saplings, "3@B").outcomes  # 4 steps, one drift: by way of the sapling or not
    assert [(spaces(saplings, [each.end]), spaces(saplings, each.saplings)) for each in found] == [
        (["1.4.6"], []),
        (["1.4.6"], ["1.3.3"]),
    ]


@pytest.mark.rule("ST-FLOW-3")
def test_what_may_be_stepped_follows_from_what_is_left() -> None:
    match = alone(LONG, "1.3.1 5/3/2 hand=2????")
    match.play("2@B")  # speed 6, drift 2 left
    assert legal(match) == {"F", "L"}
    match.play("L")
    match.play("F")
    match.play("F")
    match.play("F")
    assert legal(match) == {"F", "L"}
    match.play("L")
    assert view(match).round == 3
    assert space(match, "A") == "2.1.1"
