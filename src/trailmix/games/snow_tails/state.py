"""The two records of Snow Tails, and how actions are numbered.

Spaces are numbers in race order, see `track.spaces`: the sled on the highest number leads. A season has a
course for each race, so what the table record says of spaces has the race as its first axis.

Cards that have no order are counted by value, ``[value - 1]``; a draw pile is a row of values.
"""

from typing import Any, Literal, get_args

import numpy as np

from trailmix.engine.record import EVERYONE, ITS_SEAT, NOBODY, Array, StateRecord, TableRecord, field, of_seat
from trailmix.engine.written import Counts, Number, Seats, Word
from trailmix.games.snow_tails.track.spaces import FORWARD, MAX_SAPLINGS, MAX_SPACES, Track

MAX_PLAYERS = 5
MAX_RACES = 2 * MAX_PLAYERS  # a season is one race for each player, or two (ST-R-35)
STARTS, VALUES, COPIES, DECK = 5, 5, 4, 20
PRINTED = 3  # what dogs and brake show at the start (ST-SETUP-5)
HAND, MOST_DENTS = 5, 4
START_HANDS = (5, 5, 5, 6, 7)  # by start space (ST-SETUP-9)
MOST_STEPS = 9 + MAX_PLAYERS  # of a turn: 5 + 5 - 1, and the bonus of the last of five
CARDS = ("1", "2", "3", "4", "5")  # as positions name them
COUNTS, TAKEN = Counts(CARDS, repeated=True, most=COPIES), Number(0, MOST_DENTS)
POINTS = (5, 3, 2, 1, 0)  # by place (ST-SEASON-2)
NONE = -1

START, PLAY, STEP, BONUS, DISCARD, OVER = range(6)  # what is decided next
Decision = Literal["start", "play", "step", "bonus", "discard", "over"]
DECISION_IDS: tuple[str, ...] = get_args(Decision)
WAITING, RACING, FINISHED, WRECKED = range(4)  # how a sled stands in the race
Status = Literal["waiting", "racing", "finished", "wrecked"]

# Slots of the mat, and sets of them as bits.
LEFT, RIGHT, BRAKE = range(3)
SLOTS = 3
SLOT_SETS = (1 << SLOTS) - 1

# Actions: a start space, a value on a set of slots, a step, the bonus or none, a discard.
FIRST_PLAY = STARTS
FIRST_STEP = FIRST_PLAY + VALUES * SLOT_SETS
STEP_FORWARD = FIRST_STEP + FORWARD
TAKE_BONUS = FIRST_STEP + 3
NO_BONUS = TAKE_BONUS + 1
FIRST_DISCARD = NO_BONUS + 1
N_ACTIONS = FIRST_DISCARD + VALUES
MAX_LEGAL = 21  # of seven cards, two pairs and three others on all sets of slots
MOST_ROUNDS = 1000
MAX_DECISIONS = MAX_RACES * MAX_PLAYERS * (1 + MOST_ROUNDS * (1 + 7 + 1 + 5))
"""A start space; and in every turn cards, steps but the last, the bonus, and the cards over five."""

# Kinds of events.
KINDS: Any = np.arange(24)
"""NumPy's numbers, like those in the records: every call that notes an event has the same types."""
RACE_BEGAN, STARTED, ROUND_BEGAN, PLAYED, STOOD, MOVED, CROSSED, TOOK_BONUS = KINDS[:8]
LEFT_BONUS, BROKE_SAPLING, SPED, HIT_SLED, HIT_SIDE, NO_CANINE, SPARED, WRECK = KINDS[8:16]
DREW, RESHUFFLED, DISCARDED, PLACED, STOPPED, RACE_ENDED, ENDED, NOBODY_WON = KINDS[16:]

# How events tell several small numbers as one, the first lowest: steps, the values of cards (then 0), an
# order of seats (then NO_SEAT).
STEP_BITS, CARD_BITS, SEAT_BITS = 2, 3, 3
NO_SEAT = 7


class Table(TableRecord):
    """What never changes in a match: the courses of its races, and when a race is stopped."""

    races: int = field(np.int64)
    most_rounds: int = field(np.int64)  # a race is stopped after this many rounds (ST-R-30)
    spaces: Array = field(np.int64, MAX_RACES)  # how many spaces the course has
    finish: Array = field(np.int64, MAX_RACES)
    """The first space beyond the line; whoever stands on it or a higher one has crossed it."""
    saplings: Array = field(np.int64, MAX_RACES)  # how many saplings the course begins with
    front: Array = field(np.int32, (MAX_RACES, MAX_SPACES))  # the front line of a space in ticks (ST-GEO-2)
    step: Array = field(np.int16, (MAX_RACES, MAX_SPACES, 3))
    """Where FORWARD, DRIFT_LEFT and DRIFT_RIGHT lead, or SIDE or one of IN_THE_WAY, all below 0."""
    sapling: Array = field(np.int16, (MAX_RACES, MAX_SPACES))
    """The number of the sapling on a space, or NO_SAPLING."""
    to_finish: Array = field(np.int16, (MAX_RACES, MAX_SPACES))
    """The fewest steps to cross the line from a space, or NO_WAY."""
    line: Array = field(np.int8, (MAX_RACES, MAX_SPACES))
    """The safety speed of the line that every step from a space crosses, 0 if it crosses none."""
    lane: Array = field(np.int8, (MAX_RACES, MAX_SPACES))


def set_course(t: Table, race: int, track: Track) -> None:
    """Enter the course of a race into a table record."""
    n = len(track.spaces)
    t.spaces[race], t.finish[race], t.saplings[race] = n, track.finish, int((track.sapling >= 0).sum())
    t.front[race, :n] = [space.front for space in track.spaces]
    t.lane[race, :n] = [space.lane for space in track.spaces]
    t.step[race, :n], t.line[race, :n] = track.step, track.line
    t.sapling[race, :n], t.to_finish[race, :n] = track.sapling, track.to_finish


class State(StateRecord, events=48):
    """All that changes in a match."""

    # The season.
    race: int = field(np.int64, see=EVERYONE)  # 0 for the first
    results: Array = field(np.int8, (MAX_RACES, MAX_PLAYERS), see=EVERYONE)
    """The place of each seat; 0 while open. Below 0 for one that has not finished, where it stands in the
    full list: a wreck (ST-R-27), or still racing when the race was stopped (ST-R-30)."""

    # The race.
    round_no: int = field(np.int64, see=EVERYONE, written=Number(0, MOST_ROUNDS), called="round")
    """0 while sleds are placed, then 1 for the first."""
    decision: int = field(np.int64, see=EVERYONE, written=Word(DECISION_IDS))
    order: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE, written=Seats(), usual=NONE)
    """The seats in the order of placing, later of the round; then NONE."""
    turn: int = field(np.int64, see=EVERYONE)  # whose turn it is: an index of `order`
    space: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    """Where the sled stands, or stood when it left the track; NONE before it is placed."""
    status: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    wreck_round: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    """The round in which it was wrecked, 0 if it was not."""
    wreck_turn: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)  # the turn of that round, from 1
    felled: Array = field(np.uint8, MAX_SAPLINGS // 8, see=EVERYONE)
    """The saplings that no longer stand, as bits."""

    # What a seat has.
    mat: Array = field(np.int64, (MAX_PLAYERS, SLOTS), see=EVERYONE)
    """What left dog, right dog and brake show."""
    carded: Array = field(np.int64, (MAX_PLAYERS, 2), see=EVERYONE)
    """Does the dog show a card (1) or its printed three (0)?"""
    covered: Array = field(np.int8, (MAX_PLAYERS, 2, VALUES), see=EVERYONE)
    """The cards under the one that each dog shows."""
    discards: Array = field(np.int8, (MAX_PLAYERS, VALUES), see=EVERYONE, **of_seat("sleds.discards", COUNTS))
    dents: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE, **of_seat("sleds.dents", TAKEN, usual=None))
    canines: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    """How many cards are in the hand, dents not counted."""
    hand: Array = field(np.int8, (MAX_PLAYERS, VALUES), see=ITS_SEAT, hidden=0)
    pile: Array = field(np.int8, (MAX_PLAYERS, DECK), see=NOBODY, hidden=0)
    """The values of the draw pile; its top is the last of the first `pile_size` cards, then 0."""
    pile_size: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    sure: Array = field(np.int8, (MAX_PLAYERS, VALUES), see=EVERYONE, **of_seat("sleds.known", COUNTS))
    """Cards that everybody knows to be in the hand: when a pile runs out, all others have been seen."""

    # The move of the turn.
    path: Array = field(np.int64, MOST_STEPS + 1, see=EVERYONE)
    """The spaces of the move so far, the one it began on first, then NONE."""
    steps: int = field(np.int64, see=EVERYONE)  # taken so far
    forward: int = field(np.int64, see=EVERYONE)
    drift: int = field(np.int64, see=EVERYONE)  # steps still to be taken, without the bonus
