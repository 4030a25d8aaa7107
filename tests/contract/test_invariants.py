"""The invariants hold along whatever is played, and the checker notices a state that was tampered with."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np

import random_play
from contract.cases import CASES, MOST, Case, every_case, every_game, facts, situations
from trailmix.engine import border
from trailmix.engine.game import find
from trailmix.engine.kernels import JIT
from trailmix.engine.match import Match
from trailmix.engine.record import Array, copied

ROOM = 6000 if JIT else 200
"""States of random play in each case."""
ENTRIES = 8
"""Entries of each field that are tampered with."""
NOTICED, NOTICED_OF_FEW = 0.7, 0.4
"""The share of tampering that is noticed at least. With few players much of a record belongs to nobody."""


@every_case
def test_the_invariants_hold_after_every_action(case: Case) -> None:
    setup = case.setup
    found = random_play.play(setup, ROOM, seed=str(case))
    assert not found.broken.any(), setup.game.invariants[found.broken.max()]
    over = found.actors < 0
    assert over.any(), "a match comes to its end"
    assert ((found.choices == 0) == over).all(), "there is something to do until then"
    assert found.choices.max() <= setup.game.max_legal
    assert found.actors.max() < setup.players
    assert np.bincount(found.match).max() <= setup.game.max_decisions + 1


def tampered(match: Match, whims: random.Random) -> Iterator[tuple[str, Array]]:
    """The state with one entry or two of a field overwritten, and the name of the field."""
    for name in facts(match.game.state):
        number = match.states[name].size
        for at in whims.sample(range(number), min(ENTRIES, number)):
            other = whims.randrange(number)
            for way in ("more", "less", "copied", "swapped"):
                states = copied(match.states)
                flat = states[name].reshape(-1)
                here, there = int(flat[at]), int(flat[other])
                least, most = np.iinfo(flat.dtype).min, np.iinfo(flat.dtype).max
                wanted = {"more": here + 1, "less": here - 1}.get(way, there)
                flat[at] = min(max(wanted, least), most)
                if way == "swapped":
                    flat[other] = here
                if states.tobytes() != match.states.tobytes():
                    yield name, states


def broken_by(case: Case) -> Counter[int]:
    """What the checker says of many states that were tampered with: how often each thing."""
    whims = random.Random(1)
    return Counter(
        int(border.check(match.setup.table, states))
        for match in situations(case, 6 if JIT else 3)
        for _, states in tampered(match, whims)
    )


@every_case
def test_tampering_is_noticed(case: Case) -> None:
    """Whatever stands there: the checker says so, and never fails over it."""
    found = broken_by(case)
    share = 1 - found[0] / found.total()
    assert share > (NOTICED if case.which == MOST else NOTICED_OF_FEW)


@every_game
def test_every_invariant_can_be_broken(slug: str) -> None:
    """There is a state, a step from one that is sound, of which the checker says just that."""
    found = sum((broken_by(case) for case in CASES if case.slug == slug), Counter[int]())
    assert [sentence for number, sentence in enumerate(find(slug).invariants) if not found[number]] == []
