"""Syncing beside the event loop: every wish is answered, a failing disk is said, nothing is left open."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import pytest

from trailmix.server.storage import syncing
from trailmix.server.storage.syncing import Syncer


@pytest.fixture(params=[True, False], ids=["thread", "loop"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of compiled code, and what is done where there is none."""
    monkeypatch.setattr(syncing, "IN_A_THREAD", request.param and syncing.IN_A_THREAD)


async def answers(file: int, times: int) -> list[bool]:
    """Sync a file so many times, one after the other."""
    heard: list[bool] = []
    answered = asyncio.Event()

    def done(well: bool) -> None:
        heard.append(well)
        answered.set()

    syncer = Syncer(file, done)
    for _ in range(times):
        answered.clear()
        syncer.sync()
        await asyncio.wait_for(answered.wait(), 60)
    syncer.close()
    return heard


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.usefixtures("way")
def test_every_wish_is_answered(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as file:
        file.write(b"something")
        assert asyncio.run(answers(file.fileno(), 50)) == [True] * 50


@pytest.mark.usefixtures("way")
def test_what_cannot_be_synced_is_said() -> None:
    into, out_of = os.pipe()  # which has no disk behind it
    try:
        assert asyncio.run(answers(out_of, 3)) == [False] * 3
    finally:
        os.close(into)
        os.close(out_of)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted as Linux tells them")
def test_nothing_is_left_open(tmp_path: Path) -> None:
    def once() -> None:
        with (tmp_path / "log").open("wb") as file:
            asyncio.run(answers(file.fileno(), 1))

    once()
    files, threads = open_files(), threading.active_count()
    for _ in range(5):
        once()
    # Fewer there may be: what other tests of this process had open is closed at some time.
    assert open_files() <= files
    assert threading.active_count() <= threads
