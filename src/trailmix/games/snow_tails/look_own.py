"""What a seat sees besides: its cards, and what its moves would lead to. The kernels here fill `Own`."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.cards import unseen
from trailmix.games.snow_tails.rules.moving import balanced, drift_of, drift_side, position, speed_of
from trailmix.games.snow_tails.rules.preview import cheapest_first, explore, severity
from trailmix.games.snow_tails.rules.turns import actor, legal
from trailmix.games.snow_tails.state import State, Table
from trailmix.games.snow_tails.track.spaces import DRIFT_LEFT, FORWARD, SIDE

A_SLED = 4  # among the words of `Outcome.crash`, after the side and whatever else is in the way


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat, v.hand_n = seat, 0
    for value in range(1, state.VALUES + 1):
        for _ in range(s.hand[seat, value - 1]):
            v.hand[v.hand_n] = value
            v.hand_n += 1
        v.pile[value - 1] = 0 if s.status[seat] == state.WRECKED else unseen(s, seat, value)
    actions, number = np.full(state.MAX_LEGAL, state.NONE, np.int64), 0
    if actor(t, s) == seat:
        if s.decision == state.PLAY:
            number = legal(t, s, actions)
        elif s.decision in (state.STEP, state.BONUS):
            number = 1
    v.previews_n = number
    for n in range(number):
        see_preview(t, s, actions[n], v.previews[n])


@rule
def see_preview(t: Table, s: State, action: int, v: Any) -> None:
    """Fill `Preview`: the mat as it is played, the bonus that may come of it, and all outcomes."""
    ends, choices = explore(t, s, action)
    order = cheapest_first(s, ends)
    end: State = ends[0]
    seat = actor(t, s)
    mat = end.mat[seat]
    v.action, v.bonus = action, 0
    v.left, v.right, v.brake = mat[state.LEFT], mat[state.RIGHT], mat[state.BRAKE]
    v.speed, v.drift = speed_of(end, seat), drift_of(end, seat)
    if not balanced(end, seat):
        v.side = drift_side(end, seat) - DRIFT_LEFT
    elif s.round_no > 1 and speed_of(end, seat) > 0:
        v.bonus = position(t, s, seat, s.path[0] if action == state.NONE else s.space[seat])
    v.outcomes_n = len(ends)
    for n in range(len(ends)):
        see_outcome(t, s, ends[order[n]], choices[order[n]], v.outcomes[n])


@rule
def see_outcome(t: Table, s: State, end: State, choices: Array, v: Any) -> None:
    """Fill `Outcome`."""
    seat = actor(t, s)
    v.kind, v.end, v.actions_n = severity(s, end), end.space[seat], 0
    see_events(end, v)
    see_way(t, s, end, v)
    for action in choices:
        if action != state.NONE:
            v.actions[v.actions_n] = action
            v.actions_n += 1
    v.dents = max(0, end.dents[seat] - s.dents[seat])
    v.finish = s.space[seat] < t.finish[s.race] <= end.space[seat]
    if not v.finish and v.crash == A_SLED and end.canines[seat] == 0:  # ST-R-13
        v.next_turn = end.dents[seat] == state.MOST_DENTS


@rule
def see_events(end: State, v: Any) -> None:
    """What the move runs into, the saplings it breaks, its bonus, and whether it is spared a dent."""
    v.saplings_n = v.bonus = v.spared = 0
    for row in range(end.n_events):
        kind, value = end.events[row, 0], int(end.events[row, 2])
        if kind == state.HIT_SLED:
            v.crash, v.hit = A_SLED, value
        elif kind == state.HIT_SIDE:
            v.crash = SIDE - value
        elif kind == state.BROKE_SAPLING:
            v.saplings[v.saplings_n] = end.events[row, 3]
            v.saplings_n += 1
        elif kind == state.TOOK_BONUS:
            v.bonus = value
        elif kind == state.SPARED:
            v.spared = 1


@rule
def see_way(t: Table, s: State, end: State, v: Any) -> None:
    """The steps from now on, the one that runs into something included, and the spaces they enter.

    Safety lines crossed before now are told as well: they count at the end of the move (ST-CORNER-2).
    """
    seat, lane, drifts = actor(t, s), t.lane[s.race], 0
    side, speed = drift_side(end, seat), speed_of(end, seat)
    v.path_n = v.lines_n = 0
    for n in range(end.steps):
        drifted = lane[end.path[n]] != lane[end.path[n + 1]]
        drifts += drifted
        if n >= s.steps:
            v.steps[v.path_n], v.path[v.path_n] = side if drifted else FORWARD, end.path[n + 1]
            v.path_n += 1
        limit = int(t.line[s.race, end.path[n]])
        if limit:
            line, fast = v.lines[v.lines_n], speed + v.bonus
            line.limit, line.speed, line.dents = limit, fast, max(0, fast - limit)
            v.lines_n += 1
    v.steps_n = v.path_n
    if v.crash >= 0:
        due = min(drift_of(end, seat), speed) - end.drift  # how many of the drift steps are taken
        v.steps[v.steps_n] = side if drifts < due else FORWARD
        v.steps_n += 1
