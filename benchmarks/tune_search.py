"""Tunes how search plays a game: settings are tried on the same deals, the worse half is dropped, and so on.

``python benchmarks/tune_search.py snow_tails --players 4 --try candidates=6,24 --try margin=0.2,0.8:scale=3``

One seat searches, the others are greedy. Every ``--try`` stands for all combinations of its values. All of
them play the same deals, each deal in one rotation of the seats; then the better half plays as many deals
again, until one is left. What ``bots.toml`` says takes part, and stays in until the end. Settings are judged
by their share of wins. The seed begins with ``tune``: no deal of a measurement is seen (docs/bots.md).
"""

from __future__ import annotations

import argparse
import itertools
import math
import time

import numpy as np

import trailmix
from trailmix.bots import make
from trailmix.engine.game import Setup
from trailmix.lab.arena import interval, play_block

USUAL = ""
"""The settings as they are."""


class Trial:
    """Settings to be tried, and what became of it, deal by deal."""

    def __init__(self, settings: str) -> None:
        self.settings = settings
        self.wins: list[float] = []
        self.leads: list[float] = []
        self.decisions, self.seconds = 0.0, 0.0

    def play(self, setup: Setup, rival: str, simulations: int, seed: str, deals: range) -> None:
        """Play these deals, the searching seat moving on with each."""
        said = f"search:simulations={simulations}{self.settings and ':'}{self.settings}"
        line_up = [make(said), *(make(rival) for _ in range(setup.players - 1))]
        for number in deals:
            block = play_block(setup, line_up, seed, number, rotations=1)
            self.wins.append(float(block.wins[0]))
            self.leads.append(float(block.scores[0]))
            self.decisions += block.spent[0, 0]
            self.seconds += block.spent[0, 1]

    def told(self, usual: Trial) -> str:
        """A line about it: its share of wins, and how that differs from the usual ones on the same deals."""
        gain = interval(np.array(self.wins) - np.array(usual.wins)[: len(self.wins)])
        reach = 0.0 if gain.high is None else gain.high - gain.value
        return (
            f"{np.mean(self.wins):6.1%} of {len(self.wins):4}  {gain.value:+6.1%} ± {reach:.1%}  "
            f"points {np.mean(self.leads):+7.2f}  {1000 * self.seconds / max(1, self.decisions):6.1f} ms  "
            f"{self.settings or 'as bots.toml says'}"
        )


def combinations(wish: str) -> list[str]:
    """Every combination of the values of a wish, as the options of a bot."""
    named = [word.partition("=") for word in wish.split(":")]
    each = [[f"{name}={value}" for value in values.split(",")] for name, _, values in named]
    return [":".join(chosen) for chosen in itertools.product(*each)]


def halve(setup: Setup, trials: list[Trial], rival: str, simulations: int, seed: str, deals: int) -> None:
    """Drop the worse half of the trials until one is left beside the usual settings, which come first."""
    usual, others = trials[0], trials[1:]
    for first in itertools.count(0, deals):
        for trial in (usual, *others):
            trial.play(setup, rival, simulations, seed, range(first, first + deals))
        others.sort(key=lambda trial: (-np.mean(trial.wins), -np.mean(trial.leads)))
        print(f"After {first + deals} deals:")
        for trial in (usual, *others):
            print(trial.told(usual), flush=True)
        if len(others) == 1:
            return
        others = others[: math.ceil(len(others) / 2)]


def main() -> None:
    """Read what is wished, and tune."""
    wish = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wish.add_argument("game")
    wish.add_argument("--players", type=int, default=2)
    wish.add_argument("--try", dest="tried", action="append", required=True, metavar="NAME=VALUE,VALUE:...")
    wish.add_argument("--rival", default="greedy")
    wish.add_argument("--simulations", type=int, default=1000)
    wish.add_argument("--deals", type=int, default=40, help="for each setting, before some are dropped")
    wish.add_argument("--seed", default="1", help="'tune' is put in front of it")
    said = wish.parse_args()
    setup, begun = trailmix.game(said.game).setup(said.players), time.process_time()
    trials = [
        Trial(settings)
        for settings in (USUAL, *(found for wish in said.tried for found in combinations(wish)))
    ]
    halve(setup, trials, said.rival, said.simulations, f"tune{said.seed}", said.deals)
    print(f"{time.process_time() - begun:.0f} s of processor time.")


if __name__ == "__main__":
    main()
