"""A second scorer of Alpina, written from the ledger alone: slow, plain, and sharing nothing with the rules.

Cards are the dicts of the data file, a grid is a dict from ``(row, col)`` to a card, hikers are a dict from
``(row, col)`` to a seat. Rows grow downward, columns to the right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

Cell = tuple[int, int]
Card = dict[str, Any]

ANIMALS = {"nutcracker", "chamois", "frog"}
LANDS = {"mountain", "lake", "forest"}


def deck(text: str) -> dict[str, Card]:
    """The cards of a data file by their IDs."""
    return {card["id"]: card for card in tomllib.loads(text)["deck"]["card"]}


def edges(cell: Cell) -> set[Cell]:
    """The four cells that share an edge with a cell."""
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


def linked(grid: Mapping[Cell, Card], start: Cell, kind: str) -> set[Cell]:
    """Cards of a kind that can be reached from a card, stepping on that kind only (AL-W-11, AL-R-15, -16)."""
    reached: set[Cell] = set()
    frontier = {start}
    while frontier:
        step = {cell for here in frontier for cell in edges(here) if cell in grid}
        frontier = {cell for cell in step if kind in shown(grid[cell])} - reached - {start}
        reached |= frontier
    return reached


def shown(card: Card) -> set[str]:
    """The two things that a card shows."""
    return {card["animal"], card["land"]}


def area(grid: Mapping[Cell, Card], at: Cell) -> set[Cell]:
    """The cells that the condition of the card at a cell looks at (AL-W-1 to AL-W-12)."""
    row, col = at
    card = grid[at]
    same_row = {cell for cell in grid if cell[0] == row and cell != at}
    same_column = {cell for cell in grid if cell[1] == col and cell != at}
    around = {(row + down, col + along) for down in (-1, 0, 1) for along in (-1, 0, 1)}
    areas = {
        "row": same_row,
        "column": same_column,
        "cross": same_row | same_column,
        "left": {cell for cell in same_row if cell[1] < col},
        "right": {cell for cell in same_row if cell[1] > col},
        "above": {cell for cell in same_column if cell[0] < row},
        "below": {cell for cell in same_column if cell[0] > row},
        "adj4": {cell for cell in grid if cell in edges(at)},
        "adj8": {cell for cell in grid if cell in around and cell != at},
        "grid": {cell for cell in grid if cell != at},
    }
    found = linked(grid, at, card["count"]) if card["where"] == "connected" else areas[card["where"]]
    return found | {at} if card.get("self", False) else found


def counted(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], at: Cell) -> tuple[int, set[Cell]]:
    """How many things the condition of a card counts, and on which cells it sees them."""
    looked_at, what = area(grid, at), grid[at]["count"]
    if what in ("animal-types", "land-types"):
        kinds = {grid[cell][what.split("-")[0]] for cell in looked_at}
        return len(kinds), looked_at
    if what in ANIMALS | LANDS:
        found = {cell for cell in looked_at if what in shown(grid[cell])}
    elif what == "hikers":
        found = {cell for cell in looked_at if cell in hikers}
    else:
        kind = what.removeprefix("hikers-on-")
        found = {cell for cell in looked_at if cell in hikers and kind in shown(grid[cell])}
    return len(found), found


def points(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], at: Cell) -> int:
    """What the hiker on a card earns (AL-SCORE-3)."""
    card = grid[at]
    number, _ = counted(grid, hikers, at)
    return int(card["base"] + card["per"] * number)


def forecast(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], at: Cell) -> tuple[int, set[Cell]]:
    """Points and counted cells of a card; one without a hiker is judged as if it had one (AL-R-23)."""
    standing = {**hikers, at: hikers.get(at, "?")}
    return points(grid, standing, at), counted(grid, standing, at)[1]


def totals(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], seats: str) -> list[int]:
    """The points of every seat (AL-SCORE-2)."""
    return [sum(points(grid, hikers, at) for at, owner in hikers.items() if owner == seat) for seat in seats]


def places(scores: list[int]) -> list[int]:
    """The place of every seat: of equal totals the later seat stands higher (AL-END-3, AL-END-5)."""
    order = sorted(range(len(scores)), key=lambda seat: (scores[seat], seat), reverse=True)
    return [order.index(seat) + 1 for seat in range(len(scores))]
