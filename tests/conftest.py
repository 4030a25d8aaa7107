"""Tests run the rules with bounds checks: without them a wrong index would silently write another field."""

import os

import pytest

os.environ.setdefault("TRAILMIX_BOUNDSCHECK", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Keep pictures of the pages that the browser tests look at, the README's among them."""
    parser.addoption(
        "--pictures",
        action="store_true",
        help="keep pictures of all pages in build/screenshots, and renew docs/pictures/*.png",
    )
