"""A server as a process of its own, and somebody who asks it things over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

import httpx

from server.nursery import Born, nursery

READY_SECONDS = 120.0
QUICK: dict[str, Any] = {
    "bot_pause": 0,
    "think_seconds": 0.02,
    "messages_per_second": 10_000,
    "messages_per_second_per_address": 1_000_000,
    "requests_per_second": 10_000,
    "files_per_second": 10_000,
    "heavy_per_address": 1000,
    "tables_per_hour": 10_000,
    "parcels_per_hour": 10_000,
    "codes_per_hour": 10_000,
    "analyses_per_address": 50,
    "analysis_simulations": 8,
    "remarks_per_minute": 10_000,
}
"""Settings for tests that are not about limits."""
PREFIX = "TRAILMIX_SERVER_"
Json = dict[str, Any]


def environment(**settings: object) -> dict[str, str]:
    """Ours, with these settings of the server and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return kept | {f"{PREFIX}{name.upper()}": str(value) for name, value in settings.items()}


def command(*arguments: str, program: Sequence[str] = ("-m", "trailmix")) -> list[str]:
    """The command line of ``trailmix serve``."""
    return [sys.executable, *program, "serve", "--no-browser", *arguments]


class Running:
    """``trailmix serve`` on a database of its own, which can be stopped, killed and started again."""

    process: Born | subprocess.Popen[bytes]

    def __init__(self, folder: Path, *flags: str, **settings: object) -> None:
        self.database = folder / "tables.sqlite3"
        self.log_file = folder / "server.log"
        self.flags = flags
        self.settings = settings
        self.port = 0
        self.said: list[str] = []
        self.start()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before, and wait until it answers."""
        arguments = ["--port", str(self.port), "--database", str(self.database), *self.flags]
        with self.log_file.open("ab") as log:
            self.process = self._launch(arguments, environment(**self.settings), log)
        assert self.process.stdout is not None
        self.said = []
        while not self.said or not self.said[-1].startswith("Ctrl-C"):
            line = self.process.stdout.readline().decode()
            assert line, self.log()
            self.said.append(line.rstrip())
        found = re.search(r":(\d+)/", self.said[0])
        assert found is not None, self.said
        self.port = int(found[1])
        # The server closes a connection after five idle seconds: one about to be closed is not used again.
        limits = httpx.Limits(keepalive_expiry=2)
        self.http = httpx.Client(timeout=40, trust_env=False, limits=limits)
        try:
            self._wait_for_answer()
        except BaseException:
            self.kill()
            raise

    def _launch(self, arguments: list[str], env: dict[str, str], log: IO[bytes]) -> Any:
        return nursery().start(["serve", "--no-browser", *arguments], env, log)

    def _wait_for_answer(self) -> None:
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log()
            try:
                if self.http.get(f"{self.address}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                pass  # it does not listen yet
            time.sleep(0.1)  # asking more often would keep it from getting ready
        raise AssertionError(f"The server was not ready in time:\n{self.log()}")

    def log(self) -> str:
        """What it has written to standard error."""
        return self.log_file.read_text(encoding="utf-8")

    def log_lines(self) -> list[Json]:
        """The same, each line read as JSON."""
        return [json.loads(line) for line in self.log().splitlines()]

    def memory(self) -> int:
        """Bytes of memory that it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def open_sockets(self) -> int:
        """How many sockets it has open."""
        count = 0
        for file in Path(f"/proc/{self.process.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # closed while we were counting
                count += os.readlink(file).startswith("socket:")
        return count

    def kill(self) -> None:
        """End it at once, whatever it is doing."""
        self.end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end; gives its exit code."""
        return self.end(signal.SIGTERM)

    def end(self, sign: signal.Signals) -> int:
        """Send it a signal and wait for its end; gives its exit code."""
        self.process.send_signal(sign)
        return self.wait()

    def wait(self) -> int:
        """Wait for its end; gives its exit code."""
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.http.close()
        return code


class Started(Running):
    """A server that is started as anybody starts it, from nothing."""

    program: Sequence[str] = ("-m", "trailmix")

    def _launch(self, arguments: list[str], env: dict[str, str], log: IO[bytes]) -> Any:
        whole = command(*arguments, program=self.program)
        return subprocess.Popen(whole, stdout=subprocess.PIPE, stderr=log, env=env)


class Person:
    """Somebody who asks a server things, with the token of a chair or without."""

    def __init__(self, server: Running, table: str = "", token: str | None = None, chair: int = 0) -> None:
        self.server, self.table, self.token, self.chair = server, table, token, chair
        self.invite = ""

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """One request; a path that begins with a dot is below the table's."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        if path.startswith("."):
            path = f"/api/tables/{self.table}{path[1:]}"
        if body is not None:
            more["json"] = body
        return self.server.http.request(method, f"{self.server.address}{path}", headers=headers, **more)

    def get(self, path: str, **params: Any) -> Any:
        """Something that is there."""
        return good(self.ask("GET", path, params=params))

    def post(self, path: str, body: Any = None) -> Any:
        """Something that may be done."""
        return good(self.ask("POST", path, body))

    def refused(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, str, str]:
        """Something that may not: the status, the code and the sentence."""
        answer = self.ask(method, path, body, **more)
        said = answer.json()
        assert said["t"] == "refused", answer.text
        assert said["why"].endswith((".", "?", "!")), said["why"]
        return answer.status_code, said["code"], said["why"]

    # --- a match

    def view(self, since: int | None = None, wait: float = 0.0) -> Json:
        """What the seat may know."""
        params = {} if since is None else {"since": since, "wait": wait}
        seen: Json = self.get("./view", **params)
        return seen

    def move(self, *actions: Any, seq: int | None = None, name: str | None = None) -> Json:
        """Play actions on the present position (or the one with number `seq`)."""
        at = self.view()["seq"] if seq is None else seq
        ack: Json = self.post("./moves", {"t": "move", "id": name or f"{at}", "seq": at, "actions": actions})
        return ack


def eventually(so: Callable[[], bool], pause: Callable[[float], None] = time.sleep) -> None:
    """Wait until something is so, but not for ever."""
    until = time.monotonic() + 30
    while not so():
        assert time.monotonic() < until, "It did not come to pass."
        pause(0.02)


def good(answer: httpx.Response) -> Any:
    """The JSON of an answer that must be a good one."""
    assert answer.is_success, f"{answer.status_code} {answer.text}"
    return answer.json()


HUMAN, BOT, OPEN = {"kind": "human"}, {"kind": "bot", "level": "greedy"}, {"kind": "open"}


def make(server: Running, *chairs: Json, **wish: Any) -> list[Person]:
    """A new table: those who hold its human chairs, the host first."""
    made = Person(server).post("/api/tables", {"game": "alpina", "chairs": chairs or (HUMAN, HUMAN), **wish})
    people = [Person(server, made["table"]["table"], token, int(n)) for n, token in made["tokens"].items()]
    for person in people:
        person.invite = made["invite"]
    return people


def mover(people: list[Person]) -> Person:
    """The one of them who is to move."""
    return next(person for person in people if person.view()["legal"])


def play_out(people: list[Person]) -> None:
    """Play a match to its end, everybody taking the first legal action."""
    seen = people[0].view()
    while seen["view"]["to_move"] is not None:
        for person in people:
            seen = person.view()
            if seen["legal"]:
                person.move(seen["legal"][0], seq=seen["seq"])
