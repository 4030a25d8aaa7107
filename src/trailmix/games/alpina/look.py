"""What is seen of Alpina: the kernels that fill `View` and `Own` of ``view.py``."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.games.alpina import state
from trailmix.games.alpina.rules import actor, fits, legal
from trailmix.games.alpina.scoring import WIDE, counted, points, rank
from trailmix.games.alpina.state import CELLS, HAND, HIKER, MAX_LEGAL, MID, NONE, OVER, SPAN, State, Table


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat = seat
    see_hand(s, seat, v)


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.decision, v.turn, v.pile = actor(t, s), s.decision, s.turn, s.pile_size
    v.rows[0], v.rows[1] = s.top - MID, s.bottom - MID
    v.columns[0], v.columns[1] = s.left - MID, s.right - MID
    v.grid_n = 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.grid[row, col] != NONE:
                see_spot(t, s, row, col, v.grid[v.grid_n])
                v.grid_n += 1
    if s.decision == HIKER:
        v.laid[0], v.laid[1] = s.laid_row - MID, s.laid_col - MID
    see_cells(t, s, v)
    v.seats_n = t.players
    for seat in range(t.players):
        see_seat(t, s, seat, v.seats[seat])
    if s.decision == OVER:
        places = np.empty(t.players, np.int64)
        rank(t, s, places)
        v.places_n = t.players
        for seat in range(t.players):
            v.places[seat] = places[seat]


@rule
def see_spot(t: Table, s: State, row: int, col: int, spot: Any) -> None:
    """Fill `Spot`."""
    spot.cell[0], spot.cell[1] = row - MID, col - MID
    spot.card, spot.hiker, spot.points = s.grid[row, col], s.hikers[row, col], points(t, s, row, col)
    spot.counts_n, bits = 0, counted(t, s, row, col)
    for i in range(s.top, s.bottom + 1):
        for j in range(s.left, s.right + 1):
            if bits >> ((i - s.top) * WIDE + j - s.left) & 1:
                spot.counts[spot.counts_n, 0], spot.counts[spot.counts_n, 1] = i - MID, j - MID
                spot.counts_n += 1


@rule
def see_cells(t: Table, s: State, v: Any) -> None:
    """Where a card can be laid, and where the seat to move may place a hiker now."""
    v.open_cells_n = v.hiker_cells_n = 0
    for row in range(SPAN):
        for col in range(SPAN):
            if s.decision != OVER and fits(s, row, col):
                v.open_cells[v.open_cells_n, 0], v.open_cells[v.open_cells_n, 1] = row - MID, col - MID
                v.open_cells_n += 1
    if s.decision == HIKER:
        actions = np.empty(MAX_LEGAL, np.int64)
        for action in actions[: legal(t, s, actions)]:
            if action != state.NO_HIKER:
                cell = v.hiker_cells[v.hiker_cells_n]
                cell[0], cell[1] = action % CELLS // SPAN - MID, action % SPAN - MID
                v.hiker_cells_n += 1


@rule
def see_seat(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Seat`."""
    v.seat = v.colour = seat
    v.hikers, v.hand_size, v.forecast = s.supply[seat], s.hand_size[seat], 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.hikers[row, col] == seat:
                v.forecast += points(t, s, row, col)
    if s.hand[seat, 0] != NONE:
        see_hand(s, seat, v)


@rule
def see_hand(s: State, seat: int, v: Any) -> None:
    """The cards of a hand, as far as they can be seen."""
    v.hand_n = 0
    for n in range(HAND):
        if s.hand[seat, n] != NONE:
            v.hand[v.hand_n] = s.hand[seat, n]
            v.hand_n += 1
