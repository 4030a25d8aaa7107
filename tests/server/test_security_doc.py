"""docs/security.md names tests, settings and values that there are, and no limit is left out of it."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from trailmix.server.config import Config

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED_TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", DOC)))
ROWS = re.findall(r"^\| `([\w.]+)` \| ([^|]+?) \|", DOC, re.MULTILINE)
"""The names and values of settings and constants, as the tables have them."""
FIELDS = {field.name: field for field in msgspec.structs.fields(Config)}
NO_LIMITS = {"port", "bot_pause", "gone_seconds", "slow_turn_seconds"}
"""Numbers among the settings that limit nobody: they say where the server is, and how a match is played."""
SERVER = ROOT / "src" / "trailmix" / "server"
LIMIT = re.compile(r"(?:MOST|LONGEST|KEPT)(?:_[A-Z_]+)?")
"""How fixed limits are called."""
NO_FIXED_LIMITS = {
    "how a server tries again, and writes": (
        *("storage.patience.LONGEST_PAUSE", "storage.postgres_writer.LONGEST_PAUSE"),
        *("storage.postgres_writer.MOST_DEADLOCKS", "storage.jobs.MOST_IN_ONE_COMMIT"),
        *("storage.sql_store.MOST_TOUCHED", "storage.steady_time.MOST_OWED"),
    ),
    "what is read of something longer, which is not refused": (
        *("words.MOST_WISHES", "security.limits.LONGEST_KEY", "connections.socket.MOST_REASON_BYTES"),
    ),
    "what numbers and names of hosts can be": ("messages.base.MOST_SEQ", "notices.delivery.LONGEST_NAME"),
    "how messages are brought to services, which have limits of their own": (
        *("notices.web_push.MOST_BYTES", "notices.followers.LONGEST_KEPT"),
        *("notices.delivery.MOST_ANSWER_BYTES", "notices.answering.MOST_DOUBLINGS"),
    ),
    "of lessons, which come with the games": (
        *("tables.lesson_recording.MOST_LOOKED_AT", "tables.lesson_recording.MOST_TRIED"),
        "tables.lesson_recording.MOST_REPLIES",
    ),
    "of whoever runs the server": (
        *("admin.administration.LONGEST_HOURS", "admin.administration.LONGEST_NOTE"),
    ),
}
"""Constants that are called like limits, and limit nobody who plays: why, and which."""


@cache
def defined_in(file: Path) -> frozenset[str]:
    """The tests at the top of a file, parametrised ones without what stands in brackets."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_")
    )


def shown(value: Any) -> str:
    """A value as the page writes it."""
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def fixed_limits() -> Iterator[str]:
    """The constants of the server that are called like limits, by the modules that they are made in."""
    for file in SERVER.rglob("*.py"):
        module = ".".join(file.relative_to(SERVER).with_suffix("").parts)
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.Assign | ast.AnnAssign):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            named = (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))
            yield from (f"{module}.{name}" for name in named if LIMIT.fullmatch(name))


def constants() -> dict[str, str]:
    return {name: value for name, value in ROWS if "." in name}


def settings() -> dict[str, str]:
    return {name: value for name, value in ROWS if "." not in name}


@pytest.mark.parametrize("named", NAMED_TESTS)
def test_every_test_that_is_named_is_there(named: str) -> None:
    file, _, name = named.partition("::")
    assert (ROOT / file).is_file()
    assert name in defined_in(ROOT / file)


def test_tests_are_named_in_full_and_every_promise_names_one() -> None:
    assert len(NAMED_TESTS) > 80
    mentioned = set(re.findall(r"[\w/.]*::test\w*", DOC))
    assert mentioned == set(NAMED_TESTS)
    promises = DOC[DOC.index("## Secrets of the game") :]
    items = re.findall(r"^(?:\* .*(?:\n  .*)*|\| `.*)", promises, re.MULTILINE)
    without = [item for item in items if "::test" not in item]
    assert {name for item in without for name in re.findall(r"^\| `(\w+)`", item)} == {
        "host", "hosts", "origins", "proxies", "monitors",
    }  # fmt: skip
    assert not [item for item in without if item.startswith("*")]


def test_every_setting_is_there_with_its_default() -> None:
    assert settings() == {name: shown(FIELDS[name].default) for name in settings() if name in FIELDS}


def test_every_fixed_limit_is_there_with_its_value() -> None:
    def value(name: str) -> str:
        module, _, constant = name.rpartition(".")
        return shown(getattr(importlib.import_module(f"trailmix.server.{module}"), constant))

    assert constants() == {name: value(name) for name in constants()}


def test_no_limit_is_left_out() -> None:
    numbers = {name for name, field in FIELDS.items() if type(field.default) in (int, float)}
    lists = {name for name, field in FIELDS.items() if isinstance(field.default, tuple)}
    assert settings().keys() - {"host"} == (numbers - NO_LIMITS) | lists
    assert numbers >= NO_LIMITS


def test_no_fixed_limit_is_left_out() -> None:
    called = set(fixed_limits())
    excepted = {name for names in NO_FIXED_LIMITS.values() for name in names}
    assert len(called) > len(excepted) > 0 and excepted <= called
    assert {name for name in constants() if LIMIT.fullmatch(name.rpartition(".")[2])} == called - excepted


def test_how_to_report_a_hole_is_linked() -> None:
    assert (ROOT / "docs" / re.findall(r"\]\((\S+SECURITY\.md)\)", DOC)[0]).is_file()
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
