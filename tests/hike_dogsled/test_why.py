"""Why an action is refused: one sentence for each reason, naming what would be allowed."""

from __future__ import annotations

from typing import Any

import pytest

from hike_dogsled.helpers import after, corrected, plain, play, prep, race, refusal
from hike_dogsled.test_loose import turned_up

FULL = "T1=H01 T2=H02 T3=H03 T4=H04 B1=H05 B2=H06 B3=H07 B4=H08"
SIX = "T1=H01 T2=H02 T3=H03 B1=H05 B2=H06 B3=H07"


@pytest.mark.rule("HD-PLACE-3")
@pytest.mark.parametrize(
    ("slot", "sentence"),
    [
        (
            "B1",
            "Sren does not fit into the first spot of the bottom row: "
            "its right edge is rose, and the left edge of Ivje is blue.",
        ),
        ("T3", "Burja is already in the third spot of the top row."),
    ],
)
def test_a_slot_that_does_not_fit(slot: str, sentence: str) -> None:
    data = corrected(H01="rbbb:SI", H02="bbrr:S", H03="brbr:SS", H04="brbr:SI")
    match = prep(data=data, A={"sled": "T3=H01 B2=H02 B3=H03 B4=Y1", "hand": "H04"}, centre="H20")
    assert refusal(match, f"place H04 {slot}") == sentence


@pytest.mark.rule("HD-PLACE-3", "HD-SWAP-1")
@pytest.mark.parametrize(
    ("side", "target", "lying", "sentence"),
    [
        ("left", "T2", "T1", "its left edge is rose, and the right edge of Ivje is blue."),
        ("right", "T2", "T3", "its right edge is rose, and the left edge of Ivje is blue."),
        ("top", "B2", "T2", "its top edge is rose, and the bottom edge of Ivje is blue."),
        ("bottom", "T2", "B2", "its bottom edge is rose, and the top edge of Ivje is blue."),
    ],
)
def test_which_edge_clashes(side: str, target: str, lying: str, sentence: str) -> None:
    edges = "".join("r" if each == side else "b" for each in ("left", "right", "top", "bottom"))
    match = prep(
        data=corrected(plain("S"), H01=f"{edges}:S"), A={"sled": f"{lying}=H02 B4=H03", "hand": "H01"}
    )
    row = "top" if target == "T2" else "bottom"
    said = f"Burja does not fit into the second spot of the {row} row: {sentence}"
    assert refusal(match, f"place H01 {target}") == refusal(match, f"swap B4 H01 {target}") == said


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("draft H30 T2", "Severin is not in the centre."),
        ("draft H30 hand", "Severin is not in the centre."),
        ("draft E hand", "There is no equipment in the centre."),
        ("draft C hand", "There is no care card in the centre."),
        ("place H30 T2", "Severin is not in your hand."),
        ("place H20 T2", "Wafflo is not in your hand."),
        ("swap T2 H02 T2", "There is no husky to lift in the second spot of the top row."),
        ("swap T1 H30 T1", "Severin is not in your hand."),
        (
            "draft H20 T1",
            "Burja is already in the first spot of the top row: "
            "only a husky of your hand may take its place, not one of the centre.",
        ),
        ("none", "Now take a card, put a husky from your hand into your sled, or swap one."),
        ("ready", "Now take a card, put a husky from your hand into your sled, or swap one."),
        ("mentor", "Now take a card, put a husky from your hand into your sled, or swap one."),
        ("use T1", "Now take a card, put a husky from your hand into your sled, or swap one."),
        ("pick H01", "Now take a card, put a husky from your hand into your sled, or swap one."),
        ("tuck T1", "Now take a card, put a husky from your hand into your sled, or swap one."),
    ],
)
@pytest.mark.rule("HD-ACT-1", "HD-ACT-2", "HD-ACT-3", "HD-ACT-4", "HD-ACT-9", "HD-RUL-11")
def test_actions(action: str, sentence: str) -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01", "hand": "H02 E"}, centre="H20")
    assert refusal(match, action) == sentence


@pytest.mark.rule("HD-PREP-4", "HD-PREP-7")
def test_at_a_mentor() -> None:
    match = prep(A={"hand": "H02", "mentors": 1}, centre="H20", decision="mentor")
    assert refusal(match, "draft H20 T1") == "First decide whether a mentor turns up one more card."


@pytest.mark.rule("HD-BONUS-2")
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("place H02 T2", "Ivje is no youngster: after your action only a youngster may be placed."),
        ("draft H20 T2", "Wafflo is no youngster: after your action only a youngster may be placed."),
        ("place Y2 T2", "Mucek is not in your hand."),
        ("draft Y1 T2", "Kepica is not in the centre."),
        ("place Y1 T1", "Burja is already in the first spot of the top row."),
        ("draft E hand", "Now you may put one youngster into your sled, nothing else."),
        ("swap T1 H01 T2", "Now you may put one youngster into your sled, nothing else."),
    ],
)
def test_at_the_bonus(action: str, sentence: str) -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01", "hand": "H02 Y1"}, centre="H20 Y2 E", decision="bonus")
    assert refusal(match, action) == sentence


@pytest.mark.rule("HD-READY-1", "HD-READY-4", "HD-READY-5")
def test_at_the_declaration_and_the_tucks() -> None:
    match = prep(data=plain("SI", "S"), A={"sled": FULL.replace("B4=H08", "B4=Y1"), "hand": "E E E"})
    play(match, "A swap T1 H01 T1")
    assert refusal(match, "tuck T2") == "Now say whether you are ready."
    play(match, "A ready")
    assert refusal(match, "ready") == "Now give equipment to huskies with one point, or go on without."
    assert (
        refusal(match, "tuck T1")
        == "Burja does not have exactly one point: only huskies with one can be equipped."
    )
    assert (
        refusal(match, "tuck B4")
        == "Kepica does not have exactly one point: only huskies with one can be equipped."
    )
    play(match, "A tuck T2")
    assert refusal(match, "tuck T2") == "Ivje has equipment already."


@pytest.mark.rule("HD-LOOSE-4", "HD-RUL-41")
def test_whom_one_cannot_name() -> None:
    ready = {"sled": FULL, "declared": 1}
    match, _ = turned_up("X1 H20 H21", C=ready, D={"sled": "T1=H46"}, players=4)
    assert refusal(match, "with B") == "You cannot swap with yourself."
    assert refusal(match, "with C") == "C is ready: ready players take no part."
    assert refusal(match, "with F") == "There is no seat F: seats are A, B, C, D."
    assert refusal(match, "pick H47") == "First name somebody to swap a husky with."


@pytest.mark.rule("HD-LOOSE-6", "HD-LOOSE-7", "HD-LOOSE-9", "HD-RUL-43")
def test_picks_and_placings() -> None:
    hands: dict[str, Any] = {
        "A": {"sled": "T1=H48 T2=H40", "hand": "H41"},
        "B": {"sled": "T1=H47 B1=H46", "hand": "H45"},
    }
    match, _ = turned_up("X4 H20 H21", **hands)
    assert refusal(match, "pick H45") == "Ugasek is in your hand: pick one in your sled."
    assert refusal(match, "pick H48") == "Zimozel is neither in your hand nor in your sled."
    assert refusal(match, "none") == "First pick one of your huskies."
    match, _ = turned_up("X2 H20 H21", centre="H30 H31 H32")
    assert refusal(match, "pick H48") == "Zimozel is not in the centre."
    assert refusal(match, "none") == "First pick the husky of the centre that leaves the match."
    match, _ = turned_up("X1 H20 H21", **hands)
    play(match, "B pick H47", "A pick H48")
    assert refusal(match, "place H45 T2") == "First put Zimozel into your sled, who has come to you."
    assert refusal(match, "none") == "First put the husky that has come to you into your sled."
    assert refusal(match, "place H48 B1") == "Velblod is already in the first spot of the bottom row."


@pytest.mark.rule("HD-RACE-7", "HD-RACE-8", "HD-RACE-9", "HD-EQUIP-2", "HD-EQUIP-10", "HD-RUL-22")
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("use T1", "Burja is tired."),
        ("use T2", "Ivje is at rest, until the end of the race."),
        ("use T3", "The next field is snow, and Zamet has no point of it."),
        ("use T4", "Kepica is a youngster, and youngsters do not run."),
        ("use B1+S", "Sren has no equipment, so there is no terrain to choose."),
        ("use B2", "Tisa has equipment: choose the terrain, snow."),
        ("use B2+P", "The neighbours of Tisa offer only snow."),
        ("use B4+I", "No neighbour of Javorka has points: there is no terrain to choose."),
        ("pay", "Now let a husky run, or end your turn."),
        ("rest B1", "Now let a husky run, or end your turn."),
        ("none", "Now let a husky run, or end your turn."),
        ("care T1", "Care has to wait: Sren can still run."),
        ("double 1", "Care has to wait: Sren can still run."),
    ],
)
def test_uses(action: str, sentence: str) -> None:
    match = race("S S S S S S S S", A=("S~ S! I Y / S S+ S! S+", {"hand": "C D"}))
    assert refusal(match, action) == sentence


@pytest.mark.rule("HD-EQUIP-6", "HD-RUL-21", "HD-EQUIP-9")
def test_at_an_equipment_field() -> None:
    match = race("S* S S S S S S S", A=("S S~ Y Y / Y Y Y! Y", {"hand": "E"}))
    play(match, "A use T1")
    assert refusal(match, "stop") == "The husky has not moved yet: stopping would be no use of it."
    assert refusal(match, "end") == "First decide about the field ahead: pay, enter it or stop."
    play(match, "A enter")
    assert refusal(match, "rest T2") == "Ivje is tired: ready huskies rest first."
    assert refusal(match, "rest B3") == "Pikec is at rest, until the end of the race."
    assert refusal(match, "end") == "First choose a husky that rests."
    match = race("S I* S S S S S S", A="SI Y Y Y / Y Y Y Y")
    play(match, "A use T1")
    assert refusal(match, "pay") == "You hold no equipment to pay with."


@pytest.mark.rule("HD-CARE-1", "HD-CARE-2", "HD-CARE-3", "HD-CARE-5", "HD-RUL-25", "HD-RUL-26", "HD-RUL-29")
def test_care() -> None:
    match = race("P S S S S S S S", A=("S~ S S! Y / Y Y Y Y", {"hand": "C D"}))
    assert refusal(match, "care T2") == "Ivje is not tired."
    assert refusal(match, "care T3") == "Zamet is at rest, until the end of the race."
    assert refusal(match, "double 2") == "Neither husky of this column is tired."
    match = race("P S S S S S S S", A=("S~ S~ S! Y / Y Y Y Y", {"hand": "C", "caught": "single"}))
    assert refusal(match, "double 1") == "You hold no double care card."
    assert refusal(match, "end") == "You have to play your catch-up card before you end your turn."
    match = race("P S S S S S S S", A=("S~ S~ S! Y / Y Y Y Y", {"hand": "D"}))
    assert refusal(match, "care T1") == "You hold no single care card."


@pytest.mark.rule("HD-DEF-1")
def test_what_is_not_there() -> None:
    match = prep(data=plain("S"), players=5, A={"sled": SIX, "hand": "H20"}, centre="H21")
    assert refusal(match, "place H20 T4") == "There is no slot T4: slots are T1, T2, T3, B1, B2, B3."
    assert refusal(match, "double 5") == "There is no column 5: there are 1 to 3."
    assert refusal(match, "draft H99 hand").startswith("There is no card 'H99' to draft: ")
    assert refusal(match, "place E T1").startswith("There is no husky 'E': ")
    number = match.setup.notations.index("place H20 B4")
    assert refusal(match, number) == "There is no slot B4: slots are T1, T2, T3, B1, B2, B3."


def test_not_your_turn_and_after_the_end() -> None:
    match = prep(data=plain("S"), A={"sled": "T1=H01"}, B={"hand": "H02"})
    assert refusal(match, "place H02 T1", seat=1) == "It is not B's turn: A is to move."
    over = after(3, 1, 10_000)
    assert refusal(over, "none") == "The game is over: no action is accepted any more."


@pytest.mark.rule("HD-INFO-2")
def test_a_reason_does_not_tell_what_a_seat_may_not_know() -> None:
    """The same sentence, whether another holds the card or the deck does."""
    said: dict[str, Any] = {"data": plain("S"), "A": {"hand": "H02", "sled": "T1=H01"}}
    held, hidden = prep(**said, B={"hand": "H30"}), prep(**said, B={"hand": "H31"})
    assert refusal(held, "draft H30 hand") == refusal(hidden, "draft H30 hand")
    assert refusal(held, "place H30 T2") == refusal(hidden, "place H30 T2")
