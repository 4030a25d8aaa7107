"""Care cards (ledger, HD-CARE)."""

from __future__ import annotations

import pytest

from hike_dogsled.helpers import (
    decision,
    hand,
    legal,
    of_kind,
    own,
    pawn,
    play,
    race,
    refusal,
    slots_in,
    to_move,
    view,
)

ICE = "I I I I / I I I I"


@pytest.mark.rule("WE-5", "HD-CARE-1", "HD-CARE-2", "HD-CARE-3", "HD-CARE-4", "HD-CARE-6", "HD-EQUIP-3")
def test_worked_example_5() -> None:
    match = race(
        "P I S I S P P S S P", A=("SP~ SIP~ SI~ SS / P~ Y S+ I", {"hand": "C D"}), B="P P P P / P P P P"
    )
    assert legal(match, "care") == {"care T1", "care T2", "care T3", "care B1"}
    assert not legal(match, "use")
    for action, position in (
        ("care T2", 0),
        ("use T2", 3),
        ("use B3+I", 5),
        ("double 1", 5),
        ("use T1", 6),
        ("use B1", 7),
        ("use T4", 9),
    ):
        events = play(match, f"A {action}")
        assert pawn(match, "A") == position
    assert of_kind(events, "ended_turn") == [{"seat": "A", "position": 9}]
    assert slots_in(match, "A", "tired") == "T1 T2 T3 T4 B1 B3"
    assert slots_in(match, "A", "ready") == "B2 B4"
    assert hand(match, "A") == ""


@pytest.mark.rule("WE-8", "HD-CARE-6", "HD-RUL-49")
def test_worked_example_8() -> None:
    match = race("S S I I S P P P", A=("SI Y Y Y / Y Y Y Y", {"hand": "C C"}))
    play(match, "A use T1")
    assert (pawn(match, "A"), legal(match)) == (1, {"care T1", "end"})
    play(match, "A care T1", "A use T1")
    assert pawn(match, "A") == 3
    play(match, "A care T1", "A use T1")
    assert (pawn(match, "A"), slots_in(match, "A", "tired"), hand(match, "A")) == (5, "T1", "")


@pytest.mark.rule("HD-CARE-1", "HD-RUL-27")
def test_no_care_while_a_husky_can_be_used() -> None:
    match = race("S S S S S S S S", A=("S~ S I P / Y Y Y Y", {"hand": "C D"}))
    assert legal(match) == {"use T2", "end"}
    assert own(match, "A").care_locked
    for action in ("care T1", "double 1"):
        assert refusal(match, action).endswith(".")


@pytest.mark.rule("HD-CARE-2", "HD-CARE-6")
def test_where_a_husky_would_run_to_once_it_is_cared_for_is_seen() -> None:
    """T1 could go on over two fields, B1 not at all, T2 has equipment; T3 is not tired."""
    match = race("I S S S S S S S", A=("IS~ S+~ P I! / S~ I~ Y Y", {"hand": "C D"}))
    assert legal(match) == {"care T1", "care T2", "care B1", "care B2", "double 1", "double 2", "end"}
    seen = own(match, "A")
    assert seen.previews == ()
    assert {each.action: each.outcomes[0].to for each in seen.refreshed} == {
        "use T1": 2,
        "use T2+I": 2,
        "use B2": 1,
    }
    play(match, "A care T1")
    assert own(match, "A").refreshed == ()
    assert [each.action for each in own(match, "A").previews] == ["use T1"]


@pytest.mark.rule("HD-RUL-27")
def test_willingness_does_not_matter() -> None:
    """A husky that fits the equipment field ahead counts as usable, and so does a custom point."""
    match = race("S* S S S S S S S", A=("S~ S Y Y / Y Y Y Y", {"hand": "C"}))
    assert legal(match) == {"use T2", "end"}
    match = race("P S S S S S S S", A=("P~ S+ Y Y / Y Y Y Y", {"hand": "C"}))
    assert legal(match) == {"use T2+P", "end"}


@pytest.mark.rule("HD-CARE-1")
def test_care_is_played_on_the_own_turn_only() -> None:
    match = race("S S S S S S S S", A="S S S S / S S S S", B=("S~ I I I / I I I I", {"hand": "C"}))
    assert refusal(match, "care T1", 1) == "It is not B's turn: A is to move."


@pytest.mark.rule("HD-CARE-2")
def test_a_single_refreshes_one_tired_husky() -> None:
    match = race("P S S S S S S S", A=("S~ S~ I P~ / Y Y Y Y", {"hand": "C"}))
    assert legal(match) == {"care T1", "care T2", "care T4", "end"}
    events = play(match, "A care T4")
    assert of_kind(events, "cared") == [{"seat": "A", "card": "C", "slots": ["T4"], "huskies": ["H04"]}]
    assert (slots_in(match, "A", "tired"), hand(match, "A")) == ("T1 T2", "")
    assert view(match).discards.singles == 1
    assert "use T4" in legal(match)


@pytest.mark.rule("HD-CARE-3", "HD-RUL-26")
def test_a_double_refreshes_the_tired_ones_of_a_column() -> None:
    match = race("P S S S S S S S", A=("S~ S~ I P~ / P~ Y Y Y", {"hand": "D"}))
    assert legal(match) == {"double 1", "double 2", "double 4", "end"}
    assert refusal(match, "double 3").endswith(".")
    twin = match.clone()
    events = play(match, "A double 1")
    assert of_kind(events, "cared") == [
        {"seat": "A", "card": "D", "slots": ["T1", "B1"], "huskies": ["H01", "H05"]}
    ]
    assert (slots_in(match, "A", "tired"), view(match).discards.doubles) == ("T2 T4", 1)
    play(twin, "A double 4")  # one tired, a youngster below it
    assert slots_in(twin, "A", "tired") == "T1 T2 B1"


@pytest.mark.rule("HD-CARE-4", "HD-CARE-1")
def test_no_limit_but_the_condition_holds_each_time() -> None:
    match = race("P S S S P P P P", A=("P~ P~ P~ I / Y Y Y Y", {"hand": "C C C C"}))
    play(match, "A care T1")
    assert legal(match) == {"use T1", "end"}
    play(match, "A use T1")
    assert "care T2" in legal(match)  # snow ahead: none helps, all may be played
    play(match, "A care T2")
    assert legal(match) == {"care T1", "care T3", "end"}
    play(match, "A care T3")
    assert (hand(match, "A"), legal(match)) == ("C", {"care T1", "end"})


@pytest.mark.rule("HD-CARE-5", "HD-EQUIP-10")
def test_a_husky_at_rest_is_never_refreshed() -> None:
    match = race("P S S S S S S S", A=("P! P~ Y Y / S~ P! Y Y", {"hand": "C D"}))
    assert legal(match) == {"care T2", "care B1", "double 1", "double 2", "end"}
    play(match, "A double 1")
    assert (slots_in(match, "A", "rest"), slots_in(match, "A", "tired")) == ("T1 B2", "T2")


@pytest.mark.rule("HD-CARE-6")
def test_a_refreshed_husky_has_all_its_points_again() -> None:
    match = race("S S I S S S S S", A=("SI Y Y Y / Y Y Y Y", {"hand": "C"}))
    play(match, "A use T1")
    assert pawn(match, "A") == 1
    play(match, "A care T1", "A use T1")
    assert pawn(match, "A") == 3


@pytest.mark.rule("HD-RUL-25")
def test_a_card_without_a_target_cannot_be_played() -> None:
    """Nobody is tired: there is nothing to do but to end, which happens by itself."""
    match = race("S S S S S S S S", A="S S S S / S S S S", B=(ICE, {"hand": "C D"}), C="S S S S / S S S S")
    play(match, "A end")
    assert to_move(match) == "C"
    assert hand(match, "B") == "C D"


@pytest.mark.rule("HD-RUL-25")
def test_care_need_not_be_useful() -> None:
    match = race("P P P P P P P P", A=("S~ Y Y Y / Y Y Y Y", {"hand": "C"}), B=ICE)
    play(match, "A care T1")
    assert (hand(match, "A"), slots_in(match, "A", "tired")) == ("", "")
    assert pawn(match, "A") == 0


@pytest.mark.rule("HD-RUL-25", "HD-RUL-35")
def test_no_care_at_the_last_field() -> None:
    match = race("S S S S S S S S", A=("S S~ S S / Y Y Y Y", {"hand": "C D", "position": 7}))
    play(match, "A use T1")
    assert (to_move(match), hand(match, "A"), slots_in(match, "A", "tired")) == ("B", "C D", "T1 T2")


@pytest.mark.rule("HD-CARE-1")
def test_care_is_a_choice() -> None:
    match = race("P S S S S S S S", A=("P~ Y Y Y / Y Y Y Y", {"hand": "C"}), B="P P P P / P P P P")
    assert decision(match) == "step"
    play(match, "A end")
    assert (hand(match, "A"), to_move(match)) == ("C", "B")
