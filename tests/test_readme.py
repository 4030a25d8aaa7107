"""The README is run: its Python, its commands, its links."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from trailmix.cli.app import app

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_ten_lines_of_python_say_what_they_say() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried >= 7
    assert failed == 0


def test_every_linked_file_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link


def test_every_command_is_named() -> None:
    """The README names the commands that there are, and no others."""
    block = README.split("## The command")[1].split("```")[1]
    named = {
        word
        for line in block.splitlines()
        for word in re.findall(r"trailmix ([\w-]+)|, (verify|bench)\b", line)
    }
    names = {(first or second).replace("-", "_") for first, second in named}
    commands = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert names == commands | {str(group.name) for group in app.registered_groups}


def test_the_notice_is_there() -> None:
    for promise in ("unofficial work of fans", "belong to their owners", "No text or art"):
        assert promise in README
