"""What bots play. Both policies read the own hand and what everyone sees, nothing else."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.rng import below
from trailmix.engine.zones import number_in

from .rules import best_in_trick, legal
from .state import MAX_LEGAL, NONE, RANKS, State, Table


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """Any card that may be played: fast."""
    cards = np.empty(MAX_LEGAL, np.int64)
    return int(cards[below(mind, legal(t, s, cards))])


@rule
def greedy(t: Table, s: State, mind: Any) -> int:
    """Win the trick if that can be: as the last with as low a card as will do, else with the highest.

    A trick that cannot be won gets the lowest card. Which of two cards of a rank is drawn by lot.
    """
    cards = np.empty(MAX_LEGAL, np.int64)
    number = legal(t, s, cards)
    is_last = number_in(s.trick) == t.players - 1
    best, most, equals = NONE, -100, 0
    for card in cards[:number]:
        value = card % RANKS
        if not wins(s, card):
            value = -RANKS - value
        elif is_last:
            value = -value
        if value > most:
            best, most, equals = card, value, 1
        elif value == most:
            equals += 1
            if below(mind, equals) == 0:
                best = card
    return int(best)


@rule
def wins(s: State, card: int) -> bool:
    """Does a card win the trick as it is now?"""
    if s.trick[0] == NONE:
        return True
    best = int(s.trick[best_in_trick(s)])
    return card // RANKS == best // RANKS and card > best
