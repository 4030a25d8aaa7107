"""Bringing messages to the services that browsers name.

The address comes from a client, so it is not trusted: only HTTPS, no address of this machine or of a private
network, whatever its name resolves to, no redirects, an answer of a few bytes, and a deadline for everything.
An address that keeps us waiting is left alone for a while, so that it does not keep others waiting.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import socket
import ssl
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
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
LEFT_ALONE_SECONDS = 60.0
"""For so long nothing is sent to an address that has not answered; twice as long after each further time."""
MOST_DOUBLINGS = 10
MOST_LEFT_ALONE = 10_000
WRAPPED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses by which an IPv4 address is reached."""
GIVEN_OUT = IPv6Network("2000::/3")
"""All of IPv6 that is given out to networks of the public internet."""
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


class Silent:
    """The addresses that have kept us waiting; of many, those of the last."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._times: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """How often in a row, and until when the address is left alone."""

    def is_left_alone(self, endpoint: str) -> bool:
        """Is nothing to be sent there for now?"""
        return self._times.get(endpoint, (0, 0.0))[1] > self._monotonic()

    def note(self, endpoint: str) -> None:
        """It has not answered in time."""
        times, _ = self._times.pop(endpoint, (0, 0.0))
        pause = LEFT_ALONE_SECONDS * 2 ** min(times, MOST_DOUBLINGS)
        self._times[endpoint] = (times + 1, self._monotonic() + pause)
        if len(self._times) > MOST_LEFT_ALONE:
            self._times.popitem(last=False)

    def forgive(self, endpoint: str) -> None:
        """It has answered."""
        self._times.pop(endpoint, None)


class Delivery:
    """Sends messages, a few at a time; what does not fit in the queue is not sent."""

    def __init__(self, *, anywhere: bool) -> None:
        """`anywhere`: also plain HTTP, and private addresses. For tests with a receiver of their own."""
        self.anywhere = anywhere
        self.silent = Silent()
        self._waiting: dict[tuple[str, str], PushMessage] = {}
        """By endpoint and topic, the longest waiting first."""
        self._more = asyncio.Semaphore(0)
        self._on_their_way = 0
        self._workers: list[asyncio.Task[None]] = []
        # Names that nobody answers for take threads for long: none of those that the server itself needs.
        self._names = ThreadPoolExecutor(2 * WORKERS, "names")

    @property
    def is_busy(self) -> bool:
        """Is there anything that waits or is being sent?"""
        return bool(self._waiting) or self._on_their_way > 0

    def start(self) -> None:
        """From now on messages are sent."""
        self._workers = [asyncio.create_task(self._work(), name="push") for _ in range(WORKERS)]

    async def close(self) -> None:
        """What is not sent yet is not sent any more: it is still their turn when they come by."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._names.shutdown(wait=False, cancel_futures=True)

    def send(self, message: PushMessage) -> bool:
        """Send soon, in the place of an older message of the topic; False if it cannot be sent now."""
        key = (message.endpoint, message.topic)
        if self.silent.is_left_alone(message.endpoint):
            return False
        if key in self._waiting:
            self._waiting[key] = message
            return True
        if len(self._waiting) >= MOST_WAITING:
            log.warning("too many messages wait to be sent")
            return False
        self._waiting[key] = message
        self._more.release()
        return True

    async def _work(self) -> None:
        while True:
            await self._more.acquire()
            message = self._waiting.pop(next(iter(self._waiting)))
            if self.silent.is_left_alone(message.endpoint):
                continue  # it has become so while the message waited
            self._on_their_way += 1
            try:
                await self._try(message)
            except TimeoutError:
                self.silent.note(message.endpoint)
                log.info("a message was not taken in time")
            except (NotThere, OSError, ValueError) as error:  # ssl's errors are OSErrors
                log.info("a message could not be sent", extra={"why": type(error).__name__})
            except Exception:
                log.exception("sending a message failed")
            finally:
                self._on_their_way -= 1

    async def _try(self, message: PushMessage) -> None:
        async with asyncio.timeout(DEADLINE_SECONDS):
            status = await self._deliver(message)
        self.silent.forgive(message.endpoint)
        if status in GONE:
            await message.gone()
        elif not 200 <= status < 300:
            log.info("a message was not taken", extra={"status": status})

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
            writer.transport.abort()  # a goodbye would have to be waited for, beyond every deadline

    async def _resolved(self, where: SplitResult) -> tuple[str, int]:
        """The address to connect to, which is not looked up a second time."""
        port = where.port or (443 if where.scheme == "https" else 80)
        loop = asyncio.get_running_loop()
        look_up = functools.partial(socket.getaddrinfo, where.hostname, port, type=socket.SOCK_STREAM)
        found = await loop.run_in_executor(self._names, look_up)
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
    if found.version == 6 and found in WRAPPED:
        return is_public(str(ip_address(int(found) & 0xFFFFFFFF)))
    if found.version == 6 and found not in GIVEN_OUT:
        return False
    wrapped = [getattr(found, "sixtofour", None), *(getattr(found, "teredo", None) or ())]
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
