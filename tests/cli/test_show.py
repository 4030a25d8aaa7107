"""``trailmix show``: positions and replays drawn, as JSON, and as a picture."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import msgspec
import pytest
from command import finished, run

import trailmix

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"


def words_of(svg: str) -> list[str]:
    """The words that a picture shows, in order."""
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    return " ".join(html.unescape(text).replace("\xa0", " ") for text in texts).split()


def test_a_replay_is_drawn_at_its_end_and_on_the_way(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(finished().replay())
    code, end, _ = run(tmp_path, "show", "match.json")
    assert code == 0
    assert "The grid is full" in end
    assert "The game is over." in end

    code, middle, _ = run(tmp_path, "show", "match.json", "--at", "21")
    assert code == 0
    assert "Turn 11 of 24" in middle
    assert "The hand of" not in middle
    assert " new " in middle

    code, start, _ = run(tmp_path, "show", "match.json", "--at", "0", "--seat", "b")
    assert code == 0
    assert "Turn 1 of 24" in start
    assert f"The hand of {finished().names[1]}" in start
    assert f"The hand of {finished().names[0]}" not in start


def test_a_position_is_drawn(tmp_path: Path) -> None:
    match = trailmix.new("alpina", players=3, seed=3)
    (tmp_path / "position.toml").write_text(match.position())
    code, drawing, _ = run(tmp_path, "show", "position.toml", "--seat", "A")
    assert code == 0
    assert "The hand of A" in drawing
    assert all(card in drawing for card in {action.split("@")[0] for action in match.legal()})
    assert "Lay a card on a free cell" in drawing


def test_json_is_the_view_of_the_seat(tmp_path: Path) -> None:
    match = trailmix.new("alpina", players=3, seed=3)
    (tmp_path / "position.toml").write_text(match.position())
    for options, seat in (((), -1), (("--seat", "C"), 2)):
        code, said, _ = run(tmp_path, "show", "position.toml", "--json", *options)
        assert code == 0
        assert json.loads(said) == json.loads(msgspec.json.encode(match.view(seat)))


def test_the_picture_of_the_documentation_is_what_the_command_draws(tmp_path: Path) -> None:
    """Made by ``trailmix show alpina-terminal.json --seat B --svg alpina-terminal.svg``."""
    replay, svg = PICTURES / "alpina-terminal.json", PICTURES / "alpina-terminal.svg"
    code, said, _ = run(tmp_path, "show", str(replay), "--seat", "B", "--svg", "new.svg")
    assert (code, said) == (0, "")
    drawn = (tmp_path / "new.svg").read_text(encoding="utf-8")
    assert words_of(drawn) == words_of(svg.read_text(encoding="utf-8"))
    assert "Ann" in words_of(drawn)
    assert re.findall(r"https?://[^\"\s]+", drawn) == ["http://www.w3.org/2000/svg"]  # names no font's host


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["missing.json"], "missing.json cannot be read: No such file or directory."),
        (["."], ". cannot be read: it is a folder."),
        (["binary"], "binary cannot be read: it is not text."),
        (["brace.json"], "This is not a replay:"),
        (["words.txt"], "This is not a position:"),
        (["match.json", "--seat", "C"], "There is no seat C in this match: seats are A, B."),
        (["match.json", "--at", "49"], "There is no action 49: this has 48 of them."),
        (["match.json", "--svg", "no/such/folder.svg"], "no/such/folder.svg cannot be written: No such file"),
    ],
)
def test_wrong_input_gets_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(finished().replay())
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "brace.json").write_text("{")
    (tmp_path / "words.txt").write_text("Once upon a time")
    code, out, err = run(tmp_path, "show", *options)
    assert code == 2
    assert sentence in err
    assert out == ""
