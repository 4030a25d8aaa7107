"""Which connections are admitted: they are counted as they are accepted, before a byte of them is read."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.utils import get_remote_addr

from trailmix.server.config import Config
from trailmix.server.security.addresses import is_within
from trailmix.server.security.limits import ConnectionCounts, key_of

OTHER_FILES = 128
"""Files that may be open besides connections: the database, the listening socket, libraries and the like."""


class Admission:
    """Counts the open connections, and has the settings that hold for each of them."""

    def __init__(self, config: Config) -> None:
        self.config = config
        most = min(config.tcp_connections, room_for(config.tcp_connections))
        self._counts = ConnectionCounts(most, config.tcp_connections_per_address)
        self._admitted: dict[asyncio.BaseTransport, str] = {}
        self._proxies = config.proxy_networks

    def admit(self, transport: asyncio.Transport) -> bool:
        """Count one more connection; False if that is too many."""
        peer = get_remote_addr(transport)
        if peer is None:
            return False  # it has been closed already
        key = key_of(peer[0])
        # Many people share the address of a proxy, which says of each request whose it is.
        if not self._counts.add(key, shared=self._is_proxy(peer[0])):
            return False
        self._admitted[transport] = key
        return True

    def release(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        key = self._admitted.pop(transport, None)
        if key is not None:
            self._counts.remove(key)

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
