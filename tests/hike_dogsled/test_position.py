"""Positions of Hike!: what can be written, and what cannot be."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

import trailmix
from hike_dogsled.helpers import (
    after,
    at,
    centre,
    deal,
    decision,
    hand,
    legal,
    lively_on,
    pawn,
    plain,
    play,
    position,
    prep,
    race,
    seat,
    situations,
    sled,
    slots_in,
    statuses,
    to_move,
    view,
    view_bytes,
)
from hike_dogsled.test_loose import turned_up
from trailmix.engine.errors import BadPosition
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"
OTHER = FULL.replace("H0", "H1")

# --- good ones ------------------------------------------------------------------------------------------


@pytest.mark.rule("HD-SETUP-4", "HD-SETUP-6", "HD-SETUP-8")
def test_what_is_left_out_is_usual() -> None:
    match = at(players=3, decision="action")
    assert (view(match).phase, view(match).day, to_move(match)) == ("preparations", 1, "A")
    for each in view(match).seats:
        assert (each.hand_size, each.mentors, len(each.care_pile), each.status) == (2, 2, 3, "unready")
    assert (centre(match), view(match).deck) == ("", 68)
    assert view(match).track[0] is not None
    assert view(match).track[1:] == (None,) * 7


def test_the_rest_is_dealt_by_the_seed() -> None:
    same, again, other = (at(players=3, centre="H01", seed=seed) for seed in (1, 1, "else"))
    assert same.position() == again.position() != other.position()


def test_cards_may_be_given_in_full_or_in_part() -> None:
    match = at(
        centre="H20 E",
        deck="H30 C Y1 ...",
        A={"hand": "H40 ?"},
        B={"hand": "E C"},
        track="L04 L05 ? ? ? ? ? ?",
    )
    assert "H40" in hand(match, "A").split()
    assert len(hand(match, "A").split()) == 2
    said = tomllib.loads(match.position())
    assert said["deck"].startswith("H30 C Y1 ")
    assert said["track"].startswith("L04 L05 ")
    assert view(match).track[:2] == ("L04", None)


def test_a_race_and_its_day() -> None:
    match = race(
        " ".join(["S"] * 12),
        A=(
            "S S~ S! S+ / Y Y! S S",
            {"position": 3, "advance": 2, "hand": "E C", "nursed": [1, 0], "laid_off": "B3"},
        ),
        B=("S S S S / S S S S", {"position": 5}),
        day=3,
        still=1,
    )
    assert (pawn(match, "A"), pawn(match, "B")) == (5, 5)
    assert slots_in(match, "A", "rest") == "T3 B2 B3"
    assert slots_in(match, "A", "tired") == "T2"
    assert (hand(match, "A"), view(match).discards.singles) == ("E", 1)
    assert (view(match).day, view(match).still) == (3, 1)


@pytest.mark.rule("HD-EQUIP-6")
def test_a_husky_in_front_of_a_field() -> None:
    match = race(
        "S S* I S S S S S",
        A=("SSI Y Y Y / Y Y Y Y", {"hand": "E", "advance": 1}),
        decision="field",
        in_use="T1",
        points_left="SI",
        moved=True,
    )
    assert legal(match) == {"pay", "enter", "stop"}
    play(match, "A pay")
    assert pawn(match, "A") == 3


@pytest.mark.rule("HD-EQUIP-9")
def test_a_husky_to_rest() -> None:
    match = race("S* S S S S S S S", A=("S~ Y Y Y / Y Y Y Y", {"advance": 1}), decision="rest", to_rest=1)
    assert (decision(match), view(match).to_rest) == ("rest", 1)
    play(match, "A rest T2")
    assert slots_in(match, "A", "rest") == "T2"


@pytest.mark.rule("HD-RUL-54")
def test_what_leaves_no_choice_is_carried_out() -> None:
    """A has nothing to use in this position: it is B's turn."""
    match = race(" ".join(["S"] * 9), A="I I I I / I I I I", B="S S S S / S S S S")
    assert to_move(match) == "B"


def test_a_match_that_is_over() -> None:
    match = lively_on(deal(3, 2), random.Random(1))
    again = trailmix.load(match.position())
    assert again.over
    assert again.places() == match.places()
    assert view(again).result == view(match).result


@pytest.mark.rule("HD-LOOSE-6", "HD-LOOSE-8", "HD-RUL-52")
@pytest.mark.parametrize("card", ["X1", "X2", "X3", "X4"])
def test_a_loose_card_at_work_gives_the_match_back(card: str) -> None:
    match, _ = turned_up(
        f"{card} H20 H21",
        players=3,
        centre="H30 H31 H32",
        A={"sled": "T1=H48 T2=H44", "hand": "H40"},
        B={"sled": "T1=H47", "hand": "H41"},
        C={"sled": "T1=H46", "hand": "H42"},
    )
    while view(match).loose is not None:
        again = trailmix.load(match.position())
        assert again.position() == match.position()
        assert (again.legal(), again.actor) == (match.legal(), match.actor)
        match.play(match.legal()[0])
    assert (to_move(match), decision(match)) == ("B", "action")


def test_a_position_keeps_options_data_and_chance() -> None:
    match = deal(4, 4, loose=True, simultaneous=True, data=plain("SI"))
    lively_on(match, random.Random(1), 25)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    assert again.setup.options == match.setup.options
    assert again.setup.data_hash == match.setup.data_hash
    assert again.states["key"].tobytes() == match.states["key"].tobytes()


@pytest.mark.rule("HD-INFO-2", "HD-INFO-3")
def test_the_position_of_what_a_seat_sees_says_no_more_than_the_seat_knows() -> None:
    match = after(3, 6, 12, loose=True)
    for looker in (SPECTATOR, 1):
        seen = Match(match.setup, match.seen_by(looker)).position()
        said = tomllib.loads(seen)
        assert "chance" not in said
        assert "deck" not in said or said["deck"].strip(" ?.") == ""
        assert said["track"].split()[view(match).day :] == ["?"] * (8 - view(match).day)
        for number, name in enumerate("ABC"):
            if number != looker:
                known = seat(match, name).hand
                written = said["seats"][name]["hand"].split()
                assert written.count("?") == known.hidden
                assert {card for card in written if card[0] in "HY"} == set(known.huskies)
        again = trailmix.load(seen)  # what is not said is dealt from the rest
        assert view(again, looker).seats == view(match, looker).seats
        if looker != SPECTATOR:
            assert hand(again, "B") == hand(match, "B")


@pytest.mark.rule("HD-INFO-2", "HD-RUL-40", "HD-RUL-54")
@pytest.mark.parametrize("simultaneous", [False, True])
def test_a_position_seen_by_a_seat_can_be_loaded_at_any_time(simultaneous: bool) -> None:
    """What the seat sees is the same then: whatever is dealt, who is asked has the same decision."""
    for match in situations(4, 12, 7, loose=True, simultaneous=simultaneous):
        for looker in range(SPECTATOR, 4):
            again = trailmix.load(Match(match.setup, match.seen_by(looker)).position())
            assert view_bytes(again, looker) == view_bytes(match, looker)


# --- impossible ones ------------------------------------------------------------------------------------

TWO: dict[str, Any] = {"A": {"hand": "H40"}, "B": {"hand": "H41"}}
RACERS: dict[str, Any] = {
    "data": plain("S"),
    "phase": "race",
    "A": {"sled": FULL, "declared": 1, "position": 1},
    "B": {"sled": OTHER, "declared": 1, "position": 2},
}


def racers(**more: Any) -> dict[str, Any]:
    return {**RACERS, "A": {**RACERS["A"], **more}}


LOOSE: dict[str, Any] = {"options": {"loose": True}}


def picks(**seats: dict[str, Any]) -> dict[str, Any]:
    """A Crazy husky swap: B has turned it up and picked, A is asked."""
    usual = {"A": {"hand": "H40 H43"}, "B": {"hand": "H41 H42", "pick": "H41"}}
    return {**LOOSE, "loose": "X3", "decision": "pick", "turn": "B", "to_move": "A", **usual, **seats}


def in_use(slot: str, left: str, fields: str, moved: bool = False, **more: Any) -> dict[str, Any]:
    """A husky in front of a field; both pawns at the start."""
    return {
        **RACERS,
        "data": plain("S", fields=fields),
        "track": "L01 L02 L03 L04 L05 L06 L07 L08",
        "A": {**RACERS["A"], "position": 0, **more},
        "B": {**RACERS["B"], "position": 0},
        "to_move": "A",
        "decision": "field",
        "in_use": slot,
        "points_left": left,
        "moved": moved,
    }


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("unknown field", {**TWO, "weather": "snow"}, "A position of Hike! has no field 'weather'; it has "),
    ("unknown field of a seat", {"A": {"flag": 1}}, "seats.A has no field 'flag'; it has sled, "),
    ("no such seat", {"players": 2, "to_move": "C"}, "to_move: one of A, B, not 'C'."),
    ("phase", {"phase": "night"}, "phase: one of preparations, race, over, not 'night'."),
    ("day", {"day": -1}, "day: a number from 1 to "),
    ("day as text", {"day": "2"}, "day: a number from 1 to "),
    ("decision", {"decision": "sleep"}, "decision: one of mentor, "),
    ("a decision of the race", {"decision": "step"}, "In this phase nobody decides on step."),
    ("too few landscapes", {"track": "L01 L02"}, "track has 8 landscapes with 2 players, not 2."),
    ("no such landscape", {"track": "L01 L02 L99 ? ? ? ? ?"}, "track: there is no landscape 'L99'."),
    ("the start between", {"track": "L00 ? ? ? ? ? ? ?"}, "There is no landscape 'L00'"),
    ("a landscape twice", {"track": "L01 L01 ? ? ? ? ? ?"}, "A landscape lies on the track twice."),
    ("no such card", {"centre": "H99"}, "centre: there is no card 'H99'."),
    ("double care in the centre", {"centre": "D"}, "centre lists cards, and 'D' is none that can be there."),
    (
        "a loose card in the centre",
        {"centre": "X1"},
        "centre lists cards, and 'X1' is none that can be there.",
    ),
    ("a husky twice in a place", {"centre": "H01 H01"}, "A card is named twice."),
    ("a husky in two places", {"centre": "H01", "A": {"hand": "H01"}}, "H01 is in 2 places, and there is 1."),
    ("a husky in a sled and the deck", {"deck": "H01 ...", "A": {"sled": "T1=H01"}}, "H01 is in 2 places"),
    ("a husky in two slots", {"A": {"sled": "T1=H01 B1=H01"}}, "H01 is in 2 places, and there is 1."),
    ("thirteen equipment", {"centre": " ".join(["E"] * 13)}, "E is in 13 places, and there is 12."),
    ("cards nowhere", {"deck": "H01 H02"}, ""),
    ("a slot that is not there", {"players": 5, "A": {"sled": "T4=H01"}}, "Seat A: there is no slot 'T4'"),
    (
        "two huskies in a slot",
        {"A": {"sled": {"T1": "H01 H02"}}},
        "seats.A.sled.T1: there is no husky 'H01 H02'.",
    ),
    ("no husky in a slot", {"A": {"sled": {"T1": "E"}}}, "seats.A.sled.T1: there is no husky 'E'."),
    ("a sled as a list", {"A": {"sled": ["H01"]}}, "seats.A.sled: names with values, not "),
    ("mentors", {"A": {"mentors": 3}}, "seats.A.mentors: a number from 0 to 2, not 3."),
    ("a care pile", {"A": {"care_pile": 4}}, "seats.A.care_pile: a number from 0 to 3, not 4."),
    (
        "known but not held",
        {"A": {"hand": "H01", "known": "H02"}},
        "Seat A: cards are known to be in its hand",
    ),
    ("lacks", {"A": {"lacks": "socks"}}, "seats.A.lacks: one of youngster, husky, equipment, care, "),
    (
        "two loose cards at work",
        {"loose": "X1 X2", "options": {"loose": True}},
        "loose: there is no loose card 'X1 X2'.",
    ),
    (
        "a husky as a loose card",
        {"loose": "H01", "options": {"loose": True}},
        "loose: there is no loose card 'H01'.",
    ),
    ("caught", racers(caught="triple"), "seats.A.caught: one of single, double, extra, not "),
    ("care of one number", {**RACERS, "care_pile": [1]}, "care_pile: a list of 2 values, not [1]."),
    ("an order of strangers", {**RACERS, "order": "A Z"}, "order: there is no seat 'Z'; with 2 players"),
    ("an order with a seat twice", {**RACERS, "order": "A A"}, "order names a seat twice."),
    ("nobody races", {"phase": "race"}, "Nobody races"),
    ("an order of huskies", {**RACERS, "care_order": "H01"}, "care_order tells up to 8 care cards"),
    ("more care than there is", {**RACERS, "care_pile": [0, 2], "care_order": "C"}, "care_order tells more"),
    ("points of nothing", {**RACERS, "in_use": "T1", "decision": "field"}, "points_left tells the points"),
    ("a tired slot twice", racers(tired="T1 T1"), "seats.A.tired names T1 twice."),
    ("a tired slot that is none", racers(tired="T9"), "seats.A.tired: one of T1, "),
]
INCONSISTENT: list[tuple[str, dict[str, Any], str]] = [
    ("a clash", {"A": {"sled": "T1=H06 T2=H08"}}, "Two edges that touch in a sled"),
    ("ready without a sled", {"A": {"sled": "T1=H01", "declared": 1}}, "A seat is ready without"),
    (
        "ready with a husky",
        {"data": plain("S"), "day": 2, "A": {"sled": FULL, "declared": 1, "hand": "H20"}},
        "A seat",
    ),
    (
        "tucked while unready",
        {"data": plain("S"), "A": {"sled": FULL, "tucked": "T1"}},
        "Equipment is tucked",
    ),
    ("tucked under two points", {**racers(tucked="T1"), "data": plain("SI")}, "Equipment is tucked where"),
    ("tired and at rest", racers(tired="T1", at_rest="T1"), "Huskies are tired or at rest"),
    ("a tired youngster", racers(sled=FULL.replace("T1=H01", "T1=Y1"), tired="T1"), "Huskies are tired"),
    ("a pawn in preparations", {"phase": "preparations", "A": {"position": 3}}, "There was no such day"),
    ("more care played than held", racers(nursed=[2, 0], hand="C"), "A hand has another number"),
    ("more equipment paid than held", racers(paid=1), "A hand has another number"),
    (
        "care that is too much",
        {**RACERS, "care_pile": [6, 12], "A": {**RACERS["A"], "hand": "D"}},
        "There are not as many",
    ),
    ("a racer missing in the order", {**RACERS, "order": "A"}, "The order of the day"),
    ("a lack that is not so", {"A": {"hand": "Y1", "lacks": "youngster"}}, "Cards are known"),
    ("a loose card without the expansion", {"loose_seen": "X1"}, "There are not as many loose"),
    ("declared tomorrow", {"data": plain("S"), "A": {"sled": FULL, "declared": 2}}, "A seat is ready"),
    ("caught without the card", racers(caught="double"), "There was no such day"),
    ("a pawn beyond the end", racers(position=900), "There was no such day"),
    ("a pawn that had finished", racers(position=41), "There was no such day"),
    (
        "a day after the limit",
        {"data": plain("S"), "day": 6, "A": {"sled": FULL, "declared": 2}},
        "There was",
    ),
    ("a day after the last", {"day": 31}, "There was no such day"),
    ("picks that nobody asked for", {"A": {"hand": "H20", "pick": "H20"}}, "What is decided"),
    ("a pick of another's", picks(B={"hand": "H41 H42", "pick": "H40"}), "What is decided"),
    ("a pick too early", picks(A={"hand": "H40 H43", "pick": "H40"}), "What is decided"),
    ("a husky received for nothing", {"A": {"received": "H20"}}, "What is decided"),
    ("nothing to place", {**LOOSE, "loose": "X1", "decision": "settle", "target": "B"}, "What is decided"),
    ("a loose card not decided on", {**LOOSE, "loose": "X2", "centre": "H20 H21 H22"}, "What is decided"),
    (
        "another loose card",
        {**LOOSE, "loose": "X2", "decision": "target", "centre": "H20"},
        "What is decided",
    ),
    ("a decision on no card", {**LOOSE, "decision": "pick", "A": {"hand": "H20 H21"}}, "What is decided"),
    (
        "more runaways than huskies",
        {**LOOSE, "loose": "X2", "decision": "runaway", "centre": "H20", "running": 2},
        "What is decided",
    ),
    ("cards to turn up at an action", {"to_reveal": 1, "centre": "H20 H21"}, "What is decided"),
    ("a card dealt in secret to nobody", {**LOOSE, "A": {"hand": "H20"}, "crazy": "H20"}, "Cards are known"),
    ("tucks without a declaration", {"data": plain("S"), "A": {"sled": FULL}, "decision": "tuck"}, "What is"),
    ("no field that requires equipment ahead", in_use("T1", "S", "S S* S S S S S S"), "What is decided"),
    ("a tired husky in use", in_use("T1", "S", "S* S S S S S S S", tired="T1"), "What is decided"),
    ("points that the husky has not", in_use("T1", "SI", "S* S S S S S S S"), "What is decided"),
    ("no point for the field", in_use("T1", "I", "S* S S S S S S S"), "What is decided"),
    ("moved without a move", in_use("T1", "S", "S* S S S S S S S", moved=True), "What is decided"),
    ("huskies to rest without a move", {**RACERS, "decision": "rest", "to_rest": 1}, "What is decided"),
]


def refused(**said: Any) -> str:
    """Load what must be refused; returns the sentence."""
    with pytest.raises(BadPosition) as caught:
        trailmix.load(position(**said))
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


@pytest.mark.parametrize(("said", "sentence"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_malformed_position_is_refused_with_the_reason(said: dict[str, Any], sentence: str) -> None:
    assert refused(**said).startswith(sentence)


@pytest.mark.rule("HD-PLACE-7", "HD-READY-1", "HD-READY-3", "HD-READY-5", "HD-RACE-9", "HD-DEF-4")
@pytest.mark.parametrize(
    ("said", "sentence"), [case[1:] for case in INCONSISTENT], ids=[case[0] for case in INCONSISTENT]
)
def test_an_impossible_position_is_refused_with_the_reason(said: dict[str, Any], sentence: str) -> None:
    assert refused(**said).startswith(f"This position cannot be: {sentence}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position"),
        ("players = 7\n", "Hike! is played by 2 to 6 players, not 7."),
        ("players = 2\nseats = 5\n", "seats: a line for each seat, "),
        ("players = 2\n[seats]\nA = 5\n", "seats.A: names with values, not 5."),
        ("players = 2\n[seats.F]\n", "seats.F: there is no such seat; with 2 players"),
        ("players = 2\n[options]\nloose = 5\n", "An option of Hike! cannot be used"),
        ("players = 2\ncentre = 5\n", "centre: a text, not 5."),
        ('players = 2\ndata = "x"\n', "TOML"),
    ],
)
def test_a_document_that_is_none(text: str, sentence: str) -> None:
    head = 'trailmix = "position"\ngame = "hike_dogsled"\n' if text else ""
    with pytest.raises(BadPosition) as caught:
        trailmix.load(head + text)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.rule("HD-DEF-7")
def test_statuses() -> None:
    match = prep(data=plain("S"), day=3, A={"sled": "T1=H20"}, B={"sled": FULL, "declared": 2})
    assert statuses(match) == "unready ready"
    assert sled(match, "B") == FULL
    assert statuses(race(" ".join(["S"] * 9), A="S S S S / S S S S", C=None)) == "racer racer eliminated"
