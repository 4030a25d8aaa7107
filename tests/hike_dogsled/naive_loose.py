"""The loose cards of the naive Hike! (chapter 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import TYPE_CHECKING

from hike_dogsled.naive_cards import Asked, Steps, is_husky

if TYPE_CHECKING:
    from hike_dogsled.naive import Naive

SEATS = "ABCDEF"


def resolve(match: Naive, number: int, card: str) -> Steps:
    """HD-LOOSE-2."""
    effect = match.data.loose[card]
    if effect == "runaways":
        yield from run_away(match, number)
        return
    seats = [other for other in match.clockwise(number) if not match.seats[other].ready]
    if effect == "swap":
        seats = yield from two_for_a_swap(match, number, seats)
    seats = [other for other in seats if pickable(match, other, effect)]
    yield from pick(match, seats, effect)
    given = [match.picks.pop(other) for other in seats]
    from_sled = [leaves(match, other, husky) for other, husky in zip(seats, given, strict=True)]
    if effect == "sled_loose":
        match.removed += Counter(given)
        match.runaways += Counter(given)
    elif given:
        received = given[::-1] if effect == "swap" else match.chance.dealt_back(seats, given)
        assert sorted(received) == sorted(given)
        yield from receive(match, seats, from_sled, received, openly=effect == "swap")


def two_for_a_swap(match: Naive, number: int, unready: list[int]) -> Generator[Asked, str, list[int]]:
    """HD-LOOSE-6, HD-RUL-41: nobody, if nothing is to happen."""
    others = [other for other in unready if other != number]
    if not others or not pickable(match, number, "swap"):
        return []
    action = yield Asked(number, "target", {f"with {SEATS[other]}" for other in others})
    target = SEATS.index(action.split()[1])
    return [number, target] if pickable(match, target, "swap") else []


def pickable(match: Naive, number: int, effect: str) -> list[str]:
    """The huskies that a seat can pick."""
    seat = match.seats[number]
    return [*seat.sled.cards.values(), *([] if effect == "sled_loose" else seat.huskies())]


def pick(match: Naive, seats: list[int], effect: str) -> Steps:
    """HD-RUL-52."""
    for other in seats:
        options = {f"pick {husky}" for husky in pickable(match, other, effect)}
        action = yield Asked(other, "pick", options)
        match.picks[other] = action.split()[1]


def leaves(match: Naive, number: int, husky: str) -> bool:
    """Take a picked husky away; was it in the sled?"""
    seat = match.seats[number]
    for slot, card in seat.sled.cards.items():
        if card == husky:
            del seat.sled.cards[slot]
            return True
    seat.give(husky)
    return False


def receive(
    match: Naive, seats: list[int], from_sled: list[bool], received: list[str], openly: bool
) -> Steps:
    """HD-RUL-43, -52, -53."""
    everyone = list(zip(seats, from_sled, received, strict=True))
    for number, to_sled, card in everyone:
        if not to_sled:
            match.seats[number].take(card, openly)
    if not openly:
        match.pool = [(card, number) for number, to_sled, card in everyone if not to_sled]
        match.count_out()
    for number, to_sled, card in everyone:
        if to_sled:
            yield from settle(match, number, card)


def settle(match: Naive, number: int, card: str) -> Steps:
    """A card that came for one of the sled."""
    seat = match.seats[number]
    slots = seat.sled.fits(card)
    if not slots:
        seat.take(card)
        return
    action = yield Asked(number, "settle", {f"place {card} {slot}" for slot in slots})
    seat.sled.cards[action.split()[2]] = card


def run_away(match: Naive, number: int) -> Steps:
    """HD-LOOSE-7, HD-RUL-45: of three or more the two are named one after the other."""
    for left in (2, 1):
        there = sorted(card for card in match.centre if is_husky(card))
        if not there:
            break
        gone = there[0]
        if len(there) > left:
            action = yield Asked(number, "runaway", {f"pick {card}" for card in there})
            gone = action.split()[1]
        match.centre -= Counter([gone])
        match.removed += Counter([gone])
        match.runaways += Counter([gone])
