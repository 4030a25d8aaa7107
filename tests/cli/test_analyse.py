"""``trailmix analyse``: a table for people, a document for programs, and what is no finished match."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from command import finished, run

import trailmix
from trailmix.engine.kernels import JIT
from trailmix.lab.analysis import analyse

compiled = pytest.mark.skipif(not JIT, reason="a search takes too long as plain Python")
SIMULATIONS = ("--simulations", "12")


@compiled
def test_for_a_person(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(finished().replay())
    code, said, _ = run(tmp_path, "analyse", "match.json", *SIMULATIONS)
    found = analyse(finished(), 12)
    assert code == 0
    winner = finished().names[finished().winners()[0]]
    assert said.startswith(
        f"Alpina, 48 decisions, judged by musher:simulations=12. Won by {winner}.\n"
        "\nWin probability, with all cards open\n"
    )
    for seat, name in enumerate(finished().names):
        (line,) = [line for line in said.splitlines() if line.startswith(f"{name}  ")]
        first, curve, last = line.removeprefix(name).split()
        assert len(curve) == 48 and set(curve) <= set("▁▂▃▄▅▆▇█")
        assert first == f"{found.decisions[0].open.before[seat]:.0%}"
        assert (curve[-1], last) == (("█", "100%") if name == winner else ("▁", "0%"))
    graded = sorted((one for one in found.decisions if one.grade), key=lambda one: -one.loss)
    mistakes = said.partition("\nMistakes")[2].partition("\nWhat decided it\n")[0].splitlines()[1:]
    worst = graded[0]
    assert mistakes[0].startswith(
        f"{worst.step:>4}  blunder  {found.seats[worst.seat]} played {worst.played}: "
    )
    assert f"Better: {worst.best}. " in mistakes[0] and mistakes[0].endswith(" what was played.")
    assert len([line for line in mistakes if "played" in line]) == 12
    assert f"and {len(graded) - 12} smaller ones" in said
    decided = said.partition("\nWhat decided it\n")[2].splitlines()
    assert [int(line.split()[0]) - 1 for line in decided] == list(found.moments)


@compiled
def test_for_a_program(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_text(finished().replay())
    code, said, err = run(tmp_path, "analyse", "match.json", *SIMULATIONS, "--json")
    assert (code, err) == (0, "")
    told, found = json.loads(said), analyse(finished(), 12)
    expected = json.loads(msgspec.json.encode(found))
    for decision, one in zip(expected["decisions"], found.decisions, strict=True):
        decision["reason"] = None if one.why is None else finished().say(one.why)
    assert told == expected


def test_what_cannot_be_analysed_is_said_in_a_sentence(tmp_path: Path) -> None:
    begun = trailmix.new("alpina", players=2, seed=1)
    (tmp_path / "begun.json").write_text(begun.replay())
    (tmp_path / "position.toml").write_text(begun.position())
    (tmp_path / "match.json").write_text(finished().replay())
    (tmp_path / "false.json").write_text(finished().replay().replace('"none"', '"jump"', 1))
    for arguments, sentence in (
        (["begun.json"], "Only a finished match can be analysed, and this one is not over."),
        (["position.toml"], "This is not a replay: "),
        (["missing.json"], "missing.json cannot be read: No such file or directory."),
        (["false.json"], "of the replay, 'jump', is refused: "),
        (["match.json", "--simulations", "0"], "The number of simulations is from 1 to 10,000,000, not 0."),
        (["match.json", "--simulations", "many"], "it is a whole number, not 'many'."),
    ):
        code, said, err = run(tmp_path, "analyse", *arguments)
        assert (code, said) == (2, ""), arguments
        assert sentence in err and "Traceback" not in err
