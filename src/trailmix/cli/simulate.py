"""``trailmix simulate``: many matches between bots, and what they add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import AsJson, DataFile, GameName, SeedText, app, print_json, read_file, whole_number
from trailmix.cli.crews import On, crew_on
from trailmix.cli.options import GameOptions, read_options

if TYPE_CHECKING:
    from trailmix.lab.figures import Estimate
    from trailmix.lab.simulate import Report


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, whole_number("How many matches.")] = 1000,
    players: Annotated[int, whole_number("How many seats.")] = 2,
    bots: Annotated[
        str, typer.Option(help="Who plays: one bot for all, or one for each seat (random,greedy,...).")
    ] = "random",
    seed: SeedText = None,
    jobs: Annotated[
        int | None, typer.Option(help="How many matches at once; by default as many as there are cores.")
    ] = None,
    on: On = None,
    option: GameOptions = None,
    data: DataFile = None,
    as_json: AsJson = False,
) -> None:
    """Play many matches between bots and report who wins, by how much, and how fast that went."""
    import trailmix
    from trailmix.cli.compiling import compiling
    from trailmix.cli.progress import waiting
    from trailmix.engine.seeds import fresh
    from trailmix.lab.playing import play_chunk
    from trailmix.lab.simulate import simulate as run

    text = None if data is None else read_file(data)
    setup = trailmix.game(game).setup(players, read_options(option), text)
    who, chance = [name.strip() for name in bots.split(",")], fresh() if seed is None else seed
    with compiling(setup.game, [play_chunk], visible=not as_json):
        run(setup, games=min(games, 1), seed=chance, bots=who, jobs=None if on else jobs)
    with (
        crew_on(on, setup, visible=not as_json) as crew,
        waiting("matches", total=games, visible=not as_json) as done,
    ):
        report = run(setup, games=games, seed=chance, bots=who, jobs=jobs, crew=crew, done=done)
    if as_json:
        print_json(report)
    else:
        _show(report)


def _show(report: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    from trailmix.lab.figures import bars

    found, speed, console = report.simulation, report.speed, Console(highlight=False, soft_wrap=True)
    console.print(
        f"[bold]{found.games:,}[/] matches of {found.game} with {found.players} players, seed {found.seed}: "
        f"{speed.matches_per_s:,.0f} matches/s, {speed.decisions_per_s:,.0f} decisions/s "
        f"({speed.seconds:.2f} s, jobs: {speed.jobs})"
    )
    table = Table("seat", "bot", "wins", "95 %", "score", "95 %", "quartiles", box=None, header_style="bold")
    for seat in found.seats:
        score = seat.score
        table.add_row(
            seat.seat,
            seat.bot,
            f"{seat.win_share.value:.2%}",
            _interval(seat.win_share, ".2%"),
            f"{score.mean.value:.2f}",
            _interval(score.mean, ".2f"),
            f"{score.least} [{score.lower_quartile} {score.median} {score.upper_quartile}] {score.most}",
        )
    console.print(table)
    console.print("\n[bold]scores of all seats[/]")
    drawn = bars(found.score.counts)
    width = max(len(label) for label, _ in drawn)
    for label, bar in drawn:
        console.print(f"{label:>{width}} {bar}")
    length = found.decisions
    console.print(
        f"\ndecisions in a match: {length.least} at least, {length.median} median, {length.most} at most"
    )
    console.print(
        f"level on points at the top: {found.level_on_points:,} matches; "
        f"first place shared: {found.shared_first:,}; nobody won: {found.without_winner:,}"
    )


def _interval(estimate: Estimate, form: str) -> str:
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{estimate.low:{form}} to {estimate.high:{form}}"
