"""The trick game of examples/, installed while a module's tests run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import trailmix
from strangers.installing import TRICK, describe, on_the_path
from trailmix.engine.game import Game


@pytest.fixture(scope="module")
def trick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game, found by its entry point; its sources are those of examples/."""
    site = describe("trick", tmp_path_factory.mktemp("site"), {"trick": "trick"})
    with on_the_path(TRICK, site):
        yield trailmix.game("trick")
