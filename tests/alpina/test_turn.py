"""The turn: AL-TURN, and the rulings on its order."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import SEATS, at, deal, hand, lay, play_on, refusal, view
from random_play import Played
from trailmix.engine.errors import Refused
from trailmix.games.alpina.state import CARD, FIRST_HIKER, HIKER, OVER


@pytest.mark.rule("AL-TURN-1", "AL-DRAW-2")
@pytest.mark.parametrize(("answer", "kind"), [("none", "declined"), ("hiker 0,0", "placed")])
def test_a_turn_is_a_card_then_a_hiker_then_a_draw(answer: str, kind: str) -> None:
    match = at(["C06*"])
    card = hand(match, 0)[0]
    assert [event.kind for event in match.play(f"{card}@0,1")] == ["laid"]
    assert [event.kind for event in match.play(answer)] == [kind, "drew"]
    assert {event.seat for event in match.events} == {"A"}


@pytest.mark.rule("AL-TURN-1", "AL-R-21")
def test_the_hiker_comes_after_the_card() -> None:
    match = at(["C06*"])
    for action in ("hiker 0,0", "hiker 0,1", "none"):
        assert refusal(match, action) == "First lay a card; the hiker comes after it."


@pytest.mark.rule("AL-TURN-2")
def test_there_is_no_pass() -> None:
    match = at(["C06*"])
    assert all("@" in action for action in match.legal())
    assert refusal(match, "none") == "First lay a card; the hiker comes after it."
    assert refusal(match, "pass").startswith("'pass' is not an action of Alpina.")


@pytest.mark.rule("AL-TURN-2", "AL-TURN-4", "AL-DRAW-1")
def test_the_card_and_the_draw_are_compulsory_and_the_hiker_is_not(played: tuple[int, Played]) -> None:
    players, matches = played
    states = matches.states
    laid = (states["grid"] >= 0).sum(axis=(2, 3))
    assert (laid == 1 + (np.arange(49) + 1) // 2).all()  # one more after every first decision
    assert (states["pile_size"] == 55 - 6 * players - np.arange(49) // 2).all()  # one less after every second
    declined = matches.actions[:, 1::2] == matches.actions.max()
    assert declined.any()
    assert not declined.all()


@pytest.mark.rule("AL-TURN-3", "AL-TURN-4", "AL-SETUP-7")
def test_seats_take_24_turns_in_order_two_decisions_each(played: tuple[int, Played]) -> None:
    players, matches = played
    assert (matches.actors[:, :48] == np.arange(48) // 2 % players).all()
    assert (matches.actors[:, 48] == -1).all()
    assert (matches.states["turn"] == np.arange(49) // 2).all()
    decisions = [int((matches.actors[0] == seat).sum()) for seat in range(players)]
    assert decisions == [{2: 24, 3: 16, 4: 12}[players]] * players


@pytest.mark.rule("AL-TURN-4", "AL-TURN-1")
def test_card_and_hiker_are_asked_by_turns(played: tuple[int, Played]) -> None:
    _, matches = played
    assert (matches.states["decision"][:, 0:48:2] == CARD).all()
    assert (matches.states["decision"][:, 1:48:2] == HIKER).all()
    assert (matches.states["decision"][:, 48] == OVER).all()
    assert (matches.actions[:, 0::2] < FIRST_HIKER).all()
    assert (matches.actions[:, 1::2] >= FIRST_HIKER).all()


@pytest.mark.rule("AL-TURN-5", "AL-DRAW-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_between_the_two_decisions_only_the_second_is_accepted(players: int) -> None:
    match = play_on(deal(players), random.Random(1), 10)
    seat, pile = match.actor, match.states[0].pile.tobytes()
    assert seat is not None
    card = lay(match, match.legal()[0].split("@")[1])
    assert match.actor == seat
    assert len(hand(match, seat)) == 5
    assert card in {spot.card for spot in view(match).grid}
    assert match.states[0].pile.tobytes() == pile
    for held in hand(match, seat):
        for action in (f"{held}@{row},{col}" for row in range(-4, 5) for col in range(-4, 5)):
            assert match.why(action) == "You have laid your card for this turn: now place a hiker, or none."
    for other in set(range(players)) - {seat}:
        for action in match.legal():
            sentence = f"It is not {SEATS[other]}'s turn: {SEATS[seat]} is to move."
            assert refusal(match, action, seat=other) == sentence


@pytest.mark.rule("AL-R-25", "AL-PLAY-6")
def test_the_card_may_be_taken_back_before_the_second_decision_only() -> None:
    match = deal(3)
    before = match.states.tobytes()
    lay(match, "0,1")
    with pytest.raises(Refused, match=r"^Only A may take back what A has just done\.$"):
        match.undo(seat=1)
    match.undo(seat=0)
    assert match.states.tobytes() == before
    lay(match, "0,1")
    match.play("none")
    with pytest.raises(Refused, match=r"^It is too late to take that back: the turn has passed on\.$"):
        match.undo()


@pytest.mark.rule("AL-R-25", "AL-END-6")
def test_nothing_is_taken_back_after_the_end() -> None:
    match = play_on(deal(), random.Random(2))
    over = match.states.tobytes()
    with pytest.raises(Refused):
        match.undo()
    assert match.states.tobytes() == over
