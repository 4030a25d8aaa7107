"""Tunes the weights of a game's greedy by matches against the weights that it had first.

``python benchmarks/tune_weights.py hike_cards --players 4 --seconds 60`` prints the weights as they stand in
``bots.toml``. Every try is compared with the best so far on the same deals, and every try has new ones; deals
of the seed ``measure``, which no try has seen, say what came of it.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import trailmix
from trailmix.bots import Greedy, Quick
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import keys_of
from trailmix.engine.tuning import weigh
from trailmix.lab.playing import match_seed, play_keys

FIRST = "first"
DEALS = 1500
"""For each try, in every seat."""
ENOUGH = 1.5
"""Standard errors by which a try has to be better than the best so far."""


class Tried(Greedy):
    """Greedy with weights that are in no file."""

    def __init__(self, weights: dict[str, float]) -> None:
        super().__init__()
        self.weights = weights

    def table(self, setup: Setup) -> Array:
        """With these weights."""
        return weigh(setup.table, {"tried": self.weights}, "tried")


def leads(setup: Setup, bot: Quick, rival: Quick, seed: str, deals: int) -> tuple[Array, Array]:
    """By deal, over all seats: the points that a seat is ahead of the others, and its share of wins."""
    keys = keys_of((match_seed(seed, n) for n in range(deals)), "deal")
    lead, wins = np.zeros(deals), np.zeros(deals)
    for seat in range(setup.players):
        found = play_keys(setup, [bot if n == seat else rival for n in range(setup.players)], keys)
        others = (found.scores.sum(axis=1) - found.scores[:, seat]) / (setup.players - 1)
        lead += (found.scores[:, seat] - others) / setup.players
        first = found.places == 1
        wins += first[:, seat] / first.sum(axis=1) / setup.players
    return lead, wins


def main() -> None:
    """Climb: change some weights at random, and keep what plays better."""
    wish = argparse.ArgumentParser(description=__doc__)
    wish.add_argument("game")
    wish.add_argument("--players", type=int, default=4)
    wish.add_argument("--seconds", type=float, default=60, help="of processor time")
    said = wish.parse_args()
    setup = trailmix.game(said.game).setup(said.players)
    sets = setup.game.tuning.weights
    rival, best = Tried(sets[FIRST]), dict(sets["usual"])
    chance, begun, tries = np.random.default_rng(1), time.process_time(), 0
    while time.process_time() - begun < said.seconds:
        tries += 1
        change = chance.normal(0, 1, len(best)) * (chance.random(len(best)) < 0.2)
        changed = {
            name: value + step * max(0.5, abs(value) / 2)
            for (name, value), step in zip(best.items(), change.tolist(), strict=True)
        }
        ours, theirs = (
            leads(setup, Tried(weights), rival, f"tune {tries}", DEALS)[0] for weights in (changed, best)
        )
        gain = ours - theirs
        if gain.mean() > ENOUGH * gain.std() / DEALS**0.5:
            best = changed
            print(f"# {tries}: {gain.mean():+.2f} points", flush=True)
    for name, found in zip(
        ("lead", "wins"), leads(setup, Tried(best), rival, "measure", 4 * DEALS), strict=True
    ):
        print(f"# {name} {found.mean():.3f} ± {1.96 * found.std() / len(found) ** 0.5:.3f}")
    for name, value in best.items():
        print(f"{name} = {value:.2f}")


if __name__ == "__main__":
    main()
