"""The action of a turn and the bonus (ledger, HD-ACT and HD-BONUS)."""

from __future__ import annotations

import pytest

from hike_dogsled.helpers import (
    centre,
    decision,
    hand,
    legal,
    of_kind,
    plain,
    play,
    prep,
    refusal,
    sled,
    to_move,
    told,
)

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"
NO_HUSKY = "E E E E E E E E E E E E C C C C C C"
"""All other cards of the husky deck."""


@pytest.mark.rule("HD-ACT-1")
def test_a_husky_of_the_centre_goes_straight_into_the_sled() -> None:
    match = prep(data=plain("S"), centre="H10 H11 E")
    events = play(match, "A draft H10 B2")
    assert (sled(match, "A"), hand(match, "A")) == ("B2=H10", "")
    assert "H10" not in centre(match)
    assert of_kind(events, "drafted") == [{"seat": "A", "husky": "H10", "slot": "B2"}]


@pytest.mark.rule("HD-ACT-2")
@pytest.mark.parametrize("card", ["H10", "Y1", "E", "C"])
def test_any_card_of_the_centre_may_be_taken_into_the_hand(card: str) -> None:
    match = prep(data=plain("S"), centre="H10 Y1 E E C C", A={"hand": "H20"}, decision="action")
    assert legal(match, "draft") >= {f"draft {each} hand" for each in ("H10", "Y1", "E", "C")}
    events = play(match, f"A draft {card} hand")
    assert sorted(hand(match, "A").split()) == sorted(["H20", card])
    left = ["H10", "Y1", "E", "E", "C", "C"]
    left.remove(card)
    assert set(left) <= set(centre(match).split())
    assert of_kind(events, "took") == [{"seat": "A", "card": card}]


@pytest.mark.rule("HD-ACT-3")
def test_a_husky_of_the_hand_is_placed() -> None:
    match = prep(data=plain("S"), A={"hand": "H10 H11 E"})
    events = play(match, "A place H10 T3")
    assert (sled(match, "A"), hand(match, "A")) == ("T3=H10", "H11 E")
    assert of_kind(events, "placed") == [{"seat": "A", "husky": "H10", "slot": "T3"}]
    assert to_move(match) == "B"


@pytest.mark.rule("HD-ACT-1", "HD-ACT-2", "HD-ACT-3", "HD-ACT-4")
def test_these_are_all_the_actions() -> None:
    match = prep(
        data=plain("S"), players=6, A={"sled": "T1=H01 T2=H02 T3=H03 B1=H04", "hand": "H05 E"}, centre="H06 C"
    )
    vacant = ("B2", "B3")
    wanted = {"draft H06 hand", "draft C hand"}
    wanted |= {f"draft H06 {slot}" for slot in vacant} | {f"place H05 {slot}" for slot in vacant}
    for slot, own in (("T1", "H01"), ("T2", "H02"), ("T3", "H03"), ("B1", "H04")):
        wanted |= {f"swap {slot} {card} {to}" for card in (own, "H05") for to in (slot, *vacant)}
    assert legal(match) == wanted


@pytest.mark.rule("HD-ACT-5")
def test_whoever_turned_it_up_any_card_of_the_centre_may_be_taken() -> None:
    """H31 lies there from earlier, H40 and H41 A has turned up on this day."""
    match = prep(data=plain("S"), A={"hand": "H20"}, centre="H31 H40 H41", deck="H42 H43 ...")
    play(match, "A place H20 T1")
    assert centre(match) == "H31 H40 H41 H42 H43"
    taken = {action.split()[1] for action in legal(match, "draft") if action.endswith("hand")}
    assert taken == {"H31", "H40", "H41", "H42", "H43"}


@pytest.mark.rule("HD-ACT-6")
def test_a_youngster_may_be_the_object_of_every_action() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=Y1", "hand": "Y2"}, centre="Y3")
    assert {"draft Y3 T2", "draft Y3 hand", "place Y2 T2", "swap T1 Y2 T1", "swap T1 Y1 B1"} <= legal(match)


@pytest.mark.rule("HD-ACT-7")
def test_there_is_no_hand_limit() -> None:
    held = " ".join(f"H{number:02}" for number in range(1, 31))
    match = prep(A={"hand": held}, centre="E")
    play(match, "A draft E hand")
    assert len(hand(match, "A").split()) == 31


@pytest.mark.rule("HD-ACT-8", "HD-RUL-10")
def test_a_complete_sled_without_a_declaration_takes_full_turns() -> None:
    match = prep(data=plain("S"), A={"sled": FULL, "hand": "H09"}, centre="H10")
    assert {"draft H10 hand", "swap T1 H09 T1"} <= legal(match)
    assert not legal(match, "place")
    play(match, "A draft H10 hand")
    assert decision(match) == "declare"
    play(match, "A none")
    assert to_move(match) == "B"
    assert hand(match, "A") == "H09 H10"


@pytest.mark.rule("HD-PREP-4", "HD-ACT-9")
def test_an_action_is_compulsory() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01"}, centre="E")
    assert decision(match) == "action"
    for nothing in ("none", "end", "ready", "mentor"):
        assert refusal(match, nothing).endswith(".")


@pytest.mark.rule("HD-ACT-9", "HD-RUL-8")
def test_without_a_legal_action_it_is_skipped() -> None:
    """B turns up nothing, there being no deck, and has nothing to do anything with."""
    match = prep(
        data=plain("S"), A={"hand": "H01 H02"}, B={"hand": NO_HUSKY}, deck="", removed=rest_of("H01 H02")
    )
    events = play(match, "A place H01 T1")
    assert told(events, "skipped") == ["skipped"]
    assert of_kind(events, "skipped") == [{"seat": "B"}]
    assert to_move(match) == "A"


@pytest.mark.rule("HD-RUL-8")
def test_with_a_husky_in_the_sled_there_is_always_a_swap() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01"}, B={"hand": NO_HUSKY}, deck="", removed=rest_of("H01"))
    assert legal(match) == {f"swap T1 H01 {row}{n}" for row in "TB" for n in range(1, 5)}


def rest_of(*there: str) -> str:
    """All huskies but these: gone, so that the deck is empty."""
    named = " ".join(there).split()
    everyone = [f"H{n:02}" for n in range(1, 49)] + [f"Y{n}" for n in range(1, 9)]
    return " ".join(husky for husky in everyone if husky not in named)


# --- bonus ----------------------------------------------------------------------------------------------


@pytest.mark.rule("HD-BONUS-1")
def test_after_the_action_a_youngster_may_be_placed() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01 T2=H02", "hand": "Y1 H03"}, centre="Y2 H04 E")
    play(match, "A draft E hand")
    assert decision(match) == "bonus"
    vacant = ("T3", "T4", "B1", "B2", "B3", "B4")
    wanted = {f"place Y1 {slot}" for slot in vacant} | {f"draft Y2 {slot}" for slot in vacant}
    assert legal(match) == wanted | {"none"}
    events = play(match, "A draft Y2 B2")
    assert sled(match, "A") == "T1=H01 T2=H02 B2=Y2"
    assert of_kind(events, "added") == [{"seat": "A", "husky": "Y2", "slot": "B2", "source": "centre"}]
    assert to_move(match) == "B"


@pytest.mark.rule("HD-BONUS-1")
def test_the_bonus_from_the_hand() -> None:
    match = prep(data=plain("S"), A={"hand": "Y1 H03"}, centre="E")
    play(match, "A draft E hand")
    events = play(match, "A place Y1 T1")
    assert (sled(match, "A"), hand(match, "A")) == ("T1=Y1", "H03 E")
    assert of_kind(events, "added") == [{"seat": "A", "husky": "Y1", "slot": "T1", "source": "hand"}]


@pytest.mark.rule("HD-BONUS-1")
def test_a_youngster_of_the_centre_is_enough() -> None:
    match = prep(data=plain("S"), A={"hand": "H03"}, centre="E Y1")
    play(match, "A draft E hand")
    assert decision(match) == "bonus"
    assert legal(match) == {f"draft Y1 {row}{n}" for row in "TB" for n in range(1, 5)} | {"none"}


@pytest.mark.rule("HD-BONUS-1", "HD-BONUS-2")
def test_the_bonus_may_be_declined() -> None:
    match = prep(data=plain("S"), A={"hand": "Y1"}, centre="E")
    play(match, "A draft E hand", "A none")
    assert (sled(match, "A"), hand(match, "A")) == ("", "Y1 E")
    assert to_move(match) == "B"


@pytest.mark.rule("HD-BONUS-2")
def test_there_is_one_bonus_after_the_action_and_never_an_experienced_husky() -> None:
    match = prep(data=plain("S"), A={"hand": "Y1 Y2 H03"}, centre="E H05")
    assert decision(match) == "action"
    play(match, "A draft E hand")
    assert not legal(match, "place H03")
    assert not legal(match, "draft H05")
    assert refusal(match, "place H03 T1").endswith(".")
    play(match, "A place Y1 T1")
    assert to_move(match) == "B"


@pytest.mark.rule("HD-BONUS-3")
def test_two_youngsters_can_enter_in_one_turn() -> None:
    match = prep(data=plain("S"), A={"hand": "Y1"}, centre="Y2")
    play(match, "A draft Y2 T1", "A place Y1 B1")
    assert sled(match, "A") == "T1=Y2 B1=Y1"


@pytest.mark.rule("HD-BONUS-1")
@pytest.mark.parametrize("without", ["youngster", "slot"])
def test_without_a_youngster_or_a_vacant_slot_there_is_no_bonus(without: str) -> None:
    if without == "youngster":
        match = prep(data=plain("S"), A={"hand": "H01", "sled": "T2=Y8"}, centre="E")
        play(match, "A draft E hand")
        assert to_move(match) == "B"
    else:
        match = prep(data=plain("S"), A={"sled": FULL, "hand": "Y1"}, centre="Y2 E")
        play(match, "A draft E hand")
        assert decision(match) == "declare"


@pytest.mark.rule("HD-BONUS-1", "HD-SWAP-4")
def test_a_youngster_lifted_by_a_swap_may_come_back_as_the_bonus() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=Y1", "hand": "H01"})
    play(match, "A swap T1 H01 T1", "A place Y1 B1")
    assert (sled(match, "A"), hand(match, "A")) == ("T1=H01 B1=Y1", "")
