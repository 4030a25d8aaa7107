"""The process of a server that runs the rules as plain Python, until a compiled one takes its place.

``python -m trailmix.server.starting.uncompiled`` is started by `handing_over`, its parent, with the compiler
switched off. It hears its orders on standard input, and says on standard output what the parent has to know.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys

import msgspec

from trailmix.engine import beside
from trailmix.server import logs
from trailmix.server.config import Config
from trailmix.server.starting.listening import CannotListen, listen
from trailmix.server.storage.database_file import Claim
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.stores import claim_of

MODULE = "trailmix.server.starting.uncompiled"
"""This one, as a process is told to run it."""
STOP = b"stop\n"
GOODBYE_SECONDS, GRACE_SECONDS = 0.3, 0.6
"""Everybody waits for the few who do not take a goodbye, or whose requests are not done: not for long."""


class Orders(msgspec.Struct):
    """The first line that the parent says."""

    config: Config
    claim: int | None = None
    """The claim to a file and the socket, which the parent shares; None if there is none to share."""
    listener: int | None = None


class Serving(msgspec.Struct, tag=True):
    """The server accepts connections, for these games; first comes what takes longest to compile."""

    port: int
    games: list[str]


class Opened(msgspec.Struct, tag=True):
    """Somebody plays a game that nobody has played before."""

    game: str


class CannotServe(msgspec.Struct, tag=True):
    """The server does not start, and why."""

    why: str


Told = Serving | Opened | CannotServe


def _tell(message: Told) -> None:
    sys.stdout.write(msgspec.json.encode(message).decode() + "\n")
    sys.stdout.flush()


def main() -> None:
    """Serve until the parent says that we stop, or ends."""
    orders = msgspec.json.decode(beside.parents_voice().readline(), type=Orders)
    logs.set_up(orders.config.log_level)
    try:
        _serve(orders)
    except (StoreError, CannotListen) as error:
        _tell(CannotServe(str(error)))


def _serve(orders: Orders) -> None:
    gc.disable()  # nothing that is imported is ever garbage: looking for some takes a sixth of the time
    from trailmix.engine.game import slugs
    from trailmix.lab.warm import longest_first
    from trailmix.server.starting.serving import Server

    database = orders.config.database
    claim = claim_of(database) if orders.claim is None else Claim.handed_on(orders.claim)
    listener = listen(orders.config) if orders.listener is None else socket.socket(fileno=orders.listener)
    server = Server(orders.config, claim, listener, GRACE_SECONDS)
    server.inner.goodbye_seconds = GOODBYE_SECONDS
    server.inner.tables.loading.opened = lambda game: _tell(Opened(game))
    server.has_started = lambda: _tell(Serving(server.port, longest_first(slugs())))
    # Whoever is still thinking in a thread thinks for nobody.
    server.has_stopped = lambda: os._exit(0)
    beside.end_with_parent(lambda _stop: server.handle_exit(signal.SIGTERM, None))
    server.check_store()
    server.heed_signals()
    server.serve_people()


if __name__ == "__main__":
    main()
