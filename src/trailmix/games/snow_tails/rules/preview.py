"""Preview: every distinct outcome of a move, found by playing it out with the rules themselves.

An outcome is the state in which a move ends, before the hand step: a copy of the record, with all that
happened on the way in its events. Two ways to the same space that break the same saplings and end alike are
one outcome (ST-R-20). A move takes nothing from chance, and nothing that the seat does not see.
"""

from typing import Literal

import numpy as np

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.moving import OPEN, drift_side, move
from trailmix.games.snow_tails.state import State, Table

MOST_OUTCOMES = 21  # of one card play: two drifts in seven steps (5/3/1). No mat gives more orders.
MOST_CHOICES = 8  # in a row: steps while there is an alternative, or the bonus
RECORD = State.dtype

CLEAN, DENTED, CRASHED, RUINED = range(4)
Severity = Literal["clean", "dent", "crash", "wreck"]  # how bad an outcome is
INTO_A_SLED, INTO_THE_SIDE, WITH_BONUS, TO_RUIN = 1, 2, 4, 8  # how a move can end, as bits


@rule
def explore(t: Table, s: State, action: int) -> tuple[Array, Array]:
    """All distinct outcomes of a card play, or of the open move (action NONE).

    Of each, the state in which it ends, and what is to be played for it, then NONE.
    """
    stack = np.empty(MOST_CHOICES + 1, RECORD)
    stack[0] = s
    forget_events(stack[0])
    if action != state.NONE and move(t, stack[0], action) != OPEN:
        return stack[:1], np.full((1, MOST_CHOICES), state.NONE)
    ends, choices = np.empty(MOST_OUTCOMES, RECORD), np.empty((MOST_OUTCOMES, MOST_CHOICES), np.int64)
    tried, taken = np.zeros(MOST_CHOICES + 1, np.int64), np.full(MOST_CHOICES, state.NONE)
    number, level = 0, 0
    while level >= 0:
        if tried[level] == 2:
            tried[level] = 0
            level -= 1
            continue
        taken[level] = alternative(stack[level], tried[level])
        tried[level] += 1
        stack[level + 1] = stack[level]
        if move(t, stack[level + 1], taken[level]) == OPEN:
            level += 1
        elif is_new(t, stack[level + 1], ends[:number]):
            ends[number] = stack[level + 1]
            choices[number] = taken
            choices[number, level + 1 :] = state.NONE
            number += 1
    return ends[:number], choices[:number]


@rule
def alternative(s: State, number: int) -> int:
    """One of the two actions that are open within a move."""
    if s.decision == state.BONUS:
        return state.NO_BONUS if number else state.TAKE_BONUS
    return state.FIRST_STEP + drift_side(s, s.order[s.turn]) if number else state.STEP_FORWARD


@rule
def is_new(t: Table, s: State, ends: Array) -> bool:
    """Is it none of the outcomes found so far? (ST-R-20; the lines crossed follow from the space)."""
    seat, how = s.order[s.turn], how_it_ends(s)
    for n in range(len(ends)):
        same = ends[n].space[seat] == s.space[seat] and how_it_ends(ends[n]) == how
        for byte in range((t.saplings[s.race] + 7) // 8):
            same &= ends[n].felled[byte] == s.felled[byte]
        if same:
            return False
    return True


@rule
def how_it_ends(s: State) -> int:
    """The bits of how a move has ended, as its events tell."""
    how = TO_RUIN if s.status[s.order[s.turn]] == state.WRECKED else 0
    for row in range(s.n_events):
        kind = s.events[row, 0]
        if kind == state.HIT_SLED:
            how |= INTO_A_SLED
        elif kind == state.HIT_SIDE:
            how |= INTO_THE_SIDE
        elif kind == state.TOOK_BONUS:
            how |= WITH_BONUS
    return how


@rule
def severity(s: State, end: State) -> int:
    """How bad an outcome is: CLEAN, DENTED, CRASHED or RUINED."""
    how, seat = how_it_ends(end), s.order[s.turn]
    if how & TO_RUIN:
        return RUINED
    if how & (INTO_A_SLED | INTO_THE_SIDE):
        return CRASHED
    return DENTED if end.dents[seat] > s.dents[seat] else CLEAN


@rule
def cheapest_first(s: State, ends: Array) -> Array:
    """The outcomes' numbers, the cheapest first, of equals the furthest."""
    seat = s.order[s.turn]
    order, cost = np.empty(len(ends), np.int64), np.empty(len(ends), np.int64)
    for n in range(len(ends)):
        dents = severity(s, ends[n]) * (state.MOST_DENTS + 1) + ends[n].dents[seat]
        cost[n] = dents * 10_000 - ends[n].space[seat]  # there are fewer spaces
        k = n
        while k > 0 and cost[order[k - 1]] > cost[n]:
            order[k] = order[k - 1]
            k -= 1
        order[k] = n
    return order
