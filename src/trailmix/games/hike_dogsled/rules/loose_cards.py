"""Husky on the loose: cards that interrupt the turning up, with secret picks (HD-LOOSE, HD-RUL-41 to -52).

All picks first, the revealing seat and then clockwise; then all picked cards leave at once, and those
received for a card of the sled are placed, in the same order.
"""

import numpy as np

from trailmix.engine.bits import has_many, lowest, put_members, size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import shuffle
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.bits import SIZES, put_slots
from trailmix.games.hike_dogsled.rules.cards import drop, hidden_cards, shows_no_husky, take_openly
from trailmix.games.hike_dogsled.rules.log import NO, tell
from trailmix.games.hike_dogsled.rules.sleds import slot_of, slots_for, team
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

MOST_RUNAWAYS = 2


@rule
def turn_up_loose(t: Table, s: State, loose: int) -> None:
    """Its effect is carried out at once by the seat whose turn it is (HD-LOOSE-2)."""
    s.loose = loose
    s.loose_seen |= 1 << loose
    tell(s, state.LOOSE_TURNED, s.turn, loose, loose)
    s.asked = s.turn
    if loose == state.RUNAWAYS:
        s.running = min(MOST_RUNAWAYS, size(s.centre))
        s.decision = state.RUNAWAY
        if s.running == 0:
            end_loose(s, False)
    elif loose == state.SWAP:
        s.decision = state.TARGET
    else:
        s.asked = next_to_pick(t, s, NONE)
        s.decision = state.PICK


@rule
def loosen(t: Table, s: State) -> bool:
    """Is somebody to be asked at this stage of a loose card? Otherwise go on to the next."""
    if s.decision == state.RUNAWAY:
        return has_to_let_run(s)
    if s.decision == state.TARGET:
        return has_to_name(t, s)
    if s.decision == state.PICK:
        if s.asked == NONE:
            end_loose(s, False)
            return False
        choice = choice_of(s, s.asked)
        if has_many(choice):
            return True
        pick(t, s, lowest(choice))
        return False
    return has_to_settle(t, s)


@rule
def end_loose(s: State, effect: bool) -> None:
    """The card leaves the game (HD-LOOSE-10); play goes on where it stopped."""
    if not effect:
        tell(s, state.NO_EFFECT, s.turn, s.loose, s.loose)
    s.loose, s.target = NONE, NONE
    s.decision = state.MENTOR


# --- Husky runaways -------------------------------------------------------------------------------------


@rule
def has_to_let_run(s: State) -> bool:
    """Two huskies of the centre leave the game; with fewer there, those (HD-LOOSE-7, HD-RUL-45)."""
    if s.running == 0:
        end_loose(s, True)
        return False
    if size(s.centre) > s.running:
        return True
    let_run(s, lowest(s.centre))
    return False


@rule
def let_run(s: State, husky: int) -> None:
    """A husky of the centre leaves the game."""
    s.centre &= ~(1 << husky)
    s.removed |= 1 << husky
    s.running -= 1
    tell(s, state.RAN_AWAY, s.turn, husky, NO)


# --- Husky swap: whom? ----------------------------------------------------------------------------------


@rule
def has_to_name(t: Table, s: State) -> bool:
    """Another unready seat, if there are several; nobody without a husky of one's own (HD-RUL-41)."""
    targets = np.empty(state.MAX_PLAYERS, np.int64)
    number = legal_targets(t, s, targets)
    if may_own_husky(s, s.turn) and number > 1:
        return True
    if may_own_husky(s, s.turn) and number == 1:
        name(s, targets[0] - state.FIRST_WITH)
    else:
        if number:
            shows_no_husky(s, s.turn)
        end_loose(s, False)
    return False


@rule
def legal_targets(t: Table, s: State, out: Array) -> int:
    """Each other unready seat (HD-LOOSE-4)."""
    n = 0
    for seat in range(t.players):
        if seat != s.turn and s.declared[seat] == 0:
            out[n] = state.FIRST_WITH + seat
            n += 1
    return n


@rule
def name(s: State, seat: int) -> None:
    """The two pick; nothing happens if the other has no husky (HD-LOOSE-6)."""
    s.target = seat
    tell(s, state.NAMED, s.turn, seat, NO)
    if may_own_husky(s, seat):
        s.asked = s.turn
        s.decision = state.PICK
    else:
        shows_no_husky(s, seat)
        end_loose(s, False)


# --- picks ----------------------------------------------------------------------------------------------


@rule
def choice_of(s: State, seat: int) -> int:
    """The huskies that a seat may pick, as bits (HD-LOOSE-6, HD-LOOSE-8, HD-LOOSE-9)."""
    return team(s, seat) if s.loose == state.SLED_LOOSE else team(s, seat) | s.hand[seat]


@rule
def may_own_husky(s: State, seat: int) -> bool:
    """Does a seat have a husky in hand or sled? It may, if some of its hand is hidden here."""
    return bool(team(s, seat) | s.hand[seat]) or hidden_cards(s, seat) > 0


@rule
def takes_part(s: State, seat: int) -> bool:
    """Does a seat have to pick a husky? Ready ones never do (HD-LOOSE-4)."""
    if s.declared[seat]:
        return False
    if s.loose == state.SWAP:
        return seat in (s.turn, s.target)
    if s.loose == state.SLED_LOOSE:
        return team(s, seat) != 0
    if not may_own_husky(s, seat):
        shows_no_husky(s, seat)
        return False
    return True


@rule
def next_to_pick(t: Table, s: State, seat: int) -> int:
    """Who picks after a seat (first, after NONE): the revealing seat, then clockwise (HD-RUL-52)."""
    done = 0 if seat == NONE else (seat - s.turn) % t.players + 1
    for n in range(done, t.players):
        other = (s.turn + n) % t.players
        if takes_part(s, other):
            return int(other)
    return NONE


@rule
def legal_picks(s: State, out: Array) -> int:
    """Each husky that the seat may pick, or that may run away."""
    cards = s.centre if s.decision == state.RUNAWAY else choice_of(s, s.asked)
    return put_members(out, int64(0), int64(state.FIRST_PICK), cards)


@rule
def pick(t: Table, s: State, husky: int) -> None:
    """A secret pick; after the last one all take effect (HD-RUL-42, HD-RUL-52)."""
    s.pick[s.asked] = husky
    tell(s, state.PICKED, s.asked, husky, NO)
    following = next_to_pick(t, s, s.asked)
    if following != NONE:
        s.asked = following
        return
    exchange(t, s)
    s.pick[:] = NONE
    s.decision = state.SETTLE


@rule
def exchange(t: Table, s: State) -> None:
    """All picked cards leave at once and are removed, exchanged or dealt, everybody seeing what they are."""
    seats, slots = np.full(state.MAX_PLAYERS, NONE, np.int64), np.full(state.MAX_PLAYERS, NONE, np.int64)
    cards, n = np.full(state.MAX_PLAYERS, NONE, np.int64), 0
    for k in range(t.players):
        seat = (s.turn + k) % t.players
        if s.pick[seat] != NONE:
            seats[n], cards[n] = seat, s.pick[seat]
            slots[n] = give(s, seat, cards[n])
            n += 1
    if s.loose == state.SLED_LOOSE:
        return
    if s.loose == state.CRAZY_SWAP:
        shuffle(s, cards, n)
    elif n == 2:
        cards[0], cards[1] = cards[1], cards[0]
    hidden = 0
    for k in range(n):
        hidden += slots[k] == NONE
    for k in range(n):
        receive(s, seats[k], cards[k], slots[k] != NONE, s.loose == state.SWAP or hidden == 1)


@rule
def give(s: State, seat: int, husky: int) -> int:
    """A picked husky leaves its place; returns its slot, NONE if it was in the hand."""
    slot = slot_of(s, seat, husky)
    if slot == NONE:
        drop(s, seat, husky)
    else:
        s.sled[seat, slot] = NONE
    if s.loose == state.SLED_LOOSE:
        s.removed |= 1 << husky
        tell(s, state.LOST_HUSKY, seat, husky, slot)
    else:
        tell(s, state.GAVE, seat, husky, slot)
    return slot


@rule
def receive(s: State, seat: int, husky: int, for_sled: bool, openly: bool) -> None:
    """A husky comes for one that was given: for the sled openly, for the hand perhaps not (HD-RUL-53)."""
    if for_sled:
        s.received[seat] = husky
        tell(s, state.RECEIVED, seat, husky, NO)
    elif openly:
        take_openly(s, seat, husky)
        tell(s, state.RECEIVED, seat, husky, NO)
    else:
        s.hand[seat] |= 1 << husky
        s.hand_size[seat] += 1
        s.crazy |= 1 << husky
        s.crazy_seats |= 1 << seat
        tell(s, state.RECEIVED_HIDDEN, seat, husky, NO)


# --- received cards -------------------------------------------------------------------------------------


@rule
def has_to_settle(t: Table, s: State) -> bool:
    """The next received husky goes into a slot by choice, into the only one, or to the hand (HD-RUL-43)."""
    for n in range(t.players):
        seat = (s.turn + n) % t.players
        if s.received[seat] != NONE:
            s.asked = seat
            husky = int64(s.received[seat])
            slots = slots_for(t, s, seat, husky)
            if SIZES[slots] > 1:
                return True
            if slots:
                settle(s, lowest(slots))
            else:
                s.received[seat] = NONE
                take_openly(s, seat, husky)
                tell(s, state.KEPT, seat, husky, NO)
            return False
    end_loose(s, True)
    return False


@rule
def legal_settlings(t: Table, s: State, out: Array) -> int:
    """Each slot that the received husky fits into."""
    husky = int64(s.received[s.asked])
    return put_slots(out, int64(0), state.FIRST_PLACE + husky * state.SLOTS, slots_for(t, s, s.asked, husky))


@rule
def settle(s: State, slot: int) -> None:
    """A received husky is placed."""
    seat = s.asked
    s.sled[seat, slot] = s.received[seat]
    tell(s, state.SETTLED, seat, int64(s.received[seat]), slot)
    s.received[seat] = NONE
