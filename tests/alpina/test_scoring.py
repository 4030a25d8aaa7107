"""Scoring, and the rulings on it: AL-SCORE, AL-R-10 to AL-R-20, AL-R-23."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from alpina.helpers import at, corrected, deal, judged, lay, of_faces, play_on, seen_cells, spots, view
from alpina.test_grids import X16, X17, X18, Example
from trailmix.engine.match import Match

REST = ["Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]


def points(match: Match) -> dict[str, int]:
    """What every card that carries a hiker earns."""
    return {spot.card: spot.points for spot in judged(match).values() if spot.hiker}


def swapped(grid: Iterable[str]) -> list[str]:
    """The same grid with the hikers of A and B exchanged."""
    return [line.translate(str.maketrans("AB", "BA")) for line in grid]


@pytest.mark.rule("AL-SCORE-1", "AL-END-1")
def test_nothing_is_scored_during_play_and_all_at_the_end() -> None:
    match = play_on(deal(3), random.Random(1), 47)
    assert {event.kind for event in match.events} <= {"laid", "placed", "declined", "drew"}
    assert view(match).places is None
    happened = match.play("none")
    hikers = sum(spot.hiker is not None for spot in view(match).grid)
    assert [event.kind for event in happened].count("scored") == hikers > 0


@pytest.mark.rule("AL-SCORE-1", "AL-SCORE-12")
def test_the_order_of_laying_and_placing_leaves_no_trace_in_the_score() -> None:
    hands = {"A": "N01 N02 N03 N04 N05 N06", "B": "F01 F02 F03 F04 F05 F06"}
    turns = {
        "N01": ["N01@0,1", "hiker 0,1"],
        "N04": ["N04@1,1", "hiker 1,1"],
        "F01": ["F01@1,0", "hiker 1,0"],
        "F04": ["F04@0,2", "hiker 0,2"],
    }
    ends = []
    for order in ("N01 F01 N04 F04", "N01 F04 N04 F01"):
        match = at(["C06*"], hands=hands)
        for card in order.split():
            for action in turns[card]:
                match.play(action)
        ends.append((view(match).grid, match.scores()))
    assert ends[0] == ends[1]
    assert ends[0][1] == [2, 6]  # A: N04 sees N01 above it. B: F01 sees C06 (2), F04 sees C06 and N01 (4)


@pytest.mark.rule("AL-SCORE-2", "AL-SCORE-10", "AL-SCORE-12")
@pytest.mark.parametrize("example", [X16, X17, X18], ids=["X-16", "X-17", "X-18"])
def test_a_total_is_the_sum_over_the_hikers_of_a_seat(example: Example) -> None:
    match = at(example.grid, example.players)
    for seat, total in enumerate(match.scores()):
        assert total == sum(spot.points for spot in judged(match).values() if spot.hiker == "ABCD"[seat])


@pytest.mark.rule("AL-SCORE-3", "AL-SCORE-4")
@pytest.mark.parametrize(("base", "per", "earned"), [(3, 5, 13), (0, 5, 10), (3, 0, 3), (0, 0, 0)])
def test_points_are_guaranteed_ones_and_points_for_each(base: int, per: int, earned: int) -> None:
    data = corrected({"N01": {"base": base, "per": per}})
    match = at(of_faces(["N01:A Nm Fl Nf Fm", *REST]), data=data)
    assert judged(match)["r1c1"].points == match.scores()[0] == earned


@pytest.mark.rule("AL-SCORE-4")
def test_a_count_of_zero_leaves_the_guaranteed_points() -> None:
    match = at(of_faces(["N01:A Fm Fl Ff N10:B", *REST]))
    assert match.scores() == [2, 2]  # N01 sees N10; N10 sees no nutcracker, and has 2 for sure
    assert at(of_faces(["N03:A Nm Nl Nf Nm", *REST])).scores() == [0, 0]  # no frog in its row


@pytest.mark.rule("AL-SCORE-5")
@pytest.mark.parametrize(
    ("card", "earned"),
    [("N01", 0), ("N07", 1), ("N13", 0), ("F14", 0), ("C11", 2), ("C16", 0), ("C05", 0)],
)
def test_the_card_and_its_hiker_are_not_counted(card: str, earned: int) -> None:
    """Nobody else is there who could be counted."""
    match = at(
        of_faces(
            [f"{card}:A Fm Cf Cm Fm", "Cm* Cm Cf Cm Cf", "Fm Fm Ff Fm Ff", "Cf Cl Cf Cm Cl", "Fm Fl Ff Ff Fl"]
        )
    )
    assert match.scores()[0] == earned


@pytest.mark.rule("AL-SCORE-6", "AL-R-17")
def test_animals_are_counted_on_any_landscape_and_landscapes_under_any_animal() -> None:
    match = at(of_faces(["N01:A Nm Nl Nf Fm", "F05:B Cl* Nl Fl Fm", "Fm Fl Ff Fm Ff", *REST[2:]]))
    assert seen_cells(match, "r1c1") == "r1c2 r1c3 r1c4"
    assert seen_cells(match, "r2c1") == "r2c2 r2c3 r2c4"


@pytest.mark.rule("AL-SCORE-6", "AL-SCORE-11")
def test_hikers_on_counted_cards_make_no_difference() -> None:
    bare = at(of_faces(["N01:A Nm Nl Nf Fm", *REST]))
    full = at(of_faces(["N01:A Nm:A Nl:B Nf:B Fm", *REST]))
    assert judged(bare)["r1c1"].points == judged(full)["r1c1"].points == 6


@pytest.mark.rule("AL-SCORE-7", "AL-R-20")
def test_hikers_of_every_colour_count_alike() -> None:
    match, other = at(X16.grid), at(swapped(X16.grid))
    assert points(match) == points(other)
    assert match.scores() == other.scores()[::-1]
    alone = at(
        [re.sub(":[AB]", "", line).replace("C14", "C14:B").replace("N05", "N05:B") for line in X16.grid]
    )
    assert judged(alone)["r1c3"].points == 2  # a hiker of its own colour beside it


@pytest.mark.rule("AL-SCORE-8", "AL-R-10", "AL-R-11")
@pytest.mark.parametrize(
    ("row", "animals", "lands"),
    [
        ("Nm Nm Nm Nm", 1, 1),
        ("Nm Nl Nf Nm", 1, 3),
        ("Nl Fl Cl Fl", 3, 1),
        ("Fm Fl Cm Cl", 2, 2),
        ("Nm Cl Ff Fm", 3, 3),
    ],
)
def test_types_are_different_kinds(row: str, animals: int, lands: int) -> None:
    # Both cards look to the right; that they show a nutcracker and a mountain themselves is not looked at.
    rest = [*REST[:3], "Nf Nf Ff Ff Ff"]
    assert at(of_faces([f"N17:A {row}", *rest])).scores()[0] == 2 * animals
    assert at(of_faces([f"F17:A {row}", *rest])).scores()[0] == 2 * lands


@pytest.mark.rule("AL-SCORE-8")
@pytest.mark.parametrize("card", ["N17", "F17"])
def test_no_card_to_look_at_means_no_types(card: str) -> None:
    match = at(of_faces([f"Nm Nl Fl Ff {card}:A", *REST]))
    assert match.scores()[0] == 0


@pytest.mark.rule("AL-SCORE-9", "AL-DECK-3")
def test_the_families_are_no_check_of_the_scorer() -> None:
    data = corrected({"N01": {"count": "hikers"}, "C01": {"count": "frog"}, "F01": {"count": "animal-types"}})
    match = at(of_faces(["N01:A Fm:B C01:B Ff Fm", "F01:A Cl* Cf Cm Cl", *REST[1:]]), data=data)
    assert [judged(match)[name].points for name in ("r1c1", "r1c3", "r2c1")] == [4, 2, 6]


@pytest.mark.rule("AL-SCORE-10")
def test_cards_without_hikers_cards_in_hand_and_unplaced_hikers_score_nothing() -> None:
    data = corrected({"N01": {"base": 100}, "F01": {"base": 100}})
    hands = {"A": "F01 F02 F03 F04 F05 F06"}
    grid = ["N01 N02 N03 N04 N05", "C06* C01 C02 C03 C04", "N06 N07 N08 N09 N10", "C07 C08 C09 C10 C11"]
    match = at([*grid, "F07 F08 F09 F10 F11:B"], data=data, hands=hands)
    assert match.scores() == [0, 3]  # F11 alone: 1, and the lakes F09 and C04


@pytest.mark.rule("AL-SCORE-11")
def test_one_hiker_is_counted_by_any_number_of_cards() -> None:
    match = at(of_faces(["C11:A C02:B C16:A Fm Fl", *REST]))
    assert [seen_cells(match, f"r1c{col}") for col in (1, 2, 3)] == ["r1c2 r1c3", "r1c3", "r1c2"]
    assert [judged(match)[f"r1c{col}"].points for col in (1, 2, 3)] == [4, 2, 1]


@pytest.mark.rule("AL-SCORE-12")
def test_hikers_are_listed_row_by_row() -> None:
    match = play_on(deal(2), random.Random(3))
    scored = [event.values["cell"].split(",") for event in match.events if event.kind == "scored"]
    cells = [(int(row), int(col)) for row, col in scored]
    assert len(cells) > 5
    assert cells == sorted(cells)


# --- rulings --------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-R-12")
def test_directions_reach_to_the_edge_over_cards_that_do_not_count() -> None:
    match = at(of_faces(["C02:A Fm Fl Ff Fm:B", *REST]))
    assert seen_cells(match, "r1c1") == "r1c5"


@pytest.mark.rule("AL-R-13")
def test_the_crossing_of_row_and_column_is_the_card_itself() -> None:
    grid = ["Nm Nl N07:A Nf Nm", "Fm Cl* Nl Cm Fl", "Fm Fl Nf Fm Ff", "Cm Cl Nm Cm Cl", "Fm Fl Nl Ff Ff"]
    assert at(of_faces(grid)).scores()[0] == 1 + 8


@pytest.mark.rule("AL-R-14")
def test_a_row_is_both_sides_and_a_column_too() -> None:
    row = at(of_faces(["Nm Nl N01:A Nf Nm", *REST]))
    assert seen_cells(row, "r1c3") == "r1c1 r1c2 r1c4 r1c5"
    column = at(
        of_faces(
            ["Nm Fl Ff Ff Fm", "Nl Cl* Cf Cm Cl", "N04:A Fl Ff Fm Fl", "Nf Cl Cf Cm Cl", "Nm Fl Ff Fm Ff"]
        )
    )
    assert seen_cells(column, "r3c1") == "r1c1 r2c1 r4c1 r5c1"


@pytest.mark.rule("AL-R-15", "AL-R-17", "AL-W-11")
def test_a_link_goes_round_corners_over_edges_and_on_any_landscape() -> None:
    grid = ["N13:A Nl Fl Nf Nm", "Fm Nf Nm Cm Nl", "Fm Fl Ff Nm Fl", "Cm* Cl Cf Cm Cl", "Fm Ff Ff Fm Ff"]
    match = at(of_faces(grid))
    assert seen_cells(match, "r1c1") == "r1c2 r2c2 r2c3"  # r3c4 touches r2c3 at a corner only


@pytest.mark.rule("AL-R-16", "AL-W-11")
def test_linked_groups_that_meet_are_counted_once() -> None:
    data = corrected({"F03": {"count": "lake", "where": "connected", "per": 1}})
    grid = ["Nm Nf Nm Nf Nm", "Ff Cl Cl Nf Cf", "Cm* Nl F03:A Fm Nl", "Cf Nl Fl Fm Ff", "Cm Cf Nm Nf Nm"]
    match = at(of_faces(grid), data=data)
    assert seen_cells(match, "r3c3") == "r2c2 r2c3 r3c2 r4c2 r4c3"
    assert judged(match)["r3c3"].points == 5


@pytest.mark.rule("AL-R-19", "AL-SCORE-5")
def test_a_forest_that_counts_hikers_on_forests_leaves_its_own_hiker_out() -> None:
    data = corrected({"C10": {"land": "forest"}})
    match = at(of_faces(["C10:A Ff:B Nf:A Nl:A Ff", *REST]), data=data)
    assert seen_cells(match, "r1c1") == "r1c2 r1c3"
    assert judged(match)["r1c1"].points == 2


@pytest.mark.rule("AL-R-23", "AL-R-18")
def test_a_forecast_takes_the_hiker_as_standing_on_the_card() -> None:
    match = at(["C06* N01"])
    assert spots(match)[0, 0].points == 1  # C06 would count the hiker put on it
    assert match.scores() == [0, 0]  # but it is on nobody's account yet
    lay(match, "1,0")
    match.play("none")
    assert spots(match)[0, 0].counts == ((0, 0),)


@pytest.mark.rule("AL-R-23")
def test_a_forecast_has_no_effect_on_the_match() -> None:
    match = play_on(deal(), random.Random(5), 21)
    before = match.states.tobytes()
    assert match.scores() == [seat.forecast for seat in view(match).seats]
    assert match.states.tobytes() == before
