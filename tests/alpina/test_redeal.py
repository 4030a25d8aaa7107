"""Dealing anew what a seat cannot know: what a searcher plays on with."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import deal, hand, play_on, situations, view_bytes
from chance import is_fair
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of
from trailmix.games.alpina.state import State

FIELDS = [name for name in State.fields if name not in ("events", "n_events")]


def redealt(match: Match, states: Array, seat: int, key: int | str) -> Match:
    twin = Match(match.setup, states.copy())
    border.redeal(match.setup.table, twin.states, seat, key_of(str(key), "redeal"))
    return twin


def everything(match: Match) -> list[bytes]:
    """The state but for the buffer of events, which is no part of the situation."""
    return [match.states[name].tobytes() for name in FIELDS]


@pytest.mark.rule("AL-DRAW-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_redeal_keeps_the_view_and_every_card(players: int) -> None:
    for match in situations(players, 5, range(0, 48, 3)):
        for seat in range(SPECTATOR, players):
            twin = redealt(match, match.states, seat, 1)
            assert border.check(twin.setup.table, twin.states) == 0
            assert view_bytes(twin, seat) == view_bytes(match, seat)
            if seat != SPECTATOR:
                assert hand(twin, seat) == hand(match, seat)
            play_on(twin, random.Random(1))
            assert twin.over


@pytest.mark.rule("AL-DRAW-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_truth_and_what_a_seat_sees_of_it_are_redealt_alike(players: int) -> None:
    for match in situations(players, 6, range(0, 49, 3)):
        for seat in range(SPECTATOR, players):
            from_truth = redealt(match, match.states, seat, "x")
            assert everything(from_truth) == everything(redealt(match, match.seen_by(seat), seat, "x"))
            if not match.over:
                assert everything(from_truth) != everything(redealt(match, match.states, seat, "y"))


def test_the_real_future_is_never_kept() -> None:
    match = play_on(deal(3), random.Random(2), 12)
    other = match.clone()
    other.states["key"] = [[1, 2]]
    other.states["counter"] = 99
    first, second = redealt(match, match.states, 0, "x"), redealt(other, other.states, 0, "x")
    assert everything(first) == everything(second)
    assert first.states["key"].tobytes() == key_of("x", "redeal").tobytes() != match.states["key"].tobytes()


@pytest.mark.rule("AL-R-26")
def test_after_the_end_nothing_is_hidden_and_nothing_is_dealt_anew() -> None:
    match = play_on(deal(3), random.Random(2))
    twin = redealt(match, match.states, 0, "x")
    for name in set(FIELDS) - {"key", "counter"}:
        assert twin.states[name].tobytes() == match.states[name].tobytes()
    assert twin.states["key"].tobytes() != match.states["key"].tobytes()


def many(match: Match, seat: int, number: int = 6000) -> Array:
    """The same situation, dealt anew many times."""
    states = np.repeat(match.states, number)
    keys = np.random.default_rng(1).integers(0, 2**64, (number, 2), np.uint64)
    for n in range(number):
        border.redeal(match.setup.table, states[n : n + 1], seat, keys[n])
    return states


@pytest.mark.rule("AL-DRAW-4")
def test_a_hidden_card_can_be_anywhere_equally_likely() -> None:
    match = play_on(deal(2), random.Random(3), 40)
    states, size = many(match, 0), 23
    assert match.states["pile_size"][0] == size
    for card in (int(match.states["hand"][0, 1, 0]), int(match.states["pile"][0, 5])):
        in_hand = int((states["hand"][:, 1] == card).sum())
        in_pile = [int((states["pile"][:, place] == card).sum()) for place in range(size)]
        assert in_hand + sum(in_pile) == len(states)
        assert is_fair([in_hand, *in_pile], [6] + [1] * size)


@pytest.mark.rule("AL-DRAW-4")
def test_two_hidden_cards_are_dealt_independently() -> None:
    match = play_on(deal(2), random.Random(3), 40)
    states = many(match, 0)
    first, second = (int(card) for card in match.states["pile"][0, :2])
    in_first, in_second = ((states["hand"][:, 1] == card).any(axis=1) for card in (first, second))
    seen = [(in_first & in_second).sum(), (in_first & ~in_second).sum()]
    seen += [(~in_first & in_second).sum(), (~in_first & ~in_second).sum()]
    assert is_fair([int(n) for n in seen], [6 * 5, 6 * 23, 23 * 6, 23 * 22])  # 29 places, 6 in the hand


@pytest.mark.rule("AL-DRAW-4")
def test_an_onlooker_knows_no_hand() -> None:
    match = play_on(deal(4), random.Random(4), 40)
    states, pile = many(match, SPECTATOR), int(match.states["pile_size"][0])
    card = int(match.states["hand"][0, 2, 3])
    seen = [int((states["hand"][:, seat] == card).sum()) for seat in range(4)]
    assert is_fair([*seen, len(states) - sum(seen)], [6, 6, 6, 6, pile])
