"""What a good player of Snow Tails looks at: the way to the finish, dents, and the turn after this one.

All is measured in spaces. `guess` tells roughly what a turn with some mat would bring; `values` weigh every
outcome of a move, with the best guess for its next turn; `rollout` follows the best guess. Both read
the player's own hand and what is public, nothing else.

Whoever moves last in a round sees how the round ends: a victory in it is found exactly (`settled`).
"""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.moving import position, target
from trailmix.games.snow_tails.rules.preview import INTO_A_SLED, explore, how_it_ends
from trailmix.games.snow_tails.rules.scoring import points_of
from trailmix.games.snow_tails.rules.turns import SIZES, actor, legal
from trailmix.games.snow_tails.state import State, Table
from trailmix.games.snow_tails.track.box import LANES
from trailmix.games.snow_tails.track.spaces import DRIFT_LEFT, DRIFT_RIGHT, FORWARD

DENT_COST = (0.0, 4.0, 9.0, 16.0, 26.0)  # by the number of dents: each costs more than the one before
FAR = 50.0  # with less of the way left than this, dents cost less: there are fewer turns to suffer from them
WRECK_COST = 80.0
NEXT = 0.8  # how much the next turn counts: a lot can happen before it
DRAWN = 0.4  # what a card that will be drawn is worth
STAY = -1.0  # standing still is worse than gaining nothing: the others move
FINISHED = 12.0  # what being across the line is worth
WON = 1000.0  # what a race that is won for certain is worth
STARTS_DISLIKED = (2, 3, 4, 1, 0)  # by its number: the fifth is liked best, then the fourth, then the first
PLACE = 5.0  # what a point of the season is worth
EVALUATION = ("places", "way", "dents", "speed")
PLACES, WAY, DENTS, SPEED = range(4)
MOST_SPEED = 2 * state.VALUES + state.MAX_PLAYERS  # both dogs at their best, and the bonus
WHIM = 0.001
"""A rollout misjudges a card play by less than a thousand of these."""


# --- a rough guess --------------------------------------------------------------------------------------


@rule
def way_left(t: Table, s: State, space: int) -> float:
    """How far it is to the finish; negative beyond the line."""
    if space < t.finish[s.race]:
        return float(t.to_finish[s.race, space])
    return -float((space - t.finish[s.race]) // LANES)


@rule
def dent_cost(dents: int, left: float) -> float:
    """What dents will cost on the way that is left."""
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
    if dents > state.MOST_DENTS:
        return gain - WRECK_COST
    return gain - dent_cost(dents, left_over) + dent_cost(s.dents[seat], left_over)


@rule
def guess_play(t: Table, s: State, seat: int, value: int, slots: int, bonus: int) -> float:
    """The guess for a card play, with the bonus or without, whichever is better."""
    left = value if slots >> state.LEFT & 1 else s.mat[seat, state.LEFT]
    right = value if slots >> state.RIGHT & 1 else s.mat[seat, state.RIGHT]
    brake = value if slots >> state.BRAKE & 1 else s.mat[seat, state.BRAKE]
    found = guess(t, s, seat, left, right, brake, 0)
    if left == right and left + right > brake and bonus:
        found = max(found, guess(t, s, seat, left, right, brake, bonus))
    return found


@rule
def next_turn_guess(t: Table, s: State, seat: int) -> float:
    """The best guess for the cards in hand, and what may be hoped for from those that will be drawn."""
    bonus, hand, best = position(t, s, seat, s.space[seat]), s.hand[seat], STAY
    for value in range(1, state.VALUES + 1):
        for slots in range(1, state.SLOT_SETS + 1):
            if SIZES[slots] <= hand[value - 1]:
                best = max(best, guess_play(t, s, seat, value, slots, bonus))
    return float(best + DRAWN * max(0, state.HAND - s.canines[seat] - s.dents[seat]))


# --- policies -------------------------------------------------------------------------------------------


@rule
def worth(t: Table, s: State, seat: int, end: State) -> float:
    """What an outcome of a move is worth: the way left, the dents, the next turn."""
    value = worth_now(t, end, seat)
    if end.status[seat] == state.WRECKED or end.space[seat] >= t.finish[s.race]:
        return value
    value += NEXT * next_turn_guess(t, end, seat)
    if how_it_ends(end) & INTO_A_SLED:  # then no cards are drawn (ST-SLED-3, ST-PLAY-7)
        value -= NEXT * DRAWN * max(0, state.HAND - end.canines[seat] - end.dents[seat])
        if end.canines[seat] == 0:
            left = way_left(t, end, end.space[seat])
            worse = dent_cost(end.dents[seat] + 1, left) if end.dents[seat] < state.MOST_DENTS else WRECK_COST
            value -= worse - dent_cost(end.dents[seat], left)
    return value


@rule
def worth_now(t: Table, end: State, seat: int) -> float:
    """What an outcome is worth by itself, whatever comes after: the way left and the dents."""
    left = way_left(t, end, end.space[seat])
    if end.status[seat] == state.WRECKED:
        return -left - WRECK_COST
    if left <= 0:
        return FINISHED - left + (WON if has_won(t, end, seat) else 0.0)
    return -left - dent_cost(end.dents[seat], left)


@rule
def has_won(t: Table, s: State, seat: int) -> bool:
    """Has a sled across the line won the only race: is it ahead of all, and the last to move this round?"""
    ahead = t.races == 1 and is_last(s)
    for other in range(t.players):
        behind = s.status[other] == state.WRECKED or s.space[other] < s.space[seat]
        ahead &= other == seat or (s.status[other] != state.FINISHED and behind)
    return bool(ahead)


@rule
def is_last(s: State) -> bool:
    """Does nobody move after this sled before places are given? (ST-END-2)."""
    return bool(s.turn + 1 == state.MAX_PLAYERS or s.order[s.turn + 1] == state.NONE)


@rule
def settled(t: Table, s: State) -> bool:
    """Can the sled to move win the only race with this move, whatever anybody does?"""
    if t.races > 1 or s.decision not in (state.PLAY, state.STEP, state.BONUS) or not is_last(s):
        return False
    seat = actor(t, s)
    if way_left(t, s, s.space[seat]) > MOST_SPEED:
        return False
    actions, found = np.empty(state.MAX_LEGAL, np.int64), False
    for n in range(legal(t, s, actions)):
        found |= best_outcome(t, s, seat, actions[n]) > WON / 2
    return bool(found)


@rule
def values(t: Table, s: State, mind: Any, actions: Array, number: int, out: Array) -> None:
    """What each action is worth to a purposeful player who looks one turn ahead, and guesses the next."""
    seat = actor(t, s)
    for n in range(number):
        if s.decision == state.START:
            out[n] = -float(STARTS_DISLIKED[actions[n]])
        elif s.decision == state.DISCARD:
            out[n] = worth_without(t, s, seat, actions[n] - state.FIRST_DISCARD)
        else:
            out[n] = best_outcome(t, s, seat, actions[n])


@rule
def best_outcome(t: Table, s: State, seat: int, action: int) -> float:
    """What the best outcome of an action of a move is worth."""
    ends, _ = explore(t, s, action)
    most = -1e9
    for n in range(len(ends)):
        most = max(most, worth(t, s, seat, ends[n]))
    return most


@rule
def worth_without(t: Table, s: State, seat: int, value: int) -> float:
    """What the next turn looks like without a card."""
    s.hand[seat, value] -= 1
    found = next_turn_guess(t, s, seat)
    s.hand[seat, value] += 1
    return float(found)


@rule
def evaluate(t: Table, s: State, out: Array) -> None:
    """The way left, dents and speed of each sled in spaces, and the places of the season's races."""
    for seat in range(t.players):
        out[seat, PLACES] = PLACE * points_of(t, s, seat)
        if s.status[seat] == state.WRECKED:
            out[seat, DENTS] = -WRECK_COST
        elif s.status[seat] != state.FINISHED and s.space[seat] != state.NONE:
            left = way_left(t, s, s.space[seat])
            out[seat, WAY] = -left
            if left > 0:
                out[seat, DENTS] = -dent_cost(s.dents[seat], left)
                mat = s.mat[seat]
                out[seat, SPEED] = NEXT * (mat[state.LEFT] + mat[state.RIGHT] - mat[state.BRAKE])


@rule
def horizon(t: Table, s: State) -> int:
    """A race up to its first finish, and the rest of it."""
    finished = 0
    for seat in range(t.players):
        finished |= s.status[seat] == state.FINISHED
    return int(2 * s.race + finished)


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action: what the best of the guesses says, with a whim."""
    actions = np.empty(state.MAX_LEGAL, np.int64)
    number, seat = legal(t, s, actions), actor(t, s)
    if s.decision == state.PLAY:
        bonus, best, most = position(t, s, seat, s.space[seat]) if s.round_no > 1 else 0, state.NONE, -1e9
        for action in actions[:number]:
            value, slots = divmod(action - state.FIRST_PLAY, state.SLOT_SETS)
            found = guess_play(t, s, seat, value + 1, slots + 1, bonus) + WHIM * below(mind, 1000)
            if found > most:
                best, most = action, found
        return int(best)
    if s.decision == state.STEP:
        # The drift, which may have no room later, unless it runs into something.
        return int(actions[1] if target(t, s, seat, actions[1] - state.FIRST_STEP) >= 0 else actions[0])
    if s.decision == state.BONUS:
        return better_bonus(t, s, seat)
    return int(actions[below(mind, number)])


@rule
def better_bonus(t: Table, s: State, seat: int) -> int:
    """The bonus, unless its dents cost more than it brings."""
    ends, choices = explore(t, s, state.NONE)
    best, most = state.NO_BONUS, -1e9
    for n in range(len(ends)):
        value = worth_now(t, ends[n], seat)
        if value > most:
            best, most = choices[n, 0], value
    return int(best)
