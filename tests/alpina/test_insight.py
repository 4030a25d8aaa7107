"""Alpina's policies: purposeful, and blind to what their seat may not see."""

from __future__ import annotations

import numpy as np
import pytest

import trailmix
from trailmix.bots import POLICIES, Bot
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.rng import key_of


def played(players: int, seed: int, decisions: int) -> Match:
    """A match some way on, played at random."""
    match, bot = trailmix.new("alpina", players=players, seed=seed), Bot("random", str(seed))
    while len(match.moves) < decisions:
        match.play(bot.choose(match.setup, match.states))
    return match


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_chooses_what_is_legal_and_leaves_the_state_alone(policy: str) -> None:
    for seed in range(12):
        match = played(2 + seed % 3, seed, decisions=4 * seed)
        before = match.states.tobytes()
        assert Bot(policy, "x").choose(match.setup, match.states) in match.actions()
        assert match.states.tobytes() == before


@pytest.mark.rule("AL-DRAW-4")
@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_does_not_peek(policy: str) -> None:
    """Another deal of all that the seat cannot see, or none at all, leads to the same choice."""
    differed = 0
    for seed in range(15):
        match = played(2 + seed % 3, seed, decisions=3 * seed)
        seat = match.actor
        assert seat is not None
        choice = Bot(policy, "x").choose(match.setup, match.states)
        assert Bot(policy, "x").choose(match.setup, match.seen_by(seat)) == choice
        other = match.clone()
        border.redeal(match.setup.table, other.states, seat, key_of(str(seed), "another deal"))
        differed += other.states.tobytes() != match.states.tobytes()
        assert Bot(policy, "x").choose(match.setup, other.states) == choice
    assert differed == 15


def totals(first: str, second: str, matches: int) -> tuple[int, np.ndarray]:
    """Wins of the first of two bots, who take turns at beginning, and the sum of their scores."""
    wins, scores = 0, np.zeros(2)
    for n in range(matches):
        match = trailmix.new("alpina", players=2, seed=f"strength {n}")
        bots = [Bot(first, f"{n}"), Bot(second, f"{n}")]
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
    choice = Bot("greedy", "x").choose(match.setup, match.states)
    assert match.legal() == ["hiker 0,-2", "hiker 0,-1", "none"]
    assert match.game.notation.write(match.setup, choice) == "none"
