"""docs/protocol.md names all that there is, and nothing that there is not; its example bot plays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import typing
from pathlib import Path

import msgspec

from server.running import Running
from trailmix.server.config import PREFIX, Config
from trailmix.server.http.app import SOCKET, build
from trailmix.server.messages import protocol
from trailmix.server.messages.protocol import CLOSE_CODES
from trailmix.server.messages.refusals import STATUS

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_every_refusal_is_named_with_its_status() -> None:
    refusals = DOC[DOC.index("## Refusals") : DOC.index("## Secrets")]
    named = {code: int(status) for code, status in re.findall(r"`(\w+)` \((\d+)", refusals)}
    assert named == STATUS


def test_every_close_code_is_named() -> None:
    named = {int(code) for code in re.findall(r"^\| (\d{4}) \|", DOC, re.MULTILINE)}
    assert named == set(CLOSE_CODES.values())


def test_every_address_is_named() -> None:
    routes = {
        (method, route.path)
        for route in build(Config(database="unused")).routes
        if route.path.startswith("/api")
        for method in getattr(route, "methods", ())
        if method in ("GET", "POST", "DELETE")
    }
    gaps = {"table_id": "ID", "slug": "GAME", "name": "NAME"}
    real = {(method, re.sub(r"\{(\w+):str\}", lambda gap: gaps[gap[1]], path)) for method, path in routes}
    (socket,) = re.findall(r"WebSocket `(\S+)`", DOC)
    assert SOCKET.fullmatch(socket) is not None
    named = set()
    for line in re.findall(r"^\| (`(?:GET|POST|DELETE) .*?) \|", DOC, re.MULTILINE):
        method, parent = "", ""
        for text in re.findall(r"`([^`]+)`", line):
            if " " in text:
                method, path = text.split(" ")
                path = path.split("?")[0]
                parent = path.rpartition("/")[0]
            else:
                path = parent + text
            named.add((method, path))
    assert named == real


def test_the_messages_of_the_example_are_messages() -> None:
    lines = re.findall(r"^client +(\{.*\})", DOC, re.MULTILINE)
    assert len(lines) >= 3
    for line in lines:
        msgspec.json.decode(line, type=protocol.FromClient)
    kinds = set(re.findall(r'^server +\{"t": "(\w+)"', DOC, re.MULTILINE))
    spoken = {message.__struct_config__.tag for message in typing.get_args(protocol.FromServer)}
    assert kinds <= spoken
    for body in re.findall(r"`(\{\"game\".*?\]\})`", DOC):
        msgspec.json.decode(body, type=protocol.NewTable)


def test_the_settings_are_called_as_they_are() -> None:
    assert f"`{PREFIX}PORT" in DOC


def test_the_example_bot_plays_a_match_to_its_end(server: Running) -> None:
    example = ROOT / "examples" / "http_bot.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 45
    done = subprocess.run(
        [sys.executable, str(example), server.address],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    verdict = json.loads(done.stdout[done.stdout.rindex("\n{") :])
    assert verdict["fair"] and len(verdict["scores"]) == 2
