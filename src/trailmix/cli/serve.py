"""``trailmix serve``: the server, with a browser opened on it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from trailmix.cli.app import app, fail, whole_number


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, whole_number("The port; 0 for any that is free.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on the local network join.")] = False,
    database: Annotated[
        str | None, typer.Option(help="The SQLite file that keeps the tables, or postgresql://HOST/NAME.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(envvar="TRAILMIX_CONFIG", help="Settings in a TOML file.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser on it.")] = True,
) -> None:
    """Run the server: tables for people and bots, kept in one SQLite file or in PostgreSQL."""
    from trailmix.server import config as settings
    from trailmix.server import logs
    from trailmix.server.starting import handing_over
    from trailmix.server.storage.errors import StoreError

    flags = {"host": "0.0.0.0" if lan and host is None else host, "port": port, "database": database}  # noqa: S104
    chosen = settings.load(flags, config)
    logs.set_up(chosen.log_level)

    def announce(number: int) -> None:
        address = f"http://{_shown(chosen.host)}:{number}/"
        typer.echo(f"Trailmix is at {address}")
        if lan:
            typer.echo(f"On the local network: http://{_lan_address()}:{number}/")
        typer.echo("Ctrl-C stops it; nothing is lost.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        code = handing_over.serve(chosen, announce)
    except StoreError as error:
        fail(str(error))
    raise typer.Exit(code)


def _shown(host: str) -> str:
    """An address to listen on as one that a browser can open."""
    if host in ("", "0.0.0.0", "::"):  # noqa: S104 - everywhere, so here too
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _lan_address() -> str:
    """The address that others on the local network can reach: no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
