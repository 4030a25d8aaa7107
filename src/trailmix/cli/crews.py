"""Where a command of the lab plays: in threads here, or on the nodes of a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.progress import waiting

if TYPE_CHECKING:
    from trailmix.engine.game import Setup
    from trailmix.lab.experiments import Crew

On = Annotated[
    str | None,
    typer.Option(
        help="Where to play: 'ray', or the address of a Ray cluster (HOST:PORT, ray://HOST:PORT); "
        "by default here.",
        metavar="WHERE",
    ),
]


@contextmanager
def crew_on(on: str | None, setup: Setup, *, visible: bool) -> Iterator[Crew | None]:
    """Whoever plays where the person wants it; None is whoever plays here."""
    if on is None:
        yield None
        return
    from trailmix.lab.cluster import join

    # What Ray says about lost workers is for people, not for the program that reads the report.
    with redirect_stdout(sys.stderr), join(on, setup) as cluster:
        with waiting("nodes", visible=visible, lines=True) as done:
            cluster.prepare(lambda ready, nodes: done(ready, nodes, now=_now(nodes)))
        yield cluster


def _now(nodes: int) -> str:
    return f"Preparing {nodes} {'node' if nodes == 1 else 'nodes'} (each compiles the rules if it never has)"
