"""Which connections are admitted: they are counted as they are accepted, before a byte of them is read.

What waits to be taken by them is counted here, too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

from uvicorn.protocols.utils import get_remote_addr

from trailmix.server.config import Config
from trailmix.server.security.addresses import is_within
from trailmix.server.security.limits import Counts, key_of

OTHER_FILES = 128
"""Files that may be open besides connections: the database, the listening socket, libraries and the like."""


class Admission:
    """Counts the open connections and what waits for them, and has the settings that hold for each."""

    def __init__(self, config: Config) -> None:
        self.config = config
        most = min(config.tcp_connections, room_for(config.tcp_connections))
        self._counts = Counts(most, config.tcp_connections_per_address)
        self._unsent = Counts(config.unsent_bytes, config.unsent_bytes_per_address)
        self._admitted: dict[asyncio.BaseTransport, tuple[str, bool]] = {}
        """Whose they are, and whether that is a proxy."""
        self._proxies = config.proxy_networks

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count one more connection; False if that is too many."""
        peer = get_remote_addr(transport)
        if peer is None:
            return False  # it has been closed already
        # Many people share the address of a proxy, which says of each request whose it is.
        key, shared = key_of(peer[0]), self._is_proxy(peer[0])
        if not self._counts.add(key, shared=shared):
            return False
        self._admitted[transport] = key, shared
        return True

    def release(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        whose = self._admitted.pop(transport, None)
        if whose is not None:
            self._counts.remove(whose[0])

    @contextlib.contextmanager
    def unsent(self, transport: asyncio.BaseTransport, size: int) -> Iterator[bool]:
        """While the block lasts, so many bytes wait for a connection; False if that is too many."""
        key, shared = self._admitted.get(transport, ("", False))
        fits = self._unsent.add(key, size, shared=shared)
        try:
            yield fits
        finally:
            if fits:
                self._unsent.remove(key, size)

    def _is_proxy(self, peer: str) -> bool:
        return is_within(peer, self._proxies)


def room_for(connections: int) -> int:
    """How many of so many connections the system has file descriptors for, after it was asked for enough."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return connections
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        now = wanted
    return connections if now == resource.RLIM_INFINITY else max(1, now - OTHER_FILES)
