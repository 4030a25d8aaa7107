"""Whether a command waits for the compiler.

A match at a table is quick enough as plain Python, so that is how it runs where nothing is compiled yet. What
plays thousands of matches compiles first, and says so.
"""

from __future__ import annotations

import glob
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any

from trailmix.cli.progress import Done, waiting

if TYPE_CHECKING:
    from trailmix.engine.game import Game
    from trailmix.engine.verbs import Kernels

SWITCH = "NUMBA_DISABLE_JIT"
LOOK_EVERY = 0.2
"""Seconds."""


def plain_unless_compiled(slug: str) -> None:
    """Decide how the rules of a game run in this process; to be called before anything imports them.

    If a game has never been compiled, this takes no time. Otherwise the kernels must be loaded to see whether
    the rules have changed since; if they have, this process starts again, with the compiler off.
    """
    if SWITCH in os.environ or "numba" in sys.modules:
        return
    from trailmix.engine.cache import cache_root

    if not any(cache_root().glob(f"*/{glob.escape(slug)}.ready")):
        os.environ[SWITCH] = "1"
        return
    from trailmix.engine.errors import UnknownGame
    from trailmix.lab.warm import is_compiled

    try:
        if is_compiled(slug):
            return
    except UnknownGame:  # the command says so itself
        return
    _start_again_plain()


def _start_again_plain() -> None:
    os.environ[SWITCH] = "1"
    command = [sys.executable, *sys.orig_argv[1:]]
    if sys.platform == "win32":  # replacing the process would give the terminal back to the shell
        sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603 - what this process was started as
    os.execv(sys.executable, command)  # noqa: S606


# --- what compiles first --------------------------------------------------------------------------------


@contextmanager
def compiling(game: Game, entries: Iterable[Any], *, visible: bool) -> Iterator[None]:
    """Show how far the compiler is while some kernels are used for the first time.

    `entries` are the kernels that Python calls; those that they call are found.
    """
    needed = reached(entries, game.kernels)
    with waiting("loading the rules", total=len(needed), visible=visible, lines=True) as done:
        stop = threading.Event()
        watcher = threading.Thread(target=_watch, args=(game.name, needed, done, stop), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join()


def _watch(name: str, needed: list[Any], done: Done, stop: threading.Event) -> None:
    """As soon as one of the functions is found to be missing, tell how many are there."""
    while not stop.wait(LOOK_EVERY):
        if any(sum(kernel.stats.cache_misses.values()) for kernel in needed):
            there = sum(bool(kernel.overloads or kernel.within.overloads) for kernel in needed)
            done(there, now=f"Compiling the rules of {name} first ({len(needed)} functions)")


def reached(entries: Iterable[Any], kernels: Kernels) -> list[Any]:
    """These kernels and all that they call; nothing if the compiler is off."""
    from numba.core.dispatcher import Dispatcher

    found: dict[int, Any] = {}
    waiting_for = [entry for entry in entries if isinstance(entry, Dispatcher)]
    while waiting_for:
        kernel: Any = waiting_for.pop()
        if id(kernel) not in found:
            found[id(kernel)] = kernel
            waiting_for += [
                called for called in _called(kernel.py_func, kernels) if isinstance(called, Dispatcher)
            ]
    return list(found.values())


def _called(function: Callable[..., Any], kernels: Kernels) -> Iterator[Any]:
    """What a function's code names: functions, those of modules, and the kernels behind verbs."""
    from trailmix.engine import verbs

    names = function.__code__.co_names
    for name in names:
        thing = function.__globals__.get(name)
        if thing is verbs:
            yield from (getattr(kernels, verb) for verb in names if hasattr(kernels, verb))
        elif isinstance(thing, ModuleType):
            yield from (getattr(thing, inner, None) for inner in names)
        else:
            yield thing
