"""Warming up compiles everything once, and says so when it cannot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from trailmix.engine import border
from trailmix.engine.game import find, slugs
from trailmix.lab.compilers import PLAIN, NotCompiled, Step
from trailmix.lab.warm import STEPS, exercise, warm

LATER = """
import sys
import trailmix.cli
from trailmix.cli.app import app

for line in (
    "simulate {0} --games 3 --players {1} --bots greedy",
    "perft {0} --depth 2 --players {2}",
    "bench {0} --seconds 0.01",
):
    app(line.format(*sys.argv[1:]).split(), standalone_mode=False)
"""
"""A program that uses what was compiled, as three commands do, with two numbers of players."""


def python(*args: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("slug", slugs())
def test_after_warming_up_nothing_is_compiled_any_more(slug: str, tmp_path: Path) -> None:
    first = python("-m", "trailmix", "warm", slug, folder=tmp_path)
    assert first.returncode == 0, first.stderr
    steps = [f"{slug}: {step}" for step in STEPS]
    assert first.stderr.splitlines() in (steps, [f"{slug}: {PLAIN}", *steps])  # if it was not compiled yet
    assert re.search(r"^\d+ functions compiled", first.stdout, re.MULTILINE)
    # Numba says on standard output what it reads of compiled code, and what it keeps. In an empty folder
    # `bench` finds no baseline, which would be compiled as well.
    players = find(slug).players
    numbers = str(players[-1]), str(players[len(players) // 2])
    after = python("-c", LATER, slug, *numbers, folder=tmp_path, NUMBA_DEBUG_CACHE="1")
    assert after.returncode == 0, after.stderr
    assert "data loaded from" in after.stdout
    assert "data saved to" not in after.stdout


def test_every_verb_is_used() -> None:
    assert list(exercise(slugs()[0])) == list(STEPS)
    verbs = [
        kernel
        for kernel in vars(border).values()
        if isinstance(kernel, Dispatcher) and kernel.py_func.__module__ == border.__name__
    ]
    assert {"deal", "legal", "apply", "values", "exact", "check"} <= {verb.py_func.__name__ for verb in verbs}
    for verb in verbs:
        assert verb.signatures, verb


def test_what_cannot_be_compiled_is_named() -> None:
    said: list[Step] = []
    with pytest.raises(NotCompiled, match=r"nowhere cannot be compiled \(the beginning\): .*no game called"):
        warm(["nowhere"], jobs=1, said=said.append)
    assert said == []
