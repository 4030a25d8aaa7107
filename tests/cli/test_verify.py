"""``trailmix verify``: true replays pass, tampered ones do not, anything else is no replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import finished, run

import trailmix


def test_a_match_that_began_with_a_position_says_so(tmp_path: Path) -> None:
    match = finished().clone()
    match.rewind(40)
    again = trailmix.load(match.position())
    for move in finished().moves[40:]:
        again.play(move.action)
    (tmp_path / "match.json").write_text(again.replay())
    code, said, _ = run(tmp_path, "verify", "match.json")
    assert code == 0 and "none: the match began with a position that was given, not drawn" in said


def test_a_true_replay(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(finished().replay())
    code, said, err = run(tmp_path, "verify", "match.json")
    assert (code, err) == (0, "")
    document = json.loads(finished().replay())
    for checked in (
        "Alpina, version 1",
        document["data_hash"],
        document["commitment"],
        "48, every one legal",
    ):
        assert checked in said
    for name, points in zip(finished().names, finished().scores(), strict=True):
        assert f"{name} {points}" in said

    code, said, _ = run(tmp_path, "verify", "match.json", "--json")
    assert code == 0
    assert json.loads(said) == {
        "true": True,
        "game": "alpina",
        "rules": 1,
        "data_hash": document["data_hash"],
        "commitment": document["commitment"],
        "actions": 48,
        "result": {"scores": finished().scores(), "places": finished().places()},
    }


def test_a_match_that_is_not_over_and_not_committed(tmp_path: Path) -> None:
    document = json.loads(finished().replay())
    document["actions"] = document["actions"][:10]
    del document["result"], document["commitment"]
    (tmp_path / "match.json").write_text(json.dumps(document))
    code, said, _ = run(tmp_path, "verify", "match.json")
    assert code == 0
    assert "none, the match is not over" in said
    assert "none: the seed may have been chosen afterwards" in said


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": "another"}, "The commitment of this replay is not that of its seed and salt."),
        ({"seed": "another", "commitment": None}, "of the replay,"),
        ({"rules": 99}, "version 99 of the rules"),
        ({"data_hash": "0" * 64}, "other data"),
        ({"game": "chess"}, "There is no game called 'chess'."),
        ({"players": 3}, "2 people cannot take 3 seats"),
        ({"result": {"scores": [99, 0], "places": [1, 2]}}, "claims another result than the rules give"),
        ({"result": None}, "claims another result than the rules give"),
        ({"actions": ["none"]}, "Action 1 of the replay, 'none', is refused: First lay a card"),
    ],
)
def test_a_tampered_replay(change: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(json.dumps({**json.loads(finished().replay()), **change}))
    code, said, err = run(tmp_path, "verify", "match.json")
    assert (code, err) == (1, "")
    assert said.startswith("Not true: ")
    assert sentence in said
    code, said, _ = run(tmp_path, "verify", "match.json", "--json")
    assert code == 1
    found = json.loads(said)
    assert found["true"] is False
    assert sentence in found["why"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "file is empty."),
        ("{", "This is not a replay:"),
        ("[]", "This is not a replay:"),
        ('{"trailmix": "position"}', "This is not a replay:"),
        ('trailmix = "position"', "This is not a replay:"),
    ],
)
def test_what_is_no_replay(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text)
    code, out, err = run(tmp_path, "verify", "file")
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_missing_file(tmp_path: Path) -> None:
    code, _, err = run(tmp_path, "verify", "missing.json")
    assert code == 2
    assert err == "missing.json cannot be read: No such file or directory.\n"
