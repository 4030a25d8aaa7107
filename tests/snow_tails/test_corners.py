"""Corners: safety lines and speeding (ledger, chapter 3.9)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import alone, at, dents, hand, of_kind, preview, space, started, to_move, told, turn

COURSE = "start S CL S S finish:R"


@pytest.mark.rule("ST-CORNER-2", "ST-CORNER-5", "WE-6")
@pytest.mark.parametrize("limit", [3, 4, 5])
@pytest.mark.parametrize("brake", range(1, 6))
def test_one_dent_for_each_point_above_the_safety_speed(limit: int, brake: int) -> None:
    match = alone(f"start S CL/{limit} S S finish:R", f"1.3.6 4/4/3 hand={brake}????")
    speed = 8 - brake
    events = turn(match, f"{brake}@B none")
    assert dents(match, "A") == max(0, speed - limit)
    expected = [{"limit": limit, "speed": speed, "over": speed - limit}] if speed > limit else []
    found = [{name: each[name] for name in ("limit", "speed", "over")} for each in of_kind(events, "sped")]
    assert found == expected


@pytest.mark.rule("ST-CORNER-1")
def test_inside_the_corner_there_is_no_limit() -> None:
    match = alone(COURSE, "2.5.1 5/5/3 hand=1????")
    turn(match, "1@B")  # speed 9 out of the corner
    assert (space(match, "A"), dents(match, "A")) == ("3.5.4", 0)


@pytest.mark.rule("ST-CORNER-1", "ST-GEO-6")
def test_a_drift_across_the_line_crosses_it() -> None:
    match = alone(COURSE, "1.3.6 5/4/3 hand=3????")
    turn(match, "3@B LFFFFF")  # speed 6 over 4
    assert dents(match, "A") == 2


@pytest.mark.rule("ST-CORNER-1")
def test_up_to_the_line_it_is_not_crossed() -> None:
    match = alone(COURSE, "1.3.1 4/4/3 hand=3????")
    turn(match, "3@B")  # speed 5 to 1.3.6
    assert (space(match, "A"), dents(match, "A")) == ("1.3.6", 0)


@pytest.mark.rule("ST-CORNER-2")
def test_the_movement_is_finished_first() -> None:
    match = alone(COURSE, "1.3.6 4/4/3 hand=3????")
    match.play("3@B")
    assert (dents(match, "A"), preview(match).bonus) == (0, 1)
    events = match.play("none")
    assert told(events, "sped") == ["sped"]
    assert space(match, "A") == "3.3.1"


@pytest.mark.rule("ST-CORNER-3", "ST-R-8")
def test_the_full_speed_counts_even_if_the_move_is_cut_short() -> None:
    match = at(COURSE, A="2.3.2", B="1.3.6 4/4/3 hand=2????", order="A B", to_move="B")
    events = turn(match, "2@B")
    assert of_kind(events, "sped")[0]["speed"] == 6  # one space was covered
    assert dents(match, "B") == 2
    side = alone(COURSE, "1.1.6 5/4/3 hand=3????")
    side.play("3@B")
    events = side.play("F")
    assert told(events, "sped") == []
    events = side.play("L")
    assert told(events, "sped", "hit_side") == ["sped", "hit_side"]
    assert dents(side, "A") == 2 + 1


@pytest.mark.rule("ST-CORNER-4")
def test_corner_dents_come_before_the_collision() -> None:
    match = at(COURSE, A="2.3.2", B="1.3.6 4/4/3 hand=2????", order="A B", to_move="B")
    assert told(match.play("2@B"), "sped", "hit_sled") == ["sped", "hit_sled"]
    fatal = at(COURSE, A="2.3.2", B="1.3.6 4/4/3 hand=2 dents=3", order="A B", to_move="B")
    assert told(fatal.play("2@B"), "sped", "wrecked", "hit_sled")[-1] == "wrecked"


@pytest.mark.rule("ST-R-6")
def test_every_line_is_judged_by_itself() -> None:
    match = alone("start S CL/6 CL/5 CL/7 S finish:R", "1.1.6 4/4/3 hand=1????")
    events = turn(match, "1@B")  # speed 7 on lane 1: two spaces in each corner
    assert [(each["limit"], each["over"]) for each in of_kind(events, "sped")] == [(6, 1), (5, 2)]
    assert dents(match, "A") == 3


@pytest.mark.rule("ST-R-7", "ST-SIDE-3", "ST-R-48")
def test_a_collision_before_the_line_costs_no_corner_dents() -> None:
    match = alone(COURSE, "1.1.6 5/4/3 hand=3????")
    events = turn(match, "3@B L")  # speed 6, off the track before the line
    assert told(events, "sped", "hit_side") == ["hit_side"]
    assert (space(match, "A"), dents(match, "A")) == ("1.1.6", 1)
    behind = at(COURSE, A="2.3.1", B="1.3.6 4/4/3 hand=1????", order="A B", to_move="B")
    turn(behind, "1@B")  # the sled stands right behind the line
    assert (space(behind, "B"), dents(behind, "B")) == ("1.3.6", 0)


@pytest.mark.rule("ST-R-32")
def test_the_line_of_a_first_corner_counts_in_the_first_move() -> None:
    match = at("start CL/1 S finish:R", A="0.1.1 hand=2????", B="0.2.1", round=1)
    turn(match, "2@B")
    assert dents(match, "A") == 3
    assert to_move(match) == "B"


@pytest.mark.rule("ST-R-45")
@pytest.mark.parametrize(("piece", "dented"), [("UL", 2), ("UR", 2), ("CR", 1), ("UL/5", 0), ("UR/1", 4)])
def test_a_u_turn_is_a_corner(piece: str, dented: int) -> None:
    match = alone(f"start S {piece} S finish:R", "1.3.6 4/4/3 hand=3????")
    turn(match, "3@B")
    assert dents(match, "A") == dented


@pytest.mark.rule("ST-R-45", "ST-CORNER-1")
def test_a_u_turn_has_one_line() -> None:
    match = alone("start S UL/1 S finish:R", "2.1.2 3/4/3 hand=3????")
    turn(match, "3@B RFFF")  # across the middle of the U-turn
    assert dents(match, "A") == 0


@pytest.mark.rule("ST-CORNER-1")
def test_other_joins_have_no_line() -> None:
    match = started(2, [1, 2], "start S S S S finish:R")
    for _ in range(12):
        if match.over:
            break
        assert all(not each.lines for each in preview(match, f"{hand(match, to_move(match))[0]}@B").outcomes)
        match.play(match.legal()[0])
        while not match.over and match.legal()[0][0] not in "12345":
            match.play(match.legal()[-1])
