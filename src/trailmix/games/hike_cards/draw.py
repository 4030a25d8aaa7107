"""Hike on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from trailmix.engine.game import Setup
from trailmix.games.hike_cards.view import View


def draw(setup: Setup, view: View, names: Sequence[str]) -> Drawing:
    """The view as something that rich can print."""
    return Drawing(view, names)


@dataclass(frozen=True)
class Drawing:
    """A view on its way to a terminal."""

    view: View
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Everything."""
        yield Text(str(self.view))
