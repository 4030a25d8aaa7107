"""On a full disk nothing is played, the server says so, and all is well when there is room again."""

from __future__ import annotations

import asyncio
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.postgres import Postgres
from server.running import HUMAN, QUICK, Json, Person, Running, eventually, make, mover
from trailmix.server.http import health as health_module
from trailmix.server.http.health import Health
from trailmix.server.messages.refusals import No
from trailmix.server.storage.sqlite import SqliteStore

Fill = Callable[[Running, bool], None]


def limit(running: Running, full: bool) -> None:
    """No file of the server may grow, as on a full disk."""
    size = 0 if full else resource.RLIM_INFINITY
    resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def fill(running: Running, full: bool) -> None:
    """Fill the small disk that the tables are on, or make room again."""
    filler = disk_of(running) / "filler"
    if not full:
        filler.unlink()
        return
    fill_up(filler)


def fill_up(filler: Path) -> None:
    """Write a file that takes all the room there is."""
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                pass


def disk_of(running: Running) -> Path:
    return Path(running.flags[-1]).parent


@pytest.fixture(params=[limit, fill], ids=["limit", "disk"])
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Running, Fill]]:
    """A server, and a way to fill its disk: a real small one where we may make one."""
    flags: tuple[str, ...] = ()
    disk = tmp_path / "disk"
    if request.param is fill:
        disk.mkdir()
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], check=False, capture_output=True
        )
        if made.returncode != 0:
            pytest.skip("A disk can be made by root only.")
        flags = ("--database", str(disk / "tables.sqlite3"))
    try:
        running = Running(tmp_path, *flags, **QUICK)
        try:
            yield running, request.param
        finally:
            running.stop()
    finally:
        if flags:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)


def health(running: Running) -> int:
    return Person(running).ask("GET", "/healthz").status_code


def test_on_a_full_disk_nothing_is_played_and_the_server_says_so(world: tuple[Running, Fill]) -> None:
    running, fill = world
    people = make(running, HUMAN, HUMAN)
    first = mover(people)
    seen = first.view()
    assert health(running) == 200
    fill(running, True)
    move = {"t": "move", "id": "1", "seq": seen["seq"], "actions": [seen["legal"][0]]}
    status, code, why = first.refused("POST", "./moves", move)
    assert (status, code) == (503, "stopping")
    assert "nothing was played" in why
    assert first.view() == seen
    new_table = {"game": "alpina", "chairs": [HUMAN, HUMAN]}
    assert Person(running).refused("POST", "/api/tables", new_table)[:2] == (503, "stopping")
    eventually(lambda: health(running) == 503)
    assert Person(running).refused("GET", "/healthz") == (
        503,
        "stopping",
        "The tables cannot be read or written now.",
    )
    fill(running, False)
    assert first.post("./moves", move)["seq"] == seen["seq"] + 1
    eventually(lambda: health(running) == 200)
    assert [entry["seq"] for entry in first.get("./log")] == [0, 1]


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A real disk of some megabytes, where we may make one, in a place that others may reach, too."""
    disk = Path(tempfile.mkdtemp(prefix="trailmix-disk-"))
    disk.chmod(0o755)
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m,mode=777", "tmpfs", str(disk)],
        check=False,
        capture_output=True,
    )
    if made.returncode != 0:
        disk.rmdir()
        pytest.skip("A disk can be made by root only.")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)
        disk.rmdir()


def test_when_the_disk_of_the_database_is_full_nothing_is_played(
    mortal: Postgres, small_disk: Path, tmp_path: Path
) -> None:
    """Its tables are on a disk that fills up; PostgreSQL goes on, and says so."""
    place = small_disk / "tables"
    place.mkdir()
    shutil.chown(place, "nobody")
    place.chmod(0o700)
    mortal.ask("postgres", f"CREATE TABLESPACE small LOCATION '{place}'")
    mortal.ask("postgres", "CREATE DATABASE small TABLESPACE small")
    running = Running(tmp_path, "--database", mortal.address("small"), **QUICK)
    try:
        tables = [make(running, HUMAN, HUMAN) for _ in range(3)]
        fill_up(small_disk / "filler")
        people, move, acked = next(filter(None, map(play_until_refused, tables)))
        new = {"game": "alpina", "chairs": [HUMAN, HUMAN], "options": {}}
        statuses = {Person(running).ask("POST", "/api/tables", new).status_code for _ in range(30)}
        assert 503 in statuses
        (small_disk / "filler").unlink()
        assert mover(people).post("./moves", move)["seq"] == acked + 1
        assert [entry["seq"] for entry in people[0].get("./log")] == list(range(acked + 2))
        eventually(lambda: health(running) == 200)
    finally:
        running.stop()
    assert '"trace"' not in running.log(), running.log()


def play_until_refused(people: list[Person]) -> tuple[list[Person], Json, int] | None:
    """The move that could not be written, and how many could; None if the match was played to its end."""
    while True:
        try:
            first = mover(people)
        except StopIteration:
            return None
        seen = first.view()
        move = {"t": "move", "id": f"m{seen['seq']}", "seq": seen["seq"], "actions": [seen["legal"][0]]}
        answer = first.ask("POST", "./moves", move)
        if answer.status_code != 200:
            assert (answer.status_code, answer.json()["code"]) == (503, "stopping"), answer.text
            assert "nothing was played" in answer.json()["why"]
            assert first.view() == seen
            return people, move, seen["seq"]


def test_however_often_it_is_asked_the_disk_is_tried_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "t.sqlite3")
        await store.open()
        note_time, trials = store.note_time, 0

        async def counted() -> None:
            nonlocal trials
            trials += 1
            await note_time()

        monkeypatch.setattr(store, "note_time", counted)
        monkeypatch.setattr(health_module, "KNOWN_SECONDS", 1000.0)
        checked = Health(store)
        await asyncio.gather(*(checked.check() for _ in range(100)))
        await checked.check()
        assert trials == 1
        await store.close()
        await checked.check()  # that is not known yet
        monkeypatch.setattr(health_module, "KNOWN_SECONDS", -1.0)
        checked = Health(store)
        for n in range(2, 5):
            with pytest.raises(No, match="no_store"):
                await checked.check()
            assert trials == n

    asyncio.run(run())
