"""The three complete grids of the ledger: every hiker's points, what it counts, totals and places."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from alpina.helpers import SEATS, at, corner_name, judged, seen_cells, view
from trailmix.engine.match import Match


@dataclass(frozen=True)
class Example:
    """A finished grid of the ledger, and a free card of it that can have been the last one laid."""

    players: int
    grid: tuple[str, ...]
    scored: str
    """A line for each hiker: owner, cell, card, what is counted (cells or kinds), points."""
    totals: list[int]
    places: list[int]
    last: str

    def hikers(self) -> list[tuple[str, str, str, str, int]]:
        rows = [line.split("|") for line in self.scored.strip().splitlines()]
        return [(*(part.strip() for part in row[:4]), int(row[4])) for row in rows]  # type: ignore[misc]


X16 = Example(
    2,
    (
        "C11:A N05:A C14:B N04:B C01:A",
        "F04:B C02*  C10:A N13   N09",
        "F05:B C06:B N11:A N15   F16:B",
        "C15   C13:B C12:A F14:B F09",
        "N02   C18   F06:A N18   C09:A",
    ),
    """
    A | r1c1 | C11 | r1c2 r1c3 r1c4 r1c5 | 6
    A | r1c2 | N05 | r2c2 r3c2 r4c2 r5c2 | 8
    B | r1c3 | C14 | r1c2 r1c4 r2c3 | 6
    B | r1c4 | N04 | r2c4 r3c4 r5c4 | 6
    A | r1c5 | C01 | r1c1 r1c2 r1c3 r1c4 | 8
    B | r2c1 | F04 | r2c3 r2c4 | 4
    A | r2c3 | C10 | r1c2 r3c1 r4c3 r5c5 | 4
    B | r3c1 | F05 | r3c3 r3c5 | 4
    B | r3c2 | C06 | r1c1 r1c3 r1c5 r2c3 r3c2 r4c2 r4c3 r5c5 | 8
    A | r3c3 | N11 | r2c2 r2c3 r3c2 r4c2 r4c3 | 7
    B | r3c5 | F16 | forest, lake, mountain | 6
    B | r4c2 | C13 | r3c2 r4c3 | 4
    A | r4c3 | C12 | r1c3 r2c3 r3c3 r5c3 | 6
    B | r4c4 | F14 | r1c3 r1c4 r1c5 r2c5 r3c5 r4c5 | 6
    A | r5c3 | F06 | r5c2 r5c4 r5c5 | 6
    A | r5c5 | C09 | r1c3 r1c4 r1c5 r2c1 r3c3 r3c5 r4c4 | 7
    """,
    [52, 44],
    [1, 2],
    "r5c1",
)
X17 = Example(
    3,
    (
        "C17   C06:B C01*  F06   F10:A",
        "N07:B N11:B F01   N19   N16:A",
        "N08   F02:B C04   C18:A N01",
        "F09   F16   F14:A N18:C N09:C",
        "N17:C F18:C F11:C N10:B N13:A",
    ),
    """
    B | r1c2 | C06 | r1c2 r3c4 | 2
    A | r1c5 | F10 | r1c2 r1c4 r2c5 r3c5 r5c5 | 6
    B | r2c1 | N07 | r2c2 r2c4 r2c5 r3c1 r5c1 | 6
    B | r2c2 | N11 | r1c1 r1c2 r1c3 r3c3 | 6
    A | r2c5 | N16 | frog, nutcracker | 4
    B | r3c2 | F02 | r2c2 r3c3 r4c2 | 6
    A | r3c4 | C18 | r2c5 r4c3 r4c4 r4c5 | 4
    A | r4c3 | F14 | r1c3 r2c2 r2c3 r3c3 r4c1 r4c2 r5c1 r5c2 | 8
    C | r4c4 | N18 | chamois, frog, nutcracker | 6
    C | r4c5 | N09 | r1c5 r4c1 r4c2 r4c3 | 5
    C | r5c1 | N17 | frog, nutcracker | 4
    C | r5c2 | F18 | forest, lake, mountain | 6
    C | r5c3 | F11 | r1c3 r2c3 r3c3 r4c3 r5c1 r5c2 | 7
    B | r5c4 | N10 | r4c4 r4c5 r5c5 | 5
    A | r5c5 | N13 | r2c4 r2c5 r3c5 r4c4 r4c5 r5c4 | 6
    """,
    [28, 25, 28],
    [2, 3, 1],
    "r1c1",
)
X18 = Example(
    4,
    (
        "C01   N17:B N19:D C04:A  F07",
        "C02:B F19:A N01:D N14    N07:D",
        "F01:A C16:C C15:D C03    F09:B",
        "F17:C C08:C F05   C06*:A F04",
        "C05:C N13   C18   C13:B  N15",
    ),
    """
    B | r1c2 | N17 | chamois, frog, nutcracker | 6
    D | r1c3 | N19 | chamois, frog, nutcracker | 6
    A | r1c4 | C04 | r4c4 r5c4 | 4
    B | r2c1 | C02 | r2c2 r2c3 r2c5 | 6
    A | r2c2 | F19 | lake, mountain | 4
    D | r2c3 | N01 | r2c4 r2c5 | 4
    D | r2c5 | N07 | r2c3 r2c4 r5c5 | 4
    A | r3c1 | F01 | r3c2 r4c1 | 4
    C | r3c2 | C16 | r2c1 r2c2 r2c3 r3c1 r3c3 r4c1 r4c2 | 7
    D | r3c3 | C15 | r2c3 r3c2 | 4
    B | r3c5 | F09 | r1c5 r2c5 r5c5 | 6
    C | r4c1 | F17 | forest, lake, mountain | 6
    C | r4c2 | C08 | r1c3 r2c3 r3c2 r4c1 r4c4 r5c4 | 6
    A | r4c4 | C06 | r1c4 r2c1 r3c2 r3c3 r4c2 r4c4 r5c1 r5c4 | 8
    C | r5c1 | C05 | r1c2 r1c3 r2c3 r2c5 | 4
    B | r5c4 | C13 | r4c4 | 2
    """,
    [20, 20, 23, 18],
    [3, 2, 1, 4],
    "r5c2",
)
EXAMPLES = [
    pytest.param(X16, marks=pytest.mark.rule("AL-X-16"), id="X-16"),
    pytest.param(X17, marks=pytest.mark.rule("AL-X-17"), id="X-17"),
    pytest.param(X18, marks=pytest.mark.rule("AL-X-18"), id="X-18"),
]


def kinds(match: Match, name: str) -> str:
    """The kinds that a card sees which counts types, as the ledger lists them."""
    deck = {card.id: card for card in match.setup.data.cards}
    spot = judged(match)[name]
    land = deck[spot.card].count == "land-types"
    cards = judged(match)
    ids = [cards[each].card for each in seen_cells(match, name).split()]
    return ", ".join(sorted({deck[card].land if land else deck[card].animal for card in ids}))


@pytest.mark.rule("AL-SCORE-2", "AL-SCORE-3", "AL-SCORE-6", "AL-SCORE-7", "AL-SCORE-11", "AL-R-12", "AL-R-20")
@pytest.mark.parametrize("example", EXAMPLES)
def test_every_hiker_earns_what_the_ledger_says(example: Example) -> None:
    match = at(example.grid, example.players)
    found = [
        (spot.hiker, name, spot.card, seen_cells(match, name), spot.points)
        for name, spot in judged(match).items()
        if spot.hiker
    ]
    expected = example.hikers()
    assert [row[:3] + row[4:] for row in found] == [row[:3] + row[4:] for row in expected]
    for (_, name, _, cells, _), (_, _, _, counted, _) in zip(found, expected, strict=True):
        assert counted == (cells if "," not in counted else kinds(match, name))


@pytest.mark.rule("AL-END-2", "AL-END-3", "AL-END-4", "AL-END-5", "AL-SCORE-2", "AL-R-8")
@pytest.mark.parametrize("example", EXAMPLES)
def test_totals_and_places(example: Example) -> None:
    match = at(example.grid, example.players)
    assert match.over
    assert match.scores() == [seat.forecast for seat in view(match).seats] == example.totals
    assert match.places() == example.places
    assert view(match).places == tuple(example.places)
    assert sorted(example.places) == list(range(1, example.players + 1))


@pytest.mark.rule("AL-END-1", "AL-END-2", "AL-SCORE-1", "AL-SCORE-12")
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_last_decision_brings_the_scores_from_the_top_left_to_the_bottom_right(example: Example) -> None:
    finished = at(example.grid, example.players)
    last = next(spot.cell for name, spot in judged(finished).items() if name == example.last)
    match = at(example.grid, example.players, laid="{},{}".format(*last))
    assert match.legal()
    happened = match.play("none")
    assert match.over
    assert [event.kind for event in happened[:2]] == ["declined", "drew"]
    scored = [event for event in happened if event.kind == "scored"]
    assert [(event.seat, event.values["card"], event.values["points"]) for event in scored] == [
        (owner, card, points) for owner, _, card, _, points in example.hikers()
    ]
    winner = SEATS[example.places.index(1)]
    assert happened[-1].kind == "ended"
    assert (happened[-1].seat, happened[-1].values["totals"]) == (
        winner,
        dict(zip(SEATS, example.totals, strict=False)),
    )
    cells = [tuple(int(n) for n in event.values["cell"].split(",")) for event in scored]
    assert [corner_name(view(match), (row, col)) for row, col in cells] == [
        name for _, name, *_ in example.hikers()
    ]
    assert [event.values["number"] for event in scored] == [
        len(counted.split()) for _, _, _, counted, _ in example.hikers()
    ]


@pytest.mark.rule("AL-X-16", "AL-SCORE-10")
def test_a_card_without_a_hiker_scores_for_nobody() -> None:
    taken = tuple(row.replace("C11:A", "C11") for row in X16.grid)
    match = at(taken, 2)
    # Without the hiker on C11 its 6 points are gone, C01 counts one hiker less (2), and C06 too (1).
    assert match.scores() == [52 - 6 - 2, 44 - 1]
    assert judged(match)["r1c1"].points == 6  # what a hiker put there would earn
