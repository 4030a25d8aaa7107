"""The names that the server answers to, and the proxies that it believes.

A page elsewhere can point its own host name at this machine (DNS rebinding): its requests then arrive with
an `Origin` that matches their `Host`, and the browser lets the page read the answers. So a server answers
only to names that it knows to be its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any
from urllib.parse import urlsplit

from trailmix.server.security.limits import plain_address

Network = IPv4Network | IPv6Network
HOST = re.compile(
    r"(?:\[(?P<six>[0-9A-Fa-f:.]+)(?:%[\w%.-]+)?\]|(?P<name>[\w.-]+))(?::(?P<port>\d{0,5}))?", re.ASCII
)
"""What a `Host` header may hold: a name, an IPv4 address or an IPv6 address in brackets, and a port."""
LAST_PORT = 65_535
MAPPED = "::ffff:"
MAPPED_BITS = 96
"""How IPv6 writes an IPv4 address, which is how a socket that listens for both shows it."""


def name_of(host: str) -> str | None:
    """The name or address in a `Host` header, written in one way; None if it is neither."""
    found = HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > LAST_PORT:
        return None
    if found["six"] is None:
        return found["name"].lower().removesuffix(".") or None
    address = plain_address(found["six"])
    return None if address is None else str(address)


def host_in(address: str) -> str:
    """The host, with its port, of an absolute URL; empty if it has none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


class OwnNames:
    """The names that a server answers to."""

    def __init__(self, listens_on: str, hosts: Iterable[str], origins: Iterable[str]) -> None:
        of_origins = map(host_in, origins)
        names = {name_of(host) for host in ("localhost", listens_on, *hosts, *of_origins)}
        listening = plain_address(listens_on)
        if listening is not None:
            names.add(str(listening))
            if listening.is_unspecified:  # 0.0.0.0 and :: stand for every address, and are none
                names.discard(str(listening))
        self._names = frozenset(filter(None, names))

    def cover(self, scope: Mapping[str, Any]) -> bool:
        """Is every name that a request calls the server by one of its own? There has to be at least one."""
        came_in_at = plain_address((scope.get("server") or ("", 0))[0])
        asked = [name_of(host) for host in _called(scope)]
        return bool(asked) and all(name in self._names or name == str(came_in_at) for name in asked)


def _called(scope: Mapping[str, Any]) -> Iterator[str]:
    """What a request calls the server: in `Host`, and in what it asks for if that is an absolute URL."""
    for name, value in scope["headers"]:
        if name == b"host":
            yield value.decode("latin-1")
    path: str = scope["path"]
    if not path.startswith("/") and path != "*":
        yield host_in(path)


def networks_of(setting: str, addresses: Iterable[str]) -> tuple[Network, ...]:
    """The addresses and networks of a setting, each as a network; ValueError names the setting."""
    try:
        return tuple(ip_network(address) for address in addresses)
    except ValueError as error:
        raise ValueError(f"`{setting}` are addresses or networks, like 10.0.0.0/8: {error}") from None


def as_sockets_show(networks: Iterable[Network]) -> list[str]:
    """Networks as text; those of IPv4 also in the way that a socket for both kinds shows them."""
    written = []
    for network in networks:
        written.append(str(network))
        if isinstance(network, IPv4Network):
            written.append(f"{MAPPED}{network.network_address}/{MAPPED_BITS + network.prefixlen}")
    return written


def is_within(address: str, networks: Iterable[Network]) -> bool:
    """Does an address belong to one of these networks?"""
    found = plain_address(address)
    return found is not None and any(found in network for network in networks)
