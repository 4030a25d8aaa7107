"""How the commands show that they are at work, and how they stop when somebody has enough."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.progress import Progress


class Waiting:
    """A progress bar on standard error if that is a terminal; with `lines`, else a line for each step.

    Ctrl-C inside it ends the command with a sentence.
    """

    def __init__(self, what: str, *, total: int | None, shown: bool = True, lines: bool = False) -> None:
        self.what = what
        self.total = total
        self.bar: Progress | None = None
        self.lines = lines and not sys.stderr.isatty()
        if shown and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            self.bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self.task = self.bar.add_task(what, total=total)

    def done(self, number: int, total: int | None = None, *, now: str = "") -> None:
        """So much is done, of so many if that was not known before; `now` is what comes next."""
        if self.bar is not None:
            size = self.total if total is None else total
            self.bar.update(self.task, completed=number, total=size, description=now or self.what)
        elif self.lines and now:
            typer.echo(now, err=True)

    def __enter__(self) -> Waiting:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()
        if kind is KeyboardInterrupt:
            typer.echo("Stopped.", err=True)
            raise typer.Exit(130) from None
