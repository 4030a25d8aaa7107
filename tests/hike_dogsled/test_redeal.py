"""Dealing anew what a seat cannot know: what a searcher plays on with (ledger, chapter 6, HD-RUL-53)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from chance import is_fair
from hike_dogsled.helpers import (
    SEATS,
    centre,
    deal,
    decision,
    hand,
    plain,
    play,
    prep,
    race,
    seat,
    to_move,
    view,
)
from hike_dogsled.test_loose import LOOSE, turned_up
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"


def redealt(match: Match, states: Array, viewer: int, key: int | str) -> Match:
    twin = Match(match.setup, states.copy())
    border.redeal(match.setup.table, twin.states, viewer, key_of(str(key), "redeal"))
    return twin


def many(match: Match, viewer: int, number: int = 400) -> list[Match]:
    """The same situation, dealt anew many times."""
    return [redealt(match, match.states, viewer, n) for n in range(number)]


@pytest.mark.rule("HD-INFO-3", "HD-SETUP-1")
def test_face_down_landscapes_are_any_of_the_others() -> None:
    match = prep(players=2, day=2, track="L04 L11 ? ? ? ? ? ?")
    found: Counter[int] = Counter()
    for twin in many(match, 0, 300):
        lying = twin.states["landscapes"][0].tolist()
        assert lying[:2] == [3, 10]
        assert len(set(lying)) == 8
        found[lying[2]] += 1
    others = [card for card in range(18) if card not in (3, 10)]
    assert set(found) <= set(others)
    assert len(found) == 16


@pytest.mark.rule("HD-INFO-2", "HD-RUL-2")
def test_a_dealt_card_may_be_any_that_lies_nowhere_open() -> None:
    """48 + 8 huskies less 9 in sight, 12 equipment less 1, 6 single care."""
    match = prep(
        data=plain("S"),
        players=2,
        A={"sled": FULL, "hand": "H40 C", "mentors": 2},
        B={"hand": "? ?", "mentors": 2},
        centre="E",
        decision="mentor",
    )
    kinds: Counter[str] = Counter()
    for twin in many(match, 0):
        cards = hand(twin, "B").split()
        assert len(cards) == 2
        assert not set(cards) & {f"H{n:02}" for n in (*range(1, 9), 40)}
        kinds.update(card[0] for card in cards)
        assert hand(twin, "A") == "H40 C"
    assert is_fair([kinds["H"], kinds["Y"], kinds["E"], kinds["C"]], [39, 8, 11, 5])


@pytest.mark.rule("HD-RUL-2", "HD-ACT-2")
def test_cards_taken_openly_stay_where_they_are() -> None:
    match = prep(data=plain("S"), A={"hand": "? ?"}, B={"hand": "? ?", "sled": "T1=H10"}, centre="H20 E C")
    play(match, "A draft H20 hand")
    if decision(match) == "bonus":
        play(match, "A none")
    play(match, "B swap T1 H10 T1")
    if decision(match) == "bonus":
        play(match, "B none")
    play(match, "A draft E hand")
    assert seat(match, "A").hand.huskies == ("H20",)
    for twin in many(match, 1, 60):
        cards = hand(twin, "A").split()
        assert {"H20", "E"} <= set(cards)
        assert len(cards) == 4


@pytest.mark.rule("HD-READY-3", "HD-RUL-2")
def test_a_ready_seat_has_no_hidden_husky() -> None:
    """All huskies of its hand went to the centre: what is hidden is equipment or care."""
    match = prep(data=plain("SI"), A={"sled": FULL, "hand": "E C"}, B={"hand": "? ?", "sled": "T1=H20"})
    play(match, "A swap T1 H01 T1", "A ready", "A none")
    kinds = Counter(card for twin in many(match, 1, 200) for card in hand(twin, "A").split())
    assert set(kinds) == {"E", "C"}
    assert min(kinds.values()) > 50


@pytest.mark.rule("HD-READY-4", "HD-BONUS-1", "HD-RUL-54")
@pytest.mark.parametrize(("asked", "kind"), [("tuck", "E"), ("bonus", "Y")])
def test_who_is_asked_has_what_it_takes(asked: str, kind: str) -> None:
    """Equipment to tuck, a youngster to place: else there would be no question."""
    if asked == "tuck":
        match = prep(data=plain("S"), A={"sled": FULL, "hand": "E C"}, B={"sled": "T1=H20"})
        play(match, "A swap T1 H01 T1", "A ready")
    else:
        match = prep(data=plain("S"), A={"sled": "T1=H20", "hand": "Y1 H30"}, centre="E")
        play(match, "A draft E hand")
    assert (to_move(match), decision(match)) == ("A", asked)
    for twin in many(match, 1, 60):
        assert border.check(twin.setup.table, twin.states) == 0
        assert any(card.startswith(kind) for card in hand(twin, "A").split())


@pytest.mark.rule("HD-BONUS-1")
def test_who_was_not_asked_for_a_bonus_has_no_youngster() -> None:
    match = prep(data=plain("S"), A={"hand": "H30 H31", "sled": "T1=H20"}, B={"hand": "? ?"}, centre="E")
    play(match, "A draft E hand")
    assert to_move(match) == "B"
    for twin in many(match, 1, 200):
        assert not any(card.startswith("Y") for card in hand(twin, "A").split())


@pytest.mark.rule("HD-LOOSE-8", "HD-RUL-46")
def test_who_was_left_out_of_a_crazy_swap_has_no_husky() -> None:
    match, _ = turned_up(
        "X3 H20 H21",
        players=3,
        A={"sled": "T1=H48 T2=H44"},
        B={"hand": "H41 H40"},
        C={"hand": "E E"},
    )
    play(match, "B pick H41")
    for twin in many(match, 1, 100):
        assert set(hand(twin, "C").split()) <= {"E", "C"}


@pytest.mark.rule("HD-RUL-53")
def test_who_has_which_card_of_a_crazy_swap_is_open_to_those_who_cannot_know() -> None:
    match, _ = turned_up(
        "X3 H20 H21",
        players=4,
        A={"sled": "T1=H48", "hand": "H40"},
        B={"sled": "T1=H47", "hand": "H41"},
        C={"sled": "T1=H46", "hand": "H42"},
        D={"sled": "T1=H45"},
    )
    play(match, "B pick H41", "C pick H42")
    if to_move(match) == "D":
        match.play("pick H45")
    play(match, "A pick H40")
    while decision(match) == "settle":
        match.play(match.legal()[0])
    truth = {name: hand(match, name) for name in "ABC"}
    dealt = set(truth.values())
    for viewer in (SPECTATOR, 0, 3):
        found: Counter[str] = Counter()
        for twin in many(match, viewer, 120):
            held = [hand(twin, name) for name in "ABC"]
            assert set(held) == dealt
            found[" ".join(held)] += 1
            if viewer == 0:
                assert held[0] == truth["A"]
        assert len(found) == (2 if viewer == 0 else 6)
        assert is_fair(list(found.values()))


@pytest.mark.rule("HD-RUL-53")
def test_who_holds_what_after_a_husky_swap_is_kept() -> None:
    match, _ = turned_up("X1 H20 H21", A={"hand": "H40 H42", "sled": "T1=H48"}, B={"hand": "H41 H43"})
    play(match, "B pick H41", "A pick H40")
    for twin in many(match, SPECTATOR, 60):
        assert "H41" in hand(twin, "A").split()
        assert "H40" in hand(twin, "B").split()


@pytest.mark.rule("HD-INFO-2", "HD-RUL-42", "HD-RUL-52")
def test_a_pick_that_waits_is_drawn_anew() -> None:
    match, _ = turned_up("X4 H20 H21", A={"sled": "T1=H48 T2=H40"}, B={"sled": "T1=H47 T2=H46 T3=H45"})
    play(match, "B pick H46")
    assert (match.seen_by(0)["pick"][0] == -1).all()
    found = Counter(int(twin.states["pick"][0][1]) for twin in many(match, 0, 120))
    assert is_fair([found[card - 1] for card in (47, 46, 45)])
    assert all(twin.states["pick"][0][1] == 45 for twin in many(match, 1, 20))


@pytest.mark.rule("HD-INFO-3", "HD-LOOSE-1")
def test_the_removed_loose_card_is_any_that_was_not_seen() -> None:
    match = prep(**LOOSE, A={"hand": "H20"}, deck="...", loose_seen="X2")
    removed: Counter[int] = Counter()
    for twin in many(match, 0, 120):
        there = {int(card) - 59 for card in twin.states["deck"][0] if card >= 59}
        assert len(there) == 2
        (out,) = {0, 2, 3} - there
        removed[out] += 1
    assert is_fair([removed[card] for card in (0, 2, 3)])


@pytest.mark.rule("HD-EOD-3", "HD-INFO-2")
def test_a_catch_up_card_is_open_and_who_draws_one_holds_no_other_care() -> None:
    track = " ".join(["S"] * 20)
    snow = "S S S S / S S S S"
    match = race(
        track, A=(snow, {"hand": "E"}), B=(snow, {"position": 9}), order="A B", turn="B", to_move="B"
    )
    play(match, "B end")
    held = hand(match, "A").split()[1]
    assert held in ("C", "D")
    for twin in many(match, 1, 60):
        assert hand(twin, "A").split() == ["E", held]


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
def test_in_a_secret_day_others_stand_where_it_began() -> None:
    track = " ".join(["S"] * 20)
    snow = "S S S S / S S S S"
    match = race(track, A=snow, B=snow, C=snow, options={"simultaneous": True})
    play(match, "A use T1", "A use T2", "A end", "B use T1")
    for viewer, wanted in ((SPECTATOR, [0, 0, 0]), (0, [2, 0, 0]), (1, [0, 1, 0]), (2, [0, 0, 0])):
        twin = redealt(match, match.states, viewer, 1)
        now = twin.states["position"][0] + twin.states["advance"][0]
        assert now.tolist()[:3] == wanted
        assert border.check(twin.setup.table, twin.states) == 0


@pytest.mark.rule("HD-RUL-40")
def test_on_a_secret_day_somebody_with_a_single_action_is_dealt_at_once() -> None:
    """Everybody is asked then, choice or not, so that this tells nothing about a hand."""
    held = {"hand": "D", "caught": "double"}  # which has to be played: the day cannot end at once
    team = ("S P P Y / Y Y Y Y", held)
    match = race("S P " * 10, A=team, B="P P P P / P P P P", options={"simultaneous": True})
    assert match.actor == 0 and match.legal() == ["use T1"]
    for viewer in (SPECTATOR, 1):
        states = match.states.copy()
        assert border.redeal(match.setup.table, states, viewer, key_of("once", "redeal")) == 1


def test_the_own_cards_stay_and_all_others_are_drawn() -> None:
    match = deal(3, "own")
    decks = {twin.states["deck"][0].tobytes() for twin in many(match, 0, 20)}
    assert len(decks) == 20
    assert {hand(twin, "A") for twin in many(match, 0, 20)} == {hand(match, "A")}
    assert len({hand(twin, "B") for twin in many(match, 0, 20)}) > 10
    assert all(centre(twin) == centre(match) for twin in many(match, 0, 5))
    assert np.array_equal(match.states["hand"], deal(3, "own").states["hand"])
    assert view(match).deck == 64
    assert SEATS[match.actor or 0] == "A"
