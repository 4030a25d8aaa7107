"""What a simulation and an arena share: what was played, and threads that play ahead."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup

MOST_JOBS = 256
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


def in_order(
    play: Callable[..., Result], calls: Iterable[tuple[Any, ...]], jobs: int
) -> Generator[Result, None, None]:
    """What each call of `play` gives, in order, while threads play the next ones; never many in memory."""
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
