"""What a seat sees and others do not, as the kernels write it: `Own` of ``view.py`` with its previews."""

from __future__ import annotations

import numpy as np

from trailmix.engine.json import COMMA, NULL, OPEN, end_list, put, put_byte, put_number, put_seat, text, texts
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.snow_tails.box import PILLAR, ROCK, SNOW
from trailmix.games.snow_tails.moving import balanced, drift_of, drift_side, position, speed_of
from trailmix.games.snow_tails.preview import (
    KIND_IDS,
    MOST_CHOICES,
    MOST_OUTCOMES,
    RECORD,
    cheapest_first,
    explore,
    severity,
)
from trailmix.games.snow_tails.redeal import unseen
from trailmix.games.snow_tails.rules import actor, legal
from trailmix.games.snow_tails.state import (
    BONUS,
    BRAKE,
    BROKE_SAPLING,
    HIT_SIDE,
    HIT_SLED,
    LEFT,
    MAX_LEGAL,
    MAX_PLAYERS,
    MOST_DENTS,
    MOST_STEPS,
    NONE,
    PLAY,
    RIGHT,
    SPARED,
    STEP,
    TOOK_BONUS,
    VALUES,
    WRECKED,
    State,
    Table,
)
from trailmix.games.snow_tails.track import SIDE
from trailmix.games.snow_tails.writing import END, NEXT, TRUE, put_numbers, put_side

MOST_OF_AN_OUTCOME = 300 + MOST_STEPS * (1 + 5 + 40) + MOST_CHOICES * 10
MOST_OWN = 500 + MAX_LEGAL * (200 + MOST_OUTCOMES * MOST_OF_AN_OUTCOME)
"""What a seat sees alone never takes more bytes."""

FIRST_NOTATION = MAX_PLAYERS
"""Where the notations of the actions stand among the names."""
SEAT, HAND, PILE, PREVIEWS = (text(words) for words in ('{"seat":', ',"hand":', ',"pile":', ',"previews":'))
ACTION, MAT_LEFT, MAT_RIGHT, MAT_BRAKE, SPEED, DRIFT, DRIFTS_TO, OFFERED, OUTCOMES = (
    text(words)
    for words in (
        '{"action":',
        ',"left":',
        ',"right":',
        ',"brake":',
        ',"speed":',
        ',"drift":',
        ',"side":',
        ',"bonus":',
        ',"outcomes":',
    )
)
KIND, ENDS_ON, STEPS, PATH, ACTIONS = (
    text(words) for words in ('{"kind":', ',"end":', ',"steps":"', '","path":', ',"actions":')
)
DENTS, CRASH, HIT, SAPLINGS, LINES, WITH_BONUS, FINISH, IS_SPARED, NEXT_TURN = (
    text(f',"{name}":')
    for name in ("dents", "crash", "hit", "saplings", "lines", "bonus", "finish", "spared", "next_turn")
)
LIMIT, LINE_SPEED, LINE_DENTS = (text(words) for words in ('{"limit":', ',"speed":', ',"dents":'))
KINDS = texts([f'"{kind}"' for kind in KIND_IDS])
OBSTACLES = texts([f'"{what}"' for what in ("side", ROCK, PILLAR, SNOW)])
"""By SIDE less what was hit."""
A_SLED, A_DENT, A_WRECK = text('"sled"'), text('"dent"'), text('"wreck"')
LETTERS = (ord("F"), ord("L"), ord("R"))


@rule
def write_own(t: Table, s: State, seat: int, names: Array, out: Array) -> int:
    """`Own` as JSON. In `names` the notations of the actions follow the colours."""
    at = put_seat(out, put(out, 0, SEAT), seat)
    at = put_byte(out, put(out, at, HAND), OPEN)
    for value in range(1, VALUES + 1):
        for _ in range(s.hand[seat, value - 1]):
            at = put_byte(out, put_number(out, at, value), COMMA)
    at = put_byte(out, put(out, end_list(out, at), PILE), OPEN)
    for value in range(1, VALUES + 1):
        left = 0 if s.status[seat] == WRECKED else unseen(s, seat, value)
        at = put_byte(out, put_number(out, at, left), COMMA)
    at = put_byte(out, put(out, end_list(out, at), PREVIEWS), OPEN)
    actions, number = np.full(MAX_LEGAL, NONE, np.int64), 0
    if actor(t, s) == seat:
        if s.decision == PLAY:
            number = legal(t, s, actions)
        elif s.decision in (STEP, BONUS):
            number = 1
    for action in actions[:number]:
        at = put_preview(t, s, action, names, out, at)
    return put(out, end_list(out, at), END)


@rule
def put_preview(t: Table, s: State, action: int, names: Array, out: Array, at: int) -> int:
    """`Preview` as JSON."""
    ends, choices = np.empty(MOST_OUTCOMES, RECORD), np.empty((MOST_OUTCOMES, MOST_CHOICES), np.int64)
    order = np.empty(MOST_OUTCOMES, np.int64)
    number = explore(t, s, action, ends, choices)
    cheapest_first(s, ends, number, order)
    at = put(out, put(out, at, ACTION), NULL if action == NONE else names[FIRST_NOTATION + action])
    at = put_mat(t, s, ends[0], action, out, at)
    at = put_byte(out, put(out, at, OUTCOMES), OPEN)
    for n in order[:number]:
        at = put_outcome(t, s, ends[n], choices[n], names, out, at)
    return put(out, end_list(out, at), NEXT)


@rule
def put_mat(t: Table, s: State, end: State, action: int, out: Array, at: int) -> int:
    """The mat as it is played, speed and drift, and the bonus that may come of it."""
    seat = actor(t, s)
    at = put_number(out, put(out, at, MAT_LEFT), end.mat[seat, LEFT])
    at = put_number(out, put(out, at, MAT_RIGHT), end.mat[seat, RIGHT])
    at = put_number(out, put(out, at, MAT_BRAKE), end.mat[seat, BRAKE])
    at = put_number(out, put(out, at, SPEED), speed_of(end, seat))
    at = put_number(out, put(out, at, DRIFT), drift_of(end, seat))
    at = put_side(end, seat, out, put(out, at, DRIFTS_TO))
    may = balanced(end, seat) and s.round_no > 1 and speed_of(end, seat) > 0
    begin = s.path[0] if action == NONE else s.space[seat]
    return put_number(out, put(out, at, OFFERED), position(t, s, seat, begin) if may else 0)


@rule
def put_outcome(t: Table, s: State, end: State, choices: Array, names: Array, out: Array, at: int) -> int:
    """`Outcome` as JSON; what has its default is left out."""
    seat = actor(t, s)
    at = put(out, put(out, at, KIND), KINDS[severity(s, end)])
    at = put_number(out, put(out, at, ENDS_ON), end.space[seat])
    at = put_steps(t, s, end, out, put(out, at, STEPS))
    at = put_numbers(out, put(out, at, PATH), end.path[s.steps + 1 : end.steps + 1])
    at = put_byte(out, put(out, at, ACTIONS), OPEN)
    for action in choices:
        if action != NONE:
            at = put_byte(out, put(out, at, names[FIRST_NOTATION + action]), COMMA)
    at = end_list(out, at)
    if end.dents[seat] > s.dents[seat]:
        at = put_number(out, put(out, at, DENTS), end.dents[seat] - s.dents[seat])
    at = put_damage(end, out, at)
    at = put_lines(t, s, end, out, at)
    if s.space[seat] < t.finish[s.race] <= end.space[seat]:
        at = put(out, put(out, at, FINISH), TRUE)
    elif row_of(end, HIT_SLED) != NONE and end.canines[seat] == 0:  # ST-R-13
        at = put(out, put(out, at, NEXT_TURN), A_WRECK if end.dents[seat] == MOST_DENTS else A_DENT)
    return put(out, at, NEXT)


@rule
def put_steps(t: Table, s: State, end: State, out: Array, at: int) -> int:
    """The letters of the steps from now on, the one that runs into something included."""
    seat, lane, drifts = actor(t, s), t.lane[s.race], 0
    side = drift_side(end, seat)
    for n in range(end.steps):
        drifted = lane[end.path[n]] != lane[end.path[n + 1]]
        drifts += drifted
        if n >= s.steps:
            at = put_byte(out, at, LETTERS[side if drifted else 0])
    if row_of(end, HIT_SLED) != NONE or row_of(end, HIT_SIDE) != NONE:
        due = (
            min(drift_of(end, seat), speed_of(end, seat)) - end.drift
        )  # of the drift steps, so many are taken
        at = put_byte(out, at, LETTERS[side if drifts < due else 0])
    return at


@rule
def put_damage(end: State, out: Array, at: int) -> int:
    """What the move runs into, the saplings it breaks, whether it is spared a dent; its bonus."""
    sled, side, bonus = row_of(end, HIT_SLED), row_of(end, HIT_SIDE), row_of(end, TOOK_BONUS)
    if sled != NONE:
        at = put(out, put(out, at, CRASH), A_SLED)
        at = put_seat(out, put(out, at, HIT), int(end.events[sled, 2]))
    elif side != NONE:
        at = put(out, put(out, at, CRASH), OBSTACLES[SIDE - int(end.events[side, 2])])
    if row_of(end, BROKE_SAPLING) != NONE:
        at = put_byte(out, put(out, at, SAPLINGS), OPEN)
        for row in range(end.n_events):
            if end.events[row, 0] == BROKE_SAPLING:
                at = put_byte(out, put_number(out, at, int(end.events[row, 3])), COMMA)
        at = end_list(out, at)
    if bonus != NONE:
        at = put_number(out, put(out, at, WITH_BONUS), int(end.events[bonus, 2]))
    if row_of(end, SPARED) != NONE:
        at = put(out, put(out, at, IS_SPARED), TRUE)
    return at


@rule
def put_lines(t: Table, s: State, end: State, out: Array, at: int) -> int:
    """The safety lines of the whole move, those before now included: they count at its end (ST-CORNER-2)."""
    seat = actor(t, s)
    bonus = row_of(end, TOOK_BONUS)
    speed = speed_of(end, seat) + (int(end.events[bonus, 2]) if bonus != NONE else 0)
    begun = False
    for n in range(end.steps):
        limit = int(t.line[s.race, end.path[n]])
        if limit:
            at = put(out, put_byte(out, put(out, at, LINES), OPEN) if not begun else at, LIMIT)
            at = put_number(out, put(out, put_number(out, at, limit), LINE_SPEED), speed)
            at = put_number(out, put(out, at, LINE_DENTS), max(0, speed - limit))
            at, begun = put(out, at, NEXT), True
    return end_list(out, at) if begun else at


@rule
def row_of(s: State, kind: int) -> int:
    """The row of the first event of a kind, NONE without one."""
    for row in range(s.n_events):
        if s.events[row, 0] == kind:
            return row
    return NONE
