"""The two records of Hike!, and how cards, slots and actions are numbered.

Huskies are numbered 0 to 55 as the data file lists them, the experienced ones first, and a set of huskies is
the bits of one number. Of other cards there are several alike: they are counted.

What a race day changes stands apart from what it found: a pawn is on ``position + advance``, a hand has
``singles - nursed[0]`` single care cards. When the day is over the one is added to the other. So, where
racers move at the same time (HD-RUL-40), hiding what this day has changed shows how the morning was.

Arrays are of small integers; a rule takes ``int(...)`` of an entry before it shifts by it.
"""

from typing import Any, Literal, get_args

import numpy as np

from trailmix.engine import record
from trailmix.engine.record import EVERYONE, ITS_SEAT, NOBODY, Array, StateRecord, TableRecord, field, of_seat
from trailmix.engine.written import SEAT, ByName, Named, Number, Seat, Seats, Some, Switch, Word

MAX_PLAYERS = 6
int64: Any = np.int64  # untyped: a type checker takes what it makes for any number
NONE: int = int64(-1)  # no seat, no card, no slot

# Cards of the husky deck, and double care, which never is in it.
EXPERIENCED, YOUNGSTERS = 48, 8
HUSKIES = EXPERIENCED + YOUNGSTERS
HALF = HUSKIES // 2  # an event tells a set of huskies as two numbers: events have small ones
EQUIPMENT, SINGLE, DOUBLE, FIRST_LOOSE = HUSKIES, HUSKIES + 1, HUSKIES + 2, HUSKIES + 3
SWAP, RUNAWAYS, CRAZY_SWAP, SLED_LOOSE = range(4)  # loose cards
LOOSE_IDS = ("swap", "runaways", "crazy_swap", "sled_loose")
ALL_HUSKIES = (1 << HUSKIES) - 1
ALL_YOUNGSTERS = ALL_HUSKIES - ((1 << EXPERIENCED) - 1)
N_EQUIPMENT, N_SINGLES, N_DOUBLES, SINGLES_IN_DECK = 12, 12, 12, 6
N_MENTORS, LOOSE, LOOSE_IN_DECK = 12, 4, 3
N_DECK = HUSKIES + N_EQUIPMENT + SINGLES_IN_DECK  # HD-SETUP-3
HAND, OPENING, MENTORS_EACH = 2, 2, 2
PILE = 3  # the personal care pile: a single, a double, a double (HD-SETUP-6)

# Slots: T1 to T4, then B1 to B4; a sled of six has no fourth column (HD-DEF-1).
COLUMNS, SLOTS = 4, 8
Terrain = Literal["S", "I", "P"]
SLOT_IDS = ("T1", "T2", "T3", "T4", "B1", "B2", "B3", "B4")
LEFT, RIGHT, TOP, BOTTOM = range(4)  # edges, and the neighbours there
EDGES = 4
Edge = Literal["left", "right", "top", "bottom"]
EDGE_IDS: tuple[str, ...] = get_args(Edge)
OPPOSITE = (RIGHT, LEFT, BOTTOM, TOP)
MAX_COLOURS = 60  # of edges; a youngster's edges have colour 0, which fits next to any

# Terrain; a field that requires equipment has one bit more.
SNOW, ICE, POWDER = range(3)
TERRAINS = 3
TERRAIN_IDS = "SIP"
NEEDS_EQUIPMENT = 4
MOST_POINTS = 12  # of a husky: the ledger sets no limit, but no card has as many

# Landscapes: the 18 middle ones as the data file lists them, then start and finish.
MIDDLE, START, FINISH, LANDSCAPES = 18, 18, 19, 20
MAX_LAID = 8  # laid face-down between start and finish (HD-SETUP-1)
MAX_FIELDS = 40  # of a landscape; the ledger sets no limit

LAST_DAY = 30  # without a declaration the game ends with it (HD-RUL-16)
LAST_DAYS = 3  # Preparations end this many days after the day of the first declaration (HD-READY-9)
FAR_BEHIND = 7  # HD-EOD-2, HD-RUL-28
STANDSTILL = 3  # the race ends after this many days without movement (HD-RUL-39)

PREPARATIONS, RACE, OVER = range(3)
Phase = Literal["preparations", "race", "over"]
PHASE_IDS: tuple[str, ...] = get_args(Phase)

# What is decided next (section 10 of the ledger).
MENTOR, TARGET, PICK, SETTLE, RUNAWAY, ACTION, BONUS, DECLARE, TUCK, STEP, FIELD, REST, NOTHING = range(13)
Decision = Literal[
    "mentor",
    "target",
    "pick",
    "settle",
    "runaway",
    "action",
    "bonus",
    "declare",
    "tuck",
    "step",
    "field",
    "rest",
    "over",
]
DECISION_IDS: tuple[str, ...] = get_args(Decision)

# Actions.
DECLINE, SPEND, READY, END, PAY, ENTER, STOP = range(7)
FIRST_WITH = 7
FIRST_TUCK = FIRST_WITH + MAX_PLAYERS
FIRST_USE = FIRST_TUCK + SLOTS
USES = 1 + TERRAINS  # of a slot: without a custom point, or with one of snow, ice, powder
FIRST_REST = FIRST_USE + SLOTS * USES
FIRST_CARE = FIRST_REST + SLOTS
FIRST_DOUBLE = FIRST_CARE + SLOTS
FIRST_PICK = FIRST_DOUBLE + COLUMNS
FIRST_TAKE = FIRST_PICK + HUSKIES
FIRST_DRAFT = FIRST_TAKE + HUSKIES + 2
FIRST_PLACE = FIRST_DRAFT + HUSKIES * SLOTS
FIRST_SWAP = FIRST_PLACE + HUSKIES * SLOTS
N_ACTIONS = FIRST_SWAP + SLOTS * HUSKIES * SLOTS
MAX_LEGAL = 1270
"""With four huskies in the sled and all others in the hand, if every edge fits: 4 slots to lift from and 53
cards for 5 slots each; 52 cards for 4 slots; equipment and care in the centre."""
MAX_DECISIONS = 2_000_000

# What the hidden cards of a hand are known not to be, as bits: see `redeal`.
NO_YOUNGSTER, NO_HUSKY, NO_EQUIPMENT, NO_CARE = 1, 2, 4, 8
LACK_IDS = ("youngster", "husky", "equipment", "care")

CAUGHT_SINGLE, CAUGHT_DOUBLE, CAUGHT_EXTRA = 1, 2, 3
"""A catch-up card that is held: the last is one that was made for want of cards (HD-RUL-31)."""
CAUGHT_IDS = ("", "single", "double", "extra")

# Kinds of events.
KINDS: Any = np.arange(44)
"""NumPy's numbers, as rules hand on constants: every call that notes an event has the same types."""
DAY_BEGAN, ANOTHER_DAY, REVEALED, SPENT_MENTOR, DRAFTED, TOOK, PLACED, SWAPPED, ADDED = KINDS[:9]
SKIPPED, READIED, TUCKED, DREW_CARE, LOOSE_TURNED, NAMED, PICKED, GAVE, RECEIVED = KINDS[9:18]
RECEIVED_HIDDEN, SETTLED, KEPT, RAN_AWAY, LOST_HUSKY, NO_EFFECT, PREPARATIONS_ENDED = KINDS[18:25]
ELIMINATED, RACE_DAY, USED, PAID, MOVED, STOPPED, LOST_POINTS, ENTERED, RESTED, CARED = KINDS[25:35]
ENDED_TURN, MOVED_SECRETLY, RACED, CAUGHT_UP, STOOD_STILL, WON, NOBODY_WON = KINDS[35:42]
GAVE_BACK, ALL_RACE = KINDS[42:]

# How events tell several small numbers as one, the first lowest: points by terrain, an order of seats
# (then NO_SEAT). How a match was won, and what put the winner before the others.
POINT_BITS, SEAT_BITS, NO_SEAT = 4, 3, 7
BY_FINISH, ALONE, BY_STANDSTILL = range(3)
Ending = Literal["finish", "alone", "standstill"]
BY_POSITION, BY_FITNESS, BY_PRINTED, SHARED = range(4)
Decided = Literal["position", "ready", "printed", "shared"]

TODAY = record.sight(
    "everyone, but only its seat while all race at the same time",
    "secret",
    lambda s, seat: np.arange(MAX_PLAYERS) == seat if s.secret else True,
)
NOW = record.sight(
    "everyone, but only the seat to decide while all race at the same time",
    "secret asked",
    lambda s, seat: not s.secret or s.asked == seat,
)
AT_THE_END = record.at_the_end(ITS_SEAT, "phase", lambda s: bool(s.phase == OVER))
TURNED_UP = record.sight("the ones turned up", "revealed", lambda s, _seat: np.arange(MAX_LAID) < s.revealed)

# How positions write values.
HUSKY, HUSKY_SET, SLOT_SET = Named("husky"), Some("husky"), Some(SLOT_IDS)
TEAM, FIELDS, CARE, DAY = ByName(HUSKY, SLOT_IDS), Number(0, 999), Number(0, 12), Number(0, LAST_DAY + 2)
MOST_DAYS, PACKED = 29_999, Number(0, N_EQUIPMENT)


class Table(TableRecord):
    """What never changes in a match: cards, track and options."""

    columns: int = field(np.int64)  # of a sled: 4, or 3 with five or six players
    slots: int = field(np.int64)  # the slots of a sled as bits
    laid: int = field(np.int64)  # landscapes between start and finish: 8 or 6
    sideways: int = field(np.int64)  # the number of the one that is turned sideways: 4 or 3 (HD-SETUP-2)
    loose: int = field(np.int64)  # 1 with the expansion
    simultaneous: int = field(np.int64)  # 1 if all race at the same time (HD-VAR-1)
    colours: int = field(np.int64)
    edge: Array = field(np.int64, (HUSKIES, EDGES))
    """The colours of a husky's edges from 1 on, 0 for a youngster."""
    points: Array = field(np.int64, (HUSKIES, TERRAINS))
    n_points: Array = field(np.int64, HUSKIES)
    terrains: Array = field(np.int64, HUSKIES)  # the terrains of its points as bits
    n_fields: Array = field(np.int64, LANDSCAPES)
    ground: Array = field(np.int8, (LANDSCAPES, MAX_FIELDS))  # the terrain of each field, and NEEDS_EQUIPMENT
    neighbour: Array = field(np.int64, (SLOTS, EDGES))  # the slot at each edge of a slot, NONE at the outside
    beside: Array = field(np.int64, (SLOTS, EDGES))  # the same as bits, 0 at the outside


class State(StateRecord, events=64):
    """All that changes in a match."""

    # The match.
    phase: int = field(np.int64, see=EVERYONE, written=Word(PHASE_IDS))
    day: int = field(np.int64, see=EVERYONE, written=Number(1, MOST_DAYS))  # of the phase, 1 for the first
    decision: int = field(np.int64, see=NOW, hidden=STEP, written=Word(DECISION_IDS[:NOTHING]))
    asked: int = field(np.int64, see=EVERYONE, written=SEAT, called="to_move")
    """The seat that owes the decision, NONE when the match is over."""
    turn: int = field(np.int64, see=EVERYONE)
    """Whose turn it is: in Preparations the seat, in the race an index of `order`."""
    first_day: int = field(np.int64, see=EVERYONE)  # the day of the first declaration, 0 before it
    secret: int = field(np.int64, see=EVERYONE)
    """1 in a race in which all move at the same time: what a day changes is hidden until its end."""
    landscapes: Array = field(np.int8, MAX_LAID, see=TURNED_UP)
    """The landscapes laid between start and finish, then NONE."""
    revealed: int = field(np.int64, see=EVERYONE)  # how many of them have been turned up

    # Cards that belong to nobody.
    deck: Array = field(np.int8, N_DECK + LOOSE_IN_DECK, see=NOBODY)
    """The top is the last of the first `deck_size` cards, then NONE. In the race it has what left the
    game unseen; what was left in the centre stays there, out of the game."""
    deck_size: int = field(np.int64, see=EVERYONE)
    centre: int = field(np.int64, see=EVERYONE)  # the huskies in the centre as bits
    centre_equipment: int = field(np.int64, see=EVERYONE)
    centre_care: int = field(np.int64, see=EVERYONE)
    removed: int = field(np.int64, see=EVERYONE, written=HUSKY_SET)
    """The huskies that loose cards removed, as bits."""
    discarded: int = field(np.int64, see=EVERYONE, written=PACKED)
    """Equipment that paid for fields on earlier days."""
    care_pile: Array = field(np.int8, 2, see=EVERYONE, written=CARE)
    """Single and double care set aside, then the race care pile. Nobody knows its order: which card is drawn
    is decided when it is drawn."""
    care_discards: Array = field(np.int8, 2, see=EVERYONE, written=CARE)
    """Single and double care played on earlier days of the race."""

    # What a seat has.
    sled: Array = field(np.int8, (MAX_PLAYERS, SLOTS), see=EVERYONE, written=TEAM, called="seats.sled")
    """The husky in each slot, NONE in a vacant one."""
    hand: Array = field(np.int64, MAX_PLAYERS, see=ITS_SEAT, hidden=0)  # the huskies in the hand as bits
    equipment: Array = field(np.int8, MAX_PLAYERS, see=ITS_SEAT, hidden=0)  # in the hand when the day began
    singles: Array = field(np.int8, MAX_PLAYERS, see=AT_THE_END, hidden=0)
    """Single care in the hand when the day began."""
    doubles: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    """Double care in the hand when the day began: it is only ever drawn openly."""
    hand_size: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    """All cards in the hand when the day began, mentors not counted."""
    known: Array = field(np.int64, MAX_PLAYERS, see=EVERYONE)
    """The huskies that everybody knows to be in the hand, as bits: they were taken openly."""
    known_equipment: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    known_singles: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    lacks: Array = field(np.int16, MAX_PLAYERS, see=EVERYONE, **of_seat("seats.lacks", Some(LACK_IDS)))
    """What the other cards of the hand are known not to be."""
    mentors: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    own_pile: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE)
    """Cards left in the personal care pile; its single lies on top."""
    declared: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE, written=DAY, called="seats.declared")
    """The day of the declaration, 0 while unready."""
    tucked: Array = field(np.int16, MAX_PLAYERS, see=EVERYONE, **of_seat("seats.tucked", SLOT_SET))
    """The slots whose huskies have equipment, as bits."""

    # A loose card at work.
    to_reveal: int = field(np.int64, see=EVERYONE, written=Number(0, 2))  # cards still to be turned up
    loose_seen: int = field(np.int64, see=EVERYONE, written=Some("loose card"))
    """The loose cards that have been turned up, as bits."""
    loose: int = field(np.int64, see=EVERYONE, written=Named("loose card", blank=True))
    """The one at work, or NONE."""
    running: int = field(np.int64, see=EVERYONE, written=Number(0, 2))
    """Huskies that still run away from the centre."""
    target: int = field(np.int64, see=EVERYONE, written=Seat(blank=True))  # who was named for the Husky swap
    pick: Array = field(np.int8, MAX_PLAYERS, see=ITS_SEAT, written=HUSKY, called="seats.pick")
    """The husky that a seat has picked, NONE before it has."""
    received: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE, written=HUSKY, called="seats.received")
    """A husky that was received for one of the sled and has no slot yet, or NONE."""
    crazy: int = field(np.int64, see=EVERYONE, written=HUSKY_SET)
    """Huskies dealt to hands by the Crazy husky swap, as bits; who has which is hidden (HD-RUL-53)."""
    crazy_seats: int = field(np.int64, see=EVERYONE)  # the seats that have them, as bits

    # The race.
    order: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE, written=Seats())
    """The racers in the order of the day, then NONE."""
    still: int = field(np.int64, see=EVERYONE, written=Number(0, STANDSTILL))
    """Days in a row on which no pawn moved."""
    position: Array = field(np.int16, MAX_PLAYERS, see=EVERYONE, **of_seat("seats.position", FIELDS))
    """Where the pawn stood when the day began."""
    at_rest: Array = field(np.int16, MAX_PLAYERS, see=EVERYONE, **of_seat("seats.at_rest", SLOT_SET))
    """The slots whose huskies were at rest when the day began, as bits."""
    caught: Array = field(np.int8, MAX_PLAYERS, see=EVERYONE, **of_seat("seats.caught", Word(CAUGHT_IDS)))
    """A catch-up card held when the day began (HD-EOD-3), 0 for none."""

    # What the race day has changed.
    advance: Array = field(np.int16, MAX_PLAYERS, see=TODAY, hidden=0, **of_seat("seats.advance", FIELDS))
    """Fields that the pawn has moved."""
    tired: Array = field(np.int16, MAX_PLAYERS, see=TODAY, hidden=0, **of_seat("seats.tired", SLOT_SET))
    """Slots as bits."""
    laid_off: Array = field(np.int16, MAX_PLAYERS, see=TODAY, hidden=0, **of_seat("seats.laid_off", SLOT_SET))
    """The slots whose huskies were put to rest, as bits."""
    paid: Array = field(np.int8, MAX_PLAYERS, see=TODAY, hidden=0, **of_seat("seats.paid", PACKED))
    """Equipment that was discarded."""
    nursed: Array = field(np.int8, (MAX_PLAYERS, 2), see=TODAY, hidden=0, **of_seat("seats.nursed", CARE))
    """Single and double care played."""

    # A husky in use.
    husky: int = field(np.int64, see=NOW, written=Named(SLOT_IDS, blank=True), called="in_use")
    """The slot of the husky in front of a field that requires equipment, or NONE."""
    left: Array = field(np.int8, TERRAINS, see=NOW, hidden=0)  # its points that are not spent
    moved: int = field(np.int64, see=NOW, hidden=0, written=Switch())  # has it moved?
    to_rest: int = field(np.int64, see=NOW, hidden=0, written=Number(0, 2))  # huskies still to be put to rest
