"""The cards of a position: those that are named nowhere are dealt to hands; the rest is the deck."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import shuffle
from trailmix.engine.written import List
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.cards import cards_outside_deck, hidden_cards
from trailmix.games.hike_dogsled.rules.loose_cards import takes_part
from trailmix.games.hike_dogsled.rules.redeal import deal_crazy, deal_hidden, fits_decision, pick_anew
from trailmix.games.hike_dogsled.state import NONE, State

TRIES = 1000  # deals, to find one that leaves whoever is asked a choice; a position may rule that out


def card_numbers(setup: Setup, listed: List, where: str, last: int) -> list[int]:
    """The cards that are named, none of them behind the last one that can be there."""
    for card in listed.named:
        if card > last:
            name = setup.data.ids[card]
            raise BadPosition(f"{where} lists cards, and '{name}' is none that can be there.")
    return listed.named


def bits_of(numbers: Iterable[int]) -> int:
    """A set of numbers as bits; each is there once."""
    bits = 0
    for n in numbers:
        if bits >> n & 1:
            raise BadPosition("A card is named twice.")
        bits |= 1 << n
    return bits


def deal_rest(setup: Setup, s: State, deck: List) -> None:
    """Complete hands, picks and deck."""
    loose = _loose_rest(setup, s, deck.named) if deck.rest else []
    cards = np.array(sorted(_rest(setup, s, deck.named).elements()), np.int64)
    hidden = sum(hidden_cards(s, seat) for seat in range(setup.players)) - _unplaced(s).bit_count()
    if len(cards) < hidden:
        raise BadPosition(f"{hidden} cards of hands are open, and only {len(cards)} are left for them.")
    left = _deal_hands(setup, s, cards)
    _pick(setup, s)
    if left and not deck.rest:
        raise BadPosition(f"{left} cards are nowhere: {setup.data.ids[cards[0]]} is one of them.")
    below = np.array([*cards[:left], *loose], np.int64)
    shuffle(s, below, len(below))
    whole = [*below.tolist(), *deck.named[::-1]]
    if len(whole) > len(s.deck):
        raise BadPosition(f"The deck cannot have {len(whole)} cards.")
    s.deck[: len(whole)] = whole
    s.deck_size = len(whole)


def _deal_hands(setup: Setup, s: State, cards: Array) -> int:
    """What is missing from hands, so that whoever is asked has a choice, if possible; how many are left."""
    t = setup.table[0]
    _leave_out(setup, s)
    named, all_cards = (s.hand.copy(), s.equipment.copy(), s.singles.copy()), cards.copy()
    left = len(cards)
    for _ in range(TRIES):
        s.hand[:], s.equipment[:], s.singles[:] = named
        cards[:] = all_cards
        deal_crazy(t, s)
        left = deal_hidden(t, s, NONE, cards, len(cards))
        if left == len(cards) or fits_decision(t, s, NONE):
            break
    return int(left)


def _leave_out(setup: Setup, s: State) -> None:
    """Who was not asked for a pick, having no husky, is known to have none (HD-LOOSE-8)."""
    if s.decision == state.PICK:
        for n in range((int(s.asked) - int(s.turn)) % setup.players):
            takes_part(s, (int(s.turn) + n) % setup.players)


def _pick(setup: Setup, s: State) -> None:
    """Picks that are not told: any husky of whoever has picked."""
    told = s.pick.copy()
    pick_anew(setup.table[0], s, NONE)
    s.pick[told != NONE] = told[told != NONE]


def _rest(setup: Setup, s: State, named: list[int]) -> Counter[int]:
    """The cards of the husky deck that are named nowhere."""
    rest = Counter(range(state.HUSKIES))
    rest[state.EQUIPMENT], rest[state.SINGLE] = state.N_EQUIPMENT, state.N_SINGLES
    used: Counter[int] = Counter(card for card in named if card < state.FIRST_LOOSE)
    huskies, doubled, equipment, singles = cards_outside_deck(setup.table[0], s)
    for bits in (huskies, doubled, _unplaced(s)):
        used.update(husky for husky in range(state.HUSKIES) if bits >> husky & 1)
    used.update({state.EQUIPMENT: equipment, state.SINGLE: singles})
    for card, copies in used.items():
        if copies > rest[card]:
            raise BadPosition(f"{setup.data.ids[card]} is in {copies} places, and there is {rest[card]}.")
    return rest - used


def _unplaced(s: State) -> int:
    """Huskies of the Crazy husky swap that are not said to be in a hand, as bits."""
    return int(s.crazy) & ~int(np.bitwise_or.reduce(s.hand))


def _loose_rest(setup: Setup, s: State, named: list[int]) -> list[int]:
    """Loose cards that are neither named nor seen, one of them removed."""
    if not setup.table[0].loose:
        return []
    unseen = [n for n in range(state.LOOSE) if not int(s.loose_seen) >> n & 1]
    cards = np.array([state.FIRST_LOOSE + n for n in unseen if state.FIRST_LOOSE + n not in named], np.int64)
    shuffle(s, cards, len(cards))
    found: list[int] = cards.tolist()
    return found[:-1]
