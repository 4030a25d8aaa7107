"""The trick game of examples/ is installed while the suite runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from strangers.installing import TRICK, describe, on_the_path


@pytest.fixture(scope="package", autouse=True)
def _trick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Found by its entry point; its sources are those of examples/."""
    site = describe("trick", tmp_path_factory.mktemp("site"), {"trick": "trick"})
    with on_the_path(TRICK, site):
        yield
