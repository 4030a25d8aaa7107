"""The benchmark measures what it says: here its shape and its counts, never how fast this machine is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import trailmix
from trailmix.engine.errors import BadOption
from trailmix.lab import bench

OTHER_ENGINE = """
import numpy as np
from numba import njit

State = np.dtype((np.record, [("left", np.int64)]))

@njit(cache=True)
def new_hand(s, seats, seed):
    s.left = seats + 3

@njit(cache=True)
def playout(s):
    moves = 0
    while s.left > 0:
        s.left -= 1
        moves += 1
    return moves
"""


def test_no_copy_is_left_out() -> None:
    """Every copy raises the counter of the record it copies, so the last one tells how many there were."""
    match = trailmix.new("alpina", seed=1)
    states = np.zeros(5, match.states.dtype)
    states[0] = match.states[0]
    before = int(states[0].counter)
    assert bench.copy_around(states, 1003) == before + 1003
    states["counter"] = match.states["counter"]
    assert [state.tobytes() for state in states] == [match.states[0].tobytes()] * 5


def test_the_works_count_what_they_do() -> None:
    setup = trailmix.game("alpina").setup(3)
    assert bench.python_play(setup)() == 48
    assert bench.random_play(setup)() == 48 * bench.MATCHES
    assert bench.jobs_play(setup, 2, 0.5)() == bench.JOBS_MATCHES // 2
    assert bench.copying(setup)() == bench.COPIES


def test_a_baseline_is_played(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    file.write_text(OTHER_ENGINE, encoding="utf-8")
    run = bench.load_baseline(file)
    assert run() == (bench.BASELINE_SEATS + 3) * bench.BASELINE_HANDS
    found = bench.bench(trailmix.game("alpina").setup(2), seconds=0.01, baseline=run)
    assert found.baseline_ratio is not None
    assert found.baseline_ratio > 0


@pytest.mark.parametrize("text", ["1 / 0", "State = 3"])
def test_a_baseline_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "engine.py"
    with pytest.raises(BadOption, match="is not a Python file to compare with"):
        bench.load_baseline(file)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadOption, match="cannot be compared with"):
        bench.load_baseline(file)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), 4000])
def test_a_time_that_cannot_be_measured_is_refused(seconds: float) -> None:
    with pytest.raises(BadOption, match="more than 0 and at most 3600 seconds"):
        bench.bench(trailmix.game("alpina").setup(2), seconds=seconds)
