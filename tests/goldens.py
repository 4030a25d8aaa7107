"""The golden matches of a game: ``tests/golden/SLUG/*.json``, and the script that searched for them."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path
from typing import Any

import trailmix
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent / "golden"


class Goldens:
    """Those of one game."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.match = functools.cache(self._match)

    def names(self) -> set[str]:
        """The matches that are there."""
        return {path.stem for path in (FOLDER / self.slug).glob("*.json")}

    def text(self, name: str) -> str:
        """A match as it is kept."""
        return (FOLDER / self.slug / f"{name}.json").read_text(encoding="utf-8")

    def _match(self, name: str) -> Match:
        return trailmix.load(self.text(name))

    @functools.cached_property
    def maker(self) -> Any:
        """The script that searched for them: it says what each must be like."""
        name = f"make_{self.slug}"
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
