"""Taking back, by four rules: not across a turn, not making others redo, not across a reveal or chance."""

from __future__ import annotations

import pytest

import trailmix
from engine import tiny
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match


def refusal(match: Match, seat: int | None = None) -> str:
    """Why nothing can be taken back; every byte stays as it was."""
    before, moves = match.states.tobytes(), list(match.moves)
    with pytest.raises(Refused) as refused:
        match.undo(seat)
    assert match.states.tobytes() == before
    assert match.moves == moves
    return refused.value.message.key


def test_undo_gives_back_every_byte() -> None:
    match = tiny.match("step")
    before, history = match.states.tobytes(), len(match.moves)
    match.play("step")
    assert match.undo() == tiny.STEP
    assert match.states.tobytes() == before
    assert len(match.moves) == history


def test_undo_goes_back_action_by_action_to_the_start() -> None:
    match = tiny.match("step", "step", "step")
    start = tiny.match().states.tobytes()
    for _ in range(3):
        match.undo(seat=0)
    assert match.states.tobytes() == start
    assert refusal(match) == "refused.nothing_to_undo"


def test_rule_1_it_never_changes_whose_turn_it_is() -> None:
    assert refusal(tiny.match("pass")) == "refused.undo_other_turn"
    assert refusal(tiny.match("pass"), seat=0) == "refused.undo_other_turn"
    assert refusal(tiny.match("step", "end")) == "refused.undo_other_turn"


def test_rule_2_it_never_makes_others_do_something_again() -> None:
    match = tiny.match("pass", "step")
    assert refusal(match, seat=0) == "refused.undo_not_yours"
    assert match.undo(seat=1) == tiny.STEP
    assert refusal(match, seat=1) == "refused.undo_not_yours"


def test_rule_3_it_never_crosses_something_shown() -> None:
    match = tiny.match("step", "peek")
    assert refusal(match) == "refused.undo_reveal"
    match.play("step")
    match.undo()
    assert refusal(match) == "refused.undo_reveal"


def test_rule_4_it_never_crosses_chance() -> None:
    match = tiny.match("roll")
    assert refusal(match) == "refused.undo_chance"
    match.play("step")
    match.undo()
    assert refusal(match) == "refused.undo_chance"


@pytest.mark.parametrize("seat", [2, -1, True, "A", 10**5000], ids=["2", "-1", "True", "A", "huge"])
def test_a_seat_that_is_none_is_refused(seat: int) -> None:
    assert refusal(tiny.match("step"), seat) == "refused.no_seat"


@pytest.mark.rule("AL-R-25")
def test_alpina_takes_back_a_card_until_the_hiker_is_decided() -> None:
    match = trailmix.new("alpina", 2, 7)
    before = match.states.tobytes()
    card = match.legal()[0]
    match.play(card)
    match.undo()
    assert match.states.tobytes() == before
    match.play(card)
    match.play("none")
    assert refusal(match) == "refused.undo_other_turn"


def test_a_match_from_a_position_has_no_past() -> None:
    match = trailmix.new("alpina", 2, 7)
    match.play(match.legal()[0])
    assert refusal(trailmix.load(match.position())) == "refused.nothing_to_undo"
