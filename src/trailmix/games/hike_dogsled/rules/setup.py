"""Setting up a match (HD-SETUP-1 to HD-SETUP-10)."""

import numpy as np

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.zones import add_last, shuffled, take_last
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.cards import put_in_centre, take_unseen
from trailmix.games.hike_dogsled.rules.loose_cards import loosen
from trailmix.games.hike_dogsled.rules.preparations import begin_day, prepare
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up a match, and begin it (HD-SETUP-1 to HD-SETUP-10)."""
    seed(s, key)
    clear(t, s)
    lay_track(t, s)
    make_deck(s)
    for seat in range(t.players):
        for _ in range(state.HAND):
            deal_card(s, seat)
    for _ in range(state.OPENING):
        put_in_centre(s, take_last(s.deck, s.deck_size))
        s.deck_size -= 1
    if t.loose:
        add_loose(s)
    begin_day(t, s)
    # Seat A has mentors to decide on: nothing further than its turn can come.
    while not (loosen(t, s) if s.loose != NONE else prepare(t, s)):
        pass
    forget_events(s)


@rule
def clear(t: Table, s: State) -> None:
    """An empty table, the care cards handed out (HD-SETUP-6), mentors too (HD-SETUP-8)."""
    s.n_events = len(s.events)
    forget_events(s)
    s.phase, s.day, s.decision, s.asked, s.turn = state.PREPARATIONS, 0, state.MENTOR, NONE, 0
    s.first_day, s.secret, s.revealed = 0, 0, 0
    s.landscapes[:] = NONE
    s.deck[:] = NONE
    s.deck_size = 0
    s.centre, s.centre_equipment, s.centre_care, s.removed, s.discarded = 0, 0, 0, 0, 0
    s.care_pile[0] = state.N_SINGLES - state.SINGLES_IN_DECK - t.players
    s.care_pile[1] = state.N_DOUBLES - (state.PILE - 1) * t.players
    s.care_discards[:] = 0
    s.sled[:] = NONE
    s.hand[:] = 0
    s.known[:] = 0
    for seat in range(state.MAX_PLAYERS):
        plays = seat < t.players
        s.mentors[seat] = state.MENTORS_EACH if plays else 0
        s.own_pile[seat] = state.PILE if plays else 0
        s.equipment[seat], s.singles[seat], s.doubles[seat], s.hand_size[seat] = 0, 0, 0, 0
        s.known_equipment[seat], s.known_singles[seat], s.lacks[seat] = 0, 0, 0
        s.declared[seat], s.tucked[seat] = 0, 0
        s.pick[seat], s.received[seat], s.order[seat] = NONE, NONE, NONE
        s.position[seat], s.at_rest[seat], s.caught[seat] = 0, 0, 0
        s.advance[seat], s.tired[seat], s.laid_off[seat], s.paid[seat] = 0, 0, 0, 0
    s.nursed[:] = 0
    s.to_reveal, s.loose_seen, s.loose, s.running, s.target = 0, 0, NONE, 0, NONE
    s.crazy, s.crazy_seats, s.still = 0, 0, 0
    s.husky, s.moved, s.to_rest = NONE, 0, 0
    s.left[:] = 0


@rule
def lay_track(t: Table, s: State) -> None:
    """Landscapes face-down between start and finish, the rest unseen (HD-SETUP-1)."""
    s.landscapes[: t.laid] = shuffled(s, int64(state.MIDDLE))[: t.laid]


@rule
def make_deck(s: State) -> None:
    """The husky deck, shuffled (HD-SETUP-3)."""
    for n in range(state.N_DECK):
        s.deck[n] = n if n < state.EQUIPMENT else state.SINGLE
    s.deck[state.HUSKIES : state.HUSKIES + state.N_EQUIPMENT] = state.EQUIPMENT
    s.deck_size = state.N_DECK
    shuffle(s, s.deck, int64(state.N_DECK))


@rule
def deal_card(s: State, seat: int) -> None:
    """The top card of the deck, unseen by others (HD-SETUP-4)."""
    take_unseen(s, seat, take_last(s.deck, s.deck_size))
    s.deck_size -= 1
    s.hand_size[seat] += 1


@rule
def add_loose(s: State) -> None:
    """Three of the four loose cards are shuffled into what is left of the deck (HD-LOOSE-1, HD-RUL-4)."""
    cards = np.arange(state.FIRST_LOOSE, state.FIRST_LOOSE + state.LOOSE)
    shuffle(s, cards, int64(state.LOOSE))
    for n in range(state.LOOSE_IN_DECK):
        s.deck_size = add_last(s.deck, s.deck_size, cards[n])
    shuffle(s, s.deck, s.deck_size)
