"""``trailmix course``: checked, drawn, listed; and what cannot be gets a sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import run

import trailmix

SHARED = """# for friends
[course]
name = "Second Breakfast"
designer = "Ann"
track = "start S T UR S DL UL S T S finish:L"
"""


def test_the_courses_are_listed(tmp_path: Path) -> None:
    code, said, _ = run(tmp_path, "course", "list")
    assert code == 0
    assert "nutcracker    The Nutcracker\n" in said
    code, said, _ = run(tmp_path, "course", "list", "--json", "--game", "snow_tails")
    assert json.loads(said)["bruce"] == "Bruce's Nightmare"


@pytest.mark.rule("ST-TRACK-5")
def test_a_file_a_name_and_a_line_are_checked(tmp_path: Path) -> None:
    (tmp_path / "second.toml").write_text(SHARED)
    (tmp_path / "bare").write_text("start S T UR S DL UL S T S finish:L  # a line")
    for what in (
        "second.toml",
        "bare",
        "hobbit",
        "The Hobbit's Breakfast",
        "START s t ur s dl ul s t s FINISH:L",
    ):
        code, said, err = run(tmp_path, "course", "check", what)
        assert (code, err) == (0, "")
        assert "line          start S T UR S DL UL S T S finish:L\n" in said
        assert "fewest steps  51 51 51 51 51\n" in said
        assert "box limits    yes\n" in said
    code, said, _ = run(tmp_path, "course", "check", "second.toml", "--json")
    report = json.loads(said)
    assert (report["name"], report["designer"], report["ticks"]) == ("Second Breakfast", "Ann", 670)


def test_a_course_over_itself_is_warned_of_and_good(tmp_path: Path) -> None:
    code, said, err = run(tmp_path, "course", "check", "start UL UL finish:L")
    assert code == 0
    assert "ticks         250" in said
    assert "The course runs over itself" in err


def test_a_course_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "second.toml").write_text(SHARED)
    code, said, _ = run(tmp_path, "course", "draw", "second.toml")
    assert (code, said) == (0, "Drawn in second-breakfast.svg.\n")
    root = ElementTree.parse(tmp_path / "second-breakfast.svg").getroot()  # noqa: S314 - we have just drawn it
    assert root[0].text == "Second Breakfast by Ann"
    code, said, _ = run(tmp_path, "course", "draw", "start S finish:L", "--svg", "mine.svg")
    assert (code, said) == (0, "Drawn in mine.svg.\n")
    assert (tmp_path / "mine.svg").read_text().startswith("<svg")
    run(tmp_path, "course", "draw", "start S finish:L")
    assert (tmp_path / "course.svg").is_file()


@pytest.mark.rule("ST-TRACK-2", "ST-TRACK-5")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["check", "start S CX finish:L"], "Token 3 of the course, 'CX': there is no such piece;"),
        (["check", "start S"], "Token 3 of the course is missing: a course ends with finish:L or finish:R."),
        (["check", "Nutkraker"], "There is no course called 'Nutkraker': name one of nutcracker,"),
        (["check", "missing.toml"], "missing.toml cannot be read: No such file or directory."),
        (["draw", "binary"], "binary cannot be read: it is not text."),
        (["check", "folder"], "folder cannot be read: it is a folder."),
        (["check", "empty"], "empty is empty."),
        (["check", "5.toml"], "The course file cannot be used: track is text, not 5."),
        (["check", "bare.toml"], "The course file cannot be used: track is missing."),
        (
            ["check", "odd.toml"],
            "The course file cannot be used: there is no 'colour', there is track, name,",
        ),
        (
            ["check", "torn.toml"],
            "The course file is not valid TOML: line 2, from column 9 on, is not as TOML is",
        ),
        (
            ["draw", "nutcracker", "--svg", "no/such/folder.svg"],
            "no/such/folder.svg cannot be written: No such",
        ),
        (["check", "nutcracker", "--game", "alpina"], "Alpina is not played on courses."),
        (["check", "nutcracker", "--game", "chess"], "There is no game called 'chess'."),
        (["check", "nutcracker", "--data", "binary"], "binary cannot be read: it is not text."),
        (["check", "x" * 5000], "There is no course called 'xxx"),
    ],
)
def test_wrong_input_gets_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "5.toml").write_text("[course]\ntrack = 5")
    (tmp_path / "bare.toml").write_text("[course]")
    (tmp_path / "odd.toml").write_text('[course]\ntrack = "start S finish:L"\ncolour = "red"')
    (tmp_path / "torn.toml").write_text("[course]\ntrack = start")
    code, out, err = run(tmp_path, "course", *options)
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert not list(tmp_path.glob("*.svg"))


@pytest.mark.rule("ST-TRACK-4")
def test_a_course_without_a_way_through_is_refused(tmp_path: Path) -> None:
    """The pieces of the box always leave a way; those of somebody else's data may not."""
    delivered = (trailmix.game("snow_tails").folder / "snow_tails.toml").read_text(encoding="utf-8")
    wall = re.sub('"start .*"', '"start S finish:L"', delivered).replace('"#X.X#"', '"#XXX#"')
    assert wall != delivered
    (tmp_path / "wall.toml").write_text(wall)
    for verb in ("check", "draw"):
        code, out, err = run(tmp_path, "course", verb, "start S H finish:L", "--data", "wall.toml")
        assert (code, out) == (2, "")
        assert err == "Token 3 of the course, 'H': no way leads through it from start space 1.\n"
    code, _, err = run(tmp_path, "course", "check", "start S H finish:L")
    assert (code, err) == (0, "")
