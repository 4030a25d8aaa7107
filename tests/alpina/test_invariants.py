"""The checker of invariants catches a state that breaks one, and says which."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from alpina.helpers import deal, play_on
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.games.alpina.rules import INVARIANTS
from trailmix.games.alpina.state import MID


def after(players: int, seed: int, decisions: int) -> Match:
    """A random match after so many decisions."""
    return play_on(deal(players, seed), random.Random(seed), decisions)


# --- invariants -----------------------------------------------------------------------------------------


def a_card_twice(s: Any) -> None:
    s.pile[3] = s.pile[4]


def a_card_of_the_grid_in_a_hand(s: Any) -> None:
    s.hand[1, 0] = min(s.grid[s.grid >= 0].min(), s.hand[1, 1] - 1)


def a_hand_too_small(s: Any) -> None:
    s.hand[1, 5] = -1
    s.hand_size[1] = 5


def a_hand_out_of_order(s: Any) -> None:
    s.hand[0, 0], s.hand[0, 1] = s.hand[0, 1].copy(), s.hand[0, 0].copy()


def a_hand_that_belies_its_size(s: Any) -> None:
    s.hand[0, 5] = -1


def a_pile_too_small(s: Any) -> None:
    s.pile_size -= 1


def a_hole_in_the_pile(s: Any) -> None:
    s.pile[0] = -1


def a_hiker_adrift(s: Any) -> None:
    s.hikers[0, 0] = 0
    s.supply[0] -= 1


def a_hiker_too_many(s: Any) -> None:
    s.supply[1] += 1


def a_hiker_owed(s: Any) -> None:
    s.supply[0], s.supply[1] = -1, s.supply[1] + s.supply[0] + 1


def a_hiker_for_an_empty_seat(s: Any) -> None:
    s.supply[3] += 1


def a_card_far_off(s: Any) -> None:
    row, col = np.argwhere(s.grid >= 0)[-1]
    s.grid[8, 8], s.grid[row, col] = s.grid[row, col].copy(), -1
    s.hikers[row, col] = -1


def a_frame_too_wide(s: Any) -> None:
    s.top, s.bottom = 0, 8


def no_start_card(s: Any) -> None:
    s.grid[MID, MID] = -1
    s.hikers[MID, MID] = -1


def a_turn_too_many(s: Any) -> None:
    s.turn += 1
    s.pile_size -= 1
    s.pile[s.pile_size] = -1


def over_too_soon(s: Any) -> None:
    s.decision = 2


CORRUPTIONS = [
    (a_card_twice, "Not every card is in exactly one place."),
    (a_card_of_the_grid_in_a_hand, "Not every card is in exactly one place."),
    (a_hand_too_small, "A hand has the wrong number of cards."),
    (a_hand_out_of_order, "Cards that are kept in ascending order are not."),
    (a_hand_that_belies_its_size, "There are more or fewer cards somewhere than are counted there."),
    (a_pile_too_small, "The pile has the wrong number of cards."),
    (a_hole_in_the_pile, "There are more or fewer cards somewhere than are counted there."),
    (a_hiker_adrift, "A hiker stands where no card lies."),
    (a_hiker_too_many, "Hikers placed and hikers left do not add up."),
    (a_hiker_owed, "Hikers placed and hikers left do not add up."),
    (a_hiker_for_an_empty_seat, "Hikers placed and hikers left do not add up."),
    (a_card_far_off, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (a_frame_too_wide, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (no_start_card, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (a_turn_too_many, "The number of cards laid does not fit the turn."),
    (over_too_soon, "The number of cards laid does not fit the turn."),
]


@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPTIONS, ids=[each.__name__ for each, _ in CORRUPTIONS])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = after(3, 5, 20)
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)] == sentence
