"""The games that have a page. What tests know of one stands in `playing_SLUG.py` alone."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Protocol, cast

import trailmix
from browser.browsing import Screen
from server.running import Json

PAGES = Path(__file__).resolve().parents[2] / "web" / "src" / "games"
PLAYABLE = [slug for slug in trailmix.game_names() if (PAGES / slug / "index.ts").exists()]


class Playing(Protocol):
    """How a game is played with the mouse, and what in it is secret."""

    TURNS_EACH: int

    def first_step(self, screen: Screen, nth: int = 0) -> None:
        """Begin a turn that has further steps; `nth` makes turns differ."""

    def whole_turn(self, screen: Screen, nth: int = 0) -> None:
        """Lay out a whole turn, without confirming it."""

    def something_illegal(self, screen: Screen) -> str:
        """Try what the rules forbid; gives the action."""

    def secrets(self, own: Json) -> list[str]:
        """What nobody else may see, as it would stand in a page or a message."""

    def public(self, view: Json) -> list[str]:
        """What everybody sees, by the same names."""

    def progress(self, screen: Screen) -> int:
        """How far the board on the screen is, as a number that grows."""


def playing(game: str) -> Playing:
    """What the tests know of a game."""
    return cast(Playing, importlib.import_module(f"browser.playing_{game}"))
