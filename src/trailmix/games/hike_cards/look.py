"""What is seen of Hike: the kernels that fill `View` and `Own` of ``view.py``."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules import scoring
from trailmix.games.hike_cards.rules.cards import beside, spread
from trailmix.games.hike_cards.rules.play import actor, demanded
from trailmix.games.hike_cards.rules.plays import code_at, seat_at
from trailmix.games.hike_cards.state import NONE, WIND, State, Table

BY_SUN, BY_DROUGHT = 0, 1  # the words of `View.demand`


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat = seat
    v.hand_n = spread(s.hand[seat], v.hand, 0)


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.decision, v.round, v.dealer, v.turn = actor(t, s), s.decision, s.round_no, s.dealer, s.turn
    v.direction, v.deck, v.target = s.direction < 0, s.deck_size, t.target
    v.peaks_draw, v.trails_reverse = s.peaks_draw, s.trails_reverse
    v.birds, v.worm_by, v.worm_holder = s.birds, s.worm_by, s.worm_holder
    see_pile(s, v)
    see_what_may_follow(t, s, v)
    v.seats_n = t.players
    for seat in range(t.players):
        see_seat(s, seat, v.seats[seat])
    if s.decision == state.OVER:
        v.account_n = 1
        see_account(t, s, v.account)
        places = np.empty(t.players, np.int64)
        scoring.rank(t, s, places)
        v.places_n = t.players
        v.places[: t.players] = places


@rule
def see_pile(s: State, v: Any) -> None:
    """The pile from the bottom, all plays but a captured Worm (HC-WORM-4), and the suit on top."""
    v.pile_n = 0
    for n in range(s.n_played):
        code, card = code_at(s, n), v.pile[v.pile_n]
        if code != state.WORM or s.worm_holder == NONE:
            card.card, card.seat, card.kind = code, seat_at(s, n), min(code, WIND)
            card.suit = code - WIND if code >= WIND else NONE
            v.pile_n += 1
    if s.top < state.SUITS:
        v.suit = s.top


@rule
def see_what_may_follow(t: Table, s: State, v: Any) -> None:
    """The suits and specialty cards that may be played now, who demands it, and who has still to answer."""
    v.follow_n, plays = 0, demanded(t, s)
    for suit in range(state.SUITS):
        if plays >> suit & 1:
            v.follow[v.follow_n] = suit
            v.follow_n += 1
    v.specialties = plays >> state.AVALANCHE & 1
    by_sun, by_drought = s.decision == state.PLAY and s.top == state.SUN, s.decision == state.LAKE_OWED
    if by_sun:
        v.demand = BY_SUN
    elif by_drought:
        v.demand = BY_DROUGHT
    v.to_answer_n = 0
    if by_sun or by_drought or s.decision == state.PLANT:
        # The Sun may come round to everybody, the others end with whose turn it is.
        seat, end = s.asked, s.asked if by_sun else beside(t, s, s.turn)
        while True:
            if s.hand_size[seat] > 0:
                v.to_answer[v.to_answer_n] = seat
                v.to_answer_n += 1
            seat = beside(t, s, seat)
            if seat == end:
                break


@rule
def see_seat(s: State, seat: int, v: Any) -> None:
    """Fill `Seat`."""
    v.seat, v.hand_size, v.bugs, v.total = seat, s.hand_size[seat], s.bugs[seat], s.totals[seat]
    v.leftovers_n = spread(s.leftovers[seat], v.leftovers, 0)
    if s.hand_size[seat] > 0:
        v.status = state.ACTIVE
    elif v.leftovers_n > 0:
        v.status = state.ELIMINATED
    else:
        v.status = state.SPENT if s.bugs[seat] > 0 else state.OUT
    for n in range(s.n_left):
        if s.left[n] == seat:
            v.left = n + 1
    v.planted_n = s.trees[seat]
    v.planted[: v.planted_n] = state.TREE
    if s.wind_planter == seat:
        v.planted[v.planted_n] = WIND
        v.planted_n += 1
    v.worm = s.worm_holder == seat
    for n in range(s.n_played):
        if seat_at(s, n) == seat:
            v.last = code_at(s, n)


@rule
def see_account(t: Table, s: State, v: Any) -> None:
    """Fill `Account`."""
    numbers = np.empty(scoring.NUMBERS, np.int64)
    scoring.account(t, s, numbers)
    v.round, v.pot, v.share = numbers[scoring.ROUND], numbers[scoring.POT], numbers[scoring.SHARE]
    v.odd, v.odd_to = numbers[scoring.ODD], numbers[scoring.ODD_TO]
    v.odd_why = numbers[scoring.ODD_WHY] - 1  # NO_ODD, the first of the reasons, has no word
    v.worm, v.birds = numbers[scoring.WORM_HOLDER], numbers[scoring.BIRDS]
    v.winners_n = 0
    v.leftovers_n = v.bonus_n = v.trees_n = v.points_n = v.totals_n = t.players
    for seat in range(t.players):
        if numbers[scoring.WINNERS] >> seat & 1:
            v.winners[v.winners_n] = seat
            v.winners_n += 1
        v.leftovers[seat].key, v.leftovers[seat].value = seat, numbers[scoring.LEFTOVERS + seat]
        v.bonus[seat].key, v.bonus[seat].value = seat, numbers[scoring.BONUS + seat]
        v.trees[seat].key, v.trees[seat].value = seat, numbers[scoring.TREES + seat]
        v.points[seat].key, v.points[seat].value = seat, numbers[scoring.POINTS + seat]
        v.totals[seat].key, v.totals[seat].value = seat, numbers[scoring.TOTALS + seat]
