"""What search adds to compiling a game, in seconds of processor time.

``python benchmarks/search_compiling.py`` takes each game in a process and an empty cache of its own: it first
uses the rules and the bots that do not search, then search for the first time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import trailmix
from trailmix import bots
from trailmix.bots import Budget, Search, Seated
from trailmix.engine import replay
from trailmix.engine.match import Match
from trailmix.lab.warm import exercise

SEED = "compiling"


def main() -> None:
    """Start a process for each game."""
    for slug in trailmix.game_names():
        with tempfile.TemporaryDirectory() as cache:
            subprocess.run(
                [sys.executable, __file__, slug], env={**os.environ, "TRAILMIX_CACHE": cache}, check=True
            )


def measure(slug: str) -> None:
    """Compile one game, without search and with it."""
    setup = trailmix.game(slug).setup(trailmix.game(slug).players[0])
    begun = time.process_time()
    next(steps := exercise(slug))  # the first step is about to begin: the rules
    next(steps)
    match = replay.new(setup, seed=SEED)
    for name in (bots.Random.name, bots.Rollout.name, bots.Greedy.name, bots.Whimsical.name):
        match.play(Seated(name, SEED).choose(setup, match.seen_by(_actor(match))))
    between = time.process_time()
    search = Seated("search", SEED)
    Search(None, Budget(simulations=1)).compare(setup, match.seen_by(_actor(match)), search.mind, bots.Stop())
    done = time.process_time()
    name = trailmix.game(slug).name
    print(f"{name}: {between - begun:.1f} s without search, {done - between:.1f} s more with it", flush=True)


def _actor(match: Match) -> int:
    """Whose turn it is, in a match that has only just begun."""
    return 0 if match.actor is None else match.actor


if __name__ == "__main__":
    measure(sys.argv[1]) if len(sys.argv) > 1 else main()
