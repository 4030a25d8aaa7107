"""Messages to the services that browsers name: names that lie, services that never answer, a full queue."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from server.certificates import certificate
from trailmix.server.notices import answering, delivery
from trailmix.server.notices.answering import Answering, Silent
from trailmix.server.notices.delivery import Delivery, PushMessage, is_public

PUBLIC, PRIVATE = "8.8.8.8", "10.0.0.8"
NAME = "https://push.example.com/x"
QUICK_DEADLINE = 2.0
"""Long enough for a service on this machine that does answer, however busy it is."""


async def _nothing() -> None:
    pass


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was told is told again after a moment."""
    monkeypatch.setattr(delivery, "APART_SECONDS", 0.3)


def message(endpoint: str, topic: str = "t", body: bytes = b"sealed", *, wanted: bool = True) -> PushMessage:
    return PushMessage(endpoint, body, "vapid t=x,k=y", topic, 60, _nothing, lambda: wanted)


@asynccontextmanager
async def sending(*, anywhere: bool = True) -> AsyncIterator[Delivery]:
    """A delivery that works."""
    made = Delivery(anywhere=anywhere)
    made.start()
    try:
        yield made
    finally:
        await made.close()


async def until(so: Callable[[], bool]) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(10):
        while not so():
            await asyncio.sleep(0.01)


# --- names that lie


class Names:
    """A resolver that gives another answer each time, and whom it was asked for; nobody is really called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> None:
        self.answers, self.asked, self.called = list(answers), list[str](), list[str]()
        monkeypatch.setattr(socket, "getaddrinfo", self._resolve)
        monkeypatch.setattr(asyncio, "open_connection", self._connect)

    def _resolve(self, host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, port)) for found in self.answers.pop(0)]

    async def _connect(self, host: str, _port: int, **_: object) -> None:
        self.called.append(host)
        raise ConnectionRefusedError


@pytest.mark.parametrize(
    "answer", [["127.0.0.1"], ["::1"], [PRIVATE], [PUBLIC, PRIVATE], [PRIVATE, PUBLIC], ["169.254.169.254"]]
)
def test_a_name_that_leads_to_a_private_network_is_not_called(
    monkeypatch: pytest.MonkeyPatch, answer: list[str]
) -> None:
    """Also if only one of its addresses is private: the owner of the name says which comes first."""

    async def body() -> None:
        names = Names(monkeypatch, answer)
        async with sending(anywhere=False) as post:
            assert post.send(message(NAME))
            await until(lambda: names.asked == ["push.example.com"] and not post.is_busy)
        assert names.called == []

    asyncio.run(body())


def test_the_address_that_was_judged_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not asked twice: a name may be public when it is judged and private a moment later (rebinding)."""

    async def body() -> None:
        names = Names(monkeypatch, [PUBLIC], [PRIVATE])
        async with sending(anywhere=False) as post:
            assert post.send(message(NAME))
            await until(lambda: bool(names.called) and not post.is_busy)
            assert (names.asked, names.called) == (["push.example.com"], [PUBLIC])
            other = NAME.replace("push", "other")  # the first was refused, and is left alone
            assert post.send(message(other)), "each message is judged anew"
            await until(lambda: len(names.asked) == 2 and not post.is_busy)
        assert names.called == [PUBLIC]

    asyncio.run(body())


@pytest.mark.parametrize(
    "address",
    [
        "::127.0.0.1",
        "::ffff:0:127.0.0.1",
        "fec0::1",
        "64:ff9b:1::a00:1",
        "64:ff9b::a00:1",
        "5f00::1",
        "2001:0:a00:1::",
    ],
)
def test_what_ipv6_has_besides_the_public_internet_is_not_public(address: str) -> None:
    assert not is_public(address)
    assert is_public("64:ff9b::808:808") and is_public("2606:4700::1111")


# --- services that never answer


class Service:
    """Takes messages, and answers."""

    def __init__(self) -> None:
        self.bodies, self.address = list[bytes](), ""
        self.answer = "201 Created"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if head.startswith(b"POST /nobody"):
            writer.close()
            return
        (length,) = (int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length:"))
        self.bodies.append(await reader.readexactly(length))
        writer.write(f"HTTP/1.1 {self.answer}\r\n\r\n".encode())
        writer.close()


@asynccontextmanager
async def service(secure: ssl.SSLContext | None = None) -> AsyncIterator[Service]:
    made = Service()
    listening = await asyncio.start_server(made.take, "127.0.0.1", 0, ssl=secure)
    made.address = f"{'https' if secure else 'http'}://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        listening.close()


class Mute(threading.Thread):
    """Takes messages and says nothing, not even goodbye, which asyncio would say for it."""

    def __init__(self, secure: ssl.SSLContext) -> None:
        super().__init__(daemon=True)
        self._listening, self._secure = socket.create_server(("127.0.0.1", 0)), secure
        self.address = f"https://127.0.0.1:{self._listening.getsockname()[1]}"
        self.held: list[ssl.SSLSocket] = []

    def run(self) -> None:
        with contextlib.suppress(OSError):  # nobody listens any more
            while True:
                taken = self._secure.wrap_socket(self._listening.accept()[0], server_side=True)
                taken.recv(1)
                self.held.append(taken)

    def end(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self.join(10)
        for each in (self._listening, *self.held):
            each.close()


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A certificate of our own, which this process believes."""
    file, secret = tmp_path / "certificate.pem", tmp_path / "key.pem"
    for path, content in zip((file, secret), certificate(), strict=True):
        path.write_bytes(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file, secret)
    return context


def test_a_service_that_never_answers_keeps_nobody_waiting(
    secure: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many addresses it has, it is given up on in time, and then left alone."""
    monkeypatch.setattr(delivery, "DEADLINE_SECONDS", QUICK_DEADLINE)

    async def body() -> None:
        async with service(secure) as good, sending() as post:
            places = [f"{mute.address}/{n}" for n in range(10 * delivery.WORKERS)]
            for place in places:
                assert post.send(message(place))
            assert post.send(message(f"{good.address}/x", body=b"for somebody else"))
            await until(lambda: good.bodies == [b"for somebody else"])
            await until(lambda: not post.is_busy)
            assert len(mute.held) == 1, "one at a time, and then none"
            assert not any(post.send(message(place)) for place in places), "it is left alone now"
            assert post.send(message(f"{good.address}/x")), "others are not"

    mute = Mute(secure)
    mute.start()
    try:
        asyncio.run(body())
    finally:
        mute.end()


def test_of_a_service_that_has_answered_one_address_may_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is that address that is left alone, not all the browsers of its make."""
    monkeypatch.setattr(delivery, "DEADLINE_SECONDS", QUICK_DEADLINE)

    async def body() -> None:
        async with service() as good, sending() as post:
            assert post.send(message(f"{good.address}/x"))
            await until(lambda: len(good.bodies) == 1 and not post.is_busy)
            assert post.send(message(f"{good.address}/nobody"))
            await until(lambda: not post.is_busy)
            assert not post.send(message(f"{good.address}/nobody"))
            assert post.send(message(f"{good.address}/x"))
            await until(lambda: len(good.bodies) == 2)

    asyncio.run(body())


def test_who_refuses_a_connection_is_left_alone() -> None:
    async def body() -> None:
        async with service() as gone:
            address = gone.address
        async with sending() as post:
            assert post.send(message(f"{address}/x"))
            await until(lambda: not post.is_busy)
            assert not post.send(message(f"{address}/x"))

    asyncio.run(body())


def test_certificates_are_read_once(secure: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes as long as many moves, and not in the event loop."""
    made, create = list[str](), ssl.create_default_context

    def counted() -> ssl.SSLContext:
        made.append(threading.current_thread().name)
        return create()

    monkeypatch.setattr(ssl, "create_default_context", counted)

    async def body() -> None:
        async with service(secure) as good, sending() as post:
            for n in range(3):
                assert post.send(message(f"{good.address}/{n}"))
            await until(lambda: len(good.bodies) == 3)

    asyncio.run(body())
    assert len(made) == 1 and made != [threading.main_thread().name]


class Unanswered:
    """A resolver that answers for some names only, until it gives up on the others."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *known: str) -> None:
        self.gives_up, self.asked, self._known = threading.Event(), list[str](), known
        self._resolve = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self.resolve)

    def resolve(self, host: str, port: int, **more: Any) -> list[Any]:
        self.asked.append(host)
        if host not in self._known:
            self.gives_up.wait(30)
            raise socket.gaierror
        return list(self._resolve("127.0.0.1", port, **more))


def test_names_that_nobody_answers_for_hold_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look-up cannot be stopped: it has a thread until the resolver gives up."""
    monkeypatch.setattr(delivery, "DEADLINE_SECONDS", QUICK_DEADLINE)

    async def body() -> None:
        names = Unanswered(monkeypatch, "known.example", "new.example")
        async with service() as good, sending() as post:
            port = good.address.rpartition(":")[2]
            assert post.send(message(f"http://known.example:{port}/x", body=b"first"))
            await until(lambda: good.bodies == [b"first"] and not post.is_busy)
            for n in range(100):
                assert post.send(message(f"http://n{n}.example:{port}/x"))
            await until(lambda: len(names.asked) > delivery.WORKERS // 2)
            assert post.send(message(f"http://new.example:{port}/x", body=b"to somebody new"))
            assert post.send(message(f"http://known.example:{port}/x", body=b"second"))
            await until(lambda: good.bodies == [b"first", b"second"])
            async with asyncio.timeout(10):
                assert await asyncio.to_thread(lambda: "done") == "done", "the server's own threads"
            assert len(names.asked) <= 2 + delivery.NAME_THREADS // 2
            names.gives_up.set()
            await until(lambda: good.bodies == [b"first", b"second", b"to somebody new"])
            assert post.send(message(f"http://new.example:{port}/x")), "it was not its fault"

    asyncio.run(body())


def test_who_keeps_us_waiting_again_is_left_alone_for_longer() -> None:
    now = [0.0]
    silent = Silent(lambda: now[0])
    assert not silent.is_left_alone("a")
    for pause in (60.0, 120.0, 240.0):
        silent.note("a")
        now[0] += pause - 1.0
        assert silent.is_left_alone("a") and not silent.is_left_alone("b")
        now[0] += 2.0
        assert not silent.is_left_alone("a")
    silent.forgive("a")
    silent.note("a")
    now[0] += 61.0
    assert not silent.is_left_alone("a"), "it has answered since"
    for _ in range(2 * answering.MOST_DOUBLINGS):
        silent.note("a")
        silent.note("a")  # at the same time: counts once
        now[0] += 60.0 * 2**answering.MOST_DOUBLINGS + 1.0
    silent.note("a")
    now[0] += 60.0 * 2**answering.MOST_DOUBLINGS + 1.0
    assert not silent.is_left_alone("a"), "not for ever"


def test_what_is_remembered_of_silent_services_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "MOST_LEFT_ALONE", 3)
    silent = Silent(lambda: 0.0)
    for name in "abcda":
        silent.note(name)
    assert [name for name in "abcd" if silent.is_left_alone(name)] == ["a", "c", "d"]


# --- services that are busy


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ("429 Too Many Requests", 60),
        ("503 Service Unavailable\r\nX: y\r\nretry-after: 120", 120),
        ("429 Too Many Requests\r\nRetry-After: 0", 1),
        ("429 Too Many Requests\r\nRetry-After: 99999999999", 3600),
        ("500 Internal Server Error\r\nRetry-After: soon", 60),
        ("503 Service Unavailable\r\nRetry-After: Mon, 01 Jan 2001 00:00:00 GMT", 1),
        ("503 Service Unavailable\r\nRetry-After: Fri, 31 Dec 9998 23:59:59 GMT", 3600),
        ("503 Service Unavailable\r\n" + "X: y\r\n" * 1000 + "Retry-After: 120", 60),
    ],
    ids=lambda value: str(value)[-40:].strip(),
)
def test_a_service_that_is_busy_is_left_alone_as_long_as_it_wants(answer: str, seconds: int) -> None:
    async def body() -> None:
        now = [0.0]
        async with service() as busy, sending() as post:
            post.answering = Answering(lambda: now[0])
            busy.answer = answer
            assert post.send(message(f"{busy.address}/x"))
            await until(lambda: len(busy.bodies) == 1 and not post.is_busy)
            now[0] += seconds - 0.5
            assert not post.send(message(f"{busy.address}/y"))
            now[0] += 1.0
            assert post.send(message(f"{busy.address}/y"))

    asyncio.run(body())


# --- who is told too often


def test_a_browser_is_told_the_newest_of_a_table_after_a_while() -> None:
    async def body() -> None:
        async with service() as good, sending() as post:
            place = f"{good.address}/x"
            assert post.send(message(place, body=b"first"))
            await until(lambda: good.bodies == [b"first"])
            assert post.send(message(place, body=b"second")) and post.send(message(place, body=b"third"))
            assert post.send(message(place, topic="other", body=b"of another table"))
            await until(lambda: not post.is_busy)
            assert good.bodies == [b"first", b"of another table", b"third"]

    asyncio.run(body())


def test_what_is_not_true_any_more_is_not_sent() -> None:
    async def body() -> None:
        async with service() as good, sending() as post:
            assert post.send(message(f"{good.address}/x", wanted=False))
            await until(lambda: not post.is_busy)
            assert good.bodies == []

    asyncio.run(body())


def test_a_browser_is_told_only_so_often_in_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "MOST_AN_HOUR", 3)

    async def body() -> None:
        async with service() as good, sending() as post:
            sent = [post.send(message(f"{good.address}/x", topic=f"{n}")) for n in range(5)]
            assert sent == [True] * 3 + [False] * 2
            assert post.send(message(f"{good.address}/y"))
            await until(lambda: len(good.bodies) == 4)

    asyncio.run(body())


# --- a full queue


def test_of_a_full_queue_the_newest_are_not_sent_and_a_topic_waits_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delivery, "MOST_WAITING", 3)

    async def body() -> None:
        async with service() as good:
            post = Delivery(anywhere=True)  # nothing is sent yet
            for n in range(3):
                assert post.send(message(f"{good.address}/x", topic=f"{n}", body=b"old"))
            assert not post.send(message(f"{good.address}/x", topic="3"))
            assert post.send(message(f"{good.address}/x", topic="1", body=b"new"))
            post.start()
            try:
                await until(lambda: len(good.bodies) == 3 and not post.is_busy)
                assert sorted(good.bodies) == [b"new", b"old", b"old"]
                assert post.send(message(f"{good.address}/x", topic="3", body=b"later"))
                await until(lambda: good.bodies[3:] == [b"later"])
            finally:
                await post.close()

    asyncio.run(body())
