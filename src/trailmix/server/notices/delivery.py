"""Bringing messages to the services that browsers name.

The address comes from a client, so it is not trusted: only HTTPS, no address of this machine or of a private
network, whatever its name resolves to, no redirects, an answer of a few bytes, and a deadline for everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from trailmix.server.security.limits import plain_address

MOST_WAITING = 1000
WORKERS = 4
DEADLINE_SECONDS = 10.0
MOST_ANSWER_BYTES = 4096
KEPT_SECONDS = 24 * 3600
"""So long a service keeps a message for a browser that is off."""
GONE = (404, 410)
WRAPPED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses by which an IPv4 address is reached."""
log = logging.getLogger("trailmix.push")


class NotThere(Exception):
    """An address that nothing is sent to."""


class PushMessage(NamedTuple):
    """A message on its way."""

    endpoint: str
    body: bytes
    authorization: str
    topic: str
    """A newer message of the same topic takes the place of one that was not delivered yet."""
    gone: Callable[[], Awaitable[None]]
    """Called if there is no such browser any more."""


class Delivery:
    """Sends messages, a few at a time; what does not fit in the queue is not sent."""

    def __init__(self, *, anywhere: bool) -> None:
        """`anywhere`: also plain HTTP, and private addresses. For tests with a receiver of their own."""
        self.anywhere = anywhere
        self._waiting: asyncio.Queue[PushMessage] = asyncio.Queue(MOST_WAITING)
        self._workers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """From now on messages are sent."""
        self._workers = [asyncio.create_task(self._work(), name="push") for _ in range(WORKERS)]

    async def close(self) -> None:
        """What is not sent yet is not sent any more: it is still their turn when they come by."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)

    def send(self, message: PushMessage) -> bool:
        """Send soon; False if too many wait."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            log.warning("too many messages wait to be sent")
            return False
        return True

    async def _work(self) -> None:
        while True:
            message = await self._waiting.get()
            try:
                async with asyncio.timeout(DEADLINE_SECONDS):
                    status = await self._deliver(message)
                if status in GONE:
                    await message.gone()
                elif not 200 <= status < 300:
                    log.info("a message was not taken", extra={"status": status})
            except (NotThere, OSError, ValueError, TimeoutError) as error:  # ssl's errors are OSErrors
                log.info("a message could not be sent", extra={"why": type(error).__name__})
            except Exception:
                log.exception("sending a message failed")

    async def _deliver(self, message: PushMessage) -> int:
        """Send one; gives the status that the service answers with."""
        where = check(message.endpoint, anywhere=self.anywhere)
        address, port = await self._resolved(where)
        secure = ssl.create_default_context() if where.scheme == "https" else None
        name = where.hostname if secure else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=name, limit=MOST_ANSWER_BYTES
        )
        try:
            writer.write(_request(where, message))
            await writer.drain()
            line = await reader.readline()  # nothing else of the answer is read
            version, status, *_ = line.split(b" ", 2)
            if not version.startswith(b"HTTP/1."):
                raise ValueError("no HTTP")
            return int(status)
        finally:
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                await writer.wait_closed()

    async def _resolved(self, where: SplitResult) -> tuple[str, int]:
        """The address to connect to, which is not looked up a second time."""
        port = where.port or (443 if where.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(where.hostname, port, type=socket.SOCK_STREAM)
        addresses = [entry[4][0] for entry in found]
        if not self.anywhere and not all(is_public(str(address)) for address in addresses):
            raise NotThere
        return str(addresses[0]), port


def check(endpoint: str, *, anywhere: bool) -> SplitResult:
    """An endpoint in its parts; NotThere if nothing can be sent to it."""
    try:
        where = urlsplit(endpoint)
        port = where.port
    except ValueError:
        raise NotThere from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or not where.hostname or where.username is not None or "@" in where.netloc:
        raise NotThere
    if where.scheme != "https" and not (anywhere and where.scheme == "http"):
        raise NotThere
    if anywhere:
        return where
    literal = plain_address(where.hostname)
    if port not in (None, 443) or "." not in where.hostname or (literal and not is_public(str(literal))):
        raise NotThere
    return where


def is_public(address: str) -> bool:
    """Is an IP address one of the public internet's, also when IPv6 only wraps an IPv4 address?"""
    found = plain_address(address)
    if found is None:
        return False
    wrapped = [getattr(found, "sixtofour", None), *(getattr(found, "teredo", None) or ())]
    if found.version == 6 and found in WRAPPED:
        wrapped.append(ip_address(int(found) & 0xFFFFFFFF))
    return all(each.is_global and not each.is_multicast for each in (found, *filter(None, wrapped)))


def _request(where: SplitResult, message: PushMessage) -> bytes:
    path = where.path or "/"
    if where.query:
        path += f"?{where.query}"
    head = (
        f"POST {path} HTTP/1.1\r\n"
        f"Host: {where.netloc}\r\n"
        f"Content-Type: application/octet-stream\r\n"
        f"Content-Encoding: aes128gcm\r\n"
        f"Content-Length: {len(message.body)}\r\n"
        f"TTL: {KEPT_SECONDS}\r\n"
        f"Topic: {message.topic}\r\n"
        f"Urgency: normal\r\n"
        f"Authorization: {message.authorization}\r\n"
        f"Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + message.body
