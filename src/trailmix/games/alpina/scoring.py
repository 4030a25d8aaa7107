"""Counting and scoring (section 3 of the ledger): one function says which cards a condition counts.

Cells of the frame are numbered as bits of one whole number, six to a row, so that a sixth, always empty
column keeps neighbours in different rows apart.
"""

import numpy as np

from trailmix.engine.bits import size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.alpina.state import AREAS, CONNECTED, FRAME, NONE, State, Table

WIDE = FRAME + 1


def _in_area(area: str, down: int, right: int) -> bool:
    """Does an area hold the cell this far below and right of the scored card? (AL-W-1 to AL-W-11)."""
    return {
        "row": down == 0,
        "column": right == 0,
        "cross": down == 0 or right == 0,
        "left": down == 0 and right < 0,
        "right": down == 0 and right > 0,
        "above": right == 0 and down < 0,
        "below": right == 0 and down > 0,
        "adj4": abs(down) + abs(right) == 1,
        "adj8": max(abs(down), abs(right)) == 1,
        "grid": True,
        "connected": False,  # depends on the cards between: `linked`
    }[area] and (down, right) != (0, 0)


_OFFSETS = range(1 - FRAME, FRAME)
IN_AREA = np.array([[[_in_area(area, i, j) for j in _OFFSETS] for i in _OFFSETS] for area in AREAS])
"""[area, down + 4, right + 4]"""


@rule
def counts(t: Table, s: State, card: int, row: int, col: int) -> bool:
    """Does the condition of `card` count what is on this cell, if the cell is in its area?"""
    other = s.grid[row, col]
    if other == NONE or t.face[other] & t.target[card] == 0:
        return False
    return not t.on_hikers[card] or s.hikers[row, col] != NONE


@rule
def counted(t: Table, s: State, row: int, col: int) -> int:
    """The cells that the card on this cell counts, as bits (AL-SCORE-5 to AL-SCORE-7)."""
    card = s.grid[row, col]
    area = t.area[card]
    found, here = 0, 1 << ((row - s.top) * WIDE + col - s.left)
    for i in range(s.top, s.bottom + 1):
        for j in range(s.left, s.right + 1):
            near = area == CONNECTED or IN_AREA[area, i - row + FRAME - 1, j - col + FRAME - 1]
            if near and counts(t, s, card, i, j):
                found |= 1 << ((i - s.top) * WIDE + j - s.left)
    found &= ~here
    if area == CONNECTED:
        found = linked(here, found, WIDE)
    # AL-W-12; the hiker being scored stands on the card, or is thought to stand there (AL-R-18, AL-R-23).
    if t.own[card] and t.face[card] & t.target[card]:
        found |= here
    return found


@rule
def linked(start: int, cells: int, wide: int) -> int:
    """Those of the cells that are reached from the start by steps over edges (AL-W-11, AL-R-15, AL-R-16)."""
    reached, edge = 0, start
    while edge:
        edge = beside(edge, wide) & cells & ~reached
        reached |= edge
    return reached


@rule
def beside(cells: int, wide: int) -> int:
    """The cells that share an edge with one of these; there are `wide` bits to a row."""
    return cells << 1 | cells >> 1 | cells << wide | cells >> wide


@rule
def number_counted(t: Table, s: State, row: int, col: int) -> int:
    """How many things the card on this cell counts: cards, hikers, or different kinds (AL-SCORE-8)."""
    card = s.grid[row, col]
    cells = counted(t, s, row, col)
    if not t.kinds[card]:
        return size(cells)
    kinds, cell = 0, 0
    while cells >> cell:
        if cells >> cell & 1:
            kinds |= t.face[s.grid[s.top + cell // WIDE, s.left + cell % WIDE]]
        cell += 1
    return size(kinds & t.target[card])


@rule
def points(t: Table, s: State, row: int, col: int) -> int:
    """What a hiker on this cell earns on the cards that lie there now (AL-SCORE-3, AL-SCORE-4, AL-R-23)."""
    return worth(t, int(s.grid[row, col]), number_counted(t, s, row, col))


@rule
def worth(t: Table, card: int, number: int) -> int:
    """The points of a card that counts `number` things (AL-SCORE-3)."""
    return int(t.guaranteed[card] + t.per[card] * number)


@rule
def score(t: Table, s: State, out: Array) -> None:
    """The points of each seat: the sum over its hikers (AL-SCORE-2, AL-SCORE-10)."""
    out[: t.players] = 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            owner = s.hikers[row, col]
            if owner != NONE:
                out[owner] += points(t, s, row, col)


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """The place of each seat: more points first, of equals the later in turn order (AL-END-3, AL-END-5)."""
    totals = np.zeros(t.players, np.int64)
    score(t, s, totals)
    for seat in range(t.players):
        out[seat] = place(t, totals, seat)


@rule
def place(t: Table, totals: Array, seat: int) -> int:
    """The place of one seat among these totals."""
    better = 0
    for other in range(t.players):
        better += totals[other] > totals[seat] or (totals[other] == totals[seat] and other > seat)
    return better + 1
