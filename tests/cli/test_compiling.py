"""Who waits for the compiler: nobody at a table, and whoever does is told."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import types
from pathlib import Path
from typing import Any

import pytest
from sitting import Sitting

import trailmix
from trailmix.cli import compiling
from trailmix.cli.app import game_of
from trailmix.engine.kernels import JIT
from trailmix.lab.playing import play_chunk

ASK = """
import sys
from trailmix.cli.compiling import plain_unless_compiled
{before}
plain_unless_compiled("alpina")
from trailmix.engine.kernels import JIT
print("compiled" if JIT else "plain")
"""
FOUND = """
import trailmix.lab.warm
trailmix.lab.warm.is_compiled = lambda slug: True
del sys.modules["numba"]  # as if nobody had imported it yet
"""


def cold(cache: Path) -> dict[str, str]:
    """An environment in which nothing is compiled and nobody has said what to do."""
    env = {**os.environ, "TRAILMIX_CACHE": str(cache)}
    env.pop("NUMBA_DISABLE_JIT", None)
    return env


def decided(cache: Path, before: str = "") -> str:
    """How the rules of Alpina run in a new process."""
    command = [sys.executable, "-c", ASK.format(before=before)]
    done = subprocess.run(command, env=cold(cache), capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_match_begins_where_nothing_is_compiled_and_compiles_nothing(tmp_path: Path) -> None:
    with Sitting("alpina", "--seed", "5", NUMBA_DISABLE_JIT="", TRAILMIX_CACHE=str(tmp_path)) as sitting:
        assert "Guest lays" in sitting.say("1; none")
    assert not list(tmp_path.rglob("*.compiled"))


def test_what_is_compiled_is_used_and_what_was_changed_since_is_not_waited_for(tmp_path: Path) -> None:
    assert decided(tmp_path) == "plain"
    mark = tmp_path / "kernels" / "some-sources" / "alpina.ready"
    mark.parent.mkdir(parents=True)
    mark.touch()
    assert decided(tmp_path, FOUND) == "compiled"
    assert decided(tmp_path) == "plain"  # the mark is of other sources: the process has started again
    (tmp_path / "kernels" / "some-sources" / "alpina.ready").rename(mark.with_name("snow_tails.ready"))
    assert decided(tmp_path) == "plain"


def test_show_and_verify_compile_nothing_either(tmp_path: Path) -> None:
    match = trailmix.new("alpina", 2, 1)
    match.play(match.legal()[0])
    (tmp_path / "match.json").write_text(match.replay())
    for command in ("show", "verify"):
        done = subprocess.run(
            [sys.executable, "-m", "trailmix", command, "match.json"],
            env=cold(tmp_path),
            cwd=tmp_path,
            capture_output=True,
            check=True,
        )
        assert done.stdout
    assert not list(tmp_path.rglob("*.compiled"))


def test_the_game_of_a_document() -> None:
    match = trailmix.new("alpina", 2, 1)
    assert game_of(match.replay()) == game_of(match.position()) == "alpina"
    assert game_of(match.replay().replace("\n", "").replace(" ", "")) == "alpina"
    assert game_of("nonsense") == ""


class Kernel:
    """What a watcher looks at of a compiled function."""

    def __init__(self) -> None:
        self.stats = types.SimpleNamespace(cache_misses={})
        self.overloads: dict[str, Any] = {}
        self.within = types.SimpleNamespace(overloads={})

    def compile(self, form: Any) -> None:
        """As if it had not been found in the cache."""
        self.stats.cache_misses["signature"] = 1
        form.overloads["signature"] = None


def test_how_far_compiling_is(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels, told, stop = [Kernel() for _ in range(3)], list[tuple[int, str]](), threading.Event()
    looks = iter([None, kernels[0], kernels[1], None])

    def wait(_seconds: float) -> bool:
        kernel = next(looks, stop)
        if isinstance(kernel, Kernel):
            kernel.compile(kernel if kernel is kernels[0] else kernel.within)
        return kernel is stop

    monkeypatch.setattr(stop, "wait", wait)
    compiling._watch("Alpina", kernels, lambda number, *_, now="": told.append((number, now)), stop)
    said = "Compiling the rules of Alpina first (3 functions)"
    assert told == [(1, said), (2, said), (2, said)]  # nothing before the first is missing


def test_what_a_simulation_needs_is_of_one_game() -> None:
    if not JIT:
        assert compiling.reached([play_chunk], trailmix.game("alpina").kernels) == []
        pytest.skip("the compiler is off: nothing is compiled")
    found = {
        kernel.py_func.__module__
        for kernel in compiling.reached([play_chunk], trailmix.game("alpina").kernels)
    }
    assert {"trailmix.lab.playing", "trailmix.games.alpina.rules", "trailmix.games.alpina.insight"} <= found
    assert not {module for module in found if module.startswith("trailmix.games") and "alpina" not in module}
    assert "trailmix.games.alpina.look" not in found  # nobody looks at a simulation


def test_a_simulation_says_that_it_compiles(tmp_path: Path) -> None:
    """With the smallest of the games; the figures are those of one that finds everything compiled."""
    command = [sys.executable, "-m", "trailmix", "simulate", "alpina", "--games", "2", "--seed", "1"]
    done = subprocess.run(command, env=cold(tmp_path), capture_output=True, text=True, check=True)
    assert done.stderr.startswith("Compiling the rules of Alpina first (")
    again = subprocess.run(command, env=cold(tmp_path), capture_output=True, text=True, check=True)
    assert again.stderr == ""
    assert again.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
