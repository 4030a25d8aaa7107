"""Collisions and hazards: sleds, sides, saplings, chasm, snow (ledger, chapter 3.10)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    dents,
    drawn,
    hand,
    legal,
    of_kind,
    preview,
    seat,
    space,
    spaces,
    to_move,
    told,
    turn,
    view,
)

# --- sleds ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-SLED-1", "ST-SLED-2", "ST-SLED-3", "ST-MOVE-3")
@pytest.mark.parametrize(
    ("mat", "path", "end"), [("4/4/3", "FF", "1.3.3"), ("5/4/3", "FL", "1.3.3"), ("4/5/3", "R", "1.3.2")]
)
def test_the_mover_stays_before_the_sled_it_hits(mat: str, path: str, end: str) -> None:
    others = {"FF": "1.3.4", "FL": "1.2.4", "R": "1.4.3"}
    match = at(LONG, A=others[path], B=f"1.3.2 {mat} hand=3????", order="A B", to_move="B")
    hit = seat(match, "A")
    events = turn(match, f"3@B {path}")
    assert [(each["other"], each["space"]) for each in of_kind(events, "hit_sled")] == [("A", end)]
    assert space(match, "B") == end
    assert (dents(match, "B"), len(hand(match, "B"))) == (0, 4)  # no dent, and no card drawn
    assert drawn(events, "B") == ""
    now = seat(match, "A")
    assert (now.space, now.dents, now.left, now.right, now.brake, now.hand_size) == (
        hit.space,
        hit.dents,
        hit.left,
        hit.right,
        hit.brake,
        hit.hand_size,
    )


@pytest.mark.rule("ST-SLED-3", "ST-R-39")
def test_a_hand_over_5_is_cut_without_drawing() -> None:
    match = at(
        "start S(3.2,3.3) S finish:R", A="1.3.4", B="1.3.1 hand=1234 dents=1", order="A B", to_move="B"
    )
    match.play("3@B")  # two saplings, then A's sled
    assert (dents(match, "B"), view(match).decision, hand(match, "B")) == (3, "discard", "124")
    events = match.play("discard 2")
    assert (hand(match, "B"), drawn(events, "B"), seat(match, "B").hand_size) == ("14", "", 5)


@pytest.mark.rule("ST-SLED-4")
def test_the_next_turn_is_played_from_the_reduced_hand() -> None:
    match = at(LONG, A="1.3.3 3/3/3 hand=3????", B="1.3.2 hand=33444", order="A B", to_move="B")
    turn(match, "3@LB")
    assert hand(match, "B") == "444"
    turn(match, "3@B", "A")
    assert legal(match) == {f"4@{slots}" for slots in ("L", "R", "B", "LR", "LB", "RB", "LRB")}
    events = turn(match, "4@B", "B")
    assert len(drawn(events, "B")) == 3
    assert seat(match, "B").hand_size == 5


@pytest.mark.rule("ST-SLED-5", "ST-FLOW-3", "ST-SIDE-3")
def test_crashing_on_purpose_is_allowed() -> None:
    match = at(LONG, A="1.3.3", B="1.3.2 4/3/4 hand=4????", order="A B", to_move="B")
    match.play("4@B")  # speed 3, drift 1: it could drift past
    assert legal(match) == {"F", "L"}
    events = match.play("F")
    assert told(events, "hit_sled") == ["hit_sled"]
    side = alone(LONG, "1.1.2 4/3/4 hand=4????")
    side.play("4@B")
    assert legal(side) == {"F", "L"}
    assert told(side.play("L"), "hit_side") == ["hit_side"]


@pytest.mark.rule("ST-SLED-1", "ST-MOVE-1")
def test_a_sled_is_never_jumped_over() -> None:
    match = at(LONG, A="1.3.3", B="1.3.1 5/5/3 hand=1????", order="A B", to_move="B")
    turn(match, "1@B")
    assert space(match, "B") == "1.3.2"


@pytest.mark.rule("ST-R-25", "ST-SLED-1")
def test_a_sled_beyond_the_line_is_in_the_way_until_the_round_ends() -> None:
    match = at(STRAIGHT, A="3.3.1", B="2.3.6 hand=4????", C="0.1.1 hand=4????", order="A B C", to_move="B")
    turn(match, "4@B")
    assert space(match, "B") == "2.3.6"
    turn(match, "4@B", "C")
    assert [each.status for each in view(match).seats] == ["finished", "racing", "racing"]
    assert seat(match, "A").space is None
    card = hand(match, "B")[0]
    turn(match, f"{card}@B", "B")
    assert (space(match, "B") or "").startswith("3.3.")


# --- sides ----------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-SIDE-1", "ST-SIDE-2", "ST-R-40")
@pytest.mark.parametrize(("lane", "mat", "step"), [(1, "5/4/3", "L"), (5, "4/5/3", "R")])
def test_drifting_off_the_track_ends_the_move_with_a_dent(lane: int, mat: str, step: str) -> None:
    match = alone(LONG, f"1.{lane}.2 {mat} hand=3????")
    events = turn(match, f"3@B F{step}")
    assert [(each["what"], each["dents"]) for each in of_kind(events, "hit_side")] == [("side", 1)]
    assert (space(match, "A"), dents(match, "A")) == (f"1.{lane}.3", 1)
    assert (len(hand(match, "A")), seat(match, "A").hand_size) == (4, 5)


@pytest.mark.rule("ST-SIDE-2", "ST-HAND-2")
def test_after_it_the_hand_is_cut_if_it_is_too_large() -> None:
    match = at(LONG, A="0.1.1 4/3/3 hand=1122345", B="0.2.1", round=1)
    if to_move(match) == "B":
        turn(match, f"{hand(match, 'B')[0]}@B")
    match.play("3@B")
    match.play("L")
    assert (dents(match, "A"), view(match).decision, hand(match, "A")) == (1, "discard", "112245")


@pytest.mark.rule("ST-SIDE-3", "ST-R-7")
def test_the_side_may_be_hit_to_avoid_a_line() -> None:
    match = alone("start S CL/1 S finish:R", "1.1.6 4/3/3 hand=3????")
    kinds = {(each.crash, each.dents) for each in preview(match, "3@B").outcomes}
    assert kinds == {("side", 1), ("side", 4)}  # before the line or behind it
    turn(match, "3@B L")
    assert dents(match, "A") == 1


@pytest.mark.rule("ST-R-26", "ST-SIDE-1")
def test_beyond_the_line_the_edges_are_sides() -> None:
    match = at("start S finish:R", A="1.5.6 4/5/3 hand=3????", B="1.1.1")
    turn(match, "3@B FFR")
    assert (space(match, "A"), dents(match, "A")) == ("2.5.2", 1)


# --- saplings -------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-HAZARD-1")
def test_a_sapling_costs_a_dent_and_the_sled_moves_on() -> None:
    match = alone("start S(3.3) S finish:R", "1.3.2 hand=2????")
    match.play("2@B")
    assert dents(match, "A") == 1
    assert spaces(match, view(match).felled) == ["1.3.3"]
    events = match.play("none")
    assert (space(match, "A"), len(drawn(match.events))) == ("1.3.6", 0)
    assert told(events, "discarded", "drew") == []  # 4 cards and a dent: just 5
    assert seat(match, "A").hand_size == 5


@pytest.mark.rule("ST-HAZARD-1", "ST-TURN-2")
def test_a_sapling_bites_at_once() -> None:
    match = alone("start S(3.3,4.5) S finish:R", "1.3.2 3/4/3 hand=2????")
    match.play("2@B")  # speed 5, drift 1 right
    match.play("F")
    assert (dents(match, "A"), view(match).decision) == (1, "step")
    match.play("R")  # and FFF by itself, through the second
    assert (dents(match, "A"), space(match, "A"), view(match).decision) == (2, "2.4.1", "discard")


@pytest.mark.rule("ST-HAZARD-2", "ST-R-11")
def test_a_removed_sapling_stays_away() -> None:
    match = at("start S(3.3) S finish:R", A="1.3.2 hand=2????", B="1.3.1 hand=3????", order="A B")
    turn(match, "2@B")
    turn(match, "3@B", "B")
    assert (space(match, "B"), dents(match, "B")) == ("1.3.4", 0)
    assert spaces(match, view(match).felled) == ["1.3.3"]
    felled = alone("start S(3.3) S finish:R", "1.3.2 hand=2????", felled="1.3.3")
    turn(felled, "2@B")
    assert dents(felled, "A") == 0


@pytest.mark.rule("ST-HAZARD-1", "ST-SLED-1")
def test_a_sled_on_a_felled_saplings_space_is_a_sled() -> None:
    match = at(
        "start S(3.3) S finish:R", A="1.3.3", B="1.3.2 hand=3????", order="A B", to_move="B", felled="1.3.3"
    )
    events = turn(match, "3@B")
    assert told(events, "hit_sled", "broke_sapling") == ["hit_sled"]


# --- chasm and snow -------------------------------------------------------------------------------------


@pytest.mark.rule("ST-HAZARD-3", "ST-HAZARD-4", "ST-GEO-7", "ST-R-24")
@pytest.mark.parametrize(
    ("piece", "begin", "mat", "path", "what"),
    [
        ("H", "1.2.2", "3/3/3", "F", "pillar"),
        ("H", "1.3.2", "4/3/3", "L", "pillar"),
        ("H", "1.1.1", "3/3/3", "F", "rock"),
        ("H", "1.4.1", "3/4/3", "R", "rock"),
        ("DL", "1.1.1", "3/3/3", "F", "snow"),
        ("DL", "1.4.3", "4/3/3", "L", "snow"),
        ("DR", "1.3.3", "3/3/3", "F", "snow"),
    ],
)
def test_what_blocks_a_space_counts_as_the_side(
    piece: str, begin: str, mat: str, path: str, what: str
) -> None:
    match = alone(f"start {piece} S finish:R", f"{begin} {mat} hand=3????")
    events = turn(match, f"3@B {path}")
    assert [(each["what"], each["dents"]) for each in of_kind(events, "hit_side")] == [(what, 1)]
    assert (space(match, "A"), dents(match, "A"), seat(match, "A").hand_size) == (begin, 1, 5)


@pytest.mark.rule("ST-HAZARD-5", "ST-DRIFT-6")
@pytest.mark.parametrize(
    ("piece", "begin", "mat", "end"),
    [
        ("DL", "1.2.2", "2/3/4", "1.3.3"),  # beside the snow on 1.2.3
        ("DL", "1.3.3", "2/3/4", "1.4.4"),  # beside the snow on 1.3.4
        ("H", "1.3.3", "3/2/4", "1.2.4"),  # beside the pillar on 1.2.3
        ("H", "1.4.2", "3/2/4", "1.3.3"),  # beside the pillar on 1.4.3
    ],
)
def test_scenery_never_blocks_a_diagonal(piece: str, begin: str, mat: str, end: str) -> None:
    match = alone(f"start {piece} S finish:R", f"{begin} {mat} hand=4????")
    turn(match, "4@B")  # one step, a drift
    assert (space(match, "A"), dents(match, "A")) == (end, 0)


@pytest.mark.rule("ST-TRACK-1")
def test_a_join_is_a_line_between_two_spaces() -> None:
    match = alone(LONG, "1.3.6 3/3/3 hand=5????")
    turn(match, "5@B")
    assert space(match, "A") == "2.3.1"
