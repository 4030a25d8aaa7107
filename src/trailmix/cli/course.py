"""``trailmix course``: courses that anybody may lay, checked and drawn."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trailmix.cli.app import AsJson, DataFile, app, fail, print_json, read_file

if TYPE_CHECKING:
    from trailmix.engine.capabilities import Courses

course = typer.Typer(help="Check and draw the courses of a game.", no_args_is_help=True)
app.add_typer(course, name="course")

What = Annotated[
    str, typer.Argument(help="A file, the name of a course, or the line that a course is written as.")
]
OfGame = Annotated[str | None, typer.Option("--game", help="The game; not needed if only one has courses.")]


@course.command("list")
def list_courses(game: OfGame = None, data: DataFile = None, as_json: AsJson = False) -> None:
    """List the courses that come with a game."""
    courses, known = _courses_of(game, data)
    names = courses.names(known)
    if as_json:
        print_json(names)
        return
    for course_id, name in names.items():
        typer.echo(f"{course_id:<14}{name}")


@course.command()
def check(what: What, game: OfGame = None, data: DataFile = None, as_json: AsJson = False) -> None:
    """Check a course: is it complete, can it be laid with what is in the box, does a way lead through it?"""
    courses, known = _courses_of(game, data)
    report = courses.report(courses.read(known, _text(what, courses.names(known))))
    if as_json:
        print_json(report)
        return
    figures = {name: getattr(report, name) for name in report.__struct_fields__}
    warnings = figures.pop("warnings")
    for name, figure in figures.items():
        typer.echo(f"{name.replace('_', ' '):<14}{_written(figure)}")
    for warning in warnings:
        typer.secho(warning, fg=typer.colors.YELLOW, err=True)


@course.command()
def draw(
    what: What,
    svg: Annotated[
        Path | None, typer.Option(help="The file to write; without, one named after the course.")
    ] = None,
    game: OfGame = None,
    data: DataFile = None,
) -> None:
    """Draw a course as an SVG picture."""
    courses, known = _courses_of(game, data)
    laid = courses.read(known, _text(what, courses.names(known)))
    name = str(getattr(courses.report(laid), "name", ""))
    file = svg or Path(f"{'-'.join(re.findall(r'[a-z0-9]+', name.lower())) or 'course'}.svg")
    try:
        file.write_text(courses.picture(laid), encoding="utf-8")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    typer.echo(f"Drawn in {file}.")


def _courses_of(name: str | None, data: Path | None) -> tuple[Courses, Any]:
    """The courses of a game, and its data."""
    import trailmix

    games = [trailmix.game(slug) for slug in ([name] if name else trailmix.game_names())]
    found = [game for game in games if game.courses is not None]
    if len(found) > 1:
        fail(f"Say which game's courses with --game: {', '.join(game.slug for game in found)}.")
    if not found or found[0].courses is None:
        fail(f"{games[0].name} is not played on courses." if name else "No game is played on courses.")
    known = found[0].delivered_data if data is None else found[0].read_data(read_file(data))
    return found[0].courses, known


def _text(what: str, names: Mapping[str, str]) -> str:
    """The text of a file, if it is one; otherwise what was said, which may be a course's name."""
    is_path = os.path.isfile(what) or what.endswith((".toml", ".txt"))
    is_folder = os.path.isdir(what) and what.casefold() not in {
        name.casefold() for name in (*names, *names.values())
    }
    return read_file(Path(what)) if is_path or is_folder else what


def _written(figure: Any) -> str:
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    return " ".join(map(str, figure)) if isinstance(figure, tuple) else str(figure)
