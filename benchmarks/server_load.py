"""How many moves a second one server takes: 50 clients at 25 tables of two, real matches of Alpina.

    python benchmarks/server_load.py [--seconds 18] [--pace 100] [--store postgres [--processes 2]] [--json]

Starts a real server process with the durable store (every acknowledged move synced to disk) on loopback,
plays, and reports. A move is done when *every* seat of the match has the view after it; latency is from
sending to done. Each match has connections of its own. Without ``--pace`` the next seat moves at
once (closed loop); with it, moves are spread evenly over time. The client speaks WebSocket itself, in few
lines: it must not be the slower side of what it measures.

Before and after, `bare_server.py` is measured in the same way: machines that are shared are twice as fast in
one hour as in another, and the ratio to the bare one tells more than the figure. With ``--store postgres``
the server is measured on SQLite and then on a PostgreSQL (Debian's) that is started for it; with
``--processes`` one process on PostgreSQL is compared with several. The clients then go to a process by the
table's id, as a balancer would bring them there, so that no balancer is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

WARM_UP, LOAD_SECONDS = 2.0, 1.0
TABLES, WINDOWS = 25, 4
MATCH = 48
"""Moves of a match of Alpina for two, roughly."""
QUIET = {
    "TABLES_PER_HOUR": "1000000",
    "MESSAGES_PER_SECOND": "1000000",
    "REQUESTS_PER_SECOND": "1000000",
    "CONNECTIONS_PER_ADDRESS": "1000",
    "MESSAGES_PER_SECOND_PER_ADDRESS": "1000000",
    "HEAVY_PER_ADDRESS": "1000",
}


class Heard(msgspec.Struct):
    """The part of a message that the client looks at."""

    t: str
    seq: int = -1
    legal: list[str] = []
    why: str = ""


_heard = msgspec.json.Decoder(Heard)


class Client(asyncio.Protocol):
    """One seat: a WebSocket that remembers the last view it was sent."""

    def __init__(self, table: str, token: str) -> None:
        self.table, self.token = table, token
        self.buffer = b""
        self.open = asyncio.get_running_loop().create_future()
        self.view: Heard | None = None
        self.waiting: asyncio.Future[None] | None = None
        self.wanted = 0

    def connection_made(self, transport: Any) -> None:
        """Ask for an upgrade."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take whole frames off the stream: the server's are short, unmasked and unbroken."""
        self.buffer += data
        if not self.open.done():
            head, found, self.buffer = self.buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            if b" 101 " not in head:
                raise SystemExit(f"The server did not upgrade: {head[:100]!r}")
            self.open.set_result(None)
            self.send(json.dumps({"t": "hello", "protocol": 2, "tokens": [self.token]}).encode())
        while (frame := self._frame()) is not None:
            self._hear(frame)

    def _frame(self) -> bytes | None:
        if len(self.buffer) < 2:
            return None
        size, at = self.buffer[1], 2
        if size == 126:
            size, at = int.from_bytes(self.buffer[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(self.buffer[2:10], "big"), 10
        if len(self.buffer) < at + size:
            return None
        frame, kind, self.buffer = self.buffer[at : at + size], self.buffer[0] & 15, self.buffer[at + size :]
        return frame if kind == 1 else b""

    def _hear(self, frame: bytes) -> None:
        # Only views matter: the others are told apart by their first bytes, without decoding.
        if frame.startswith(b'{"t":"refused"'):
            raise SystemExit(f"refused: {frame[:200]!r}")
        if not frame.startswith(b'{"t":"view"'):
            return
        self.view = _heard.decode(frame)
        if self.view.seq >= self.wanted and self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def send(self, payload: bytes) -> None:
        """A masked text frame, as clients must send them."""
        size = len(payload)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros leaves the payload as it is

    async def until(self, seq: int) -> Heard:
        """The first view after entry `seq`."""
        self.wanted = seq
        if self.view is None or self.view.seq < seq:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        assert self.view is not None  # noqa: S101 - waited for
        return self.view


class Load:
    """All tables, and what was measured."""

    def __init__(self, addresses: list[str], pace: float, seconds: float) -> None:
        self.pace, self.seconds = pace, seconds
        self.ports = [int(address.rsplit(":", 1)[1].strip("/")) for address in addresses]
        self.done: list[tuple[float, float]] = []
        """When each move was done, and how long it took."""

    async def _make(self) -> tuple[str, list[str]]:
        """A new table. By hand as well: a thread for it would hold up the clients that are measured."""
        chairs = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bob"}]
        body = json.dumps({"game": "alpina", "chairs": chairs}).encode()
        reader, writer = await asyncio.open_connection("127.0.0.1", random.choice(self.ports))  # noqa: S311
        head = (
            "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + body)
        answer = await reader.read()
        writer.close()
        made = json.loads(answer.partition(b"\r\n\r\n")[2])
        if "table" not in made:
            raise SystemExit(f"The server made no table: {made}")
        return made["table"]["table"], [made["tokens"]["0"], made["tokens"]["1"]]

    async def table(self, number: int, begin: float) -> None:
        """Play match after match at one table, from `begin` on.

        At a given pace the first match is left early, at each table after another number of moves: otherwise
        all matches would end within a moment, and all new tables would be made in it.
        """
        loop, whims = asyncio.get_running_loop(), random.Random(number)  # noqa: S311
        leave = MATCH * (number + 1) // TABLES if self.pace else None
        end, due = begin + self.seconds, begin + number / TABLES * (TABLES / self.pace if self.pace else 0)
        while loop.time() < end:
            table, tokens = await self._make()
            clients = [await self._sit(table, token) for token in tokens]
            views = [await client.until(0) for client in clients]
            seq = 0
            while (
                loop.time() < end
                and seq != leave
                and (mover := next((n for n in (0, 1) if views[n].legal), None)) is not None
            ):
                if self.pace:
                    await asyncio.sleep(max(0.0, due - loop.time()))
                    due += TABLES / self.pace
                sent = loop.time()
                action = whims.choice(views[mover].legal)
                clients[mover].send(
                    f'{{"t":"move","id":"{table}{seq}","seq":{seq},"actions":["{action}"]}}'.encode()
                )
                seq += 1
                views = [await client.until(seq) for client in clients]
                self.done.append((loop.time() - begin, loop.time() - sent))
            leave = None
            for client in clients:
                client.transport.close()

    async def _sit(self, table: str, token: str) -> Client:
        loop = asyncio.get_running_loop()
        port = self.ports[zlib.crc32(table.encode()) % len(self.ports)]
        _, client = await loop.create_connection(lambda: Client(table, token), "127.0.0.1", port)
        await client.open
        return client

    async def run(self) -> None:
        """All tables at once."""
        begin = asyncio.get_running_loop().time() + 0.2
        await asyncio.gather(*(self.table(number, begin) for number in range(TABLES)))

    def report(self) -> dict[str, Any]:
        """Throughput in windows, latencies, without the warm-up."""
        counted = [(at, took) for at, took in self.done if at >= WARM_UP]
        span = self.seconds - WARM_UP
        edges = [WARM_UP + span * n / WINDOWS for n in range(WINDOWS + 1)]
        windows = [
            sum(low <= at < high for at, _ in counted) / (span / WINDOWS)
            for low, high in itertools.pairwise(edges)
        ]
        cuts = statistics.quantiles([took * 1000 for _, took in counted], n=100)
        return {
            "moves_per_s": round(len(counted) / span, 1),
            "windows": [round(window, 1) for window in windows],
            "p50_ms": round(cuts[49], 2),
            "p90_ms": round(cuts[89], 2),
            "p99_ms": round(cuts[98], 2),
            "max_ms": round(max(took for _, took in counted) * 1000, 2),
        }


def start_bare(folder: Path, name: str) -> tuple[subprocess.Popen[str], str]:
    """A process of the bare server."""
    program = str(Path(__file__).with_name("bare_server.py"))
    server = subprocess.Popen(
        [sys.executable, program, str(folder / name)], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None  # noqa: S101 - asked for
    return server, server.stdout.readline().strip()


def bare(folder: Path, name: str, pace: float, seconds: float) -> dict[str, Any]:
    """What the bare server does."""
    server, address = start_bare(folder, name)
    try:
        load = Load([address], pace, seconds + WARM_UP)
        asyncio.run(load.run())
    finally:
        server.terminate()
        server.wait()
    return load.report()


@cache
def compile_all() -> None:
    """Have everything compiled before it is measured."""
    subprocess.run([sys.executable, "-m", "trailmix", "warm"], check=True, stdout=subprocess.DEVNULL)


def start(database: str) -> tuple[subprocess.Popen[str], str]:
    """A server process on a database, compiled from its start."""
    compile_all()
    environment = {**os.environ, **{f"TRAILMIX_SERVER_{name}": value for name, value in QUIET.items()}}
    command = [sys.executable, "-m", "trailmix", "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--database", database],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None  # noqa: S101 - asked for
    found = re.search(r"http://\S+?:\d+", server.stdout.readline())
    if found is None:
        raise SystemExit("The server did not start.")
    return server, found[0]


def usage(pid: int) -> tuple[float, float]:
    """Memory in MB and processor seconds of a process, from /proc."""
    memory = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(memory[1]) / 1024 if memory else 0.0, (int(fields[11]) + int(fields[12])) / os.sysconf(
        "SC_CLK_TCK"
    )


def usage_of_all(servers: list[tuple[subprocess.Popen[str], str]]) -> tuple[float, float]:
    """The same of several processes together."""
    each = [usage(server.pid) for server, _ in servers]
    return sum(memory for memory, _ in each), sum(seconds for _, seconds in each)


def measure(
    folder: Path,
    database: str,
    pace: float,
    seconds: float,
    processes: int = 1,
    database_seconds: Callable[[], float] | None = None,
) -> dict[str, Any]:
    """What servers do over a database, with the bare server before and after.

    `database_seconds` tells how much processor time the database has used, where it has processes of its own.
    """
    yardsticks = [bare(folder, "before", pace, seconds / 3)]
    servers = [start(database) for _ in range(processes)]
    try:
        addresses = [address for _, address in servers]
        asyncio.run(Load(addresses, 0, LOAD_SECONDS).run())  # the first table has the game loaded
        before, own = usage_of_all(servers), time.process_time()
        stored = database_seconds() if database_seconds else 0.0
        load = Load(addresses, pace, seconds + WARM_UP)
        asyncio.run(load.run())
        after, own = usage_of_all(servers), time.process_time() - own
        stored = database_seconds() - stored if database_seconds else 0.0
    finally:
        for server, _ in servers:
            server.terminate()
            server.wait()
    yardsticks.append(bare(folder, "after", pace, seconds / 3))
    found = load.report()
    measured = "p99_ms" if pace else "moves_per_s"
    found[f"bare_{measured}"] = [yardstick[measured] for yardstick in yardsticks]
    found["ratio_to_bare"] = round(found[measured] / statistics.mean(found[f"bare_{measured}"]), 2)
    found |= {"server_mb": round(after[0], 1), "server_mb_before": round(before[0], 1)}
    found["server_cpu_us_per_move"] = round((after[1] - before[1]) * 1e6 / len(load.done), 1)
    found["client_cpu_us_per_move"] = round(own * 1e6 / len(load.done), 1)
    if database_seconds:
        found["database_cpu_us_per_move"] = round(stored * 1e6 / len(load.done), 1)
    return found


def measure_both(pace: float, seconds: float) -> dict[str, Any]:
    """SQLite and PostgreSQL, one after the other, and how they compare."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from server.postgres import running

    found: dict[str, Any] = {}
    with running() as cluster:
        for store, database in (("sqlite", None), ("postgres", cluster.new())):
            with tempfile.TemporaryDirectory() as folder:
                where = database or str(Path(folder) / "load.sqlite3")
                spent = cluster.processor_seconds if database else None
                measured = measure(Path(folder), where, pace, seconds, database_seconds=spent)
            found |= {f"{store}_{name}": value for name, value in measured.items()}
    for name, figure in (("cpu", "server_cpu_us_per_move"), ("moves", "moves_per_s")):
        ours, theirs = found[f"postgres_{figure}"], found[f"sqlite_{figure}"]
        found[f"postgres_to_sqlite_by_{name}"] = round(ours / theirs if name == "moves" else theirs / ours, 2)
    return found


def measure_processes(pace: float, seconds: float, processes: int) -> dict[str, Any]:
    """One process on PostgreSQL and several, one after the other, and how they compare."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from server.postgres import running

    found: dict[str, Any] = {}
    with running() as cluster, tempfile.TemporaryDirectory() as folder:
        for number in (1, processes):
            (Path(folder) / str(number)).mkdir()
            place, spent = Path(folder) / str(number), cluster.processor_seconds
            measured = measure(place, cluster.new(), pace, seconds, number, spent)
            found |= {f"processes_{number}_{name}": value for name, value in measured.items()}
    moves = [found[f"processes_{number}_moves_per_s"] for number in (processes, 1)]
    found[f"processes_{processes}_to_1_by_moves"] = round(moves[0] / moves[1], 2)
    return found


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--seconds", type=float, default=18.0)
    options.add_argument(
        "--pace", type=float, default=0.0, help="moves a second in all; 0: as fast as it goes"
    )
    options.add_argument(
        "--store", choices=["sqlite", "postgres"], default="sqlite", help="postgres: SQLite, too, to compare"
    )
    options.add_argument("--processes", type=int, default=1, help="on PostgreSQL: compare so many with one")
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    if chosen.processes > 1:
        if chosen.store != "postgres":
            options.error("several processes need --store postgres")
        found = measure_processes(chosen.pace, chosen.seconds, chosen.processes)
    elif chosen.store == "postgres":
        found = measure_both(chosen.pace, chosen.seconds)
    else:
        with tempfile.TemporaryDirectory() as folder:
            database = str(Path(folder) / "load.sqlite3")
            found = measure(Path(folder), database, chosen.pace, chosen.seconds)
    if chosen.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:>32}  {value}")


if __name__ == "__main__":
    main()
