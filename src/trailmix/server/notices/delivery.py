"""Bringing messages to the services that browsers name.

The address comes from a client, so it is not trusted: only HTTPS, no address of this machine or of a private
network, whatever its name resolves to, no redirects, an answer of a few bytes, and a deadline for everything.
What does not answer is left alone for a while (`answering`), and services that nobody has seen answer share
half of what there is to send with, so that nobody holds up the messages of others. A browser is told only so
often, so that nobody has the server flood a service by playing fast.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from email.utils import parsedate_to_datetime
from ipaddress import IPv6Network, ip_address, ip_network
from typing import Any, NamedTuple
from urllib.parse import SplitResult, urlsplit

from trailmix.server.notices.answering import Answering
from trailmix.server.security.limits import Tries, plain_address

MOST_WAITING = 1000
WORKERS, NAME_THREADS = 8, 16
"""Of both, half is for services that have answered the last time, and no service has more than half."""
DEADLINE_SECONDS = 10.0
MOST_ANSWER_BYTES = 4096
APART_SECONDS = 5.0
"""A browser is told of the same table again after so long; of what is new by then the newest counts."""
MOST_AN_HOUR = 60
"""Messages to one browser."""
GONE = (404, 410)
TOO_MUCH = 429
SHORTEST_WISH = 1.0
WRAPPED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses by which an IPv4 address is reached."""
GIVEN_OUT = IPv6Network("2000::/3")
"""All of IPv6 that is given out to networks of the public internet."""
SPECIAL = tuple(
    ip_network(network)
    for network in (
        *(
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
        ),
        *("2001::/23", "2001:db8::/32", "3fff::/20"),
    )
)
"""Of what is given out, networks for special purposes (IANA's registries): not every Python knows them."""
PUBLIC_NAME = re.compile(r"([a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}", re.IGNORECASE | re.ASCII)
"""Of letters to its last part: a name that ends in a number is another way to write an IPv4 address."""
LONGEST_NAME = 253
LOCAL_NAMES = (".local", ".localhost", ".internal", ".lan", ".home.arpa")
"""How names end that mean something within a network only."""
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
    kept_seconds: int
    """So long the service keeps it for a browser that is off."""
    gone: Callable[[], Awaitable[None]]
    """Called if there is no such browser any more."""
    is_wanted: Callable[[], bool]
    """Is it still true? If it is not when its time comes, it is not sent."""


class Answer(NamedTuple):
    """What a service says to a message."""

    status: int
    wish: float | None
    """For so many seconds it wants to be left alone, if it says so."""

    @property
    def is_busy(self) -> bool:
        """Does it have trouble, or too much to do?"""
        return self.status == TOO_MUCH or self.status >= 500


class Waiting(NamedTuple):
    """A message that is still to be sent."""

    message: PushMessage
    where: SplitResult
    service: str


class Delivery:
    """Sends messages, a few at a time; what does not fit in the queue is not sent."""

    def __init__(self, *, anywhere: bool) -> None:
        """`anywhere`: also plain HTTP, and private addresses. For tests with a receiver of their own."""
        self.anywhere = anywhere
        self.answering = Answering()
        self._waiting: dict[tuple[str, str], Waiting] = {}
        """By endpoint and topic, the longest waiting first."""
        self._told = set[tuple[str, str]]()
        """Endpoints and topics of which the last message was sent a moment ago."""
        self._tries = Tries(MOST_AN_HOUR, 3600.0)
        self._more = asyncio.Event()
        """There may be something that can be sent now."""
        self._sending: Counter[str] = Counter()
        """Messages on their way, by service."""
        self._workers: list[asyncio.Task[None]] = []
        # Names that nobody answers for take threads for long: none of those that the server itself needs.
        self._names = ThreadPoolExecutor(NAME_THREADS, "names")
        self._asked_for = 0
        """Names that are being looked up, those included that nobody waits for any more."""
        self._secure: asyncio.Future[ssl.SSLContext] | None = None

    @property
    def is_busy(self) -> bool:
        """Is there anything that waits or is being sent?"""
        return bool(self._waiting) or self._sending.total() > 0

    def start(self) -> None:
        """From now on messages are sent."""
        # All certificates of the machine are read for it, which takes too long to be done for each message.
        self._secure = asyncio.get_running_loop().run_in_executor(None, ssl.create_default_context)
        self._workers = [asyncio.create_task(self._work(), name="push") for _ in range(WORKERS)]

    async def close(self) -> None:
        """What is not sent yet is not sent any more: it is still their turn when they come by."""
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._names.shutdown(wait=False, cancel_futures=True)

    def send(self, message: PushMessage) -> bool:
        """Send soon, in the place of an older message of the topic; False if it cannot be sent now."""
        try:
            where = check(message.endpoint, anywhere=self.anywhere)
        except NotThere:
            return False
        key, service = (message.endpoint, message.topic), f"{where.scheme}://{where.hostname}:{where.port}"
        if self.answering.leaves_alone(message.endpoint, service):
            return False
        if key not in self._waiting and len(self._waiting) >= MOST_WAITING:
            log.warning("too many messages wait to be sent")
            return False
        if key not in self._waiting and not self._tries.take(message.endpoint):
            return False
        self._waiting[key] = Waiting(message, where, service)
        self._more.set()
        return True

    def _next(self) -> Waiting | None:
        """Of what can be sent now, what has waited longest."""
        for key, each in list(self._waiting.items()):
            is_left_alone = self.answering.leaves_alone(each.message.endpoint, each.service)
            if is_left_alone or not each.message.is_wanted():
                del self._waiting[key]  # it has become so while the message waited
            elif key not in self._told and self._has_room_for(each.service):
                self._told.add(key)
                asyncio.get_running_loop().call_later(APART_SECONDS, self._may_be_told, key)
                return self._waiting.pop(key)
        return None

    def _may_be_told(self, key: tuple[str, str]) -> None:
        self._told.discard(key)
        self._more.set()

    def _has_room_for(self, service: str) -> bool:
        """Whoever has not answered the last time gets one message at a time, and shares with their like."""
        if self.answering.believes(service):
            return self._sending[service] < WORKERS // 2 and self._asked_for < NAME_THREADS
        others = sum(n for name, n in self._sending.items() if not self.answering.believes(name))
        is_first = self._sending[service] == 0
        return is_first and others < WORKERS // 2 and self._asked_for < NAME_THREADS // 2

    async def _work(self) -> None:
        while True:
            while (found := self._next()) is None:
                self._more.clear()
                await self._more.wait()
            self._sending[found.service] += 1
            try:
                await self._try(found)
            except Exception:
                log.exception("sending a message failed")
            finally:
                self._sending[found.service] -= 1
                self._sending += Counter()  # forgets the services to which nothing is on its way
                self._more.set()

    async def _try(self, waiting: Waiting) -> None:
        message, answer = waiting.message, None
        try:
            async with asyncio.timeout(DEADLINE_SECONDS):
                answer = await self._deliver(waiting)
        except TimeoutError:
            log.info("a message was not taken in time")
        except (NotThere, OSError, ValueError) as error:  # ssl's errors are OSErrors
            log.info("a message could not be sent", extra={"why": type(error).__name__})
        finally:
            answered, wish = (not answer.is_busy, answer.wish) if answer is not None else (False, None)
            self.answering.note(message.endpoint, waiting.service, answered=answered, wish=wish)
        if answer is not None and answer.status in GONE:
            await message.gone()
        elif answer is not None and not 200 <= answer.status < 300:
            log.info("a message was not taken", extra={"status": answer.status})

    async def _deliver(self, waiting: Waiting) -> Answer:
        """Send one; gives what the service answers."""
        where, secure = waiting.where, None
        address, port = await self._resolved(where)
        if where.scheme == "https" and self._secure is not None:
            secure = await asyncio.shield(self._secure)
        name = where.hostname if secure else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=secure, server_hostname=name, limit=MOST_ANSWER_BYTES
        )
        try:
            writer.write(_request(where, waiting.message))
            await writer.drain()
            return await _read_answer(reader)
        finally:
            writer.transport.abort()  # a goodbye would have to be waited for, beyond every deadline

    async def _resolved(self, where: SplitResult) -> tuple[str, int]:
        """The address to connect to, which is not looked up a second time."""
        port = where.port or (443 if where.scheme == "https" else 80)
        found = await self._looked_up(where.hostname, port)
        addresses = [entry[4][0] for entry in found]
        if not self.anywhere and not all(is_public(str(address)) for address in addresses):
            raise NotThere
        return str(addresses[0]), port

    async def _looked_up(self, name: str | None, port: int) -> list[Any]:
        """What a name stands for. A look-up cannot be stopped: it has its thread until it is answered."""
        tell = asyncio.get_running_loop().call_soon_threadsafe

        def has_looked_up(_: object) -> None:
            with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
                tell(self._has_looked_up)

        self._asked_for += 1
        look_up = functools.partial(socket.getaddrinfo, name, port, type=socket.SOCK_STREAM)
        found = self._names.submit(look_up)
        found.add_done_callback(has_looked_up)
        return await asyncio.wrap_future(found)

    def _has_looked_up(self) -> None:
        self._asked_for -= 1
        self._more.set()


async def _read_answer(reader: asyncio.StreamReader) -> Answer:
    """The first line, and of a service that is busy the head, in which it may say for how long."""
    line = await reader.readline()
    version, status, *_ = line.split(b" ", 2)
    if not version.startswith(b"HTTP/1."):
        raise ValueError("no HTTP")
    answer, read = Answer(int(status), None), 0
    while answer.is_busy and read < MOST_ANSWER_BYTES and (line := await reader.readline()).strip():
        read += len(line)
        name, _, value = line.decode("latin-1").partition(":")
        if name.lower() == "retry-after":
            return answer._replace(wish=_seconds_in(value.strip()))
    return answer


def _seconds_in(wish: str) -> float | None:
    """For how long a service wants to be left alone: seconds or a date; None if it is neither."""
    with contextlib.suppress(ValueError):
        seconds = int(wish) if wish.isdecimal() else parsedate_to_datetime(wish).timestamp() - time.time()
        return max(float(seconds), SHORTEST_WISH)
    return None


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
    if port not in (None, 443) or not (is_public(where.hostname) or is_public_name(where.hostname)):
        raise NotThere
    return where


def is_public_name(name: str) -> bool:
    """May this be a name in the public internet, and not one of a local network only, or an address?"""
    is_name = PUBLIC_NAME.fullmatch(name) is not None and len(name) <= LONGEST_NAME
    return is_name and not name.endswith(LOCAL_NAMES)


def is_public(address: str) -> bool:
    """Is an IP address one of the public internet's, also when IPv6 only wraps an IPv4 address?"""
    found = plain_address(address)
    if found is None:
        return False
    if found.version == 6 and found in WRAPPED:
        return is_public(str(ip_address(int(found) & 0xFFFFFFFF)))
    if found.version == 6 and found not in GIVEN_OUT:
        return False
    if any(found in network for network in SPECIAL):
        return False
    wrapped = getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (wrapped is None or is_public(str(wrapped)))


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
        f"TTL: {message.kept_seconds}\r\n"
        f"Topic: {message.topic}\r\n"
        f"Urgency: normal\r\n"
        f"Authorization: {message.authorization}\r\n"
        f"Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + message.body
