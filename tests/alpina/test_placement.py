"""Laying a card, and the frame of 5 x 5: AL-PLAY, AL-GRID."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import Cell, at, card_cells, deal, hand, lay, play_on, refusal, situations, view
from random_play import Played


@pytest.mark.rule("AL-PLAY-1")
def test_only_cards_of_the_own_hand_may_be_laid() -> None:
    match = deal(3)
    assert {action.split("@")[0] for action in match.legal()} == set(hand(match, 0))
    for card in match.table_view().cards:  # type: ignore[attr-defined]
        if card not in hand(match, 0):
            assert refusal(match, f"{card}@0,1") == f"You do not hold {card}."


@pytest.mark.rule("AL-PLAY-1")
def test_the_card_leaves_the_hand_and_is_gone_from_it() -> None:
    match = deal()
    card = lay(match, "0,1")
    assert card not in hand(match, 0)
    match.play("none")
    lay(match, "0,2")
    match.play("none")
    assert refusal(match, f"{card}@0,3") == f"You do not hold {card}."


@pytest.mark.rule("AL-PLAY-2")
def test_every_seat_sees_the_grid_the_same_way_round() -> None:
    match = play_on(deal(4), random.Random(4), 31)
    grids = [view(match, seat).grid for seat in range(-1, 4)]
    assert len(grids[0]) == 17
    assert all(grid == grids[0] for grid in grids)
    assert [spot.cell for spot in grids[0]] == sorted(spot.cell for spot in grids[0])


@pytest.mark.rule("AL-PLAY-2")
@pytest.mark.parametrize("turned", ["{}@0,1 90", "{}@0,1r", "{}@0,1,1"])
def test_a_card_cannot_be_turned(turned: str) -> None:
    match = deal()
    card = hand(match, 0)[0]
    assert "is not an action of Alpina" in refusal(match, turned.format(card))
    assert "is not an action of Alpina" in refusal(match, {"card": card, "cell": [0, 1], "turned": 1})


@pytest.mark.rule("AL-PLAY-3")
def test_a_cell_holds_one_card() -> None:
    match = at(["C06* N01"])
    card = hand(match, 1)[0]
    assert refusal(match, f"{card}@0,1") == "A card lies there already."
    assert refusal(match, f"{card}@0,0") == "A card lies there already."


@pytest.mark.rule("AL-PLAY-4")
@pytest.mark.parametrize("where", ["1,1", "-1,1", "1,-1", "-1,-1", "0,2", "2,0", "3,3"])
def test_a_corner_is_no_contact(where: str) -> None:
    match = at(["C06*"])
    card = hand(match, 0)[0]
    assert refusal(match, f"{card}@{where}") == (
        "No card lies beside that place: a card must share an edge with another."
    )


@pytest.mark.rule("AL-PLAY-5")
def test_every_card_may_go_to_every_legal_cell() -> None:
    for match in situations(2, 9, range(0, 48, 2)):
        assert match.actor is not None
        cards, cells = hand(match, match.actor), card_cells(match)
        assert set(match.legal()) == {f"{card}@{row},{col}" for card in cards for row, col in cells}


@pytest.mark.rule("AL-PLAY-6")
def test_a_card_once_laid_stays(played: tuple[int, Played]) -> None:
    _, matches = played
    grids = matches.states["grid"]
    before, after = grids[:, :-1], grids[:, 1:]
    assert ((before == -1) | (before == after)).all()


@pytest.mark.rule("AL-GRID-1", "AL-GRID-6", "AL-R-2")
def test_never_more_than_five_rows_or_columns_and_never_a_gap(played: tuple[int, Played]) -> None:
    _, matches = played
    for across in (2, 3):
        used = np.asarray((matches.states["grid"] >= 0).any(axis=across))
        assert used.sum(axis=2).max() == 5
        edges = np.diff(used.astype(np.int8), axis=2, prepend=0, append=0)
        assert ((edges == 1).sum(axis=2) == 1).all()  # the rows in use are one block
        assert (used[:, -1].sum(axis=1) == 5).all()


def by_formula(cards: set[Cell]) -> set[Cell]:
    """AL-GRID-4 word for word, tried on every cell far and wide."""
    rmin, rmax = min(row for row, _ in cards), max(row for row, _ in cards)
    cmin, cmax = min(col for _, col in cards), max(col for _, col in cards)
    return {
        (r, c)
        for r in range(-7, 8)
        for c in range(-7, 8)
        if (r, c) not in cards
        and cards & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        and max(rmax, r) - min(rmin, r) <= 4
        and max(cmax, c) - min(cmin, c) <= 4
    }


@pytest.mark.rule("AL-GRID-4", "AL-GRID-3", "AL-GRID-6", "AL-PLAY-3", "AL-PLAY-4", "AL-R-2")
@pytest.mark.parametrize("seed", range(25))
def test_the_legal_cells_are_those_of_the_formula(seed: int) -> None:
    for match in situations(2 + seed % 3, seed, range(0, 48, 2)):
        cells = by_formula({spot.cell for spot in view(match).grid})
        assert card_cells(match) == set(view(match).open_cells) == cells
        assert all(max(abs(row), abs(col)) <= 4 for row, col in cells)


@pytest.mark.rule("AL-GRID-5")
def test_nobody_is_ever_stuck_and_the_last_cell_is_the_only_one(played: tuple[int, Played]) -> None:
    _, matches = played
    assert (matches.choices[:, :48] > 0).all()
    assert (matches.choices[:, 46] == 6).all()  # six cards, one cell
    assert (matches.choices[:, 0:48:2] % 6 == 0).all()


@pytest.mark.rule("AL-GRID-3", "AL-GRID-1")
def test_the_two_directions_are_independent() -> None:
    match = at(["C06* N01 N02 N03 N04"])
    card = hand(match, 0)[0]
    assert card_cells(match) == {(row, col) for row in (-1, 1) for col in range(5)}
    assert refusal(match, f"{card}@0,-1") == (
        "That would open a sixth column: the map is at most 5 columns wide."
    )
    assert refusal(match, f"{card}@0,5") == (
        "The cell 0,5 is out of reach: rows and columns run from -4 to 4."
    )


@pytest.mark.rule("AL-R-2", "AL-GRID-1")
def test_the_sixth_row_is_counted_over_the_whole_layout() -> None:
    # The right-hand column has one card only, yet the fifth row is in use already.
    match = at(["N01 .", "N02 .", "N03 .", "N04 .", "C06* N05"])
    card = hand(match, 1)[0]
    assert refusal(match, f"{card}@1,1") == ("That would open a sixth row: the map is at most 5 rows high.")


@pytest.mark.rule("AL-GRID-2", "AL-R-1", "AL-GRID-6")
@pytest.mark.parametrize("place", [(row, col) for row in range(5) for col in range(5)])
def test_the_start_card_may_end_in_any_of_the_25_cells(place: Cell) -> None:
    match, whims = deal(2, seed=11), random.Random(1)
    wanted = {(row - place[0], col - place[1]) for row in range(5) for col in range(5)}
    while not match.over:
        lay(match, "{},{}".format(*whims.choice(sorted(card_cells(match) & wanted))))
        match.play("none")
    assert {spot.cell for spot in view(match).grid} == wanted
    assert (view(match).rows[0], view(match).columns[0]) == (-place[0], -place[1])
