"""The words of a position document of Hike!: cards, slots, seats, numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.words import letter
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.state import DOUBLE, SLOT_IDS

MOST_CARDS = 200


def refuse_unknown(said: dict[str, Any], known: set[str], what: str) -> None:
    """Every field is one that there is."""
    unknown = said.keys() - known
    if unknown:
        raise BadPosition(f"{what} has no field {shown(min(unknown))}.")


def number(said: dict[str, Any], name: str, usual: int, allowed: range) -> int:
    """A whole number."""
    value = said.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise BadPosition(f"{name} is a whole number from {allowed[0]} to {allowed[-1]}, not {shown(value)}.")
    return value


def pair(said: dict[str, Any], name: str, usual: tuple[int, int]) -> tuple[int, int]:
    """Numbers of single and double care."""
    value = said.get(name, list(usual))
    if not isinstance(value, list) or len(value) != 2:
        raise BadPosition(f"{name} is a list of two numbers, single and double care, not {shown(value)}.")
    first, second = (number({name: item}, name, 0, range(13)) for item in value)
    return first, second


def said_text(said: dict[str, Any], name: str, usual: str) -> str:
    """A text."""
    value = said.get(name, usual)
    if not isinstance(value, str):
        raise BadPosition(f"{name} is written as a text, not as {shown(value)}.")
    return value


def card_numbers(setup: Setup, said: dict[str, Any], name: str, end: int, usual: str = "") -> list[int]:
    """Cards by their IDs, below a number; double care only where it can be."""
    words = said_text(said, name, usual).split()
    if len(words) > MOST_CARDS:
        raise BadPosition(f"{name} lists more cards than there are.")
    found = []
    for word in words:
        card = setup.data.numbers.get(word.casefold())
        if card is None or card >= end or (card == DOUBLE and end > DOUBLE + 1):
            raise BadPosition(f"{name} lists cards, and {shown(word)} is none that can be there.")
        found.append(card)
    return found


def bits_of(numbers: Iterable[int]) -> int:
    """A set of numbers as bits; each is there once."""
    bits = 0
    for n in numbers:
        if bits >> n & 1:
            raise BadPosition("A card is named twice.")
        bits |= 1 << n
    return bits


def slot_number(setup: Setup, said: dict[str, Any], name: str) -> int:
    """One slot."""
    found = slot_numbers(setup, said, name)
    if len(found) != 1:
        raise BadPosition(f"{name} is one slot, like T1.")
    return found[0]


def slot_numbers(setup: Setup, said: dict[str, Any], name: str) -> list[int]:
    """Slots by their names, each once."""
    names = {SLOT_IDS[slot]: slot for slot in slots(setup)}
    words = said_text(said, name, "").upper().split()
    for word in words:
        if word not in names:
            raise BadPosition(f"{name} lists slots, and {shown(word)} is none: {', '.join(names)}.")
    if len(set(words)) != len(words):
        raise BadPosition(f"{name} names a slot twice.")
    return [names[word] for word in words]


def seat_numbers(setup: Setup, said: dict[str, Any], name: str, usual: str) -> list[int]:
    """Seats by their letters, each once, at least one."""
    letters = [letter(seat) for seat in range(setup.players)]
    words = said_text(said, name, usual).split()
    for word in words:
        if word not in letters:
            raise BadPosition(f"{name}: there is no seat {shown(word)} with {setup.players} players.")
    if not words or len(set(words)) != len(words):
        raise BadPosition(f"{name} names seats, each once.")
    return [letters.index(word) for word in words]
