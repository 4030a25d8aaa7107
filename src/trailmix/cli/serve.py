"""``trailmix serve``: the server, with a browser opened on it."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import app

if TYPE_CHECKING:
    from trailmix.server.config import Config
    from trailmix.server.sqlite import SqliteStore

GARBAGE = (50_000, 20, 20)
"""How many new objects are made before Python looks for garbage in circles, of which there is little here."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any that is free.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let others on the local network join.")] = False,
    database: Annotated[str | None, typer.Option(help="The SQLite file that keeps the tables.")] = None,
    config: Annotated[
        Path | None, typer.Option(envvar="TRAILMIX_CONFIG", help="Settings in a TOML file.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser on it.")] = True,
) -> None:
    """Run the server: tables for people and bots, kept in one SQLite file."""
    from trailmix.server import config as settings
    from trailmix.server import logs

    flags = {"host": "0.0.0.0" if lan and host is None else host, "port": port, "database": database}  # noqa: S104
    chosen = settings.load(flags, config)
    store = _check_store(chosen.database)
    logs.set_up(chosen.log_level)
    listener = _listen(chosen.host, chosen.port, chosen.send_seconds)
    number = listener.getsockname()[1]
    address = f"http://{_shown(chosen.host)}:{number}/"
    typer.echo(f"Trailmix is at {address}")
    if lan:
        typer.echo(f"On the local network: http://{_lan_address()}:{number}/")
    typer.echo("Ctrl-C stops it; nothing is lost.")
    if browser:
        threading.Timer(1.0, webbrowser.open, (address,)).start()
    _run(chosen, listener, store)


def _run(chosen: Config, listener: socket.socket, store: SqliteStore) -> None:
    gc.disable()  # nothing that is imported is ever garbage: looking for some takes a sixth of the time
    import uvicorn

    from trailmix.server.addresses import as_sockets_show
    from trailmix.server.admission import Admission
    from trailmix.server.app import build
    from trailmix.server.http_protocol import HttpConnection
    from trailmix.server.plain_wire import PlainProtocol
    from trailmix.server.wire import Wire

    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()
    # So long at most a finished commit waits for a busy event loop to notice (Python's default: 5 ms).
    sys.setswitchinterval(0.0005)

    app, admission = build(chosen, store), Admission(chosen)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Uvicorn hangs up without a word.
            await app.state.server.say_goodbye()
            await super().shutdown(sockets)

    server = Server(
        uvicorn.Config(
            app,
            http=partial(HttpConnection, admission),  # type: ignore[arg-type]
            ws=partial(PlainProtocol if chosen.plain_sockets else Wire, admission),  # type: ignore[arg-type]
            ws_per_message_deflate=False,  # packing a view of a kilobyte or two takes longer than sending it
            ws_max_size=1 << 16,
            ws_max_queue=32,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            proxy_headers=bool(chosen.proxies),
            # Said even if there are none, so that the environment has no say.
            forwarded_allow_ips=as_sockets_show(chosen.proxy_networks),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
    )
    for sign in (signal.SIGINT, signal.SIGTERM):
        # Uvicorn raises the signal again after a graceful stop, which would then look like a crash.
        signal.signal(sign, server.handle_exit)
    server.run(sockets=[listener])


def _check_store(database: str) -> SqliteStore:
    """Open and close the store: what is wrong with it is said in a sentence, before anything is started.

    From now on no other server can have it.
    """
    import asyncio

    from trailmix.cli.app import fail
    from trailmix.server.sqlite import SqliteStore
    from trailmix.server.store import StoreError

    store = SqliteStore(Path(database))

    async def check() -> None:
        await store.open()
        await store.close()

    try:
        store.claim_for_life()
        asyncio.run(check())
    except StoreError as error:
        fail(str(error))
    return store


def _shown(host: str) -> str:
    """An address to listen on as one that a browser can open."""
    if host in ("", "0.0.0.0", "::"):  # noqa: S104 - everywhere, so here too
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _listen(host: str, port: int, send_seconds: float) -> socket.socket:
    from trailmix.cli.app import fail

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because the event loop sends small messages at once only on sockets that say so.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A connection that takes nothing cannot even be told that it is closed: the system drops it.
        # What a socket listens with, its connections inherit.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * send_seconds))
    try:
        listener.bind((host, port))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is no address"
        fail(f"The server cannot listen on {host}, port {port}: {why}. Try another with --port or --host.")
    return listener


def _lan_address() -> str:
    """The address that others on the local network can reach: no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
