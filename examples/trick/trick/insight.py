"""What bots decide by. Both kernels read the player's own hand and what everyone sees, nothing else."""

from typing import Any

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
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
def values(t: Table, s: State, mind: Any, cards: Array, number: int, out: Array) -> None:
    """Win the trick if possible: the last to play with the lowest card that will do, others with the highest.

    A trick that cannot be won gets the lowest card. `greedy` plays the card that is worth most.
    """
    is_last = number_in(s.trick) == t.players - 1
    for n in range(number):
        out[n] = cards[n] % RANKS
        if not wins(s, cards[n]):
            out[n] = -RANKS - out[n]
        elif is_last:
            out[n] = -out[n]


@rule
def wins(s: State, card: int) -> bool:
    """Does a card win the trick as it is now?"""
    if s.trick[0] == NONE:
        return True
    best = int(s.trick[best_in_trick(s)])
    return card // RANKS == best // RANKS and card > best
