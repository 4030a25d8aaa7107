"""Random matches in bulk: one kernel plays them and asks the checker of invariants at every decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hike_cards.helpers import setup
from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, mind_of
from trailmix.games.hike_cards.state import MAX_LEGAL, OVER, PLAY, State


class Played(NamedTuple):
    """What was seen of some matches, one entry for each."""

    broken: Array
    """The worst that the checker said, 0 if all was well."""
    choices: Array
    """The fewest options that a decision had."""
    decisions: Array
    rounds: Array
    plays: Array
    """Cards put on the pile, of all rounds."""
    most: Array
    """The most plays of a round."""
    ended: Array
    """Was it over, and nobody asked any more?"""


def play(players: int, matches: int, seed: str) -> Played:
    """Play matches at random. The same seed, the same matches."""
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
    choices: Array,
    decisions: Array,
    rounds: Array,
    plays: Array,
    most: Array,
    ended: Array,
) -> None:
    t, s, mind = tables[0], states[0], minds[0]
    for match in range(len(broken)):
        key = np.array([below(mind, 1 << 31), below(mind, 1 << 31)], np.uint64)
        verbs.deal(t, s, key)
        choices[match] = MAX_LEGAL
        now = 0
        while verbs.actor(t, s) >= 0:
            broken[match] = max(broken[match], verbs.check(t, s))
            n = verbs.legal(t, s, out)
            choices[match] = min(choices[match], n)
            round_no = s.round_no
            action = out[below(mind, n)]
            now += s.decision == PLAY or s.n_played > 0
            verbs.apply(t, s, action)
            decisions[match] += 1
            if s.round_no > round_no or s.decision == OVER:
                rounds[match] += 1
        broken[match] = max(broken[match], verbs.check(t, s))
        ended[match] = verbs.legal(t, s, out) == 0 and s.decision == OVER
