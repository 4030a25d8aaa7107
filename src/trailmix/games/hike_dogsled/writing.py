"""What everyone sees of Hike! as the kernels write it: `View` of ``view.py`` in JSON.

`names` has, in quotation marks, the cards (`Cards.ids`), the landscapes, and the notations of all actions.
"""

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
    put_seat,
    text,
    texts,
)
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import SIZES, lowest, size
from trailmix.games.hike_dogsled.ranking import place, printed, races
from trailmix.games.hike_dogsled.rules_race import doubles_of, singles_of
from trailmix.games.hike_dogsled.state import (
    CAUGHT_EXTRA,
    DECISION_IDS,
    FINISH,
    FIRST_LOOSE,
    LANDSCAPES,
    LAST_DAYS,
    LOOSE,
    MAX_PLAYERS,
    NEEDS_EQUIPMENT,
    NONE,
    OVER,
    PHASE_IDS,
    PILE,
    PREPARATIONS,
    SLOT_IDS,
    SLOTS,
    START,
    TERRAINS,
    State,
    Table,
)
from trailmix.games.hike_dogsled.track import TERRAIN_BITS, here, last_field, ready, resting

CARD_NAMES = FIRST_LOOSE + LOOSE
FIRST_LANDSCAPE = CARD_NAMES
"""Where the landscapes stand among the names."""
FIRST_NOTATION = FIRST_LANDSCAPE + LANDSCAPES
"""Where the notations of the actions stand among the names."""
MOST_PUBLIC = 4000 + 2500 * MAX_PLAYERS
"""Without the names nothing that everyone sees takes more bytes."""


def _keys(*names: str) -> tuple[Array, ...]:
    return tuple(text(f',"{name}":') for name in names)


GAME, SEAT, END, NEXT, COLON = (
    text(words) for words in ('{"game":"hike_dogsled","to_move":', '{"seat":', "}", "},", ":")
)
TRUE, FALSE, BEGIN = text("true"), text("false"), text("{")
DECISIONS, PHASES, SLOT_NAMES = (
    texts([f'"{name}"' for name in ids]) for ids in (DECISION_IDS, PHASE_IDS, SLOT_IDS)
)
STATUSES = texts(['"unready"', '"ready"', '"racer"', '"eliminated"'])
STATES = texts(['"ready"', '"tired"', '"rest"'])
CARES = texts(["null", '"single"', '"double"', '"single"'])
"""By what was caught up with."""
A_SINGLE, A_DOUBLE = text('"single",'), text('"double",')

DECISION, PHASE, DAY, LAST, TURN, SECRET, TRACK, FIELDS, TERRAIN, NEEDING, DECK, CENTRE, TO_REVEAL = _keys(
    "decision",
    "phase",
    "day",
    "last_day",
    "turn",
    "secret",
    "track",
    "fields",
    "terrain",
    "equipment_fields",
    "deck",
    "centre",
    "to_reveal",
)
CARE_PILE, DISCARDS, REMOVED, LOOSE_CARD, LOOSE_SEEN, ORDER, IN_USE, TO_REST, STILL, SEATS, RESULT, PLACES = (
    _keys(
        "care_pile",
        "discards",
        "removed",
        "loose",
        "loose_seen",
        "order",
        "in_use",
        "to_rest",
        "still",
        "seats",
        "result",
        "places",
    )
)
STATUS, DECLARED, SLED, POINTS, HAND_SIZE, HAND, MENTORS, POSITION, CATCH_UP, READY_HUSKIES, PRINTED = _keys(
    "status",
    "declared",
    "sled",
    "points",
    "hand_size",
    "hand",
    "mentors",
    "position",
    "catch_up",
    "ready_huskies",
    "printed",
)
EQUIPMENT, CARE, SINGLES, DOUBLES, HIDDEN, STATE, EQUIPPED, BY, TARGET_SEAT, RECEIVED, PLACE = _keys(
    "equipment",
    "care",
    "singles",
    "doubles",
    "hidden",
    "state",
    "equipped",
    "by",
    "target",
    "received",
    "place",
)
HUSKIES_LIST, OF_EQUIPMENT, OF_SINGLES, A_HUSKY, A_CARD = (
    text(words) for words in ('{"huskies":', '{"equipment":', '{"singles":', '{"husky":', '{"card":')
)


# --- small parts ----------------------------------------------------------------------------------------


@rule
def put_cards(bits: int, names: Array, out: Array, at: int) -> int:
    """The IDs of huskies."""
    at = put_byte(out, at, OPEN)
    while bits:
        at = put_byte(out, put(out, at, names[lowest(bits)]), COMMA)
        bits &= bits - 1
    return end_list(out, at)


@rule
def put_numbers(out: Array, at: int, numbers: Array) -> int:
    """Numbers as a list."""
    at = put_byte(out, at, OPEN)
    for number in numbers:
        at = put_byte(out, put_number(out, at, int(number)), COMMA)
    return end_list(out, at)


@rule
def put_flag(out: Array, at: int, flag: bool) -> int:
    """True or false."""
    return put(out, at, TRUE if flag else FALSE)


@rule
def put_slot(out: Array, at: int, slot: int) -> int:
    """A slot, null for none."""
    return put(out, at, NULL if slot == NONE else SLOT_NAMES[slot])


@rule
def end_object(out: Array, at: int) -> int:
    """Close an object whose entries all have a comma behind them."""
    return put(out, at - 1 if out[at - 1] == COMMA else at, END)


# --- the view -------------------------------------------------------------------------------------------


@rule
def write_view(t: Table, s: State, names: Array, out: Array) -> int:
    """`View` as JSON."""
    at = put_seat(out, put(out, 0, GAME), s.asked)
    at = put(out, put(out, at, DECISION), DECISIONS[s.decision])
    at = put(out, put(out, at, PHASE), PHASES[s.phase])
    at = put_number(out, put(out, at, DAY), s.day)
    at = put(out, at, LAST)
    limited = s.phase == PREPARATIONS and s.first_day > 0
    at = put_number(out, at, s.first_day + LAST_DAYS) if limited else put(out, at, NULL)
    at = put_seat(out, put(out, at, TURN), whose_turn(s))
    at = put_flag(out, put(out, at, SECRET), s.secret != 0)
    at = put_track(t, s, names, out, at)
    at = put_middle(t, s, names, out, at)
    at = put_loose(t, s, names, out, put(out, at, LOOSE_CARD))
    at = put_byte(out, put(out, at, LOOSE_SEEN), OPEN)
    for loose in range(LOOSE):
        if s.loose_seen >> loose & 1:
            at = put_byte(out, put(out, at, names[FIRST_LOOSE + loose]), COMMA)
    at = put_byte(out, put(out, end_list(out, at), ORDER), OPEN)
    for n in range(t.players):
        if s.order[n] != NONE:
            at = put_byte(out, put_seat(out, at, int(s.order[n])), COMMA)
    at = put_slot(out, put(out, end_list(out, at), IN_USE), s.husky)
    at = put_number(out, put(out, at, TO_REST), s.to_rest)
    at = put_number(out, put(out, at, STILL), s.still)
    at = put_byte(out, put(out, at, SEATS), OPEN)
    for seat in range(t.players):
        at = put_byte(out, put_seat_view(t, s, seat, names, out, at), COMMA)
    at = put_result(t, s, out, put(out, end_list(out, at), RESULT))
    return put(out, at, END)


@rule
def whose_turn(s: State) -> int:
    """The seat whose turn it is, NONE when the match is over."""
    if s.phase == OVER:
        return NONE
    return s.turn if s.phase == PREPARATIONS else int(s.order[s.turn])


@rule
def put_track(t: Table, s: State, names: Array, out: Array, at: int) -> int:
    """The landscapes, the number of fields, and how many there are of each kind in sight."""
    tally, needing = np.zeros(TERRAINS, np.int64), 0
    at = put_byte(out, put(out, at, TRACK), OPEN)
    for n in range(t.laid + 2):
        card = START if n == t.laid else FINISH if n > t.laid else int(s.landscapes[n])
        if n < t.laid:
            # Of a landscape that is only foreseen to be turned up, nobody knows which it is.
            unseen = n >= s.revealed or card == NONE
            at = put(out, at, NULL if unseen else names[FIRST_LANDSCAPE + card])
            at = put_byte(out, at, COMMA)
            if unseen:
                continue
        for field in t.ground[card, : t.n_fields[card]]:
            tally[field & TERRAIN_BITS] += 1
            needing += field & NEEDS_EQUIPMENT != 0
    at = put(out, end_list(out, at), FIELDS)
    at = put_number(out, at, last_field(t, s)) if s.revealed == t.laid else put(out, at, NULL)
    at = put_numbers(out, put(out, at, TERRAIN), tally)
    return put_number(out, put(out, at, NEEDING), needing)


@rule
def put_middle(t: Table, s: State, names: Array, out: Array, at: int) -> int:
    """Deck and centre, which are gone in the race; care, discards, and huskies that were removed."""
    there = s.phase == PREPARATIONS
    at = put_number(out, put(out, at, DECK), s.deck_size if there else 0)
    at = put_cards(s.centre if there else 0, names, out, put(out, put(out, at, CENTRE), HUSKIES_LIST))
    at = put_number(out, put(out, at, EQUIPMENT), s.centre_equipment if there else 0)
    at = put_number(out, put(out, at, CARE), s.centre_care if there else 0)
    at = put_number(out, put(out, put(out, at, END), TO_REVEAL), s.to_reveal)
    at = put_number(out, put(out, put(out, at, CARE_PILE), OF_SINGLES), int(s.care_pile[0]))
    at = put_number(out, put(out, at, DOUBLES), int(s.care_pile[1]))
    equipment, singles, doubles = s.discarded, int(s.care_discards[0]), int(s.care_discards[1])
    for seat in range(t.players):
        equipment += int(s.paid[seat])
        if s.caught[seat] != CAUGHT_EXTRA:  # an extra one leaves the game (HD-RUL-31)
            singles += int(s.nursed[seat, 0])
        doubles += int(s.nursed[seat, 1])
    at = put_number(out, put(out, put(out, put(out, at, END), DISCARDS), OF_EQUIPMENT), equipment)
    at = put_number(out, put(out, at, SINGLES), singles)
    at = put(out, put_number(out, put(out, at, DOUBLES), doubles), END)
    return put_cards(s.removed, names, out, put(out, at, REMOVED))


@rule
def put_loose(t: Table, s: State, names: Array, out: Array, at: int) -> int:
    """`Loose` as JSON, null while none is at work."""
    if s.loose == NONE:
        return put(out, at, NULL)
    at = put(out, put(out, at, A_CARD), names[FIRST_LOOSE + s.loose])
    at = put_seat(out, put(out, at, BY), s.turn)
    at = put_seat(out, put(out, at, TARGET_SEAT), s.target)
    at = put(out, put(out, at, RECEIVED), BEGIN)
    for seat in range(t.players):
        if s.received[seat] != NONE:
            at = put(out, put_seat(out, at, seat), COLON)
            at = put_byte(out, put(out, at, names[int(s.received[seat])]), COMMA)
    return put(out, end_object(out, at), END)


# --- seats ----------------------------------------------------------------------------------------------


@rule
def put_seat_view(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """`Seat` as JSON."""
    gone = s.phase != PREPARATIONS and not s.declared[seat]
    status = (1 if s.declared[seat] else 0) if s.phase == PREPARATIONS else 3 if gone else 2
    at = put_seat(out, put(out, at, SEAT), seat)
    at = put(out, put(out, at, STATUS), STATUSES[status])
    at = put(out, at, DECLARED)
    at = put_number(out, at, int(s.declared[seat])) if s.declared[seat] else put(out, at, NULL)
    at = put_sled(t, s, seat, names, out, at)
    at = put_known(s, seat, gone, names, out, at)
    at = put_number(out, put(out, at, MENTORS), int(s.mentors[seat]))
    at = put_byte(out, put(out, at, CARE_PILE), OPEN)
    for n in range(s.own_pile[seat], 0, -1):
        at = put(out, at, A_SINGLE if n == PILE else A_DOUBLE)
    at = put(out, end_list(out, at), POSITION)
    at = put_number(out, at, here(s, seat)) if s.declared[seat] else put(out, at, NULL)
    held = s.nursed[seat, 0] + s.nursed[seat, 1] == 0  # it has no other
    at = put(out, put(out, at, CATCH_UP), CARES[int(s.caught[seat]) if held else 0])
    at = put_number(out, put(out, at, READY_HUSKIES), ready_huskies(t, s, seat))
    return put(out, put_number(out, put(out, at, PRINTED), printed(t, s, seat)), END)


@rule
def ready_huskies(t: Table, s: State, seat: int) -> int:
    """Huskies of a sled without a cube and not at rest."""
    number = 0
    for slot in range(SLOTS):
        number += s.sled[seat, slot] != NONE and ready(t, s, seat) >> slot & 1
    return number


@rule
def put_sled(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """The slots, and the points of huskies that are not at rest."""
    tired, rest, points = int(s.tired[seat]), resting(s, seat), np.zeros(TERRAINS, np.int64)
    at = put(out, put(out, at, SLED), BEGIN)
    for slot in range(SLOTS):
        if not t.slots >> slot & 1:
            continue
        husky = int(s.sled[seat, slot])
        at = put(out, put(out, at, SLOT_NAMES[slot]), COLON)
        at = put(out, put(out, at, A_HUSKY), NULL if husky == NONE else names[husky])
        at = put(out, at, STATE)
        if husky == NONE:
            at = put(out, at, NULL)
        else:
            at = put(out, at, STATES[2 if rest >> slot & 1 else tired >> slot & 1])
            if not rest >> slot & 1:
                points += t.points[husky]
        at = put_flag(out, put(out, at, EQUIPPED), int(s.tucked[seat]) >> slot & 1 != 0)
        at = put(out, at, NEXT)
    return put_numbers(out, put(out, end_object(out, at), POINTS), points)


@rule
def put_known(s: State, seat: int, gone: bool, names: Array, out: Array, at: int) -> int:
    """How many cards are in a hand, and which of them everybody knows."""
    huskies, equipment, singles, doubles, cards = 0, 0, 0, 0, 0
    if not gone:
        huskies = s.known[seat]
        equipment = max(0, int(s.known_equipment[seat]) - int(s.paid[seat]))
        singles = max(0, int(s.known_singles[seat]) - int(s.nursed[seat, 0]))
        doubles = doubles_of(s, seat)
        spent = int(s.paid[seat]) + int(s.nursed[seat, 0]) + int(s.nursed[seat, 1])
        cards = int(s.hand_size[seat]) - spent
    at = put_number(out, put(out, at, HAND_SIZE), cards)
    at = put_cards(huskies, names, out, put(out, put(out, at, HAND), HUSKIES_LIST))
    at = put_number(out, put(out, at, EQUIPMENT), equipment)
    at = put_number(out, put(out, at, SINGLES), singles)
    at = put_number(out, put(out, at, DOUBLES), doubles)
    hidden = cards - size(huskies) - equipment - singles - doubles
    return put(out, put_number(out, put(out, at, HIDDEN), hidden), END)


# --- the end --------------------------------------------------------------------------------------------


@rule
def put_result(t: Table, s: State, out: Array, at: int) -> int:
    """How each seat stands at the end, by place; and the places by seat."""
    if s.phase != OVER:
        return put(out, put(out, put(out, at, NULL), PLACES), NULL)
    at = put_byte(out, at, OPEN)
    for wanted in range(1, t.players + 1):
        for seat in range(t.players):
            if place(t, s, seat) == wanted:
                at = put_account(t, s, seat, wanted, out, at)
    at = put_byte(out, put(out, end_list(out, at), PLACES), OPEN)
    for seat in range(t.players):
        at = put_byte(out, put_number(out, at, place(t, s, seat)), COMMA)
    return end_list(out, at)


@rule
def put_account(t: Table, s: State, seat: int, reached: int, out: Array, at: int) -> int:
    """`Account` as JSON."""
    racer = races(s, seat)
    at = put_number(out, put(out, put_seat(out, put(out, at, SEAT), seat), PLACE), reached)
    at = put(out, at, POSITION)
    at = put_number(out, at, here(s, seat)) if racer else put(out, at, NULL)
    at = put_number(out, put(out, at, READY_HUSKIES), SIZES[ready(t, s, seat)] if racer else 0)
    care = singles_of(s, seat) + 2 * doubles_of(s, seat) if racer else 0
    at = put_number(out, put(out, at, CARE), care)
    return put(out, put_number(out, put(out, at, PRINTED), printed(t, s, seat)), NEXT)
