"""The two records of Hike, the card game, and how cards, tops and actions are numbered.

A card has a *kind*: seven suits, nine specialty cards, and The Wind last. A play has a *code*: the kind of
the card, or, for The Wind, ``WIND`` and the suit that it is declared as. So a hand's possible plays, and what
may be put on a top, are sets of bits by code, and what is legal is one ``&``.

Arrays are of small integers; a rule takes ``int(...)`` of an entry before it shifts it.
"""

from typing import Literal, get_args

import numpy as np

from trailmix.engine.record import EVERYONE, ITS_SEAT, NOBODY, Array, StateRecord, TableRecord, field
from trailmix.engine.written import SEAT, BySeat, Number, Seats, Word

MAX_PLAYERS, CARDS, NONE = 8, 80, -1

# Kinds of cards, in the order of the data file, but for The Wind.
BIRD, BUG, LAKE, LIGHT, PEAK, TRAIL, TREE = range(7)
AVALANCHE, DROUGHT, EARTHQUAKE, LITTER, LOST, POOP, SPRING, SUN, WORM, WIND = range(7, 17)
SUITS, KINDS = 7, 17
SUIT_IDS = ("bird", "bug", "lake", "light", "peak", "trail", "tree")
SPECIALTY_IDS = (
    *("avalanche", "drought", "earthquake", "litter", "lost"),
    *("poop", "spring", "sun", "worm", "wind"),
)
KIND_IDS = SUIT_IDS + SPECIALTY_IDS

# Codes of plays: a kind, or WIND + the suit that The Wind is declared as.
CODES = WIND + SUITS
CODE_IDS = KIND_IDS[:WIND] + tuple(f"wind={suit}" for suit in SUIT_IDS)
WIND_CODES = (1 << CODES) - (1 << WIND)  # the bits of The Wind as each suit

# Tops: the effective suit, the kind of a specialty card, or nothing.
LEAD = WIND
TOPS = LEAD + 1

# Actions: the codes, then planting nothing or some Trees, then The Wind and some Trees.
MOST_TREES = 10
NOTHING = CODES  # add no Bird, plant nothing
PLANT_WIND = NOTHING + MOST_TREES + 1
N_ACTIONS = PLANT_WIND + MOST_TREES + 1
MAX_LEGAL = CODES - 1  # all but Litter; as many as 0 to 10 Trees without and with The Wind
MAX_DECISIONS = 100_000
N_WEIGHTS = 25
MOST_ROUNDS, MOST_TOTAL = 1_000_000, 1_000_000  # that a position can name

PLAY, LAKE_OWED, BIRD_ASKED, PLANT, OVER = range(5)  # what is decided next
Decision = Literal["play", "lake", "bird", "plant", "over"]
DECISION_IDS: tuple[Decision, ...] = get_args(Decision)

Direction = Literal["clockwise", "counter-clockwise"]
DIRECTION_IDS: tuple[Direction, ...] = get_args(Direction)

ACTIVE, ELIMINATED, OUT, SPENT = range(4)  # what has become of a seat in this round
Status = Literal["active", "eliminated", "out", "spent"]

NO_ODD, LATEST_PLAY, FIRST_OUT, LEFT_LAST = range(4)  # why the odd points go to whom they go
OddReason = Literal["latest_play", "first_out", "left_last"]

# Kinds of events.
PLAYED, REVERSED, AGAIN, DREW, REDEALT, LAID_OUT, ELIMINATION, GONE_OUT, GONE_SPENT, CAPTURED = range(10)
NO_BIRD, PLANTED, PLANTED_NOTHING, KEPT, ROUND_ENDED, ODD_POINTS, TIED, DEALT, ENDED = range(10, 19)

NIBBLE = 4  # bits for the number of cards of a suit, where an event has a hand as two numbers
ANYTHING = -1  # all codes, as bits: what a seat may be able to play whose hand is hidden
MOST_NAMED = 25
"""Cards of the deck of which a position keeps the order: a round draws no more, two for each of seven players
by Avalanche, one for each of ten Peaks and The Wind."""
ANY_NUMBER = 127  # of Bugs that may be in hands: before Poop nothing is known about it


class Table(TableRecord):
    """What never changes in a match (HC-DATA-1)."""

    hand_size: int = field(np.int64)
    bonus: int = field(np.int64)
    target: int = field(np.int64)
    copies: Array = field(np.int64, KINDS)
    follow: Array = field(np.int64, TOPS)
    """The codes that may be put on each top, as bits (HC-PLAY-3, HC-PLAY-4, HC-SUN-1, HC-DRO-1)."""
    weights: Array = field(np.float64, N_WEIGHTS)
    """What bots decide by: see `insight.weights`. No rule reads them."""


class State(StateRecord, events=26):
    """All that changes in a match."""

    # What a seat has.
    hand: Array = field(np.int8, (MAX_PLAYERS, KINDS), see=ITS_SEAT, hidden=0)  # how many cards of each kind
    held: Array = field(np.int32, MAX_PLAYERS, see=ITS_SEAT, hidden=ANYTHING)
    """The codes that the hand can be played as, as bits."""
    hand_size: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    leftovers: Array = field(np.int8, (MAX_PLAYERS, KINDS), see=EVERYONE)
    """The hand of a seat when it was eliminated (HC-PLAY-6)."""
    bugs: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)  # Bugs laid out by Poop (HC-POOP-1)
    trees: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    """Planted Trees, The Wind not counted (HC-SPR-11)."""
    totals: Array = field(np.int32, MAX_PLAYERS, see=EVERYONE, written=BySeat(Number(0, MOST_TOTAL)))

    # The round.
    round_no: int = field(np.int64, see=EVERYONE, written=Number(1, MOST_ROUNDS), called="round")
    """1 for the first."""
    dealer: int = field(np.int64, see=EVERYONE, written=SEAT)
    decision: int = field(np.int64, see=EVERYONE, written=Word(DECISION_IDS))
    asked: int = field(np.int64, see=EVERYONE, written=SEAT, called="to_move")
    """The seat that owes the decision, NONE when the match is over."""
    turn: int = field(np.int64, see=EVERYONE)
    """The seat whose turn it is: of a Drought or Spring, its player (HC-PLAY-8)."""
    direction: int = field(np.int64, see=EVERYONE)  # 1 clockwise, -1 counter-clockwise
    played: Array = field(np.uint8, CARDS, see=EVERYONE)
    """The plays of the round in their order: code + CODES * (seat + 1), the seat NONE where it is not known.
    That is the pile, but for a Worm that was captured and lies in front of its captor (HC-WORM-4)."""
    n_played: int = field(np.int64, see=EVERYONE)
    top: int = field(np.int64, see=EVERYONE)  # the effective suit or specialty card on top, or LEAD
    left: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE, written=Seats())
    """The seats that have left the round, in this order, then NONE."""
    n_left: int = field(np.int64, see=EVERYONE)
    peaks_draw: int = field(np.int64, see=EVERYONE)
    trails_reverse: int = field(np.int64, see=EVERYONE)
    birds: int = field(np.int64, see=EVERYONE, written=Number(0, CARDS))
    """Played in this round, The Wind as Bird included."""
    worm_by: int = field(np.int64, see=EVERYONE)  # who played The Worm
    worm_holder: int = field(np.int64, see=EVERYONE)  # who captured it
    wind_planter: int = field(np.int64, see=EVERYONE)  # who planted The Wind

    # The deck: which cards are in it. Which of them is drawn is decided when it is drawn.
    deck: Array = field(np.int8, KINDS, see=NOBODY, hidden=CARDS)
    """How many cards of each kind, the named ones included. Hidden, any of them may be drawn."""
    deck_size: int = field(np.int64, see=EVERYONE)
    named: Array = field(np.int8, MOST_NAMED, see=NOBODY)
    """The cards on top in their order, where a position has named them; the next one is the last."""
    n_named: int = field(np.int64, see=NOBODY)
    shaken: Array = field(np.int8, CARDS, see=NOBODY)
    """The cards that an Earthquake deals first, in their order, where a position has named them."""

    # What Poop has shown of the Bugs in hands: see `redeal`.
    bugs_about: int = field(np.int64, see=EVERYONE)
    """The most Bugs that can be in hands besides those drawn since; ANY_NUMBER before Poop."""
    drawn_since: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    """Cards that each seat has drawn since, any of which may be a Bug still in hand."""
