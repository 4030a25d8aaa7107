"""Fixtures of the tests of Alpina."""

from __future__ import annotations

import pytest

from alpina import random_play


@pytest.fixture(params=[2, 3, 4], ids="{} players".format, scope="session")
def played(request: pytest.FixtureRequest) -> tuple[int, random_play.Played]:
    """A number of players, and 500 random matches of so many."""
    return request.param, random_play.play(request.param, 500, seed=request.param)
