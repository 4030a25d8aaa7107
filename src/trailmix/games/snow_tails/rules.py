"""The rules of Snow Tails: setting up, what may be done, doing it.

Kernels over the records of `state`. `cards` has hands and decks, `moving` the move, `racing` rounds, finish
and season. Rule IDs are those of ``docs/rules/snow_tails.md``.
"""

from __future__ import annotations

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed
from trailmix.games.snow_tails.cards import discard, draw_up_to, only_value, too_many
from trailmix.games.snow_tails.moving import DRAWS, OPEN, drift_side, end_move, move
from trailmix.games.snow_tails.racing import begin_race, next_turn, place_sled, start_is_free
from trailmix.games.snow_tails.state import (
    BONUS,
    DISCARD,
    FIRST_DISCARD,
    FIRST_PLAY,
    FIRST_STEP,
    HAND,
    NO_BONUS,
    NONE,
    OVER,
    PLAY,
    SLOT_SETS,
    START,
    STARTS,
    STEP,
    STEP_FORWARD,
    TAKE_BONUS,
    VALUES,
    State,
    Table,
)

SIZES = (0, 1, 1, 2, 1, 2, 2, 3)
"""The number of slots in a set of them."""


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up the first race (ST-SETUP-1 to ST-SETUP-7)."""
    seed(s, key)
    clear(t, s)
    begin_race(t, s)
    forget_events(s)


@rule
def clear(t: Table, s: State) -> None:
    """A blank record: no race has been run, no seat has cards."""
    s.n_events = 0
    s.events[:] = 0
    s.results[:] = 0
    s.race = 0
    s.hand[:] = 0
    s.canines[:] = 0
    s.sure[:] = 0
    s.pile[:] = 0
    s.pile_size[:] = 0
    s.discards[:] = 0
    s.covered[:] = 0
    s.carded[:] = 0
    s.mat[:] = 0
    s.dents[:] = 0


# --- what may be done -----------------------------------------------------------------------------------


@rule
def actor(t: Table, s: State) -> int:
    """The seat placing or on turn: nobody else ever decides (ST-FLOW-6)."""
    return NONE if s.decision == OVER else s.order[s.turn]


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many."""
    if s.decision == PLAY:
        return legal_plays(s, out)
    if s.decision == STEP:  # ST-FLOW-3: there are steps of both kinds
        out[0], out[1] = STEP_FORWARD, FIRST_STEP + drift_side(s, actor(t, s))
        return 2
    if s.decision == BONUS:  # ST-FLOW-4
        out[0], out[1] = TAKE_BONUS, NO_BONUS
        return 2
    if s.decision == DISCARD:
        return legal_discards(s, out)
    if s.decision == START:
        return legal_starts(t, s, out)
    return 0


@rule
def legal_starts(t: Table, s: State, out: Array) -> int:
    """Every free start space (ST-FLOW-1)."""
    n = 0
    for number in range(1, STARTS + 1):
        if start_is_free(t, s, number):
            out[n] = number - 1
            n += 1
    return n


@rule
def legal_plays(s: State, out: Array) -> int:
    """Every value on every set of slots that there are enough cards for (ST-FLOW-2)."""
    hand, n = s.hand[s.order[s.turn]], 0
    for value in range(VALUES):
        if hand[value] == 0:
            continue
        first = FIRST_PLAY + value * SLOT_SETS
        for slots in range(1, SLOT_SETS + 1):
            if SIZES[slots] <= hand[value]:
                out[n] = first + slots - 1
                n += 1
    return n


@rule
def legal_discards(s: State, out: Array) -> int:
    """Every value in the hand (ST-FLOW-5)."""
    hand, n = s.hand[s.order[s.turn]], 0
    for value in range(VALUES):
        if hand[value] > 0:
            out[n] = FIRST_DISCARD + value
            n += 1
    return n


# --- doing it -------------------------------------------------------------------------------------------


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and all that has no alternative behind it (ST-TURN-1, ST-FLOW-6)."""
    forget_events(s)
    if s.decision == START:
        place(t, s, action + 1)
    elif s.decision == DISCARD:
        discard(s, s.order[s.turn], action - FIRST_DISCARD + 1)
        end_turn(t, s)
    else:
        stands = move(t, s, action)
        if stands != OPEN:
            hand_step(t, s, stands)


@rule
def place(t: Table, s: State, number: int) -> None:
    """Place a sled, and the last of five on the only space left (ST-FLOW-1)."""
    place_sled(t, s, number)
    if s.decision == START and s.turn == STARTS - 1:
        for last in range(1, STARTS + 1):
            if start_is_free(t, s, last):
                place_sled(t, s, last)
                return


@rule
def hand_step(t: Table, s: State, stands: int) -> None:
    """Draw up to five, unless the move ended in a sled or a wreck (ST-HAND-1, ST-SLED-3, ST-R-12)."""
    end_move(s)
    if stands == DRAWS:
        draw_up_to(s, s.order[s.turn], HAND)
    end_turn(t, s)


@rule
def end_turn(t: Table, s: State) -> None:
    """Discard down to five (ST-HAND-2, ST-SLED-3), by choice where there is one; then the next sled."""
    seat = s.order[s.turn]
    while too_many(s, seat):
        value = only_value(s, seat)
        if value == NONE:
            s.decision = DISCARD
            return
        discard(s, seat, value)
    s.turn += 1
    next_turn(t, s)
