"""A server with nothing compiled answers at once, and says how far it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.running import HUMAN, OPEN, QUICK, Person, Started, make


def test_a_cold_server_answers_and_says_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAILMIX_CACHE", str(tmp_path / "cache"))
    running = Started(tmp_path, ready=False)
    try:
        anybody = Person(running)
        assert anybody.ask("GET", "/healthz").text == "ok"
        game = next(game for game in anybody.get("/api/games") if game["game"] == "alpina")
        assert game["ready"] < 1 and game["doing"]
        body = {"game": "alpina", "chairs": [HUMAN, OPEN]}
        status, code, why = anybody.refused("POST", "/api/tables", body)
        assert (status, code) == (503, "warming")
        assert "alpina is being compiled (" in why and "%" in why
        assert anybody.get("/api/tables") == []
    finally:
        assert running.stop() == 0


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
