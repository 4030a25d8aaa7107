"""Preparations: days and turns, turning up cards, declaring ready (HD-PREP, HD-READY).

`prepare` goes a stage further: the stages of a turn are its decisions, in their order. `actions` has the
action and the bonus. Loose cards interrupt the first stage, see `loose_cards`.
"""

import numpy as np

from trailmix.engine.bits import has_many, lowest
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.zones import take_last
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import cards
from trailmix.games.hike_dogsled.rules.actions import act, legal_actions
from trailmix.games.hike_dogsled.rules.bits import put_slots
from trailmix.games.hike_dogsled.rules.log import NO, tell, tell_more
from trailmix.games.hike_dogsled.rules.loose_cards import turn_up_loose
from trailmix.games.hike_dogsled.rules.sleds import vacant
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# --- days and turns -------------------------------------------------------------------------------------


@rule
def begin_day(t: Table, s: State) -> None:
    """Turn up the next landscape, if there is one (HD-PREP-1); the first player begins (HD-PREP-3)."""
    s.day += 1
    if s.revealed < t.laid:
        turned = int(s.landscapes[s.revealed])
        s.revealed += 1
        tell_more(s, state.DAY_BEGAN, NONE, s.day, turned, turned, NO, NO)
    else:
        tell(s, state.ANOTHER_DAY, NONE, s.day, NO)
    begin_turn(t, s, int64(0))


@rule
def begin_turn(t: Table, s: State, seat: int) -> None:
    """The turn of a seat, after those of the ready ones in front of it (HD-PREP-5)."""
    while seat < t.players and s.declared[seat]:
        draw_care(s, seat)
        seat += 1
    s.turn = seat
    s.decision = state.MENTOR
    # Two until the sideways landscape has been turned up (HD-PREP-6).
    s.to_reveal = 2 if s.revealed < t.sideways else 1


@rule
def draw_care(s: State, seat: int) -> None:
    """The top of the personal care pile: a single, then doubles (HD-READY-7)."""
    if s.own_pile[seat]:
        card = state.SINGLE if s.own_pile[seat] == state.PILE else state.DOUBLE
        s.own_pile[seat] -= 1
        cards.take_openly(s, seat, card)
        tell(s, state.DREW_CARE, seat, card, int64(s.own_pile[seat]))


@rule
def is_last_day(t: Table, s: State) -> bool:
    """Do Preparations end with this day? (HD-READY-10, HD-READY-11, HD-RUL-14, HD-RUL-16)."""
    if s.first_day == 0:
        return s.day >= state.LAST_DAY
    unready = 0
    for seat in range(t.players):
        unready += s.declared[seat] == 0
    return unready == 0 or s.day >= s.first_day + state.LAST_DAYS


# --- the stages of a turn -------------------------------------------------------------------------------


@rule
def prepare(t: Table, s: State) -> bool:
    """Is the seat whose turn it is to be asked at this stage? Otherwise go on to the next (HD-PREP-4)."""
    seat = s.turn
    s.asked = seat
    if s.decision == state.MENTOR:
        turn_up(t, s)
        if s.loose != NONE:
            return False
        if s.mentors[seat] and s.deck_size:  # HD-PREP-7, HD-RUL-6
            return True
        s.decision = state.ACTION
    if s.decision == state.ACTION:
        if has_many(s.centre):
            return True  # either may be taken
        return has_to_act(t, s)
    if s.decision == state.BONUS:
        if vacant(t, s, seat):
            if (s.centre | s.hand[seat]) & state.ALL_YOUNGSTERS:
                return True
            s.lacks[seat] |= state.NO_YOUNGSTER
        s.decision = state.DECLARE
    if s.decision == state.DECLARE:
        if vacant(t, s, seat) == 0:  # HD-READY-1
            return True
    elif can_be_equipped(t, s, seat):
        if s.equipment[seat]:
            return True
        s.lacks[seat] |= state.NO_EQUIPMENT
    begin_turn(t, s, seat + 1)
    return False


@rule
def turn_up(t: Table, s: State) -> None:
    """Turn up what is due, as far as the deck goes (HD-PREP-6, HD-PREP-8); a loose card interrupts it."""
    while s.to_reveal and s.deck_size:
        card = take_last(s.deck, s.deck_size)
        s.deck_size -= 1
        if card >= state.FIRST_LOOSE:
            turn_up_loose(t, s, card - state.FIRST_LOOSE)  # does not count (HD-LOOSE-3, HD-RUL-44)
            if s.loose != NONE:
                return
        else:
            s.to_reveal -= 1
            cards.put_in_centre(s, card)
            tell(s, state.REVEALED, s.turn, card, NO)
    s.to_reveal = 0


@rule
def has_to_act(t: Table, s: State) -> bool:
    """Is there a choice of actions? The only one is carried out; without any the turn goes on (HD-RUL-8)."""
    out = np.empty(state.MAX_LEGAL, np.int64)
    number = legal_actions(t, s, out)
    if number > 1:
        return True
    s.decision = state.BONUS
    if number == 1:
        act(s, out[0])
    else:
        cards.shows_no_husky(s, s.turn)
        tell(s, state.SKIPPED, s.turn, NO, NO)
    return False


@rule
def spend_mentor(s: State) -> None:
    """A mentor turns up one more card, and does not come back (HD-PREP-7, HD-RUL-5)."""
    s.mentors[s.turn] -= 1
    s.to_reveal = 1
    tell(s, state.SPENT_MENTOR, s.turn, int64(s.mentors[s.turn]), NO)


# --- declaring ready ------------------------------------------------------------------------------------


@rule
def declare(s: State) -> None:
    """Huskies of the hand go to the centre (HD-READY-3); then equipment may be tucked (HD-READY-4)."""
    seat, hand = s.turn, s.hand[s.turn]
    s.declared[seat] = s.day
    if s.first_day == 0:
        s.first_day = s.day  # HD-READY-9
    s.centre |= hand
    tell(s, state.READIED, seat, NO, NO)
    if hand:
        tell(s, state.GAVE_BACK, seat, int64(hand & (1 << state.HALF) - 1), int64(hand >> state.HALF))
    while hand:
        cards.drop(s, seat, lowest(hand))
        hand &= hand - 1
    cards.shows_no_husky(s, seat)
    s.decision = state.TUCK


@rule
def can_be_equipped(t: Table, s: State, seat: int) -> int:
    """The slots with a one-point husky without equipment, as bits (HD-READY-4, HD-READY-5)."""
    found = 0
    for slot in range(state.SLOTS):
        husky = s.sled[seat, slot]
        if husky != NONE and t.n_points[husky] == 1:
            found |= 1 << slot
    return found & ~int(s.tucked[seat])


@rule
def legal_tucks(t: Table, s: State, out: Array) -> int:
    """No more equipment, or one under each husky that can have it."""
    out[0] = state.DECLINE
    return put_slots(out, int64(1), int64(state.FIRST_TUCK), can_be_equipped(t, s, s.turn))


@rule
def tuck(s: State, slot: int) -> None:
    """The equipment stays with its husky until the end (HD-READY-6)."""
    s.tucked[s.turn] |= 1 << slot
    cards.drop_equipment(s, s.turn)
    tell(s, state.TUCKED, s.turn, slot, int64(s.sled[s.turn, slot]))
