"""What holds in every match: whole decks, one sled on a space, dents and front lines that never decrease."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import random_play
import trailmix
from snow_tails.helpers import LONG, after, at, setup
from trailmix.engine import border
from trailmix.games.snow_tails.rules.checks import INVARIANTS
from trailmix.games.snow_tails.state import RACING, WAITING, WRECKED, State

SEASON = ("start S finish:L", "start T CL finish:R", "start UL/9 finish:L")
ROOM = 12_000


@cache
def played(players: int) -> tuple[random_play.Played, int]:
    """Many states of matches of so many players, and the number of races in each."""
    courses = {2: ("nutcracker",), 3: SEASON, 4: ("bruce",), 5: ("start S(1.6) UR/5 H finish:L",)}[players]
    return random_play.play(setup(players, *courses), ROOM, seed=players), len(courses)


# --- invariants -----------------------------------------------------------------------------------------


@pytest.mark.rule("ST-DENT-3", "ST-R-15", "ST-R-16", "ST-MOVE-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_invariants_hold_after_every_action(players: int) -> None:
    found, _ = played(players)
    assert not found.broken.any(), INVARIANTS[found.broken.max()]
    assert found.match[-1] > 20
    assert (found.choices[found.actions >= 0] > 1).all()
    assert (found.choices[found.actions < 0] == 0).all()


@pytest.mark.rule("ST-SETUP-4", "ST-PLAY-4", "ST-PLAY-5", "ST-DECK-1", "ST-DECK-2", "ST-R-12")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deck_is_always_four_cards_of_each_value(players: int) -> None:
    states = played(players)[0].states
    total = states["hand"] + states["discards"] + states["covered"].sum(axis=2)
    total = total + (states["pile"][..., None] == np.arange(1, 6)).sum(axis=2)
    for dog in (0, 1):
        shows = np.arange(1, 6) == states["mat"][:, :, dog, None]
        total = total + shows * states["carded"][:, :, dog, None]
    there = np.arange(5) < players
    alive = there & (states["status"] != WRECKED)
    assert (total[alive] == 4).all()
    assert (total[~alive] == 0).all()
    assert (states["hand"].sum(axis=2) == states["canines"]).all()
    assert ((states["pile"] > 0).sum(axis=2) == states["pile_size"]).all()


@pytest.mark.rule("ST-R-16")
def test_there_is_always_something_to_draw() -> None:
    """Twenty cards less two that dogs show and seven in the hand."""
    empty = 0
    for players in (2, 3, 4, 5):
        states = played(players)[0].states
        alive = (np.arange(5) < players) & (states["status"] != WRECKED)
        left = states["pile_size"] + states["discards"].sum(axis=2) + states["covered"].sum(axis=(2, 3))
        assert (left[alive] >= 11).all()
        empty += int((states["pile_size"][alive] == 0).sum())
    assert empty > 20


@pytest.mark.rule("ST-SETUP-8", "ST-MOVE-3", "ST-SLED-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_two_sleds_stand_on_a_space(players: int) -> None:
    states = played(players)[0].states
    on_track = (states["space"] >= 0) & np.isin(states["status"], [RACING, WAITING])
    for first in range(players):
        for second in range(first):
            both = on_track[:, first] & on_track[:, second]
            assert both.any()
            assert (states["space"][both, first] != states["space"][both, second]).all()


@pytest.mark.rule("ST-MOVE-2", "ST-DRIFT-2", "ST-GEO-5", "ST-DENT-1", "ST-HAND-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_a_race_front_lines_and_dents_never_decrease(players: int) -> None:
    found, _ = played(players)
    states, fronts = found.states, setup_of(players).table["front"][0]
    same = (found.match[1:] == found.match[:-1]) & (states["race"][1:] == states["race"][:-1])
    before, then = states[:-1][same], states[1:][same]
    placed = before["space"] >= 0
    front = fronts[before["race"][:, None], before["space"]], fronts[then["race"][:, None], then["space"]]
    assert (front[1] >= front[0])[placed].all()
    assert (then["dents"] >= before["dents"]).all()
    assert (then["dents"] <= 4).all()
    assert (then["round_no"] >= before["round_no"]).all()
    assert ((before["felled"] & ~then["felled"]) == 0).all()


def setup_of(players: int) -> Any:
    courses = {2: ("nutcracker",), 3: SEASON, 4: ("bruce",), 5: ("start S(1.6) UR/5 H finish:L",)}[players]
    return setup(players, *courses)


@pytest.mark.rule("ST-HAND-1", "ST-HAND-2", "ST-HAND-5", "ST-DENT-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_hand_has_at_most_5_cards_between_turns_after_the_first_round(players: int) -> None:
    states = played(players)[0].states
    at_cards = states[(states["decision"] == 1) & (states["round_no"] > 1)]
    assert len(at_cards) > 1000
    alive = (np.arange(5) < players) & (at_cards["status"] != WRECKED)
    sizes = (at_cards["canines"] + at_cards["dents"])[alive]
    assert (sizes <= 5).all()
    assert (sizes < 5).any()  # after a collision


CORRUPT: list[tuple[Callable[[Any], None], str]] = []


def breaks(sentence: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what would break an invariant."""

    def keep(corrupt: Callable[[Any], None]) -> Callable[[Any], None]:
        CORRUPT.append((corrupt, sentence))
        return corrupt

    return keep


@breaks("Two sleds stand on one space.")
def a_space_shared(s: Any) -> None:
    s.space[0] = s.space[1]


@breaks("A sled stands where it cannot stand.")
def a_sled_off_the_track(s: Any) -> None:
    s.space[0] = 2000


@breaks("The cards of a deck are not all in one place each.")
def a_card_twice(s: Any) -> None:
    s.discards[0, 2] += 1


@breaks("The cards of a deck are not all in one place each.")
def a_card_lost(s: Any) -> None:
    value = int(np.argmax(s.pile[1]))
    s.pile[1, value] -= 1
    s.pile_size[1] -= 1


@breaks("The cards of a deck are not all in one place each.")
def a_hand_that_belies_its_size(s: Any) -> None:
    s.canines[0] += 1


@breaks("The cards of a deck are not all in one place each.")
def a_card_known_that_is_not_held(s: Any) -> None:
    s.sure[0, 0] = 4


@breaks("A hand has the wrong number of cards.")
def a_sixth_card(s: Any) -> None:
    s.pile_size[0] -= 1
    top = int(s.pile[0, s.pile_size[0]])
    s.pile[0, s.pile_size[0]] = 0
    s.hand[0, top - 1] += 1
    s.canines[0] += 1


@breaks("A sled has more dents than it can hold, or a wreck has too few.")
def five_dents(s: Any) -> None:
    s.dents[0] = 5


@breaks("A mat shows what it cannot show.")
def a_brake_of_six(s: Any) -> None:
    s.mat[0, 2] = 6


@breaks("The places of the sleds do not fit each other.")
def a_place_while_racing(s: Any) -> None:
    s.results[0, 0] = 1


@breaks("The places of the sleds do not fit each other.")
def listed_without_a_place_while_racing(s: Any) -> None:
    s.results[0, 0] = -1


@breaks("The turn order does not fit the sleds that race.")
def a_gap_in_the_order(s: Any) -> None:
    s.order[1:4] = [-1, s.order[1], s.order[2]]


@breaks("The turn order does not fit the sleds that race.")
def a_seat_twice_in_the_order(s: Any) -> None:
    s.order[0] = s.order[1]


@breaks("The move under way does not fit the mat and the track.")
def steps_before_the_cards(s: Any) -> None:
    s.forward = 3


@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPT, ids=[each.__name__ for each, _ in CORRUPT])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = at(LONG, A="1.3.1 hand=23455", B="1.1.1", C="2.2.2")
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)] == sentence


# --- round trips ----------------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-44")
@pytest.mark.parametrize("decisions", [0, 30, 60, 90, 140, 200])
def test_a_position_in_a_season_gives_the_match_back(decisions: int) -> None:
    match = after(3, 4, decisions, *SEASON)
    again = trailmix.load(match.position())
    for name in State.fields:
        if name not in ("events", "n_events"):
            assert again.states[name].tobytes() == match.states[name].tobytes(), name
