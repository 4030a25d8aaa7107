"""``trailmix analyse``: where a match was won and lost."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trailmix.cli.app import AsJson, app, print_json, read_file, whole_number

if TYPE_CHECKING:
    from rich.console import Console

    from trailmix.engine.match import Match
    from trailmix.lab.analysis import Analysis

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""Characters of a curve."""
MOST_MISTAKES = 12


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="The replay of a finished match.", metavar="REPLAY")],
    simulations: Annotated[
        int, whole_number("Play-outs for the search at each decision; more takes longer and knows more.")
    ] = 2000,
    as_json: AsJson = False,
) -> None:
    """Tell the win probability at each decision of a match, its mistakes, and what decided it."""
    from trailmix.bots.playing_out import play_out
    from trailmix.cli.compiling import compiling
    from trailmix.cli.progress import waiting
    from trailmix.engine import replay
    from trailmix.engine.game import find
    from trailmix.lab.analysis import analyse as run
    from trailmix.lab.analysis import check

    text = read_file(file)
    with compiling(find(replay.decode(text).game), [play_out], visible=not as_json):
        match = replay.read(text)
        check(match, simulations)
        run(match, 1)
    with waiting("decisions", total=len(match.moves), visible=not as_json) as done:
        found = run(match, simulations, done)
    if as_json:
        print_json(_document(match, found))
    else:
        _show(match, found)


def _document(match: Match, found: Analysis) -> dict[str, Any]:
    """What is printed for programs: the analysis, its reasons in words."""
    import msgspec

    document: dict[str, Any] = msgspec.to_builtins(found)
    for told, one in zip(document["decisions"], found.decisions, strict=True):
        told["reason"] = None if one.why is None else match.say(one.why)
    return document


def _show(match: Match, found: Analysis) -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    winners = [found.seats[seat] for seat in match.winners()]
    console.print(
        f"{match.game.name}, {len(found.decisions)} decisions, judged by {found.bot}. "
        f"Won by {' and '.join(winners) or 'nobody'}.",
        markup=False,
    )
    _show_curves(console, found)
    _show_mistakes(console, match, found)
    if found.moments:
        console.print("\n[bold]What decided it[/]")
        for n in found.moments:
            console.print(_moment(found, n), markup=False)
    else:
        console.print("\nNo single turn decided it.")


def _show_curves(console: Console, found: Analysis) -> None:
    """The win probability of each seat, with all cards open, over the match."""
    from trailmix.lab.analysis import percent

    width = max(len(name) for name in found.seats)
    console.print("\n[bold]Win probability, with all cards open[/]")
    for seat, name in enumerate(found.seats):
        curve = [one.open.after[seat] for one in found.decisions]
        first, last = found.decisions[0].open.before[seat], curve[-1]
        console.print(
            f"{name:<{width}}  {percent(first):>3}% {_sparkline(curve)} {percent(last)}%", markup=False
        )


def _sparkline(curve: list[float]) -> str:
    """A row of bars, each the average of a stretch of the match."""
    number = min(WIDEST, len(curve))
    cuts = [n * len(curve) // number for n in range(number + 1)]
    stretches = [curve[first:last] for first, last in pairwise(cuts)]
    heights = [sum(stretch) / len(stretch) for stretch in stretches]
    return "".join(BARS[min(len(BARS) - 1, int(height * len(BARS)))] for height in heights)


def _show_mistakes(console: Console, match: Match, found: Analysis) -> None:
    from trailmix.lab.analysis import percent

    graded = sorted((one for one in found.decisions if one.grade), key=lambda one: (-one.loss, one.step))
    if not graded:
        console.print("\nNobody has made a mistake that counts.")
        return
    console.print("\n[bold]Mistakes[/], as far as whoever made them could know")
    for one in graded[:MOST_MISTAKES]:
        why = "" if one.why is None else match.say(one.why)
        before, after = one.knew.before[one.seat], one.knew.after[one.seat]
        console.print(
            f"{one.step:>4}  {one.grade:<8} {found.seats[one.seat]} played {one.played}: "
            f"{percent(before)}% became {percent(after)}%. Better: {one.best}. {why}",
            markup=False,
        )
    if len(graded) > MOST_MISTAKES:
        console.print(f"      and {len(graded) - MOST_MISTAKES} smaller ones")


def _moment(found: Analysis, n: int) -> str:
    """Whose chances have changed how, from the beginning of a turn to its end."""
    from trailmix.lab.analysis import around_turn, percent

    one, (before, after) = found.decisions[n], around_turn(found.decisions, n)
    changes = ", ".join(
        f"{name} {percent(then)}% to {percent(now)}%"
        for name, then, now in zip(found.seats, before, after, strict=True)
    )
    return f"{one.step:>4}  {found.seats[one.seat]} played {one.played}: {changes}."
