"""The wheel plays where there is only Python: no Node, no C compiler, no checkout, nothing compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from server.running import BOT, HUMAN, QUICK, Json, Started, make

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "trailmix" / "web"
ABSENT = ("node", "npm", "cc", "gcc", "clang", "make", "git")


def bare(commands: Path) -> dict[str, str]:
    """The environment of somebody who has these commands and no others, and has heard of no checkout."""
    ours = ("PYTHON", "VIRTUAL_ENV", "TRAILMIX_", "NUMBA_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"PATH": str(commands), "TRAILMIX_CACHE": str(commands.parent / "cache")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, as `make wheel` builds it, with the page that is there."""
    out = tmp_path_factory.mktemp("dist")
    built = (PAGE / "index.html").stat().st_mtime_ns
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(out)]
    subprocess.run(build, cwd=ROOT, check=True)
    assert (PAGE / "index.html").stat().st_mtime_ns == built, "the page was built again"
    return next(out.glob("trailmix-*-py3-none-any.whl"))


def test_it_is_no_larger_than_the_readme_says(wheel: Path) -> None:
    found = re.search(r"one file of less than ([\d.]+) MB", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert found is not None
    assert wheel.stat().st_size < float(found[1]) * 1_000_000


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a clean environment into which pip has installed the wheel."""
    home = tmp_path_factory.mktemp("clean") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    lock = (ROOT / "requirements" / "play.lock").read_text(encoding="utf-8")
    versions = home / "versions.txt"  # those that all other tests are about
    versions.write_text("\n".join(re.findall(r"^([\w-]+==.*?) \\$", lock, re.M)))
    pip = [sys.executable, "-m", "pip", "--python", str(home), "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "-c", str(versions), str(wheel)], env=bare(home / "bin"), cwd=home, check=True)
    return home / "bin"


class Installed(Started):
    """A server that is started by the installed command, with nothing compiled."""

    def __init__(self, commands: Path, folder: Path) -> None:
        self.commands = commands
        super().__init__(folder, **QUICK)

    def _launch(self, arguments: list[str], env: dict[str, str], log: IO[bytes]) -> Any:
        settings = {name: value for name, value in env.items() if name.startswith("TRAILMIX_SERVER_")}
        return subprocess.Popen(
            [self.commands / "trailmix", "serve", "--no-browser", *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            env=bare(self.commands) | settings,
            cwd=self.database.parent,
        )


@pytest.fixture
def server(commands: Path, tmp_path: Path) -> Iterator[Installed]:
    running = Installed(commands, tmp_path)
    yield running
    assert running.stop() == 0, running.log()


def test_its_command_runs_without_node_and_compiler(commands: Path) -> None:
    env = bare(commands)
    assert [name for name in ABSENT if shutil.which(name, path=env["PATH"])] == []
    done = subprocess.run(
        [commands / "trailmix", "games"],
        env=env,
        cwd=commands.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "alpina" in done.stdout and "snow_tails" in done.stdout


def test_it_shows_its_page_and_plays_against_a_bot(server: Installed) -> None:
    page = server.http.get(f"{server.address}/", headers={"Accept": "text/html"})
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    script = re.search(r'src="(/assets/[^"]+\.js)"', page.text)
    assert script is not None, page.text
    assert server.http.get(server.address + script[1]).headers["content-type"].startswith("text/javascript")

    person = make(server, HUMAN, BOT)[0]
    own = person.view()["seat"]
    log: list[Json] = []
    while sum(entry["seat"] not in (own, None) for entry in log) < 3:
        seen = person.view(since=len(log) - 1, wait=5)
        log += seen["log"]
        if seen["legal"]:
            person.move(seen["legal"][0], seq=seen["seq"])
    assert sum(entry["seat"] == own for entry in log) >= 2
