"""``--option``: what a game can be told, from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import run

COURSE = '[course]\nname = "Mine"\ntrack = "start S(1.1) finish:L"\n'


def told(folder: Path, *options: str) -> dict[str, Any]:
    """The options of a short simulation, as it reports them."""
    said = [word for option in options for word in ("--option", option)]
    code, out, err = run(folder, "simulate", "snow_tails", "--games", "2", "--json", *said)
    assert (code, err) == (0, "")
    found = json.loads(out)["simulation"]["options"]
    assert isinstance(found, dict)
    return found


def test_text_numbers_lists_and_files(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(COURSE)
    usual = told(tmp_path)
    assert usual["course"] == "nutcracker"
    assert told(tmp_path, "course=dagger", "most_rounds=5") == {**usual, "course": "dagger", "most_rounds": 5}
    line = "start S CL/5 finish:R"
    assert told(tmp_path, f"course={line}", "edition=renegade") == {
        **usual,
        "course": line,
        "edition": "renegade",
    }
    assert told(tmp_path, "course=@mine.toml")["course"] == COURSE
    assert told(tmp_path, f"courses=['dagger', '{line}']")["courses"] == ["dagger", line]


def test_other_commands_take_them_too(tmp_path: Path) -> None:
    option = ("--option", "course=start S finish:L")
    code, out, _ = run(tmp_path, "perft", "snow_tails", "--depth", "2", "--json", *option)
    assert (code, json.loads(out)["sequences"]) == (0, 20)
    code, out, _ = run(tmp_path, "bench", "snow_tails", "--seconds", "0.01", "--json", *option)
    assert (code, len(json.loads(out))) == (0, 4)


@pytest.mark.rule("ST-TRACK-2", "ST-TRACK-5", "ST-R-30")
@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("course", "An option is given as name=value, not as 'course'."),
        ("=dagger", "An option is given as name=value, not as '=dagger'."),
        ("course=", "There is no course called ''"),
        ("course=Nutkraker", "There is no course called 'Nutkraker': name one of nutcracker,"),
        ("course=start S", "Token 3 of the course is missing: a course ends with finish:L or finish:R."),
        ("course=start S CX finish:L", "Token 3 of the course, 'CX': there is no such piece;"),
        ("course=@nowhere.toml", "nowhere.toml cannot be read: No such file or directory."),
        ("course=5", "An option of Snow Tails cannot be used: course is text, not 5."),
        ("edition=third", "There is no edition 'third' of Snow Tails: there is original, renegade."),
        ("most_rounds=0", "A race is stopped after 1 to 1000 rounds, not 0."),
        (
            "most_rounds=many",
            "An option of Snow Tails cannot be used: most_rounds is a whole number, not 'many'.",
        ),
        ("courses=['dagger']", "In a season of 2 players each brings as many courses as the others"),
        (
            "weather=snow",
            "An option of Snow Tails cannot be used: there is no 'weather', there is edition, course,",
        ),
        ("course=@empty.toml", "empty.toml is empty."),
        ("course=@.", ". cannot be read: it is a folder."),
    ],
)
def test_a_wrong_option_gets_a_sentence(option: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text(" \n")
    for command in (
        ["simulate", "snow_tails"],
        ["play", "snow_tails"],
        ["perft", "snow_tails", "--depth", "1"],
    ):
        code, out, err = run(tmp_path, *command, "--option", option)
        assert (code, out) == (2, "")
        assert err.startswith(sentence)
        assert err.count("\n") == 1


def test_an_option_is_given_once_and_for_a_game(tmp_path: Path) -> None:
    code, _, err = run(
        tmp_path, "simulate", "snow_tails", "--option", "course=dagger", "--option", "course=bruce"
    )
    assert (code, err) == (
        2,
        "The option course is given twice. Several values are written as a list: course=['a', 'b'].\n",
    )
    code, _, err = run(tmp_path, "bench", "--option", "course=dagger")
    assert (code, err) == (2, "Say which game the options are for.\n")
    code, _, err = run(tmp_path, "play", "--load", "x.json", "--option", "course=dagger")
    assert code == 2
    assert err.startswith("A saved match knows its game, players, bots, seed, options, data")


@pytest.mark.parametrize("players", ["0", "1", "6"])
def test_a_number_of_players_that_cannot_race(players: str, tmp_path: Path) -> None:
    code, out, err = run(tmp_path, "simulate", "snow_tails", "--players", players)
    assert (code, out, err) == (2, "", f"Snow Tails is played by 2 to 5 players, not {players}.\n")
