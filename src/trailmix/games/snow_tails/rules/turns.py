"""Turns: setting up, what may be done, doing it (ledger, 3.3 and 3.14)."""

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.cards import clear_cards, discard, draw_up_to, only_value, too_many
from trailmix.games.snow_tails.rules.moving import DRAWS, OPEN, drift_side, end_move, move
from trailmix.games.snow_tails.rules.racing import begin_race, next_turn, place_sled, start_is_free
from trailmix.games.snow_tails.state import State, Table

SIZES = (0, 1, 1, 2, 1, 2, 2, 3)  # the number of slots in a set of them


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
    for seat in range(state.MAX_PLAYERS):
        clear_cards(s, seat)
    s.mat[:] = 0
    s.dents[:] = 0


# --- what may be done -----------------------------------------------------------------------------------


@rule
def actor(t: Table, s: State) -> int:
    """The seat placing or on turn: nobody else ever decides (ST-FLOW-6)."""
    return state.NONE if s.decision == state.OVER else s.order[s.turn]


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many."""
    if s.decision == state.PLAY:
        return legal_plays(s, out)
    if s.decision == state.STEP:  # ST-FLOW-3: there are steps of both kinds
        out[0], out[1] = state.STEP_FORWARD, state.FIRST_STEP + drift_side(s, actor(t, s))
        return 2
    if s.decision == state.BONUS:  # ST-FLOW-4
        out[0], out[1] = state.TAKE_BONUS, state.NO_BONUS
        return 2
    if s.decision == state.DISCARD:
        return legal_discards(s, out)
    if s.decision == state.START:
        return legal_starts(t, s, out)
    return 0


@rule
def legal_starts(t: Table, s: State, out: Array) -> int:
    """Every free start space (ST-FLOW-1)."""
    n = 0
    for number in range(1, state.STARTS + 1):
        if start_is_free(t, s, number):
            out[n] = number - 1
            n += 1
    return n


@rule
def legal_plays(s: State, out: Array) -> int:
    """Every value on every set of slots that there are enough cards for (ST-FLOW-2)."""
    hand, n = s.hand[s.order[s.turn]], 0
    for value in range(state.VALUES):
        if hand[value] == 0:
            continue
        for slots in range(1, state.SLOT_SETS + 1):
            if SIZES[slots] <= hand[value]:
                out[n] = state.FIRST_PLAY + value * state.SLOT_SETS + slots - 1
                n += 1
    return n


@rule
def legal_discards(s: State, out: Array) -> int:
    """Every value in the hand (ST-FLOW-5)."""
    hand, n = s.hand[s.order[s.turn]], 0
    for value in range(state.VALUES):
        if hand[value] > 0:
            out[n] = state.FIRST_DISCARD + value
            n += 1
    return n


# --- doing it -------------------------------------------------------------------------------------------


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and everything after it that leaves no choice (ST-TURN-1, ST-FLOW-6)."""
    forget_events(s)
    if s.decision == state.START:
        place(t, s, action + 1)
    elif s.decision == state.DISCARD:
        discard(s, s.order[s.turn], action - state.FIRST_DISCARD + 1)
        end_turn(t, s)
    else:
        stands = move(t, s, action)
        if stands != OPEN:
            end_move(s)
            if stands == DRAWS:  # not after a crash into a sled, or a wreck (ST-HAND-1, ST-SLED-3, ST-R-12)
                draw_up_to(s, s.order[s.turn], state.HAND)
            end_turn(t, s)


@rule
def place(t: Table, s: State, number: int) -> None:
    """Place a sled, and the last of five on the only space left (ST-FLOW-1)."""
    place_sled(t, s, number)
    if s.decision == state.START and s.turn == state.STARTS - 1:
        for last in range(1, state.STARTS + 1):
            if start_is_free(t, s, last):
                place_sled(t, s, last)
                return


@rule
def end_turn(t: Table, s: State) -> None:
    """Discard down to five (ST-HAND-2, ST-SLED-3), by choice where there is one; then the next sled."""
    seat = s.order[s.turn]
    while too_many(s, seat):
        value = only_value(s, seat)
        if value == state.NONE:
            s.decision = state.DISCARD
            return
        discard(s, seat, value)
    s.turn += 1
    next_turn(t, s)
