"""What a seat sees and others do not, as the kernels write it: `Own` of ``view.py``.

Edges that clash, and what the use of each husky would lead to.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.json import COMMA, NULL, OPEN, end_list, put, put_byte, put_number, put_seat, text, texts
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import SIZES, lowest
from trailmix.games.hike_dogsled.rules_race import (
    TO_REST,
    care_targets,
    doubles_of,
    equipment_of,
    legal_uses,
    must_care,
    singles_of,
)
from trailmix.games.hike_dogsled.sleds import clashes, team
from trailmix.games.hike_dogsled.state import (
    ACTION,
    ALL_HUSKIES,
    ALL_YOUNGSTERS,
    EDGE_IDS,
    EDGES,
    FIELD,
    FIRST_USE,
    HUSKIES,
    MOST_POINTS,
    NONE,
    PAY,
    RACE,
    SETTLE,
    SLOTS,
    STEP,
    TERRAIN_IDS,
    TERRAINS,
    USES,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import here, resting, usable
from trailmix.games.hike_dogsled.walking import (
    LAST,
    MAX_TRACK,
    MOST_WAYS,
    PAID,
    RESTS,
    TO,
    explore,
    lay_out,
)
from trailmix.games.hike_dogsled.writing import (
    BEGIN,
    COLON,
    DECISIONS,
    DOUBLES,
    END,
    EQUIPMENT,
    FIRST_NOTATION,
    HAND,
    HUSKIES_LIST,
    IN_USE,
    NEXT,
    SEAT,
    SINGLES,
    SLOT_NAMES,
    end_object,
    put_cards,
    put_flag,
    put_seat_view,
    put_slot,
)
from trailmix.games.hike_dogsled.writing import (
    TO_REST as TO_REST_KEY,
)

MOST_OWN = 4000 + HUSKIES * SLOTS * 3 * 50 + SLOTS * TERRAINS * MOST_WAYS * (150 + 12 * MOST_POINTS)
"""What the seat to decide sees alone never takes more bytes."""

PICK, CLASHES, PREVIEWS, CARE_LOCKED, MUST_CARE, TODAY_KEY, OWN_SEAT = (
    text(f',"{name}":')
    for name in ("pick", "clashes", "previews", "care_locked", "must_care", "today", "seat")
)
CLASH, EDGE, NEIGHBOUR = (text(words) for words in ('{"slot":', ',"edge":', ',"neighbour":'))
EDGE_NAMES = texts([f'"{edge}"' for edge in EDGE_IDS])
ACTION_KEY, USED_SLOT, CUSTOM, OUTCOMES = (
    text(words) for words in ('{"action":', ',"slot":', ',"custom":', ',"outcomes":')
)
ACTIONS, ENDS_ON, LOST, PAYS, TO_REST_THEN, IS_FINISH = (
    text(words) for words in ('{"actions":', ',"to":', ',"lost":"', '","paid":', ',"rests":', ',"finish":')
)
DECISION = text('{"decision":')
TERRAIN_NAMES = texts(["null", *(f'"{terrain}"' for terrain in TERRAIN_IDS)])
LETTERS: Array = np.frombuffer(TERRAIN_IDS.encode(), np.uint8)


@rule
def write_own(t: Table, s: State, seat: int, names: Array, out: Array) -> int:
    """`Own` as JSON."""
    at = put_seat(out, put(out, 0, SEAT), seat)
    at = put_cards(s.hand[seat], names, out, put(out, put(out, at, HAND), HUSKIES_LIST))
    at = put_number(out, put(out, at, EQUIPMENT), equipment_of(s, seat))
    at = put_number(out, put(out, at, SINGLES), singles_of(s, seat))
    at = put_number(out, put(out, at, DOUBLES), doubles_of(s, seat))
    at = put(out, put(out, at, END), PICK)
    at = put(out, at, NULL if s.pick[seat] == NONE else names[int(s.pick[seat])])
    at = put_clashes(t, s, seat, names, out, put(out, at, CLASHES))
    at = put_previews(t, s, seat, names, out, put(out, at, PREVIEWS))
    steps = s.asked == seat and s.decision == STEP
    cares = singles_of(s, seat) + doubles_of(s, seat) > 0
    at = put_flag(out, put(out, at, CARE_LOCKED), steps and cares and usable(t, s, seat) != 0)
    patients, columns = care_targets(s, seat)
    must = steps and must_care(s, seat) and patients | columns != 0 and usable(t, s, seat) == 0
    at = put(out, put_flag(out, put(out, at, MUST_CARE), must), TODAY_KEY)
    if s.phase != RACE or not s.secret or not s.declared[seat]:
        return put(out, put(out, at, NULL), END)
    at = put(out, put(out, at, DECISION), DECISIONS[s.decision])
    at = put_slot(out, put(out, at, IN_USE), s.husky)
    at = put_number(out, put(out, at, TO_REST_KEY), s.to_rest)
    at = put_seat_view(t, s, seat, names, out, put(out, at, OWN_SEAT))
    return put(out, put(out, at, END), END)


# --- edges ----------------------------------------------------------------------------------------------


@rule
def put_clashes(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """The edges that clash, by husky, in every slot (HD-PLACE-3)."""
    huskies = 0
    if s.asked == seat and s.decision == ACTION:
        huskies = (s.centre | s.hand[seat] | team(s, seat)) & ALL_HUSKIES & ~ALL_YOUNGSTERS
    elif s.asked == seat and s.decision == SETTLE:
        huskies = 1 << int(s.received[seat])
    at = put(out, at, BEGIN)
    while huskies:
        husky = lowest(huskies)
        huskies &= huskies - 1
        begin = at
        at = put_byte(out, put(out, put(out, at, names[husky]), COLON), OPEN)
        first = at
        for slot in range(SLOTS):
            for edge in range(EDGES):
                if clashes(t, s, seat, husky, slot, edge):
                    at = put(out, put(out, at, CLASH), SLOT_NAMES[slot])
                    at = put(out, put(out, at, EDGE), EDGE_NAMES[edge])
                    at = put_slot(out, put(out, at, NEIGHBOUR), t.neighbour[slot, edge])
                    at = put(out, at, NEXT)
        at = begin if at == first else put_byte(out, end_list(out, at), COMMA)
    return end_object(out, at)


# --- previews -------------------------------------------------------------------------------------------


@rule
def put_previews(t: Table, s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """`Preview` of each use as JSON; of the one under way, while it stands before a field."""
    at = put_byte(out, at, OPEN)
    points = np.zeros(TERRAINS, np.int64)
    if s.asked == seat and s.decision == FIELD:
        points[:] = s.left
        at = put(out, put(out, at, ACTION_KEY), NULL)
        at = put_slot(out, put(out, at, USED_SLOT), s.husky)
        at = put(out, put(out, at, CUSTOM), NULL)
        at = put_outcomes(t, s, seat, points, s.moved != 0, names, out, at)
    elif s.asked == seat and s.decision == STEP:
        actions = np.empty(SLOTS * USES, np.int64)
        for n in range(legal_uses(t, s, seat, actions, int64(0))):
            slot, custom = divmod(actions[n] - FIRST_USE, USES)
            points[:] = t.points[s.sled[seat, slot]]
            if custom:
                points[custom - 1] += 1
            at = put(out, put(out, at, ACTION_KEY), names[FIRST_NOTATION + actions[n]])
            at = put_slot(out, put(out, at, USED_SLOT), slot)
            at = put(out, put(out, at, CUSTOM), TERRAIN_NAMES[custom])
            at = put_outcomes(t, s, seat, points, s.moved != 0, names, out, at)
    return end_list(out, at)


@rule
def put_outcomes(
    t: Table, s: State, seat: int, points: Array, moved: bool, names: Array, out: Array, at: int
) -> int:
    """`Outcome` of each way that a use can go on as JSON, the furthest first."""
    fields, ends = np.empty(MAX_TRACK, np.int64), np.empty((MOST_WAYS, 4), np.int64)
    lost, finish = np.empty((MOST_WAYS, TERRAINS), np.int64), lay_out(t, s, fields)
    number = explore(fields, finish, here(s, seat), points, moved, equipment_of(s, seat), ends, lost)
    active = SIZES[t.slots & ~resting(s, seat)]
    at = put_byte(out, put(out, at, OUTCOMES), OPEN)
    for n in range(number - 1, -1, -1):
        to, paid, last = ends[n, TO], ends[n, PAID], ends[n, LAST]
        at = put_byte(out, put(out, at, ACTIONS), OPEN)
        for _ in range(paid):
            at = put_byte(out, put(out, at, names[FIRST_NOTATION + PAY]), COMMA)
        if last != NONE:
            at = put_byte(out, put(out, at, names[FIRST_NOTATION + last]), COMMA)
        at = put(out, put_number(out, put(out, end_list(out, at), ENDS_ON), to), LOST)
        for terrain in range(TERRAINS):
            for _ in range(lost[n, terrain]):
                at = put_byte(out, at, LETTERS[terrain])
        at = put_number(out, put(out, at, PAYS), paid)
        at = put_number(out, put(out, at, TO_REST_THEN), min(TO_REST, active) if ends[n, RESTS] else 0)
        at = put(out, put_flag(out, put(out, at, IS_FINISH), to == finish), NEXT)
    return put(out, end_list(out, at), NEXT)
