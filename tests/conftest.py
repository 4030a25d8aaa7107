"""Tests run the rules with bounds checks: without them a wrong index would silently write another field."""

import os

import pytest

os.environ.setdefault("TRAILMIX_BOUNDSCHECK", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Make the README's pictures anew from the pages that the browser tests look at."""
    parser.addoption(
        "--pictures", action="store_true", help="renew docs/pictures/*.png from the browser tests"
    )
