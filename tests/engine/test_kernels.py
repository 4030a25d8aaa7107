"""The compiler's guards: no old rules from the cache, bounds checks in tests, JIT-off equality."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import trailmix
from trailmix.engine import kernels
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array

PACKAGE = Path(trailmix.__file__).resolve().parent
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


# --- the cache


RULES = """
import sys
from trailmix.engine.kernels import rule
from trailmix.games.small.helper import helper

@rule
def answer():
    return helper() + 40

print(answer(), sum(answer.stats.cache_hits.values()))
"""
HELPER = """
from trailmix.engine.kernels import rule

@rule
def helper():
    return 2
"""


@pytest.fixture
def small_house(tmp_path: Path) -> Path:
    """A copy of the engine, with a game of two functions in two files."""
    house = tmp_path / "trailmix"
    shutil.copytree(PACKAGE / "engine", house / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    game = house / "games" / "small"
    game.mkdir(parents=True)
    for folder in (house, house / "games", game):
        (folder / "__init__.py").write_text("")
    (game / "rules.py").write_text(RULES)
    (game / "helper.py").write_text(HELPER)
    return house


def play_small(house: Path, **settings: str) -> tuple[int, int]:
    """What the small game answers in a process of its own, and how often it was found compiled."""
    done = subprocess.run(
        [sys.executable, "-c", "import trailmix.games.small.rules"],
        env={
            **os.environ,
            "PYTHONPATH": str(house.parent),
            "PYTHONDONTWRITEBYTECODE": "1",  # two edits within a second look alike to Python's own cache
            "TRAILMIX_CACHE": str(house.parent / "cache"),
            **settings,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    answer, hits = done.stdout.split()
    return int(answer), int(hits)


def test_a_change_in_a_called_function_of_another_file_is_seen(small_house: Path) -> None:
    """Numba's own cache would go on answering 42: the caller's file has not changed."""
    assert play_small(small_house) == (42, 0)
    assert play_small(small_house) == (42, 1)
    helper = small_house / "games" / "small" / "helper.py"
    helper.write_text(HELPER.replace("return 2", "return 3"))
    assert play_small(small_house) == (43, 0)
    assert play_small(small_house, TRAILMIX_BOUNDSCHECK="0") == (43, 0)


WIDTHS = """
import sys
import time
import numpy as np
from numba.core.caching import IndexDataCacheFile
from trailmix.engine.kernels import rule

write = IndexDataCacheFile._save_index

def write_late(*arguments):
    time.sleep(0.3)  # somebody else has time enough to write first
    write(*arguments)

IndexDataCacheFile._save_index = write_late

@rule
def width(array):
    return array.itemsize

array = np.zeros(1, sys.argv[1])
time.sleep(max(0.0, float(sys.argv[2]) - time.time()))
assert width(array) == array.itemsize
print(sum(width.stats.cache_hits.values()))
"""


def test_what_is_compiled_side_by_side_is_all_kept(small_house: Path) -> None:
    """A generic kernel, compiled for several records by several processes at once."""
    (small_house / "games" / "small" / "widths.py").write_text(WIDTHS)
    house = {"PYTHONPATH": str(small_house.parent), "TRAILMIX_CACHE": str(small_house.parent / "cache")}

    def found(kinds: list[str]) -> list[int]:
        begin = str(time.time() + 3)  # all of them have been imported by then, and begin together
        command = [sys.executable, "-c", "import trailmix.games.small.widths"]
        pipes = [
            subprocess.Popen([*command, kind, begin], env={**os.environ, **house}, stdout=subprocess.PIPE)
            for kind in kinds
        ]
        return [int(pipe.communicate()[0]) for pipe in pipes]

    kinds = ["i1", "i2", "i4"]
    assert found(kinds) == [0, 0, 0]
    assert found(kinds) == [1, 1, 1]


def test_compiled_code_of_others_stays_where_it_was() -> None:
    assert os.environ.get("NUMBA_CACHE_DIR", "") == kernels.config.CACHE_DIR


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A few sources and a cache of their own, known to `kernels` for the length of a test."""
    for name in ("engine/a.py", "games/x/rules.py", "games/y/rules.py", "bots/b.py", "lab/l.py", "cli/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(kernels, "PACKAGE", tmp_path)
    monkeypatch.setenv("TRAILMIX_CACHE", str(tmp_path / "cache"))
    kernels.cache_root.cache_clear()
    yield tmp_path
    kernels.cache_root.cache_clear()


def folder(module: str) -> Path:
    """Where the compiled code of a module belongs now."""
    return kernels._folder.__wrapped__(kernels._sources_behind(module))


GAME, GENERIC = "trailmix.games.x.rules", "trailmix.engine.border"


@pytest.mark.parametrize(
    ("changed", "modules"),
    [
        ("engine/a.py", {GAME, GENERIC}),
        ("games/x/rules.py", {GAME, GENERIC}),
        ("games/y/rules.py", {GENERIC}),
        ("bots/b.py", {GENERIC}),
        ("lab/l.py", {GENERIC}),
        ("cli/c.py", set()),
    ],
)
def test_a_changed_source_has_another_folder(tree: Path, changed: str, modules: set[str]) -> None:
    before = {module: folder(module) for module in (GAME, GENERIC)}
    assert {module: folder(module) for module in (GAME, GENERIC)} == before
    (tree / changed).write_text("2")
    assert {module for module in before if folder(module) != before[module]} == modules


def test_a_new_or_renamed_source_has_another_folder(tree: Path) -> None:
    seen = {folder(GAME)}
    (tree / "engine" / "new.py").write_text("")
    seen.add(folder(GAME))
    (tree / "engine" / "new.py").rename(tree / "engine" / "newer.py")
    seen.add(folder(GAME))
    assert len(seen) == 3


@pytest.mark.parametrize(
    ("thing", "other"),
    [
        ("trailmix.engine.kernels.BOUNDS_CHECKED", False),
        ("trailmix.engine.kernels.config.OPT", 3),
        ("numba.__version__", "0.1"),
        ("llvmlite.__version__", "0.1"),
        ("numpy.__version__", "0.1"),
        ("platform.python_version", lambda: "3.0.0"),
    ],
)
def test_other_flags_and_versions_have_another_folder(
    tree: Path, monkeypatch: pytest.MonkeyPatch, thing: str, other: object
) -> None:
    before = folder(GAME)
    monkeypatch.setattr(thing, other)
    assert folder(GAME) != before


def test_a_cache_that_cannot_be_written_is_replaced(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tree / "a file"
    blocked.write_text("no folder can be made in here")
    monkeypatch.setenv("TRAILMIX_CACHE", str(blocked))
    monkeypatch.setattr(tempfile, "tempdir", str(tree))
    root = kernels.cache_root.__wrapped__()
    assert root.parent == tree
    assert root.is_dir()


def test_prune_removes_what_nobody_has_used_for_long(tree: Path) -> None:
    used = folder(GAME)
    old, younger = used.with_name("old"), used.with_name("younger")
    for path, days in ((old, kernels.UNUSED_DAYS + 1), (younger, kernels.UNUSED_DAYS - 1)):
        path.mkdir()
        (path / "compiled").write_text("")
        then = time.time() - days * 24 * 3600
        os.utime(path, (then, then))
    assert kernels.prune() == 1
    assert sorted(used.parent.iterdir()) == sorted([used, younger])
    assert kernels.prune() == 0


def test_using_a_folder_keeps_it(tree: Path) -> None:
    used = folder(GAME)
    os.utime(used, (0, 0))
    assert folder(GAME) == used
    assert kernels.prune() == 0
