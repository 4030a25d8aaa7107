"""``trailmix rules``: the ledgers are read, and every rule of a finished game is cited by a test."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import trailmix
from trailmix import ledger
from trailmix.cli.app import app

ID = re.compile(r"(?P<chapter>(?:[A-Z]{2}-)?[A-Z]+)-(?P<number>\d+)[a-z]?")


@pytest.mark.parametrize("game", trailmix.game_names())
def test_every_rule_of_a_game_is_cited_by_a_test(game: str) -> None:
    assert [rule.rule for rule in ledger.rules(game) if not rule.tests] == []


@pytest.mark.parametrize("game", trailmix.game_names())
def test_every_citation_is_a_rule(game: str) -> None:
    known = {rule.rule for name in ledger.names() for rule in ledger.rules(name)}
    assert set(ledger.citations()) <= known


@pytest.mark.parametrize("game", ledger.names())
def test_a_ledger_is_read_whole(game: str) -> None:
    """No number of a chapter is left out, and no rule is spoken of that is not there."""
    chapters: dict[str, set[int]] = defaultdict(set)
    for rule in ledger.rules(game):
        found = ID.fullmatch(rule.rule)
        assert found is not None
        chapters[found["chapter"]].add(int(found["number"]))
    for chapter, numbers in chapters.items():
        assert numbers == set(range(1, max(numbers) + 1)), chapter
    text = (ledger.ledgers() / f"{game}.md").read_text(encoding="utf-8")
    spoken_of = {found[0] for found in ID.finditer(text) if found["chapter"] in chapters}
    assert spoken_of == {rule.rule for rule in ledger.rules(game)}


def test_alpina_has_the_chapters_of_its_ledger() -> None:
    ids = {rule.rule for rule in ledger.rules("alpina")}
    ends = {
        "SETUP": 8,
        "TURN": 5,
        "PLAY": 6,
        "GRID": 6,
        "HIKER": 8,
        "DRAW": 4,
        "END": 6,
        "SCORE": 12,
        "R": 26,
    }
    ends |= {"COMP": 3, "W": 12, "C": 31, "DECK": 4, "X": 21}
    assert ids == {f"AL-{chapter}-{n}" for chapter, last in ends.items() for n in range(1, last + 1)}


def test_the_command_lists_and_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = CliRunner().invoke(app, ["rules", "alpina"])
    assert listed.exit_code == 0
    assert "AL-GRID-4" in listed.output
    assert CliRunner().invoke(app, ["rules", "alpina", "--untested"]).output == ""
    monkeypatch.setattr(ledger, "citations", dict)
    missing = CliRunner().invoke(app, ["rules", "alpina", "--untested"])
    assert missing.exit_code == 1
    assert "AL-GRID-4" in missing.output


@pytest.mark.parametrize("game", ledger.names())
def test_no_rule_is_cut_off(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(ledger, "citations", dict)
    lines = CliRunner().invoke(app, ["rules", game]).output.splitlines()
    column = lines[1].index("what it says")
    assert max(map(len, lines)) <= 80
    shown = "".join("".join(line[column:].split()) for line in lines)
    for rule in ledger.rules(game):
        assert "".join(rule.says.split()) in shown, rule.rule


def test_a_rule_of_several_lines_is_read_to_its_end() -> None:
    says = {rule.rule: rule.says for rule in ledger.rules("hike_dogsled")}["WE-1"]
    assert says.startswith("Placement (HD-PLACE-3, -4, -6).")
    assert says.endswith("B2's left edge blue).")


@pytest.mark.parametrize("game", ledger.names())
def test_the_rules_behind_refusals_are_rules_and_refusals(game: str) -> None:
    behind = ledger.refusals(game)
    assert set(behind.values()) <= {rule.rule for rule in ledger.rules(game)}
    assert set(behind) <= trailmix.game(game).words.texts.keys()
    assert ledger.rule_behind(game, "refused.over") is None


def test_what_a_game_of_another_package_has_instead_of_short_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SimpleNamespace(slug="moor", folder=tmp_path)
    monkeypatch.setattr(ledger, "find", lambda _: game)
    monkeypatch.setattr(ledger, "slugs", lambda: ["moor"])
    assert ledger.in_short("moor") == ""
    (tmp_path / "rules.md").write_text("# Moor\n\n- **MO-1** Walk.\n" + "\n" * 50 + "the end")
    assert ledger.in_short("moor").startswith("# Moor\n\n- **MO-1** Walk.")
    assert "the end" not in ledger.in_short("moor")
    assert ledger.rule_behind("moor", "refused.sunk") is None


def test_a_game_without_a_ledger_is_named() -> None:
    with pytest.raises(ledger.NoLedger, match="no ledger of 'chess'"):
        ledger.rules("chess")
