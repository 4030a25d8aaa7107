"""``trailmix games``: the games there are."""

from __future__ import annotations

import typer

from trailmix.cli.app import AsJson, app, print_json


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    import trailmix
    from trailmix.engine.game import faults

    for sentence in faults():
        typer.secho(sentence, fg=typer.colors.YELLOW, err=True)
    found = [
        {
            "game": game.slug,
            "name": game.name,
            "players": [game.players[0], game.players[-1]],
            "minutes": game.minutes,
            "about": game.words.say(game.about),
            "rules_version": game.rules_version,
        }
        for game in map(trailmix.game, trailmix.game_names())
    ]
    if as_json:
        print_json(found)
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "players", "minutes", "what it is", box=None, header_style="bold")
    for game in found:
        players = f"{game['players'][0]}-{game['players'][1]}"  # type: ignore[index]
        table.add_row(f"[bold]{game['game']}[/]", players, str(game["minutes"]), str(game["about"]))
    Console().print(table)
