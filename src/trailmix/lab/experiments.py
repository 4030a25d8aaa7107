"""What a simulation and an arena share: what was played, and who plays."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import msgspec

from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup

Result = TypeVar("Result")


class Experiment(msgspec.Struct, frozen=True):
    """A report on many matches begins with what was played."""

    game: str
    rules: int
    data_hash: str
    options: dict[str, Any]
    players: int


def conditions(setup: Setup) -> dict[str, Any]:
    """The fields of an `Experiment`."""
    return {
        "game": setup.game.slug,
        "rules": setup.game.rules_version,
        "data_hash": setup.data_hash,
        "options": msgspec.json.decode(msgspec.json.encode(setup.options)),
        "players": setup.players,
    }


def check_number(what: str, number: int, most: int) -> int:
    """A number from 1 up to a generous limit; BadOption if it is not."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= most:
        raise BadOption(f"The number of {what} is from 1 to {most:,}, not {number!r}.")
    return number


class Crew(Protocol):
    """Who plays: threads of this process, or the nodes of a cluster (`lab.cluster`)."""

    most_jobs: int
    most_in_chunk: int
    """Enough matches that handing a chunk over costs nothing, few enough that nobody waits long for one."""

    def cores(self) -> int:
        """How many jobs can run at once."""

    def in_order(
        self, play: Callable[..., Result], calls: Iterable[tuple[Any, ...]], jobs: int
    ) -> Generator[Result, None, None]:
        """What each call of `play` gives, in order, while the next ones are played; never many in memory."""


class Threads:
    """Threads of this process."""

    most_jobs = 256
    most_in_chunk = 512

    def cores(self) -> int:
        """How many threads can run at once here."""
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    def in_order(
        self, play: Callable[..., Result], calls: Iterable[tuple[Any, ...]], jobs: int
    ) -> Generator[Result, None, None]:
        """What each call of `play` gives, in order, while threads play the next ones.

        A single job plays in this thread: Ctrl-C then need not wait for the end of a long match.
        """
        if jobs == 1:
            yield from (play(*call) for call in calls)
            return
        pool, waiting = ThreadPoolExecutor(jobs), deque[Future[Result]]()
        try:
            for call in calls:
                waiting.append(pool.submit(play, *call))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
