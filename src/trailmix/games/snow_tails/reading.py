"""The sleds of a position document: where they stand, their mats, hands, dents and cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.rng import shuffle
from trailmix.engine.words import letter
from trailmix.games.snow_tails.cards import clear_cards, new_deck
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.state import (
    COPIES,
    DECK,
    FINISHED,
    HAND,
    LEFT,
    MOST_DENTS,
    NONE,
    PRINTED,
    RACING,
    RIGHT,
    START_HANDS,
    STARTS,
    VALUES,
    WAITING,
    WRECKED,
    State,
)

FIELDS = {
    "space",
    "mat",
    "left",
    "right",
    "hand",
    "dents",
    "discards",
    "pile",
    "known",
    "place",
    "wrecked",
}
MAT = re.compile(r"([1-5])/([1-5])/([1-5])", re.ASCII)
WRECK = re.compile(r"(\d{1,4})\.([1-5])", re.ASCII)


# --- values ---------------------------------------------------------------------------------------------


def number(said: dict[str, Any], name: str, usual: int, allowed: range) -> int:
    """A whole number of a document."""
    value = said.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
        raise BadPosition(f"{name} is a whole number from {allowed[0]} to {allowed[-1]}, not {shown(value)}.")
    return value


def said_text(said: dict[str, Any], name: str, usual: str) -> str:
    """A text of a document."""
    value = said.get(name, usual)
    if not isinstance(value, str):
        raise BadPosition(f"{name} is written as a text, not as {shown(value)}.")
    return value


def space_number(setup: Setup, race: int, name: str) -> int:
    """The number of a space that is called p.l.i."""
    track = track_of(setup, race)
    found = track.numbers.get(name)
    if found is None:
        raise BadPosition(f"There is no space {name[:20]} on this course: they are called like 1.3.5.")
    if track.ground[found] != "free":
        raise BadPosition(f"No sled can be on {name}: there is {track.ground[found]}.")
    return found


def _cards(said: dict[str, Any], name: str, usual: str = "") -> Counter[int]:
    """Cards of a document by their value; ? is counted as 0."""
    found: Counter[int] = Counter()
    for card in said_text(said, name, usual).split():
        if card not in {*"12345"} and (card != "?" or name != "hand"):
            raise BadPosition(f"{name} lists cards from 1 to 5, and {shown(card)} is none.")
        found[0 if card == "?" else int(card)] += 1
    return found


# --- sleds ----------------------------------------------------------------------------------------------


def read_sleds(setup: Setup, s: State, said: Any, *, acting: bool) -> None:
    """All sleds of a document, seat by seat; `acting`: somebody has played cards in this turn."""
    if not isinstance(said, dict) or not all(isinstance(sled, dict) for sled in said.values()):
        raise BadPosition("Sleds are described under [sleds.A], [sleds.B] and so on.")
    letters = [letter(seat) for seat in range(setup.players)]
    for name in said.keys() - set(letters):
        raise BadPosition(f"There is no seat {name[:20]} with {setup.players} players.")
    s.space[:] = NONE
    s.status[:] = WAITING
    s.wreck_round[:] = 0
    s.wreck_turn[:] = 0
    for seat, name in enumerate(letters):
        try:
            _read_sled(setup, s, seat, said.get(name, {}), acting=acting)
        except BadPosition as error:
            raise BadPosition(f"Sled {name}: {error}") from None


def _read_sled(setup: Setup, s: State, seat: int, said: dict[str, Any], *, acting: bool) -> None:
    unknown = said.keys() - FIELDS
    if unknown:
        raise BadPosition(f"it has no field '{min(unknown)}'.")
    new_deck(s, seat)
    _read_status(setup, s, seat, said)
    s.dents[seat] = number(
        said, "dents", MOST_DENTS if s.status[seat] == WRECKED else 0, range(MOST_DENTS + 1)
    )
    mat = MAT.fullmatch(said_text(said, "mat", "3/3/3"))
    if mat is None:
        raise BadPosition(f"mat = {shown(said['mat'])} is not left/right/brake like 4/5/2.")
    s.mat[seat] = [int(shows) for shows in mat.groups()]
    if s.status[seat] == WRECKED:
        clear_cards(s, seat)  # ST-R-12
    else:
        _read_cards(s, seat, said, acting=acting)


def _read_status(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """Where the sled stands or stood, and whether it races, has finished or is wrecked."""
    wrecked = WRECK.fullmatch(said_text(said, "wrecked", "0.1"))
    if wrecked is None or ("wrecked" in said and not 1 <= int(wrecked[1]) <= s.round_no):
        raise BadPosition(f"wrecked = {shown(said['wrecked'])} is not round.turn like 2.1.")
    if "wrecked" in said and "place" in said:
        raise BadPosition("a wreck has no place.")
    if "space" in said:
        s.space[seat] = space_number(setup, s.race, said_text(said, "space", ""))
        s.status[seat] = RACING
    if "place" in said:
        s.status[seat] = FINISHED
        s.results[s.race, seat] = number(said, "place", 1, range(1, setup.players + 1))
        if s.space[seat] == NONE:
            s.space[seat] = setup.table[0].finish[s.race]
    if "wrecked" in said:
        s.status[seat] = WRECKED
        s.wreck_round[seat], s.wreck_turn[seat] = int(wrecked[1]), int(wrecked[2])


def _read_cards(s: State, seat: int, said: dict[str, Any], *, acting: bool) -> None:
    """The twenty cards: on the dogs, in the hand, discarded; the rest is the pile."""
    dogs: Counter[int] = Counter()
    for name, dog in (("left", LEFT), ("right", RIGHT)):
        dogs += _read_dog(s, seat, said, name, dog)
    hand = _cards(said, "hand", " ".join("?" * _usual_hand(s, seat, acting=acting)))
    hidden = hand.pop(0, 0)
    discards, (top, whole) = _cards(said, "discards"), _pile(said)
    rest = Counter({value: COPIES for value in range(1, VALUES + 1)})
    for cards in (dogs, hand, discards, top):
        rest.subtract(cards)
    for value, left in rest.items():
        if left < 0:
            raise BadPosition(f"there are {COPIES} cards of value {value}, and {COPIES - left} are named.")
    if rest.total() < hidden:
        raise BadPosition(f"{hidden} cards of the hand are open, and only {rest.total()} are left for them.")
    loose = np.array(sorted(rest.elements()), np.int8)
    shuffle(s, loose, len(loose))
    hand.update(loose[:hidden].tolist())
    others = loose[hidden:].tolist()
    if not whole:
        top += others
    elif "discards" not in said:
        discards.update(others)
    elif others:
        raise BadPosition(f"{DECK - len(others)} of its {DECK} cards are named, the others are nowhere.")
    _put(s, seat, hand, discards, top, _cards(said, "known"))


def _pile(said: dict[str, Any]) -> tuple[list[int], bool]:
    """The cards named, the top first, and whether they are all of the pile."""
    cards = said_text(said, "pile", "...").rstrip()
    named = cards.removesuffix("...")
    _cards({"pile": named}, "pile")
    return [int(card) for card in named.split()], not cards.endswith("...")


def _usual_hand(s: State, seat: int, *, acting: bool) -> int:
    """How many cards a hand has that nothing is said of."""
    if s.round_no == 0:
        return 0
    if s.round_no == 1 and not acting and s.space[seat] < STARTS:
        return START_HANDS[STARTS - int(s.space[seat]) - 1] if s.status[seat] == RACING else 0
    return HAND - int(s.dents[seat])


def _read_dog(s: State, seat: int, said: dict[str, Any], name: str, dog: int) -> Counter[int]:
    """The cards of a dog, the one it shows last; usually that one alone, or its printed three."""
    shows = int(s.mat[seat, dog])
    cards = said_text(said, name, "" if shows == PRINTED else str(shows))
    found = _cards({name: cards}, name)
    s.carded[seat, dog] = bool(found)
    if cards.split()[-1:] != [str(shows)] and (cards.split() or shows != PRINTED):
        raise BadPosition(f"its mat shows {shows} on the {name}, and {name} = {shown(cards)} does not.")
    _count(s.covered[seat, dog], found)
    if found:
        s.covered[seat, dog, shows - 1] -= 1
    return found


def _put(
    s: State,
    seat: int,
    hand: Counter[int],
    discards: Counter[int],
    pile: list[int],
    known: Counter[int],
) -> None:
    _count(s.hand[seat], hand)
    _count(s.discards[seat], discards)
    _count(s.sure[seat], known)
    s.pile[seat] = 0
    s.pile[seat, : len(pile)] = pile[::-1]
    s.canines[seat], s.pile_size[seat] = hand.total(), len(pile)
    if any(known[value] > hand[value] for value in known):
        raise BadPosition("cards are known to be in its hand that are not named there.")


def _count(out: Any, cards: Counter[int] | Iterable[int]) -> None:
    counted = Counter(cards)
    for value in range(1, VALUES + 1):
        out[value - 1] = counted[value]
