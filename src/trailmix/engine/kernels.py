"""``@rule``: how the functions of the rules are compiled. `kept` says how the compiled code is kept.

``TRAILMIX_BOUNDSCHECK=1`` compiles with bounds checks (the tests do), ``NUMBA_DISABLE_JIT=1`` runs the rules
as the plain Python they are, and ``TRAILMIX_CACHE`` names another folder for compiled code.
"""

from __future__ import annotations

import functools
import os
import platform
import threading
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

from trailmix.engine.variants import Rule

config: Any = numba.core.config  # its settings are made at run time, unknown to a type checker
config.reload_config()  # the level above holds even if somebody imported Numba before us

Params = ParamSpec("Params")
Result = TypeVar("Result")

PACKAGE = Path(__file__).resolve().parent.parent
BOUNDS_CHECKED = os.environ.get("TRAILMIX_BOUNDSCHECK", "") not in ("", "0")
JIT = not config.DISABLE_JIT
MODULES: set[str] = set()
"""The modules that have kernels."""


def rule(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Compile a function of the rules on its first call, or find it compiled already."""
    return _compiled(function, inline=False)


def inlined(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """A rule that becomes part of the code of every rule that calls it: for what is called all the time."""
    return _compiled(function, inline=True)


def _compiled(function: Callable[Params, Result], *, inline: bool) -> Callable[Params, Result]:
    MODULES.add(function.__module__)
    if not JIT:
        return _as_compiled(function)
    options = {
        "nopython": True,
        "nogil": True,
        "boundscheck": BOUNDS_CHECKED,
        "error_model": "numpy",
        "forceinline": inline,
        "no_cfunc_wrapper": True,  # an entry for C takes a tenth of the time, and nobody uses it
    }
    compiled: Any = Rule(function, options, conditions())
    kept: Callable[Params, Result] = compiled
    return kept


class _Caller(threading.local):
    """Who calls a rule in this thread."""

    is_rule = False


_caller = _Caller()


def _as_compiled(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """A rule as plain Python, which gives back numbers as compiled code does: Python's own.

    NumPy's numbers could be neither sent nor stored. Between rules they stay as they are: one of Python's
    would take on the width of a small one that it is added to, and overflow.
    """

    @functools.wraps(function)
    def call(*args: Params.args, **named: Params.kwargs) -> Result:
        if _caller.is_rule:
            return function(*args, **named)
        _caller.is_rule = True
        try:
            result: Any = function(*args, **named)
        finally:
            _caller.is_rule = False
        if type(result) is tuple:
            return tuple(map(_pythons_own, result))  # type: ignore[return-value]
        return _pythons_own(result)  # type: ignore[no-any-return]

    return call


def _pythons_own(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def conditions() -> tuple[object, ...]:
    """What the result of compiling depends on besides the sources."""
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    return (*versions, str(config.OPT), BOUNDS_CHECKED, JIT)


def wrapping(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """For arithmetic that is meant to wrap around: no warnings about it when the JIT is off."""
    return function if JIT else np.errstate(over="ignore")(function)
