"""Days of Preparations: landscapes, the reveal step, mentors (ledger, HD-PREP)."""

from __future__ import annotations

from typing import Any

import pytest

from hike_dogsled.helpers import (
    centre,
    deal,
    decision,
    legal,
    of_kind,
    passing,
    plain,
    play,
    prep,
    refusal,
    seat,
    table,
    to_move,
    told,
    view,
)
from hike_dogsled.test_actions import NO_HUSKY, rest_of

EVERYONE = {name: {"sled": f"T1=H{number:02}"} for number, name in enumerate("ABCDEF", 1)}
"""Seats with one husky each, who can pass."""


def seats(players: int) -> dict[str, Any]:
    return {name: EVERYONE[name] for name in "ABCDEF"[:players]}


@pytest.mark.rule("HD-PREP-1", "HD-PREP-3", "HD-SETUP-9")
def test_a_day_turns_up_the_landscape_nearest_the_start_and_everyone_has_a_turn() -> None:
    match = prep(
        data=plain("S"),
        players=3,
        track="L04 L07 L01 L02 L03 L05 L06 L08",
        **seats(3),
    )
    assert view(match).track == ("L04", *[None] * 7)
    for name in "ABC":
        assert to_move(match) == view(match).turn == name
        events = passing(match, name)
    assert view(match).day == 2
    assert view(match).track == ("L04", "L07", *[None] * 6)
    assert to_move(match) == "A"
    assert of_kind(events, "day_began") == [
        {"seat": None, "day": 2, "landscape": "L07", "name": "Trnovski gozd"}
    ]


@pytest.mark.rule("HD-PREP-1")
def test_with_no_landscape_left_nothing_is_turned_up() -> None:
    named = "L01 L02 L03 L04 L05 L06 L07 L08"
    match = prep(data=plain("S"), day=8, track=named, **seats(2))
    passing(match, "A")
    events = passing(match, "B")
    assert view(match).day == 9
    assert view(match).track == tuple(named.split())
    assert told(events, "day_began") == []
    assert of_kind(events, "another_day") == [{"seat": None, "day": 9}]


@pytest.mark.rule("HD-PREP-6", "HD-PREP-2", "HD-SETUP-2")
@pytest.mark.parametrize(("players", "sideways"), [(2, 4), (3, 4), (4, 4), (5, 3), (6, 3)])
def test_two_cards_are_turned_up_before_the_sideways_landscape_and_one_from_then_on(
    players: int, sideways: int
) -> None:
    match = prep(data=plain("S"), players=players, **seats(players))
    assert table(match).sideways == sideways
    turned_up: dict[int, list[int]] = {}
    while view(match).day <= 6:
        events = passing(match, to_move(match))
        turned_up.setdefault(view(match).day, []).append(len(told(events, "revealed")))
    assert turned_up.pop(1) == [2] * (players - 1)  # A's cards of day 1 lay there already
    assert turned_up.pop(7) == [1]
    assert turned_up == {day: [2 if day < sideways else 1] * players for day in range(2, 7)}


@pytest.mark.rule("HD-PREP-6")
def test_the_first_turn_of_a_match_turned_up_two_cards() -> None:
    for players in range(2, 7):
        match = deal(players, 3)
        assert len(centre(match).split()) == 4
        assert view(match).deck == 74 - 2 * players - 4


@pytest.mark.rule("HD-PREP-4", "HD-PREP-7")
def test_a_turn_is_reveal_mentors_action_bonus_declaration() -> None:
    almost = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06"
    match = prep(
        data=plain("S"),
        A={"sled": "T1=H40"},
        B={"sled": almost, "hand": "H07 Y1", "mentors": 2},
        deck="H10 H11 H12 H13 ...",
    )
    events = play(match, "A swap T1 H40 T1")
    assert of_kind(events, "revealed") == [{"seat": "B", "card": "H10"}, {"seat": "B", "card": "H11"}]
    assert (to_move(match), decision(match)) == ("B", "mentor")
    events = play(match, "B mentor")
    assert of_kind(events, "revealed") == [{"seat": "B", "card": "H12"}]
    play(match, "B none")
    assert decision(match) == "action"
    play(match, "B place H07 B3")
    assert decision(match) == "bonus"
    play(match, "B place Y1 B4")
    assert decision(match) == "declare"
    play(match, "B ready")
    assert to_move(match) == "A"
    assert centre(match).split()[:4] == ["H10", "H11", "H12", "H13"]


@pytest.mark.rule("HD-PREP-7", "HD-RUL-5", "HD-RUL-51")
def test_mentors_are_spent_one_at_a_time_each_after_seeing_the_last_card() -> None:
    match = prep(A={"mentors": 2, "sled": "T1=H01"}, deck="H20 H21 H22 ...", decision="mentor")
    assert legal(match) == {"mentor", "none"}
    play(match, "A mentor")
    assert (centre(match), seat(match, "A").mentors, decision(match)) == ("H20", 1, "mentor")
    play(match, "A mentor")
    assert (centre(match), seat(match, "A").mentors, decision(match)) == ("H20 H21", 0, "action")
    assert refusal(match, "mentor").endswith(".")


@pytest.mark.rule("HD-PREP-7", "HD-RUL-5")
def test_a_mentor_is_not_spent_after_the_action_and_not_by_another() -> None:
    match = prep(
        data=plain("S"), A={"mentors": 1, "hand": "Y1", "sled": "T1=H01"}, B={"mentors": 2}, decision="mentor"
    )
    play(match, "A none")
    assert decision(match) == "action"
    assert refusal(match, "mentor").endswith(".")
    play(match, "A swap T1 H01 T1")
    assert decision(match) == "bonus"
    assert refusal(match, "mentor").endswith(".")
    play(match, "A none")
    assert (to_move(match), decision(match)) == ("B", "mentor")
    assert seat(match, "A").mentors == 1
    assert refusal(match, "mentor", 0) == "It is not A's turn: B is to move."


@pytest.mark.rule("HD-PREP-7")
def test_without_mentors_nobody_is_asked() -> None:
    match = prep(data=plain("S"), **seats(2))
    passing(match, "A")
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-PREP-8")
def test_with_too_few_cards_in_the_deck_what_there_is_is_turned_up() -> None:
    said = {"removed": rest_of("H01 H02 H30"), "deck": "H30", "day": 1}
    match = prep(data=plain("S"), A={"sled": "T1=H01"}, B={"sled": "T1=H02", "hand": NO_HUSKY}, **said)
    events = passing(match, "A")
    assert of_kind(events, "revealed") == [{"seat": "B", "card": "H30"}]
    assert (view(match).deck, centre(match)) == (0, "H30")
    events = passing(match, "B")
    assert told(events, "revealed") == []
    assert (to_move(match), decision(match), centre(match)) == ("A", "action", "H30")


@pytest.mark.rule("HD-RUL-6", "HD-PREP-8")
def test_a_mentor_buys_nothing_from_an_empty_deck() -> None:
    said = {"removed": rest_of("H01 H02 H30"), "deck": "H30", "decision": "mentor"}
    match = prep(
        data=plain("S"),
        A={"sled": "T1=H01", "mentors": 2},
        B={"sled": "T1=H02", "hand": NO_HUSKY, "mentors": 2},
        **said,
    )
    play(match, "A mentor")
    assert (decision(match), seat(match, "A").mentors) == ("action", 1)
    assert refusal(match, "mentor").endswith(".")
    passing(match, "A")
    assert (to_move(match), decision(match)) == ("B", "action")


@pytest.mark.rule("HD-PREP-9", "HD-RUL-7")
def test_the_centre_is_never_refilled_or_trimmed() -> None:
    match = prep(data=plain("S"), centre="H30", deck="E C Y1 H31 ...", day=5, **seats(2))
    play(match, "A draft H30 hand")
    assert centre(match) == "E"
    passing(match, "B")
    assert centre(match) == "E C"
    passing(match, "A")
    assert centre(match) == "Y1 E C"
    many = " ".join(f"H{n}" for n in range(10, 49))
    match = prep(data=plain("S"), centre=many, **seats(2))
    passing(match, "A")
    assert len(centre(match).split()) == 41


@pytest.mark.rule("HD-PREP-5", "HD-READY-7")
def test_a_ready_seat_is_never_asked() -> None:
    full = "T1=H11 T2=H12 T3=H13 T4=H14 B1=H15 B2=H16 B3=H17 B4=H18"
    match = prep(
        data=plain("S"),
        players=3,
        day=3,
        A={"sled": "T1=H01"},
        B={"sled": full, "declared": 2, "mentors": 2, "hand": "E"},
        C={"sled": "T1=H03"},
    )
    events = passing(match, "A")
    assert to_move(match) == "C"
    assert told(events, "revealed", "drew_care") == ["drew_care", "revealed", "revealed"]
