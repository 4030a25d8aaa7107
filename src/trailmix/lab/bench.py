"""Benchmarks: how fast a game is played here, by one core.

What is to be compared is measured in turns, in several rounds, because machines are busy with other things
now and then. A figure is the median of its rounds, a ratio the median of the rounds' ratios.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import numba
import numpy as np

from trailmix.bots import Random
from trailmix.engine import border
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import U, key_of, keys_of
from trailmix.lab.playing import match_seed, play_keys
from trailmix.lab.simulate import simulate

SEED = "bench"
ROUNDS = 5
MATCHES = 250
"""Played by one call, between two looks at the clock."""
JOBS_MATCHES = 4000
"""Played by one simulation for each second of measuring: long enough that starting threads costs nothing."""
RECORDS, COPIES = 64, 20_000
BASELINE_SEATS, BASELINE_HANDS = 4, 5000

Run = Callable[[], int]
"""Does some of the work, and returns how much."""


class Bench(msgspec.Struct, frozen=True):
    """How fast a game is with a number of players. Per second, on one core, unless it says otherwise."""

    game: str
    players: int
    decisions_per_s: float
    """Random play inside the kernels."""
    games_per_s: float
    copies_per_s: float
    """Copies of the state record inside a kernel."""
    record_bytes: int
    python_decisions_per_s: float
    """Random play by a loop in Python, every question and action crossing into a kernel."""
    two_jobs_ratio: float
    """What `simulate` gains by a second job."""
    baseline_decisions_per_s: float | None
    baseline_ratio: float | None
    """decisions_per_s to those of the baseline; None without one."""


@rule
def copy_around(states: Array, copies: int) -> int:
    """Copy a record from place to place, changing it a little each time: no copy can be left out."""
    n = len(states)
    for i in range(copies):
        states[(i + 1) % n] = states[i % n]
        states[(i + 1) % n].counter += U(1)
    return int(states[copies % n].counter)


def bench(setup: Setup, *, seconds: float, baseline: Run | None = None) -> Bench:
    """Measure one game with one number of players, each figure for about this many seconds."""
    if not 0 < seconds <= 3600:
        raise BadOption(f"A measurement takes more than 0 and at most 3600 seconds, not {seconds}.")
    decisions = random_play(setup)()
    works: dict[str, Run] = {
        "kernel": random_play(setup),
        "copies": copying(setup),
        "python": python_play(setup),
        "one job": jobs_play(setup, 1, seconds),
        "two jobs": jobs_play(setup, 2, seconds),
    }
    if baseline is not None:
        works["baseline"] = baseline
    rates = measure(works, seconds)
    per_s = statistics.median(rates["kernel"])
    return Bench(
        game=setup.game.slug,
        players=setup.players,
        decisions_per_s=per_s,
        games_per_s=per_s * MATCHES / decisions,
        copies_per_s=statistics.median(rates["copies"]),
        record_bytes=setup.game.state.dtype.itemsize,
        python_decisions_per_s=statistics.median(rates["python"]),
        two_jobs_ratio=_ratio(rates["two jobs"], rates["one job"]),
        baseline_decisions_per_s=statistics.median(rates["baseline"]) if baseline else None,
        baseline_ratio=_ratio(rates["kernel"], rates["baseline"]) if baseline else None,
    )


def measure(
    works: Mapping[str, Run], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """The rate of each work in each round, the works taking turns."""
    for run in works.values():
        run()  # compile, or find compiled
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, run in works.items():
            amount, start = 0, clock()
            while (passed := clock() - start) < seconds / ROUNDS:
                amount += run()
            rates[name].append(amount / passed)
    return rates


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def random_play(setup: Setup) -> Run:
    """Random matches inside the kernel; counts decisions."""
    keys = keys_of((match_seed(SEED, i) for i in range(MATCHES)), "deal")
    bots = [Random()] * setup.players
    return lambda: int(play_keys(setup, bots, keys).decisions.sum())


def jobs_play(setup: Setup, jobs: int, seconds: float) -> Run:
    """A simulation by this many jobs; counts matches."""
    games = max(100, round(JOBS_MATCHES * seconds))

    def run() -> int:
        return simulate(setup, games=games, seed=SEED, jobs=jobs).simulation.games

    return run


def copying(setup: Setup) -> Run:
    """Copies of the state; counts them."""
    states = np.zeros(RECORDS, setup.game.state.dtype)
    border.deal(setup.table, states[:1], key_of(SEED, "deal"))

    def run() -> int:
        states["counter"] = 0
        return copy_around(states, COPIES)

    return run


def python_play(setup: Setup) -> Run:
    """One random match by a plain loop in Python; counts decisions."""
    table, states, key = setup.table, setup.game.state.new(), key_of(SEED, "deal")
    out = np.zeros(setup.game.max_legal, np.int64)
    chance = random.Random(SEED).random  # noqa: S311 - nobody plays against this

    def run() -> int:
        decisions = 0
        border.deal(table, states, key)
        while border.actor(table, states) >= 0:
            n = border.legal(table, states, out)
            border.apply(table, states, out[int(chance() * n)])
            decisions += 1
        return decisions

    return run


def load_baseline(path: Path) -> Run:
    """The random playouts of another engine's file: `State`, `new_hand(s, seats, seed)`, `playout(s)`."""
    spec = importlib.util.spec_from_file_location("trailmix_baseline", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadOption(f"{path} is not a Python file to compare with.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where Numba looks for it when it finds it compiled
    try:
        spec.loader.exec_module(module)
        dtype, new_hand, playout = module.State, module.new_hand, module.playout
    except Exception as error:
        raise BadOption(f"{path} cannot be compared with: {error}.") from error

    @numba.njit(nogil=True)
    def hands(states: Any, seed: int) -> int:
        s, decisions = states[0], 0
        for i in range(BASELINE_HANDS):
            new_hand(s, BASELINE_SEATS, U(seed + i))
            decisions += playout(s)
        return decisions

    states = np.zeros(1, dtype)
    return lambda: int(hands(states, 1))
