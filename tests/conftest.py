"""Tests run the rules with bounds checks: without them a wrong index would silently write another field."""

import os

import pytest

os.environ.setdefault("TRAILMIX_BOUNDSCHECK", "1")

REAL = ("browser", "server")
"""Tests with real browsers, processes and databases, whose matches are dealt anew each time."""


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: tests with real browsers and processes spend half of their time waiting for them."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What fails there is tried a second time: a machine may falter once. The summary tells of it (R)."""
    for item in items:
        if item.path.parent.name in REAL:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Keep pictures of the pages that the browser tests look at, the README's among them."""
    parser.addoption(
        "--pictures",
        action="store_true",
        help="keep pictures of all pages in build/screenshots, and renew docs/pictures/*.png",
    )
