"""A second scorer of Alpina, written from the ledger alone: slow, plain, and sharing nothing with the rules.

Cards are the dicts of the data file, a grid is a dict from ``(row, col)`` to a card, hikers are a dict from
``(row, col)`` to a seat. Rows grow downward, columns to the right.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
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


WHERE: dict[str, Callable[[int, int], bool]] = {
    "row": lambda down, along: down == 0,
    "column": lambda down, along: along == 0,
    "cross": lambda down, along: down == 0 or along == 0,
    "left": lambda down, along: down == 0 and along < 0,
    "right": lambda down, along: down == 0 and along > 0,
    "above": lambda down, along: along == 0 and down < 0,
    "below": lambda down, along: along == 0 and down > 0,
    "adj4": lambda down, along: abs(down) + abs(along) == 1,
    "adj8": lambda down, along: abs(down) <= 1 and abs(along) <= 1,
    "grid": lambda down, along: True,
}
"""AL-W-1 to AL-W-10: is a card of the area that lies so many rows further down and columns further along?"""


def area(grid: Mapping[Cell, Card], at: Cell) -> set[Cell]:
    """The cells that the condition of the card at a cell looks at (AL-W-1 to AL-W-12)."""
    card = grid[at]
    if card["where"] == "connected":
        found = linked(grid, at, card["count"])
    else:
        belongs = WHERE[card["where"]]
        found = {cell for cell in grid if belongs(cell[0] - at[0], cell[1] - at[1])} - {at}
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


def scored(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], at: Cell) -> tuple[int, set[Cell]]:
    """What the hiker on a card earns (AL-SCORE-3), and the cells it counts."""
    card = grid[at]
    number, cells = counted(grid, hikers, at)
    return card["base"] + card["per"] * number, cells


def forecast(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], at: Cell) -> tuple[int, set[Cell]]:
    """The same; a card without a hiker is judged as if it had one (AL-R-23)."""
    return scored(grid, hikers if at in hikers else {**hikers, at: "?"}, at)


def totals(grid: Mapping[Cell, Card], hikers: Mapping[Cell, str], seats: str) -> list[int]:
    """The points of every seat (AL-SCORE-2)."""
    return [
        sum(scored(grid, hikers, at)[0] for at, owner in hikers.items() if owner == seat) for seat in seats
    ]


def places(scores: list[int]) -> list[int]:
    """The place of every seat: of equal totals the later seat stands higher (AL-END-3, AL-END-5)."""
    order = sorted(range(len(scores)), key=lambda seat: (scores[seat], seat), reverse=True)
    return [order.index(seat) + 1 for seat in range(len(scores))]
