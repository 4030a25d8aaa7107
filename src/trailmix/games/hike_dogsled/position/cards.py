"""The cards of a position: in hands, those that are named nowhere, and the order of the race care pile."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import U, below, shuffle
from trailmix.engine.written import List
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.cards import cards_outside_deck, hidden_cards, shows_no_husky
from trailmix.games.hike_dogsled.rules.loose_cards import takes_part
from trailmix.games.hike_dogsled.rules.redeal import deal_crazy, deal_hidden, fits_decision, pick_anew
from trailmix.games.hike_dogsled.rules.sleds import vacant
from trailmix.games.hike_dogsled.state import NONE, State

TRIES = 1000  # deals, to find one that leaves whoever is asked a choice; a position may rule that out
COPIES = {state.EQUIPMENT: state.N_EQUIPMENT, state.SINGLE: state.N_SINGLES, state.DOUBLE: state.N_DOUBLES}
MOST_IN_HAND = 100
MOST_TOLD = 8  # each makes the search for a place about twice as long
MOST_PLACES = 1_000_000


def card_numbers(setup: Setup, listed: List, where: str, last: int) -> list[int]:
    """The cards that are named, none of them above the last one that can be there."""
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


def complete_seat(setup: Setup, s: State, seat: int, said: dict[str, Any]) -> None:
    """What follows from what was said of a seat; cards of its hand that are not named are dealt later."""
    t, preparing = setup.table[0], s.phase == state.PREPARATIONS
    _check_slots(setup, s, seat)
    if not preparing and seat not in said.get("seats.declared", ()):
        s.declared[seat] = not vacant(t, s, seat)
    s.mentors[seat] = said.get("seats.mentors", {}).get(seat, state.MENTORS_EACH if preparing else 0)
    s.own_pile[seat] = said.get("seats.care_pile", {}).get(seat, state.PILE if preparing else 0)
    s.crazy_seats |= said.get("seats.crazy", {}).get(seat, 0) << seat
    unready = preparing and not s.declared[seat]
    hand = said.get("seats.hand", {}).get(seat, List([None] * state.HAND if unready else []))
    _fill_hand(setup, s, seat, hand)
    _note_known(setup, s, seat, hand, said.get("seats.known", {}).get(seat, List([])))
    if s.declared[seat]:
        shows_no_husky(s, seat)  # HD-READY-3


def _check_slots(setup: Setup, s: State, seat: int) -> None:
    """A small sled has fewer slots (HD-SETUP-7)."""
    named = int(s.tucked[seat] | s.tired[seat] | s.at_rest[seat] | s.laid_off[seat])
    named |= sum(1 << slot for slot, husky in enumerate(s.sled[seat]) if husky != NONE)
    for slot, name in enumerate(state.SLOT_IDS):
        if (named & ~int(setup.table[0].slots)) >> slot & 1:
            raise BadPosition(f"there is no slot '{name}' with {setup.players} players.")


def _fill_hand(setup: Setup, s: State, seat: int, hand: List) -> None:
    """The cards that are named, and how many are not."""
    cards = Counter(card_numbers(setup, hand, "hand", state.DOUBLE))
    for card, most in COPIES.items():
        if cards[card] > most:
            raise BadPosition(f"there are only {most} of {setup.data.ids[card]}.")
    if len(hand.cards) > MOST_IN_HAND:
        raise BadPosition("hand has more cards than there are.")
    s.hand[seat] = bits_of(card for card in cards.elements() if card < state.HUSKIES)
    s.equipment[seat], s.singles[seat], s.doubles[seat] = (cards[card] for card in COPIES)
    s.hand_size[seat] = len(hand.cards)


def _note_known(setup: Setup, s: State, seat: int, hand: List, listed: List) -> None:
    """The cards of the hand that everybody knows."""
    known = Counter(card_numbers(setup, listed, "known", state.SINGLE))
    if known - Counter(hand.named):
        raise BadPosition("cards are known to be in its hand that are not named there.")
    s.known[seat] = bits_of(card for card in known.elements() if card < state.HUSKIES)
    s.known_equipment[seat], s.known_singles[seat] = known[state.EQUIPMENT], known[state.SINGLE]


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


def draw_care_in_order(s: State, cards: list[int]) -> None:
    """Set the generator so that these are the next care cards to be drawn.

    Nobody knows the order of the race care pile, and the state has none: which card is drawn is decided when
    it is drawn. So a position that tells the order begins at a count of its generator from which
    chance decides so.
    """
    singles, doubles = cards.count(state.SINGLE), cards.count(state.DOUBLE)
    if singles + doubles < len(cards) or len(cards) > MOST_TOLD:
        raise BadPosition(
            f"care_order tells up to {MOST_TOLD} care cards, C and D, the first to be drawn first."
        )
    if singles > s.care_pile[0] or doubles > s.care_pile[1]:
        raise BadPosition("care_order tells more care cards than the race care pile has.")
    if cards and not _go_to(s, sum((card == state.DOUBLE) << n for n, card in enumerate(cards)), len(cards)):
        raise BadPosition("care_order: no seed was found that draws the care cards so.")


@rule
def _go_to(s: State, wanted: int, number: int) -> bool:
    """Find such a count; `wanted` has a bit for each card that is double care."""
    begin: Any = s.counter
    for _ in range(MOST_PLACES):
        singles, cards, drawn = int(s.care_pile[0]), int(s.care_pile[0]) + int(s.care_pile[1]), 0
        for n in range(number):  # as `draw_catch_up` does
            double = below(s, cards) >= singles
            drawn |= double << n
            cards -= 1
            singles -= not double
        s.counter = begin
        if drawn == wanted:
            return True
        begin += U(1)
        s.counter = begin
    return False
