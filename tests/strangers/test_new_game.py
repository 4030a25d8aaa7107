"""``trailmix new-game``: its game plays, passes its test, and lives beside the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import trailmix
from strangers.installing import TRICK, install

SOURCES = Path(trailmix.__file__).parents[1]


def run(folder: Path, *arguments: str, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(str(each) for each in (site, SOURCES) if each)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "100"},
        input="1\n" * 12,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def new_game(folder: Path, name: str, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "trailmix", "new-game", name, site=site)


def test_what_it_writes_plays_and_passes_its_own_test(tmp_path: Path) -> None:
    """Two of them, beside the one that they were made from: none is taken for another."""
    for name in ("moor", "high_moor"):
        done = new_game(tmp_path, name)
        assert done.returncode == 0, done.stderr
        assert f"trailmix play {name}" in done.stdout
    site = tmp_path / "site"
    for project in (TRICK, tmp_path / "moor", tmp_path / "high_moor"):
        install(project, site)
    listed = run(tmp_path, "-m", "trailmix", "games", site=site)
    assert listed.stderr == ""
    for name in ("trick", "moor", "high_moor"):
        assert name in listed.stdout
    played = run(tmp_path, "-m", "trailmix", "play", "high_moor", "--seed", "1", site=site)
    assert "All cards are played." in played.stdout, played.stderr
    tested = run(tmp_path / "moor", "-m", "pytest", "-q", "-p", "no:cacheprovider", site=tmp_path / "moor")
    assert "6 passed" in tested.stdout, tested.stdout + tested.stderr


def test_only_the_name_is_another(tmp_path: Path) -> None:
    assert new_game(tmp_path, "moor").returncode == 0
    made = {path.relative_to(tmp_path / "moor").as_posix() for path in (tmp_path / "moor").rglob("*.*")}
    model = {
        path.relative_to(TRICK).as_posix() for path in TRICK.rglob("*.*") if "__pycache__" not in str(path)
    }
    ours = {name for name in made if not name.startswith(".")}
    assert len(ours) == len({name for name in model if not name.startswith(".")})
    assert {"pyproject.toml", "moor/moor.toml", "moor/rules.py", "tests/test_moor.py"} <= made
    assert 'moor = "moor"' in (tmp_path / "moor" / "pyproject.toml").read_text()
    assert "s.trick[" in (tmp_path / "moor" / "moor" / "rules.py").read_text()
    assert 'name="Moor"' in (tmp_path / "moor" / "moor" / "__init__.py").read_text()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Moor", "cannot be called 'Moor'"),
        ("my-game", "cannot be called 'my-game'"),
        ("../moor", "cannot be called '../moor'"),
        ("3d", "cannot be called '3d'"),
        ("class", "no word of Python"),
        ("", "cannot be called ''"),
        ("alpina", "There is a game called alpina already."),
        ("json", "a package of Python called json already"),
        ("there", "something called there in this folder already"),
    ],
)
def test_a_bad_name_gets_a_sentence_and_nothing_is_written(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "there").mkdir()
    done = new_game(tmp_path, name)
    assert done.returncode == 2
    assert sentence in " ".join(done.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert list((tmp_path / "there").iterdir()) == []
