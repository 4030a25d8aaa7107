"""How the commands show that they are at work, and how Ctrl-C stops them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import typer


class Done(Protocol):
    """What a command calls to say how far it is."""

    def __call__(self, number: int, total: int | None = None, *, now: str = "") -> None:
        """`number` is done, of `total` if that was not known before; `now` is what comes next."""


@contextmanager
def waiting(
    what: str, *, total: int | None = None, visible: bool = True, lines: bool = False
) -> Iterator[Done]:
    """A progress bar on standard error if that is a terminal; with `lines`, else a line for each step.

    Ctrl-C meanwhile ends the command with a sentence.
    """
    try:
        if visible and sys.stderr.isatty():
            with _bar(what, total) as done:
                yield done
        else:
            yield _teller() if visible and lines else _keep_silent
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(130) from None


@contextmanager
def _bar(what: str, expected: int | None) -> Iterator[Done]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=expected)

        def done(number: int, total: int | None = None, *, now: str = "") -> None:
            size = expected if total is None else total
            progress.update(task, completed=number, total=size, description=now or what)

        yield done


def _teller() -> Done:
    """Says what comes next, once."""
    said = ""

    def tell(number: int, total: int | None = None, *, now: str = "") -> None:
        nonlocal said
        if now and now != said:
            typer.echo(now, err=True)
            said = now

    return tell


def _keep_silent(number: int, total: int | None = None, *, now: str = "") -> None:
    pass
