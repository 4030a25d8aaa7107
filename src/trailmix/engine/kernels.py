"""``@rule``: how the functions of the rules are compiled, and how the compiled code is kept.

Numba's cache on disk does not notice a change in a function of *another* file, nor a change of the
bounds-check flag, and would go on running old rules. So compiled code lives in a folder named after a hash
of all the sources it can depend on, the flags and the versions: whatever changes, the folder is a new one.

``TRAILMIX_BOUNDSCHECK=1`` compiles with bounds checks (the tests do), ``NUMBA_DISABLE_JIT=1`` runs the rules
as the plain Python they are, and ``TRAILMIX_CACHE`` names another folder for compiled code.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

# Measured on Alpina (docs/benchmarks.md): level 1 takes about a tenth less time to compile than level 3, and
# plays as fast.
os.environ.setdefault("NUMBA_OPT", "1")

import llvmlite
import numba
import numba.core.config
import numpy as np
import platformdirs

from trailmix.engine.packages import home_of

fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None
config: Any = numba.core.config  # its settings are made at run time, unknown to a type checker
config.reload_config()  # the level above holds even if somebody imported Numba before us

Params = ParamSpec("Params")
Result = TypeVar("Result")

PACKAGE = Path(__file__).resolve().parent.parent
BOUNDS_CHECKED = os.environ.get("TRAILMIX_BOUNDSCHECK", "") not in ("", "0")
JIT = not config.DISABLE_JIT
UNUSED_DAYS = 30
"""Folders of compiled code that nobody has used for so long are removed by `prune`."""


def rule(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Compile a function of the rules on its first call, or find it compiled already."""
    return _compiled(function, inline=False)


def inlined(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """A rule that becomes part of the code of every rule that calls it: for what is called all the time."""
    return _compiled(function, inline=True)


def _compiled(function: Callable[Params, Result], *, inline: bool) -> Callable[Params, Result]:
    others = config.CACHE_DIR
    config.CACHE_DIR = str(_folder(_sources_behind(function.__module__)))
    try:
        compile_it: Any = numba.njit  # its types do not tell all its options
        compiled: Callable[Params, Result] = compile_it(
            nogil=True,
            cache=True,
            boundscheck=BOUNDS_CHECKED,
            error_model="numpy",
            forceinline=inline,
            no_cfunc_wrapper=True,  # a way in for C takes a tenth of the time, and nobody comes that way
        )(function)
    finally:
        config.CACHE_DIR = others  # what else is compiled in this process is kept where it always was
    if JIT and fcntl is not None:
        _keep_one_by_one(compiled)
    return compiled


def _keep_one_by_one(compiled: Any) -> None:
    """Let only one process at a time keep what it compiled.

    A generic kernel has one list of what was compiled for which game. Numba reads it, adds to it and writes
    it back: of two games that are compiled side by side one would be lost, or take the other's code for its
    own.
    """
    keep = compiled._cache.save_overload

    def keep_alone(*arguments: Any) -> None:
        with (cache_root() / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keep(*arguments)

    compiled._cache.save_overload = keep_alone


def wrapping(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """For arithmetic that is meant to wrap around: silent about it when the JIT is off, too."""
    return function if JIT else np.errstate(over="ignore")(function)


def _sources_behind(module: str) -> tuple[str, ...]:
    """The folders whose code a kernel of this module may call.

    A game calls itself and the engine, the server itself. Everything else is generic and reaches every game
    of ours; the records of a game of another package have another type whenever its sources change.
    """
    home = home_of(module)
    if home is not None:
        return ("engine", str(home))
    parts = module.split(".")
    if parts[:2] == ["trailmix", "games"] and len(parts) > 2:
        return ("engine", f"games/{parts[2]}")
    if parts[:2] == ["trailmix", "server"]:
        return ("server",)
    return ("bots", "engine", "games", "lab")


@functools.cache
def _folder(sources: tuple[str, ...]) -> Path:
    """The folder for code compiled from these sources, with these flags, by these versions."""
    digest = hashlib.sha256()
    digest.update(
        repr(
            (
                platform.python_version(),
                numba.__version__,
                llvmlite.__version__,
                np.__version__,
                str(config.OPT),
                BOUNDS_CHECKED,
            )
        ).encode()
    )
    for source in sources:
        for path in sorted((PACKAGE / source).rglob("*.py")):
            name = path.relative_to(PACKAGE / source)
            digest.update(f"{source}/{name}".encode() + b"\0" + path.read_bytes() + b"\0")
    called = "-".join(part.strip(os.sep) for part in Path(sources[-1]).parts[-2:])
    folder = cache_root() / f"{called}-{digest.hexdigest()[:20]}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


@functools.cache
def cache_root() -> Path:
    """Where compiled code is kept: the user's cache folder, or a temporary one where that is read-only."""
    wanted = os.environ.get("TRAILMIX_CACHE") or platformdirs.user_cache_dir("trailmix", appauthor=False)
    root = Path(wanted) / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="trailmix-kernels-"))


def prune() -> int:
    """Remove code compiled from sources that have long been replaced; the number of folders removed."""
    limit = time.time() - UNUSED_DAYS * 24 * 3600
    old = [folder for folder in cache_root().iterdir() if folder.is_dir() and folder.stat().st_mtime < limit]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old)
