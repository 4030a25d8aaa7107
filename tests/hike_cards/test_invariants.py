"""The invariants of a state hold whatever is played, and the checker catches a state that breaks one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hike_cards.helpers import at
from trailmix.engine import border
from trailmix.games.hike_cards.rules import INVARIANTS


def a_card_too_many(s: Any) -> None:
    s.deck[2] += 1
    s.deck_size += 1


def a_card_of_the_deck_swapped(s: Any) -> None:
    s.deck[2] -= 1
    s.deck[3] += 1


def a_card_less_than_none(s: Any) -> None:
    s.hand[0, 8], s.hand[1, 8] = -1, s.hand[1, 8] + 1 + s.hand[0, 8]


def a_hand_that_belies_its_size(s: Any) -> None:
    s.hand_size[0] += 1


def a_hand_that_hides_a_card(s: Any) -> None:
    s.held[0] &= ~(1 << int(np.flatnonzero(s.hand[0])[0]))


def a_hand_that_claims_a_card(s: Any) -> None:
    s.held[1] |= 1 << int(np.flatnonzero(s.hand[1] == 0)[0])


def left_with_cards(s: Any) -> None:
    s.left[s.n_left] = s.asked
    s.n_left += 1


def left_without_a_name(s: Any) -> None:
    s.n_left += 1


def leftovers_of_one_still_in(s: Any) -> None:
    s.leftovers[1, 1] += 1
    s.deck[1] -= 1
    s.deck_size -= 1


def bugs_without_poop(s: Any) -> None:
    s.bugs[1] += 1
    s.deck[1] -= 1
    s.deck_size -= 1


def trees_without_spring(s: Any) -> None:
    s.trees[1] += 1
    s.deck[6] -= 1
    s.deck_size -= 1


def turned_for_no_reason(s: Any) -> None:
    s.direction = -s.direction


def peaks_that_draw_for_no_reason(s: Any) -> None:
    s.peaks_draw = 1 - s.peaks_draw


def trails_that_reverse_for_no_reason(s: Any) -> None:
    s.trails_reverse = 1 - s.trails_reverse


def a_bird_too_many(s: Any) -> None:
    s.birds += 1


def a_worm_of_nobody(s: Any) -> None:
    s.worm_by = 1


def a_worm_caught_by_nobody(s: Any) -> None:
    s.worm_holder = 1


def another_top(s: Any) -> None:
    s.top = (s.top + 1) % 7


def a_deck_that_belies_its_size(s: Any) -> None:
    s.deck_size += 1


def a_named_card_that_is_not_there(s: Any) -> None:
    s.named[0] = 10
    s.named[1] = 10
    s.n_named = 2


def an_earthquake_of_no_cards(s: Any) -> None:
    s.shaken[0] = 17


def nobody_asked(s: Any) -> None:
    s.asked = -1


def asked_out_of_turn(s: Any) -> None:
    s.asked = (s.asked + 1) % 3


def over_too_soon(s: Any) -> None:
    s.decision, s.asked, s.turn = 4, -1, -1


def won_already(s: Any) -> None:
    s.totals[1] = 99


LOST, HAND, LEFT, FACE_UP, PLAYS, DECK, BUGS, DECISION, TOTALS = INVARIANTS[1:]
CORRUPTIONS: list[tuple[Callable[[Any], None], str]] = [
    (a_card_too_many, LOST),
    (a_card_of_the_deck_swapped, LOST),
    (a_card_less_than_none, LOST),
    (a_hand_that_belies_its_size, HAND),
    (a_hand_that_hides_a_card, HAND),
    (a_hand_that_claims_a_card, HAND),
    (left_with_cards, LEFT),
    (left_without_a_name, LEFT),
    (leftovers_of_one_still_in, FACE_UP),
    (bugs_without_poop, FACE_UP),
    (trees_without_spring, FACE_UP),
    (turned_for_no_reason, PLAYS),
    (peaks_that_draw_for_no_reason, PLAYS),
    (trails_that_reverse_for_no_reason, PLAYS),
    (a_bird_too_many, PLAYS),
    (a_worm_of_nobody, PLAYS),
    (a_worm_caught_by_nobody, PLAYS),
    (another_top, PLAYS),
    (a_deck_that_belies_its_size, DECK),
    (a_named_card_that_is_not_there, DECK),
    (an_earthquake_of_no_cards, DECK),
    (nobody_asked, DECISION),
    (asked_out_of_turn, DECISION),
    (over_too_soon, DECISION),
    (won_already, TOTALS),
]


@pytest.mark.rule("HC-FLOW-4")
@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPTIONS, ids=[each.__name__ for each, _ in CORRUPTIONS])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = at("bird:C lake:C", A="bug tree*2", B="light*3", C="peak*3")
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)] == sentence


@pytest.mark.rule("HC-POOP-1", "HC-FLOW-4")
def test_the_checker_catches_a_bug_that_poop_left() -> None:
    match = at("poop:C", A="tree*2", B="light*3", C="peak*3", bugs_in_hands="0")
    assert border.check(match.setup.table, match.states) == 0
    s = match.states[0]
    s.hand[1, 3], s.hand[1, 1], s.held[1] = 2, 1, 1 << 3 | 1 << 1
    s.deck[1], s.deck[3] = s.deck[1] - 1, s.deck[3] + 1
    assert INVARIANTS[border.check(match.setup.table, match.states)] == BUGS
