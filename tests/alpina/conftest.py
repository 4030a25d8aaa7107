"""Fixtures of the tests of Alpina."""

from __future__ import annotations

import pytest

from alpina.helpers import play_many
from random_play import Played


@pytest.fixture(params=[2, 3, 4], ids="{} players".format, scope="session")
def played(request: pytest.FixtureRequest) -> tuple[int, Played]:
    """A number of players, and 500 random matches of so many."""
    return request.param, play_many(request.param, 500, seed=request.param)
