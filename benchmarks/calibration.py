"""Are the chances that an analysis tells true? And how long does it take?

    python benchmarks/calibration.py hike_dogsled [--players 2] [--matches 40] [--simulations 800]

Matches of Trail dogs are analysed. Every decision gives each seat a chance to win, as the one who decided
could know it; the end of the match tells who did. The squared error of all seats' chances is 0 for a prophet.
A match is one observation, as its decisions are much alike. All times are processor time of one thread.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from statistics import fmean, stdev

import trailmix
from trailmix.engine.match import Match
from trailmix.lab.analysis import Analysis, analyse
from trailmix.lab.figures import Z_95
from trailmix.lab.playing import replay_of

BANDS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Chances from one of these to the next are looked at together."""


def main() -> None:
    """Analyse matches, and print how far off the figures were."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=trailmix.game_names())
    parser.add_argument("--players", type=int, help="the fewest unless told")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=800)
    parser.add_argument("--seed", default="calibration")
    asked = parser.parse_args()
    game = trailmix.game(asked.game)
    setup = game.setup(asked.players or game.players[0])
    errors, pairs, decisions, spent = [], list[tuple[float, float]](), 0, 0.0
    for index in range(asked.matches):
        match = replay_of(setup, ["trail_dog"] * setup.players, asked.seed, index)
        begun = time.thread_time()
        found = analyse(match, asked.simulations)
        spent += time.thread_time() - begun
        decisions += len(found.decisions)
        told = list(_told_and_true(found, match))
        errors.append(fmean((chance - true) ** 2 for chance, true in told) * setup.players)
        pairs += told
        print(f"\r{index + 1} of {asked.matches} matches", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    reach = Z_95 * stdev(errors) / math.sqrt(len(errors)) if len(errors) > 1 else math.inf
    print(f"{game.name}, {setup.players} seats: {asked.matches} matches, {decisions} decisions")
    print(f"squared error {fmean(errors):.3f} ± {reach:.3f}; equal chances {1 - 1 / setup.players:.3f}")
    print(f"{spent / asked.matches:.1f} s a match, {1000 * spent / decisions:.0f} ms a decision")
    for low, high in pairwise(BANDS):
        there = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1]
        if there:
            chance, true = (fmean(column) for column in zip(*there, strict=True))
            print(f"told {low:.0%} to {high:.0%}: {chance:.0%} on average, true {true:.0%} ({len(there)})")


def _told_and_true(found: Analysis, match: Match) -> Iterator[tuple[float, float]]:
    """The chances of all seats after each decision, and what share of the victory each seat had."""
    winners = match.winners()
    true = [1 / len(winners) if seat in winners else 0.0 for seat in range(match.players)]
    for one in found.decisions:
        yield from zip(one.knew.after, true, strict=True)


if __name__ == "__main__":
    main()
