"""Warming up: compile every kernel that playing, the bots and the lab use, before anybody waits for one.

Nothing is listed by game: a match is played, and everything that can be asked of it is asked. Each game is
warmed by a process of its own, ``python -m trailmix.lab.warm GAME``, which tells its steps line by line.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
from numba.core.dispatcher import Dispatcher

from trailmix.bots.policies import POLICIES, Bot
from trailmix.engine import border, position, replay
from trailmix.engine.errors import Refused, TrailmixError
from trailmix.engine.game import Setup, find
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.engine.rng import below, key_of, mind_of
from trailmix.lab import bench
from trailmix.lab.perft import perft
from trailmix.lab.simulate import simulate

SEED = "warm"
ASKED_EVERY, TRIALS = 3, 20
"""Everything is asked at every third decision, and whether so many actions, legal or not, may be played."""


class NotCompiled(TrailmixError):
    """A kernel of a game does not compile or does not run."""


class Step(msgspec.Struct, tag=True):
    """A process says what it is about to compile."""

    game: str
    step: str


class Warmed(msgspec.Struct, tag=True):
    """A process says that it is done, and how many functions it had to compile."""

    game: str
    compiled: int


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


def _bots(setup: Setup) -> None:
    match = replay.new(setup, seed=SEED)
    for name in POLICIES:
        actor = match.actor
        if actor is not None:
            match.play(Bot(name, SEED).choose(setup, match.seen_by(actor)))


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
    simulate(setup, games=2, seed=SEED, bots=POLICIES[:1], jobs=1)


def _counting(setup: Setup) -> None:
    perft(replay.new(setup, seed=SEED), depth=2)


def _measuring(setup: Setup) -> None:
    bench.copying(setup)()


STEPS: dict[str, Callable[[Setup], None]] = {
    "rules": _rules,
    "bots": _bots,
    "views and documents": _documents,
    "simulate": _simulating,
    "perft": _counting,
    "bench": _measuring,
}


def exercise(slug: str) -> Iterator[str]:
    """Use everything of a game once, saying before each step what it is."""
    game = find(slug)
    setup = game.setup(game.players[0])  # the types, and so the kernels, do not depend on the players
    for step, use in STEPS.items():
        yield step
        use(setup)


def mark(slug: str) -> Path:
    """The file that says that a game is compiled; its folder is another one when any source has changed."""
    return Path(border.deal.stats.cache_path) / f"{slug}.compiled"  # type: ignore[attr-defined]


def compiled_here() -> int:
    """How many functions this process has compiled because they were not found in the cache."""
    kernels = {
        id(kernel): kernel
        for module in list(sys.modules.values())  # a game may be of any package
        for kernel in vars(module).values()
        if isinstance(kernel, Dispatcher)
    }
    return sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels.values())


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
        return sum(path.stat().st_size for path in find(slug).folder.glob("*.py"))

    return sorted(slugs, key=size, reverse=True)


def _warm_one(slug: str, said: Callable[[Step], None], running: list[subprocess.Popen[bytes]]) -> Warmed:
    last = Step(slug, "the beginning")
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", __name__, slug], stdout=subprocess.PIPE, stderr=errors
        )
        running.append(process)
        assert process.stdout is not None  # noqa: S101 - asked for above
        with process, process.stdout as lines:
            for line in lines:
                message = msgspec.json.decode(line, type=Step | Warmed)
                if isinstance(message, Warmed):
                    return message
                last = message
                said(message)
        errors.seek(0)
        reason = (errors.read().decode(errors="replace").strip().splitlines() or ["no reason given"])[-1]
    raise NotCompiled(f"{slug} cannot be compiled ({last.step}): {reason}")


def main(slug: str) -> None:
    """Warm one game in this process, telling the steps on standard output."""

    def tell(message: Step | Warmed) -> None:
        sys.stdout.write(msgspec.json.encode(message).decode() + "\n")
        sys.stdout.flush()

    for step in exercise(slug):
        tell(Step(slug, step))
    mark(slug).touch()
    tell(Warmed(slug, compiled_here()))


if __name__ == "__main__":
    main(sys.argv[1])
