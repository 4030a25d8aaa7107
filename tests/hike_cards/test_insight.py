"""The policies of Hike: purposeful, blind to what their seat may not see, exact when alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hike_cards.helpers import SEATS, SUITS, at, hand, play, setup
from trailmix.bots import Seated
from trailmix.engine.match import Match
from trailmix.lab.simulate import simulate


def choice(match: Match, policy: str = "greedy") -> str:
    """What a policy does."""
    return match.game.notation.write(match.setup, Seated(policy, "x").choose(match.setup, match.states))


@pytest.mark.parametrize("policy", ["greedy", "rollout"])
def test_a_policy_clearly_beats_random_play(policy: str) -> None:
    """One against three: an equal wins a quarter, and 35 % of 1000 matches not once in a billion times."""
    found = simulate(setup(4), games=1000, seed=1, bots=[policy, "random", "random", "random"])
    assert found.simulation.seats[0].win_share.value > 0.35


# --- the lone survivor


def best(match: Match) -> int:
    """The fewest cards that a lone player can be left with: every order is tried."""
    fewest = len(hand(match, SEATS[match.actor or 0]))
    for option in match.legal():
        twin = match.clone()
        ended = [event for event in twin.play(option) if event.kind == "round_ended"]
        fewest = min(fewest, ended[0].values["leftovers"]["A"] if ended else best(twin))
    return fewest


@pytest.mark.rule("HC-PLAY-11")
@pytest.mark.parametrize("seed", range(30))
def test_alone_greedy_finds_the_longest_chain(seed: int) -> None:
    """Random hands without cards that draw or lay out; many left-over cards elsewhere, so A always wins."""
    whims = random.Random(seed)
    pool = [*SUITS * 3, "wind", "sun", "drought", "lost", "worm", "litter"]
    held = whims.sample(pool, 6)
    said: dict[str, Any] = {"left": "B C", "leftovers": {"B": "peak*4 bug*3", "C": "tree*4 bug*3"}}
    match = at("poop:C", A=" ".join(held), **said)
    wanted = best(match)
    while True:
        events = play(match, f"A {choice(match)}")
        ended = [event for event in events if event.kind == "round_ended"]
        if ended:
            break
    assert ended[0].values["leftovers"]["A"] == wanted
