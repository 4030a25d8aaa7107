"""Servers that tests share: starting one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server import postgres as postgres_module
from server.databases import Database, File, InCluster
from server.postgres import Postgres
from server.running import QUICK, Running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that nobody stops or kills."""
    with postgres_module.running() as cluster:
        yield cluster


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A PostgreSQL of one test, which may stop and kill it."""
    with postgres_module.running() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database of every kind that tables are kept in."""
    if request.param == "sqlite":
        return File(tmp_path / "t.sqlite3")
    return InCluster(request.getfixturevalue("postgres"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with usual settings and quick bots. Nothing may ever fail in it."""
    running = Running(tmp_path_factory.mktemp("server"), **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The same, with uvicorn's own sockets."""
    running = Running(tmp_path_factory.mktemp("plain"), plain_sockets=True, **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()
