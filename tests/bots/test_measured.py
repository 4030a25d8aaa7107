"""What docs/bots.md says of strength follows from the runs that are stored, and the tuning script tunes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import trailmix

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def script(name: str) -> ModuleType:
    """A script of the folder, loaded."""
    made = importlib.util.spec_from_file_location(f"benchmarks_{name}", BENCHMARKS / f"{name}.py")
    assert made is not None and made.loader is not None
    module = importlib.util.module_from_spec(made)
    sys.modules[made.name] = module
    made.loader.exec_module(module)
    return module


measured, tune = script("measured"), script("tune_search")


def test_tables_and_picture_follow_from_the_stored_runs() -> None:
    text = measured.PAGE.read_text(encoding="utf-8")
    assert measured.page(text) == text, "run: python benchmarks/measured.py"
    assert measured.PICTURE.read_text(encoding="utf-8") == measured.picture()
    assert f"]({measured.PICTURE.relative_to(measured.DOCS)})" in text


def test_every_stored_run_is_shown() -> None:
    told = measured.runs()
    named = {one.run for one in (*told.goals, *told.ladder)}
    named |= {run for one in told.ceilings for run in (one.honest, one.cheat)}
    assert named == {path.stem for path in measured.MEASURED.glob("*.json")}


def test_every_level_of_every_game_is_in_the_table_once() -> None:
    rows = [tuple(cell.strip() for cell in row.split("|")[1:4]) for row in list(measured.ladder_table())[2:]]
    wanted = [
        (trailmix.game(slug).name, *(measured.LEVEL_NAMES[level] for level in pair))
        for slug in trailmix.game_names()
        for pair in measured.PAIRS
    ]
    assert sorted((name.split(",")[0], *levels) for name, *levels in rows) == sorted(wanted)


def test_measured_deals_are_not_those_of_tuning() -> None:
    for path in measured.MEASURED.glob("*.json"):
        assert not measured.report(path.stem).seed.startswith("tune")


def test_settings_to_try_are_combined() -> None:
    assert tune.combinations("cut=6") == ["cut=6"]
    assert tune.combinations("cut=6,9:margin=0.1,0.5") == [
        "cut=6:margin=0.1",
        "cut=6:margin=0.5",
        "cut=9:margin=0.1",
        "cut=9:margin=0.5",
    ]


def test_tuning_drops_the_worse_half(capsys: pytest.CaptureFixture[str]) -> None:
    setup = trailmix.game("hike_cards").setup(3)
    trials = [tune.Trial(settings) for settings in ("", "candidates=2", "candidates=3", "candidates=4")]
    tune.halve(setup, trials, "greedy", 4, "tune", 2)
    dropped, second, best = sorted(trials[1:], key=lambda trial: len(trial.wins))
    assert [len(trial.wins) for trial in (dropped, second, best, trials[0])] == [2, 4, 6, 6]
    for worse, better, deals in ((dropped, second, 2), (dropped, best, 2), (second, best, 4)):
        assert _so_far(worse, deals) <= _so_far(better, deals)
    assert _so_far(dropped, 2) < _so_far(best, 2), "the deals tell nothing apart: take another seed"
    assert capsys.readouterr().out.count("as bots.toml says") == 3


def _so_far(trial: Any, deals: int) -> tuple[float, float]:
    """What settings are judged by after some deals."""
    return sum(trial.wins[:deals]), sum(trial.leads[:deals])
