"""Zones: where the cards of a game are, as its state declares it (`trailmix.engine.written.Cards`).

Kernels for dealing and drawing; and, read off the declaration, `redeal` and `check` for games that have
nothing else to hide or to hold together. A game with more to check begins with `check` of this module::

    INVARIANTS = (*zones.INVARIANTS, "The tricks won do not add up.")

A row of cards is sorted or not, with NONE behind its last card; its size is kept beside it, and the kernels
return the new one: ``s.hand_size[seat] = add_sorted(s.hands[seat], s.hand_size[seat], card)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.extending import overload

from trailmix.engine.kernels import rule
from trailmix.engine.record import EVERYONE, ITS_SEAT, NOBODY, Array, StateRecord
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.written import Cards, Order

NONE = -1
"""No card."""
CARD = np.int8
SORTED = int(Order.SORTED)
KIND, ORDER, SIGHT, NUMBER = range(4)
"""A zone's facts: the kind of its cards, its order, who sees it, how many cards there are of the kind."""
SIGHTS = (EVERYONE, NOBODY, ITS_SEAT)
ALL_SEE, NONE_SEES, ITS_SEAT_SEES = range(3)


# --- cards of one row -----------------------------------------------------------------------------------


@rule
def shuffled(s: Any, number: int) -> Array:
    """So many cards in random order."""
    cards = np.empty(number, CARD)
    for card in range(number):
        cards[card] = card
    shuffle(s, cards, number)
    return cards


@rule
def add_last(cards: Array, size: int, card: int) -> int:
    """Put a card behind (or on top of) the others; the new size."""
    cards[size] = card
    return size + 1


@rule
def add_sorted(cards: Array, size: int, card: int) -> int:
    """Put a card in its place; the new size."""
    at = size
    while at > 0 and cards[at - 1] > card:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card
    return size + 1


@rule
def take(cards: Array, size: int, card: int) -> int:
    """Take a card out, wherever it is; the new size."""
    at = 0
    while cards[at] != card:
        at += 1
    for n in range(at, size - 1):
        cards[n] = cards[n + 1]
    cards[size - 1] = NONE
    return size - 1


@rule
def take_last(cards: Array, size: int) -> int:
    """Take the last (or top) card; gives the card, and the size is one less."""
    card = int(cards[size - 1])
    cards[size - 1] = NONE
    return card


@rule
def number_in(cards: Array) -> int:
    """How many cards a row has, for those who can see them."""
    number = 0
    for card in cards:
        number += card != NONE
    return number


# --- the zones of a state -------------------------------------------------------------------------------


class Zone(NamedTuple):
    """A zone by its field."""

    name: str
    cards: Cards
    by_seat: bool
    facts: Array


Reader = Callable[[Any], Any]
READERS: dict[np.dtype[Any], Reader] = {}
"""What gives the zones of a state, for each state record that has some; `enter` puts it here."""


def zones_in(plan: type[StateRecord]) -> tuple[Zone, ...]:
    """The zones that a state declares, in its order; TypeError says what is wrong with one."""
    found, kinds = list[Zone](), list[str]()
    for name, declared in vars(plan).items():
        if name not in plan.fields or not isinstance(declared.written, Cards):
            continue
        cards, where = declared.written, f"{plan.__qualname__}.{name}"
        if declared.kind != CARD or len(declared.shape) not in (1, 2):
            raise TypeError(f"{where}: cards are kept as np.int8, in one row or in one for each seat.")
        if cards.counted is None and declared.see is not EVERYONE:
            raise TypeError(f"{where}: who cannot see the cards still counts them: say counted='...'.")
        if cards.counted is not None and cards.counted not in plan.fields:
            raise TypeError(f"{where}: there is no field {cards.counted}.")
        if cards.kind not in kinds:
            kinds.append(cards.kind)
        sight = SIGHTS.index(declared.see) if declared.see in SIGHTS else len(SIGHTS)
        facts = np.array([kinds.index(cards.kind), cards.order, sight, cards.number], np.int64)
        found.append(Zone(name, cards, len(declared.shape) == 2, facts))
    return tuple(found)


def enter(plan: type[StateRecord]) -> tuple[Zone, ...]:
    """Let the kernels below know a state's zones."""
    zones = zones_in(plan)
    if zones:
        READERS[plan.dtype] = _reader(zones)
    return zones


def can_redeal(plan: type[StateRecord]) -> bool:
    """Is everything that is hidden in zones that `redeal` knows how to fill?"""
    zones = {zone.name: zone for zone in zones_in(plan)}
    common = StateRecord.__annotations__
    return all(
        declared.see is EVERYONE or (name in zones and zones[name].facts[SIGHT] < len(SIGHTS))
        for name, declared in plan.fields.items()
        if name not in common
    )


def zones_of(s: Any) -> Any:
    """Each zone of a state: its cards as rows, the size of each row, and its facts.

    Compiled, the fields are found by the type of the record, as the kernels behind verbs are.
    """
    return READERS[s.dtype](s)


@overload(zones_of, strict=False)
def _zones_of(s: Any) -> Any:
    for dtype, reader in READERS.items():
        if isinstance(s, types.Record) and numba.from_dtype(dtype) == s:
            return reader
    return None


def _reader(zones: tuple[Zone, ...]) -> Reader:
    """A function that gives the first zone and, by one like itself, the others."""
    name, facts, counted = zones[0].name, zones[0].facts, zones[0].cards.counted
    if counted is None:

        def first(s: Any) -> Any:
            return as_rows(s[name]), sizes(as_rows(s[name])), facts

    else:

        def first(s: Any) -> Any:
            return as_rows(s[name]), as_sizes(s[counted]), facts

    one = numba.njit(first)
    if len(zones) == 1:
        return lambda s: (one(s),)
    rest: Any = numba.njit(_reader(zones[1:]))
    return lambda s: (one(s),) + rest(s)  # noqa: RUF005 - Numba reads this, and not a star


def as_rows(cards: Any) -> Any:
    """Cards as rows, of which a zone that is nobody's has one."""
    return cards.reshape((-1, cards.shape[-1]))


@overload(as_rows, strict=False)
def _as_rows(cards: Any) -> Any:
    if cards.ndim == 1:
        return lambda cards: cards.reshape((1, cards.shape[0]))
    return lambda cards: cards.reshape((cards.shape[0], cards.shape[1]))


def as_sizes(counted: Any) -> Any:
    """The sizes of rows, of which there may be one."""
    return np.array(counted, np.int64).reshape(-1)


@overload(as_sizes, strict=False)
def _as_sizes(counted: Any) -> Any:
    if isinstance(counted, types.Integer):
        return lambda counted: np.full(1, counted, np.int64)
    return lambda counted: counted.astype(np.int64)


@rule
def clear(s: Any, key: Array) -> None:
    """The beginning of every deal: chance comes from the key, nothing has happened, no card is anywhere."""
    seed(s, key)
    s.n_events = 0
    s.events[:] = 0
    for zone in zones_of(s):
        zone[0][:] = NONE


@rule
def sizes(rows: Array) -> Array:
    """How many cards are in each row, for those who can see them."""
    found = np.empty(len(rows), np.int64)
    for row in range(len(rows)):
        found[row] = number_in(rows[row])
    return found


# --- what a seat cannot know ----------------------------------------------------------------------------


@rule
def redeal(t: Any, s: Any, seat: int, key: Array) -> None:
    """Gather all cards that `seat` cannot see, shuffle them by the key, deal them back to the hidden places.

    Which ones that are is read off those in sight. So the result is the same from the true state and from a
    redacted one.
    """
    seed(s, key)
    zones = zones_of(s)
    kinds = 0
    for zone in zones:
        kinds = max(kinds, zone[2][KIND] + 1)
    for kind in range(kinds):
        rest = out_of_sight(zones, kind, seat)
        shuffle(s, rest, len(rest))
        dealt = 0
        for cards, size, facts in zones:
            if facts[KIND] == kind:
                for row in range(len(cards)):
                    if is_hidden(facts, row, seat):
                        deal_again(cards[row], size[row], facts, rest, dealt)
                        dealt += size[row]


@rule
def redeal_nothing(t: Any, s: Any, seat: int, key: Array) -> None:
    """Where nothing is hidden, only the future is unknown."""
    seed(s, key)


@rule
def is_hidden(facts: Array, row: int, seat: int) -> bool:
    """Are the cards of a row hidden from a seat?"""
    return facts[SIGHT] == NONE_SEES or (facts[SIGHT] == ITS_SEAT_SEES and row != seat)


@rule
def out_of_sight(zones: Any, kind: int, seat: int) -> Array:
    """The cards of a kind that a seat does not see anywhere."""
    number = 0
    for zone in zones:
        if zone[2][KIND] == kind:
            number = zone[2][NUMBER]
    hidden = np.ones(number, np.bool_)
    for cards, size, facts in zones:
        if facts[KIND] == kind:
            for row in range(len(cards)):
                if not is_hidden(facts, row, seat):
                    for n in range(size[row]):
                        hidden[cards[row, n]] = False
    return np.flatnonzero(hidden)


@rule
def deal_again(cards: Array, size: int, facts: Array, rest: Array, first: int) -> None:
    """Fill a row with cards from a place of the rest on."""
    cards[:] = NONE
    for n in range(size):
        if facts[ORDER] == SORTED:
            add_sorted(cards, n, rest[first + n])
        else:
            add_last(cards, n, rest[first + n])


# --- no card twice, and none lost -----------------------------------------------------------------------

SOUND, MISCOUNTED, UNSORTED, LOST = range(4)
INVARIANTS = (
    "All is well.",
    "There are more or fewer cards somewhere than are counted there.",
    "Cards that are kept in ascending order are not.",
    "Not every card is in exactly one place.",
)


@rule
def check(t: Any, s: Any) -> int:
    """SOUND, or what is wrong with the cards."""
    zones = zones_of(s)
    for cards, size, facts in zones:
        for row in range(len(cards)):
            for n in range(len(cards[row])):
                if (cards[row, n] != NONE) != (n < size[row]):
                    return MISCOUNTED
                in_order = n == 0 or n >= size[row] or cards[row, n - 1] < cards[row, n]
                if facts[ORDER] == SORTED and not in_order:
                    return UNSORTED
    for zone in zones:
        if not is_whole(zones, zone[2][KIND], zone[2][NUMBER]):
            return LOST
    return SOUND


@rule
def is_whole(zones: Any, kind: int, number: int) -> bool:
    """Is every card of a kind in exactly one place?"""
    found = np.zeros(number, np.int64)
    for cards, size, facts in zones:
        if facts[KIND] == kind:
            for row in range(len(cards)):
                for n in range(size[row]):
                    if not 0 <= cards[row, n] < number:
                        return False
                    found[cards[row, n]] += 1
    return bool((found == 1).all())
