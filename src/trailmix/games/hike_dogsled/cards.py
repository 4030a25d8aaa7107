"""Cards on their way: into hands and out of them, and what everybody knows of a hand."""

from __future__ import annotations

from trailmix.engine.kernels import inlined, rule
from trailmix.games.hike_dogsled.bits import has_many, lowest
from trailmix.games.hike_dogsled.state import (
    EQUIPMENT,
    HUSKIES,
    NO_HUSKY,
    NO_YOUNGSTER,
    SINGLE,
    State,
)


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
