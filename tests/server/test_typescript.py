"""The TypeScript types in `web/src` are those of the Python structs."""

from __future__ import annotations

from pathlib import Path

import pytest

from trailmix.server import protocol, typescript

WEB = Path(__file__).parents[2] / "web" / "src"
FILES = typescript.files()


@pytest.mark.parametrize("name", FILES)
def test_what_is_in_web_is_what_the_structs_give(name: str) -> None:
    """If not: ``python -m trailmix.server.typescript web/src``."""
    assert (WEB / name).read_text(encoding="utf-8") == FILES[name]


def test_every_message_is_declared() -> None:
    for struct in protocol.TYPES:
        assert f"export interface {struct.__name__} {{" in FILES["protocol.ts"]
    assert f"export const PROTOCOL = {protocol.PROTOCOL};" in FILES["protocol.ts"]


def test_what_is_written_is_what_was_made(tmp_path: Path) -> None:
    typescript.main(tmp_path)
    written = {str(f.relative_to(tmp_path)): f.read_text() for f in tmp_path.rglob("*.ts")}
    assert written == FILES
