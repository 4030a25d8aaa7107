"""Swapping: lift one husky, place one (ledger, HD-SWAP)."""

from __future__ import annotations

import pytest

from hike_dogsled.helpers import corrected, hand, legal, of_kind, plain, play, prep, refusal, seat, sled

ROSE = corrected(plain("S"), H09="rrrr:S", H10="bbbb:S")


@pytest.mark.rule("HD-ACT-4", "HD-SWAP-1", "HD-SWAP-2", "HD-SWAP-3")
def test_any_husky_in_hand_goes_into_any_vacant_slot() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01", "hand": "H02 Y1 E C"})
    everywhere = [f"{row}{column}" for row in "TB" for column in range(1, 5)]
    wanted = {f"swap T1 {card} {slot}" for card in ("H01", "H02", "Y1") for slot in everywhere}
    assert legal(match, "swap") == wanted
    events = play(match, "A swap T1 H02 B3")
    assert sled(match, "A") == "B3=H02"
    assert hand(match, "A") == "H01 Y1 E C"
    assert of_kind(events, "swapped") == [
        {"seat": "A", "lifted": "H01", "begin": "T1", "husky": "H02", "slot": "B3"}
    ]


@pytest.mark.rule("HD-SWAP-1")
def test_neighbours_are_judged_without_the_lifted_card() -> None:
    """H09 (rose) cannot lie beside H01 (blue), unless H01 is the one that is lifted."""
    match = prep(data=ROSE, A={"sled": "T1=H01", "hand": "H09"})
    assert "place H09 T2" not in legal(match)
    assert "swap T1 H09 T2" in legal(match)
    play(match, "A swap T1 H09 T2")
    assert sled(match, "A") == "T2=H09"


@pytest.mark.rule("HD-SWAP-1", "HD-SWAP-5")
def test_the_other_neighbours_still_count() -> None:
    match = prep(data=ROSE, A={"sled": "T1=H01 T3=H02", "hand": "H09"})
    slots = {action.split()[3] for action in legal(match, "swap T1 H09 ")}
    assert slots == {"T1", "B1", "B2", "B4"}
    assert refusal(match, "swap T1 H09 T2").endswith(".")
    assert (sled(match, "A"), hand(match, "A")) == ("T1=H01 T3=H02", "H09")


@pytest.mark.rule("HD-SWAP-4")
def test_the_number_of_huskies_stays_the_same() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01 T2=H02 B1=Y1", "hand": "H03"})
    for action in sorted(legal(match, "swap")):
        twin = match.clone()
        twin.play(action)
        assert len(sled(twin, "A").split()) == 3
        assert len(hand(twin, "A").split()) == 1


@pytest.mark.rule("HD-SWAP-4")
def test_in_a_complete_sled_the_only_target_is_the_slot_just_vacated() -> None:
    full = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=Y1"
    match = prep(data=plain("S"), A={"sled": full, "hand": "H08 Y2"})
    slots = dict(each.split("=") for each in full.split())
    wanted = {f"swap {slot} {card} {slot}" for slot, own in slots.items() for card in (own, "H08", "Y2")}
    assert legal(match, "swap") == wanted


@pytest.mark.rule("HD-SWAP-2", "HD-SWAP-3")
def test_the_lifted_husky_may_go_elsewhere_itself() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01"})
    play(match, "A swap T1 H01 B4")
    assert (sled(match, "A"), hand(match, "A")) == ("B4=H01", "")


@pytest.mark.rule("HD-SWAP-6", "HD-RUL-9")
def test_a_swap_that_changes_nothing_is_a_way_to_pass() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01", "hand": "H02"}, B={"sled": "T1=H05"})
    play(match, "A swap T1 H01 T1")
    assert (sled(match, "A"), hand(match, "A")) == ("T1=H01", "H02")
    assert match.actor == 1


@pytest.mark.rule("HD-SWAP-5")
@pytest.mark.parametrize(
    "action",
    ["swap T1 H09 B2", "swap T1 H05 T1", "swap T3 H09 T1", "swap T1 E T1", "swap T1 H01 T2"],
)
def test_a_swap_is_refused_as_a_whole(action: str) -> None:
    """A clash, a card that is elsewhere, a vacant slot to lift from, no husky, an occupied target."""
    match = prep(data=ROSE, A={"sled": "T1=H01 T2=H02", "hand": "H09 E"}, B={"hand": "H05"})
    assert refusal(match, action).endswith(".")
    assert (sled(match, "A"), hand(match, "A")) == ("T1=H01 T2=H02", "H09 E")


@pytest.mark.rule("HD-SWAP-1", "HD-RUL-2")
def test_a_lifted_husky_is_known_to_be_in_the_hand() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01", "hand": "H02"})
    play(match, "A swap T1 H02 T1")
    assert seat(match, "A").hand.huskies == ("H01",)
    assert seat(match, "A").hand.hidden == 0


@pytest.mark.rule("HD-ACT-6", "HD-SWAP-2")
def test_youngsters_are_swapped_like_the_others() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=Y1", "hand": "Y2 H01"})
    assert {"swap T1 Y2 B1", "swap T1 Y1 B1", "swap T1 H01 T1"} <= legal(match, "swap")
    play(match, "A swap T1 Y2 B1")
    assert (sled(match, "A"), hand(match, "A")) == ("B1=Y2", "H01 Y1")
