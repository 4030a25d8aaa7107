"""The worked examples of the ledger, each written as a position: placement, hikers, small scoring cases."""

from __future__ import annotations

import pytest

from alpina.helpers import (
    at,
    card_cells,
    cell,
    corrected,
    hand,
    judged,
    lay,
    of_faces,
    refusal,
    seen_cells,
    spots,
    view,
)
from trailmix.engine.errors import Refused


def cells(text: str) -> set[tuple[int, int]]:
    return {cell(word) for word in text.split()}


# --- placement ------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-X-1", "AL-PLAY-4", "AL-GRID-4")
def test_beside_the_start_card_there_are_four_cells() -> None:
    match = at(["C06*"])
    assert card_cells(match) == set(view(match).open_cells) == cells("-1,0 0,-1 0,1 1,0")


@pytest.mark.rule("AL-X-2", "AL-GRID-1", "AL-GRID-3", "AL-GRID-4")
def test_five_rows_are_used_up_and_columns_are_not() -> None:
    match = at(["N01", "N02", "N03", "C06*", "N04"])
    assert card_cells(match) == {(row, col) for row in range(-3, 2) for col in (-1, 1)}
    card = hand(match, 0)[0]
    for beyond in ("-4,0", "2,0"):
        sentence = "That would open a sixth row: the map is at most 5 rows high."
        assert refusal(match, f"{card}@{beyond}") == sentence


@pytest.mark.rule("AL-X-3", "AL-GRID-3", "AL-GRID-4")
def test_a_staircase_before_and_after_it_reaches_the_fifth_row() -> None:
    match = at(["C06* N01 N02 N03", ". . . N04", ". . . N05", ". . . N06"])
    before = cells("-1,0 -1,1 -1,2 -1,3 0,-1 0,4 1,0 1,1 1,2 1,4 2,2 2,4 3,2 3,4 4,3")
    assert card_cells(match) == before
    assert len(before) == 15
    lay(match, "4,3")
    match.play("none")
    assert card_cells(match) == before - cells("-1,0 -1,1 -1,2 -1,3 4,3") | cells("4,2 4,4")


@pytest.mark.rule("AL-X-4", "AL-GRID-3", "AL-GRID-5")
def test_a_full_block_of_twenty_leaves_a_row_above_or_below() -> None:
    block = ["C06* N01 N02 N03 N04", "N05 N06 N07 N08 N09", "N10 N11 N12 N13 N14", "N15 N16 N17 N18 N19"]
    match = at(block)
    assert card_cells(match) == {(row, col) for row in (-1, 4) for col in range(5)}
    lay(match, "4,2")
    match.play("none")
    assert card_cells(match) == cells("4,0 4,1 4,3 4,4")


@pytest.mark.rule("AL-X-5", "AL-PLAY-4")
def test_a_notch_may_be_filled() -> None:
    match = at(["C06* . N06", "N01 . N05", "N02 N03 N04"])
    assert cells("1,1 0,1") < card_cells(match)
    assert len(card_cells(match)) == 13


# --- hikers ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-X-6", "AL-HIKER-2", "AL-HIKER-3", "AL-HIKER-5")
def test_the_hiker_goes_on_the_new_card_or_a_free_neighbour() -> None:
    match = at(["C06* N01:B", "N02 ."])
    lay(match, "1,1")
    assert match.legal() == ["hiker 1,0", "hiker 1,1", "none"]
    assert refusal(match, "hiker 0,1") == "A hiker stands there already: a card holds one."
    assert refusal(match, "hiker 0,0") == (
        "That is too far: a hiker goes on the card just laid or on one beside it."
    )


@pytest.mark.rule("AL-X-7", "AL-HIKER-4", "AL-TURN-4")
def test_without_hikers_none_is_the_only_answer() -> None:
    match = at(["C06*:A N01:A N02:A N03:A", "N04:A N05 N06 N07", "N08 N09 N10 N11", "N12 N13 N14 N15"], 3)
    lay(match, "0,4")
    assert match.actor == 0
    assert match.legal() == ["none"]
    match.play("none")
    assert view(match).seats[0].hand_size == 6
    assert match.actor == 1


@pytest.mark.rule("AL-X-8", "AL-HIKER-1")
def test_one_hiker_a_turn_even_after_a_skipped_one() -> None:
    match = at(["C06*"])
    for where in ("0,1", "0,2"):  # A skips the step, B too
        lay(match, where)
        match.play("none")
    lay(match, "1,0")
    match.play("hiker 1,0", seat=0)
    assert refusal(match, "hiker 0,0", seat=0) == "It is not A's turn: B is to move."
    assert view(match).seats[0].hikers == 7


@pytest.mark.rule("AL-X-19", "AL-TURN-4", "AL-TURN-5", "AL-HIKER-8", "AL-DRAW-2")
def test_the_two_decisions_of_the_first_turn() -> None:
    match = at(["C06*"])
    assert len(match.legal()) == 24
    lay(match, "0,1")
    assert (view(match).seats[0].hand_size, view(match).pile, match.actor) == (5, 43, 0)
    assert match.legal() == ["hiker 0,0", "hiker 0,1", "none"]
    held, foreign = hand(match, 0)[0], hand(match, 1)[0]
    assert refusal(match, f"{held}@1,0") == (
        "You have laid your card for this turn: now place a hiker, or none."
    )
    assert refusal(match, "draw").startswith("'draw' is not an action of Alpina.")
    for action in (f"{foreign}@1,0", "hiker 0,0", "none"):
        assert refusal(match, action, seat=1) == "It is not B's turn: A is to move."
    match.play("none")
    assert (view(match).seats[0].hand_size, view(match).pile, match.actor) == (6, 42, 1)


# --- small scoring cases --------------------------------------------------------------------------------


@pytest.mark.rule("AL-X-9", "AL-C-20", "AL-W-6")
def test_hikers_above() -> None:
    grid = [
        "Nm Nl:B Nf Fm Fl",
        "Nm Nl Nf Fm Fl",
        "Nm Fm:A Nf Ff Fl",
        "Cm* C03:A Cf Fm Fl",
        "Nm Nl:B Cf Fm Fl",
    ]
    match = at(of_faces(grid))
    assert judged(match)["r4c2"].points == 4
    assert seen_cells(match, "r4c2") == "r1c2 r3c2"


@pytest.mark.rule("AL-X-10", "AL-C-2", "AL-R-10", "AL-SCORE-8")
@pytest.mark.parametrize(
    ("row", "column", "points"),
    [("N17:A Nm Nl Nf Nm", 1, 2), ("N17:A Nm Fl Nf Fm", 1, 4), ("Nm Fl Nf Fm N17:A", 5, 0)],
)
def test_animal_types_to_the_right(row: str, column: int, points: int) -> None:
    match = at(of_faces([row, "Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]))
    assert judged(match)[f"r1c{column}"].points == match.scores()[0] == points


@pytest.mark.rule("AL-X-11", "AL-C-6", "AL-SCORE-4")
def test_chamois_around_from_none_to_eight() -> None:
    corner = ["N11:A Nm Nl Nf Nm", "Fm Fl Ff Fm Fl", "Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl"]
    match = at(of_faces(corner))
    assert (judged(match)["r1c1"].points, seen_cells(match, "r1c1")) == (2, "")
    middle = ["Nm Nl Nf Nm Nl", "Fm Cl* Cf Cm Fl", "Fm Cl N11:A Cm Fl", "Fm Cl Cf Cm Ff", "Fm Fl Ff Fm Fl"]
    assert judged(at(of_faces(middle)))["r3c3"].points == 10


@pytest.mark.rule("AL-X-12", "AL-C-9", "AL-R-18")
def test_the_chamois_that_counts_its_own_hiker() -> None:
    grid = [
        "C06*:A Nm:B Nl:B Nf Fm:A",
        "Cm Cl Cf Cm Cl",
        "Fm Fl Ff Fm Fl",
        "Cf Cl Cf Cm Cl",
        "Fm Fl Ff Ff Fl",
    ]
    match = at(of_faces(grid))
    assert (judged(match)["r1c1"].points, seen_cells(match, "r1c1")) == (1, "r1c1")


@pytest.mark.rule("AL-X-13", "AL-C-11", "AL-R-15", "AL-W-11")
@pytest.mark.parametrize(
    ("above", "points", "counted"), [("Fl", 0, ""), ("Nl", 3, "r2c2 r2c3 r2c4")], ids=["apart", "linked"]
)
def test_corners_do_not_link(above: str, points: int, counted: str) -> None:
    grid = [
        "Cm* Cl Cf Cm Cl",
        f"Fm Nl {above} Nm Fl",
        "Cf Cm N13:A Cl Cf",
        "Fm Nf Fl Nm Ff",
        "Fm Ff Cm Cl Cf",
    ]
    match = at(of_faces(grid))
    assert (judged(match)["r3c3"].points, seen_cells(match, "r3c3")) == (points, counted)


@pytest.mark.rule("AL-X-14", "AL-R-16", "AL-W-11")
def test_two_groups_of_lakes_linked_to_a_mountain() -> None:
    deck = corrected({"F03": {"count": "lake", "where": "connected", "per": 1}})
    # The lake in the corner belongs to neither group.
    groups = ["Nl Nm Cl Nf Nm", "Ff Fm Cl Nf Cf", "Cm* Cf F03:A Fl Fl", "Cf Cm Nm Fm Fl", "Cm Cf Nm Nf Nm"]
    match = at(of_faces(groups), data=deck)
    assert (judged(match)["r3c3"].points, seen_cells(match, "r3c3")) == (5, "r1c3 r2c3 r3c4 r3c5 r4c5")


@pytest.mark.rule("AL-X-15", "AL-END-3", "AL-END-4", "AL-R-8", "AL-R-9")
@pytest.mark.parametrize(("scores", "places"), [((21, 21, 18), [2, 1, 3]), ((21, 18, 21), [2, 3, 1])])
def test_the_later_of_the_tied_wins(scores: tuple[int, ...], places: list[int]) -> None:
    deck = corrected({f"N0{n}": {"base": points, "per": 0} for n, points in enumerate(scores, 1)})
    grid = [
        "N01:A N02:B N03:C Fm Fl",
        "Cm* Cl Cf Cm Cl",
        "Fm Fl Ff Fm Fl",
        "Cm Cl Cf Cm Cl",
        "Fm Fl Ff Ff Ff",
    ]
    match = at(of_faces(grid), 3, data=deck)
    assert (match.scores(), match.places()) == (list(scores), places)
    assert view(match).places == tuple(places)


@pytest.mark.rule("AL-X-20", "AL-W-12")
@pytest.mark.parametrize(
    ("changes", "row", "points", "counted"),
    [
        ({"count": "nutcracker", "where": "row", "per": 1}, "N01:A Nm Fl Nf Fm", 3, "r1c1 r1c2 r1c4"),
        ({"count": "nutcracker", "where": "row", "per": 1}, "F01:A Nm Fl Nf Fm", 2, "r1c2 r1c4"),
        ({"count": "land-types", "where": "left", "per": 2}, "F01:A Nm Fl Nf Fm", 2, "r1c1"),
        ({"count": "lake", "where": "connected", "per": 1}, "F01:A Nl Fm Nl Fm", 2, "r1c1 r1c2"),
    ],
    ids=["row-of-its-kind", "row-of-another-kind", "types", "connected"],
)
def test_with_self_the_card_is_one_of_its_area(
    changes: dict[str, object], row: str, points: int, counted: str
) -> None:
    deck = corrected({row[:3]: {**changes, "self": True}})
    grid = of_faces([row, "Cm* Cf Cf Cm Cf", "Fm Fm Ff Fm Fl", "Cm Cl Cf Cm Cl", "Nm Fl Ff Ff Ff"])
    match = at(grid, data=deck)
    assert (judged(match)["r1c1"].points, seen_cells(match, "r1c1")) == (points, counted)


@pytest.mark.rule("AL-X-21", "AL-R-23")
def test_a_forecast_after_three_turns() -> None:
    match = at(["C06*:A N01:B N07", "C13:A . ."])
    assert {spot.card: spot.points for spot in spots(match).values()} == {
        "C06": 2,
        "N01": 2,
        "N07": 2,
        "C13": 2,
    }
    assert match.scores() == [4, 2]
    assert [seat.forecast for seat in view(match).seats] == [4, 2]
    assert spots(match)[0, 2].counts == ((0, 1),)


@pytest.mark.rule("AL-X-21", "AL-R-23")
def test_the_forecast_of_a_free_card_comes_true() -> None:
    hands = {"B": "F01 F02 F03 F04 F05 F06"}
    match = at(["C06*:A N01:B N07", "C13:A . ."], hands=hands)
    match.play("F01@1,2")
    match.play("hiker 0,2")
    assert {spot.card: spot.points for spot in spots(match).values() if spot.hiker} == {
        "C06": 2,
        "N01": 2,
        "N07": 2,
        "C13": 2,
    }
    assert match.scores() == [4, 4]


@pytest.mark.rule("AL-X-8", "AL-HIKER-1")
def test_a_dict_cannot_name_two_hikers() -> None:
    match = at(["C06*"])
    lay(match, "0,1")
    with pytest.raises(Refused, match="is not an action of Alpina"):
        match.play({"hiker": [[0, 0], [0, 1]]})
