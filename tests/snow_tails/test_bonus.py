"""The bonus of balanced sleds (ledger, chapter 3.6 and ST-FLOW-4)."""

from __future__ import annotations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    dents,
    hand,
    legal,
    of_kind,
    order,
    preview,
    seat,
    space,
    started,
    status,
    to_move,
    told,
    turn,
    view,
)
from trailmix.engine.match import Match


@pytest.mark.rule("ST-BONUS-1", "ST-BONUS-3", "ST-R-42")
def test_the_bonus_is_the_race_position_straight_ahead() -> None:
    match = at(LONG, **{name: f"{5 - n}.{n + 1}.1 hand=5????" for n, name in enumerate("ABCDE")})
    for position, name in enumerate("ABCDE", 1):
        match.play("5@B")  # speed 1
        assert (to_move(match), view(match).decision, legal(match)) == (name, "bonus", {"bonus", "none"})
        assert preview(match).bonus == position
        events = match.play("bonus")
        assert of_kind(events, "took_bonus") == [{"number": position, "speed": 1 + position}]
    # one row each for the normal step, then 1 to 5 in the same lane
    assert [space(match, name) for name in "ABCDE"] == ["5.1.3", "4.2.4", "3.3.5", "2.4.6", "2.5.1"]


@pytest.mark.rule("ST-BONUS-1", "ST-BONUS-2")
def test_it_may_be_left_and_is_all_or_nothing() -> None:
    match = at(LONG, A="3.1.1", B="2.3.1 hand=5????", order="A B", to_move="B")
    match.play("5@B")
    assert legal(match) == {"bonus", "none"}
    events = match.play("none")
    assert of_kind(events, "left_bonus") == [{"number": 2}]
    assert space(match, "B") == "2.3.2"


@pytest.mark.rule("ST-BONUS-1", "ST-FLOW-4")
def test_only_a_balanced_sled_is_asked() -> None:
    match = alone(LONG, "1.3.1 hand=4????")
    assert preview(match, "4@L").bonus == 0
    assert preview(match, "4@B").bonus == 1
    turn(match, "4@L LFFF")
    assert view(match).round == 3


@pytest.mark.rule("ST-BONUS-4", "ST-FLOW-4")
@pytest.mark.parametrize("mat", ["2/2/1", "1/1/1"])
def test_a_speed_of_0_gives_no_bonus(mat: str) -> None:
    match = alone(LONG, f"1.3.1 {mat} hand=45???")
    assert preview(match, "5@B").bonus == 0
    assert told(turn(match, "4@B"), "stood", "left_bonus") == ["stood"]
    assert view(match).decision == "play"


@pytest.mark.rule("ST-BONUS-5", "ST-R-19", "WE-1")
def test_there_is_none_in_round_1() -> None:
    match = started(2, [1, 2], LONG)
    first = to_move(match)
    card = hand(match, first)[0]
    assert preview(match, f"{card}@B").bonus == 0
    match.play(f"{card}@B")
    assert to_move(match) != first


@pytest.mark.rule("ST-R-19")
def test_round_2_has_one_even_for_a_sled_that_has_not_moved() -> None:
    at_the_start = at(LONG, A="0.3.1 hand=4????", B="1.5.2", round=1)
    turn(at_the_start, hand_play(at_the_start), "B")
    assert view(at_the_start).round == 1
    assert preview(at_the_start, "4@B").bonus == 0
    later = at(LONG, A="0.3.1 hand=4????", B="1.5.2", order="B A", to_move="A")
    assert preview(later, "4@B").bonus == 2


def hand_play(match: Match) -> str:
    """Any card on the brake."""
    return f"{hand(match, to_move(match))[0]}@B"


@pytest.mark.rule("ST-BONUS-6", "ST-R-5", "ST-CORNER-3")
@pytest.mark.parametrize(("answer", "taken"), [("none", 0), ("bonus", 2)])
def test_it_is_part_of_the_speed_for_a_line_crossed_before_it(answer: str, taken: int) -> None:
    match = at("start S CL S S finish:R", A="3.1.1", B="1.2.6 hand=2????", order="A B", to_move="B")
    events = turn(match, f"2@B {answer}")  # speed 4, limit 4
    assert dents(match, "B") == taken
    assert [each["speed"] for each in of_kind(events, "sped")] == [6] * (taken > 0)


@pytest.mark.rule("ST-BONUS-6", "ST-CORNER-3")
def test_it_is_the_speed_for_a_line_crossed_within_it() -> None:
    match = at("start S CL S S finish:R", A="3.1.1", B="1.2.2 hand=2????", order="A B", to_move="B")
    turn(match, "2@B bonus")  # speed 4 to 1.2.6, then 2.2.1 and 2.2.2
    assert (space(match, "B"), dents(match, "B")) == ("2.2.2", 2)


# --- which position -------------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-2")
def test_finished_sleds_count_as_ahead() -> None:
    match = at(LONG, A="9.1.1 place=1", B="9.2.3 place=2", C="2.3.1 hand=5????")
    assert seat(match, "C").position == 3
    assert preview(match, "5@B").bonus == 3
    turn(match, "5@B bonus")
    assert space(match, "C") == "2.3.5"


@pytest.mark.rule("ST-R-2")
def test_wrecks_do_not_count_even_if_they_happened_in_this_round() -> None:
    match = at("start S S S finish:R", A="1.5.4 3/5/3 hand=4 dents=4", B="1.3.1 hand=5????")
    assert seat(match, "B").position == 2
    turn(match, "4@B R")  # off the track: the fifth dent
    assert status(match) == "wrecked racing"
    assert preview(match, "5@B").bonus == 1


@pytest.mark.rule("ST-R-2")
def test_the_position_is_that_before_the_move() -> None:
    match = at(LONG, A="1.1.4 3/3/5 hand=5????", B="1.3.2 hand=1????", order="A B", to_move="B")
    match.play("1@B")  # five steps, past A
    assert space(match, "B") is not None
    assert preview(match).bonus == 2


@pytest.mark.rule("ST-R-2", "ST-R-1")
def test_those_beyond_the_line_in_this_round_are_ahead() -> None:
    match = at(STRAIGHT, A="3.1.4", B="2.3.1 hand=5????", order="A B", to_move="B")
    assert preview(match, "5@B").bonus == 2


# --- what is in the way ---------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-3", "ST-FLOW-4")
def test_after_a_collision_it_is_not_asked() -> None:
    match = at(LONG, A="1.3.3", B="1.3.2 hand=4????", order="A B", to_move="B")
    assert {each.bonus for each in preview(match, "4@B").outcomes} == {0}
    events = turn(match, "4@B")
    assert told(events, "hit_sled", "left_bonus", "took_bonus") == ["hit_sled"]
    rock = alone("start H S finish:R", "1.1.1 hand=4????")
    assert told(turn(rock, "4@B"), "hit_side", "left_bonus") == ["hit_side"]


@pytest.mark.rule("ST-R-3", "ST-DENT-4")
def test_after_a_wreck_it_is_not_asked() -> None:
    match = alone("start S(3.2) S finish:R", "1.3.1 hand=5 dents=4")
    assert told(turn(match, "5@B"), "wrecked", "left_bonus") == ["wrecked"]
    assert match.over


@pytest.mark.rule("ST-R-4", "ST-R-23", "ST-BONUS-3")
def test_it_may_run_into_a_sled_and_counts_in_full() -> None:
    match = at("start S CL S finish:R", A="2.2.2", B="1.2.5 hand=5????", order="A B", to_move="B")
    events = turn(match, "5@B bonus")  # 1.2.6, then 2.2.1, then A's sled; a speed of 3
    assert told(events, "took_bonus", "hit_sled", "drew") == ["took_bonus", "hit_sled"]
    assert (space(match, "B"), dents(match, "B"), len(hand(match, "B"))) == ("2.2.1", 0, 4)
    fast = at("start S CL/2 S finish:R", A="2.2.2", B="1.2.5 hand=5????", order="A B", to_move="B")
    turn(fast, "5@B bonus")  # 1 + 2 although only two spaces are covered
    assert (space(fast, "B"), dents(fast, "B")) == ("2.2.1", 1)


@pytest.mark.rule("ST-R-4", "ST-R-24")
@pytest.mark.parametrize(
    ("piece", "begin", "end", "what"),
    [("H", "1.2.1", "1.2.2", "pillar"), ("H", "0.1.1", "1.1.1", "rock"), ("DL", "0.1.1", "1.1.1", "snow")],
)
def test_it_may_run_into_scenery(piece: str, begin: str, end: str, what: str) -> None:
    match = at(f"start {piece} S finish:R", A="2.5.5", B=f"{begin} hand=5????", order="A B", to_move="B")
    events = turn(match, "5@B bonus", "B")
    assert [each["what"] for each in of_kind(events, "hit_side")] == [what]
    assert (space(match, "B"), dents(match, "B")) == (end, 1)


@pytest.mark.rule("ST-BONUS-3", "ST-HAZARD-1")
def test_saplings_bite_in_the_bonus_too() -> None:
    match = alone("start S(3.3) S finish:R", "1.3.1 hand=5????")
    turn(match, "5@B bonus")
    assert (space(match, "A"), dents(match, "A")) == ("1.3.3", 1)


@pytest.mark.rule("ST-R-43", "WE-19")
def test_the_printed_threes_are_balanced() -> None:
    match = at(LONG, A="1.3.1 hand=4????", B="0.1.1")
    assert order(match) == "AB"
    assert preview(match, "4@B").bonus == 1
