"""Putting packages where Python finds them, as an installer does: the code, and what its metadata says."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import trailmix
from trailmix.engine import game as registry
from trailmix.engine.packages import GROUP

TRICK = Path(__file__).resolve().parents[2] / "examples" / "trick"


def install(project: Path, site: Path) -> Path:
    """Install a project into a folder for packages; gives the folder."""
    about = tomllib.loads((project / "pyproject.toml").read_text())["project"]
    entries = about["entry-points"][GROUP]
    for value in entries.values():
        package = value.partition(":")[0]
        shutil.copytree(project / package, site / package, ignore=shutil.ignore_patterns("__pycache__"))
    return describe(about["name"], site, entries)


def describe(name: str, site: Path, entries: dict[str, str]) -> Path:
    """Write the metadata of a package that brings these games."""
    told = site / f"{name}-0.1.0.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    lines = [f"{slug} = {value}\n" for slug, value in entries.items()]
    (told / "entry_points.txt").write_text("".join([f"[{GROUP}]\n", *lines]))
    return site


def seeing(site: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed there, with the compiler off."""
    path = os.pathsep.join([str(site), str(Path(trailmix.__file__).parents[1])])
    return {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}


@contextmanager
def on_the_path(*folders: Path) -> Iterator[None]:
    """Let this process find what is installed there."""
    before = list(sys.path)
    sys.path[:0] = [str(folder) for folder in folders]
    forget()
    try:
        yield
    finally:
        sys.path[:] = before
        forget()


def forget() -> None:
    """The registry looks anew at what is installed."""
    importlib.invalidate_caches()
    registry._strangers.cache_clear()
    registry.find.cache_clear()
