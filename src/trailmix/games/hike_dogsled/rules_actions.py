"""The action and the bonus of a turn in Preparations (HD-ACT, HD-SWAP, HD-BONUS)."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import lowest, put_slots
from trailmix.games.hike_dogsled.cards import drop, take_from_centre, take_openly
from trailmix.games.hike_dogsled.sleds import fitting, fitting_without, survey, vacant
from trailmix.games.hike_dogsled.state import (
    ADDED,
    ALL_YOUNGSTERS,
    DECLINE,
    DRAFTED,
    EQUIPMENT,
    FIRST_DRAFT,
    FIRST_PLACE,
    FIRST_SWAP,
    FIRST_TAKE,
    HUSKIES,
    NONE,
    PLACED,
    SINGLE,
    SLOTS,
    SWAPPED,
    TOOK,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.telling import NO, tell, tell_more

# --- what may be done -----------------------------------------------------------------------------------


@rule
def legal_actions(t: Table, s: State, out: Array) -> int:
    """Every action of HD-ACT for the seat whose turn it is; returns how many."""
    seat = s.turn
    slots, fits = vacant(t, s, seat), survey(t, s, seat)
    n, cards = 0, s.centre
    while cards:  # HD-ACT-2, HD-ACT-5
        out[n] = FIRST_TAKE + lowest(cards)
        n += 1
        cards &= cards - 1
    if s.centre_equipment:
        out[n] = FIRST_TAKE + EQUIPMENT
        n += 1
    if s.centre_care:
        out[n] = FIRST_TAKE + SINGLE
        n += 1
    n = legal_placings(t, fits, s.centre, slots, int64(FIRST_DRAFT), out, n)  # HD-ACT-1
    n = legal_placings(t, fits, s.hand[seat], slots, int64(FIRST_PLACE), out, n)  # HD-ACT-3
    return legal_swaps(t, s, fits, slots, out, n)


@rule
def legal_placings(t: Table, fits: Array, cards: int, slots: int, first: int, out: Array, n: int) -> int:
    """Every husky of a set into every slot that it fits; returns n with their number."""
    if slots == 0:
        return n
    while cards:
        husky = lowest(cards)
        cards &= cards - 1
        n = put_slots(out, n, first + husky * SLOTS, fitting(t, fits, husky, slots))
    return n


@rule
def legal_swaps(t: Table, s: State, fits: Array, slots: int, out: Array, n: int) -> int:
    """Lift a husky, then place one of the hand, that one included (HD-ACT-4, HD-SWAP-1 to -3, -6)."""
    seat = s.turn
    for lifted in range(SLOTS):
        if s.sled[seat, lifted] == NONE:
            continue
        cards = s.hand[seat] | 1 << int(s.sled[seat, lifted])
        open_slots = slots | 1 << lifted
        first = FIRST_SWAP + lifted * HUSKIES * SLOTS
        while cards:
            husky = lowest(cards)
            cards &= cards - 1
            found = fitting_without(t, fits, husky, open_slots, lifted)
            n = put_slots(out, n, first + husky * SLOTS, found)
    return n


@rule
def legal_bonuses(t: Table, s: State, out: Array) -> int:
    """No bonus, or each youngster of centre or hand into each vacant slot (HD-BONUS-1, HD-BONUS-2)."""
    seat = s.turn
    out[0] = DECLINE
    n, slots = int64(1), vacant(t, s, seat)
    for first, cards in ((FIRST_DRAFT, s.centre), (FIRST_PLACE, s.hand[seat])):
        young = cards & ALL_YOUNGSTERS
        while young:
            n = put_slots(out, n, first + lowest(young) * SLOTS, slots)
            young &= young - 1
    return int(n)


# --- doing it -------------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out an action of HD-ACT."""
    seat = s.turn
    if action >= FIRST_SWAP:
        lifted, rest = divmod(action - FIRST_SWAP, HUSKIES * SLOTS)
        swap(s, seat, lifted, rest // SLOTS, rest % SLOTS)
    elif action >= FIRST_DRAFT:
        husky, slot = put_in_sled(s, seat, action)
        tell(s, PLACED if action >= FIRST_PLACE else DRAFTED, seat, husky, slot)
    else:
        card = action - FIRST_TAKE
        take_from_centre(s, card)
        take_openly(s, seat, card)
        tell(s, TOOK, seat, card, NO)


@rule
def add_bonus(s: State, action: int) -> None:
    """Place a youngster besides (HD-BONUS-1)."""
    seat = s.turn
    husky, slot = put_in_sled(s, seat, action)
    tell_more(s, ADDED, seat, husky, slot, int64(action >= FIRST_PLACE), NO, NO)


@rule
def put_in_sled(s: State, seat: int, action: int) -> tuple[int, int]:
    """Draft or place a husky into a slot; returns both."""
    from_hand = action >= FIRST_PLACE
    husky, slot = divmod(action - (FIRST_PLACE if from_hand else FIRST_DRAFT), SLOTS)
    if from_hand:
        drop(s, seat, husky)
    else:
        take_from_centre(s, husky)
    s.sled[seat, slot] = husky
    return husky, slot


@rule
def swap(s: State, seat: int, lifted: int, husky: int, slot: int) -> None:
    """One indivisible action (HD-SWAP-1, HD-SWAP-4, HD-SWAP-5)."""
    old = int64(s.sled[seat, lifted])
    s.sled[seat, lifted] = NONE
    take_openly(s, seat, old)
    drop(s, seat, husky)
    s.sled[seat, slot] = husky
    tell_more(s, SWAPPED, seat, old, lifted, husky, slot, NO)
