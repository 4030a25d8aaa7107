"""Compiled code on disk, found again only by functions that would be compiled to the same.

Numba's own cache does not notice a change in a function of *another* file, and would go on running old rules;
and it takes every change in the function's own file, even a comment, for a new function. So this cache
replaces it. Compiled code is stored in a folder that is named by a hash of everything it can depend on: the
sources that the function's module imports (`sources`), the flags and the versions. A generic function that is
compiled for the state of a game also depends, through the verbs, on the kernels of that game, but on no other
game: a change in one game leaves what is compiled for the others valid.

Each compiled variant is a file, written whole or not at all, so any number of processes can write at once.
The file also says which functions the compiled code calls by name, so that they are loaded before it.
Line numbers in the tracebacks of compiled code are those of the source from which it was compiled: after a
change of a comment they may be some lines off.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba.core.config
from numba import types
from numba.core import compiler, serialize
from numba.core.caching import _Cache

from trailmix.engine import sources
from trailmix.engine.cache import cache_root, write_whole

config: Any = numba.core.config  # its settings are made at run time, unknown to a type checker
result: Any = compiler.CompileResult
dumps: Callable[[Any], bytes] = serialize.dumps

VERBS = f"{sources.OURS}.engine.verbs"
"""The module that calls what it does not import: the kernels of a game, found by the type of its state."""
BEHIND_VERBS: dict[types.Record, frozenset[str]] = {}
"""By the type of a game's state, the modules of its kernels; `verbs.enter` knows them."""


class Far(NamedTuple):
    """A compiled function that others call by its name: they can run only where it has been loaded."""

    module: str
    function: str
    arguments: tuple[Any, ...]
    symbol: str


FAR: dict[str, Far] = {}
"""All that have been loaded, by name."""


def _is_there(needed: Far) -> bool:
    """Load a function that another one calls, or compile it; False if there is none like it any more."""
    if needed.symbol not in FAR:
        rule: Any = getattr(sys.modules.get(needed.module), needed.function, None)
        variant = getattr(rule, "within", None)
        if variant is None:
            return False
        variant.compile(needed.arguments)
    return needed.symbol in FAR


class Kept(_Cache):
    """What was compiled of one function; Numba asks it before it compiles, and tells it afterwards."""

    def __init__(self, function: Any, conditions: tuple[object, ...], variant: str) -> None:
        self._function, self._conditions, self._variant = function, conditions, variant

    @property
    def cache_path(self) -> str:
        """Where everything is kept."""
        return str(cache_root())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The function as it was compiled for arguments of some types, None if it was not."""
        file = self._file(sig, target_context.codegen())
        if file is None:
            return None
        try:
            # Our own, from the user's own folder.
            asked, needs, made = pickle.loads(file.read_bytes())  # noqa: S301
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        if asked != sig or not all(map(_is_there, needs)):
            return None
        _tell(f"data loaded from {str(file)!r}")
        target_context.refresh()
        return result._rebuild(target_context, *made)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, if it means the same in another process."""
        file = self._file(sig, data.codegen)
        if file is None or data.library.has_dynamic_globals or data.lifted:
            return
        everything = data.library._final_module.functions
        needs = [FAR[one.name] for one in everything if one.is_declaration and one.name in FAR]
        write_whole(file, dumps((sig, needs, data._reduce())))
        _tell(f"data saved to {str(file)!r}")

    def enable(self) -> None:
        """Nothing to do: this cache is always on."""

    def disable(self) -> None:
        """Nothing to do: this cache is always on."""

    def flush(self) -> None:
        """Nothing to do: what is stored stays true."""

    def name(self, arguments: Iterable[Any]) -> str | None:
        """A name for the compiled function, whatever its types: another one as soon as its code may differ.

        None if it cannot be known what the code depends on.
        """
        if any(isinstance(kind, types.Callable) for kind in arguments):
            return None
        place = folder(self._modules(arguments), self._conditions)
        if place is None:
            return None
        closed_over = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        whole = place.name.encode() + self._function.__code__.co_code + dumps(closed_over)
        return hashlib.sha256(whole).hexdigest()[:20]

    def is_findable(self, arguments: Iterable[Any]) -> bool:
        """Will another process find the function by its module and name, compiled to the same?"""
        return "<locals>" not in self._function.__qualname__ and self.name(arguments) is not None

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        """Where a compiled variant belongs, None if it cannot be known what it depends on."""
        arguments = sig if isinstance(sig, tuple) else sig.args
        name = self.name(arguments)
        place = folder(self._modules(arguments), self._conditions)
        if name is None or place is None:
            return None
        whom = self._function
        whole = repr((sig, codegen.magic_tuple(), name, self._variant)).encode()
        said = f"{whom.__module__.rpartition('.')[2]}.{whom.__qualname__}".replace("<", "").replace(">", "")
        return place / f"{said}-{hashlib.sha256(whole).hexdigest()[:20]}.compiled"

    def _modules(self, arguments: Iterable[Any]) -> frozenset[str]:
        """The modules that the compiled code depends on, with all that they import."""
        own = frozenset((self._function.__module__,))
        if not _reaches_verbs(self._function.__module__):
            return own
        return own.union(*(BEHIND_VERBS.get(record, ()) for kind in arguments for record in _records(kind)))


def _tell(what: str) -> None:
    if config.DEBUG_CACHE:  # NUMBA_DEBUG_CACHE=1: in the words of Numba's own
        sys.stdout.write(f"[cache] {what}\n")


@functools.cache
def _reaches_verbs(module: str) -> bool:
    return VERBS in sources.reached([module])


def _records(kind: Any) -> Iterator[types.Record]:
    """The types of records that a type holds."""
    if isinstance(kind, types.Record):
        yield kind
    elif isinstance(kind, types.BaseTuple):
        several: Any = kind
        for inner in several.types:
            yield from _records(inner)
    elif (inner := getattr(kind, "dtype", None) or getattr(kind, "type", None)) is not None:
        yield from _records(inner)


@functools.cache
def folder(modules: frozenset[str], conditions: tuple[object, ...]) -> Path | None:
    """The folder of what depends on these modules and conditions; None if it cannot be known."""
    found = sources.digest(modules)
    if found is None:
        return None
    whole = hashlib.sha256(repr((found, conditions)).encode()).hexdigest()
    place = cache_root() / whole[:24]
    place.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # it is somebody else's, and we may only read it
        os.utime(place)
    return place
