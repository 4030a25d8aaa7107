"""How long the exact search of a race day takes, how many nodes it visits, and how long a whole race takes.

    python benchmarks/day_search.py [--days 2000] [--baseline path/to/record_engine.py]

The days are those that greedy and random racers meet, with every number of players, the expansion in every
other match. Greedy sleds are complete and well cared for; random ones have stranger hands. Each day is
searched three times and the fastest counts, so that what else the machine does matters less. All figures are
processor time of one thread. Beside it, in the same run: a decision of random play
inside the kernels, and with `--baseline` one of another engine.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import trailmix
from trailmix.bots import Seated
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.insight.day_search import MOST_NODES, RACE_ACTIONS, search_day
from trailmix.games.hike_dogsled.insight.race_search import search_race
from trailmix.lab.bench import load_baseline, measure, random_play

ROUNDS = 3


@rule
def day(tables: Array, states: Array, seat: int) -> int:
    """Search a day; the number of nodes visited."""
    return search_day(tables[0], states[0], seat, np.empty(RACE_ACTIONS))[2]


@rule
def race(tables: Array, states: Array, seat: int) -> int:
    """Search the race from this day on."""
    search_race(tables[0], states[0], seat, np.empty(RACE_ACTIONS))
    return 0


def mornings(policy: str, number: int) -> list[Match]:
    """Matches in which a racer is about to begin its day."""
    found: list[Match] = []
    bot, sizes = Seated(policy, "days"), trailmix.game("hike_dogsled").players
    for seed in range(1000 * number):
        players = sizes[seed % len(sizes)]
        match = trailmix.new("hike_dogsled", players, seed, options={"loose": seed % 2 == 1})
        begun: tuple[int, int] | None = None
        while (actor := match.actor) is not None:
            view = match.view()
            morning = (view.day, actor)  # type: ignore[attr-defined]
            if view.phase == "race" and morning != begun:  # type: ignore[attr-defined]
                begun = morning
                found.append(match.clone())
                if len(found) == number:
                    return found
            match.play(bot.choose(match.setup, match.seen_by(actor)))
    return found


def times(matches: list[Match], search: Callable[..., int]) -> tuple[list[float], list[int]]:
    """Milliseconds and nodes of each search."""
    spent, nodes = [], []
    for match in matches:
        runs = []
        for _ in range(ROUNDS):
            begin = time.thread_time()
            visited = search(match.setup.table, match.states, match.actor)
            runs.append(1000 * (time.thread_time() - begin))
        spent.append(min(runs))
        nodes.append(visited)
    return spent, nodes


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--days", type=int, default=2000)
    parser.add_argument("--baseline", type=Path)
    said = parser.parse_args()
    works = {"decision": random_play(trailmix.game("hike_dogsled").setup(4))}
    if said.baseline:
        works["baseline"] = load_baseline(said.baseline)
    rates = measure(works, 0.5, time.thread_time)
    for policy in ("greedy", "random"):
        begun = mornings(policy, said.days)
        spent, nodes = times(begun, day)
        races, _ = times(begun, race)
        mean = statistics.mean(spent)
        print(f"{len(spent)} days of {policy} racers:")
        print(f"  {mean:.3f} ms on the average, {max(spent):.1f} ms the longest")
        print(f"  {statistics.mean(nodes):.0f} nodes on the average, {max(nodes)} the most (of {MOST_NODES})")
        print(
            f"  a whole race {statistics.mean(races):.1f} ms on the average, {max(races):.1f} ms the longest"
        )
        for name, rate in rates.items():
            print(f"  a {name} takes {1000 / np.median(rate) / mean:.6f} x as long")


if __name__ == "__main__":
    main()
