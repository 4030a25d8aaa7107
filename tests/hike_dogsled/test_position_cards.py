"""Cards of a position of Hike!: what is open is dealt, and what comes next can be told from the top."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from hike_dogsled.helpers import (
    centre,
    decision,
    hand,
    of_kind,
    own,
    plain,
    play,
    prep,
    race,
    situations,
    sled,
    to_move,
    told,
    view,
)
from hike_dogsled.test_actions import rest_of
from hike_dogsled.test_loose import turned_up
from hike_dogsled.test_position import FULL
from trailmix.engine.match import Match

# --- what is open ---------------------------------------------------------------------------------------


@pytest.mark.rule("HD-RUL-52", "HD-INFO-2")
@pytest.mark.parametrize("card", ["X1", "X3", "X4"])
def test_a_pick_that_is_not_told_is_one_of_its_seats_huskies(card: str) -> None:
    match, _ = turned_up(
        f"{card} H20 H21",
        A={"hand": "H40 H42", "sled": "T1=H48 T2=H45"},
        B={"hand": "H41 H43", "sled": "T1=H44 T2=H39"},
    )
    match.play(match.legal()[0])
    assert own(match, "B").pick is not None
    for seed in range(20):
        seen = Match(match.setup, match.seen_by(0)).position()
        again = trailmix.load(seen.replace("players", f"seed = {seed}\nplayers", 1))
        picked = own(again, "B").pick
        assert picked is not None
        assert picked in (
            *own(again, "B").hand.huskies,
            *(each.split("=")[1] for each in sled(again, "B").split()),
        )
        events = play(again, "A pick H48")
        assert len(told(events, "gave", "lost_husky")) == 2


@pytest.mark.rule("HD-READY-3")
def test_a_ready_seat_is_dealt_no_husky() -> None:
    for seed in range(10):
        ready = {"sled": FULL, "declared": 2, "hand": "? ?"}
        match = prep(data=plain("S"), day=3, A={"sled": "T1=H48"}, B=ready, seed=seed)
        assert set(hand(match, "B").split()) <= {"E", "C"}


@pytest.mark.rule("HD-RUL-54")
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ({"decision": "bonus", "A": {"hand": "?", "sled": "T1=H01"}}, "bonus"),
        ({"decision": "tuck", "to_move": "A", "A": {"sled": FULL, "declared": 2, "hand": "?"}}, "tuck"),
        ({"decision": "pick", "loose": "X3", "A": {"hand": "? ?"}, "B": {"hand": "? ?"}}, "pick"),
    ],
)
def test_cards_are_dealt_so_that_who_is_asked_has_a_choice(said: dict[str, Any], asked: str) -> None:
    for seed in range(10):
        match = prep(data=plain("S"), day=2, seed=seed, options={"loose": True}, **said)
        assert (to_move(match), decision(match)) == ("A", asked)


@pytest.mark.rule("HD-RUL-53")
def test_huskies_of_the_crazy_swap_are_dealt_though_no_other_card_is_left() -> None:
    """Who has which is all that is open."""
    others = " ".join([rest_of("H40 H41"), *["E"] * 12, *["C"] * 6, "X1 X2"])
    crazy = {"hand": "?", "crazy": True}
    match = prep(
        options={"loose": True},
        deck=others,
        loose_seen="X3",
        crazy="H40 H41",
        A=crazy,
        B=crazy,
        decision="action",
    )
    assert {hand(match, "A"), hand(match, "B")} == {"H40", "H41"}


# --- what comes next ------------------------------------------------------------------------------------


@pytest.mark.rule("HD-READY-12")
@pytest.mark.parametrize("seed", [3, 4])
def test_a_race_keeps_all_there_is_of_the_preparations(seed: int) -> None:
    """What was still to be turned up, the centre and the deck, though nobody plays with them any more."""
    races = [match for match in situations(4, seed, 5, loose=True) if view(match).phase == "race"]
    assert any(match.states["to_reveal"][0] and match.states["deck_size"][0] for match in races)
    assert any(match.states["centre"][0] for match in races)
    for match in races:
        again = trailmix.load(match.position())
        for name in set(match.game.state.fields) - {"events", "n_events"}:
            assert again.states[name].tobytes() == match.states[name].tobytes(), name


@pytest.mark.rule("HD-PREP-6", "HD-PREP-7")
def test_cards_that_are_about_to_be_turned_up_are_those_on_top_of_the_deck() -> None:
    match = prep(decision="mentor", to_reveal=2, deck="H30 E C ...", A={"mentors": 1}, B={})
    assert (to_move(match), decision(match), centre(match)) == ("A", "mentor", "H30 E")
    play(match, "A mentor")
    assert centre(match) == "H30 E C"


@pytest.mark.rule("HD-LOOSE-2", "HD-LOOSE-3")
def test_a_loose_card_may_be_about_to_be_turned_up() -> None:
    match = prep(
        options={"loose": True}, decision="mentor", to_reveal=1, centre="H20 H21 H22", deck="X2 H30 ...", A={}
    )
    assert (decision(match), view(match).to_reveal) == ("runaway", 1)
    play(match, "A pick H20", "A pick H21")
    assert centre(match) == "H22 H30"


@pytest.mark.rule("HD-EOD-3", "HD-RUL-31")
@pytest.mark.parametrize("order", ["C C", "C D", "D C", "D D C", "C C D"])
def test_the_race_care_pile_may_be_told_from_the_top(order: str) -> None:
    """The cards that those who are far behind draw next, in the order in which they draw."""
    slow = "I I I I / I I I I"
    match = race(
        " ".join(["S"] * 9),
        A=("S S S S / S S S S", {"position": 7}),
        B=slow,
        C=slow,
        D=slow,
        care_order=order,
    )
    events = match.play("end")
    assert [each["card"] for each in of_kind(events, "caught_up")][: len(order.split())] == order.split()
    assert trailmix.load(match.position()).position() == match.position()
