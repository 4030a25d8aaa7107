"""What a good player of Snow Tails looks at: the way to the finish, dents, and the turn after this one.

All is measured in spaces. `guess` tells roughly what a turn with some mat would bring; `greedy` weighs every
outcome of its move, with the best guess for its next turn; `rollout` follows the best guess. Both read the
own hand and what is public, nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.snow_tails.box import LANES
from trailmix.games.snow_tails.moving import position, target
from trailmix.games.snow_tails.preview import (
    INTO_A_SLED,
    MOST_CHOICES,
    MOST_OUTCOMES,
    RECORD,
    explore,
    how_it_ends,
)
from trailmix.games.snow_tails.rules import SIZES, actor, legal
from trailmix.games.snow_tails.state import (
    BONUS,
    BRAKE,
    DISCARD,
    FIRST_DISCARD,
    FIRST_PLAY,
    FIRST_STEP,
    HAND,
    LEFT,
    MAX_LEGAL,
    MOST_DENTS,
    NO_BONUS,
    NONE,
    PLAY,
    RIGHT,
    SLOT_SETS,
    START,
    STEP,
    VALUES,
    WRECKED,
    State,
    Table,
)
from trailmix.games.snow_tails.track import DRIFT_LEFT, DRIFT_RIGHT, FORWARD

DENT_COST = (0.0, 4.0, 9.0, 16.0, 26.0)
"""Of so many dents together: each costs more than the one before."""
FAR = 50.0
"""With less of the way left than this, dents cost less: there are fewer turns to suffer from them."""
WRECK_COST = 80.0
NEXT = 0.8
"""The next turn counts by so much: much can come between."""
DRAWN = 0.4
"""What a card is worth that will be drawn."""
STAY = -1.0
"""To stand still is worse than to gain nothing: the others move."""
FINISHED = 12.0
"""To be across the line."""
STARTS_LIKED = (5, 4, 1, 2, 3)
WHIM = 0.001
"""A thousandth of the spaces by which a rollout misjudges a card play at most."""


# --- a rough guess --------------------------------------------------------------------------------------


@rule
def way_left(t: Table, s: State, space: int) -> float:
    """How far it is to the finish, below 0 beyond the line."""
    if space < t.finish[s.race]:
        return float(t.to_finish[s.race, space])
    return -float((space - t.finish[s.race]) // LANES)


@rule
def dent_cost(dents: int, left: float) -> float:
    """What so many dents will cost on the way that is left."""
    return DENT_COST[dents] * min(1.0, left / FAR)


@rule
def guess(t: Table, s: State, seat: int, left: int, right: int, brake: int, bonus: int) -> float:
    """The spaces that a turn with this mat brings, less its dents: drifts first, nobody in the way."""
    speed, drift = left + right - brake + bonus, abs(left - right)
    if speed <= 0:
        return STAY
    side = DRIFT_LEFT if left > right else DRIFT_RIGHT
    at, dents, finish = s.space[seat], s.dents[seat], t.finish[s.race]
    for n in range(speed):
        to = t.step[s.race, at, side if n < drift else FORWARD]
        if to < 0:
            dents += 1
            break
        if t.line[s.race, at]:
            dents += max(0, speed - t.line[s.race, at])
        at = np.int64(to)
    left_over = way_left(t, s, at)
    gain = way_left(t, s, s.space[seat]) - left_over
    if at >= finish:
        return gain
    if dents > MOST_DENTS:
        return gain - WRECK_COST
    return gain - dent_cost(dents, left_over) + dent_cost(s.dents[seat], left_over)


@rule
def guess_play(t: Table, s: State, seat: int, value: int, slots: int, bonus: int) -> float:
    """The guess for a card play, with the bonus or without, whichever is better."""
    left = value if slots >> LEFT & 1 else s.mat[seat, LEFT]
    right = value if slots >> RIGHT & 1 else s.mat[seat, RIGHT]
    brake = value if slots >> BRAKE & 1 else s.mat[seat, BRAKE]
    found = guess(t, s, seat, left, right, brake, 0)
    if left == right and left + right > brake and bonus:
        found = max(found, guess(t, s, seat, left, right, brake, bonus))
    return found


@rule
def next_turn_guess(t: Table, s: State, seat: int) -> float:
    """The best guess for the cards in hand, and what may be hoped of those that will be drawn."""
    bonus, hand, best = position(t, s, seat, s.space[seat]), s.hand[seat], STAY
    for value in range(1, VALUES + 1):
        for slots in range(1, SLOT_SETS + 1):
            if SIZES[slots] <= hand[value - 1]:
                best = max(best, guess_play(t, s, seat, value, slots, bonus))
    return float(best + DRAWN * max(0, HAND - s.canines[seat] - s.dents[seat]))


# --- policies -------------------------------------------------------------------------------------------


@rule
def worth(t: Table, s: State, seat: int, end: State) -> float:
    """What an outcome of a move is worth: the way left, the dents, the next turn."""
    value = worth_now(t, end, seat)
    if end.status[seat] == WRECKED or end.space[seat] >= t.finish[s.race]:
        return value
    value += NEXT * next_turn_guess(t, end, seat)
    if how_it_ends(end) & INTO_A_SLED:  # then no cards are drawn (ST-SLED-3, ST-PLAY-7)
        value -= NEXT * DRAWN * max(0, HAND - end.canines[seat] - end.dents[seat])
        if end.canines[seat] == 0:
            left = way_left(t, end, end.space[seat])
            worse = dent_cost(end.dents[seat] + 1, left) if end.dents[seat] < MOST_DENTS else WRECK_COST
            value -= worse - dent_cost(end.dents[seat], left)
    return value


@rule
def worth_now(t: Table, end: State, seat: int) -> float:
    """What an outcome is worth by itself, whatever comes after: the way left and the dents."""
    left = way_left(t, end, end.space[seat])
    if end.status[seat] == WRECKED:
        return -left - WRECK_COST
    if left <= 0:
        return FINISHED - left
    return -left - dent_cost(end.dents[seat], left)


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """What a purposeful player does who looks one turn ahead, and guesses the next."""
    actions = np.empty(MAX_LEGAL, np.int64)
    number = legal(t, s, actions)
    if s.decision == START:
        return best_start(actions, number)
    if s.decision == DISCARD:
        return best_discard(t, s, actions, number)
    ends, choices = np.empty(MOST_OUTCOMES, RECORD), np.empty((MOST_OUTCOMES, MOST_CHOICES), np.int64)
    seat, play = actor(t, s), s.decision == PLAY
    best, most, equals = NONE, -1e9, 0
    for k in range(number if play else 1):
        for n in range(explore(t, s, actions[k] if play else NONE, ends, choices)):
            value = worth(t, s, seat, ends[n])
            if value > most + 1e-9:
                best, most, equals = actions[k] if play else choices[n, 0], value, 1
            elif value > most - 1e-9:
                equals += 1
                if below(mind, equals) == 0:
                    best = actions[k] if play else choices[n, 0]
    return int(best)


@rule
def best_start(actions: Array, number: int) -> int:
    """The most liked of the start spaces that are free."""
    for liked in STARTS_LIKED:
        for action in actions[:number]:
            if action == liked - 1:
                return int(action)
    return int(actions[0])


@rule
def best_discard(t: Table, s: State, actions: Array, number: int) -> int:
    """The card without which the next turn looks best."""
    seat, best, most = actor(t, s), NONE, -1e9
    for action in actions[:number]:
        value = action - FIRST_DISCARD
        s.hand[seat, value] -= 1
        found = next_turn_guess(t, s, seat)
        s.hand[seat, value] += 1
        if found > most:
            best, most = action, found
    return int(best)


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action: what the best of the guesses says, with a whim."""
    actions = np.empty(MAX_LEGAL, np.int64)
    number, seat = legal(t, s, actions), actor(t, s)
    if s.decision == PLAY:
        bonus, best, most = position(t, s, seat, s.space[seat]) if s.round_no > 1 else 0, NONE, -1e9
        for action in actions[:number]:
            value, slots = (action - FIRST_PLAY) // SLOT_SETS + 1, (action - FIRST_PLAY) % SLOT_SETS + 1
            found = guess_play(t, s, seat, value, slots, bonus) + WHIM * below(mind, 1000)
            if found > most:
                best, most = action, found
        return int(best)
    if s.decision == STEP:
        return better_step(t, s, seat, actions)
    if s.decision == BONUS:
        return better_bonus(t, s, seat)
    return int(actions[below(mind, number)])


@rule
def better_step(t: Table, s: State, seat: int, actions: Array) -> int:
    """A step that runs into nothing, if there is one; of two, the drift, which may have no room later."""
    return int(actions[1] if target(t, s, seat, actions[1] - FIRST_STEP) >= 0 else actions[0])


@rule
def better_bonus(t: Table, s: State, seat: int) -> int:
    """The bonus, unless its dents cost more than it brings."""
    ends, choices = np.empty(MOST_OUTCOMES, RECORD), np.empty((MOST_OUTCOMES, MOST_CHOICES), np.int64)
    best, most = NO_BONUS, -1e9
    for n in range(explore(t, s, NONE, ends, choices)):
        value = worth_now(t, ends[n], seat)
        if value > most:
            best, most = choices[n, 0], value
    return int(best)
