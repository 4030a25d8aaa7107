"""The socket that a server listens on. It can outlive the process that serves: see `handing_over`."""

from __future__ import annotations

import socket

from trailmix.engine.errors import TrailmixError
from trailmix.server.config import Config
from trailmix.server.connections.http_protocol import PIECE_BYTES, drop_after


class CannotListen(TrailmixError):
    """The address is taken, not ours, or none."""


def listen(config: Config) -> socket.socket:
    """Take the address of a server; whoever connects waits until somebody accepts."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # The protocol is named because the event loop sends small messages at once only on sockets that say so.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # What a socket listens with, its connections inherit.
    drop_after(listener, config.answer_seconds)
    if hasattr(socket, "TCP_NOTSENT_LOWAT"):
        # The system keeps little of what is not on its way, and so shows soon how fast somebody reads.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, PIECE_BYTES)
    try:
        listener.bind((config.host, config.port))
    except (OSError, ValueError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or "that is no address"
        raise CannotListen(
            f"The server cannot listen on {config.host}, port {config.port}: {why}."
            " Try another with --port or --host."
        ) from None
    return listener
