"""The command ``trailmix``: one module for each command, found by being here."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import typer

from trailmix.cli.app import app, fail

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")


def main() -> None:
    """Run the command line; what is wrong with its input is said in a sentence, without a traceback."""
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
