"""Zones: where the cards of a game are, as its state declares it (`trailmix.engine.written.Cards`).

Kernels for dealing and drawing; and, derived from the declaration, `redeal` and `check` for games that have
nothing else to hide or to verify. A game with more to check begins with `check` of this module::

    INVARIANTS = (*zones.INVARIANTS, "The tricks won do not add up.")

A row of cards is sorted or not, with NONE after its last card; its size is kept beside it, and the kernels
return the new one: ``s.hand_size[seat] = add_sorted(s.hands[seat], s.hand_size[seat], card)``.
"""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.extending import intrinsic, overload

from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import EVERYONE, ITS_SEAT, NOBODY, Array, StateRecord
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.written import Cards, Order

NONE = -1
"""No card."""
CARD = np.int8
SORTED, SCATTERED = int(Order.SORTED), int(Order.SCATTERED)
FIRST, ROWS, PLACES, COUNTED, WIDTH, KIND, NUMBER, ORDER, SIGHT, OPENED = range(10)
"""A *plan* tells kernels about zones, a line for each: the byte of the record at which its cards begin, how
many rows of how many places it has, the byte at which the sizes of the rows begin (NONE without) and how wide
each is, the kind of its cards and how many there are of it, its order, who sees it, and whether everyone does
at the end."""
SIGHTS = (EVERYONE, NOBODY, ITS_SEAT)
ALL_SEE, NONE_SEES, ITS_SEAT_SEES = range(3)
MOST_CARDS = 127
"""Of a kind: they are kept as np.int8."""


# --- cards of one row -----------------------------------------------------------------------------------


@rule
def shuffled(s: Any, number: int) -> Array:
    """The cards 0 to `number` - 1 in random order."""
    cards = np.empty(number, CARD)
    for card in range(number):
        cards[card] = card
    shuffle(s, cards, number)
    return cards


@rule
def add_last(cards: Array, size: int, card: int) -> int:
    """Put a card after (or on top of) the others; the new size."""
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
    """Take the last (or top) card and return it; the size is then one less."""
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
    called: str
    """What positions call it."""
    cards: Cards
    by_seat: bool
    line: list[int]
    """Its line of the plan."""


PLANS: dict[np.dtype[Any], Array] = {}
"""The zones of each state record that has some, a line each; `enter` puts them here."""


def zones_in(state: type[StateRecord]) -> tuple[Zone, ...]:
    """The zones that a state declares, in its order; TypeError says what is wrong with one."""
    found, kinds = list[Zone](), list[str]()
    offsets: Any = state.dtype.fields
    for name, declared in vars(state).items():
        if name not in state.fields or not isinstance(declared.written, Cards):
            continue
        cards, where = declared.written, f"{state.__qualname__}.{name}"
        if declared.kind != CARD or len(declared.shape) not in (1, 2) or cards.number > MOST_CARDS:
            raise TypeError(f"{where}: cards are kept as np.int8, in one row or in one for each seat.")
        if cards.counted is None and declared.see is not EVERYONE:
            raise TypeError(f"{where}: who cannot see the cards still counts them: say counted='...'.")
        if cards.counted is not None and cards.counted not in state.fields:
            raise TypeError(f"{where}: there is no field {cards.counted}.")
        if cards.kind not in kinds:
            kinds.append(cards.kind)
        see = declared.see.while_playing or declared.see
        rows = declared.shape[0] if len(declared.shape) == 2 else 1
        counted = [NONE, 0]
        if cards.counted is not None:
            counted = [offsets[cards.counted][1], state.fields[cards.counted].kind.itemsize]
        line = [
            *(offsets[name][1], rows, declared.shape[-1], *counted, kinds.index(cards.kind), cards.number),
            *(cards.order, SIGHTS.index(see) if see in SIGHTS else len(SIGHTS), see is not declared.see),
        ]
        found.append(Zone(name, declared.called or name, cards, len(declared.shape) == 2, line))
    return tuple(found)


def enter(state: type[StateRecord]) -> tuple[Zone, ...]:
    """Let the kernels below know a state's zones."""
    zones = zones_in(state)
    if zones:
        PLANS[state.dtype] = np.array([zone.line for zone in zones], np.int64)
    return zones


def can_redeal(state: type[StateRecord]) -> bool:
    """Is everything that is hidden in zones that `redeal` knows how to fill?"""
    zones = {zone.name: zone for zone in zones_in(state)}
    common = StateRecord.__annotations__
    return all(
        declared.see is EVERYONE or (name in zones and zones[name].line[SIGHT] < len(SIGHTS))
        for name, declared in state.fields.items()
        if name not in common
    )


def as_rows(cards: Array) -> Array:
    """Cards as rows; a zone that belongs to no seat has one."""
    return cards.reshape(-1, cards.shape[-1])


# --- a state as its bytes -------------------------------------------------------------------------------
# What follows walks over a plan, so that it is compiled once for all games.


def plan_of(s: Any) -> Any:
    """The zones of a state. Compiled, they are found by the type of the record, as kernels are by verbs."""
    return PLANS[s.dtype]


@overload(plan_of, strict=False)
def _plan_of(s: Any) -> Any:
    for dtype, plan in PLANS.items():
        if isinstance(s, types.Record) and numba.from_dtype(dtype) == s:
            return lambda s: plan
    return None


def address(s: Any) -> Any:
    """Where a record lies in memory."""
    return ctypes.cast(s.__array_interface__["data"][0], ctypes.POINTER(ctypes.c_int8))


@overload(address, strict=False)
def _address(s: Any) -> Any:
    return lambda s: _pointer(s)  # type: ignore[call-arg]  # noqa: PLW0108 - Numba compiles functions only


@intrinsic
def _pointer(_context: Any, s: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int8)(s), generate  # type: ignore[no-untyped-call]


@rule
def bytes_at(record: Any, plan: Array) -> Array:
    """The record as bytes, as far as its zones reach."""
    end = 0
    for line in plan:
        end = max(end, line[FIRST] + line[ROWS] * line[PLACES], line[COUNTED] + line[ROWS] * line[WIDTH])
    return carray(record, (end,), CARD)


@rule
def size_of(state: Array, line: Array, row: int) -> int:
    """How many cards are in a row: as they are counted, or as many as are in sight."""
    if line[COUNTED] == NONE:
        number = 0
        for n in range(line[PLACES]):
            number += state[line[FIRST] + row * line[PLACES] + n] != NONE
        return number
    return int(state[line[COUNTED] + row * line[WIDTH]])  # its lowest byte: there are few cards


@rule
def clear(s: Any, key: Array) -> None:
    """The beginning of every deal: chance comes from the key, nothing has happened, no card is anywhere."""
    seed(s, key)
    s.n_events = 0
    s.events[:] = 0
    take_all(address(s), plan_of(s))


@rule
def take_all(record: Any, plan: Array) -> None:
    """No card is anywhere."""
    state = bytes_at(record, plan)
    for line in plan:
        for n in range(line[ROWS] * line[PLACES]):
            state[line[FIRST] + n] = NONE


# --- what a seat cannot know ----------------------------------------------------------------------------


@rule
def redeal(t: Any, s: Any, seat: int, key: Array) -> int:
    """Gather all cards that `seat` cannot see, shuffle them by the key, deal them back to the hidden places.

    Which ones those are follows from the cards in sight, so the result is the same from the true state and
    from a redacted one. What everyone sees at the end of a match is not dealt anew then. One deal is always
    enough.
    """
    seed(s, key)
    over = verbs.actor(t, s) < 0
    cards = np.empty(MOST_CARDS, np.int64)
    for kind in range(MOST_CARDS):
        number = out_of_sight(address(s), plan_of(s), kind, seat, over, cards)
        if number == NONE:
            break
        shuffle(s, cards, number)
        deal_again(address(s), plan_of(s), kind, seat, over, cards)
    return 1


@rule
def redeal_nothing(t: Any, s: Any, seat: int, key: Array) -> int:
    """Where nothing is hidden, only the future is unknown."""
    seed(s, key)
    return 1


@rule
def is_hidden(line: Array, row: int, seat: int, over: bool) -> bool:
    """Are the cards of a row hidden from a seat?"""
    if over and line[OPENED]:
        return False
    return line[SIGHT] == NONE_SEES or (line[SIGHT] == ITS_SEAT_SEES and row != seat)


@rule
def out_of_sight(record: Any, plan: Array, kind: int, seat: int, over: bool, out: Array) -> int:
    """Write the cards of a kind that a seat does not see anywhere; how many, NONE without such a kind."""
    state, hidden, number = bytes_at(record, plan), np.ones(MOST_CARDS, np.bool_), NONE
    for line in plan:
        if line[KIND] == kind:
            number = line[NUMBER]
            for row in range(line[ROWS]):
                first = line[FIRST] + row * line[PLACES]
                if not is_hidden(line, row, seat, over):
                    for n in range(first, first + line[PLACES]):
                        if state[n] != NONE:
                            hidden[state[n]] = False
    found = 0
    for card in range(number):
        if hidden[card]:
            out[found] = card
            found += 1
    return found if number != NONE else NONE


@rule
def deal_again(record: Any, plan: Array, kind: int, seat: int, over: bool, cards: Array) -> None:
    """Fill the rows that a seat cannot see with these cards."""
    state, dealt = bytes_at(record, plan), 0
    for line in plan:
        for row in range(line[ROWS]):
            if line[KIND] == kind and is_hidden(line, row, seat, over):
                first, size = line[FIRST] + row * line[PLACES], min(size_of(state, line, row), line[PLACES])
                places = state[first : first + line[PLACES]]
                for n in range(line[PLACES]):
                    places[n] = NONE
                for n in range(size):
                    card = cards[dealt + n]
                    if line[ORDER] == SORTED:
                        add_sorted(places, n, card)
                    else:
                        add_last(places, n, card)
                dealt += size


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
    return check_cards(address(s), plan_of(s))


@rule
def check_cards(record: Any, plan: Array) -> int:
    """SOUND, or what is wrong with the cards of a record."""
    state = bytes_at(record, plan)
    for line in plan:
        for row in range(line[ROWS]):
            first, size = line[FIRST] + row * line[PLACES], size_of(state, line, row)
            if not 0 <= size <= line[PLACES]:
                return MISCOUNTED
            for n in range(line[PLACES]):
                if (state[first + n] != NONE) != (n < size) and line[ORDER] != SCATTERED:
                    return MISCOUNTED
                in_order = n == 0 or n >= size or state[first + n - 1] < state[first + n]
                if line[ORDER] == SORTED and not in_order:
                    return UNSORTED
    for line in plan:
        if not is_whole(state, plan, line[KIND], line[NUMBER]):
            return LOST
    return SOUND


@rule
def is_whole(state: Array, plan: Array, kind: int, number: int) -> bool:
    """Is every card of a kind in exactly one place?"""
    found = np.zeros(MOST_CARDS + 1, np.int64)
    for line in plan:
        if line[KIND] == kind:
            for n in range(line[FIRST], line[FIRST] + line[ROWS] * line[PLACES]):
                if state[n] >= 0:
                    found[state[n]] += 1
    wrong = 0
    for card in range(len(found)):
        wrong += found[card] != (card < number)
    return wrong == 0
