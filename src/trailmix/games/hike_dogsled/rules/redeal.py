"""What a seat cannot know, dealt anew (HD-INFO-2, HD-INFO-3, HD-RUL-53).

Hidden are the cards that were dealt face-down and have not been seen since, who has which of the huskies that
the Crazy husky swap dealt to hands, picks that wait for others, the order of the deck and the landscapes that
lie face-down. Cards that were taken openly are known to everybody and stay where they are. Play shows more:
whoever is not asked for a bonus has no youngster, and so on (`lacks`); whoever is asked has a choice.
"""

import numpy as np

from trailmix.engine.bits import lowest, put_members, size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, seed, shuffle
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.cards import cards_outside_deck, hidden_cards, take_unseen
from trailmix.games.hike_dogsled.rules.loose_cards import choice_of
from trailmix.games.hike_dogsled.rules.play import legal
from trailmix.games.hike_dogsled.rules.sleds import team
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

TRIES = 1000
"""How often hands are dealt until they fit: one card of sixty that must be in one place is missed by one
redeal in twenty million."""


@rule
def redeal(t: Table, s: State, viewer: int, key: Array) -> int:
    """Deal all that `viewer` (a seat, or SPECTATOR) cannot see anew, and start chance afresh.

    What is hidden follows from what is not, so the result is the same from the true state and a redacted one.
    Returns how many deals were tried, 0 if none of them fits: there is one that does, the true one, but a
    position that somebody wrote may be a strange one.
    """
    seed(s, key)
    forget_secret_day(t, s, viewer)
    lay_hidden(t, s)
    unseen, number, tried = np.empty(state.N_DECK, np.int64), 0, 0
    for tries in range(1, TRIES + 1):
        forget_hands(t, s, viewer)
        number = gather_unseen(t, s, unseen)
        deal_crazy(t, s)
        number = deal_hidden(t, s, viewer, unseen, number)
        if fits_decision(t, s, viewer):
            tried = tries
            break
    make_deck(t, s, unseen, number)
    pick_anew(t, s, viewer)
    return tried


@rule
def forget_secret_day(t: Table, s: State, viewer: int) -> None:
    """While all race at the same time, others are where the day began (HD-RUL-40)."""
    if not s.secret:
        return
    for seat in range(t.players):
        if seat != viewer:
            s.advance[seat], s.tired[seat], s.laid_off[seat], s.paid[seat] = 0, 0, 0, 0
            s.nursed[seat, :] = 0
    if s.asked != viewer:
        s.decision = state.STEP
        s.husky, s.moved, s.to_rest = NONE, 0, 0
        s.left[:] = 0


@rule
def lay_hidden(t: Table, s: State) -> None:
    """Landscapes that lie face-down: any of those that are not turned up (HD-INFO-3)."""
    cards, seen = np.empty(state.MIDDLE, np.int64), 0
    for k in range(s.revealed):
        seen |= 1 << int(s.landscapes[k])
    n = put_members(cards, int64(0), int64(0), ((1 << state.MIDDLE) - 1) & ~seen)
    shuffle(s, cards, n)
    s.landscapes[s.revealed : t.laid] = cards[: t.laid - s.revealed]


# --- what is known --------------------------------------------------------------------------------------


@rule
def forget_hands(t: Table, s: State, viewer: int) -> None:
    """Of other hands only what everybody knows is left, what this day has shown included."""
    for seat in range(t.players):
        if seat != viewer:
            s.hand[seat] = s.known[seat]
            s.equipment[seat] = max(s.known_equipment[seat], s.paid[seat])
            if s.phase != state.OVER:
                s.singles[seat] = max(s.known_singles[seat], s.nursed[seat, 0])


@rule
def gather_unseen(t: Table, s: State, out: Array) -> int:
    """The cards of the husky deck that are nowhere in sight; returns how many."""
    huskies, _, equipment, singles = cards_outside_deck(t, s)
    n = put_members(out, int64(0), int64(0), state.ALL_HUSKIES & ~(huskies | s.crazy))
    last_equipment = n + state.N_EQUIPMENT - equipment
    last = last_equipment + state.N_SINGLES - singles
    out[n:last_equipment], out[last_equipment:last] = state.EQUIPMENT, state.SINGLE
    return int(last)


# --- dealing --------------------------------------------------------------------------------------------


@rule
def deal_crazy(t: Table, s: State) -> None:
    """Seats whose husky from the Crazy husky swap is not known get one that nobody has yet."""
    cards, huskies = np.empty(state.HUSKIES, np.int64), s.crazy
    for seat in range(t.players):
        huskies &= ~s.hand[seat]
    n = put_members(cards, int64(0), int64(0), huskies)
    shuffle(s, cards, n)
    for seat in range(t.players):
        if s.crazy_seats >> seat & 1 and not s.hand[seat] & s.crazy and n > 0:
            n -= 1
            s.hand[seat] |= 1 << cards[n]


@rule
def deal_hidden(t: Table, s: State, viewer: int, cards: Array, n: int) -> int:
    """Deal what is missing from other hands, those that lack most first; returns how many are left."""
    for known in range(4, -1, -1):
        for seat in range(t.players):
            lacks = int(s.lacks[seat]) | (state.NO_CARE if s.phase == state.OVER else 0)
            if seat != viewer and size(lacks) == known:
                for _ in range(hidden_cards(s, seat)):
                    n = deal_one(s, seat, lacks, cards, n)
    return n


@rule
def deal_one(s: State, seat: int, lacks: int, cards: Array, n: int) -> int:
    """A card that is nothing the seat is known to lack, each equally likely; returns how many are left."""
    allowed = 0
    for k in range(n):
        allowed += kinds_of(cards[k]) & lacks == 0
    nth = below(s, allowed) if allowed else n - 1
    for k in range(n):
        if allowed == 0 or kinds_of(cards[k]) & lacks == 0:
            if nth == 0:
                card = cards[k]
                n -= 1
                cards[k] = cards[n]
                take_unseen(s, seat, card)
                return n
            nth -= 1
    return n


@rule
def kinds_of(card: int) -> int:
    """What a hand with this card cannot lack, as bits."""
    if card < state.HUSKIES:
        return state.NO_HUSKY if card < state.EXPERIENCED else state.NO_HUSKY | state.NO_YOUNGSTER
    return state.NO_EQUIPMENT if card == state.EQUIPMENT else state.NO_CARE


@rule
def make_deck(t: Table, s: State, cards: Array, n: int) -> None:
    """What is left is the deck, with the loose cards that have not been seen, one of them removed."""
    s.deck[:] = NONE
    for k in range(n):
        s.deck[k] = cards[k]
    if t.loose:
        out = below(s, state.LOOSE - size(s.loose_seen))
        for loose in range(state.LOOSE):
            if not s.loose_seen >> loose & 1:
                if out != 0:
                    s.deck[n] = state.FIRST_LOOSE + loose
                    n += 1
                out -= 1
    s.deck_size = n
    shuffle(s, s.deck, n)


# --- what is decided ------------------------------------------------------------------------------------


@rule
def fits_decision(t: Table, s: State, viewer: int) -> bool:
    """Are these hands possible? Whoever is asked has a choice (HD-RUL-54), whoever has picked has a husky.

    On a secret day all are asked, and nobody else sees how far they are: that tells nothing (HD-RUL-40).
    """
    if s.asked not in (NONE, viewer) and not s.secret:
        if s.decision == state.TUCK and s.equipment[s.asked] == 0:
            return False
        if legal(t, s, np.empty(state.MAX_LEGAL, np.int64)) < 2:
            return False
    return pickers_can_pick(t, s)


# --- picks ----------------------------------------------------------------------------------------------


@rule
def has_picked(t: Table, s: State, seat: int) -> bool:
    """Has a seat picked already? It is asked before the one that is asked now (HD-RUL-52)."""
    if s.decision != state.PICK or s.declared[seat]:
        return False
    if s.lacks[seat] & state.NO_HUSKY and not choice_of(s, seat):
        return False
    if s.loose == state.SWAP and seat not in (s.turn, s.target):
        return False
    if s.loose == state.SLED_LOOSE and not team(s, seat):
        return False
    return (seat - s.turn) % t.players < (s.asked - s.turn) % t.players


@rule
def pickers_can_pick(t: Table, s: State) -> bool:
    """Does everybody who has picked a husky, or was named, have one?"""
    if s.decision != state.PICK:
        return True
    fits = s.loose != state.SWAP or choice_of(s, s.target) != 0
    for seat in range(t.players):
        fits &= not has_picked(t, s, seat) or choice_of(s, seat) != 0
    return bool(fits)


@rule
def pick_anew(t: Table, s: State, viewer: int) -> None:
    """Others who have picked may have picked any of their huskies."""
    for seat in range(t.players):
        if seat == viewer:
            continue
        s.pick[seat] = NONE
        if has_picked(t, s, seat):
            choice = choice_of(s, seat)
            for _ in range(below(s, size(choice))):
                choice &= choice - 1
            s.pick[seat] = lowest(choice)
