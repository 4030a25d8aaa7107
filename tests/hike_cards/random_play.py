"""Random matches in bulk: one kernel plays them and asks the checker of invariants at every decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hike_cards.helpers import setup
from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of
from trailmix.games.hike_cards.state import CODES, MAX_LEGAL, OVER, State


class Played(NamedTuple):
    """What was seen of some matches, one entry for each."""

    broken: Array
    """The last thing that the checker had to say, 0 if all was well."""
    fewest: Array
    """The fewest options that a decision had."""
    rounds: Array
    plays: Array
    """Cards put on the pile, of all rounds."""
    longest: Array
    """The most plays of a round."""
    ended: Array
    """Is it over, and nothing can be done any more?"""


def play(players: int, matches: int, seed: str) -> Played:
    """Play matches at random, each option equally likely. The same seed, the same matches."""
    found = Played(*(np.zeros(matches, np.int64) for _ in Played._fields))
    mind, out = mind_of(seed, "random play"), np.zeros(MAX_LEGAL, np.int64)
    _play(setup(players).table, State.new(), mind, out, *found)
    return found


@rule
def _play(
    tables: Array,
    states: Array,
    minds: Array,
    out: Array,
    broken: Array,
    fewest: Array,
    rounds: Array,
    plays: Array,
    longest: Array,
    ended: Array,
) -> None:
    t, s, mind = tables[0], states[0], minds[0]
    for match in range(len(broken)):
        key = np.array([below(mind, 1 << 31), below(mind, 1 << 31)], np.uint64)
        verbs.deal(t, s, key)
        fewest[match] = MAX_LEGAL
        now = 0
        while verbs.actor(t, s) >= 0:
            n, round_no = verbs.legal(t, s, out), s.round_no
            fewest[match] = min(fewest[match], n)
            action = out[below(mind, n)]
            now += action < CODES
            verbs.apply(t, s, action)
            broken[match] = max(broken[match], verbs.check(t, s))
            if s.round_no > round_no or s.decision == OVER:
                rounds[match] += 1
                plays[match] += now
                longest[match] = max(longest[match], now)
                now = 0
        ended[match] = verbs.legal(t, s, out) == 0 and s.decision == OVER
