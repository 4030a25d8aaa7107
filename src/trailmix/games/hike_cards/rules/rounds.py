"""Rounds: how one is dealt, and what happens when nobody is ACTIVE any more."""

import numpy as np

from trailmix.engine.events import note, note_all
from trailmix.engine.kernels import rule
from trailmix.engine.rng import shuffle_last
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules import scoring
from trailmix.games.hike_cards.rules.cards import hand_out, spread
from trailmix.games.hike_cards.state import NONE, State, Table


@rule
def deal_round(t: Table, s: State) -> None:
    """Shuffle all cards and give everyone a hand; the dealer is to pass the turn on (HC-SETUP-3)."""
    clear_round(t, s)
    spread(t.copies, s.played, 0)  # nothing is played yet: there is room to shuffle
    shuffle_last(s, s.played, state.CARDS, t.players * t.hand_size)
    s.deck_size = hand_out(t, s, s.played, state.CARDS, np.full(t.players, t.hand_size, np.int64))
    s.played[:] = 0
    s.round_no += 1
    s.turn = s.dealer
    s.decision = state.PLAY


@rule
def clear_round(t: Table, s: State) -> None:
    """An empty table, all cards in the deck."""
    s.hand[:], s.held[:], s.hand_size[:] = 0, 0, 0
    s.leftovers[:], s.bugs[:], s.trees[:] = 0, 0, 0
    s.left[:], s.n_left = NONE, 0
    s.played[:], s.n_played, s.top = 0, 0, state.LEAD
    s.direction = 1
    s.peaks_draw, s.trails_reverse, s.birds = 0, 0, 0
    s.worm_by, s.worm_holder, s.wind_planter = NONE, NONE, NONE
    s.deck[:], s.deck_size = t.copies, state.CARDS
    s.named[:], s.n_named, s.shaken[:] = NONE, 0, NONE
    s.bugs_about, s.drawn_since[:] = state.ANY_NUMBER, 0


@rule
def end_round(t: Table, s: State) -> bool:
    """The Worm, leftovers, points, totals, and is the match over? (HC-END-2)."""
    if s.worm_by != NONE and s.worm_holder == NONE:
        s.worm_holder = s.worm_by  # HC-WORM-6
        note(s, state.KEPT, s.worm_by)
    numbers = np.empty(scoring.NUMBERS, np.int64)
    scoring.award(t, s, numbers)
    note_all(s, state.ROUND_ENDED, NONE, numbers)
    if numbers[scoring.ODD] > 0:
        note(s, state.ODD_POINTS, numbers[scoring.ODD_TO], numbers[scoring.ODD], numbers[scoring.ODD_WHY])
    winner, holders = leader(t, s)
    if s.totals[winner] < t.target:
        return False  # HC-WIN-3
    if holders > 1:
        note(s, state.TIED, NONE, s.totals[winner])  # HC-WIN-2
        return False
    s.decision, s.asked, s.turn = state.OVER, NONE, NONE
    note_all(s, state.ENDED, winner, numbers[scoring.TOTALS :])
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
