"""The move: cards are played, steps taken, damage done; all of a turn but its hand step (ST-TURN-2 b to g).

A move takes nothing from chance. `preview` plays these same functions to tell what a move leads to.
"""

from trailmix.engine.events import note
from trailmix.engine.kernels import rule
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.cards import FATAL, SPARED_FIFTH, TAKEN, lay, take_dents, wreck
from trailmix.games.snow_tails.state import State, Table
from trailmix.games.snow_tails.track.spaces import DRIFT_LEFT, DRIFT_RIGHT, FORWARD, NO_SAPLING

OPEN, DRAWS, KEEPS, GONE = range(4)
"""How a move stands: something is to be decided; it is over, and cards are drawn; it is over and none are,
because it ended in another sled; the sled is wrecked."""

INTO_SLED = -8
"""A step into the sled of seat n gives this minus n; whatever else is in the way is higher, but below 0."""
WRECKED_HERE = -99


# --- the mat --------------------------------------------------------------------------------------------


@rule
def speed_of(s: State, seat: int) -> int:
    """The two dogs less the brake (ST-SPEED-1)."""
    return int(s.mat[seat, state.LEFT] + s.mat[seat, state.RIGHT] - s.mat[seat, state.BRAKE])


@rule
def drift_of(s: State, seat: int) -> int:
    """The difference between the dogs (ST-DRIFT-1)."""
    return int(abs(s.mat[seat, state.LEFT] - s.mat[seat, state.RIGHT]))


@rule
def drift_side(s: State, seat: int) -> int:
    """The kind of step that a drift is: to the side of the stronger dog (ST-DRIFT-1)."""
    return DRIFT_LEFT if s.mat[seat, state.LEFT] > s.mat[seat, state.RIGHT] else DRIFT_RIGHT


@rule
def balanced(s: State, seat: int) -> bool:
    """Equal dogs, printed threes included (ST-DRIFT-7, ST-R-43)."""
    return bool(s.mat[seat, state.LEFT] == s.mat[seat, state.RIGHT])


# --- the track ------------------------------------------------------------------------------------------


@rule
def target(t: Table, s: State, seat: int, kind: int) -> int:
    """The space that a step leads to, or, below 0, what it runs into (ST-MOVE-2, ST-MOVE-3)."""
    to = int(t.step[s.race, s.space[seat], kind])
    if to >= 0:
        for other in range(t.players):
            if s.space[other] == to and s.status[other] == state.RACING:
                return INTO_SLED - other
    return to


@rule
def sapling_stands(t: Table, s: State, space: int) -> bool:
    """Is there a sapling on the space that nobody has run over? (ST-HAZARD-2)."""
    n = int(t.sapling[s.race, space])
    return n != NO_SAPLING and not s.felled[n >> 3] >> (n & 7) & 1


@rule
def is_felled(t: Table, s: State, space: int) -> bool:
    """Is the sapling of the space gone?"""
    return bool(t.sapling[s.race, space] != NO_SAPLING and not sapling_stands(t, s, space))


@rule
def fell(t: Table, s: State, space: int) -> None:
    """Run over the sapling of the space (ST-HAZARD-2)."""
    n = int(t.sapling[s.race, space])
    s.felled[n >> 3] |= 1 << (n & 7)


@rule
def position(t: Table, s: State, seat: int, space: int) -> int:
    """The race position of a sled, were it on this space: finished ones are ahead (ST-ORDER-7, ST-R-2)."""
    found = 1
    for other in range(t.players):
        racing = s.status[other] == state.RACING and other != seat
        if s.status[other] == state.FINISHED or (racing and s.space[other] > space):
            found += 1
    return found


# --- the move -------------------------------------------------------------------------------------------


@rule
def move(t: Table, s: State, action: int) -> int:
    """Play cards, a step, or the bonus or none, and what follows by itself; returns how the move stands."""
    seat = s.order[s.turn]
    if action < state.FIRST_STEP:
        return play_cards(t, s, seat, action)
    if action < state.TAKE_BONUS:
        return go_on(t, s, seat, run(t, s, seat, action - state.FIRST_STEP))
    bonus, speed, to = position(t, s, seat, s.path[0]), speed_of(s, seat), s.space[seat]
    if action == state.NO_BONUS:
        note(s, state.LEFT_BONUS, seat, bonus)
    else:
        speed += bonus
        note(s, state.TOOK_BONUS, seat, bonus, speed)
        s.forward = bonus  # ST-BONUS-3
        to = run(t, s, seat, FORWARD)
    return settle(t, s, seat, to, speed)


@rule
def play_cards(t: Table, s: State, seat: int, action: int) -> int:
    """One value on one to three slots, which fixes speed and drift (ST-PLAY-1, ST-PLAY-2, ST-DRIFT-3)."""
    value, slots = divmod(action - state.FIRST_PLAY, state.SLOT_SETS)
    lay(s, seat, value + 1, slots + 1)
    speed, drift, side = speed_of(s, seat), drift_of(s, seat), drift_side(s, seat)
    shown = s.mat[seat, state.LEFT] * 100 + s.mat[seat, state.RIGHT] * 10 + s.mat[seat, state.BRAKE]
    note(s, state.PLAYED, seat, action, shown, speed, drift, side if drift else 0)
    s.path[0] = s.space[seat]
    s.steps = 0
    if speed <= 0:  # ST-SPEED-2
        note(s, state.STOOD, seat, speed)
        return DRAWS
    s.drift = min(drift, speed)
    s.forward = speed - s.drift
    if s.forward and s.drift:
        s.decision = state.STEP
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
            note(s, state.BROKE_SAPLING, seat, s.race, to, s.dents[seat])
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
            s.decision = state.STEP
            return OPEN
        if balanced(s, seat) and s.round_no > 1:  # ST-BONUS-1, ST-BONUS-5
            s.decision = state.BONUS
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
            note(s, state.SPED, seat, limit, speed, speed - limit, s.dents[seat])
    if INTO_SLED < to < 0 and fate != FATAL:
        if fate == TAKEN:  # or the sled has been spared, and is spared all further dents (ST-DENT-5)
            fate = take_dents(t, s, seat, 1)
        note(s, state.HIT_SIDE, seat, to, s.race, s.space[seat], s.dents[seat])
    if fate == FATAL:
        wreck(s, seat)
        return GONE
    if fate == SPARED_FIFTH:
        note(s, state.SPARED, seat)
    if to <= INTO_SLED:
        note(s, state.HIT_SLED, seat, INTO_SLED - to, s.race, s.space[seat])
        return KEEPS
    return DRAWS


@rule
def end_move(s: State) -> None:
    """Steps that are still open are lost (ST-DRIFT-3), and the path is history."""
    s.path[: s.steps + 1] = state.NONE
    s.steps, s.forward, s.drift = 0, 0, 0


@rule
def note_steps(t: Table, s: State, seat: int, first: int) -> None:
    """Tell the steps from number `first` on, and whether they cross the finish line."""
    number, told = s.steps - first, 0
    if number == 0:
        return
    lane, begin = t.lane[s.race], s.path[first]
    for n in range(s.steps - 1, first - 1, -1):
        change = lane[s.path[n + 1]] - lane[s.path[n]]
        kind = FORWARD if change == 0 else DRIFT_LEFT if change < 0 else DRIFT_RIGHT
        told = told << state.STEP_BITS | kind
    note(s, state.MOVED, seat, number, told, s.race, begin, number)
    note(s, state.MOVED, seat, told, s.race, s.space[seat])  # what the row before has no room for
    if begin < t.finish[s.race] <= s.space[seat]:
        note(s, state.CROSSED, seat)
