"""``trailmix arena``: which bot plays better, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import AsJson, DataFile, GameName, SeedText, app, print_json, read_file
from trailmix.cli.crews import On, crew_on
from trailmix.cli.options import GameOptions, read_options

if TYPE_CHECKING:
    from trailmix.lab.arena import ArenaReport


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(help="The line-up, e.g. search:seconds=0.3,greedy; the last bot takes all seats left."),
    ] = "search,greedy",
    players: Annotated[
        int | None,
        typer.Option(help="How many seats; by default as many as bots, or as few as the game has."),
    ] = None,
    blocks: Annotated[
        int, typer.Option(help="How many deals at most; each is played once for every rotation of the seats.")
    ] = 100,
    rotations: Annotated[
        int | None, typer.Option(help="In how many rotations a deal is played, if not in all.")
    ] = None,
    within: Annotated[
        float, typer.Option(help="Stop as soon as the first bot's share of wins is known to within so much.")
    ] = 0.0,
    seed: SeedText = None,
    jobs: Annotated[
        int | None,
        typer.Option(help="How many deals at once; by default 1, or as many as a cluster has cores."),
    ] = None,
    on: On = None,
    option: GameOptions = None,
    data: DataFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other on the same deals in every seat, and report who wins how often."""
    import trailmix
    from trailmix.bots import Budget
    from trailmix.bots.playing_out import play_out
    from trailmix.cli.compiling import compiling
    from trailmix.cli.progress import waiting
    from trailmix.engine.seeds import fresh
    from trailmix.lab.arena import arena as run

    text = None if data is None else read_file(data)
    who, chance = [name.strip() for name in bots.split(",")], fresh() if seed is None else seed
    found = trailmix.game(game)
    setup = found.setup(players or max(found.players[0], len(who)), read_options(option), text)
    with compiling(setup.game, [play_out], visible=not as_json):
        run(setup, who, seed="compiling", blocks=1, budget=Budget(simulations=1))
    with (
        crew_on(on, setup, visible=not as_json) as crew,
        waiting("deals", total=blocks, visible=not as_json) as done,
    ):
        report = run(
            setup,
            who,
            seed=chance,
            blocks=blocks,
            rotations=rotations,
            within=within,
            jobs=jobs,
            crew=crew,
            done=done,
        )
    if as_json:
        print_json(report)
    else:
        _show(report)


def _show(report: ArenaReport) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    console.print(
        f"[bold]{report.blocks:,}[/] deals of {report.game} in {report.rotations} rotations of the seats, "
        f"seed {report.seed}: {report.matches:,} matches in {report.seconds:.0f} s. "
        f"A fair share of wins is {report.fair:.1%}."
    )
    table = Table("bot", "seats", "wins", "95 %", "points over the mean", "ms a decision", box=None)
    table.header_style = "bold"
    for one in report.contestants:
        wins, score = one.win_share, one.score
        reach = "-" if wins.low is None else f"{wins.low:.1%} to {wins.high:.1%}"
        lead = f"{score.value:+.2f}" + ("" if score.high is None else f" ± {score.high - score.value:.2f}")
        table.add_row(one.bot, str(one.seats), f"{wins.value:.1%}", reach, lead, f"{one.milliseconds:.2f}")
    console.print(table)
