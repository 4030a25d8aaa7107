"""Husky on the loose: interrupting, the Husky swap, runaways, sled huskies (ledger, HD-LOOSE)."""

from __future__ import annotations

from typing import Any

import pytest

from hike_dogsled.helpers import (
    centre,
    corrected,
    decision,
    hand,
    legal,
    of_kind,
    own,
    passing,
    plain,
    play,
    prep,
    refusal,
    seat,
    sled,
    to_move,
    told,
    view,
)
from trailmix.engine.events import Event
from trailmix.engine.match import Match

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"
READY: dict[str, Any] = {"sled": FULL, "declared": 1}
LOOSE = {"options": {"loose": True}, "data": plain("S")}
"""X1 Husky swap, X2 runaways, X3 Crazy husky swap, X4 sled huskies on the loose."""


def turned_up(deck: str, **said: Any) -> tuple[Match, list[Event]]:
    """B turns up the cards of the deck, A passing before: the match, and what happened."""
    seats = {"A": {"sled": "T1=H48"}, "B": {"sled": "T1=H47"}}
    match = prep(**{**LOOSE, "day": 2, **seats, "deck": f"{deck} ...", **said})
    return match, passing(match, "A")


def picking(match: Match) -> str:
    """Who is asked for a pick, one after the other, each picking the first that may be picked."""
    found = ""
    while decision(match) == "pick":
        found += to_move(match)
        match.play(min(match.legal()))
    return found


def asked(match: Match, action: str) -> list[str]:
    """What a seat is asked after its action, saying none to everything."""
    play(match, action)
    found, name = [], action[0]
    while view(match).turn == name:
        found.append(decision(match))
        play(match, f"{name} none")
    return found


# --- interrupting ---------------------------------------------------------------------------------------


@pytest.mark.rule("HD-LOOSE-2", "HD-LOOSE-3", "HD-LOOSE-10")
def test_a_loose_card_interrupts_and_does_not_count() -> None:
    match, events = turned_up("H20 X2 H21 H22", centre="H30 H31 H32")
    assert told(events, "revealed", "loose_turned") == ["revealed", "loose_turned"]
    assert of_kind(events, "loose_turned") == [{"seat": "B", "loose": "X2", "name": "Husky runaways"}]
    assert (to_move(match), decision(match)) == ("B", "runaway")
    assert view(match).loose is not None
    play(match, "B pick H30")
    events = play(match, "B pick H31")
    assert of_kind(events, "revealed") == [{"seat": "B", "card": "H21"}]
    assert centre(match) == "H20 H21 H32"
    assert (view(match).loose, view(match).loose_seen) == (None, ("X2",))
    assert (to_move(match), decision(match)) == ("B", "action")
    assert "X2" not in centre(match)


@pytest.mark.rule("HD-RUL-44", "HD-LOOSE-3")
def test_several_in_a_row_are_resolved_one_by_one() -> None:
    match, events = turned_up("X2 X4 H21 H22")
    assert [each["loose"] for each in of_kind(events, "loose_turned")] == ["X2", "X4"]
    assert [each["seat"] for each in of_kind(events, "lost_husky")] == ["B", "A"]
    assert centre(match) == "H21 H22"
    assert (decision(match), view(match).loose_seen) == ("action", ("X2", "X4"))


@pytest.mark.rule("HD-RUL-44")
def test_a_mentor_turns_up_another_card_for_a_loose_one() -> None:
    match = prep(**LOOSE, A={"mentors": 1, "sled": "T1=H48"}, deck="X2 H21 H22 ...", decision="mentor")
    events = play(match, "A mentor")
    assert of_kind(events, "revealed") == [{"seat": "A", "card": "H21"}]
    assert (centre(match), seat(match, "A").mentors, decision(match)) == ("H21", 0, "action")


@pytest.mark.rule("HD-RUL-44", "HD-PREP-8")
def test_if_the_deck_ends_with_a_loose_card_the_quota_lapses() -> None:
    from hike_dogsled.test_actions import NO_HUSKY, rest_of

    said = {"removed": rest_of("H48 H47 H20"), "deck": "H20 X2", "loose_seen": "X1 X3"}
    match = prep(**LOOSE, A={"sled": "T1=H48"}, B={"sled": "T1=H47", "hand": NO_HUSKY}, **said)
    events = play(match, "A swap T1 H48 T1")
    assert told(events, "revealed", "loose_turned") == ["revealed", "loose_turned"]
    assert of_kind(events, "ran_away") == [{"seat": "B", "husky": "H20"}]
    assert (to_move(match), decision(match), view(match).deck) == ("B", "action", 0)


@pytest.mark.rule("HD-RUL-44", "HD-PREP-8", "HD-RUL-6")
def test_a_mentor_may_find_only_a_loose_card_and_stays_spent() -> None:
    from hike_dogsled.test_actions import NO_HUSKY, rest_of

    said = {"removed": rest_of("H48 H47"), "deck": "X2", "loose_seen": "X1 X3"}
    match = prep(
        **LOOSE,
        A={"sled": "T1=H48", "mentors": 2},
        B={"sled": "T1=H47", "hand": NO_HUSKY},
        decision="mentor",
        **said,
    )
    events = play(match, "A mentor")
    assert told(events, "loose_turned", "revealed") == ["loose_turned"]
    assert (seat(match, "A").mentors, decision(match)) == (1, "action")


@pytest.mark.rule("HD-LOOSE-5")
def test_a_husky_is_experienced_or_youngster() -> None:
    match, _ = turned_up("X3 H20 H21", A={"sled": "T1=Y1"}, B={"hand": "Y2 H30 E C"})
    assert legal(match) == {"pick Y2", "pick H30"}
    for card in ("E", "C"):
        assert refusal(match, f"pick {card}").endswith(".")


# --- Husky swap -----------------------------------------------------------------------------------------


@pytest.mark.rule("HD-LOOSE-6", "HD-LOOSE-4", "HD-RUL-41")
def test_the_revealing_seat_names_an_unready_opponent() -> None:
    match, _ = turned_up("X1 H20 H21", C=READY, D={"sled": "T1=H46"}, players=4)
    assert (to_move(match), decision(match)) == ("B", "target")
    assert legal(match) == {"with A", "with D"}
    assert refusal(match, "with C").endswith(".")
    assert refusal(match, "with B").endswith(".")
    assert refusal(match, "none").endswith(".")


@pytest.mark.rule("HD-LOOSE-6", "HD-RUL-52", "HD-RUL-42")
def test_both_pick_in_secret_and_the_cards_change_owners() -> None:
    match, _ = turned_up(
        "X1 H20 H21", A={"sled": "T1=H48", "hand": "H40 E"}, B={"sled": "T1=H47 T2=H46", "hand": "H41"}
    )
    assert (to_move(match), decision(match)) == ("B", "pick")
    assert legal(match) == {"pick H47", "pick H46", "pick H41"}
    events = play(match, "B pick H41")
    assert own(match, "B").pick == "H41"
    assert own(match, "A").pick is None
    for viewer in (-1, 0):
        hidden = [event.seen_by(viewer) for event in events if event.kind == "picked"]
        assert all("husky" not in event.values for event in hidden)
    assert hand(match, "B") == "H41"  # no card leaves its place before the last pick
    assert (to_move(match), decision(match)) == ("A", "pick")
    events = play(match, "A pick H40")
    assert of_kind(events, "gave") == [
        {"seat": "B", "husky": "H41", "source": "hand"},
        {"seat": "A", "husky": "H40", "source": "hand"},
    ]
    assert (hand(match, "A"), hand(match, "B")) == ("H41 E", "H40")
    assert (sled(match, "A"), sled(match, "B")) == ("T1=H48", "T1=H47 T2=H46")


@pytest.mark.rule("HD-LOOSE-6", "HD-RUL-43", "HD-RUL-52")
def test_who_gave_from_the_sled_places_the_new_card() -> None:
    """Into any vacant slot that fits, the emptied one included; revealing seat first."""
    match, _ = turned_up("X1 H20 H21", A={"sled": "T1=H48 T2=H45"}, B={"sled": "T1=H47", "hand": "H46"})
    play(match, "B pick H47", "A pick H48")
    assert (to_move(match), decision(match)) == ("B", "settle")
    assert sled(match, "A") == "T2=H45"
    assert legal(match) == {f"place H48 {row}{n}" for row in "TB" for n in range(1, 5)}
    shown = view(match).loose
    assert shown is not None
    assert shown.received == {"B": "H48", "A": "H47"}
    for action in ("none", "place H48 hand", "place H46 T1"):
        assert refusal(match, action).endswith(".")
    play(match, "B place H48 B4")
    assert (to_move(match), decision(match)) == ("A", "settle")
    assert legal(match) == {f"place H47 {slot}" for slot in ("T1", "T3", "T4", "B1", "B2", "B3", "B4")}
    events = play(match, "A place H47 B1")
    assert of_kind(events, "settled") == [{"seat": "A", "husky": "H47", "slot": "B1"}]
    assert (sled(match, "A"), sled(match, "B")) == ("T2=H45 B1=H47", "B4=H48")
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-LOOSE-6", "HD-RUL-43")
def test_from_hand_to_hand_and_sled_to_sled() -> None:
    """Each keeps to where the own card came from."""
    match, _ = turned_up("X1 H20 H21", A={"sled": "T1=H48"}, B={"hand": "H47 H46"})
    play(match, "B pick H47")  # A has but one to pick
    assert hand(match, "B") == "H46 H48"
    assert (to_move(match), decision(match)) == ("A", "settle")
    play(match, "A place H47 T2")
    assert sled(match, "A") == "T2=H47"


@pytest.mark.rule("HD-LOOSE-6", "HD-RUL-43", "HD-RUL-53")
def test_if_no_slot_fits_the_card_goes_to_the_hand() -> None:
    data = corrected(plain("S"), H40="rrrr:S")
    match, _ = turned_up(
        "X1 H20 H21",
        data=data,
        A={"sled": FULL, "hand": ""},
        B={"hand": "H40"},
        players=2,
    )
    events = play(match, "A pick H02") if decision(match) == "pick" else []
    assert of_kind(events, "kept") == [{"seat": "A", "husky": "H40"}]
    assert hand(match, "A") == "H40"
    assert "H02" in hand(match, "B")
    assert seat(match, "A").hand.huskies == ("H40",)  # everybody has seen it
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-RUL-41", "HD-LOOSE-6")
def test_a_target_without_huskies_may_be_named_and_nothing_happens() -> None:
    match, _ = turned_up("X1 H20 H21", C={"hand": "E C"}, players=3)
    assert legal(match) == {"with A", "with C"}
    events = play(match, "B with C")
    assert told(events, "no_effect", "gave", "picked") == ["no_effect"]
    assert decision(match) == "action"


@pytest.mark.rule("HD-RUL-41", "HD-LOOSE-4")
@pytest.mark.parametrize("case", ["nobody unready", "no husky"])
def test_nobody_is_named(case: str) -> None:
    if case == "nobody unready":
        match = prep(
            **LOOSE, A={"sled": "T1=H48", "mentors": 1}, B=READY, day=2, decision="mentor", deck="X1 H20 ..."
        )
        events = play(match, "A mentor")
    else:
        match, events = turned_up("X1 H20 H21", B={"hand": "E"}, C={"sled": "T1=H46"}, players=3)
    assert told(events, "no_effect", "named") == ["no_effect"]
    assert decision(match) == "action"


@pytest.mark.rule("HD-RUL-41")
def test_a_participant_with_a_husky_cannot_decline() -> None:
    match, _ = turned_up("X1 H20 H21", A={"sled": "T1=H48 T2=H46"}, B={"sled": "T1=H47", "hand": "H45"})
    assert refusal(match, "none").endswith(".")
    play(match, "B pick H45")
    assert refusal(match, "none").endswith(".")


@pytest.mark.rule("HD-RUL-53", "HD-LOOSE-6")
def test_who_holds_what_after_a_husky_swap_is_known_to_all() -> None:
    match, _ = turned_up("X1 H20 H21", A={"hand": "H40 H42", "sled": "T1=H48"}, B={"hand": "H41 H43"})
    play(match, "B pick H41", "A pick H40")
    assert (seat(match, "A").hand.huskies, seat(match, "A").hand.hidden) == (("H41",), 1)
    assert (seat(match, "B").hand.huskies, seat(match, "B").hand.hidden) == (("H40",), 1)


# --- runaways -------------------------------------------------------------------------------------------


@pytest.mark.rule("HD-LOOSE-7", "HD-RUL-45")
def test_two_of_three_or_more_of_own_choice() -> None:
    match, _ = turned_up("H20 X2 H21", centre="H30 Y1 E C")
    assert legal(match) == {"pick H20", "pick H30", "pick Y1"}
    play(match, "B pick Y1")
    assert legal(match) == {"pick H20", "pick H30"}
    events = play(match, "B pick H20")
    assert of_kind(events, "ran_away") == [{"seat": "B", "husky": "H20"}]
    assert sorted(view(match).removed) == ["H20", "Y1"]
    assert centre(match) == "H21 H30 E C"


@pytest.mark.rule("HD-LOOSE-7", "HD-RUL-45")
@pytest.mark.parametrize(
    ("there", "gone"), [("H30 H31 E", ["H30", "H31"]), ("H30 E C", ["H30"]), ("E C", [])]
)
def test_with_two_or_fewer_there_is_no_choice(there: str, gone: list[str]) -> None:
    match, events = turned_up("X2 H20 H21", centre=there)
    assert [each["husky"] for each in of_kind(events, "ran_away")] == gone
    assert list(view(match).removed) == gone
    assert told(events, "no_effect") == ([] if gone else ["no_effect"])
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-RUL-45")
def test_only_cards_already_there_run_away() -> None:
    match, _ = turned_up("X2 H20 H21", centre="H30")
    assert (centre(match), view(match).removed) == ("H20 H21", ("H30",))


# --- sled huskies on the loose --------------------------------------------------------------------------


@pytest.mark.rule("HD-LOOSE-9", "HD-RUL-42", "HD-RUL-52")
def test_everybody_unready_loses_a_husky_of_the_sled() -> None:
    match, _ = turned_up(
        "X4 H20 H21",
        A={"sled": "T1=H48 T2=H40", "hand": "H41"},
        B={"sled": "T1=H47 B1=Y1"},
        C=READY,
        D={"hand": "H42"},
        players=4,
    )
    assert (to_move(match), legal(match)) == ("B", {"pick H47", "pick Y1"})
    play(match, "B pick Y1")
    assert sled(match, "B") == "T1=H47 B1=Y1"  # nothing leaves before the last pick
    assert (to_move(match), legal(match)) == ("A", {"pick H48", "pick H40"})
    assert refusal(match, "pick H41").endswith(".")
    events = play(match, "A pick H48")
    assert of_kind(events, "lost_husky") == [
        {"seat": "B", "husky": "Y1", "slot": "B1"},
        {"seat": "A", "husky": "H48", "slot": "T1"},
    ]
    assert [sled(match, name) for name in "ABCD"] == ["T2=H40", "T1=H47", FULL, ""]
    assert sorted(view(match).removed) == ["H48", "Y1"]
    assert hand(match, "D") == "H42"


@pytest.mark.rule("HD-LOOSE-9")
def test_empty_sleds_lose_nothing() -> None:
    match, events = turned_up("X4 H20 H21", A={"sled": "T1=H48"}, B={"hand": "H47"})
    assert of_kind(events, "lost_husky") == [{"seat": "A", "husky": "H48", "slot": "T1"}]
    assert hand(match, "B") == "H47"


@pytest.mark.rule("HD-RUL-47", "HD-RUL-10")
def test_a_complete_sled_is_incomplete_again() -> None:
    match, _ = turned_up("X4 H20 H21", A={"sled": FULL, "hand": "H30"}, B={"sled": "T1=H47"})
    assert to_move(match) == "A"
    play(match, "A pick H03")
    assert seat(match, "A").sled["T3"].husky is None
    play(match, "B draft H20 hand")
    assert (to_move(match), decision(match)) == ("A", "action")
    assert "declare" not in asked(match, "A swap T1 H01 T1")
