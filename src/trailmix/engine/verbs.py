"""The verbs of every game: calls that become the right game's kernel when they are compiled.

Generic code (a playout, a search) is written once with these verbs. Numba resolves a verb by the type of
the state record at compile time, so nothing is looked up while playing, and, unlike a closure over a game's
kernels, the result is found in the cache again by the next process. With the JIT off a verb looks the game
up when it is called.

Kernels take record scalars ``(t, s, ...)``: the table record and the state record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import ForceLiteralArg, NumbaError
from numba.core.typing.templates import AbstractTemplate, infer_global

from trailmix.engine.kept import BEHIND_VERBS
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array


@rule
def somebody_won(_t: Any, _s: Any) -> bool:
    """`nobody_won` of most games: whoever is in the first place has won."""
    return False


@dataclass(frozen=True)
class Kernels:
    """The compiled functions that a game must have."""

    deal: Callable[[Any, Any, Array], None]
    """`deal(t, s, key)`: set up a match, all chance coming from the key."""
    legal: Callable[[Any, Any, Array], int]
    """`legal(t, s, out)`: write the legal actions in ascending order, return how many."""
    apply: Callable[[Any, Any, int], None]
    """`apply(t, s, action)`: play an action that is known to be legal."""
    actor: Callable[[Any, Any], int]
    """`actor(t, s)`: the seat whose decision it is, -1 when the match is over."""
    score: Callable[[Any, Any, Array], None]
    """`score(t, s, out)`: the points of each seat if the match ended now."""
    rank: Callable[[Any, Any, Array], None]
    """`rank(t, s, out)`: the place of each seat, 1 for the best, ties shared as the rules say, 0 for none."""
    redeal: Callable[[Any, Any, int, Array], int]
    """`redeal(t, s, seat, key)`: resample all that a seat cannot know, the future included.

    Returns how good the sample is: how many deals it tried until one fitted what play has shown, a thousand
    at most, or 0 if none did: then it is a forced one, and not every deal is equally likely."""
    values: Callable[[Any, Any, Any, Array, int, Array], None]
    """`values(t, s, mind, actions, number, out)`: what each of the legal actions seems worth to a purposeful
    player who looks one turn ahead, in a unit of the game's own."""
    greedy: Callable[[Any, Any, Any], int]
    """`greedy(t, s, mind)`: the action with the best value."""
    rollout: Callable[[Any, Any, Any], int]
    """`rollout(t, s, mind)`: a fast, sensible action, for playing out a search."""
    evaluate: Callable[[Any, Any, Array], None]
    """`evaluate(t, s, out)`: what a position without secrets is worth to each seat (a row), in parts
    (columns) that add up; in points or whatever decides the match. `out` is 0 before."""
    horizon: Callable[[Any, Any], int]
    """`horizon(t, s)`: the part of the match (a round, say) that it is in. Play-outs may end with it."""
    settled: Callable[[Any, Any], bool]
    """`settled(t, s)`: does the game know the best action, so that play-outs would find nothing better?"""
    exact: Callable[[Any, Any, Any, Array, int, Array], None]
    """`exact(t, s, mind, actions, number, out)`: `values` where it is settled, for whoever would search
    otherwise: they may take much longer than those that greedy goes by."""
    check: Callable[[Any, Any], int]
    """`check(t, s)`: 0, or the number of the invariant that the state breaks."""
    look: Callable[[Any, Any, Any], None]
    """`look(t, s, v)`: fill `v`, a record of the view, from `s`, which holds what onlookers may know."""
    look_own: Callable[[Any, Any, int, Any], None]
    """`look_own(t, s, seat, v)`: the same of what a seat sees besides; `s` holds what it may know."""
    nobody_won: Callable[[Any, Any], bool] = somebody_won
    """`nobody_won(t, s)`: would nobody have won if the match ended now, although there is a first place?"""


KERNELS: dict[np.dtype[Any], Kernels] = {}
"""The kernels of each known game by the type of its state record; `Game` enters itself."""


def enter(state: np.dtype[Any], kernels: Kernels) -> None:
    """Register a game's kernels: from now on the verbs call them for states of this type."""
    KERNELS[state] = kernels
    BEHIND_VERBS[numba.from_dtype(state)] = modules_of(kernels)


def modules_of(kernels: Kernels) -> frozenset[str]:
    """The modules that the kernels of a game are from."""
    return frozenset(getattr(kernels, kernel.name).__module__ for kernel in fields(kernels))


class Uncompilable(TypeError):
    """A kernel of a game cannot be compiled."""


def _resolve(name: str, state: types.Type) -> Callable[..., Any] | None:
    for dtype, kernels in KERNELS.items():
        if isinstance(state, types.Record) and numba.from_dtype(dtype) == state:
            kernel: Callable[..., Any] = getattr(kernels, name)
            return kernel
    return None


def _verb(name: str) -> Callable[..., Any]:
    def call(t: Any, s: Any, *args: Any) -> Any:
        return getattr(KERNELS[s.dtype], name)(t, s, *args)

    class Typed(AbstractTemplate):
        """A call of the verb is a call of the game's kernel.

        `numba.extending.overload` would do, too, but compiles a function around each kernel, the kernel's own
        code included: a tenth of the time that compiling a game takes.
        """

        key = call

        def generic(self, args: Any, kws: Any) -> Any:
            kernel = _resolve(name, args[1]) if len(args) > 1 else None
            if kernel is None:
                return None
            found: Any = types.Dispatcher(kernel)
            try:
                signature = found.get_call_type(self.context, args, kws)
            except ForceLiteralArg:  # not a fault: Numba catches it and tries again
                raise
            except NumbaError as error:
                # Numba would only say that the verb has no kernel for these arguments.
                raise Uncompilable(f"The kernel {name} cannot be compiled: {error}") from error
            self.compiled = found.get_overload(signature)
            return signature

        def get_impl_key(self, signature: Any) -> Any:
            return self.compiled

    infer_global(call, types.Function(Typed))  # type: ignore[no-untyped-call]
    return call


deal = _verb("deal")
legal = _verb("legal")
apply = _verb("apply")
actor = _verb("actor")
score = _verb("score")
rank = _verb("rank")
redeal = _verb("redeal")
values = _verb("values")
greedy = _verb("greedy")
rollout = _verb("rollout")
evaluate = _verb("evaluate")
horizon = _verb("horizon")
settled = _verb("settled")
exact = _verb("exact")
check = _verb("check")
look = _verb("look")
look_own = _verb("look_own")
nobody_won = _verb("nobody_won")
