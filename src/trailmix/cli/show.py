"""``trailmix show``: a position or a replay, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import AsJson, app, fail, game_of, print_json, read_file

if TYPE_CHECKING:
    from trailmix.engine.match import Match


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A position (TOML) or a replay (JSON).")],
    seat: Annotated[
        str | None, typer.Option(help="As this seat sees it, e.g. A; without, as onlookers do.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="Of a replay: after so many actions, not at its end.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the drawing to a picture file instead.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a position or a replay as a seat or an onlooker sees it."""
    from trailmix.cli.compiling import plain_unless_compiled

    text = read_file(file)
    plain_unless_compiled(game_of(text))
    import trailmix

    match = trailmix.load(text)
    if at is not None:
        _rewind(match, at)
    number = _seat(match, seat)
    if as_json:
        print_json(match.view(number))
        return
    from trailmix.cli.terminal.screen import console, drawn, picture

    drawing = drawn(match, number)
    if svg is not None:
        try:
            svg.write_text(picture(drawing, match.game.name), encoding="utf-8")
        except OSError as error:
            fail(f"{svg} cannot be written: {error.strerror}.")
        return
    screen = console()
    screen.print(drawing)
    screen.print(match.prompt())


def _rewind(match: Match, at: int) -> None:
    """Go back to where the match was after `at` actions."""
    if at > len(match.moves):
        fail(f"There is no action {at}: this has {len(match.moves)} of them.")
    match.rewind(at)


def _seat(match: Match, said: str | None) -> int:
    from trailmix.engine.record import SPECTATOR
    from trailmix.engine.words import letter

    if said is None:
        return SPECTATOR
    letters = [letter(n) for n in range(match.players)]
    if said.upper() not in letters:
        fail(f"There is no seat {said} in this match: seats are {', '.join(letters)}.")
    return letters.index(said.upper())
