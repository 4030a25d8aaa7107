"""Whoever reads slowly gets the whole answer, and what nobody reads takes next to no memory."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.flooding import PATIENCE, read_to_the_end, somebody_else
from server.running import QUICK, Person, Running, eventually
from trailmix.server.connections.http_protocol import PIECE_BYTES

RECORDING = "/api/games/hike_dogsled/lesson/recording"
UNPACKED = {"accept-encoding": "identity"}
READERS = 200
MOST_GROWTH = 40_000_000
SLOW_SECONDS = 5


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server that waits for requests and for readers shorter than a slow reader reads."""
    running = Running(tmp_path, **QUICK | {"head_seconds": 1, "answer_seconds": 2})
    yield running
    running.stop()
    assert not [line for line in running.log_lines() if line["level"] not in ("info", "debug")]


def length(server: Running) -> int:
    """How long the answer is that is read slowly."""
    return len(Person(server).ask("GET", RECORDING, headers=UNPACKED).content)


def asking(server: Running, source: str = "127.0.0.3") -> socket.socket:
    """A connection with little room for the answer that it has asked for."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.bind((source, 0))
    line.connect(("127.0.0.1", server.port))
    line.sendall(f"GET {RECORDING} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return line


def test_a_slow_reader_gets_the_whole_answer(server: Running) -> None:
    whole, heard = length(server), 0
    with asking(server) as line:
        began = time.monotonic()
        while heard < whole:
            piece = line.recv(1 << 14)
            assert piece, "it was cut off"
            heard += len(piece)
            time.sleep(len(piece) / whole * SLOW_SECONDS)
    assert time.monotonic() - began > SLOW_SECONDS


def test_whoever_takes_next_to_nothing_is_let_go(server: Running) -> None:
    time.sleep(2)  # until those connections are closed that began with the server
    before = server.open_sockets()
    with asking(server) as line:
        assert line.recv(1)
        began = time.monotonic()
        assert server.open_sockets() > before
        while server.open_sockets() > before:
            assert time.monotonic() - began < 2 * SLOW_SECONDS
            line.recv(1)
            time.sleep(0.1)
    assert time.monotonic() - began > 2


def test_answers_that_nobody_reads_take_no_memory(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK | {"head_seconds": 30, "unsent_bytes": 10**9})
    assert length(server) * READERS > 10 * MOST_GROWTH
    memory = server.memory()
    with contextlib.ExitStack() as stack, somebody_else(server):
        for n in range(READERS):
            line = stack.enter_context(asking(server, f"127.0.1.{n + 1}"))
            assert line.recv(10, socket.MSG_PEEK)
        assert server.memory() < memory + MOST_GROWTH
    server.stop()


@pytest.mark.parametrize(("limit", "others"), [("unsent_bytes", False), ("unsent_bytes_per_address", True)])
def test_only_so_much_waits_to_be_taken(tmp_path: Path, limit: str, others: bool) -> None:
    server = Running(tmp_path, **QUICK | {limit: 10_000_000})
    whole = length(server)
    fit = 10_000_000 // whole
    with contextlib.ExitStack() as stack:
        for _ in range(fit):
            assert stack.enter_context(asking(server)).recv(10, socket.MSG_PEEK)
        with asking(server) as line:
            assert len(read_to_the_end(line)) < PIECE_BYTES
        if others:
            assert length(server) == whole
        else:
            with pytest.raises(httpx.TransportError):
                length(server)
    eventually(lambda: _is_served(server, whole))  # they have gone
    server.stop()


def _is_served(server: Running, whole: int) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return length(server) == whole
    return False


def test_a_server_that_stops_does_not_wait_for_slow_readers_for_long(tmp_path: Path) -> None:
    server = Running(tmp_path, **QUICK)
    length(server)
    with asking(server) as line:
        assert line.recv(1)
        assert server.stop() == 0
    assert '"trace"' not in server.log(), server.log()
