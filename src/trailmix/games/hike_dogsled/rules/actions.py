"""The action and the bonus of a turn in Preparations (HD-ACT, HD-SWAP, HD-BONUS)."""

from trailmix.engine.bits import lowest, put_members
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.bits import put_slots
from trailmix.games.hike_dogsled.rules.cards import drop, take_from_centre, take_openly
from trailmix.games.hike_dogsled.rules.log import NO, tell, tell_more
from trailmix.games.hike_dogsled.rules.sleds import fitting, fitting_without, survey, vacant
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# --- what may be done -----------------------------------------------------------------------------------


@rule
def legal_actions(t: Table, s: State, out: Array) -> int:
    """Every action of HD-ACT for the seat whose turn it is; returns how many."""
    seat = s.turn
    slots, fits = vacant(t, s, seat), survey(t, s, seat)
    n = put_members(out, int64(0), int64(state.FIRST_TAKE), s.centre)  # HD-ACT-2, HD-ACT-5
    if s.centre_equipment:
        out[n] = state.FIRST_TAKE + state.EQUIPMENT
        n += 1
    if s.centre_care:
        out[n] = state.FIRST_TAKE + state.SINGLE
        n += 1
    n = legal_placings(t, fits, s.centre, slots, int64(state.FIRST_DRAFT), out, n)  # HD-ACT-1
    n = legal_placings(t, fits, s.hand[seat], slots, int64(state.FIRST_PLACE), out, n)  # HD-ACT-3
    return legal_swaps(t, s, fits, slots, out, n)


@rule
def legal_placings(t: Table, fits: Array, cards: int, slots: int, first: int, out: Array, n: int) -> int:
    """Every husky of a set into every slot that it fits; returns the new n."""
    if slots == 0:
        return n
    while cards:
        husky = lowest(cards)
        cards &= cards - 1
        n = put_slots(out, n, first + husky * state.SLOTS, fitting(t, fits, husky, slots))
    return n


@rule
def legal_swaps(t: Table, s: State, fits: Array, slots: int, out: Array, n: int) -> int:
    """Lift a husky, then place one of the hand, that one included (HD-ACT-4, HD-SWAP-1 to -3, -6)."""
    seat = s.turn
    for lifted in range(state.SLOTS):
        if s.sled[seat, lifted] == NONE:
            continue
        cards = s.hand[seat] | 1 << int(s.sled[seat, lifted])
        open_slots = slots | 1 << lifted
        first = state.FIRST_SWAP + lifted * state.HUSKIES * state.SLOTS
        while cards:
            husky = lowest(cards)
            cards &= cards - 1
            found = fitting_without(t, fits, husky, open_slots, lifted)
            n = put_slots(out, n, first + husky * state.SLOTS, found)
    return n


@rule
def legal_bonuses(t: Table, s: State, out: Array) -> int:
    """No bonus, or each youngster of centre or hand into each vacant slot (HD-BONUS-1, HD-BONUS-2)."""
    seat = s.turn
    out[0] = state.DECLINE
    n, slots = int64(1), vacant(t, s, seat)
    for first, cards in ((state.FIRST_DRAFT, s.centre), (state.FIRST_PLACE, s.hand[seat])):
        young = cards & state.ALL_YOUNGSTERS
        while young:
            n = put_slots(out, n, first + lowest(young) * state.SLOTS, slots)
            young &= young - 1
    return int(n)


# --- doing it -------------------------------------------------------------------------------------------


@rule
def act(s: State, action: int) -> None:
    """Carry out an action of HD-ACT."""
    seat = s.turn
    if action >= state.FIRST_SWAP:
        lifted, rest = divmod(action - state.FIRST_SWAP, state.HUSKIES * state.SLOTS)
        swap(s, seat, lifted, rest // state.SLOTS, rest % state.SLOTS)
    elif action >= state.FIRST_DRAFT:
        husky, slot = put_in_sled(s, seat, action)
        tell(s, state.PLACED if action >= state.FIRST_PLACE else state.DRAFTED, seat, husky, slot)
    else:
        card = action - state.FIRST_TAKE
        take_from_centre(s, card)
        take_openly(s, seat, card)
        tell(s, state.TOOK, seat, card, NO)


@rule
def add_bonus(s: State, action: int) -> None:
    """Place a youngster besides (HD-BONUS-1)."""
    seat = s.turn
    husky, slot = put_in_sled(s, seat, action)
    tell_more(s, state.ADDED, seat, husky, slot, int64(action >= state.FIRST_PLACE), NO, NO)


@rule
def put_in_sled(s: State, seat: int, action: int) -> tuple[int, int]:
    """Draft or place a husky into a slot; returns both."""
    from_hand = action >= state.FIRST_PLACE
    husky, slot = divmod(action - (state.FIRST_PLACE if from_hand else state.FIRST_DRAFT), state.SLOTS)
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
    tell_more(s, state.SWAPPED, seat, old, lifted, husky, slot, NO)
