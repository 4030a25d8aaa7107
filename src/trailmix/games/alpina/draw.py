"""Alpina on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trailmix.engine.game import Setup
from trailmix.games.alpina.view import View


def draw(_setup: Setup, view: View, _names: Sequence[str]) -> Any:
    """The view as something that rich can print."""
    return repr(view)
