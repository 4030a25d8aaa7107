"""The move: cards are played, steps taken, damage done; all of a turn but its hand step (ST-TURN-2 b to g).

A move takes nothing from chance. `preview` plays these same functions to tell what a move leads to.
"""

from __future__ import annotations

from trailmix.engine.events import note
from trailmix.engine.kernels import rule
from trailmix.games.snow_tails.cards import FATAL, SPARED_FIFTH, TAKEN, lay, take_dents, wreck
from trailmix.games.snow_tails.state import (
    BONUS,
    BRAKE,
    BROKE_SAPLING,
    CROSSED,
    FINISHED,
    FIRST_PLAY,
    FIRST_STEP,
    HIT_SIDE,
    HIT_SLED,
    LEFT,
    LEFT_BONUS,
    MOVED,
    NO_BONUS,
    NONE,
    PLAYED,
    RACING,
    RIGHT,
    SLOT_SETS,
    SPARED,
    SPED,
    STEP,
    STEP_BITS,
    STOOD,
    TAKE_BONUS,
    TOOK_BONUS,
    State,
    Table,
)
from trailmix.games.snow_tails.track import DRIFT_LEFT, DRIFT_RIGHT, FORWARD, NO_SAPLING

OPEN, DRAWS, KEEPS, GONE = range(4)
"""How a move stands: something is to be decided; it is over, and cards are drawn; it is over and none are,
because it ended in another sled; the sled is wrecked."""

INTO_SLED = -8
"""A step that runs into the sled of seat n gives this less n; what else is in the way lies above, below 0."""
WRECKED_HERE = -99


# --- the mat --------------------------------------------------------------------------------------------


@rule
def speed_of(s: State, seat: int) -> int:
    """Dog and dog less brake (ST-SPEED-1)."""
    return int(s.mat[seat, LEFT] + s.mat[seat, RIGHT] - s.mat[seat, BRAKE])


@rule
def drift_of(s: State, seat: int) -> int:
    """The difference between the dogs (ST-DRIFT-1)."""
    return int(abs(s.mat[seat, LEFT] - s.mat[seat, RIGHT]))


@rule
def drift_side(s: State, seat: int) -> int:
    """The kind of step that a drift is: to the side of the stronger dog (ST-DRIFT-1)."""
    return DRIFT_LEFT if s.mat[seat, LEFT] > s.mat[seat, RIGHT] else DRIFT_RIGHT


@rule
def balanced(s: State, seat: int) -> bool:
    """Equal dogs, printed threes included (ST-DRIFT-7, ST-R-43)."""
    return bool(s.mat[seat, LEFT] == s.mat[seat, RIGHT])


# --- the track ------------------------------------------------------------------------------------------


@rule
def target(t: Table, s: State, seat: int, kind: int) -> int:
    """The space that a step leads to, or, below 0, what it runs into (ST-MOVE-2, ST-MOVE-3)."""
    to = int(t.step[s.race, s.space[seat], kind])
    if to >= 0:
        for other in range(t.players):
            if s.space[other] == to and s.status[other] == RACING:
                return INTO_SLED - other
    return to


@rule
def sapling_stands(t: Table, s: State, space: int) -> bool:
    """Is there a sapling on the space that nobody has run over? (ST-HAZARD-2)."""
    n = int(t.sapling[s.race, space])
    return n != NO_SAPLING and not s.felled[n >> 3] >> (n & 7) & 1


@rule
def fell(t: Table, s: State, space: int) -> None:
    """The sapling of the space is gone (ST-HAZARD-2)."""
    n = int(t.sapling[s.race, space])
    s.felled[n >> 3] |= 1 << (n & 7)


@rule
def position(t: Table, s: State, seat: int, space: int) -> int:
    """The race position of a sled, were it on this space: finished ones are ahead (ST-ORDER-7, ST-R-2)."""
    found = 1
    for other in range(t.players):
        racing = s.status[other] == RACING and other != seat
        if s.status[other] == FINISHED or (racing and s.space[other] > space):
            found += 1
    return found


# --- the move -------------------------------------------------------------------------------------------


@rule
def move(t: Table, s: State, action: int) -> int:
    """Play cards, a step, or the bonus or none, and what follows by itself; returns how the move stands."""
    seat = s.order[s.turn]
    if action < FIRST_STEP:
        return play_cards(t, s, seat, action)
    if action < TAKE_BONUS:
        return go_on(t, s, seat, run(t, s, seat, action - FIRST_STEP))
    bonus, speed, to = position(t, s, seat, s.path[0]), speed_of(s, seat), s.space[seat]
    if action == NO_BONUS:
        note(s, LEFT_BONUS, seat, bonus)
    else:
        speed += bonus
        note(s, TOOK_BONUS, seat, bonus, speed)
        s.forward = bonus  # ST-BONUS-3
        to = run(t, s, seat, FORWARD)
    return settle(t, s, seat, to, speed)


@rule
def play_cards(t: Table, s: State, seat: int, action: int) -> int:
    """One value on one to three slots, which fixes speed and drift (ST-PLAY-1, ST-PLAY-2, ST-DRIFT-3)."""
    value, slots = (action - FIRST_PLAY) // SLOT_SETS + 1, (action - FIRST_PLAY) % SLOT_SETS + 1
    lay(s, seat, value, slots)
    speed, drift, side = speed_of(s, seat), drift_of(s, seat), drift_side(s, seat)
    shown = s.mat[seat, LEFT] * 100 + s.mat[seat, RIGHT] * 10 + s.mat[seat, BRAKE]
    note(s, PLAYED, seat, action, shown, speed, drift, side if drift else 0)
    s.path[0] = s.space[seat]
    s.steps = 0
    if speed <= 0:  # ST-SPEED-2
        note(s, STOOD, seat, speed)
        return DRAWS
    s.drift = min(drift, speed)
    s.forward = speed - s.drift
    if s.forward and s.drift:
        s.decision = STEP
        return OPEN
    return go_on(t, s, seat, run(t, s, seat, side if s.drift else FORWARD))


@rule
def run(t: Table, s: State, seat: int, kind: int) -> int:
    """Take a step, and those after it that have no alternative.

    Returns the space reached, or, below 0, what was run into, or WRECKED_HERE.
    """
    told = s.steps
    to = step(t, s, seat, kind)
    while to >= 0:
        if sapling_stands(t, s, to):  # ST-HAZARD-1
            note_steps(t, s, seat, told)
            told = s.steps
            fell(t, s, to)
            fate = take_dents(t, s, seat, 1)
            note(s, BROKE_SAPLING, seat, s.race, to, s.dents[seat])
            if fate == FATAL:
                return WRECKED_HERE
        if (s.forward > 0) == (s.drift > 0):  # nothing is left, or either kind
            break
        to = step(t, s, seat, FORWARD if s.forward else drift_side(s, seat))
    note_steps(t, s, seat, told)
    return to


@rule
def step(t: Table, s: State, seat: int, kind: int) -> int:
    """One step; returns the space, or, below 0, what it runs into (ST-MOVE-1, ST-SLED-1, ST-SIDE-1)."""
    if kind == FORWARD:
        s.forward -= 1
    else:
        s.drift -= 1
    to = target(t, s, seat, kind)
    if to >= 0:
        s.steps += 1
        s.path[s.steps] = to
        s.space[seat] = to
    return to


@rule
def go_on(t: Table, s: State, seat: int, to: int) -> int:
    """What follows the steps taken: further ones, the bonus (ST-FLOW-4, ST-R-3), or the damage."""
    if to >= 0:
        if s.forward:  # and drift steps, or they would have been taken
            s.decision = STEP
            return OPEN
        if balanced(s, seat) and s.round_no > 1:  # ST-BONUS-1, ST-BONUS-5
            s.decision = BONUS
            return OPEN
    return settle(t, s, seat, to, speed_of(s, seat))


@rule
def settle(t: Table, s: State, seat: int, to: int, speed: int) -> int:
    """The move is over: dents for lines crossed too fast, then for what it ran into (ST-CORNER-2, ST-R-9)."""
    fate = FATAL if to == WRECKED_HERE else TAKEN
    for n in range(s.steps):
        limit = int(t.line[s.race, s.path[n]])
        if limit and speed > limit and fate == TAKEN:
            fate = take_dents(t, s, seat, speed - limit)
            note(s, SPED, seat, limit, speed, speed - limit, s.dents[seat])
    if INTO_SLED < to < 0 and fate != FATAL:
        if fate == TAKEN:  # else the sled has been spared, as it is of all further dents (ST-DENT-5)
            fate = take_dents(t, s, seat, 1)
        note(s, HIT_SIDE, seat, to, s.race, s.space[seat], s.dents[seat])
    if fate == FATAL:
        wreck(s, seat)
        return GONE
    if fate == SPARED_FIFTH:
        note(s, SPARED, seat)
    if to <= INTO_SLED:
        note(s, HIT_SLED, seat, INTO_SLED - to, s.race, s.space[seat])
        return KEEPS
    return DRAWS


@rule
def end_move(s: State) -> None:
    """Steps that are still open are lost (ST-DRIFT-3), and the path is history."""
    s.path[: s.steps + 1] = NONE
    s.steps, s.forward, s.drift = 0, 0, 0


@rule
def note_steps(t: Table, s: State, seat: int, first: int) -> None:
    """Tell the steps after the first so many, and that they cross the finish line."""
    number, told = s.steps - first, 0
    if number == 0:
        return
    lane, begin = t.lane[s.race], s.path[first]
    for n in range(s.steps - 1, first - 1, -1):
        change = lane[s.path[n + 1]] - lane[s.path[n]]
        kind = FORWARD if change == 0 else DRIFT_LEFT if change < 0 else DRIFT_RIGHT
        told = told << STEP_BITS | kind
    note(s, MOVED, seat, number, told, s.race, begin, number)
    note(s, MOVED, seat, told, s.race, s.space[seat])  # what the row before has no room for
    if begin < t.finish[s.race] <= s.space[seat]:
        note(s, CROSSED, seat)
