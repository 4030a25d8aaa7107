"""The rules of Alpina: setting up, what may be done, doing it. Scoring is in `scoring`.

Kernels over the records of `state`. Rule IDs are those of ``docs/rules/alpina.md``.
"""

import numpy as np

from trailmix.engine import zones
from trailmix.engine.events import forget_events, note
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, shuffle
from trailmix.games.alpina import state
from trailmix.games.alpina.scoring import number_counted, place, worth
from trailmix.games.alpina.state import CARD, CARDS, FIRST_HIKER, FRAME, HIKER, MID, NONE, SPAN, State, Table

# --- setting up -----------------------------------------------------------------------------------------


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up the table (AL-SETUP-2 to AL-SETUP-8)."""
    clear(t, s, key)
    start = draw_start_card(t, s)
    n = 0
    for card in range(CARDS):
        if card != start:
            s.pile[n] = card
            n += 1
    s.pile_size = n
    shuffle(s, s.pile, n)
    lay(s, start, MID, MID)
    for _ in range(state.HAND):
        for seat in range(t.players):
            draw(s, seat)


@rule
def clear(t: Table, s: State, key: Array) -> None:
    """An empty table, hikers handed out (AL-SETUP-6, AL-SETUP-8)."""
    zones.clear(s, key)
    s.hikers[:] = NONE
    s.supply[:] = 0
    s.supply[: t.players] = t.hikers_each
    s.hand_size[:] = 0
    s.pile_size = 0
    s.turn = 0
    s.decision = CARD
    s.laid_row = NONE
    s.laid_col = NONE
    s.top, s.bottom, s.left, s.right = MID, MID, MID, MID


@rule
def draw_start_card(t: Table, s: State) -> int:
    """Any chamois, each equally likely (AL-SETUP-2, AL-R-3)."""
    n = 0
    for card in range(CARDS):
        if t.face[card] & state.CHAMOIS:
            n += 1
    nth = below(s, n)
    for card in range(CARDS):
        if t.face[card] & state.CHAMOIS:
            if nth == 0:
                return card
            nth -= 1
    return NONE


# --- what may be done -----------------------------------------------------------------------------------


@rule
def actor(t: Table, s: State) -> int:
    """The seat to decide: seats take turns in order (AL-TURN-3); nobody after the end (AL-END-6)."""
    if s.decision == state.OVER:
        return -1
    return s.turn % t.players


@rule
def fits(s: State, row: int, col: int) -> bool:
    """May a card be laid on this cell? (AL-PLAY-3, AL-PLAY-4, AL-GRID-4)."""
    return (
        s.grid[row, col] == NONE
        and touches(s, row, col)
        and max(s.bottom, row) - min(s.top, row) < FRAME
        and max(s.right, col) - min(s.left, col) < FRAME
    )


@rule
def touches(s: State, row: int, col: int) -> bool:
    """Does the cell share an edge with a card? (AL-PLAY-4)."""
    return (
        (row > 0 and s.grid[row - 1, col] != NONE)
        or (row < SPAN - 1 and s.grid[row + 1, col] != NONE)
        or (col > 0 and s.grid[row, col - 1] != NONE)
        or (col < SPAN - 1 and s.grid[row, col + 1] != NONE)
    )


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many."""
    if s.decision == CARD:
        return legal_cards(t, s, out)
    if s.decision == HIKER:
        return legal_hikers(t, s, out)
    return 0


@rule
def legal_cards(t: Table, s: State, out: Array) -> int:
    """Every card of the hand on every fitting cell (AL-PLAY-1, AL-PLAY-5)."""
    seat, n = actor(t, s), 0
    hand, size = s.hand[seat], int(s.hand_size[seat])
    # The cells that fit are the same for every card: find them for the first, copy for the others.
    for row in range(max(s.top - 1, 0), min(s.bottom + 2, SPAN)):
        for col in range(max(s.left - 1, 0), min(s.right + 2, SPAN)):
            if fits(s, row, col):
                out[n] = row * SPAN + col
                n += 1
    for i in range(size - 1, -1, -1):
        first_action = int(hand[i]) * state.CELLS
        for k in range(n):
            out[i * n + k] = first_action + out[k]
    return n * size


@rule
def may_hike(s: State, row: int, col: int) -> bool:
    """Is there a card without a hiker on this cell? (AL-HIKER-2, AL-HIKER-3)."""
    inside = 0 <= row < SPAN and 0 <= col < SPAN
    return inside and s.grid[row, col] != NONE and s.hikers[row, col] == NONE


@rule
def legal_hikers(t: Table, s: State, out: Array) -> int:
    """The card just laid and its neighbours, as far as free, and always "none" (AL-TURN-4, AL-HIKER-8)."""
    n, row, col = 0, s.laid_row, s.laid_col
    if s.supply[actor(t, s)] > 0:
        for i, j in ((row - 1, col), (row, col - 1), (row, col), (row, col + 1), (row + 1, col)):
            if may_hike(s, i, j):
                out[n] = FIRST_HIKER + i * SPAN + j
                n += 1
    out[n] = state.NO_HIKER
    return n + 1


# --- doing it -------------------------------------------------------------------------------------------


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action: a card (AL-TURN-5), or a hiker or none, which ends the turn (AL-TURN-1)."""
    forget_events(s)
    seat = actor(t, s)
    if action < FIRST_HIKER:
        card, row, col = action // state.CELLS, action % state.CELLS // SPAN, action % SPAN
        s.hand_size[seat] = zones.take(s.hand[seat], int(s.hand_size[seat]), card)
        lay(s, card, row, col)
        s.laid_row, s.laid_col = row, col
        s.decision = HIKER
        note(s, state.LAID, seat, card, row, col)
        return
    if action == state.NO_HIKER:
        note(s, state.DECLINED, seat)
    else:
        row, col = (action - FIRST_HIKER) // SPAN, (action - FIRST_HIKER) % SPAN
        s.hikers[row, col] = seat
        s.supply[seat] -= 1
        note(s, state.PLACED, seat, row, col)
    note(s, state.DREW, seat, draw(s, seat))
    end_turn(t, s)


@rule
def lay(s: State, card: int, row: int, col: int) -> None:
    """Put a card on a cell; the frame grows with it (AL-GRID-1)."""
    s.grid[row, col] = card
    s.top, s.bottom = min(s.top, row), max(s.bottom, row)
    s.left, s.right = min(s.left, col), max(s.right, col)


@rule
def draw(s: State, seat: int) -> int:
    """The top card of the pile goes to its place in the hand (AL-DRAW-1); returns it."""
    card = zones.take_last(s.pile, s.pile_size)
    s.pile_size -= 1
    s.hand_size[seat] = zones.add_sorted(s.hand[seat], int(s.hand_size[seat]), card)
    return card


@rule
def end_turn(t: Table, s: State) -> None:
    """The next seat is to lay a card, or the match is over and is scored (AL-END-1, AL-END-2)."""
    s.turn += 1
    s.laid_row = NONE
    s.laid_col = NONE
    s.decision = CARD
    if s.turn < state.TURNS:
        return
    s.decision = state.OVER
    note_scores(t, s)


@rule
def note_scores(t: Table, s: State) -> None:
    """How every point came about: hikers from the top down and from left to right (AL-SCORE-12), totals."""
    totals = np.zeros(state.MAX_PLAYERS, np.int64)
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            owner = int(s.hikers[row, col])
            if owner != NONE:
                card, number = int(s.grid[row, col]), number_counted(t, s, row, col)
                note(s, state.SCORED, owner, card, row, col, number, worth(t, card, number))
                totals[owner] += worth(t, card, number)
    for seat in range(t.players):
        if place(t, totals, seat) == 1:
            note(s, state.ENDED, seat, totals[0], totals[1], totals[2], totals[3])


# --- invariants -----------------------------------------------------------------------------------------

HAND_WRONG, PILE_WRONG, HIKER_LOST, HIKER_ADRIFT, FRAME_WRONG, TURN_WRONG = range(
    len(zones.INVARIANTS), len(zones.INVARIANTS) + 6
)
INVARIANTS = (
    *zones.INVARIANTS,
    "A hand has the wrong number of cards.",
    "The pile has the wrong number of cards.",
    "Hikers placed and hikers left do not add up.",
    "A hiker stands where no card lies.",
    "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it.",
    "The number of cards laid does not fit the turn.",
)


@rule
def check(t: Table, s: State) -> int:
    """0, or the first invariant that does not hold."""
    laid, hikers = 0, np.zeros(state.MAX_PLAYERS, np.int64)
    for row in range(SPAN):
        for col in range(SPAN):
            if s.grid[row, col] == NONE:
                if s.hikers[row, col] != NONE:
                    return HIKER_ADRIFT
                continue
            laid += 1
            if not NONE <= s.hikers[row, col] < t.players:
                return HIKER_LOST
            if s.hikers[row, col] != NONE:
                hikers[s.hikers[row, col]] += 1
            if row < s.top or row > s.bottom or col < s.left or col > s.right:
                return FRAME_WRONG
            if laid > 1 and not touches(s, row, col):
                return FRAME_WRONG
    if s.bottom - s.top >= FRAME or s.right - s.left >= FRAME or s.grid[MID, MID] == NONE:
        return FRAME_WRONG
    for seat in range(state.MAX_PLAYERS):
        given = t.hikers_each if seat < t.players else 0
        if s.supply[seat] < 0 or s.supply[seat] + hikers[seat] != given:
            return HIKER_LOST
        if s.hand_size[seat] != (cards_held(t, s, seat) if seat < t.players else 0):
            return HAND_WRONG
    if s.pile_size != CARDS - 1 - t.players * state.HAND - s.turn:
        return PILE_WRONG
    if laid != s.turn + 1 + (s.decision == HIKER) or (s.decision == state.OVER) != (s.turn == state.TURNS):
        return TURN_WRONG
    return zones.check(t, s)


@rule
def cards_held(t: Table, s: State, seat: int) -> int:
    """How many cards a seat must have: one less between laying a card and drawing (AL-DRAW-1)."""
    return state.HAND - int(s.decision == HIKER and seat == actor(t, s))
