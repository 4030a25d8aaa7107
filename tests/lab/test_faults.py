"""What is wrong with a game's code is told with its file and line, what Python finds before compiling."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trailmix
from engine import tiny

PACKAGE = Path(trailmix.__file__).resolve().parent
SOURCE = Path(tiny.__file__).read_text().replace("range(BUFFER + 1 if action == BURST else 1)", "range(1)")
BEFORE = "    s.secret = below(s, 100)\n"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Trailmix with a single game, the tests' own."""
    house = tmp_path / "trailmix"
    leave_out = shutil.ignore_patterns("__pycache__", "web", "games", "server")
    shutil.copytree(PACKAGE, house, ignore=leave_out)
    (house / "server" / "storage").mkdir(parents=True)
    for name in ("__init__.py", "storage/__init__.py", "storage/syncing.py"):
        shutil.copy(PACKAGE / "server" / name, house / "server" / name)
    game = house / "games" / "tiny"
    shutil.copytree(Path(tiny.__file__).parent, game, ignore=shutil.ignore_patterns("__pycache__"))
    (house / "games" / "__init__.py").write_text("")
    (game / "tiny.toml").write_text("")
    return house


def warm(house: Path, old: str, new: str) -> subprocess.CompletedProcess[str]:
    """Change the game, and compile it."""
    assert old in SOURCE
    (house / "games" / "tiny" / "__init__.py").write_text(SOURCE.replace(old, new, 1))
    return subprocess.run(
        [sys.executable, "-m", "trailmix", "warm", "tiny"],
        cwd=house.parent,
        env={**os.environ, "PYTHONPATH": str(house.parent), "TRAILMIX_CACHE": str(house.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )


LATER = "    if s.turn > 1000000000:\n    "
"""Where no match comes by, so that only the compiler sees what is there."""


@pytest.mark.parametrize(
    ("wrong", "step", "what"),
    [
        ("    s.secret = s.handsize\n", "as plain Python", ", in deal: AttributeError: "),
        (f"{LATER}    s.secret = s.handsize\n", "rules", ": a record has no field 'handsize'."),
        (f"{LATER}    s.handsize = 3\n", "rules", ": a record has no field 'handsize'."),
        (f"{LATER}    s.secret = nowhere(s)\n", "rules", "name 'nowhere' is not defined"),
        ("    s.secret = len({1: 2, 'one': 3})\n", "rules", ": "),
        ("    s.secret = (\n", "as plain Python", "SyntaxError: "),
    ],
)
def test_a_fault_is_told_with_its_place(house: Path, wrong: str, step: str, what: str) -> None:
    done = warm(house, BEFORE, BEFORE + wrong)
    said = done.stderr.splitlines()[-1]
    line = SOURCE[: SOURCE.index(BEFORE)].count("\n") + 1 + wrong.count("\n")
    place = f"trailmix/games/tiny/__init__.py, line {line}"
    assert done.returncode == 2
    assert said.startswith(f"tiny cannot be compiled ({step}): {place}"), said
    assert what in said
    assert len(said) < 500
    assert "nopython" not in said and "Record(" not in said


def test_a_fault_in_a_view_is_found_without_compiling(house: Path) -> None:
    done = warm(house, "    v.die = s.die\n", "    v.dice = s.die\n")
    assert done.stderr.splitlines()[0] == "tiny: as plain Python"
    assert "trailmix/games/tiny/__init__.py, line " in done.stderr.splitlines()[-1]
    assert not list((house.parent / "cache").rglob("__init__.*.compiled"))
