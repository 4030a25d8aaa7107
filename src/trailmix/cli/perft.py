"""``trailmix perft``: count the sequences of actions."""

from __future__ import annotations

from typing import Annotated

import typer

from trailmix.cli.app import AsJson, GameName, app, print_json, whole_number
from trailmix.cli.options import GameOptions, read_options


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, whole_number("How many actions in a row.")],
    players: Annotated[int, whole_number("How many seats.")] = 2,
    seed: Annotated[str, typer.Option(help="What chance comes from.")] = "1",
    split: Annotated[bool, typer.Option("--split", help="Show the count for each first action.")] = False,
    option: GameOptions = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of so many actions from the deal of a seed: a fingerprint of the rules."""
    import trailmix
    from trailmix.cli.compiling import compiling
    from trailmix.cli.progress import waiting
    from trailmix.engine import border
    from trailmix.lab.perft import perft as count
    from trailmix.lab.perft import walk

    options = read_options(option)
    with compiling(trailmix.game(game), [border.deal, border.legal, walk], visible=not as_json):
        match = trailmix.new(game, players, seed, options=options)
        count(match, depth=min(depth, 1))
    with waiting("first actions", visible=not as_json) as done:
        found = count(match, depth=depth, done=done)
    if as_json:
        print_json(found)
        return
    if split:
        width = max(len(first.action) for first in found.split)
        for first in found.split:
            typer.echo(f"{first.action:{width}} {first.sequences:>15,}")
    typer.echo(
        f"{found.sequences:,} sequences of {depth} actions "
        f"({found.nodes:,} nodes in {found.seconds:.2f} s, {found.nodes_per_s:,.0f} nodes/s)"
    )
