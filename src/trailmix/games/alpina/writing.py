"""The view of Alpina as the kernels write it: `View` and `Own` of ``view.py`` in JSON."""

from __future__ import annotations

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
    CELLS,
    FRAME,
    HAND,
    HIKER,
    MAX_PLAYERS,
    MID,
    NO_HIKER,
    NONE,
    OVER,
    SPAN,
    TURNS,
    State,
    Table,
)


def room_for_view(ids: Array, colours: Array) -> int:
    """As many bytes as no view exceeds, however long the owner's IDs and colours are.

    25 cards that count 24 others each, and as many open cells, take half of the first summand.
    """
    named = FRAME * FRAME + MAX_PLAYERS * HAND
    return int((1 << 14) + named * (ids.shape[1] + 1) + colours.size)


def room_for_own(ids: Array) -> int:
    """As many bytes as no hand exceeds."""
    return int((1 << 8) + HAND * (ids.shape[1] + 1))


GAME, DECISION = text('"game":"alpina","to_move":'), text(',"decision":')
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
def write_own(states: Array, seat: int, ids: Array, out: Array) -> int:
    """`Own` as JSON."""
    at = put_seat(out, put(out, 0, SEAT_LETTER), seat)
    at = put_hand(states[0], seat, ids, out, put(out, at, SEAT_HAND))
    return put(out, at, END)


@rule
def write_view(tables: Array, states: Array, ids: Array, colours: Array, cells: Array, out: Array) -> int:
    """`View` as JSON, without its beginning, the prompt."""
    t, s = tables[0], states[0]
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
                at = put_spot(t, s, row, col, ids, out, at)
    at = put(out, end_list(out, at), LAID_AT)
    at = put_pair(out, at, s.laid_row - MID, s.laid_col - MID) if s.decision == HIKER else put(out, at, NULL)
    at = put_cells(t, s, cells, out, at)
    at = put(out, at, SEATS)
    for seat in range(t.players):
        at = put_seat_view(t, s, seat, ids, colours[seat], out, at)
    at = put(out, end_list(out, at), PLACES)
    return put(out, put_places(t, s, cells, out, at), END)


@rule
def put_spot(t: Table, s: State, row: int, col: int, ids: Array, out: Array, at: int) -> int:
    """`Spot` as JSON."""
    at = put_pair(out, put(out, at, SPOT_CELL), row - MID, col - MID)
    at = put(out, put(out, at, SPOT_CARD), ids[s.grid[row, col]])
    at = put_seat(out, put(out, at, SPOT_HIKER), s.hikers[row, col])
    at = put_number(out, put(out, at, SPOT_POINTS), points(t, s, row, col))
    at, bits = put(out, at, SPOT_COUNTS), counted(t, s, row, col)
    for i in range(s.top, s.bottom + 1):
        for j in range(s.left, s.right + 1):
            if bits >> ((i - s.top) * WIDE + j - s.left) & 1:
                at = put_byte(out, put_pair(out, at, i - MID, j - MID), COMMA)
    return put(out, end_list(out, at), NEXT)


@rule
def put_cells(t: Table, s: State, cells: Array, out: Array, at: int) -> int:
    """Where a card can be laid, and where the seat to move may place a hiker now."""
    at = put(out, at, OPEN_CELLS)
    for row in range(SPAN):
        for col in range(SPAN):
            if s.decision != OVER and fits(s, row, col):
                at = put_byte(out, put_pair(out, at, row - MID, col - MID), COMMA)
    at = put(out, end_list(out, at), HIKER_CELLS)
    if s.decision == HIKER:
        for action in cells[: legal(t, s, cells)]:
            if action != NO_HIKER:
                row, col = action % CELLS // SPAN, action % SPAN
                at = put_byte(out, put_pair(out, at, row - MID, col - MID), COMMA)
    return end_list(out, at)


@rule
def put_seat_view(t: Table, s: State, seat: int, ids: Array, colour: Array, out: Array, at: int) -> int:
    """`Seat` as JSON."""
    forecast = 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.hikers[row, col] == seat:
                forecast += points(t, s, row, col)
    at = put_seat(out, put(out, at, SEAT_LETTER), seat)
    at = put(out, put(out, at, SEAT_COLOUR), colour)
    at = put_number(out, put(out, at, SEAT_HIKERS), s.supply[seat])
    at = put_number(out, put(out, at, SEAT_SIZE), s.hand_size[seat])
    at = put_number(out, put(out, at, SEAT_FORECAST), forecast)
    at = put(out, at, SEAT_HAND)
    at = put(out, at, NULL) if s.hand[seat, 0] == NONE else put_hand(s, seat, ids, out, at)
    return put(out, at, NEXT)


@rule
def put_hand(s: State, seat: int, ids: Array, out: Array, at: int) -> int:
    """The cards of a hand, as far as they can be seen."""
    at = put_byte(out, at, OPEN)
    for card in s.hand[seat]:
        if card != NONE:
            at = put_byte(out, put(out, at, ids[card]), COMMA)
    return end_list(out, at)


@rule
def put_places(t: Table, s: State, places: Array, out: Array, at: int) -> int:
    """The final places, once the match is over."""
    if s.decision != OVER:
        return put(out, at, NULL)
    rank(t, s, places)
    at = put_byte(out, at, OPEN)
    for seat in range(t.players):
        at = put_byte(out, put_number(out, at, places[seat]), COMMA)
    return end_list(out, at)
