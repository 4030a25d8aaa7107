"""Match: what may be done is done, what may not leaves every byte as it was."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

import trailmix
from engine import tiny
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR

HUGE = 10**5000
GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]


def refusal(match: Match, action: Any, seat: int | None = None) -> Refused:
    """Why it may not be played: `play` and `why` agree, and nothing has changed."""
    before, moves = match.states.tobytes(), len(match.moves)
    with pytest.raises(Refused) as refused:
        match.play(action, seat)
    assert match.why(action, seat) == refused.value.why == str(refused.value)
    assert match.states.tobytes() == before
    assert len(match.moves) == moves
    return refused.value


def test_an_action_has_three_forms() -> None:
    forms: list[Any] = ["roll", {"word": "roll"}, 1, np.int32(1)]
    after = set()
    for action in forms:
        match = tiny.match()
        match.play(action)
        after.add(match.states.tobytes())
    assert after == {tiny.match("roll").states.tobytes()}


@pytest.mark.parametrize(
    ("action", "key"),
    [
        ("", "malformed"),
        ("jump", "malformed"),
        ({}, "malformed"),
        ({"word": 5}, "malformed"),
        (-1, "unknown_number"),
        (6, "unknown_number"),
        (HUGE, "unknown_number"),
        (np.int64(-7), "unknown_number"),
        (True, "unknown_number"),
        (1.0, "unknown_number"),
        (None, "unknown_number"),
        (b"roll", "unknown_number"),
        (["roll"], "unknown_number"),
    ],
    ids=range(13),
)
def test_what_is_no_action_is_refused(action: Any, key: str) -> None:
    assert refusal(tiny.match(), action).message.key == f"refused.{key}"


def test_it_must_be_your_turn() -> None:
    match = tiny.match("pass")
    refused = refusal(match, "step", 0)
    assert refused.why == "It is not A's turn: B is to move."
    match.play("step", seat=1)


@pytest.mark.parametrize("seat", [-1, 2, True, 1.0, "A", HUGE], ids=range(6))
def test_it_must_be_a_seat(seat: Any) -> None:
    match = tiny.match()
    before = match.states.tobytes()
    for ask in (match.play, match.why):
        with pytest.raises(Refused, match=r"There is no seat .* seats are A, B"):
            ask("step", seat)
    assert match.states.tobytes() == before


@pytest.mark.parametrize("seat", [-2, 2, True, None, "A"])
def test_only_seats_and_onlookers_have_a_view(seat: Any) -> None:
    with pytest.raises(Refused, match="There is no seat"):
        tiny.match().view(seat)


def test_after_the_end_nothing_is_accepted() -> None:
    match = tiny.match("end")
    assert match.over
    assert match.actor is None
    assert refusal(match, "step").message.key == "refused.over"
    assert refusal(match, "step", 1).message.key == "refused.over"
    assert refusal(match, "jump").message.key == "refused.malformed"


def test_a_clone_goes_its_own_way() -> None:
    match = tiny.match("step")
    twin = match.clone()
    before = match.states.tobytes()
    twin.play("roll")
    twin.play("pass")
    assert match.states.tobytes() == before
    assert (len(match.moves), len(twin.moves)) == (1, 3)
    match.play("roll")
    assert match.states[0].die == twin.states[0].die, "the same future, until an action makes it another"
    twin = match.clone()
    assert (twin.seed, twin.salt, twin.setup) == (match.seed, match.salt, match.setup)


def test_a_move_remembers_the_state_before_it() -> None:
    match = tiny.match("roll")
    remembered = match.moves[0].before
    for word in ("roll", "pass", "roll"):
        match.play(word)
    assert match.moves[0].before == remembered == tiny.match().states.tobytes()
    assert [move.seat for move in match.moves] == [0, 0, 0, 1]


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_a_match_of_every_game(slug: str, players: int) -> None:
    """Random play to the end: there is always something to do, to see, to say."""
    match, whim = trailmix.new(slug, players, 5), random.Random(5)
    while not match.over:
        actor = match.actor
        assert actor is not None
        assert 0 <= actor < players
        assert match.prompt()
        assert len(match.actions()) in range(1, match.game.max_legal + 1)
        for seat in (SPECTATOR, actor):
            assert msgspec.json.encode(match.view(seat))
        match.play(whim.choice(match.actions()), seat=actor)
        assert len(match.moves) <= match.game.max_decisions
    assert len(match.scores()) == len(match.places()) == players
    assert 1 in match.places() or set(match.places()) == {None}
    assert {match.places()[seat] for seat in match.winners()} <= {1}
    assert msgspec.json.encode(match.table_view())
    assert [event for move in match.moves for event in move.events] == match.events


def test_people_are_called_by_their_names() -> None:
    match = trailmix.new("alpina", ["Ann", "Bob"], 1)
    first = match.names[0]
    (event,) = match.play(match.legal()[0])
    assert match.say(event.message).startswith(f"{first} lays ")
    assert match.why("none", seat=1) == f"It is not {match.names[1]}'s turn: {first} is to move."
