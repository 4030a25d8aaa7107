"""The bot of docs/bots.md is a bot, and loses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trailmix.bots import LEVELS
from trailmix.bots import bot as registry

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def test_a_bot_in_twenty_lines() -> None:
    program = DOCUMENT.split("```python\n")[1].split("```")[0]
    found: dict[str, Any] = {}
    try:
        exec(program, found)  # noqa: S102 - our own document
    finally:
        registry._known.pop("thrifty", None)
    report = found["report"]
    assert report.line_up == ("thrifty", "greedy", "greedy")
    assert report.contestants[0].win_share.value < report.fair
    assert len([line for line in program.splitlines() if line.strip()]) <= 20


def test_every_level_is_described() -> None:
    for level in LEVELS:
        assert f"(`{level}`)" in DOCUMENT
