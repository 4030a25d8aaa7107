"""The processes that compile games, one each (`trailmix.lab.warm`): how they are started, and what they say.

Code that only waits for them need not load a game.
"""

from __future__ import annotations

import sys
from typing import Literal

import msgspec

from trailmix.engine.errors import TrailmixError

MODULE = "trailmix.lab.warm"
"""The module that such a process runs. Its flags are:"""
REHEARSE = "--rehearse"
"""Play a match as plain Python, and compile nothing."""
FOR_TABLES_ALONE = "--tables"
"""Compile only what tables need."""
BESIDE = "--beside"
"""Give way to everybody else, end with the parent (it keeps our standard input open), do nothing twice."""
Needed = Literal["tables", "all"]
"""What is to be compiled of a game: what a table needs, or everything that the lab uses as well."""
PLAIN = "as plain Python"
"""The step before all others, if anything is to be compiled."""


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


class Failed(msgspec.Struct, tag=True):
    """A process says what went wrong, in a sentence."""

    game: str
    why: str


Told = Step | Warmed | Failed


def command(slug: str, *flags: str) -> list[str]:
    """The command line of a process."""
    return [sys.executable, "-m", MODULE, slug, *flags]


def died(code: int | None, errors: bytes) -> str:
    """What to say of a process that has ended without saying why."""
    last = (errors.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
    return f"the process ended with code {code}; its last words: {last}"
