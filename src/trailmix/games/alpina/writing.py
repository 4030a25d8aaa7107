"""The view of Alpina as the kernels write it: `View` and `Own` of ``view.py`` in JSON."""

from __future__ import annotations

import numpy as np

from trailmix.engine.json import (
    COMMA,
    NULL,
    OPEN,
    end_list,
    put,
    put_byte,
    put_number,
    put_pair,
    put_seat,
    text,
    texts,
)
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.alpina.rules import actor, fits, legal
from trailmix.games.alpina.scoring import WIDE, counted, points, rank
from trailmix.games.alpina.state import (
    CARDS,
    CELLS,
    HIKER,
    MAX_LEGAL,
    MID,
    NO_HIKER,
    NONE,
    OVER,
    SPAN,
    TURNS,
    State,
    Table,
)

MOST_BYTES = 1 << 14
"""Without the names no view takes more: 25 cards that count 24 others each, and the open cells, take half."""

GAME, DECISION = text('{"game":"alpina","to_move":'), text(',"decision":')
TURN, PILE = text(f',"turns":{TURNS},"turn":'), text(',"pile":')
DECISIONS = texts(['"card"', '"hiker"', '"over"'])
ROWS, COLUMNS, GRID, LAID_AT = (text(f',"{name}":') for name in ("rows", "columns", "grid", "laid"))
OPEN_CELLS, HIKER_CELLS, SEATS = (text(f',"{name}":[') for name in ("open_cells", "hiker_cells", "seats"))
SPOT_CELL, SPOT_CARD, SPOT_HIKER, SPOT_POINTS, SPOT_COUNTS = (
    text(words) for words in ('{"cell":', ',"card":', ',"hiker":', ',"points":', ',"counts":[')
)
SEAT_LETTER, SEAT_COLOUR, SEAT_HIKERS, SEAT_SIZE, SEAT_FORECAST, SEAT_HAND = (
    text(words)
    for words in ('{"seat":', ',"colour":', ',"hikers":', ',"hand_size":', ',"forecast":', ',"hand":')
)
PLACES, END = text(',"places":'), text("}")
NEXT = text("},")


@rule
def write_own(t: Table, s: State, seat: int, names: Array, out: Array) -> int:
    """`Own` as JSON."""
    at = put_seat(out, put(out, 0, SEAT_LETTER), seat)
    at = put_hand(s, seat, names, out, put(out, at, SEAT_HAND))
    return put(out, at, END)


@rule
def write_view(t: Table, s: State, names: Array, out: Array) -> int:
    """`View` as JSON. In `names` the colours follow the IDs of the cards."""
    at = put_seat(out, put(out, 0, GAME), actor(t, s))
    at = put(out, put(out, at, DECISION), DECISIONS[s.decision])
    at = put_number(out, put(out, at, TURN), s.turn)
    at = put_number(out, put(out, at, PILE), s.pile_size)
    at = put_pair(out, put(out, at, ROWS), s.top - MID, s.bottom - MID)
    at = put_pair(out, put(out, at, COLUMNS), s.left - MID, s.right - MID)
    at = put_byte(out, put(out, at, GRID), OPEN)
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.grid[row, col] != NONE:
                at = put_spot(t, s, row, col, names, out, at)
    at = put(out, end_list(out, at), LAID_AT)
    at = put_pair(out, at, s.laid_row - MID, s.laid_col - MID) if s.decision == HIKER else put(out, at, NULL)
    at = put_cells(t, s, out, at)
    at = put(out, at, SEATS)
    for seat in range(t.players):
        at = put_seat_view(t, s, seat, names, out, at)
    at = put(out, end_list(out, at), PLACES)
    return put(out, put_places(t, s, out, at), END)


@rule
def put_spot(t: Table, s: State, row: int, col: int, names: Array, out: Array, at: int) -> int:
    """`Spot` as JSON."""
    at = put_pair(out, put(out, at, SPOT_CELL), row - MID, col - MID)
    at = put(out, put(out, at, SPOT_CARD), names[s.grid[row, col]])
    at = put_seat(out, put(out, at, SPOT_HIKER), s.hikers[row, col])
    at = put_number(out, put(out, at, SPOT_POINTS), points(t, s, row, col))
    at, bits = put(out, at, SPOT_COUNTS), counted(t, s, row, col)
    for i in range(s.top, s.bottom + 1):
        for j in range(s.left, s.right + 1):
            if bits >> ((i - s.top) * WIDE + j - s.left) & 1:
                at = put_byte(out, put_pair(out, at, i - MID, j - MID), COMMA)
    return put(out, end_list(out, at), NEXT)


@rule
def put_cells(t: Table, s: State, out: Array, at: int) -> int:
    """Where a card can be laid, and where the seat to move may place a hiker now."""
    at = put(out, at, OPEN_CELLS)
    for row in range(SPAN):
        for col in range(SPAN):
            if s.decision != OVER and fits(s, row, col):
                at = put_byte(out, put_pair(out, at, row - MID, col - MID), COMMA)
    at = put(out, end_list(out, at), HIKER_CELLS)
    if s.decision == HIKER:
        actions = np.empty(MAX_LEGAL, np.int64)
        for action in actions[: legal(t, s, actions)]:
            if action != NO_HIKER:
                row, col = action % CELLS // SPAN, action % SPAN
                at = put_byte(out, put_pair(out, at, row - MID, col - MID), COMMA)
    return end_list(out, at)


@rule
def put_seat_view(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """`Seat` as JSON."""
    forecast = 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.hikers[row, col] == seat:
                forecast += points(t, s, row, col)
    at = put_seat(out, put(out, at, SEAT_LETTER), seat)
    at = put(out, put(out, at, SEAT_COLOUR), names[CARDS + seat])
    at = put_number(out, put(out, at, SEAT_HIKERS), s.supply[seat])
    at = put_number(out, put(out, at, SEAT_SIZE), s.hand_size[seat])
    at = put_number(out, put(out, at, SEAT_FORECAST), forecast)
    at = put(out, at, SEAT_HAND)
    at = put(out, at, NULL) if s.hand[seat, 0] == NONE else put_hand(s, seat, names, out, at)
    return put(out, at, NEXT)


@rule
def put_hand(s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """The cards of a hand, as far as they can be seen."""
    at = put_byte(out, at, OPEN)
    for card in s.hand[seat]:
        if card != NONE:
            at = put_byte(out, put(out, at, names[card]), COMMA)
    return end_list(out, at)


@rule
def put_places(t: Table, s: State, out: Array, at: int) -> int:
    """The final places, once the match is over."""
    if s.decision != OVER:
        return put(out, at, NULL)
    places = np.empty(t.players, np.int64)
    rank(t, s, places)
    at = put_byte(out, at, OPEN)
    for seat in range(t.players):
        at = put_byte(out, put_number(out, at, places[seat]), COMMA)
    return end_list(out, at)
