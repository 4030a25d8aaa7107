"""``trailmix play`` with input from a pipe: lines, as programs and tests read them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import run

import trailmix

PLAY = ["-m", "trailmix", "play"]
PATIENCE = 120  # seconds; a cold cache compiles first


def scripted(
    *options: str, said: str = "", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run with input from a pipe."""
    return subprocess.run(
        [sys.executable, *PLAY, *options],
        input=said,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env={**os.environ, "COLUMNS": "100", **(env or {})},
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


ANSWERS = {
    "alpina": "N\nC\nF\n1\n1\n" * 12,  # list the cards by letter, take the first
    "hike_cards": "1\nwind\n1\n" * 150,  # take the first; only The Wind makes lists too long to be shown
    "snow_tails": "B\n1\n"
    * 80,  # list what the brake can do, take the first; any other list has a first, too
    "hike_dogsled": "".join(f"ready\n{row}{column}\n1\n" for column in (1, 2, 3, 4) for row in "TB")
    * 25,  # list what can be done with one slot after the other, take the first
}
"""Answers that play a match without knowing the hand. What comes after its end is refused."""


@pytest.mark.parametrize("slug", ANSWERS)
def test_a_whole_match_is_played_saved_verified_and_loaded(folder: Path, slug: str) -> None:
    done = scripted(slug, "--seed", "5", said=ANSWERS[slug] + "save end.json\nundo\nhint\nnone\n\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    match = trailmix.load((folder / "end.json").read_text())
    assert match.over
    told = " ".join(done.stdout.split())  # lines are broken where the terminal ends
    for event in match.events:
        if event.kind in ("scored", "round_ended", "ended"):
            assert match.say(event.message) in told
    winner = match.names[match.places().index(1)]
    assert f"Winner: {winner}." in done.stdout
    assert "The seed was 5." in done.stdout
    assert "The game is over: no action is accepted any more." in done.stdout
    assert re.search("too late to take that back|Only .* may take back", done.stdout)
    assert "There is nothing left to decide." in done.stdout
    assert done.stdout.endswith("Goodbye.\n")

    again = scripted("--load", "end.json")
    assert again.returncode == 0
    assert f"Winner: {winner}." in again.stdout


def test_the_end_of_the_input_is_a_polite_end(folder: Path) -> None:
    done = scripted("alpina", "--seed", "5", "--players", "4", said="N\nC\nF\n1\nsave half.json\n")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")
    half = trailmix.load((folder / "half.json").read_text())
    assert sorted(half.names) == ["Guest", "Trail dog Ash", "Trail dog Birch", "Trail dog Cedar"]

    on = scripted("--load", "half.json", said="1\n")
    assert on.returncode == 0
    assert "Guest: Place a hiker on" in on.stdout
    assert "Goodbye. This match was not saved" in on.stdout


def test_two_people_hand_over_and_keep_their_hands_secret(folder: Path) -> None:
    done = scripted(
        "alpina", "--seed", "5", "--people", "Ann,Ben", said="\nN\nC\nF\n1\nsave two.json\nnone\n\n"
    )
    match = trailmix.load((folder / "two.json").read_text())
    first, second = match.names
    start, on = done.stdout.split(f"Hand over to {first}, who presses Enter.")
    before, after = on.split(f"Hand over to {second}, who presses Enter.")
    view = [match.view(seat) for seat in (0, 1)]
    hands = [set(view[seat].own.hand) for seat in (0, 1)]  # type: ignore[attr-defined]
    assert "The hand of" not in start  # it may be anybody who has begun the match
    assert f"The hand of {first}" in before
    assert f"The hand of {second}" in after
    assert not [card for card in hands[1] if card in before]
    assert not [card for card in hands[0] if card in after]
    assert f"{first} lays " in after
    assert "draws a card." in after


def test_a_position_is_played_on(folder: Path) -> None:
    match = trailmix.new("alpina", players=3, seed=2)
    match.play(match.legal()[0])
    match.play("none")
    (folder / "position.toml").write_text(match.position())
    done = scripted("--load", "position.toml", said="log\n")
    assert "Seat B: Lay a card" in done.stdout
    assert done.returncode == 0


RUIN = """
trailmix = "position"
game = "snow_tails"
players = 2
round = 2
options.course = "start S S S finish:L"
[sleds.A]
space = "1.5.4"
mat = "3/5/3"
hand = "4"
dents = 4
[sleds.B]
space = "0.5.1"
wrecked = "1.2"
"""


def test_several_actions_in_a_line_and_a_match_that_nobody_wins(folder: Path) -> None:
    (folder / "ruin.toml").write_text(RUIN)
    stopped = scripted("--load", "ruin.toml", said="4@B; L; R\nlog\n")
    assert "Your sled drifts to the right: it goes straight or to the right. (ST-DRIFT-3)" in stopped.stdout
    assert "A plays a 4 on the brake" not in stopped.stdout  # nothing of it is played
    done = scripted("--load", "ruin.toml", said="4@B; R\n\n")
    assert done.returncode == 0, done.stderr
    assert "A cannot hold a fifth dent and is wrecked." in done.stdout
    assert "Nobody has won." in done.stdout
    assert "Winner" not in done.stdout
    assert re.search(r"^ –\s+A\s.*\n –\s+B\s", done.stdout, re.MULTILINE)  # nor has anybody a place


def test_odd_terminals_and_odd_input() -> None:
    done = scripted(
        "alpina",
        "--seed",
        "5",
        said="é\n\nfoo\nsave \x00\n",
        env={"PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "cannot be written: that is no file name." in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Which game?"),
        (["chess"], f"There is no game called 'chess'. There is: {', '.join(trailmix.game_names())}."),
        (["alpina", "--players", "5"], "Alpina is played by 2 to 4 players, not 5."),
        (["alpina", "--bots", "genius"], "There is no bot called 'genius'."),
        (["alpina", "--players", "2", "--bots", "random,random"], "There are 2 seats, too few for 3"),
        (["alpina", "--players", "two"], "it is a whole number, not 'two'."),
        (["alpina", "--people", "Ann,Ann"], "Two people cannot have the same name."),
        (["alpina", "--people", "Greedy"], "A person cannot be called Greedy"),
        (["alpina", "--people", ","], "Nobody sits at this terminal"),
        (["alpina", "--seed", ""], "A seed has 1 to 100 plain characters."),
        (["alpina", "--data", "missing.toml"], "missing.toml cannot be read: No such file or directory."),
        (["--load", "missing.json"], "missing.json cannot be read: No such file or directory."),
        (["alpina", "--load", "missing.json"], "give --load alone"),
    ],
)
def test_wrong_options_get_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    code, out, err = run(tmp_path, "play", *options)
    assert code == 2
    assert sentence in err
    assert out == ""


def test_every_game_explains_its_notation() -> None:
    for name in trailmix.game_names():
        assert "notation.forms" in trailmix.game(name).words.texts
