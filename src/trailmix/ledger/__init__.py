"""The rules ledgers: which rules there are, and which tests cite them.

A ledger (``docs/rules/GAME.md``) defines a rule where its ID stands at the head of a passage or of a table
row. A test cites rules with ``@pytest.mark.rule("AL-GRID-4", ...)``.
"""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import msgspec

from trailmix.engine.errors import TrailmixError
from trailmix.engine.game import find, slugs
from trailmix.engine.words import texts_of
from trailmix.ledger.marks import HERE

FOLDER = Path(__file__).resolve().parent
CHECKOUT = FOLDER.parent.parent.parent
IN_WHEEL = FOLDER / "rules"
SHORT, REFUSALS = "in_short.md", "refusals.toml"
"""Files of a game's folder: its rules on a screen, and the rules behind its refusals."""
BEGINNING = 20
"""How many lines of a ledger stand in for rules in short."""
HEAD = re.compile(
    r"^(?:- )?\*\*(?P<bold>{0})|^\| \**(?P<row>{0})\b".format(r"(?:[A-Z]{2}-)?[A-Z]+-\d+[a-z]?")
)


class Rule(msgspec.Struct, frozen=True):
    """A rule of a ledger: its ID, what it says, the tests that cite it."""

    game: str
    rule: str
    says: str
    tests: tuple[str, ...] | None
    """None where the tests are not at hand."""


class NoLedger(TrailmixError):
    """A game without a ledger, or an installation without tests."""


def ledgers() -> Path:
    """The folder of the ledgers, in a checkout or in an installed package."""
    return IN_WHEEL if IN_WHEEL.is_dir() else CHECKOUT / "docs" / "rules"


def names() -> list[str]:
    """The games of ours that have a ledger."""
    return sorted(path.stem for path in ledgers().glob("*.md"))


def _file(game: str) -> Path:
    """The ledger of a game: that of another package stands in the game's folder, as ``rules.md``."""
    if game in names():
        return ledgers() / f"{game}.md"
    file = find(game).folder / "rules.md" if game in slugs() else None
    if file is None or not file.is_file():
        raise NoLedger(f"There is no ledger of '{game}'. There is: {', '.join(names())}.")
    return file


def in_short(game: str) -> str:
    """The goal, the turn and the scoring on a screen; of a game that has none, how its ledger begins."""
    file = find(game).folder / SHORT
    if file.is_file():
        return file.read_text(encoding="utf-8")
    try:
        return "\n".join(_file(game).read_text(encoding="utf-8").splitlines()[:BEGINNING])
    except NoLedger:
        return ""


def rule_behind(game: str, refusal: str) -> str | None:
    """The ID of the rule behind a refusal, by the key of the refusal; None where nobody has said."""
    return refusals(game).get(refusal)


def refusals(game: str) -> dict[str, str]:
    """The IDs of the rules behind the refusals of a game, by their keys; empty if the game has none."""
    file = find(game).folder / REFUSALS
    return texts_of(file) if file.is_file() else {}


def rules(game: str) -> list[Rule]:
    """The rules of a game in the order of its ledger, with the tests that cite them."""
    file, cited = _file(game), citations() if has_tests(game) else None
    return [
        Rule(game, rule_id, says, None if cited is None else tuple(cited.get(rule_id, ())))
        for rule_id, says in _defined(file).items()
    ]


def texts(game: str) -> dict[str, str]:
    """What each rule of a game says, by its ID; nothing for a game without a ledger."""
    try:
        return _defined(_file(game))
    except NoLedger:
        return {}


def has_tests(game: str | None = None) -> bool:
    """Is this a checkout, with tests, and not an installed package? Those of other packages are elsewhere."""
    return (CHECKOUT / "tests").is_dir() and (game is None or game in names())


def _defined(file: Path) -> dict[str, str]:
    """ID and text of every rule of a ledger: what follows the ID, to the end of the passage."""
    found: dict[str, list[str]] = {}
    passage: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if head := HEAD.match(line):
            rule_id, passage = head["bold"] or head["row"], []
            found.setdefault(rule_id, passage)  # the first definition of an ID counts
        elif not line.strip() or line.startswith(("#", "|", "- ")):
            passage = []
        passage.append(line[head.end() if head else 0 :])
    return {rule_id: _plain(" ".join(said)) for rule_id, said in found.items()}


def _plain(passage: str) -> str:
    """A passage without its marks."""
    return re.sub(r"\s+", " ", passage.replace("**", "").replace("|", " ")).strip(" :")


@functools.cache
def citations() -> dict[str, list[str]]:
    """The tests that cite each rule, as pytest itself collects them."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "trailmix.ledger.marks",
        "-p",
        "no:cacheprovider",
    ]
    collected = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)  # noqa: S603
    if collected.returncode != 0:
        reason = (collected.stdout + collected.stderr).strip().splitlines() or ["no reason given"]
        raise NoLedger(f"The tests cannot be collected (make test installs what they need): {reason[-1]}")
    found: dict[str, list[str]] = defaultdict(list)
    for line in collected.stdout.splitlines():
        if line.startswith(HERE):
            rule_id, test = msgspec.json.decode(line.removeprefix(HERE), type=tuple[str, str])
            found[rule_id].append(test)
    return found
