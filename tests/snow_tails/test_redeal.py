"""Dealing anew what a seat cannot know, by counting cards: what a searcher plays on with."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from chance import is_fair
from snow_tails.helpers import LONG, alone, at, cards, deal, hand, own, play_on, situations, turn, view_bytes
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of
from trailmix.games.snow_tails.state import State

FIELDS = [name for name in State.fields if name not in ("events", "n_events")]


def redealt(match: Match, states: Array, seat: int, key: int | str) -> Match:
    twin = Match(match.setup, states.copy())
    border.redeal(match.setup.table, twin.states, seat, key_of(str(key), "redeal"))
    return twin


def everything(match: Match) -> list[bytes]:
    """The state but for the buffer of events, which is no part of the situation."""
    return [match.states[name].tobytes() for name in FIELDS]


@pytest.mark.rule("ST-R-38")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_redeal_keeps_the_view_and_every_card(players: int) -> None:
    for match in situations(players, 5, 8):
        for seat in range(SPECTATOR, players):
            twin = redealt(match, match.states, seat, 1)
            assert border.check(twin.setup.table, twin.states) == 0
            assert view_bytes(twin, seat) == view_bytes(match, seat)
    play_on(twin, random.Random(1))
    assert twin.over


@pytest.mark.rule("ST-R-38")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_truth_and_what_a_seat_sees_of_it_are_redealt_alike(players: int) -> None:
    for match in situations(players, 6, 8):
        for seat in range(SPECTATOR, players):
            from_truth = redealt(match, match.states, seat, "x")
            assert everything(from_truth) == everything(redealt(match, match.seen_by(seat), seat, "x"))
            assert from_truth.states["key"].tobytes() == key_of("x", "redeal").tobytes()


def test_the_real_future_is_never_kept() -> None:
    match = play_on(deal(3), random.Random(2), 12)
    other = match.clone()
    other.states["key"] = [[1, 2]]
    other.states["counter"] = 99
    first, second = redealt(match, match.states, 0, "x"), redealt(other, other.states, 0, "x")
    assert everything(first) == everything(second)


def many(match: Match, seat: int, number: int = 4000) -> Array:
    """The same situation, dealt anew many times."""
    states = np.repeat(match.states, number)
    keys = np.random.default_rng(1).integers(0, 2**64, (number, 2), np.uint64)
    for n in range(number):
        border.redeal(match.setup.table, states[n : n + 1], seat, keys[n])
    return states


@pytest.mark.rule("ST-R-38")
def test_a_hand_is_any_of_the_cards_that_lie_nowhere_open() -> None:
    """B has shown 4 1 2 2 5: of 15 others, 4 are held and 11 in the pile."""
    match = at(LONG, A="1.3.1", B="1.1.1 4/5/2 left=14 discards=22 hand=3345 dents=1")
    unseen = Counter("11112222333344445555") - Counter("14225")
    hands = many(match, 0)["hand"][:, 1]
    assert (hands.sum(axis=1) == 4).all()
    for value in range(1, 6):
        assert hands[:, value - 1].max() <= unseen[str(value)]
    assert is_fair([int(n) for n in hands.sum(axis=0)], [unseen[str(value)] for value in range(1, 6)])
    assert hand(match, "B") == "3345"


@pytest.mark.rule("ST-R-38", "ST-DECK-1")
def test_what_can_be_counted_is_known() -> None:
    """When a pile has run out, whoever has counted knows the hand; what is drawn later is open again."""
    match = at(LONG, A="1.5.1 hand=1????", B="1.3.1 hand=33445 pile=-")
    assert {tuple(each) for each in many(match, 0, 200)["hand"][:, 1].tolist()} == {(0, 0, 2, 2, 1)}
    turn(match, "1@B", "A")
    turn(match, "3@B", "B")  # one of the reshuffled cards is drawn
    hands = many(match, 0)["hand"][:, 1] - np.array([0, 0, 1, 2, 1])
    assert (hands >= 0).all()
    assert (hands.sum(axis=1) == 1).all()
    pile = Counter("11112222333344445555") - Counter("3445")  # all but what is known to be held
    assert is_fair([int(n) for n in hands.sum(axis=0)], [pile[str(value)] for value in range(1, 6)])


@pytest.mark.rule("ST-R-38")
def test_the_own_hand_and_pile_are_known() -> None:
    match = alone(LONG, "1.3.1 hand=12345")
    states = many(match, 0, 50)
    assert (states["hand"][:, 0] == 1).all()
    assert (np.sort(states["pile"][:, 0, :15]) == np.repeat(np.arange(1, 6), 3)).all()
    assert len(np.unique(states["pile"][:, 0], axis=0)) == 50  # but not its order
    onlooker = many(match, SPECTATOR, 50)["hand"][:, 0]
    assert len(np.unique(onlooker, axis=0)) > 10
    assert cards(own(match, "A").pile) == "111222333444555"
