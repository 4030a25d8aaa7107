"""Nobody can stop the server from one connection, nor shut others out: floods of all kinds, and silence."""

from __future__ import annotations

import contextlib
import json
import random
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.flooding import PATIENCE, dial, pour, read_to_the_end, shake_hands, somebody_else
from server.hostile import frame
from server.running import HUMAN, OPEN, QUICK, Running, eventually, make, play_out
from server.sockets import hear, sit, socket_at
from trailmix.server.connections.frames import MOST_PIECES, FrameCounter
from trailmix.server.connections.http_protocol import LONGEST_HEAD, READ_AT_ONCE

MOST_GROWTH = 30_000_000
GET = b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PING, PONG, TEXT = 9, 10, 1


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the limits that a server has, but that does not wait long for whoever it hangs up on."""
    running = Running(tmp_path_factory.mktemp("usual"), send_seconds=1)
    yield running
    running.stop()
    nothing_went_wrong(running)


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose limits on messages and requests nobody reaches."""
    settings = QUICK | {"messages_per_second": 10_000_000, "send_seconds": 1, "answer_seconds": 2}
    running = Running(tmp_path_factory.mktemp("generous"), **settings)
    yield running
    running.stop()
    nothing_went_wrong(running)


def nothing_went_wrong(server: Running) -> None:
    """It has said nothing that somebody would have to look at."""
    assert not [line for line in server.log_lines() if line["level"] not in ("info", "debug")]


@contextlib.contextmanager
def not_growing(server: Running) -> Iterator[None]:
    """While the block lasts, memory stays about what it was and others are answered."""
    memory = server.memory()
    with somebody_else(server):
        yield
        assert server.memory() < memory + MOST_GROWTH


# --- HTTP


def test_requests_asked_ahead_are_left_where_they_are(generous: Running) -> None:
    with dial(generous) as line, not_growing(generous):
        sent = pour(line, (GET + b"\r\n") * 500_000, seconds=3)
        assert sent < 20_000_000, "all of it was read"


def test_who_asks_too_much_ahead_is_hung_up_on(usual: Running) -> None:
    with dial(usual) as line, somebody_else(usual):
        pour(line, (GET + b"\r\n") * 20_000)
        answers = read_to_the_end(line)
    assert 0 < answers.count(b"HTTP/1.1 404") < 1000
    assert (
        answers.count(b"HTTP/1.1 429") <= 1
    )  # what was not read resets the connection, which may overtake it


def test_a_head_without_end_is_not_kept(generous: Running) -> None:
    with dial(generous) as line, not_growing(generous):
        sent = pour(line, GET + b"x: " + b"y" * 50_000_000)
        assert b" 400 " in read_to_the_end(line) or sent < 50_000_000


@pytest.mark.parametrize("headers", [200, 2000, 60_000])
def test_a_head_of_many_headers_is_refused(generous: Running, headers: int) -> None:
    with dial(generous) as line, somebody_else(generous):
        pour(line, GET + b"a:b\r\n" * headers + b"\r\n")
        heard = read_to_the_end(line)
    # What is left unread resets the connection, which may overtake the answer.
    assert b" 400 " in heard or (not heard and headers * 5 > LONGEST_HEAD + READ_AT_ONCE)


def test_a_head_that_is_too_long_is_refused_even_if_it_is_all_there(generous: Running) -> None:
    with dial(generous) as line:
        pour(line, GET + b"a: " + b"x" * 60_000 + b"\r\n\r\n")
        assert b" 404 " not in read_to_the_end(line)


@pytest.mark.parametrize(
    "body",
    [
        b"1\r\n \r\n" * 300_000,
        b"1;" + b"x" * 10_000_000 + b"\r\n \r\n",
        (b"1;" + b"x" * 2000 + b"\r\n \r\n") * 5000,
        b"1\r\n \r\n0\r\n" + b"a: b\r\n" * 100_000,
        b"10000000\r\n" + b" " * 20_000_000,
        b"nonsense\r\n",
    ],
    ids=["pieces of nothing", "an extension", "extensions", "trailers", "too large", "nonsense"],
)
def test_a_body_that_is_too_much_ends_the_connection(generous: Running, body: bytes) -> None:
    with dial(generous) as line, not_growing(generous):
        sent = pour(line, POST + b"Transfer-Encoding: chunked\r\n\r\n" + body)
        heard = read_to_the_end(line)
        assert heard.count(b"HTTP/1.1 4") <= 1
        assert sent < len(body) or len(body) < 5_000_000


def test_a_body_that_is_too_large_is_refused_with_a_sentence(usual: Running) -> None:
    body = b" " * 600_000
    with dial(usual) as line:
        line.sendall(POST + b"Content-Length: 600000\r\nConnection: close\r\n\r\n" + body)
        heard = read_to_the_end(line)
    assert heard.startswith(b"HTTP/1.1 413") and b'"code":"too_large"' in heard


def test_who_asks_whether_to_go_on_is_told(usual: Running) -> None:
    with dial(usual) as line:
        line.sendall(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert line.recv(1000) == b"HTTP/1.1 100 Continue\r\n\r\n"
        line.sendall(b"{}")
        assert line.recv(1000).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    "more",
    [
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 5\r\n\r\nhello",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\n" + b"x: y\r\n" * 97 + b"\r\n",
        b"Upgrade: websocket\r\nConnection: Upgrade\r\nlong: " + b"x" * 10_000 + b"\r\n\r\n",
        b"Upgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n",
    ],
    ids=["with a body", "with chunks", "no key", "a long line", "to something else"],
)
def test_an_upgrade_that_is_none_ends_the_connection(generous: Running, more: bytes) -> None:
    with dial(generous) as line:
        line.sendall(b"GET /api/tables/nowhere/socket HTTP/1.1\r\nHost: localhost\r\n" + more)
        assert b" 101 " not in read_to_the_end(line)


# --- frames

FLOODS = {
    "empty fragments": frame(b"x", TEXT, last=False) + frame(b"", 0, last=False) * 600_000,
    "pings": frame(b"", PING) * 600_000,
    "pongs": frame(b"", PONG) * 600_000,
    "texts": frame(b"", TEXT) * 600_000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_every_frame_counts(usual: Running, kind: str) -> None:
    with shake_hands(usual) as line, not_growing(usual):
        pour(line, FLOODS[kind])
        assert frame_of_closing(4429) in read_to_the_end(line)


def frame_of_closing(code: int) -> bytes:
    """How the payload of a close frame begins, for those who do not read what is before it."""
    return code.to_bytes(2, "big") + b"Too many"


@pytest.mark.parametrize("first", [b'{"t":"ping"}', b"nonsense"])
def test_nothing_is_read_after_hanging_up(usual: Running, first: bytes) -> None:
    much = frame(b'{"t":"ping"}') * 3_000_000
    with shake_hands(usual) as line, not_growing(usual):
        line.sendall(frame(first))
        said = b""
        while first == b"nonsense" and b"That is not a message" not in said:
            more = line.recv(1000)
            assert more, said
            said += more
        assert pour(line, much) < len(much) // 2


@pytest.mark.parametrize(("pieces", "fits"), [(MOST_PIECES, True), (MOST_PIECES + 1, False)])
def test_the_pieces_of_a_message_are_bounded(generous: Running, pieces: int, fits: bool) -> None:
    with shake_hands(generous) as line:
        line.sendall(
            frame(b'{"t":', TEXT, last=False)
            + frame(b"", 0, last=False) * (pieces - 2)
            + (frame(b'"ping"}', 0) if fits else frame(b"", 0, last=False) + frame(b'"ping"}', 0))
        )
        if fits:
            assert b'"pong"' in line.recv(1000)
        else:
            assert frame_of_closing(4429) in read_to_the_end(line)


def test_pongs_that_nobody_reads_end_the_connection(tmp_path: Path) -> None:
    """They are not even kept for as long as a slow reader has."""
    server = Running(tmp_path, **QUICK | {"messages_per_second": 10_000_000, "send_seconds": 3600})
    pings = frame(b"x" * 125, PING) * 400_000
    with shake_hands(server) as line, not_growing(server):
        assert pour(line, pings, seconds=20) < len(pings) // 2
        eventually(lambda: is_cut(line))
    server.stop()
    nothing_went_wrong(server)


def test_views_that_nobody_reads_end_the_connection(tmp_path: Path) -> None:
    """However long the queue may be."""
    server = Running(tmp_path, **QUICK | {"queue_length": 1_000_000, "send_seconds": 1})
    ann, _ben = make(server, HUMAN, HUMAN)
    hello = {"t": "hello", "protocol": 2, "tokens": [ann.token]}
    before = server.open_sockets()
    with shake_hands(server, ann.table) as line:
        pour(line, frame(json.dumps(hello).encode()) * 2000, seconds=20)
        eventually(lambda: server.open_sockets() <= before)
    server.stop()
    nothing_went_wrong(server)


def is_cut(line: socket.socket) -> bool:
    """Has the server ended the connection? Whatever else it said is thrown away."""
    line.settimeout(0.1)
    try:
        return not line.recv(1 << 20)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("seed", range(20))
def test_frames_are_counted_however_they_are_cut(seed: int) -> None:
    chance = random.Random(seed)
    sizes = [chance.choice((0, 1, 125, 126, 300, 65_535, 70_000)) for _ in range(40)]
    opcodes = [chance.choice((1, 2, PING, PONG)) for _ in sizes]
    stream = b"".join(frame(bytes(size), opcode) for size, opcode in zip(sizes, opcodes, strict=True))
    taken = 0

    def take() -> bool:
        nonlocal taken
        taken += 1
        return True

    counter = FrameCounter(take)
    begin, longest = 0, chance.choice((1, 3, 50, 5000, 1_000_000))
    while begin < len(stream):
        size = chance.randrange(1, longest + 1)
        assert counter.walk(stream[begin : begin + size])
        begin += size
    assert counter.is_between
    assert taken == len(sizes)


# --- silence


def test_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    """They are capped where they come in, closed after a while, and their address is served again."""
    server = Running(tmp_path, **QUICK | {"head_seconds": 8})
    with contextlib.ExitStack() as stack:
        silent = [stack.enter_context(dial(server)) for _ in range(1500)]
        eventually(lambda: is_cut(silent[-1]))
        assert not is_cut(silent[0])
        server.http.close()
        from_elsewhere = httpx.HTTPTransport(local_address="127.0.0.2")
        server.http = httpx.Client(transport=from_elsewhere, timeout=PATIENCE, trust_env=False)
        play_out(make(server, HUMAN, HUMAN))
        for line in silent:
            assert read_to_the_end(line) == b""
        assert httpx.get(f"{server.address}/healthz", trust_env=False).status_code == 200
    server.stop()
    nothing_went_wrong(server)


def test_a_socket_that_never_says_hello_is_closed(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK | {"head_seconds": 1})
    (ann,) = make(server, HUMAN, OPEN)
    with socket_at(server) as silent, socket_at(server, ann) as greeting:
        sit(greeting, ann)
        silent.send('{"t": "ping"}')
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                silent.recv(PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400
        greeting.send('{"t": "ping"}')
        hear(greeting, "pong")
    server.stop()


def test_a_socket_lives_longer_than_a_request_may(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK | {"head_seconds": 1, "body_seconds": 1})
    (ann,) = make(server, HUMAN, OPEN)
    with socket_at(server, ann) as socket:
        sit(socket, ann)
        until = time.monotonic() + 3
        while time.monotonic() < until:
            socket.send('{"t": "ping"}')
            hear(socket, "pong")
            time.sleep(0.2)
    server.stop()


def test_hello_again_and_again_keeps_one_welcome(tmp_path: Path) -> None:
    """A large deck of one's own is part of every welcome."""
    server = Running(tmp_path, send_seconds=60)
    line = "start " + "S " * 40 + "finish:R"
    course = f"[course]\ntrack = '{line}'\nbox_limits = false\n"
    wish = {"game": "snow_tails", "options": {"courses": [course] * 10}}
    (ann, _) = make(server, HUMAN, HUMAN, **wish)
    assert len(ann.ask("GET", "./fixed").content) > 100_000
    hello = {"t": "hello", "protocol": 2, "tokens": [ann.token]}
    text = frame(json.dumps(hello).encode())
    memory = server.memory()
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            line_out = stack.enter_context(shake_hands(server, ann.table))
            line_out.sendall(text * 35)
        with somebody_else(server):
            time.sleep(1)
        assert server.memory() < memory + 2 * MOST_GROWTH
    server.stop()


def test_sockets_of_an_address_share_a_limit(tmp_path: Path) -> None:
    server = Running(tmp_path, messages_per_second=1000, messages_per_second_per_address=20)
    (ann,) = make(server, HUMAN, OPEN)
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket_at(server, ann)) for _ in range(10)]
        for each in sockets:
            sit(each, ann)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(100):
                for each in sockets:
                    each.send('{"t": "ping"}')
                    hear(each, "pong")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
    server.stop()


def test_what_takes_long_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    """Decks that take long to read, of which an address may ask for a few at a time."""
    server = Running(tmp_path, requests_per_second=1000)
    deck = "\n".join(f"k{n}=1" for n in range(9000))
    wish = {"game": "snow_tails", "chairs": [HUMAN, HUMAN], "data": deck}

    def ask(_: int) -> tuple[int, str]:
        answer = httpx.post(f"{server.address}/api/tables", json=wish, timeout=PATIENCE, trust_env=False)
        return answer.status_code, answer.json()["code"]

    with somebody_else(server), ThreadPoolExecutor(30) as several:
        answers = set(several.map(ask, range(60)))
    assert answers == {(422, "bad_option"), (429, "too_many")}
    server.stop()
    nothing_went_wrong(server)


def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK | {"requests_per_second": 5})
    with contextlib.ExitStack() as stack, pytest.raises(InvalidStatus):
        for _ in range(200):
            stack.enter_context(socket_at(server))
    server.stop()


SLOW = {
    "nothing": (b"", b""),
    "no line": (b"", b"x"),
    "a head": (GET + b"x: ", b"y"),
    "the next head": (GET + b"\r\n" + GET + b"x: ", b"y"),
    "a body": (POST + b"Content-Length: 5000\r\n\r\n", b" "),
    "a chunk": (POST + b"Transfer-Encoding: chunked\r\n\r\n1;", b"x"),
    "no body": (POST + b"Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n", b""),
    "after the answer": (
        b"PUT /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
        b" ",
    ),
}
"""What is sent at first, and what then drips."""


def test_what_comes_byte_by_byte_has_a_deadline(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK | {"head_seconds": 2, "body_seconds": 2})
    until = time.monotonic() + PATIENCE
    with contextlib.ExitStack() as stack:
        lines = {name: stack.enter_context(dial(server)) for name in SLOW}
        for name, line in lines.items():
            line.sendall(SLOW[name][0])
        while lines:
            assert time.monotonic() < until, lines.keys()
            for name, line in list(lines.items()):
                with contextlib.suppress(ConnectionError):
                    line.sendall(SLOW[name][1])
                if is_cut(line):
                    del lines[name]
    server.stop()
    nothing_went_wrong(server)


def test_who_takes_no_answer_is_let_go(generous: Running) -> None:
    before = generous.open_sockets()
    with dial(generous) as line:
        with not_growing(generous):
            line.sendall(b"GET /schema/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
            eventually(lambda: b" 200 " in line.recv(1000, socket.MSG_PEEK))
        eventually(lambda: generous.open_sockets() <= before)
