"""The two records of Alpina.

Cells are kept in a 9 x 9 field with the start card in its middle: cell ``(row, col)`` of the rules stands at
``[row + 4, col + 4]``. The frame never grows beyond that (AL-GRID-6).

Arrays are of small integers; a rule takes ``int(...)`` of an entry before it multiplies or shifts it.
"""

import numpy as np

from trailmix.engine import record
from trailmix.engine.record import EVERYONE, Array, StateRecord, TableRecord, field
from trailmix.engine.written import Cards, Order, Word

MAX_PLAYERS, HAND, CARDS, FRAME, TURNS = 4, 6, 56, 5, 24
SPAN = 9  # rows and columns that a card can ever lie in
MID = 4  # where the start card lies
CELLS = SPAN * SPAN
NONE = -1  # no card, no hiker, no cell

CARD, HIKER, OVER = range(3)  # what is decided next
DECISION_IDS = ("card", "hiker", "over")

# Actions: a card on a cell, then a hiker's cell, then no hiker.
FIRST_HIKER = CARDS * CELLS
NO_HIKER = FIRST_HIKER + CELLS
N_ACTIONS = NO_HIKER + 1
MAX_DECISIONS = 2 * TURNS
MAX_LEGAL = HAND * (FRAME + 2) ** 2  # every card on every cell of the frame and around it

# Kinds of events.
LAID, PLACED, DECLINED, DREW, SCORED, ENDED = range(6)

# What a card shows, as bits: an animal and a landscape.
ANIMALS, LANDS = ("nutcracker", "chamois", "frog"), ("mountain", "lake", "forest")
FACES = {word: 1 << bit for bit, word in enumerate(ANIMALS + LANDS)}
ANY_ANIMAL, ANY_LAND = 0b000111, 0b111000
CHAMOIS = FACES["chamois"]

# Areas in the order of the ledger, AL-W-1 to AL-W-11.
AREAS = ("row", "column", "cross", "left", "right", "above", "below", "adj4", "adj8", "grid", "connected")
CONNECTED = AREAS.index("connected")

OWN_UNTIL_THE_END = record.at_the_end(record.ITS_SEAT, "decision", lambda s: bool(s.decision == OVER))
HIDDEN_UNTIL_THE_END = record.at_the_end(record.NOBODY, "decision", lambda s: bool(s.decision == OVER))

LAID_OUT, HELD = Cards("card", CARDS, Order.SCATTERED), Cards("card", CARDS, counted="hand_size")
PILED = Cards("card", CARDS, Order.FROM_THE_TOP, counted="pile_size")


class Table(TableRecord):
    """What never changes in a match: hikers each, and the 56 cards with their conditions."""

    hikers_each: int = field(np.int64)
    face: Array = field(np.int64, CARDS)  # the two bits of FACES that a card shows
    guaranteed: Array = field(np.int64, CARDS)
    per: Array = field(np.int64, CARDS)
    target: Array = field(np.int64, CARDS)  # the bits of FACES that the condition looks for
    on_hikers: Array = field(np.int8, CARDS)  # the condition counts hikers, on the cards that show the target
    kinds: Array = field(np.int8, CARDS)  # the condition counts different kinds, not cards (AL-SCORE-8)
    own: Array = field(np.int8, CARDS)  # the card itself belongs to the area (AL-W-12)
    area: Array = field(np.int64, CARDS)  # index into AREAS


class State(StateRecord, events=2 + 16 + 1):
    """All that changes in a match."""

    grid: Array = field(np.int8, (SPAN, SPAN), see=EVERYONE, written=LAID_OUT)  # the card on each cell
    hikers: Array = field(np.int8, (SPAN, SPAN), see=EVERYONE)  # the seat whose hiker stands on each cell
    supply: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)  # hikers that each seat has left to place
    hand: Array = field(np.int8, (MAX_PLAYERS, HAND), see=OWN_UNTIL_THE_END, written=HELD, called="hands")
    """AL-DRAW-4, AL-R-26"""
    hand_size: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    pile: Array = field(np.int8, CARDS - 1, see=HIDDEN_UNTIL_THE_END, written=PILED)
    pile_size: int = field(np.int64, see=EVERYONE)
    turn: int = field(np.int64, see=EVERYONE)  # turns completed, 0 to 24
    decision: int = field(np.int64, see=EVERYONE, written=Word(DECISION_IDS))  # CARD, HIKER or OVER
    laid_row: int = field(np.int64, see=EVERYONE)
    laid_col: int = field(np.int64, see=EVERYONE)
    """Where the card lies that was laid in this turn, NONE before."""
    top: int = field(np.int64, see=EVERYONE)
    bottom: int = field(np.int64, see=EVERYONE)
    left: int = field(np.int64, see=EVERYONE)
    right: int = field(np.int64, see=EVERYONE)  # the rows and columns in use
