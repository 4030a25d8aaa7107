"""The command ``trailmix``: one module a command."""

from trailmix.cli import games
from trailmix.cli.app import app, fail

__all__ = ["games", "main"]


def main() -> None:
    """Run the command line; what is wrong with its input is said in a sentence, without a traceback."""
    import sys

    import typer

    try:
        app()
    except ValueError as error:
        from trailmix.engine.errors import TrailmixError

        if not isinstance(error, TrailmixError):
            raise
        try:
            fail(str(error))
        except typer.Exit as leave:
            sys.exit(leave.exit_code)
