"""A game is loaded when somebody plays it."""

from __future__ import annotations

from pathlib import Path

from server.running import QUICK, Started, make


def test_a_game_is_loaded_when_somebody_plays_it(tmp_path: Path) -> None:
    """Not before, only once, and for some megabytes."""
    running = Started(tmp_path, **QUICK)

    def loaded() -> list[str]:
        return [line["game"] for line in running.log_lines() if line["message"] == "a game is loaded"]

    try:
        assert loaded() == []
        before = running.memory()
        make(running)
        make(running)
        assert loaded() == ["alpina"]
        assert running.memory() < before + 50_000_000
    finally:
        assert running.stop() == 0
