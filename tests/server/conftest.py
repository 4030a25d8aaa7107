"""Servers that tests share: starting one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import QUICK, Running


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
