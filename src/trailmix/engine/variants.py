"""The compiled variants of a rule: the one that Python calls, and the one that other rules call.

Most rules are called only by other rules, so each variant is compiled when it is first needed, and the one
for rules cannot be entered from Python. A large rule is compiled once, and its callers only know its name.
Numba on its own would copy all that a function calls, directly or not, into the code of the function, and so
compile a whole game for each thing that plays it. Small rules do become part of their callers, where the
compiler can simplify them.
"""

from __future__ import annotations

import functools
from typing import Any

from numba import types
from numba.core import compiler, registry, sigutils

from trailmix.engine.kept import FAR, Far, Kept

compiler_class: Any = compiler.Compiler
dispatcher_class: Any = registry.CPUDispatcher
LARGE = 250
"""A rule of more instructions (LLVM's) than this is called by name. With 150 play is up to a tenth slower,
with 400 compiling takes a fifth longer."""


class Named(compiler_class):  # type: ignore[misc]
    """The compiler, for a function that has the same name in every process: what calls it can be kept."""

    def __init__(self, kept: Kept, *args: Any) -> None:
        self.kept = kept
        super().__init__(*args)

    def define_pipelines(self) -> Any:
        """The steps of compiling it, once it has its name."""
        name = self.kept.name(self.state.args)
        if name is not None:
            self.state.func_id.unique_id = name
        return super().define_pipelines()


class Variant(dispatcher_class):  # type: ignore[misc]
    """A variant of a rule, kept on disk by us and not by Numba."""

    def __init__(self, function: Any, options: dict[str, Any], kept: Kept) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=functools.partial(Named, kept))
        self._cache = kept


class Within(Variant):
    """The variant that other rules call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call. A rule is compiled once for whole numbers, given or left out, of any width."""
        _, every = self.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(_plain, every)), {})

    def add_overload(self, made: Any) -> None:
        """Remember what was compiled or loaded, without an entry for Python."""
        self.overloads[made.signature.args] = made
        symbol = made.fndesc.mangled_name
        if self._cache.is_findable(made.signature.args) and not self._is_part_of_callers(made):
            FAR[symbol] = Far(self.py_func.__module__, self.py_func.__qualname__, made.signature.args, symbol)
            self.targetctx.insert_user_function(symbol, made.fndesc, ())  # called without its code

    def get_overload(self, signature: Any) -> Any:
        """What Numba knows the compiled function by."""
        arguments, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        made = self.overloads[tuple(arguments)]
        symbol = made.fndesc.mangled_name
        return symbol if symbol in FAR else made.entry_point

    def _is_part_of_callers(self, made: Any) -> bool:
        if self.targetoptions["forceinline"]:
            return True
        code = made.library._get_module_for_linking().get_function(made.fndesc.mangled_name)
        return sum(1 for block in code.blocks for _ in block.instructions) <= LARGE


class Rule(Variant):
    """A rule: itself the variant that Python calls."""

    def __init__(self, function: Any, options: dict[str, Any], conditions: tuple[object, ...]) -> None:
        super().__init__(function, options, Kept(function, conditions, "for Python"))
        inner = {**options, "no_cpython_wrapper": True}
        self.within = Within(function, inner, Kept(function, conditions, "for rules"))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The types of a call by another rule."""
        return self.within.get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        """What Numba knows the function by when another rule calls it."""
        return self.within.get_overload(signature)

    @property
    def is_compiling(self) -> bool:
        """Is one of the variants being compiled? If so, a call of it is recursive."""
        return bool(super().is_compiling or self.within.is_compiling)

    @property
    def stats(self) -> Any:
        """How often compiled code was found and not found, both variants together."""
        own, within = super().stats, self.within.stats
        return own._replace(
            cache_hits=own.cache_hits + within.cache_hits,
            cache_misses=own.cache_misses + within.cache_misses,
        )


def _plain(kind: types.Type) -> types.Type:
    """Without this, Numba would compile a rule three times for 6, for 8 and for an entry of a small array."""
    is_number = isinstance(kind, (types.Integer, types.IntegerLiteral)) and kind != types.uint64
    is_left_out = isinstance(kind, types.Omitted) and type(kind.value) is int
    return types.int64 if is_number or is_left_out else kind
