"""The rules of Hike: dealing, what may be done, doing it, and whose turn is next.

What cards do is in `specialties`, how they move in `cards`, the end of a round in `scoring`. Kernels over the
records of `state`; rule IDs are those of ``docs/rules/hike_cards.md``.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.events import forget_events, note, note_all
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, seed, shuffle_last
from trailmix.games.hike_cards.cards import (
    beside,
    draw,
    eliminate,
    gain,
    is_suited,
    leave_if_empty,
    next_active,
    put,
    suit_of,
)
from trailmix.games.hike_cards.scoring import NUMBERS, ODD, ODD_TO, ODD_WHY, TOTALS, award
from trailmix.games.hike_cards.specialties import avalanche, count_bird, earthquake, plant, poop, reverse
from trailmix.games.hike_cards.state import (
    AGAIN,
    ANY_NUMBER,
    AVALANCHE,
    BIRD,
    BIRD_ASKED,
    CARDS,
    CODES,
    DEALT,
    DROUGHT,
    EARTHQUAKE,
    ENDED,
    KEPT,
    LAKE_OWED,
    LEAD,
    LOST,
    NO_BIRD,
    NONE,
    NOTHING,
    ODD_POINTS,
    OVER,
    PEAK,
    PLANT,
    PLANT_WIND,
    PLAY,
    POOP,
    ROUND_ENDED,
    SPRING,
    TIED,
    TRAIL,
    TREE,
    WIND,
    WORM,
    State,
    Table,
)

BIRD_CODES = 1 << BIRD | 1 << WIND + BIRD
"""What may be added to The Worm (HC-WORM-2)."""


# --- dealing --------------------------------------------------------------------------------------------


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up a match: the first dealer is drawn (HC-SETUP-4), the seat to the left leads (HC-SETUP-5)."""
    seed(s, key)
    s.n_events = len(s.events)
    s.totals[:] = 0
    s.round_no = 0
    s.dealer = below(s, t.players)
    deal_round(t, s)
    pass_turn(t, s, False)
    forget_events(s)


@rule
def deal_round(t: Table, s: State) -> None:
    """All cards are shuffled, and everyone gets a hand; the dealer is to pass the turn on (HC-SETUP-3)."""
    clear_round(t, s)
    cards, n = s.played, CARDS  # nothing is played yet: there is room to shuffle
    cards[:] = t.cards
    shuffle_last(s, cards, n, t.players * t.hand_size)
    for seat in range(t.players):
        for _ in range(t.hand_size):
            n -= 1
            s.deck[cards[n]] -= 1
            gain(s, seat, int(cards[n]))
    s.deck_size = n
    cards[:] = 0
    s.round_no += 1
    s.turn = s.dealer
    s.decision = PLAY


@rule
def clear_round(t: Table, s: State) -> None:
    """An empty table, all cards in the deck."""
    s.hand[:] = 0
    s.held[:] = 0
    s.hand_size[:] = 0
    s.leftovers[:] = 0
    s.bugs[:] = 0
    s.trees[:] = 0
    s.left[:] = NONE
    s.n_left = 0
    s.played[:] = 0
    s.n_played = 0
    s.top = LEAD
    s.direction = 1
    s.peaks_draw, s.trails_reverse, s.birds = 0, 0, 0
    s.worm_by, s.worm_holder, s.wind_planter = NONE, NONE, NONE
    s.deck[:] = t.copies
    s.deck_size = CARDS
    s.named[:] = NONE
    s.n_named = 0
    s.bugs_about = ANY_NUMBER
    s.drawn_since[:] = 0


# --- what may be done -----------------------------------------------------------------------------------


@inlined
def actor(t: Table, s: State) -> int:
    """The seat that owes a decision (HC-FLOW-1), -1 when the match is over."""
    return s.asked


@inlined
def demanded(t: Table, s: State) -> int:
    """The plays that are allowed now, whoever holds them, as bits by code."""
    if s.decision == PLAY:
        return int(t.follow[s.top])
    if s.decision == LAKE_OWED:
        return int(t.follow[DROUGHT])
    return BIRD_CODES if s.decision == BIRD_ASKED else 0


@inlined
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many (section 4 of the ledger)."""
    if s.decision == OVER:
        return 0
    if s.decision == PLANT:
        return legal_plantings(s, out)
    n, plays = 0, s.held[s.asked] & demanded(t, s)
    for code in range(CODES):
        out[n] = code  # overwritten if it is none: faster than to ask
        n += plays >> code & 1
    if s.decision == BIRD_ASKED:
        out[n] = NOTHING
        n += 1
    return n


@rule
def legal_plantings(s: State, out: Array) -> int:
    """Any number of Trees, without The Wind and, if it is held, with it (HC-SPR-1, HC-SPR-2)."""
    trees = int(s.hand[s.asked, TREE])
    for number in range(trees + 1):
        out[number] = NOTHING + number
    if s.hand[s.asked, WIND] == 0:
        return trees + 1
    for number in range(trees + 1):
        out[trees + 1 + number] = PLANT_WIND + number
    return 2 * (trees + 1)


# --- doing it -------------------------------------------------------------------------------------------


@inlined
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and all that follows until somebody owes a decision."""
    forget_events(s)
    seat = s.asked
    if s.decision == PLANT:
        plant(s, seat, action)
        ask_on(t, s, seat, seat != s.turn)
    elif action == NOTHING:
        note(s, NO_BIRD, seat)
        pass_turn(t, s, False)
    else:
        put(s, seat, action)
        if is_suited(action):
            play_suit(t, s, seat, suit_of(action))
        else:
            play_specialty(t, s, seat, action)


@inlined
def play_suit(t: Table, s: State, seat: int, suit: int) -> None:
    """A suited card, or The Wind as one; in a turn, for The Worm, or owed to a Drought."""
    turned = suit == TRAIL and s.trails_reverse != 0
    if suit == BIRD:
        count_bird(s, seat)
    elif suit == PEAK and s.peaks_draw:
        draw(s, seat, 1)  # before the hand is looked at (HC-AVA-4)
    elif turned:
        reverse(s, seat)
    leave_if_empty(s, seat)
    if s.decision == LAKE_OWED:
        ask_on(t, s, seat, seat != s.turn)
    else:
        pass_turn(t, s, turned and goes_again(t, s, seat))


@inlined
def play_specialty(t: Table, s: State, seat: int, card: int) -> None:
    """Drought, Spring and Earthquake reach nobody whose last card they were (HC-PLAY-9)."""
    again = False
    if card == AVALANCHE:
        avalanche(t, s, seat)
    elif card == LOST:
        s.trails_reverse = 1
        reverse(s, seat)
    elif card == WORM:
        s.worm_by = seat
    if card == POOP:
        poop(t, s, seat)
    else:
        leave_if_empty(s, seat)
    if card in (DROUGHT, SPRING):
        s.decision = LAKE_OWED if card == DROUGHT else PLANT
        ask_on(t, s, seat, True)
        return
    if card == WORM and s.hand_size[seat] > 0:
        s.decision = BIRD_ASKED  # still this seat's turn (HC-WORM-2)
        return
    if card == EARTHQUAKE:
        earthquake(t, s, seat)
    elif card == LOST:
        again = goes_again(t, s, seat)
    pass_turn(t, s, again)


@inlined
def goes_again(t: Table, s: State, seat: int) -> bool:
    """Does a seat go again that has reversed the direction? One of two ACTIVE does (HC-LOST-3, HC-LOST-4)."""
    again = t.players - s.n_left == 2 and s.hand_size[seat] > 0
    if again:
        note(s, AGAIN, seat)
    return again


# --- whose turn is next ---------------------------------------------------------------------------------


@inlined
def pass_turn(t: Table, s: State, again: bool) -> None:
    """The turn goes to the next ACTIVE seat that can play (HC-PLAY-8); who cannot is eliminated (HC-PLAY-6).

    With nobody ACTIVE the round is over (HC-END-1), and the next one is dealt unless that was the last.
    """
    s.decision = PLAY
    seat = s.turn
    while True:
        while s.n_left < t.players:
            if not again:
                seat = next_active(t, s, seat)
            again = False
            s.turn = seat
            if s.held[seat] & t.follow[s.top]:
                s.asked = seat
                return
            eliminate(s, seat, s.top)
        if end_round(t, s):
            return
        s.dealer = (s.dealer + 1) % t.players
        deal_round(t, s)
        seat = s.dealer
        note(s, DEALT, (seat + 1) % t.players, s.round_no, s.dealer)


@inlined
def ask_on(t: Table, s: State, seat: int, more: bool) -> None:
    """Ask the next ACTIVE seat for a Lake, or for what it plants, as long as there are `more` to be asked.

    The last is the seat whose turn it is (HC-DRO-2, HC-SPR-4). Then the turn passes (HC-DRO-6, HC-SPR-10).
    """
    while more:
        seat = beside(t, s, seat)
        more = seat != s.turn
        if s.hand_size[seat] > 0:
            if s.decision == PLANT or s.held[seat] & t.follow[DROUGHT]:
                s.asked = seat
                return
            eliminate(s, seat, DROUGHT)
    pass_turn(t, s, False)


@rule
def end_round(t: Table, s: State) -> bool:
    """The Worm, leftovers, points, totals, and is the match over? (HC-END-2)."""
    if s.worm_by != NONE and s.worm_holder == NONE:
        s.worm_holder = s.worm_by  # HC-WORM-6
        note(s, KEPT, s.worm_by)
    numbers = np.empty(NUMBERS, np.int64)
    award(t, s, numbers)
    note_all(s, ROUND_ENDED, NONE, numbers)
    if numbers[ODD] > 0:
        note(s, ODD_POINTS, numbers[ODD_TO], numbers[ODD], numbers[ODD_WHY])
    winner, holders = leader(t, s)
    if s.totals[winner] < t.target:
        return False  # HC-WIN-3
    if holders > 1:
        note(s, TIED, NONE, s.totals[winner])  # HC-WIN-2
        return False
    s.decision, s.asked, s.turn = OVER, NONE, NONE
    note_all(s, ENDED, winner, numbers[TOTALS:])
    return True


@rule
def leader(t: Table, s: State) -> tuple[int, int]:
    """A seat with the highest total, and how many have it (HC-WIN-1)."""
    best, holders = 0, 0
    for seat in range(t.players):
        if s.totals[seat] > s.totals[best]:
            best, holders = seat, 0
        holders += s.totals[seat] == s.totals[best]
    return best, holders
