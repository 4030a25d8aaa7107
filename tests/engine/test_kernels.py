"""The compiler's guards: bounds checks in tests, and the same play with the JIT off."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import trailmix
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array

TRACE = Path(__file__).with_name("trace.py")


# --- the same play with the JIT on and off


def test_the_jit_changes_nothing() -> None:
    """Every kernel of every game, byte for byte; a small integer that wraps is an error with the JIT off."""
    command = [sys.executable, "-W", "error::RuntimeWarning", str(TRACE)]
    runs = [
        subprocess.Popen(
            command,
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for off in ("0", "1")
    ]
    (on, on_errors), (off, off_errors) = (run.communicate() for run in runs)
    assert (on_errors, off_errors) == ("", "")
    assert [run.returncode for run in runs] == [0, 0]
    played = {tuple(line.split()[:2]) for line in on.splitlines() if not line.startswith("thoughts")}
    games = [trailmix.game(slug) for slug in trailmix.game_names()]
    assert played == {(game.slug, str(game.players[end])) for game in games for end in (0, -1)}
    assert on.splitlines() == off.splitlines()


NUMBERS = """
import numpy as np
from trailmix.engine.kernels import rule

@rule
def entry(values, index):
    return values[index]

@rule
def several(values):
    return values[0], values[0] > 1, 0.5 * values[0]

found = entry(np.arange(5, dtype=np.int8), 3), *several(np.arange(5))
print(*(type(number).__name__ for number in found))
"""


@pytest.mark.parametrize("off", ["0", "1"])
def test_rules_give_pythons_own_numbers(off: str) -> None:
    """Those of NumPy can neither be sent nor stored."""
    done = subprocess.run(
        [sys.executable, "-c", NUMBERS],
        env={**os.environ, "NUMBA_DISABLE_JIT": off},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "int int bool float\n"


# --- bounds checks


@rule
def entry(values: Array, index: int) -> int:
    """One entry, wherever."""
    return int(values[index])


def test_tests_run_with_bounds_checks() -> None:
    values = np.arange(5)
    assert entry(values, 4) == 4
    with pytest.raises(IndexError):
        entry(values, 5)
