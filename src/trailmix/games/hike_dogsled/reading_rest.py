"""Cards that a position document names nowhere: dealt to hands that have some open, the rest is the deck."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import shuffle
from trailmix.games.hike_dogsled.redeal import (
    deal_crazy,
    deal_hidden,
    fits_decision,
    hidden_cards,
    pick_anew,
)
from trailmix.games.hike_dogsled.rules_loose import takes_part
from trailmix.games.hike_dogsled.state import (
    CAUGHT_EXTRA,
    EQUIPMENT,
    FIRST_LOOSE,
    HUSKIES,
    LOOSE,
    N_EQUIPMENT,
    N_SINGLES,
    NONE,
    PICK,
    PILE,
    SINGLE,
    State,
)
from trailmix.games.hike_dogsled.tokens import card_numbers, said_text

TRIES = 1000
"""Deals, to find one that leaves a choice to who is asked; a position may rule that out."""


def deal_rest(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Complete hands, picks and deck."""
    text = said_text(said, "deck", "...").rstrip()
    whole = not text.endswith("...")
    named = card_numbers(setup, {"deck": text.removesuffix("...")}, "deck", FIRST_LOOSE + LOOSE)
    loose = _loose_rest(setup, s, named) if not whole else []
    cards = np.array(sorted(_rest(setup, s, named).elements()), np.int64)
    hidden = sum(hidden_cards(s, seat) for seat in range(setup.players))
    if len(cards) < hidden:
        raise BadPosition(f"{hidden} cards of hands are open, and only {len(cards)} are left for them.")
    left = _deal_hands(setup, s, cards)
    _pick(setup, s)
    if whole and left:
        raise BadPosition(f"{left} cards are nowhere: {setup.data.ids[cards[0]]} is one of them.")
    below = np.array([*cards[:left], *loose], np.int64)
    shuffle(s, below, len(below))
    deck = [*below.tolist(), *named[::-1]]
    if len(deck) > len(s.deck):
        raise BadPosition(f"The deck cannot have {len(deck)} cards.")
    s.deck[: len(deck)] = deck
    s.deck_size = len(deck)


def _deal_hands(setup: Setup, s: State, cards: Array) -> int:
    """What is missing from hands, so that who is asked has a choice, if that can be; returns what is left."""
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
    if s.decision == PICK:
        for n in range((int(s.asked) - int(s.turn)) % setup.players):
            takes_part(s, (int(s.turn) + n) % setup.players)


def _pick(setup: Setup, s: State) -> None:
    """Picks that are not told: any husky of who has picked."""
    told = s.pick.copy()
    pick_anew(setup.table[0], s, NONE)
    s.pick[told != NONE] = told[told != NONE]


def _rest(setup: Setup, s: State, named: list[int]) -> Counter[int]:
    """The cards of the husky deck that are named nowhere."""
    t = setup.table[0]
    rest = Counter(range(HUSKIES))
    used: Counter[int] = Counter(card for card in named if card < FIRST_LOOSE)
    for seat in range(t.players):
        used.update(int(husky) for husky in s.sled[seat] if husky != NONE)
        if s.received[seat] != NONE:
            used[int(s.received[seat])] += 1
        used.update(husky for husky in range(HUSKIES) if int(s.hand[seat]) >> husky & 1)
        used[EQUIPMENT] += int(s.equipment[seat]) + int(s.tucked[seat]).bit_count()
    crazy = int(s.crazy) & ~int(np.bitwise_or.reduce(s.hand))
    for bits in (int(s.centre), int(s.removed), crazy):
        used.update(husky for husky in range(HUSKIES) if bits >> husky & 1)
    used[EQUIPMENT] += int(s.centre_equipment) + int(s.discarded)
    used[SINGLE] += singles_outside(setup, s) + int(s.care_pile[0]) + int(s.care_discards[0])
    rest[EQUIPMENT], rest[SINGLE] = N_EQUIPMENT, N_SINGLES
    for card, copies in used.items():
        if copies > rest[card]:
            raise BadPosition(f"{setup.data.ids[card]} is in {copies} places, and there is {rest[card]}.")
    return rest - used


def _loose_rest(setup: Setup, s: State, named: list[int]) -> list[int]:
    """Loose cards that are neither named nor seen, one of them removed."""
    if not setup.table[0].loose:
        return []
    cards = np.array(
        [
            FIRST_LOOSE + n
            for n in range(LOOSE)
            if not int(s.loose_seen) >> n & 1 and FIRST_LOOSE + n not in named
        ],
        np.int64,
    )
    shuffle(s, cards, len(cards))
    found: list[int] = cards.tolist()
    return found[:-1]


def singles_outside(setup: Setup, s: State) -> int:
    """Single care in the centre, in hands and personal piles."""
    piles = sum(int(s.own_pile[seat] == PILE) for seat in range(setup.players))
    extra = sum(int(s.caught[seat] == CAUGHT_EXTRA) for seat in range(setup.players))
    return int(s.centre_care) + int(s.singles.sum()) - extra + piles
