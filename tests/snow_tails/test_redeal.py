"""Dealing anew what a seat cannot know, by counting cards: what a searcher plays on with."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from chance import is_fair
from snow_tails.helpers import LONG, alone, at, cards, hand, own, turn
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array


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
