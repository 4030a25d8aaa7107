"""The seats of a position: whether they are ready, and the cards of their hands."""

from collections import Counter
from typing import Any

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.written import List
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.position.cards import bits_of, card_numbers
from trailmix.games.hike_dogsled.rules.cards import shows_no_husky
from trailmix.games.hike_dogsled.rules.sleds import vacant
from trailmix.games.hike_dogsled.state import NONE, State

COPIES = {state.EQUIPMENT: state.N_EQUIPMENT, state.SINGLE: state.N_SINGLES, state.DOUBLE: state.N_DOUBLES}
MOST_IN_HAND = 100


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
