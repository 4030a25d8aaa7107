"""The invariants of Hike: what is true of every state, however it came about."""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import codes_in
from trailmix.games.hike_cards.rules.play import demanded
from trailmix.games.hike_cards.rules.plays import code_at, find_play, trace, unseen
from trailmix.games.hike_cards.rules.rounds import leader
from trailmix.games.hike_cards.state import KINDS, MAX_PLAYERS, NONE, State, Table

SOUND, CARD_LOST, HAND_WRONG, LEFT_WRONG, FACE_UP_WRONG = range(5)
PLAYS_WRONG, DECK_WRONG, BUGS_WRONG, DECISION_WRONG, TOTALS_WRONG = range(5, 10)
INVARIANTS = (
    "All is well.",
    "The cards are not those of the deck, each in exactly one place.",
    "The size of a hand, or what it can be played as, is not what its cards say.",
    "A seat has cards in hand exactly as long as it has not left the round.",
    "Somebody has cards face up that cannot lie there.",
    "Direction, effects, Birds or The Worm are not what the plays have led to.",
    "The deck has the wrong size, or not the cards that are named.",
    "There are more Bugs in hands than there can be after Poop.",
    "The decision is not owed by an active seat with something to answer.",
    "The match goes on although somebody has won it, or is over although nobody has.",
)


@rule
def check(t: Table, s: State) -> int:
    """SOUND, or the first invariant that does not hold."""
    if not cards_kept(t, s):
        return CARD_LOST
    for seat in range(MAX_PLAYERS):
        if s.held[seat] != codes_in(s.hand[seat]) or s.hand_size[seat] != s.hand[seat].sum():
            return HAND_WRONG
    if not leaving_sound(t, s):
        return LEFT_WRONG
    if not face_up_sound(t, s):
        return FACE_UP_WRONG
    if not plays_sound(s):
        return PLAYS_WRONG
    if not deck_sound(s):
        return DECK_WRONG
    if not bugs_sound(t, s):
        return BUGS_WRONG
    if not decision_sound(t, s):
        return DECISION_WRONG
    winner, holders = leader(t, s)
    won = s.totals[winner] >= t.target and holders == 1
    return SOUND if won == (s.decision == state.OVER) else TOTALS_WRONG


@rule
def cards_kept(t: Table, s: State) -> bool:
    """All cards are somewhere, no card is in two places (HC-FLOW-4)."""
    if s.hand.min() < 0 or s.leftovers.min() < 0 or s.deck.min() < 0:
        return False
    return bool((unseen(t, s, NONE) == s.deck + s.hand.sum(axis=0)).all())


@rule
def leaving_sound(t: Table, s: State) -> bool:
    """A seat is ACTIVE exactly when it has cards in hand (HC-FLOW-4); each leaves once (HC-FLOW-3)."""
    gone = 0
    for n in range(MAX_PLAYERS):
        if (s.left[n] != NONE) != (n < s.n_left):
            return False
        if n < s.n_left:
            gone |= 1 << int(s.left[n])
    for seat in range(MAX_PLAYERS):
        active = seat < t.players and not gone >> seat & 1
        if active != (s.hand_size[seat] > 0):
            return False
    return s.n_left <= t.players and gone < 1 << t.players


@rule
def face_up_sound(t: Table, s: State) -> bool:
    """Leftovers are of those who left; Bugs and Trees lie out only after Poop and Spring."""
    poop, spring = find_play(s, state.POOP) != NONE, find_play(s, state.SPRING) != NONE
    for seat in range(MAX_PLAYERS):
        if s.leftovers[seat].sum() > 0 and s.hand_size[seat] > 0:
            return False
        if (s.bugs[seat] > 0 and not poop) or (s.trees[seat] > 0 and not spring):
            return False
        if seat >= t.players and s.leftovers[seat].sum() + s.bugs[seat] + s.trees[seat] + s.totals[seat] != 0:
            return False
    return s.wind_planter == NONE or spring


@rule
def plays_sound(s: State) -> bool:
    """What is said to be in effect is what the plays have led to."""
    top, direction, peaks_draw, trails_reverse, birds, worm_by, worm_holder = trace(s)
    if s.decision == state.OVER and worm_holder == NONE:
        worm_holder = worm_by  # HC-WORM-6
    for n in range(state.CARDS):
        if n < s.n_played and code_at(s, n) == state.LITTER:
            return False  # HC-LIT-1
        if n >= s.n_played and s.played[n] != 0:
            return False
    effects = (s.top, s.direction, s.peaks_draw, s.trails_reverse, s.birds, s.worm_by, s.worm_holder)
    return effects == (top, direction, peaks_draw, trails_reverse, birds, worm_by, worm_holder)


@rule
def deck_sound(s: State) -> bool:
    """The named cards are in the deck, and those for an Earthquake are cards."""
    if s.shaken.min() < NONE or s.shaken.max() >= KINDS:
        return False
    named = np.zeros(KINDS, np.int64)
    for n in range(state.MOST_NAMED):
        if (s.named[n] != NONE) != (n < s.n_named):
            return False
        if n < s.n_named:
            named[s.named[n]] += 1
    return bool((named <= s.deck).all()) and int(s.deck.sum()) == s.deck_size


@rule
def bugs_sound(t: Table, s: State) -> bool:
    """No more Bugs are in hands than may have come there since Poop (HC-POOP-1, HC-POOP-5)."""
    if s.bugs_about == state.ANY_NUMBER:
        return int(s.drawn_since.sum()) == 0
    about = 0
    for seat in range(MAX_PLAYERS):
        about += max(0, int(s.hand[seat, state.BUG]) - int(s.drawn_since[seat]))
        if s.drawn_since[seat] < 0 or (s.drawn_since[seat] > 0 and s.hand_size[seat] == 0):
            return False
    return about <= s.bugs_about


@rule
def decision_sound(t: Table, s: State) -> bool:
    """One ACTIVE seat owes a decision with something to answer (HC-FLOW-1)."""
    if s.decision == state.OVER:
        return s.asked == NONE and s.turn == NONE and s.n_left == t.players
    if not (0 <= s.asked < t.players and 0 <= s.turn < t.players) or s.hand_size[s.asked] == 0:
        return False
    if s.decision in (state.PLAY, state.BIRD_ASKED) and s.turn != s.asked:
        return False
    return s.decision not in (state.PLAY, state.LAKE_OWED) or s.held[s.asked] & demanded(t, s) != 0
