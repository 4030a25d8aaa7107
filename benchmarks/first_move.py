"""How long somebody waits for a first move where nothing is compiled, and for the server that takes over.

    python benchmarks/first_move.py              # from `trailmix serve` to a bot's answer, in every game
    python benchmarks/first_move.py --fresh-clone alpina  # the same from `make play`, nothing installed
    python benchmarks/first_move.py --hand-over  # how long answers take while a compiled server takes over
    python benchmarks/first_move.py --busy       # how long answers take while bots think in plain Python

Each start has an empty cache of its own, except the hand-over, which needs compiled games (`trailmix warm`).
A fresh clone is one of what is committed; it has empty caches of pip and npm, too.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trailmix

HOME = Path(__file__).resolve().parent.parent
WAIT = 5.0
BUSY_SECONDS, BUSY_TABLES = 20.0, 3
HAND_OVER_AFTER = 2.0
FEWEST = {game: min(trailmix.game(game).players) for game in trailmix.game_names()}
"""The fewest players of each game."""
UNLIMITED = {"TRAILMIX_SERVER_REQUESTS_PER_SECOND": "10000"}
Json = dict[str, Any]


class Server:
    """``trailmix serve``, from nothing."""

    def __init__(self, folder: Path, **environment: str) -> None:
        arguments = ["--no-browser", "--port", "0", "--database", str(folder / "tables.sqlite3")]
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            self.command(folder, arguments),
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        self.address = self.wait_for_address()

    def command(self, folder: Path, arguments: list[str]) -> list[str]:
        """What starts it."""
        return [sys.executable, "-m", "trailmix", "serve", *arguments]

    def wait_for_address(self) -> str:
        """The address, as soon as it is told."""
        assert self.process.stdout is not None  # noqa: S101 - asked for
        for line in self.process.stdout:
            found = re.search(r"http://\S+?:\d+", line)
            if found is not None:
                return found[0]
        raise SystemExit("The server did not start.")

    def since_start(self) -> float:
        """Seconds since somebody has started it."""
        return time.perf_counter() - self.begun

    def ask(self, path: str, body: Json | None = None, token: str | None = None) -> Any:
        """One request over HTTP."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, headers)  # noqa: S310 - our own
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            text = answer.read()
        return json.loads(text) if path.startswith("/api") else text

    def stop(self) -> None:
        """End it, and whatever make has started."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


class FreshClone(Server):
    """``make play`` in a fresh clone of what is committed."""

    def __init__(self, folder: Path, **environment: str) -> None:
        clone = ["git", "clone", "--quiet", str(HOME), str(folder / "clone")]
        subprocess.run(clone, check=True)
        caches = {"XDG_CACHE_HOME": "", "PIP_CACHE_DIR": "pip", "npm_config_cache": "npm"}
        empty = {name: str(folder / "caches" / inside) for name, inside in caches.items()}
        super().__init__(folder, **empty, **environment)

    def command(self, folder: Path, arguments: list[str]) -> list[str]:
        """What starts it."""
        return ["make", "-C", str(folder / "clone"), "play", f"ARGS={' '.join(arguments)}"]


class Seat:
    """Somebody among bots, who plays the first action that is allowed."""

    def __init__(self, server: Server, game: str) -> None:
        bots = [{"kind": "bot", "level": "greedy"}] * (FEWEST[game] - 1)
        made = server.ask("/api/tables", {"game": game, "chairs": [{"kind": "human"}, *bots]})
        (self.token,) = made["tokens"].values()
        self.server, self.table = server, f"/api/tables/{made['table']['table']}"
        self.seen = self.look("/view")

    def look(self, path: str) -> Json:
        """Something at the table."""
        found: Json = self.server.ask(f"{self.table}{path}", token=self.token)
        return found

    def wait_for_turn(self) -> bool:
        """Until there is something to decide; False if the match is over."""
        while not self.seen["legal"]:
            if self.seen["view"]["to_move"] is None:
                return False
            self.wait_for_news()
        return True

    def wait_for_news(self) -> None:
        """Until something has happened."""
        self.seen = self.look(f"/view?since={self.seen['seq']}&wait={WAIT}")

    def move(self) -> None:
        """Play, and see what has become of it."""
        said = {
            "t": "move",
            "id": os.urandom(8).hex(),
            "seq": self.seen["seq"],
            "actions": self.seen["legal"][:1],
        }
        self.server.ask(f"{self.table}/moves", said, self.token)
        self.seen = self.look("/view")

    def is_answered(self, since: int) -> bool:
        """Has somebody else done something since then?"""
        mine = self.seen["seat"]
        log: Any = self.look(f"/log?since={since}")
        return any(entry["kind"] == "move" and entry["seat"] != mine for entry in log)


def first_move(game: str, start: type[Server] = Server) -> list[float]:
    """Seconds until the page answers, until a move is accepted, and until a bot has answered it."""
    with tempfile.TemporaryDirectory() as folder:
        server = start(Path(folder), TRAILMIX_CACHE=str(Path(folder) / "cache"))
        try:
            server.ask("/")
            times = [server.since_start()]
            seat = Seat(server, game)
            seat.wait_for_turn()
            at = seat.seen["seq"]
            seat.move()
            times.append(server.since_start())
            while not seat.is_answered(at):
                seat.move() if seat.seen["legal"] else seat.wait_for_news()
            return [*times, server.since_start()]
        finally:
            server.stop()


def print_first_move(game: str, start: type[Server] = Server) -> None:
    """A line with the times, and the ratio of the last to the first."""
    times = first_move(game, start)
    told = "  ".join(f"{seconds:5.2f} s" for seconds in times)
    print(f"{game:14} the page answers, a move is taken, a bot has answered: {told}", end=" ")
    print(f"({times[-1] / times[0]:.2f} of the first; load now {os.getloadavg()[0]:.1f})", flush=True)


def waits(server: Server, seconds: float) -> list[float]:
    """How long each request waits, one after the other for some seconds."""
    found, until = [], time.perf_counter() + seconds
    while (begun := time.perf_counter()) < until:
        try:
            server.ask("/api/tables")
        except OSError as error:
            print("a request was not answered:", error)
        found.append(time.perf_counter() - begun)
        time.sleep(0.01)
    return found


def hand_over() -> list[float]:
    """How long requests wait while a compiled server takes over."""
    with tempfile.TemporaryDirectory() as folder:
        go = Path(folder) / "go"
        server = Server(Path(folder), TRAILMIX_SERVER_UNCOMPILED_UNTIL=str(go), **UNLIMITED)
        try:
            for game in FEWEST:
                Seat(server, game)
            threading.Timer(HAND_OVER_AFTER, go.touch).start()
            return waits(server, HAND_OVER_AFTER + 15)
        finally:
            server.stop()


@contextlib.contextmanager
def playing(seat: Seat) -> Iterator[None]:
    """Somebody who plays as fast as bots answer."""
    stop = threading.Event()

    def play() -> None:
        while not stop.is_set() and seat.wait_for_turn():
            seat.move()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def busy(game: str) -> list[float]:
    """How long requests wait while bots think all the time, the rules being plain Python."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), NUMBA_DISABLE_JIT="1", TRAILMIX_SERVER_BOT_PAUSE="0", **UNLIMITED)
        try:
            with contextlib.ExitStack() as tables:
                for _ in range(BUSY_TABLES):
                    tables.enter_context(playing(Seat(server, game)))
                return waits(server, BUSY_SECONDS)
        finally:
            server.stop()


def in_milliseconds(found: list[float]) -> str:
    """The median, the slowest of a hundred, and the slowest of all."""
    slow = statistics.quantiles(found, n=100)[-1]
    middle, most = statistics.median(found), max(found)
    return (
        f"median {1000 * middle:.0f} ms, one in a hundred {1000 * slow:.0f} ms, at most {1000 * most:.0f} ms"
    )


def main() -> None:
    """Measure what is asked for, and say how busy the machine was."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fresh-clone", choices=FEWEST, metavar="GAME")
    parser.add_argument("--hand-over", action="store_true")
    parser.add_argument("--busy", action="store_true")
    asked = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if asked.hand_over:
        print("requests while a compiled server takes over:", in_milliseconds(hand_over()))
        return
    if asked.fresh_clone:
        print_first_move(asked.fresh_clone, FreshClone)
        return
    for game in FEWEST:
        if asked.busy:
            print(f"{game:14}", in_milliseconds(busy(game)))
        else:
            print_first_move(game)


if __name__ == "__main__":
    main()
