"""What a seat cannot know, dealt anew (HD-INFO-2, HD-INFO-3, HD-RUL-53).

Hidden are the cards that were dealt face-down and have not been seen since, who has which of the huskies that
the Crazy husky swap dealt to hands, picks that wait for others, the order of the deck and the landscapes that
lie face-down. Cards that were taken openly are known to everybody and stay where they are. Play shows more:
who is not asked for a bonus has no youngster, and so on (`lacks`); who is asked has a choice.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, seed, shuffle
from trailmix.games.hike_dogsled.bits import lowest, size
from trailmix.games.hike_dogsled.rules import legal
from trailmix.games.hike_dogsled.rules_loose import choice_of
from trailmix.games.hike_dogsled.sleds import team
from trailmix.games.hike_dogsled.state import (
    ALL_HUSKIES,
    CAUGHT_EXTRA,
    EQUIPMENT,
    EXPERIENCED,
    FIRST_LOOSE,
    HUSKIES,
    LOOSE,
    MAX_LEGAL,
    MIDDLE,
    N_DECK,
    N_EQUIPMENT,
    N_SINGLES,
    NO_CARE,
    NO_EQUIPMENT,
    NO_HUSKY,
    NO_YOUNGSTER,
    NONE,
    OVER,
    PICK,
    PILE,
    SINGLE,
    SLED_LOOSE,
    STEP,
    SWAP,
    TUCK,
    State,
    Table,
)

TRIES = 10_000
"""There is a deal that fits, the true one; but a position that somebody wrote may be a strange one."""


@rule
def redeal(t: Table, s: State, viewer: int, key: Array) -> None:
    """Deal all that `viewer` (a seat, or SPECTATOR) cannot see anew, and start chance afresh.

    What is hidden is read off what is not, so the result is the same from the true state and a redacted one.
    """
    seed(s, key)
    forget_secret_day(t, s, viewer)
    lay_hidden(t, s)
    unseen, number = np.empty(N_DECK, np.int64), 0
    for _ in range(TRIES):
        forget_hands(t, s, viewer)
        number = gather_unseen(t, s, unseen)
        deal_crazy(t, s)
        number = deal_hidden(t, s, viewer, unseen, number)
        if fits_decision(t, s, viewer):
            break
    make_deck(t, s, unseen, number)
    pick_anew(t, s, viewer)


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
        s.decision = STEP
        s.husky, s.moved, s.to_rest = NONE, 0, 0
        s.left[:] = 0


@rule
def lay_hidden(t: Table, s: State) -> None:
    """Landscapes that lie face-down: any of those that are not turned up (HD-INFO-3)."""
    seen, n = 0, 0
    for k in range(s.revealed):
        seen |= 1 << int(s.landscapes[k])
    cards = np.empty(MIDDLE, np.int64)
    for card in range(MIDDLE):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    shuffle(s, cards, n)
    for k in range(s.revealed, t.laid):
        s.landscapes[k] = cards[k - s.revealed]


# --- what is known --------------------------------------------------------------------------------------


@rule
def forget_hands(t: Table, s: State, viewer: int) -> None:
    """Of other hands only what everybody knows is left, what this day has shown included."""
    for seat in range(t.players):
        if seat != viewer:
            s.hand[seat] = s.known[seat]
            s.equipment[seat] = max(s.known_equipment[seat], s.paid[seat])
            if s.phase != OVER:
                s.singles[seat] = max(s.known_singles[seat], s.nursed[seat, 0])


@rule
def gather_unseen(t: Table, s: State, out: Array) -> int:
    """The cards of the husky deck that are nowhere in sight; returns how many."""
    huskies = s.centre | s.removed | s.crazy
    equipment = N_EQUIPMENT - s.centre_equipment - s.discarded
    singles = N_SINGLES - s.centre_care - s.care_pile[0] - s.care_discards[0]
    for seat in range(t.players):
        huskies |= s.hand[seat] | team(s, seat)
        if s.received[seat] != NONE:
            huskies |= 1 << int(s.received[seat])
        equipment -= s.equipment[seat] + size(int(s.tucked[seat]))
        singles -= s.singles[seat] - (s.caught[seat] == CAUGHT_EXTRA) + (s.own_pile[seat] == PILE)
    n, huskies = 0, ALL_HUSKIES & ~huskies
    while huskies:
        out[n] = lowest(huskies)
        huskies &= huskies - 1
        n += 1
    for _ in range(equipment):
        out[n] = EQUIPMENT
        n += 1
    for _ in range(singles):
        out[n] = SINGLE
        n += 1
    return n


@rule
def hidden_cards(s: State, seat: int) -> int:
    """How many cards of a hand are missing from it."""
    seen = size(s.hand[seat]) + s.equipment[seat] + s.singles[seat] + s.doubles[seat]
    return int(s.hand_size[seat]) - int(seen)


# --- dealing --------------------------------------------------------------------------------------------


@rule
def deal_crazy(t: Table, s: State) -> None:
    """Seats that have an unknown one of the huskies of the Crazy husky swap get one that nobody has yet."""
    cards, n, huskies = np.empty(HUSKIES, np.int64), 0, s.crazy
    for seat in range(t.players):
        huskies &= ~s.hand[seat]
    while huskies:
        cards[n] = lowest(huskies)
        huskies &= huskies - 1
        n += 1
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
            lacks = int(s.lacks[seat]) | (NO_CARE if s.phase == OVER else 0)
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
                if card == EQUIPMENT:
                    s.equipment[seat] += 1
                elif card == SINGLE:
                    s.singles[seat] += 1
                else:
                    s.hand[seat] |= 1 << card
                return n
            nth -= 1
    return n


@rule
def kinds_of(card: int) -> int:
    """What a hand cannot lack that has the card, as bits."""
    if card < HUSKIES:
        return NO_HUSKY if card < EXPERIENCED else NO_HUSKY | NO_YOUNGSTER
    return NO_EQUIPMENT if card == EQUIPMENT else NO_CARE


@rule
def make_deck(t: Table, s: State, cards: Array, n: int) -> None:
    """What is left is the deck, with the loose cards that have not been seen, one of them removed."""
    s.deck[:] = NONE
    for k in range(n):
        s.deck[k] = cards[k]
    if t.loose:
        out = below(s, LOOSE - size(s.loose_seen))
        for loose in range(LOOSE):
            if not s.loose_seen >> loose & 1:
                if out != 0:
                    s.deck[n] = FIRST_LOOSE + loose
                    n += 1
                out -= 1
    s.deck_size = n
    shuffle(s, s.deck, n)


# --- what is decided ------------------------------------------------------------------------------------


@rule
def fits_decision(t: Table, s: State, viewer: int) -> bool:
    """Can the hands be so? Who is asked has a choice (HD-RUL-54), and who has picked has a husky."""
    if s.asked not in (NONE, viewer):
        if s.decision == TUCK and s.equipment[s.asked] == 0:
            return False
        if legal(t, s, np.empty(MAX_LEGAL, np.int64)) < 2:
            return False
    return pickers_can_pick(t, s)


# --- picks ----------------------------------------------------------------------------------------------


@rule
def has_picked(t: Table, s: State, seat: int) -> bool:
    """Has a seat picked already? It is asked before the one that is asked now (HD-RUL-52)."""
    if s.decision != PICK or s.declared[seat] or (s.lacks[seat] & NO_HUSKY and not choice_of(s, seat)):
        return False
    if s.loose == SWAP and seat not in (s.turn, s.target):
        return False
    if s.loose == SLED_LOOSE and not team(s, seat):
        return False
    return (seat - s.turn) % t.players < (s.asked - s.turn) % t.players


@rule
def pickers_can_pick(t: Table, s: State) -> bool:
    """Has everybody a husky who has picked one, or was named for it?"""
    if s.decision != PICK:
        return True
    fits = s.loose != SWAP or choice_of(s, s.target) != 0
    for seat in range(t.players):
        fits &= not has_picked(t, s, seat) or choice_of(s, seat) != 0
    return bool(fits)


@rule
def pick_anew(t: Table, s: State, viewer: int) -> None:
    """Others who have picked may have picked any husky of theirs."""
    for seat in range(t.players):
        if seat == viewer:
            continue
        s.pick[seat] = NONE
        if has_picked(t, s, seat):
            choice = choice_of(s, seat)
            for _ in range(below(s, size(choice))):
                choice &= choice - 1
            s.pick[seat] = lowest(choice)
