"""The two records of the game: what never changes in a match, and all that does.

A card is a number: its suit is ``card // RANKS``, its rank ``card % RANKS``.
"""

import numpy as np

from trailmix.engine.record import EVERYONE, ITS_SEAT, Array, StateRecord, TableRecord, field
from trailmix.engine.written import SEAT, BySeat, Cards, Number, Order

MAX_PLAYERS, SUITS, RANKS = 4, 3, 8
CARDS = SUITS * RANKS
HAND = CARDS // 2  # with two players
NONE = -1  # no card

# An action is the card that is played.
N_ACTIONS, MAX_LEGAL, MAX_DECISIONS = CARDS, HAND, CARDS

# Kinds of events.
PLAYED, WON, ENDED = range(3)


class Table(TableRecord):
    """What never changes: only the number of players."""


class State(StateRecord, events=3):
    """All that changes. Each field says who may see it, and how a position writes it."""

    hands: Array = field(
        np.int8, (MAX_PLAYERS, HAND), see=ITS_SEAT, written=Cards("card", CARDS, counted="hand_size")
    )
    hand_size: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    trick: Array = field(
        np.int8, MAX_PLAYERS, see=EVERYONE, written=Cards("card", CARDS, Order.FIRST_TO_LAST)
    )
    """The cards of this trick, the leader's first."""
    played: Array = field(np.int8, CARDS, see=EVERYONE, written=Cards("card", CARDS))
    """The cards of all tricks before."""
    leader: int = field(np.int64, see=EVERYONE, written=SEAT)
    """Who leads, or has led, to this trick."""
    tricks: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE, written=BySeat(Number(0, HAND)))
    """How many each seat has won."""
