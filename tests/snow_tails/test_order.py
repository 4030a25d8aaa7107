"""Rounds and race order: who is ahead, whose turn it is (ledger, chapter 3.2).

How spaces of a course lie to each other is tested with the track, in test_track_order.py.
"""

from __future__ import annotations

import random

import pytest

from snow_tails.helpers import LONG, at, deal, order, play_on, space, started, to_move, turn, view
from trailmix.engine.match import Match


def positions(match: Match) -> str:
    """The race positions of A, B, C ..."""
    return " ".join(str(each.position) for each in view(match).seats)


@pytest.mark.rule("ST-ORDER-1", "ST-R-1")
def test_everyone_has_one_turn_a_round_leader_first_whoever_is_overtaken() -> None:
    match = at(LONG, A="1.1.3 3/3/5 hand=5????", B="1.2.2 hand=1????", C="1.3.1 hand=1????")
    assert (order(match), view(match).round) == ("ABC", 2)
    turn(match, "5@B", "A")  # one step
    assert to_move(match) == "B"
    turn(match, "1@B FFFFF", "B")  # past A, who has had the turn
    assert (to_move(match), order(match), view(match).turn) == ("C", "ABC", 2)
    assert positions(match) == "2 1 3"
    turn(match, "1@B FFFFF", "C")
    assert (view(match).round, to_move(match)) == (3, "B")
    assert [space(match, name) for name in "ABC"] == ["1.1.4", "2.2.1", "1.3.6"]
    assert order(match) == "BCA"


@pytest.mark.rule("ST-ORDER-2", "ST-ORDER-7")
def test_the_position_is_one_more_than_the_sleds_ahead() -> None:
    match = at(LONG, A="1.1.3", B="2.5.1", C="1.2.6", D="1.3.1", E="4.4.4")
    assert order(match) == "EBCAD"
    assert positions(match) == "4 2 3 5 1"
    assert view(match).standing == tuple("EBCAD")


@pytest.mark.rule("ST-ORDER-7", "ST-ORDER-5", "ST-SETUP-3")
@pytest.mark.parametrize("course", ["nutcracker", "hobbit", "start S finish:R", "start S finish:L"])
def test_round_1_goes_from_the_inner_start_space_to_the_outer(course: str) -> None:
    match = started(4, [3, 5, 1, 4], course)
    assert order(match) == "CADB"
    assert positions(match) == "2 4 1 3"


@pytest.mark.rule("ST-ORDER-3", "ST-ORDER-4")
def test_in_a_corner_the_level_counts_and_then_the_inside() -> None:
    match = at("start S CL S finish:R", A="2.5.2", B="2.1.1", C="2.3.2", D="2.4.2")
    # fronts: 20, 30, 30, 24 ticks into the corner
    assert order(match) == "BCDA"


@pytest.mark.rule("ST-ORDER-5", "ST-ORDER-6")
@pytest.mark.parametrize(
    ("course", "expected"),
    [
        ("start S S CL CR finish:R", "ABC"),
        ("start S S UR CL finish:L", "CBA"),
        ("start S S finish:L", "ABC"),
        ("start S S finish:R", "CBA"),
    ],
)
def test_level_on_a_straight(course: str, expected: str) -> None:
    assert order(at(course, A="1.1.4", B="1.3.4", C="1.5.4")) == expected


@pytest.mark.rule("ST-ORDER-1", "ST-FLOW-6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_every_round_every_racing_sled_plays_once_in_race_order(players: int) -> None:
    match = play_on(deal(players, 3), random.Random(3))
    expected: list[str] = []
    rounds = 0
    for event in match.events:
        if event.kind == "round_began":
            assert expected == []
            expected, rounds = list(event.values["order"]), rounds + 1
        elif event.kind in ("played", "wrecked") and expected and event.seat == expected[0]:
            expected.pop(0)
        elif event.kind == "played":
            pytest.fail(f"{event.seat} played out of turn")
    assert rounds >= 1
