"""``trailmix warm``: compile everything now, so that nobody waits later."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from trailmix.cli.app import app


@app.command()
def warm(
    game: Annotated[
        str | None, typer.Argument(help="The game; by default every one.", metavar="[GAME]")
    ] = None,
) -> None:
    """Compile the rules of the games, or find them compiled: the games side by side, one on each core."""
    import trailmix
    from trailmix.cli.progress import waiting
    from trailmix.engine.cache import prune
    from trailmix.engine.kernels import JIT
    from trailmix.lab.compilers import Step
    from trailmix.lab.experiments import Threads
    from trailmix.lab.warm import STEPS
    from trailmix.lab.warm import warm as run
    from trailmix.server.storage.syncing import NO_PIPE, answer_syncs

    if not JIT:
        typer.echo("The compiler is switched off (NUMBA_DISABLE_JIT): there is nothing to compile.")
        return
    slugs = trailmix.game_names()
    if game is not None:
        # One that is there is not imported here: if it is broken, whoever compiles it says where.
        slugs = [game if game in slugs else trailmix.game(game).slug]
    start, steps = time.perf_counter(), 0
    with waiting("compiling", total=len(slugs) * len(STEPS), lines=True) as done:

        def said(step: Step) -> None:
            nonlocal steps
            done(steps, now=f"{step.game}: {step.step}")
            steps += 1

        answer_syncs(NO_PIPE, NO_PIPE, NO_PIPE)
        warmed = run(slugs, jobs=Threads().cores(), said=said)
        done(steps)
    compiled = sum(found.compiled for found in warmed)
    typer.echo(f"{compiled} functions compiled in {time.perf_counter() - start:.1f} s; the games are ready.")
    if removed := prune():
        typer.echo(f"{removed} folders of code removed that nobody has used for a month.")
