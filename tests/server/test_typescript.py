"""The TypeScript types in `web/src` are those of the Python structs."""

from __future__ import annotations

from pathlib import Path

import pytest

import trailmix
from trailmix.server.messages import protocol, typescript

WEB = Path(__file__).parents[2] / "web" / "src"
FILES = typescript.files()


@pytest.mark.parametrize("name", FILES)
def test_what_is_in_web_is_what_the_structs_give(name: str) -> None:
    """If not: ``python -m trailmix.server.messages.typescript web/src``."""
    assert (WEB / name).read_text(encoding="utf-8") == FILES[name]


def test_every_message_is_declared() -> None:
    for struct in protocol.TYPES:
        assert f"export interface {struct.__name__} {{" in FILES["protocol.ts"]
    assert f"export const PROTOCOL = {protocol.PROTOCOL};" in FILES["protocol.ts"]


def test_what_is_written_is_what_was_made(tmp_path: Path) -> None:
    typescript.main(tmp_path)
    written = {str(f.relative_to(tmp_path)): f.read_text() for f in tmp_path.rglob("*.ts")}
    assert written == FILES


def test_events_have_the_types_that_their_functions_say() -> None:
    events = FILES["games/hike_dogsled/events.ts"]
    assert 'Happened<"lost_points", { points: Array<"I" | "P" | "S"> }>' in events
    assert 'Happened<"paid", { field: number }>' in events  # a number, where nothing else is said
    assert 'Happened<"skipped">' in events


def test_what_is_hidden_is_absent_for_those_who_may_not_know_it() -> None:
    events = FILES["games/hike_cards/events.ts"]
    assert 'Happened<"drew", { number: number; cards: Array<string> }>' in events
    assert 'Happened<"drew.hidden", { number: number }>' in events
    assert "eliminated.hidden" not in events


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_kind_of_event_is_declared(slug: str) -> None:
    events = FILES[f"games/{slug}/events.ts"]
    for kind in trailmix.game(slug).events.values():
        assert f'Happened<"{kind.name}"' in events
        assert (f'Happened<"{kind.name}.hidden"' in events) is bool(kind.secret)
