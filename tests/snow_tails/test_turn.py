"""The turn as a whole: its parts and their order, and who decides (ledger, chapters 3.3 and 3.14)."""

from __future__ import annotations

import random

import pytest

from snow_tails.helpers import (
    STRAIGHT,
    alone,
    at,
    deal,
    dents,
    hand,
    legal,
    play_on,
    refusal,
    seat,
    space,
    to_move,
    told,
    turn,
    view,
)

HAPPENS = ("played", "broke_sapling", "took_bonus", "sped", "hit_sled", "hit_side", "drew", "discarded")


@pytest.mark.rule("ST-TURN-1")
def test_cards_are_played_the_sled_moves_the_hand_is_filled() -> None:
    match = alone(STRAIGHT, "1.3.1 hand=22445")
    events = turn(match, "4@LR FFFFF")
    assert told(events, "played", "moved", "drew") == ["played", "moved", "drew"]
    assert space(match, "A") == "1.3.6"
    assert len(hand(match, "A")) == 5
    assert seat(match, "A").hand_size == 5


@pytest.mark.rule("ST-TURN-2", "ST-R-9")
def test_saplings_then_lines_then_the_side_then_the_hand() -> None:
    match = alone("start S(1.6) CL/7 S finish:L", "1.1.5 3/4/1 hand=52222")
    events = turn(match, "5@L FFL")  # 5/4/1: speed 8, drift 1 left
    assert told(events, *HAPPENS) == ["played", "broke_sapling", "sped", "hit_side", "discarded", "discarded"]
    assert dents(match, "A") == 3


@pytest.mark.rule("ST-TURN-2", "ST-CORNER-4", "ST-R-9")
def test_lines_then_the_collision_then_the_discard() -> None:
    match = at("start S CL S finish:R", A="2.2.2", B="1.2.6 4/4/1 hand=12345", order="A B", to_move="B")
    events = turn(match, "1@B discard 2 discard 3")  # speed 7: 3 dents, then A's sled
    assert told(events, *HAPPENS) == ["played", "sped", "hit_sled", "discarded", "discarded"]
    assert (dents(match, "B"), hand(match, "B")) == (3, "45")


@pytest.mark.rule("ST-TURN-2")
def test_the_bonus_comes_before_the_lines() -> None:
    match = alone("start S CL S finish:R", "1.2.6 hand=22345")
    match.play("2@B")  # 3/3/2: speed 4, at the limit
    assert view(match).decision == "bonus"
    assert dents(match, "A") == 0
    events = match.play("bonus")
    assert told(events, *HAPPENS) == ["took_bonus", "sped"]
    assert dents(match, "A") == 1


@pytest.mark.rule("ST-FLOW-6")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_only_the_seat_on_turn_decides(players: int) -> None:
    match, whims = deal(players, 2), random.Random(2)
    while not match.over:
        shown = view(match)
        assert to_move(match) == shown.to_move == shown.order[shown.turn]
        other = (1 + (match.actor or 0)) % players
        assert refusal(match, match.actions()[0], other).startswith("It is not ")
        assert len(legal(match)) > 1  # a single option is carried out by itself
        play_on(match, whims, 1)


@pytest.mark.rule("ST-FLOW-6", "ST-FLOW-3", "ST-R-20")
def test_steps_without_an_alternative_are_taken_by_themselves() -> None:
    match = alone(STRAIGHT, "1.2.2 3/5/5 hand=5????")
    match.play("5@B")
    assert legal(match) == {"F", "R"}
    match.play("F")  # two drifts are left and two steps
    assert space(match, "A") == "1.4.5"
    assert view(match).round == 3


@pytest.mark.rule("ST-FLOW-7")
def test_after_the_race_nobody_decides() -> None:
    match = play_on(deal(2, 5), random.Random(5))
    assert (match.actor, match.legal(), view(match).decision, view(match).to_move) == (None, [], "over", None)
    assert refusal(match, "F") == refusal(match, "start 1")
