"""What `make play` does before it plays: an environment, what is pinned, and clear words if it cannot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

HOME = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
NO_INDEX = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}


def install(python: str | Path, venv: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "requirements/install.sh", python, venv, "play"],
        cwd=HOME,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def executable(file: Path, *lines: str) -> Path:
    file.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    file.chmod(0o755)
    return file


def test_without_python_it_says_so(tmp_path: Path) -> None:
    done = install("python-that-is-not-here", tmp_path / "venv")
    assert done.returncode == 1
    assert done.stderr == (
        "Trailmix needs Python 3.11 or newer, and there is no 'python-that-is-not-here' here. "
        "Install it, or name another: make PYTHON=...\n"
    )


def test_an_old_python_is_named(tmp_path: Path) -> None:
    old = executable(tmp_path / "python", '[ "$1" = -V ] && echo Python 3.9.2 || exit 1')
    done = install(old, tmp_path / "venv")
    assert done.returncode == 1
    assert f"'{old}' is Python 3.9.2. Name another" in done.stderr


def test_without_pythons_own_venv_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "ensurepip.py").write_text("raise ImportError")
    done = install(sys.executable, tmp_path / "venv", PYTHONPATH=str(tmp_path))
    assert done.returncode == 1 and not (tmp_path / "venv").exists()
    assert (
        done.stderr == "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv\n"
    )


def test_without_an_index_it_says_so_and_the_environment_has_pip(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    done = install(sys.executable, venv, **NO_INDEX)
    assert done.returncode == 1
    assert done.stderr.endswith(
        "The dependencies could not be installed: is there a way to a package index?\n"
    )
    pip = [str(venv / "bin" / "python"), "-m", "pip", "--version"]
    said = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
    assert str(venv) in said


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    done = install(sys.executable, tmp_path / "file" / "venv")
    assert done.returncode == 1
    assert "could not be made: " in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("page", PROJECT["dependency-groups"]["page"]),
        ("play", PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"]),
        ("dev", PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["dev"]),
    ],
)
def test_a_lock_file_names_all_that_is_wanted(lock: str, wanted: list[str]) -> None:
    """Nothing else is installed: pip is told not to look for dependencies of its own."""
    text = (HOME / "requirements" / f"{lock}.lock").read_text()
    pinned = set(re.findall(r"^([\w.-]+)==", text, re.M))
    assert {Requirement(one).name for one in wanted} <= pinned
