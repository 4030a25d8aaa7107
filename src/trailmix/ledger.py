"""The rules ledgers: which rules there are, and which tests cite them.

A ledger (``docs/rules/GAME.md``) defines a rule where its ID stands at the head of a passage or of a table
row. A test cites rules with ``@pytest.mark.rule("AL-GRID-4", ...)``.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import msgspec

from trailmix.engine.errors import TrailmixError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent.parent
IN_WHEEL = PACKAGE / "ledgers"
HEAD = re.compile(r"^(?:- )?\*\*(?P<bold>{0})|^\| \**(?P<row>{0})\b".format(r"(?:[A-Z]{2}-)?[A-Z]+-\d+"))


class Rule(msgspec.Struct, frozen=True):
    """A rule of a ledger: its ID, the beginning of what it says, the tests that cite it."""

    game: str
    rule: str
    says: str
    tests: tuple[str, ...]


class NoLedger(TrailmixError):
    """A game without a ledger, or an installation without tests."""


def ledgers() -> Path:
    """The folder of the ledgers, in a checkout or in an installed package."""
    return IN_WHEEL if IN_WHEEL.is_dir() else CHECKOUT / "docs" / "rules"


def names() -> list[str]:
    """The games that have a ledger."""
    return sorted(path.stem for path in ledgers().glob("*.md"))


def rules(game: str) -> list[Rule]:
    """The rules of a game in the order of its ledger, with the tests that cite them."""
    cited = citations()
    return [Rule(game, rule_id, says, tuple(cited[rule_id])) for rule_id, says in _defined(game).items()]


def _defined(game: str) -> dict[str, str]:
    """ID and text of every rule of a ledger."""
    if game not in names():
        raise NoLedger(f"There is no ledger of '{game}'. There is: {', '.join(names())}.")
    found: dict[str, str] = {}
    for line in (ledgers() / f"{game}.md").read_text(encoding="utf-8").splitlines():
        head = HEAD.match(line)
        if head:
            rule_id = head["bold"] or head["row"]
            says = line[head.end() :].replace("**", "").replace("|", " ").strip(" :")
            found.setdefault(rule_id, re.sub(r"\s+", " ", says))
    return found


def citations() -> dict[str, list[str]]:
    """The tests that cite each rule, as ``tests/alpina/test_turn.py::test_name``."""
    folder = CHECKOUT / "tests"
    if not folder.is_dir():
        raise NoLedger("The tests come with a checkout of Trailmix, not with the installed package.")
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for rule_id in _cited(node):
                    found[rule_id].append(f"{path.relative_to(CHECKOUT).as_posix()}::{node.name}")
    return found


def _cited(test: ast.FunctionDef) -> list[str]:
    """The IDs in the rule marks of one test."""
    marks = [mark for mark in test.decorator_list if isinstance(mark, ast.Call)]
    args = [arg for mark in marks if ast.unparse(mark.func).endswith("mark.rule") for arg in mark.args]
    return [str(arg.value) for arg in args if isinstance(arg, ast.Constant)]
