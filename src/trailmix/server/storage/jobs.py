"""What a store is told to write, and what everybody who waits for it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

Result = TypeVar("Result")
Ask = tuple[str, tuple[Any, ...]]
"""A statement, with a question mark for each of its values."""
Script: TypeAlias = Generator[Ask, Sequence[Any], Result]
"""Statements that belong together, one at a time, each sent the rows that it gave. Whoever has a connection
runs them, waiting as it is done there: so what is written and read is told once for every database."""
Row = tuple[str, int, str | None, int | None, int, str, bytes, int]
"""An entry of a log, as nearly everything that is written is: all those of a moment take one statement."""
MOST_IN_ONE_COMMIT = 1000


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be written, all of it or nothing."""

    script: Callable[[], Script[None]]
    """Makes the statements, anew for every try."""
    proof: Ask | None = None
    """Gives a row if this very thing is there already; None if writing it twice is as good as once."""


Waiting = tuple[Job | Row, "asyncio.Future[None]"]


def tell(futures: Sequence[asyncio.Future[None]], outcomes: Sequence[Exception | None]) -> None:
    """Everyone hears what became of their write."""
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.cancelled():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)
