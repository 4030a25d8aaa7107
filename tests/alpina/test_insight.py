"""Alpina's policies: purposeful, and blind to what their seat may not see."""

from __future__ import annotations

import numpy as np

import trailmix
from trailmix.bots import Seated


def totals(first: str, second: str, matches: int) -> tuple[int, np.ndarray]:
    """Wins of the first of two bots, who take turns at beginning, and the sum of their scores."""
    wins, scores = 0, np.zeros(2)
    for n in range(matches):
        match = trailmix.new("alpina", players=2, seed=f"strength {n}")
        bots = [Seated(first, f"{n}"), Seated(second, f"{n}")]
        seats = bots if n % 2 == 0 else bots[::-1]
        while match.actor is not None:
            seen = match.seen_by(match.actor)
            match.play(seats[match.actor].choose(match.setup, seen))
        own = n % 2
        wins += match.places()[own] == 1
        scores += (match.scores()[own], match.scores()[1 - own])
    return wins, scores


def test_greedy_beats_rollout_beats_random() -> None:
    """Clearly: a fair coin gives 21 or more of 24 once in seven thousand times."""
    assert totals("greedy", "rollout", 24)[0] >= 21
    assert totals("rollout", "random", 24)[0] >= 21


def test_greedy_reaches_the_ledgers_totals() -> None:
    """Section 4 of the ledger: purposeful play of two earns around 44 each."""
    _, scores = totals("greedy", "greedy", 30)
    assert 40 <= scores.sum() / 60 <= 50


def test_greedy_waits_while_turns_are_to_spare() -> None:
    """C01 counts hikers to its left and lies at the left edge, N16 sees one animal there: neither will do."""
    match = trailmix.load(
        'trailmix = "position"\ngame = "alpina"\nplayers = 2\n'
        'grid = ["C01 N16 C06* F02 F03"]\nlaid = "0,-2"\n'
    )
    choice = Seated("greedy", "x").choose(match.setup, match.states)
    assert match.legal() == ["hiker 0,-2", "hiker 0,-1", "none"]
    assert match.game.notation.write(match.setup, choice) == "none"
