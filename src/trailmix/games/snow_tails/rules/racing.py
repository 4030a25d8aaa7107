"""Races: setting one up, rounds and turns, the finish, places and points (ledger, 3.1, 3.2, 3.11, 3.12)."""

import numpy as np

from trailmix.engine.events import note, note_all
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import shuffle
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.cards import FATAL, draw_up_to, new_deck, take_dents, wreck
from trailmix.games.snow_tails.rules.moving import end_move
from trailmix.games.snow_tails.rules.scoring import place_in_match, points_of, rank_in_race, score
from trailmix.games.snow_tails.state import State, Table

# --- setting up -----------------------------------------------------------------------------------------


@rule
def begin_race(t: Table, s: State) -> None:
    """The complete setup of a race, up to the placing of the sleds (ST-SETUP-4 to ST-SETUP-7, ST-R-44)."""
    clear_race(s)
    for seat in range(t.players):
        new_deck(s, seat)
        s.order[seat] = seat
    shuffle(s, s.order, t.players)
    note(s, state.RACE_BEGAN, state.NONE, s.race, s.race, told_order(s))


@rule
def clear_race(s: State) -> None:
    """No sled is on the track, and no sapling felled."""
    s.round_no, s.decision, s.turn = 0, state.START, 0
    s.steps = len(s.path) - 1
    end_move(s)
    s.space[:] = state.NONE
    s.status[:] = state.WAITING
    s.wreck_round[:] = 0
    s.wreck_turn[:] = 0
    s.felled[:] = 0
    s.order[:] = state.NONE


@rule
def place_sled(t: Table, s: State, number: int) -> None:
    """Put the sled whose turn it is on a start space; after the last one hands are drawn (ST-SETUP-8, -9)."""
    seat = s.order[s.turn]
    s.space[seat] = state.STARTS - number  # `Track.start`
    s.status[seat] = state.RACING
    note(s, state.STARTED, seat, number)
    s.turn += 1
    if s.turn < t.players:
        return
    for other in range(t.players):
        draw_up_to(s, other, state.START_HANDS[state.STARTS - s.space[other] - 1])
    begin_round(t, s)
    next_turn(t, s)


@rule
def start_is_free(t: Table, s: State, number: int) -> bool:
    """Has no sled been placed there? (ST-SETUP-8)."""
    taken = False
    for seat in range(t.players):
        taken |= s.space[seat] == state.STARTS - number
    return not taken


# --- rounds and turns -----------------------------------------------------------------------------------


@rule
def begin_round(t: Table, s: State) -> None:
    """Every sled still racing gets a turn, the leader first (ST-ORDER-1, ST-R-1)."""
    s.round_no += 1
    s.turn = 0
    sort_racing(t, s, s.order)
    note(s, state.ROUND_BEGAN, state.NONE, s.round_no, told_order(s))


@rule
def sort_racing(t: Table, s: State, out: Array) -> None:
    """The seats still racing in race order: by the numbers of their spaces (ST-ORDER-2 to -6, ST-GEO-5)."""
    out[:] = state.NONE
    for seat in range(t.players):
        if s.status[seat] == state.RACING:
            before = 0
            for other in range(t.players):
                before += s.status[other] == state.RACING and s.space[other] > s.space[seat]
            out[before] = seat


@rule
def told_order(s: State) -> int:
    """An order of seats as one number."""
    told = 0
    for n in range(state.MAX_PLAYERS):
        told |= (state.NO_SEAT if s.order[n] == state.NONE else s.order[n]) << state.SEAT_BITS * n
    return told


@rule
def next_turn(t: Table, s: State) -> None:
    """Go on until somebody has cards to play: a sled without them takes a dent first (ST-PLAY-7, ST-R-13)."""
    while True:
        if s.turn == state.MAX_PLAYERS or s.order[s.turn] == state.NONE:
            if end_round(t, s):
                end_race(t, s)
                return
            begin_round(t, s)
        seat = s.order[s.turn]
        if s.canines[seat] == 0:
            fate = take_dents(t, s, seat, 1)
            note(s, state.NO_CANINE, seat, s.dents[seat])
            if fate == FATAL:
                wreck(s, seat)
                s.turn += 1
                continue
            draw_up_to(s, seat, state.HAND)
        s.decision = state.PLAY
        return


# --- the finish -----------------------------------------------------------------------------------------


@rule
def end_round(t: Table, s: State) -> bool:
    """Sleds beyond the line have finished (ST-END-2 to ST-END-6); is the race over? (ST-FLOW-7)."""
    racing = 0
    sort_racing(t, s, s.order)
    for n in range(t.players):
        seat = s.order[n]
        if seat != state.NONE:
            if s.space[seat] >= t.finish[s.race]:
                give_place(t, s, seat)
            else:
                racing += 1
    if racing and s.round_no >= t.most_rounds:
        note(s, state.STOPPED, state.NONE, s.round_no)
        return True  # ST-R-30: they have not finished
    return racing == 0


@rule
def give_place(t: Table, s: State, seat: int) -> None:
    """The next free place; the sled is taken off the track (ST-END-6, ST-R-25)."""
    place = 1
    for other in range(t.players):
        place += s.status[other] == state.FINISHED
    s.status[seat] = state.FINISHED
    s.results[s.race, seat] = place
    note(s, state.PLACED, seat, place, state.POINTS[place - 1])


@rule
def end_race(t: Table, s: State) -> None:
    """Whoever has not finished is listed (ST-R-27, ST-R-30); the next race begins, or the match is over."""
    list_the_others(t, s)
    note_race(t, s)
    if s.race + 1 < t.races:
        s.race += 1
        begin_race(t, s)
        return
    s.decision = state.OVER
    s.order[:] = state.NONE
    s.turn = 0
    totals, winners = np.zeros(state.MAX_PLAYERS, np.int64), 0
    score(t, s, totals)
    for seat in range(t.players):
        if place_in_match(t, s, seat) == 1:
            winners += 1
            note_all(s, state.ENDED, seat, totals)
    if winners == 0:  # ST-R-28, ST-R-30
        note(s, state.NOBODY_WON, state.NONE)


@rule
def list_the_others(t: Table, s: State) -> None:
    """Behind the finishers those still racing at the safety stop, then the wrecks, all without a place."""
    for seat in range(t.players):
        if s.status[seat] != state.FINISHED:
            s.results[s.race, seat] = -rank_in_race(t, s, seat)


@rule
def note_race(t: Table, s: State) -> None:
    """Tell how the race ended: places, points, totals."""
    numbers = np.zeros(1 + 3 * state.MAX_PLAYERS, np.int64)
    numbers[0] = s.race
    for seat in range(t.players):
        place = s.results[s.race, seat]
        numbers[1 + seat] = place
        numbers[1 + state.MAX_PLAYERS + seat] = state.POINTS[place - 1] if place > 0 else 0
        numbers[1 + 2 * state.MAX_PLAYERS + seat] = points_of(t, s, seat)
    note_all(s, state.RACE_ENDED, state.NONE, numbers)
