"""``trailmix rules``: the ledgers are read, and every rule of a finished game is cited by a test."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

import trailmix
from trailmix import ledger
from trailmix.cli.app import app

NUMBERS = {"alpina": 152, "hike_cards": 181, "hike_dogsled": 180, "snow_tails": 182}


@pytest.mark.parametrize("game", trailmix.game_names())
def test_every_rule_of_a_game_is_cited_by_a_test(game: str) -> None:
    assert [rule.rule for rule in ledger.rules(game) if not rule.tests] == []


@pytest.mark.parametrize("game", trailmix.game_names())
def test_every_citation_is_a_rule(game: str) -> None:
    known = {rule.rule for name in ledger.names() for rule in ledger.rules(name)}
    assert set(ledger.citations()) <= known


@pytest.mark.parametrize("game", ledger.names())
def test_a_ledger_is_read_whole(game: str) -> None:
    assert len(ledger.rules(game)) == NUMBERS[game]


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


def test_a_game_without_a_ledger_is_named() -> None:
    with pytest.raises(ledger.NoLedger, match="no ledger of 'chess'"):
        ledger.rules("chess")
