"""Warming up: compile every kernel that playing, the bots and the lab use, before anybody waits for one.

Nothing is listed by game: a match is played, and everything that can be asked of it is asked. Each game is
warmed by a process of its own, ``python -m trailmix.lab.warm GAME``, which tells its steps line by line.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
from numba.core.dispatcher import Dispatcher

from trailmix import bots
from trailmix.engine import beside, border, kept, kernels, position, replay
from trailmix.engine.cache import MARK
from trailmix.engine.errors import Refused, UnknownGame
from trailmix.engine.game import Setup, find
from trailmix.engine.insight import MOST_PARTS
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.engine.rng import below, key_of, mind_of
from trailmix.engine.sources import reached
from trailmix.engine.verbs import modules_of
from trailmix.lab import bench
from trailmix.lab.compilers import (
    BESIDE,
    FOR_TABLES_ALONE,
    PLAIN,
    REHEARSE,
    Failed,
    Needed,
    NotCompiled,
    Step,
    Told,
    Warmed,
    command,
    died,
)
from trailmix.lab.faults import explain
from trailmix.lab.perft import perft
from trailmix.lab.simulate import simulate

SEED = "warm"
ASKED_EVERY, TRIALS = 3, 20
"""Everything is asked at every third decision, and `why` of this many actions, legal or not."""


# --- what is compiled -----------------------------------------------------------------------------------


def _rules(setup: Setup) -> None:
    """The verbs as Python calls them."""
    table, states = setup.table, setup.game.state.new()
    key = key_of(SEED, "deal")
    out, by_seat = np.zeros(setup.game.max_legal, np.int64), np.zeros(setup.players, np.int64)
    border.deal(table, states, key)
    border.check(table, states)
    border.legal(table, states, out)
    border.apply(table, states, out[0])
    border.redeal(table, states, border.actor(table, states), key)
    border.score(table, states, by_seat)
    border.rank(table, states, by_seat)
    border.evaluate(table, states, np.zeros((setup.players, MOST_PARTS)))
    border.horizon(table, states)


def _bots(setup: Setup) -> None:
    match = replay.new(setup, seed=SEED)
    for name in bots.names():
        actor = match.actor
        if actor is not None:
            match.play(
                bots.Seated(name, SEED, bots.Budget(simulations=1)).choose(setup, match.seen_by(actor))
            )


def _documents(setup: Setup) -> None:
    """Views, reasons, drawings, positions and a replay, again and again in a match."""
    match, mind = replay.new(setup, seed=SEED), mind_of(SEED, "warm")
    while (actor := match.actor) is not None:
        if len(match.moves) % ASKED_EVERY == 0:
            _ask(match, actor, [below(mind[0], setup.game.n_actions) for _ in range(TRIALS)])
        legal = match.actions()
        match.play(legal[below(mind[0], len(legal))])
    _ask(match, SPECTATOR, [])
    replay.read(match.replay())


def _ask(match: Match, seat: int, actions: Sequence[int]) -> None:
    """All that somebody at the table may want to know."""
    for who in (seat, SPECTATOR):
        view = match.view(who)
        match.game.draw(match.setup, view, match.names)
        # Of a redacted state the position leaves out what is hidden, and reading fills it in again.
        position.read(Match(match.setup, match.seen_by(who)).position())
    position.read(match.position())
    for action in actions:
        match.why(action)
    with contextlib.suppress(Refused):
        match.clone().undo()


def _simulating(setup: Setup) -> None:
    simulate(setup, games=2, seed=SEED, bots=[bots.Random.name], jobs=1)


def _counting(setup: Setup) -> None:
    perft(replay.new(setup, seed=SEED), depth=2)


def _measuring(setup: Setup) -> None:
    bench.copying(setup)()


FOR_TABLES: dict[str, Callable[[Setup], None]] = {
    "rules": _rules,
    "bots": _bots,
    "views and documents": _documents,
}
STEPS = FOR_TABLES | {
    "simulate": _simulating,
    "perft": _counting,
    "bench": _measuring,
}


def exercise(slug: str, needed: Needed = "all") -> Iterator[str]:
    """Use once everything of a game that is needed, naming each step before it begins."""
    game = find(slug)
    setup = game.setup(game.players[0])  # the types, and so the kernels, do not depend on the players
    for step, use in (FOR_TABLES if needed == "tables" else STEPS).items():
        yield step
        use(setup)


def rehearse(slug: str) -> None:
    """Play a match with the compiler switched off: Python names its faults better than Numba does."""
    game = find(slug)
    setup = game.setup(game.players[0])
    _rules(setup)
    _bots(setup)
    match, mind = replay.new(setup, seed=SEED), mind_of(SEED, "warm")
    _ask(match, SPECTATOR if match.actor is None else match.actor, [0])
    while match.actor is not None:
        legal = match.actions()
        match.play(legal[below(mind[0], len(legal))])
    _ask(match, SPECTATOR, [])


def mark(slug: str, needed: Needed = "all") -> Path | None:
    """The file that says that a game is compiled: another one when anything that was compiled has changed.

    None if that cannot be known: a source was changed while this process was running.
    """
    game = find(slug)
    generic = frozenset(kernels.MODULES & reached([__name__]))
    folder = kept.folder(generic | modules_of(game.kernels), kernels.conditions())
    return None if folder is None else folder / f"{slug}.{needed}{MARK}"


def is_compiled(slug: str, needed: Needed = "all") -> bool:
    """Was all that is needed of a game compiled before?"""
    try:
        found = mark(slug, needed)
    except UnknownGame:
        raise
    except Exception:  # it cannot even be imported: whoever compiles it is told why
        return False
    return found is not None and found.exists()


def compiled_here() -> int:
    """How many functions this process has compiled because they were not found in the cache."""
    found = {
        id(kernel): kernel
        for module in list(sys.modules.values())  # a game may be of any package
        for kernel in vars(module).values()
        if isinstance(kernel, Dispatcher)
    }
    return sum(sum(kernel.stats.cache_misses.values()) for kernel in found.values())


# --- one process for each game --------------------------------------------------------------------------


def warm(slugs: Sequence[str], *, jobs: int, said: Callable[[Step], None]) -> list[Warmed]:
    """Warm games side by side; `said` is told every step. NotCompiled says what went wrong."""
    running: list[subprocess.Popen[bytes]] = []
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(lambda slug: _warm_one(slug, said, running), longest_first(slugs)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
            raise


def longest_first(slugs: Sequence[str]) -> list[str]:
    """Games in the order in which they are compiled: whichever takes longest is not begun last."""

    def size(slug: str) -> int:
        try:
            folder = find(slug).folder
        except Exception:  # a broken game, or none: whoever compiles it is told why
            return 0
        return sum(path.stat().st_size for path in folder.rglob("*.py"))

    return sorted(slugs, key=size, reverse=True)


def _warm_one(slug: str, said: Callable[[Step], None], running: list[subprocess.Popen[bytes]]) -> Warmed:
    last = Step(slug, "the beginning")
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - our own module
            command(slug), stdout=subprocess.PIPE, stderr=errors
        )
        running.append(process)
        assert process.stdout is not None  # noqa: S101 - asked for above
        with process, process.stdout as lines:
            for line in lines:
                message = msgspec.json.decode(line, type=Told)
                if isinstance(message, Warmed):
                    return message
                if isinstance(message, Failed):
                    raise NotCompiled(f"{slug} cannot be compiled ({last.step}): {message.why}")
                last = message
                said(message)
        errors.seek(0)
        why = died(process.returncode, errors.read())
    raise NotCompiled(f"{slug} cannot be compiled ({last.step}): {why}")


# --- in the process of a game ---------------------------------------------------------------------------


def main(slug: str, *flags: str) -> int:
    """Warm one game in this process, telling the steps on standard output; or rehearse it."""
    if BESIDE in flags:
        beside.give_way()
        beside.end_with_parent()
    try:
        if REHEARSE in flags:
            rehearse(slug)
        else:
            _warm_here(slug, flags)
    except Exception as error:
        traceback.print_exc()
        _tell(Failed(slug, explain(error)))
        return 1
    return 0


def _warm_here(slug: str, flags: Sequence[str]) -> None:
    needed: Needed = "tables" if FOR_TABLES_ALONE in flags else "all"
    if BESIDE in flags and is_compiled(slug, needed):
        return
    if kernels.JIT and not is_compiled(slug, "tables"):
        _tell(Step(slug, PLAIN))
        _rehearse_apart(slug, flags)
    gc.set_threshold(20_000, 20, 100)  # the compiler keeps nearly all that it makes: there is little garbage
    for step in exercise(slug, needed):
        _tell(Step(slug, step))
    for done in (mark(slug, "tables"), mark(slug, needed)):
        if done is not None:
            done.touch()
    _tell(Warmed(slug, compiled_here()))


def _rehearse_apart(slug: str, flags: Sequence[str]) -> None:
    """Rehearse in a process of its own: whether functions are compiled is decided when they are loaded."""
    done = subprocess.run(  # noqa: S603 - our own module
        command(slug, REHEARSE, *flags),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=False,
    )
    if done.returncode == 0:
        return
    for line in done.stdout.splitlines():
        raise NotCompiled(msgspec.json.decode(line, type=Failed).why)
    raise NotCompiled(died(done.returncode, done.stderr))


def _tell(message: Told) -> None:
    sys.stdout.write(msgspec.json.encode(message).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
