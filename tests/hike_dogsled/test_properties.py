"""What holds in every match: every card in one place, edges that match, rest that is for good."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import random_play
from hike_dogsled.helpers import play, prep, race, setup
from hike_dogsled.test_against_naive import rough
from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.rules import INVARIANTS
from trailmix.games.hike_dogsled.state import OVER, PREPARATIONS, RACE, STEP

ROOM = 8_000
HUSKIES = np.arange(56)


@cache
def agreed(players: int) -> Setup:
    """The game with and without its variants, and once with rough cards."""
    return setup(players, players != 3, players == 4, rough(7) if players == 5 else None)


@cache
def played(players: int) -> random_play.Played:
    """Many states of matches of so many players."""
    return random_play.play(agreed(players), ROOM, seed=players, purpose=70)


every_table = pytest.mark.parametrize("players", range(2, 7))


# --- invariants -----------------------------------------------------------------------------------------


@pytest.mark.rule("HD-RUL-54")
@every_table
def test_the_invariants_hold_after_every_action(players: int) -> None:
    found = played(players)
    assert not found.broken.any(), INVARIANTS[found.broken.max()]
    assert found.match[-1] > 10
    choices, asked = found.choices[found.actions >= 0], found.states[found.actions >= 0]
    racing = (asked["decision"] == STEP) & asked["caught"].any(axis=1)  # one husky may be all that can run
    assert (choices >= np.where(racing, 1, 2)).all()
    assert (found.choices[found.actions < 0] == 0).all()
    assert set(found.states["phase"]) == {PREPARATIONS, RACE, OVER}


def members(bits: Array) -> Array:
    """Sets as bits, as one column of zeros and ones for each husky."""
    return (bits[..., None] >> HUSKIES) & 1


@pytest.mark.rule("HD-SETUP-3", "HD-SETUP-6", "HD-LOOSE-10", "HD-READY-12", "HD-RUL-15", "HD-RUL-31")
@every_table
def test_every_card_is_in_one_place(players: int) -> None:
    """Husky deck 74 and 3 loose ones, care 24, mentors 12: counted over all zones."""
    states = played(players).states
    deck = np.where(np.arange(77) < states["deck_size"][:, None], states["deck"], -1)
    huskies = (deck[..., None] == HUSKIES).sum(axis=1)
    huskies += members(states["centre"]) + members(states["removed"]) + members(states["hand"]).sum(axis=1)
    huskies += (states["sled"][..., None] == HUSKIES).sum(axis=(1, 2))
    huskies += (states["received"][..., None] == HUSKIES).sum(axis=1)
    assert (huskies == 1).all()
    tucked = np.unpackbits(states["tucked"].astype(np.uint8), axis=1).sum(axis=1)
    equipment = (deck == 56).sum(axis=1) + states["centre_equipment"] + states["equipment"].sum(axis=1)
    assert (equipment + tucked + states["discarded"] == 12).all()
    piles = states["own_pile"][:, :players]
    extra = (states["caught"] == 3).sum(axis=1)
    singles = (deck == 57).sum(axis=1) + states["centre_care"] + states["singles"].sum(axis=1) - extra
    singles += (piles == 3).sum(axis=1) + states["care_pile"][:, 0] + states["care_discards"][:, 0]
    assert (singles == 12).all()
    doubles = states["doubles"].sum(axis=1) + np.minimum(piles, 2).sum(axis=1)
    assert (doubles + states["care_pile"][:, 1] + states["care_discards"][:, 1] == 12).all()
    loose = (deck >= 59).sum(axis=1) + np.unpackbits(
        states["loose_seen"].astype(np.uint8)[:, None], axis=1
    ).sum(axis=1)
    assert (loose == (3 if agreed(players).options.loose else 0)).all()
    assert (states["mentors"] <= 2).all()
    lying = np.sort(states["landscapes"], axis=1)
    assert ((lying[:, 1:] != lying[:, :-1]) | (lying[:, 1:] == -1)).all()
    assert ((lying >= 0).sum(axis=1) == (8 if players <= 4 else 6)).all()


@pytest.mark.rule("HD-PLACE-7", "HD-PLACE-3", "HD-LOOSE-6", "HD-LOOSE-8")
@every_table
def test_the_touching_edges_of_every_sled_match(players: int) -> None:
    states, edges = played(players).states, agreed(players).table["edge"][0]
    shown = np.concatenate([edges, np.zeros((1, 4), np.int64)])[states["sled"]]  # -1: no colours
    sides = {"right": 1, "bottom": 3}
    touching = 0
    for row in (0, 4):
        for column in range(3):
            own, other = shown[:, :, row + column, sides["right"]], shown[:, :, row + column + 1, 0]
            both = (own > 0) & (other > 0)
            touching += both.sum()
            assert (own == other)[both].all()
    for column in range(4):
        own, other = shown[:, :, column, sides["bottom"]], shown[:, :, column + 4, 2]
        both = (own > 0) & (other > 0)
        assert (own == other)[both].all()
    assert touching > 1000


@pytest.mark.rule("HD-DEF-4", "HD-RACE-7", "HD-RACE-9", "HD-EQUIP-10", "HD-EOD-5")
@every_table
def test_tired_and_rest_are_consistent(players: int) -> None:
    """Nobody is both; youngsters are never tired; rest is for good; in the morning nobody is tired."""
    found = played(players)
    states, points = found.states, agreed(players).table["n_points"][0]
    rest = states["at_rest"] | states["laid_off"]
    assert not (rest & states["tired"]).any()
    shown = np.append(points, 0)[states["sled"]]
    tired = (states["tired"][..., None] >> np.arange(8)) & 1
    assert (shown[tired == 1] > 0).all()
    same = (
        (found.match[1:] == found.match[:-1]) & (states["phase"][1:] == RACE) & (states["phase"][:-1] == RACE)
    )
    assert ((rest[:-1] & ~rest[1:])[same] == 0).all()
    mornings = same & (states["day"][1:] > states["day"][:-1])
    assert mornings.any()
    first = states[1:][mornings]
    busy = first["order"][np.arange(len(first)), first["turn"]]
    idle = np.arange(6) != busy[:, None]
    assert not first["advance"][idle].any()
    assert not first["tired"][idle].any()


@pytest.mark.rule("HD-RACE-4", "HD-RACE-7", "HD-DEF-6", "HD-READY-1", "HD-READY-9")
@every_table
def test_pawns_never_go_back_and_declarations_are_final(players: int) -> None:
    found = played(players)
    states = found.states
    same = found.match[1:] == found.match[:-1]
    before, then = states[:-1][same], states[1:][same]
    assert (then["position"] + then["advance"] >= before["position"] + before["advance"]).all()
    assert ((before["declared"] == then["declared"]) | (before["declared"] == 0)).all()
    assert (then["phase"] >= before["phase"]).all()
    limit = states["first_day"] + 3
    assert (states["day"] <= limit)[(states["phase"] == PREPARATIONS) & (states["first_day"] > 0)].all()


CORRUPT: list[tuple[Callable[[Any], None], str]] = []


def breaks(sentence: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what would break an invariant."""

    def keep(corrupt: Callable[[Any], None]) -> Callable[[Any], None]:
        CORRUPT.append((corrupt, sentence))
        return corrupt

    return keep


@breaks("A husky is in two places")
def a_husky_twice(s: Any) -> None:
    s.centre |= 1 << int(s.sled[0, 0])


@breaks("A husky is in two places")
def a_husky_lost(s: Any) -> None:
    s.sled[0, 0] = -1


@breaks("There are not as many equipment")
def equipment_from_nowhere(s: Any) -> None:
    s.centre_equipment += 1


@breaks("There are not as many equipment")
def care_from_nowhere(s: Any) -> None:
    s.care_pile[1] += 1


@breaks("There are not as many loose")
def a_loose_card_seen_twice(s: Any) -> None:
    s.loose_seen |= 1


@breaks("The landscapes of the track")
def a_landscape_twice(s: Any) -> None:
    s.landscapes[1] = s.landscapes[0]


@breaks("A hand has another number")
def a_hand_that_belies_its_size(s: Any) -> None:
    s.hand_size[1] += 1


@breaks("Cards are known")
def a_card_known_that_is_not_held(s: Any) -> None:
    s.known[1] |= 1 << 47


@breaks("Equipment is tucked")
def equipment_before_a_declaration(s: Any) -> None:
    s.tucked[0] = 1
    s.centre_equipment -= 1


@breaks("A seat is ready without")
def a_declaration_without_a_sled(s: Any) -> None:
    s.declared[0] = s.first_day = 1


@breaks("There was no such day")
def a_move_before_the_race(s: Any) -> None:
    s.advance[0] = 3


@breaks("The order of the day")
def an_order_before_the_race(s: Any) -> None:
    s.order[0] = 1


@breaks("What is decided does not fit")
def a_decision_of_the_race(s: Any) -> None:
    s.decision = 9


@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPT, ids=[each.__name__ for each, _ in CORRUPT])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = prep(A={"sled": "T1=H01 B3=Y1", "hand": "H02 E"}, B={"hand": "? ?"}, centre="H03 E C")
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)].startswith(sentence)


@pytest.mark.rule("HD-PLACE-7", "HD-DEF-4")
def test_the_checker_catches_a_clash_and_a_tired_youngster() -> None:
    match = race(" ".join(["S"] * 9), A="S Y S S / S S S S")
    match.states[0].tired[0] = 2
    assert "tired" in INVARIANTS[border.check(match.setup.table, match.states)]
    match = prep(A={"sled": "T1=H06"}, centre="H08")  # all edges blue, all edges rose
    match.states[0].centre = 0
    match.states[0].sled[0, 1] = 7
    assert "edges" in INVARIANTS[border.check(match.setup.table, match.states)]


# --- refusals -------------------------------------------------------------------------------------------


def test_nothing_hangs_when_no_husky_is_left_in_the_game() -> None:
    """All huskies are gone: days pass without a decision until the match ends with day 30 (HD-RUL-16)."""
    gone = " ".join([*(f"H{n:02}" for n in range(2, 49)), *(f"Y{n}" for n in range(1, 9))])
    match = prep(A={"sled": "T1=H01", "hand": "E E"}, B={"hand": "E"}, removed=gone, deck="...", day=28)
    while not match.over:
        play(match, f"{'AB'[match.actor or 0]} {match.legal()[0]}")
    assert match.places() == [1, 1]
