"""``trailmix new-game``: a package with a game that can be played at once, to be changed into another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from trailmix.cli.app import app, fail

PACKAGE = Path(__file__).resolve().parent.parent
IN_WHEEL = PACKAGE / "example"
MODEL = "trick"
NAMED = re.compile(
    rf'"{MODEL}"|^{MODEL}(?= = )|(?<=from ){MODEL}\b|{MODEL}(?=\.toml)|(?<=trailmix play ){MODEL}', re.M
)
"""Where the model is called by its short name; elsewhere the word means the cards on the table."""
CALLED = re.compile(
    rf'(?<=name="){MODEL.capitalize()}(?=")|(?<=^"""){MODEL.capitalize()}|(?<=^# ){MODEL.capitalize()}', re.M
)


def model() -> Path:
    """The game that new ones start from, in a checkout or in an installed package."""
    return IN_WHEEL if IN_WHEEL.is_dir() else PACKAGE.parent.parent / "examples" / MODEL


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="Its short name: small letters, digits and _.", metavar="NAME")],
) -> None:
    """Write a package with a small game of your own, which can be played at once."""
    folder = Path(name)
    if sentence := _why_not(name, folder):
        fail(sentence)
    for source in sorted(model().rglob("*")):
        where = source.relative_to(model())
        if source.is_file() and "__pycache__" not in where.parts and not where.parts[0].startswith("."):
            path = folder / re.sub(rf"\b{MODEL}\b|(?<=test_){MODEL}", name, where.as_posix())
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
    typer.echo(f"{name}/ is a package with a game: 24 cards, follow suit. Make it yours, and see it work:")
    typer.echo(f"  pip install -e {name}")
    typer.echo(f"  NUMBA_DISABLE_JIT=1 trailmix play {name}")
    typer.echo(f"  NUMBA_DISABLE_JIT=1 python -m pytest {name}")


def renamed(text: str, name: str) -> str:
    """A text of the model, for a game of another name."""
    short = NAMED.sub(lambda found: found[0].replace(MODEL, name), text)
    return CALLED.sub(name.replace("_", " ").capitalize(), short)


def _why_not(name: str, folder: Path) -> str | None:
    import importlib.util
    import keyword

    import trailmix
    from trailmix.engine.packages import SLUG

    if SLUG.fullmatch(name) is None or keyword.iskeyword(name):
        form = "small letters, digits and _, a letter first, no word of Python"
        return f"A game cannot be called {name[:40]!r}: {form}."
    if name in trailmix.game_names():
        return f"There is a game called {name} already."
    if folder.exists():
        return f"There is something called {name} in this folder already."
    if importlib.util.find_spec(name) is not None:
        return (
            f"There is a package of Python called {name} already, and it would be found instead of the game."
        )
    return None
