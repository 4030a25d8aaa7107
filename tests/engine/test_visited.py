"""What a search has visited: every node once, however many there are, with the action that leads to it."""

from __future__ import annotations

import random

import numpy as np

from trailmix.engine.visited import NONE, admit, nothing_seen


def test_every_node_is_admitted_once_with_the_action_that_begins_the_way() -> None:
    seen, queue, firsts = nothing_seen(4)
    n, chance = 0, random.Random(5)
    began: dict[int, int] = {}
    for turn in range(200):
        first = NONE if turn % 2 else turn
        branches = [(chance.randrange(1 << 38), action) for action in range(5)]
        branches += [(chance.choice([*began, 7]), 99)]  # one that is known, or may be
        out = np.array(branches, np.int64)
        seen, queue, firsts, n = admit(seen, queue, firsts, n, out, len(out), first)
        for node, action in branches:
            began.setdefault(node, action if first == NONE else first)
        assert n == len(began)
    assert dict(zip(queue[:n].tolist(), firsts[:n].tolist(), strict=True)) == began
    assert queue[:n].tolist() == list(began)  # in the order in which they came
    assert len(queue) >= n
    assert 4 * n <= len(seen)
