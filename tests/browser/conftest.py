"""A browser, a server and tables, shared by the tests of a package.

Of the package and not of the session: Playwright keeps an event loop running in its thread, and tests
elsewhere want their own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from browser.browsing import NO_CHROMIUM, Browsing, Pages, browser_at, chromium, serving
from browser.games import Playing, playing
from browser.screens import Scene
from server.running import QUICK, Running


@pytest.fixture(scope="package")
def pages() -> Iterator[Pages]:
    program = chromium()
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_CHROMIUM)
    with browser_at(program) as started:
        yield Pages(started)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with quick bots."""
    yield from serving(Running(tmp_path_factory.mktemp("server"), **QUICK))


@pytest.fixture
def browsing(pages: Pages, server: Running) -> Iterator[Browsing]:
    """People with browsers; no script of theirs may fail."""
    people = Browsing(pages, server)
    yield people
    assert people.end() == []


@pytest.fixture
def how(game: str) -> Playing:
    """How the game is played with the mouse."""
    return playing(game)


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("pictures"))


@pytest.fixture(scope="package")
def scenes() -> dict[str, Scene]:
    return {}


@pytest.fixture
def scene(scenes: dict[str, Scene], server: Running, game: str) -> Scene:
    """Tables of the game, in which nobody plays on."""
    return scenes.setdefault(game, Scene(server, game))
