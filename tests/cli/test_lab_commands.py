"""The commands of the lab, as somebody types them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pexpect
import pytest
from command import hear_ctrl_c

import trailmix
from trailmix.bots import names
from trailmix.cli import main
from trailmix.lab.arena import ArenaReport, arena
from trailmix.lab.bench import Bench
from trailmix.lab.perft import Perft
from trailmix.lab.simulate import Report, simulate

NO_CHESS = f"There is no game called 'chess'. There is: {', '.join(trailmix.game_names())}."


class Typed:
    """Types a command, and keeps what it said and how it ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, line: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["trailmix", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        said = self.capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    return Typed(monkeypatch, capsys)


def test_simulate_for_a_program(typed: Typed) -> None:
    code, out, err = typed(
        "simulate alpina --games 60 --players 3 --bots greedy,random,random --seed 9 --json"
    )
    assert (code, err) == (0, "")
    report = msgspec.json.decode(out, type=Report)
    alone = simulate(trailmix.game("alpina").setup(3), games=60, seed=9, bots=["greedy", "random", "random"])
    assert report.simulation == alone.simulation
    assert report.speed.decisions_per_s == pytest.approx(48 * report.speed.matches_per_s)


def test_simulate_for_a_person(typed: Typed) -> None:
    code, out, err = typed("simulate alpina --games 200 --seed 9 --jobs 1")
    assert (code, err) == (0, "")
    assert out.startswith("200 matches of alpina with 2 players, seed 9: ")
    found = simulate(trailmix.game("alpina").setup(2), games=200, seed=9).simulation
    for seat in found.seats:
        assert f"{seat.win_share.value:.2%}" in out
        assert f"{seat.score.mean.value:.2f}" in out
    assert "█" in out
    assert "decisions in a match: 48 at least, 48 median, 48 at most" in out
    assert f"level on points at the top: {found.level_on_points} matches; first place shared: 0" in out


def test_arena_for_a_program_and_for_a_person(typed: Typed) -> None:
    said = "arena hike_cards --bots greedy,random --players 3 --blocks 6 --seed 4"
    code, out, err = typed(f"{said} --json")
    assert (code, err) == (0, "")
    report = msgspec.json.decode(out, type=ArenaReport)
    alone = arena(trailmix.game("hike_cards").setup(3), ["greedy", "random"], seed=4, blocks=6)
    assert (report.line_up, report.matches) == (("greedy", "random", "random"), 18)
    assert [one.win_share for one in report.contestants] == [one.win_share for one in alone.contestants]
    code, out, _ = typed(said)
    assert code == 0
    assert "A fair share of wins is 33.3%." in out
    assert f"{report.contestants[0].win_share.value:.1%}" in out


def test_arena_refuses_in_a_sentence(typed: Typed) -> None:
    code, _, err = typed("arena hike_cards --bots clever --blocks 1")
    assert (code, err.startswith("There is no bot called 'clever'.")) == (2, True)


def test_one_match_has_no_interval(typed: Typed) -> None:
    code, out, _ = typed("simulate alpina --games 1 --seed 9")
    assert code == 0
    assert " -  " in out


def test_simulate_with_corrected_data(typed: Typed, tmp_path: Path) -> None:
    text = trailmix.game("alpina").data_file.read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("per=1", "per=9"), encoding="utf-8")
    said = [typed(f"simulate alpina --games 20 --seed 1 --json {data}") for data in ("", f"--data {file}")]
    assert [code for code, _, _ in said] == [0, 0]
    usual, mine = (msgspec.json.decode(out, type=Report).simulation for _, out, _ in said)
    assert usual.data_hash != mine.data_hash
    assert usual.score.mean.value < mine.score.mean.value


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_the_jit_changes_nothing(typed: Typed, slug: str) -> None:
    line = f"simulate {slug} --games 2 --players 4 --bots greedy,rollout,random,random --seed 4 --json"
    plain = subprocess.run(
        [sys.executable, "-m", "trailmix", *line.split()],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
    )
    _, out, _ = typed(line)
    reports = [msgspec.json.decode(text, type=Report) for text in (plain.stdout, out)]
    assert reports[0].simulation == reports[1].simulation


def test_perft(typed: Typed) -> None:
    code, out, _ = typed("perft alpina --depth 2 --seed 5 --players 4 --json")
    found = msgspec.json.decode(out, type=Perft)
    assert (code, found.sequences, found.nodes, len(found.split)) == (0, 72, 96, 24)
    code, out, _ = typed("perft alpina --depth 2 --seed 5 --players 4 --split")
    assert code == 0
    lines = out.splitlines()
    assert [line.split() for line in lines[:24]] == [[first.action, "3"] for first in found.split]
    assert lines[24].startswith("72 sequences of 2 actions (96 nodes in ")
    assert typed("perft alpina --depth 2 --seed 5 --players 4")[1].startswith("72 sequences")


def test_bench(typed: Typed) -> None:
    code, out, err = typed("bench alpina --seconds 0.01 --json")
    assert (code, err) == (0, "")
    found = msgspec.json.decode(out, type=list[Bench])
    assert [(line.game, line.players) for line in found] == [("alpina", 2), ("alpina", 3), ("alpina", 4)]
    for line in found:
        assert line.games_per_s == pytest.approx(line.decisions_per_s / 48)
        assert min(line.copies_per_s, line.python_decisions_per_s, line.two_jobs_ratio) > 0


def test_bench_for_a_person(typed: Typed) -> None:
    code, out, _ = typed("bench --seconds 0.01")
    assert code == 0
    for slug in trailmix.game_names():
        assert out.count(slug) == len(trailmix.game(slug).players)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("simulate chess", NO_CHESS),
        ("simulate alpina --games 0", "The number of matches is from 1 to 1,000,000,000,000, not 0."),
        ("simulate alpina --jobs 0", "The number of jobs is from 1 to 256, not 0."),
        ("simulate alpina --players 5", "Alpina is played by 2 to 4 players, not 5."),
        ("simulate alpina --bots x", f"There is no bot called 'x'. There is: {', '.join(names())}."),
        (
            "simulate alpina --bots random,greedy --players 3",
            "Name one bot for all or one for each of the 3 seats, not 2.",
        ),
        ("simulate alpina --data nowhere.toml", "nowhere.toml cannot be read: No such file or directory."),
        ("perft alpina --depth 0", "The depth is from 1 to 48 for Alpina, not 0."),
        ("perft alpina --depth 2 --players 1", "Alpina is played by 2 to 4 players, not 1."),
        ("bench chess", NO_CHESS),
        ("bench --seconds 0", "A measurement takes more than 0 and at most 3600 seconds, not 0.0."),
        ("bench --baseline nowhere.py", "nowhere.py is not a Python file to compare with."),
        ("warm chess", NO_CHESS),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(typed: Typed, line: str, sentence: str) -> None:
    assert typed(line) == (2, "", sentence + "\n")


@pytest.mark.parametrize(
    ("line", "bar"),
    [
        ("simulate alpina --games 1000000000", r"matches .*[1-9]\d*/1000000000"),
        ("perft alpina --depth 48", r"first actions .*1/24"),
    ],
)
def test_ctrl_c_leaves_politely(line: str, bar: str) -> None:
    command = ["-m", "trailmix", *line.split()]
    child = pexpect.spawn(sys.executable, command, encoding="utf-8", timeout=60, preexec_fn=hear_ctrl_c)
    child.expect(bar)
    child.sendintr()
    child.expect("Stopped.")
    child.expect(pexpect.EOF)
    assert "Traceback" not in child.before
    child.close()
    assert child.exitstatus == 130
