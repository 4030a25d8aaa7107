"""Dealing anew what a seat cannot know: what a searcher plays on with."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import deal, play_on
from chance import is_fair
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array


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
