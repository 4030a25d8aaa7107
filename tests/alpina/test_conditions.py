"""Areas and conditions: AL-W and AL-C, every one worked out by hand on a grid."""

from __future__ import annotations

from functools import cache

import pytest

from alpina.helpers import at, corrected, deck, judged, of_faces, seen_cells, spots
from trailmix.engine.match import Match

# --- areas ----------------------------------------------------------------------------------------------

ALL_CELLS = [f"r{row}c{col}" for row in range(1, 6) for col in range(1, 6)]
WHERE = "r2c4"
CORNER = "r5c1"
AREAS = [
    # rule, area, most cards, what r2c4 sees, what the corner r5c1 sees
    ("AL-W-1", "row", 4, "r2c1 r2c2 r2c3 r2c5", "r5c2 r5c3 r5c4 r5c5"),
    ("AL-W-2", "column", 4, "r1c4 r3c4 r4c4 r5c4", "r1c1 r2c1 r3c1 r4c1"),
    (
        "AL-W-3",
        "cross",
        8,
        "r1c4 r2c1 r2c2 r2c3 r2c5 r3c4 r4c4 r5c4",
        "r1c1 r2c1 r3c1 r4c1 r5c2 r5c3 r5c4 r5c5",
    ),
    ("AL-W-4", "left", 4, "r2c1 r2c2 r2c3", ""),
    ("AL-W-5", "right", 4, "r2c5", "r5c2 r5c3 r5c4 r5c5"),
    ("AL-W-6", "above", 4, "r1c4", "r1c1 r2c1 r3c1 r4c1"),
    ("AL-W-7", "below", 4, "r3c4 r4c4 r5c4", ""),
    ("AL-W-8", "adj4", 4, "r1c4 r2c3 r2c5 r3c4", "r4c1 r5c2"),
    ("AL-W-9", "adj8", 8, "r1c3 r1c4 r1c5 r2c3 r2c5 r3c3 r3c4 r3c5", "r4c1 r4c2 r5c2"),
    (
        "AL-W-10",
        "grid",
        24,
        " ".join(c for c in ALL_CELLS if c != WHERE),
        " ".join(c for c in ALL_CELLS if c != CORNER),
    ),
    (
        "AL-W-11",
        "connected",
        24,
        " ".join(c for c in ALL_CELLS if c != WHERE),
        " ".join(c for c in ALL_CELLS if c != CORNER),
    ),
]
AREA_CASES = [pytest.param(*case, marks=pytest.mark.rule(rule), id=str(case[0])) for rule, *case in AREAS]


@cache
def lakes_everywhere(area: str, own: bool) -> Match:
    """A finished grid in which every card is a lake and counts the lakes of the same area."""
    lake = {"land": "lake", "count": "lake", "where": area, "base": 0, "per": 1, "self": own}
    data = corrected({card_id: lake for card_id in deck()})
    cards = [card_id for card_id in deck() if card_id != "C06"]
    grid = [" ".join(["C06*", *cards[:4]]), *(" ".join(cards[n : n + 5]) for n in range(4, 24, 5))]
    return at(grid, data=data)


@pytest.mark.rule("AL-R-12", "AL-R-13", "AL-R-14")
@pytest.mark.parametrize(("area", "most", "middle", "corner"), AREA_CASES)
def test_an_area_is_exactly_these_cells(area: str, most: int, middle: str, corner: str) -> None:
    match = lakes_everywhere(area, own=False)
    assert seen_cells(match, WHERE) == middle
    assert seen_cells(match, CORNER) == corner
    assert judged(match)[WHERE].points == len(middle.split())
    assert max(spot.points for spot in judged(match).values()) == most
    assert all(spot.cell not in spot.counts for spot in judged(match).values())  # AL-SCORE-5


@pytest.mark.rule("AL-W-12")
@pytest.mark.parametrize(("area", "most", "middle", "corner"), AREA_CASES)
def test_with_self_the_card_itself_is_added(area: str, most: int, middle: str, corner: str) -> None:
    match = lakes_everywhere(area, own=True)
    assert sorted(seen_cells(match, WHERE).split()) == sorted([*middle.split(), WHERE])
    assert sorted(seen_cells(match, CORNER).split()) == sorted([*corner.split(), CORNER])
    assert max(spot.points for spot in judged(match).values()) == most + 1


@pytest.mark.rule("AL-W-12", "AL-R-18", "AL-SCORE-5")
@pytest.mark.parametrize("count", ["hikers", "hikers-on-nutcracker", "hikers-on-mountain"])
def test_with_self_its_own_hiker_counts_and_else_it_does_not(count: str) -> None:
    for own in (True, False):
        data = corrected({"N01": {"count": count, "where": "row", "per": 1, "self": own}})
        match = at(["C06* N03", "N01:A N06:B"], data=data)
        assert spots(match)[1, 0].counts == (((1, 0), (1, 1)) if own else ((1, 1),))
        assert spots(match)[1, 0].points == 1 + own


@pytest.mark.rule("AL-W-1", "AL-W-4", "AL-W-5", "AL-W-8", "AL-W-11", "AL-R-12", "AL-R-23")
@pytest.mark.parametrize(
    ("area", "counts"),
    [
        ("row", ((0, 0), (0, 4))),
        ("left", ((0, 0),)),
        ("right", ((0, 4),)),
        ("adj4", ((1, 2),)),
        ("connected", ((1, 2),)),
        ("grid", ((0, 0), (0, 4), (1, 2))),
    ],
)
def test_a_gap_in_an_unfinished_grid_does_not_end_an_area(area: str, counts: object) -> None:
    data = corrected({"F02": {"count": "chamois", "where": area, "per": 1}})
    match = at(["C06* . F02 . C01", "F03 F04 C02 F05 F06"], data=data)
    assert spots(match)[0, 2].counts == counts


# --- conditions -----------------------------------------------------------------------------------------

AROUND = [
    "Nm:A  Cl   Ff:B    Nl   Cm:A",
    "Fl    Nf:B Nm:A    Ff   Cl:B",
    "Cf:A  Nl   {card}:A Fm:B Nf",
    "Nm    Fl:A Cf      Cf:B Fl",
    "Cf*:B Fm   Nl:A    Nm   Ff:B",
]
"""Any card in the middle of this grid; faces are written as animal and landscape."""

CONDITIONS = """
    AL-C-1  | N07 | 1 + 1 nutcracker cross | r2c3 r3c2 r3c5 r5c3 | 5
    AL-C-2  | N17 | 0 + 2 animal-types right | r3c4 r3c5 | 4
    AL-C-3  | F16 | 0 + 2 land-types left | r3c1 r3c2 | 4
    AL-C-4  | N01 | 0 + 2 nutcracker row | r3c2 r3c5 | 4
    AL-C-5  | N04 | 0 + 2 nutcracker column | r2c3 r5c3 | 4
    AL-C-6  | N11 | 2 + 1 chamois adj8 | r4c3 r4c4 | 4
    AL-C-7  | F02 | 0 + 2 lake adj4 | r3c2 | 2
    AL-C-8  | C04 | 0 + 2 hikers below | r5c3 | 2
    AL-C-9  | C06 | 0 + 1 hikers-on-chamois grid self | r1c5 r2c5 r3c1 r3c3 r4c4 r5c1 | 6
    AL-C-10 | C10 | 0 + 1 hikers-on-forest grid | r1c3 r2c2 r3c1 r4c4 r5c1 r5c5 | 6
    AL-C-11 | N13 | 0 + 1 nutcracker connected | r2c2 r2c3 r3c2 | 3
    AL-C-11 | N14 | 0 + 1 nutcracker connected | r2c2 r2c3 r3c2 | 3
    AL-C-11 | N15 | 0 + 1 nutcracker connected | r2c2 r2c3 r3c2 | 3
    AL-C-12 | N09 | 1 + 1 frog cross | r1c3 r3c4 | 3
    AL-C-13 | N05 | 0 + 2 chamois column | r4c3 | 2
    AL-C-14 | C05 | 0 + 1 hikers-on-nutcracker grid | r1c1 r2c2 r2c3 r5c3 | 4
    AL-C-15 | N02 | 0 + 2 chamois row | r3c1 | 2
    AL-C-15 | N03 | 0 + 2 frog row | r3c4 | 2
    AL-C-16 | N06 | 0 + 2 frog column | r1c3 | 2
    AL-C-17 | N08 | 1 + 1 chamois cross | r3c1 r4c3 | 3
    AL-C-18 | N10 | 2 + 1 nutcracker adj8 | r2c2 r2c3 r3c2 | 5
    AL-C-18 | N12 | 2 + 1 frog adj8 | r2c4 r3c4 r4c2 | 5
    AL-C-19 | N16 | 0 + 2 animal-types left | r3c1 r3c2 | 4
    AL-C-19 | N18 | 0 + 2 animal-types above | r1c3 r2c3 | 4
    AL-C-19 | N19 | 0 + 2 animal-types below | r4c3 r5c3 | 4
    AL-C-20 | C01 | 0 + 2 hikers left | r3c1 | 2
    AL-C-20 | C02 | 0 + 2 hikers right | r3c4 | 2
    AL-C-20 | C03 | 0 + 2 hikers above | r1c3 r2c3 | 4
    AL-C-21 | C07 | 0 + 1 hikers-on-frog grid | r1c3 r3c4 r4c2 r5c5 | 4
    AL-C-22 | C08 | 0 + 1 hikers-on-mountain grid | r1c1 r1c5 r2c3 r3c4 | 4
    AL-C-22 | C09 | 0 + 1 hikers-on-lake grid | r2c5 r4c2 r5c3 | 3
    AL-C-23 | C11 | 2 + 1 hikers row | r3c1 r3c4 | 4
    AL-C-23 | C12 | 2 + 1 hikers column | r1c3 r2c3 r5c3 | 5
    AL-C-24 | C13 | 0 + 2 hikers adj4 | r2c3 r3c4 | 4
    AL-C-24 | C14 | 0 + 2 hikers adj4 | r2c3 r3c4 | 4
    AL-C-24 | C15 | 0 + 2 hikers adj4 | r2c3 r3c4 | 4
    AL-C-25 | C16 | 0 + 1 hikers adj8 | r2c2 r2c3 r3c4 r4c2 r4c4 | 5
    AL-C-25 | C17 | 0 + 1 hikers adj8 | r2c2 r2c3 r3c4 r4c2 r4c4 | 5
    AL-C-25 | C18 | 0 + 1 hikers adj8 | r2c2 r2c3 r3c4 r4c2 r4c4 | 5
    AL-C-26 | F01 | 0 + 2 mountain adj4 | r2c3 r3c4 | 4
    AL-C-26 | F03 | 0 + 2 forest adj4 | r4c3 | 2
    AL-C-27 | F04 | 0 + 2 mountain row | r3c4 | 2
    AL-C-27 | F05 | 0 + 2 lake row | r3c2 | 2
    AL-C-27 | F06 | 0 + 2 forest row | r3c1 r3c5 | 4
    AL-C-28 | F07 | 0 + 2 mountain column | r2c3 | 2
    AL-C-28 | F08 | 0 + 2 lake column | r5c3 | 2
    AL-C-28 | F09 | 0 + 2 forest column | r1c3 r4c3 | 4
    AL-C-29 | F10 | 1 + 1 mountain cross | r2c3 r3c4 | 3
    AL-C-29 | F11 | 1 + 1 lake cross | r3c2 r5c3 | 3
    AL-C-29 | F12 | 1 + 1 forest cross | r1c3 r3c1 r3c5 r4c3 | 5
    AL-C-30 | F13 | 0 + 1 mountain connected | r2c3 r3c4 | 2
    AL-C-30 | F14 | 0 + 1 lake connected | r3c2 r4c2 | 2
    AL-C-30 | F15 | 0 + 1 forest connected | r4c3 r4c4 | 2
    AL-C-31 | F17 | 0 + 2 land-types right | r3c4 r3c5 | 4
    AL-C-31 | F18 | 0 + 2 land-types above | r1c3 r2c3 | 4
    AL-C-31 | F19 | 0 + 2 land-types below | r4c3 r5c3 | 4
"""
ROWS = [[part.strip() for part in line.split("|")] for line in CONDITIONS.strip().splitlines()]
CASES = [pytest.param(*case, marks=pytest.mark.rule(rule), id=f"{rule}-{case[0]}") for rule, *case in ROWS]


@pytest.mark.parametrize(("card", "condition", "counted", "points"), CASES)
def test_a_card_counts_what_its_condition_says(card: str, condition: str, counted: str, points: str) -> None:
    match = at(of_faces(line.format(card=card) for line in AROUND))
    assert seen_cells(match, "r3c3") == counted
    assert judged(match)["r3c3"].points == int(points)


@pytest.mark.parametrize(("card", "condition", "counted", "points"), CASES)
def test_the_shipped_card_has_the_condition_of_the_ledger(
    card: str, condition: str, counted: str, points: str
) -> None:
    line = deck()[card]
    own = " self" if line.get("self") else ""
    assert f"{line['base']} + {line['per']} {line['count']} {line['where']}{own}" == condition


def test_every_card_of_the_deck_is_worked_out_above() -> None:
    assert sorted(row[1] for row in ROWS) == sorted(deck())
