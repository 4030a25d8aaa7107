"""What a seat cannot know, dealt anew: every deal that play has not ruled out is equally likely.

Play shows more than the cards that lie face up:

* After Poop nobody holds a Bug (HC-POOP-1) but among the cards drawn since. An Earthquake mixes hands, so
  that those may be anybody's. `bugs_about` and `drawn_since` keep count.
* Whoever is asked to play has something to play: who has not is eliminated at once (HC-PLAY-6).

What was open and is not any more (the own cards that an Earthquake took) counts as unknown.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, seed, shuffle_last
from trailmix.games.hike_cards.cards import gain
from trailmix.games.hike_cards.plays import cards_in_sight
from trailmix.games.hike_cards.rules import demanded
from trailmix.games.hike_cards.state import (
    ANY_NUMBER,
    BUG,
    CARDS,
    KINDS,
    LAKE_OWED,
    MAX_PLAYERS,
    NONE,
    OVER,
    PLAY,
    State,
    Table,
)


@rule
def redeal(t: Table, s: State, viewer: int, key: Array) -> None:
    """Deal all that `viewer` (a seat, or SPECTATOR) cannot see anew, and start chance afresh.

    What is hidden is read off what is not, so the result is the same from the true state and a redacted one.
    """
    seed(s, key)
    s.named[:] = NONE
    s.n_named = 0
    if s.decision == OVER:
        return
    hidden = np.empty(KINDS, np.int64)
    cards_in_sight(s, hidden)
    for kind in range(KINDS):
        hidden[kind] = t.copies[kind] - hidden[kind]
        if viewer != NONE:
            hidden[kind] -= s.hand[viewer, kind]
    open_cards = np.zeros(MAX_PLAYERS, np.int64)
    for seat in range(t.players):
        if seat != viewer:
            open_cards[seat] = s.hand_size[seat]
    must_answer = s.asked != viewer and s.decision in (PLAY, LAKE_OWED)
    while True:
        for seat in range(MAX_PLAYERS):
            if seat != viewer:
                s.hand[seat] = 0
                s.held[seat] = 0
                s.hand_size[seat] = 0
        for kind in range(KINDS):
            s.deck[kind] = hidden[kind]
        deal_open(t, s, open_cards)
        # One hand in eighty at the least would do: there is no end of trying.
        if not must_answer or s.held[s.asked] & demanded(t, s):
            return


@rule
def deal_open(t: Table, s: State, open_cards: Array) -> None:
    """Deal so many cards of the deck to each hand, as far as Poop lets them be Bugs."""
    cards, n, bugs = np.empty(CARDS, np.uint8), 0, int(s.deck[BUG])
    cards[:bugs] = BUG
    n = bugs
    for kind in range(KINDS):
        if kind != BUG:
            for _ in range(s.deck[kind]):
                cards[n] = kind
                n += 1
    without = np.zeros(MAX_PLAYERS, np.int64)
    no_bugs(t, s, open_cards, without)
    # Those that cannot be Bugs first: then whatever is left may go anywhere.
    shuffle_last(s, cards[bugs:], n - bugs, without.sum())
    n = hand_out(t, s, cards, n, without)
    rest = open_cards - without
    shuffle_last(s, cards, n, rest.sum())
    hand_out(t, s, cards, n, rest)


@rule
def hand_out(t: Table, s: State, cards: Array, n: int, numbers: Array) -> int:
    """Deal the last of n cards, so many to each seat; returns how many are left."""
    for seat in range(t.players):
        for _ in range(numbers[seat]):
            n -= 1
            s.deck[cards[n]] -= 1
            gain(s, seat, int(cards[n]))
    return n


@rule
def no_bugs(t: Table, s: State, open_cards: Array, out: Array) -> None:
    """How many of the cards to be dealt to each hand cannot be Bugs (HC-POOP-1, HC-POOP-5)."""
    if s.bugs_about == ANY_NUMBER:
        return
    about, cards = s.bugs_about, 0
    for seat in range(t.players):
        drawn = int(s.drawn_since[seat]) - int(s.hand[seat, BUG])
        about -= max(0, -drawn)
        out[seat] = max(0, open_cards[seat] - max(0, drawn))
        cards += out[seat]
    # Bugs that an Earthquake may have mixed in: which cards they are is anybody's guess.
    for _ in range(min(about, cards)):
        nth, seat = below(s, cards), 0
        while nth >= out[seat]:
            nth -= out[seat]
            seat += 1
        out[seat] -= 1
        cards -= 1
