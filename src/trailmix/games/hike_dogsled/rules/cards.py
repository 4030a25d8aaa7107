"""Cards on their way: into hands and out of them, and what everybody knows of a hand."""

from trailmix.engine.bits import has_many, lowest, size
from trailmix.engine.kernels import inlined, rule
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.state import EQUIPMENT, HUSKIES, NO_HUSKY, NO_YOUNGSTER, SINGLE, State, Table


@rule
def take_openly(s: State, seat: int, card: int) -> None:
    """A card comes into a hand, everybody seeing it."""
    if card < HUSKIES:
        s.hand[seat] |= 1 << card
        s.known[seat] |= 1 << card
    elif card == EQUIPMENT:
        s.equipment[seat] += 1
        s.known_equipment[seat] += 1
    elif card == SINGLE:
        s.singles[seat] += 1
        s.known_singles[seat] += 1
    else:
        s.doubles[seat] += 1
    s.hand_size[seat] += 1


@rule
def take_unseen(s: State, seat: int, card: int) -> None:
    """A card of the husky deck comes into a hand that counts it already, nobody else seeing which."""
    if card == EQUIPMENT:
        s.equipment[seat] += 1
    elif card == SINGLE:
        s.singles[seat] += 1
    else:
        s.hand[seat] |= 1 << card


@rule
def drop(s: State, seat: int, husky: int) -> None:
    """A husky leaves a hand, everybody seeing it."""
    bit = 1 << husky
    s.hand[seat] &= ~bit
    s.known[seat] &= ~bit
    s.hand_size[seat] -= 1
    if s.crazy & bit:
        s.crazy &= ~bit
        s.crazy_seats &= ~(1 << seat)
        find_last_crazy(s)


@rule
def find_last_crazy(s: State) -> None:
    """If only one seat is left that may have what is left of the Crazy husky swap, everybody knows it."""
    if s.crazy_seats and not has_many(s.crazy_seats):
        s.known[lowest(s.crazy_seats)] |= s.crazy
        s.crazy, s.crazy_seats = 0, 0


@rule
def drop_equipment(s: State, seat: int) -> None:
    """Equipment leaves a hand; one that everybody knew of, if there is one."""
    s.equipment[seat] -= 1
    s.hand_size[seat] -= 1
    if s.known_equipment[seat] > 0:
        s.known_equipment[seat] -= 1


@inlined
def put_in_centre(s: State, card: int) -> None:
    """A card comes into the centre; one that is hidden (NONE) is not seen there."""
    if card == EQUIPMENT:
        s.centre_equipment += 1
    elif card == SINGLE:
        s.centre_care += 1
    elif card >= 0:
        s.centre |= 1 << card


@inlined
def take_from_centre(s: State, card: int) -> None:
    """A card leaves the centre."""
    if card == EQUIPMENT:
        s.centre_equipment -= 1
    elif card == SINGLE:
        s.centre_care -= 1
    else:
        s.centre &= ~(1 << card)


@rule
def shows_no_husky(s: State, seat: int) -> None:
    """Everybody can tell that no husky is among the hidden cards of a hand."""
    s.lacks[seat] |= NO_HUSKY | NO_YOUNGSTER


@rule
def hidden_cards(s: State, seat: int) -> int:
    """How many cards of a hand are missing from it."""
    seen = size(s.hand[seat]) + s.equipment[seat] + s.singles[seat] + s.doubles[seat]
    return int(s.hand_size[seat]) - int(seen)


@rule
def cards_outside_deck(t: Table, s: State) -> tuple[int, int, int, int]:
    """What is anywhere but in the husky deck: huskies, those in two places, equipment, single care."""
    huskies, doubled = s.centre | s.removed, s.centre & s.removed
    equipment = s.centre_equipment + s.discarded
    singles = s.centre_care + s.care_pile[0] + s.care_discards[0]
    for seat in range(t.players):
        doubled |= huskies & s.hand[seat]
        huskies |= s.hand[seat]
        for n in range(state.SLOTS + 1):
            husky = s.sled[seat, n] if n < state.SLOTS else s.received[seat]
            if husky != state.NONE:
                doubled |= huskies & 1 << int(husky)
                huskies |= 1 << int(husky)
        equipment += s.equipment[seat] + size(int(s.tucked[seat]))
        singles += s.singles[seat] - (s.caught[seat] == state.CAUGHT_EXTRA) + (s.own_pile[seat] == state.PILE)
    return int(huskies), int(doubled), int(equipment), int(singles)
