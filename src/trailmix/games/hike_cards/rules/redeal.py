"""What a seat cannot know, dealt anew: every deal that play has not ruled out is equally likely.

Play shows more than the cards that lie face up:

* After Poop nobody holds a Bug (HC-POOP-1), except among the cards drawn since. An Earthquake mixes hands,
  so those may be anybody's. `bugs_about` and `drawn_since` keep count.
* Whoever is asked to play has something to play: whoever has not is eliminated at once (HC-PLAY-6).

What was open and is not any more (one's own cards that an Earthquake took) counts as unknown.
"""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle_last
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import codes_in, codes_of, hand_out, pick, spread
from trailmix.games.hike_cards.rules.play import demanded
from trailmix.games.hike_cards.rules.plays import unseen
from trailmix.games.hike_cards.state import BUG, KINDS, NONE, State, Table

TRIES = 1000
"""How often open cards are dealt until the seat to move can answer: a single card that would do is found in
all but one of 25,000 redeals."""


@rule
def redeal(t: Table, s: State, viewer: int, key: Array) -> int:
    """Deal all that `viewer` (a seat, or SPECTATOR) cannot see anew, and start chance afresh.

    What is hidden follows from what is not, so the result is the same from the true state and a redacted one.
    Returns how many deals were tried, 0 if the seat to move was helped to its answer.
    """
    seed(s, key)
    s.named[:], s.n_named, s.shaken[:] = NONE, 0, NONE
    if s.decision == state.OVER:
        return 1
    hidden, open_cards = unseen(t, s, viewer), s.hand_size.astype(np.int64)
    for seat in range(state.MAX_PLAYERS):
        if seat == viewer:
            open_cards[seat] = 0
        else:
            s.hand[seat], s.held[seat], s.hand_size[seat] = 0, 0, 0
    tries = deal_open(t, s, hidden, open_cards)
    if tries == 0:
        help_out(t, s, viewer)
    return tries


@rule
def deal_open(t: Table, s: State, hidden: Array, open_cards: Array) -> int:
    """Deal some of the hidden cards to each hand, so that the seat to move can answer (HC-FLOW-1).

    The rest is the deck. Returns how many deals were tried, 0 if none of them allowed that.
    """
    hand, held, size = s.hand.copy(), s.held.copy(), s.hand_size.copy()
    for tries in range(1, TRIES + 1):
        s.hand[:], s.held[:], s.hand_size[:], s.deck[:] = hand, held, size, hidden
        deal_once(t, s, open_cards)
        if s.decision not in (state.PLAY, state.LAKE_OWED) or s.held[s.asked] & demanded(t, s):
            return tries
    return 0


@rule
def help_out(t: Table, s: State, viewer: int) -> None:
    """Swap a card of the seat to move for one that it can play: of the deck, or of another hidden hand."""
    asked, wanted = s.asked, demanded(t, s)
    given = 0
    while s.hand[asked, given] == 0 and given < KINDS - 1:
        given += 1
    for n in range(1, KINDS + 1):
        kind = (BUG + n) % KINDS  # a Bug last: Poop may have shown that there is none
        if codes_of(kind) & wanted == 0:
            continue
        if s.deck[kind] > 0:
            s.deck[kind] -= 1
            s.deck[given] += 1
            swap_in(s, asked, given, kind)
            return
        for other in range(t.players):
            if other not in (asked, viewer) and s.hand[other, kind] > 0:
                swap_in(s, asked, given, kind)
                swap_in(s, other, kind, given)
                return


@rule
def swap_in(s: State, seat: int, out: int, card: int) -> None:
    """Replace a card in a seat's hand by another."""
    s.hand[seat, out] -= 1
    s.hand[seat, card] += 1
    s.held[seat] = codes_in(s.hand[seat])


@rule
def deal_once(t: Table, s: State, open_cards: Array) -> None:
    """Deal cards of the deck to each hand, Bugs only as far as Poop allows them."""
    cards, others, bugs = np.empty(state.CARDS, np.uint8), s.deck.copy(), int(s.deck[BUG])
    cards[:bugs], others[BUG] = BUG, 0
    n = spread(others, cards, bugs)
    without = np.zeros(state.MAX_PLAYERS, np.int64)
    no_bugs(t, s, open_cards, without)
    # Those that cannot be Bugs first: then whatever is left may go anywhere.
    shuffle_last(s, cards[bugs:], n - bugs, without.sum())
    n = hand_out(t, s, cards, n, without)
    rest = open_cards - without
    shuffle_last(s, cards, n, rest.sum())
    hand_out(t, s, cards, n, rest)


@rule
def no_bugs(t: Table, s: State, open_cards: Array, out: Array) -> None:
    """How many of the cards to be dealt to each hand cannot be Bugs (HC-POOP-1, HC-POOP-5)."""
    if s.bugs_about == state.ANY_NUMBER:
        return
    about, cards = s.bugs_about, 0
    for seat in range(t.players):
        drawn = int(s.drawn_since[seat]) - int(s.hand[seat, BUG])
        about -= max(0, -drawn)
        out[seat] = max(0, open_cards[seat] - max(0, drawn))
        cards += out[seat]
    # Bugs that an Earthquake may have mixed in: which cards they are is anybody's guess.
    for _ in range(min(about, cards)):
        pick(s, out, cards)
        cards -= 1
