"""``trailmix bench``: how fast the games are played here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import AsJson, app, fail, print_json
from trailmix.cli.options import GameOptions, read_options

if TYPE_CHECKING:
    from trailmix.engine.game import Setup
    from trailmix.lab.bench import Bench


@app.command()
def bench(
    game: Annotated[
        str | None, typer.Argument(help="The game; by default every one.", metavar="[GAME]")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement takes.")] = 1.0,
    baseline: Annotated[Path | None, typer.Option(help="An engine's file to compare with.")] = None,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Measure random play on one core: decisions, matches, copies, and play driven from Python."""
    import trailmix
    from trailmix.cli.progress import waiting
    from trailmix.lab import bench as lab

    options = read_options(option)
    if options and game is None:
        fail("Say which game the options are for.")
    games = [trailmix.game(slug) for slug in ([game] if game else trailmix.game_names())]
    setups = [found.setup(players, options) for found in games for players in found.players]
    other = None if baseline is None else lab.load_baseline(baseline)
    for found in games:
        _compile(found.setup(found.players[0], options), visible=not as_json)
    results = []
    with waiting("measurements", total=len(setups), visible=not as_json) as done:
        for setup in setups:
            results.append(lab.bench(setup, seconds=seconds, baseline=other))
            done(len(results))
    if as_json:
        print_json(results)
    else:
        _show(results)


def _compile(setup: Setup, *, visible: bool) -> None:
    """Use once what will be measured, so that no measurement waits for the compiler."""
    from trailmix.cli.compiling import compiling
    from trailmix.engine import border
    from trailmix.lab import bench as lab
    from trailmix.lab.playing import play_chunk

    from_python = [border.deal, border.actor, border.legal, border.apply]
    with compiling(setup.game, [play_chunk, lab.copy_around, *from_python], visible=visible):
        for work in (lab.random_play, lab.copying, lab.python_play):
            work(setup)()


def _show(results: list[Bench]) -> None:
    from rich.console import Console
    from rich.table import Table

    heads = ("game", "players", "decisions/s", "matches/s", "copies/s", "from Python", "two jobs", "baseline")
    table = Table(*heads, box=None, header_style="bold")
    table.columns[0].no_wrap = True
    table.columns[0].min_width = max(len(found.game) for found in results)
    for column in table.columns[1:]:
        column.justify = "right"
    for found in results:
        table.add_row(
            found.game,
            str(found.players),
            f"{found.decisions_per_s / 1e6:.2f} M",
            f"{found.games_per_s / 1e3:.1f} k",
            f"{found.copies_per_s / 1e6:.1f} M",
            f"{found.python_decisions_per_s / 1e3:.0f} k",
            f"{found.two_jobs_ratio:.2f} x",
            "-" if found.baseline_ratio is None else f"{found.baseline_ratio:.2f} x",
        )
    Console(highlight=False).print(table)
