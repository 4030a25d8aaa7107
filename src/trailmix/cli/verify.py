"""``trailmix verify``: is a replay true?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from trailmix.cli.app import AsJson, app, game_of, print_json, read_file


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A replay.")], as_json: AsJson = False) -> None:
    """Re-play a replay and check all that it claims: 0 if it is true, 1 if not, 2 if it is no replay."""
    from trailmix.cli.compiling import plain_unless_compiled

    text = read_file(file)
    plain_unless_compiled(game_of(text))
    from trailmix.engine import replay
    from trailmix.engine.errors import TrailmixError

    document = replay.decode(text)
    try:
        match = replay.read(text)
    except TrailmixError as error:
        if as_json:
            print_json({"true": False, "why": str(error)})
        else:
            sys.stdout.write(f"Not true: {error}\n")
        raise typer.Exit(1) from None
    if as_json:
        print_json(
            {
                "true": True,
                "game": document.game,
                "rules": document.rules,
                "data_hash": document.data_hash,
                "commitment": document.commitment,
                "actions": len(document.actions),
                "result": document.result,
            }
        )
        return
    checks = {
        "rules": f"{match.game.name}, version {document.rules}",
        "data": document.data_hash,
        "commitment": document.commitment or _uncommitted(document.start is not None),
        "actions": f"{len(document.actions)}, every one legal",
        "result": "none, the match is not over",
    }
    if document.result is not None:
        who = match.names or [f"Seat {'ABCDEFGH'[seat]}" for seat in range(match.players)]
        scores = [f"{name} {points}" for name, points in zip(who, document.result.scores, strict=True)]
        checks["result"] = ", ".join(scores)
    for what, found in checks.items():
        sys.stdout.write(f"{what:<12}{found}\n")
    sys.stdout.write("True: everything that the replay says is what the rules give.\n")


def _uncommitted(is_given: bool) -> str:
    """Why nothing proves that the deal was fixed before the first action."""
    if is_given:
        return "none: the match began with a position that was given, not drawn"
    return "none: the seed may have been chosen afterwards"
