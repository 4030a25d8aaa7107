"""Finds the kinds of events that a game's rules note but the game does not declare, in its sources.

Otherwise such a mistake would only show in a match in which the event happens. The sources are searched as
text because this is done whenever a game is put together, and parsing them would take longer than the rest.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

FUNCTION = re.compile(r"def (\w+)\(\s*\w+[^,()]*,\s*(\w+)")
"""A function's name, and its second parameter."""


def undeclared(package: str, folder: Path, kinds: Mapping[int, Any]) -> list[str]:
    """The kinds that are noted and not declared, each with the line that notes it."""
    sources = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    calls = _calls(sources.values())
    missing = {}
    for file, text in sorted(sources.items()):
        for call in calls.finditer(text):
            number = _value(package, file, call["kind"])
            if number is not None and number not in kinds:
                line = text.count("\n", 0, call.start()) + 1
                missing[call["kind"]] = f"{call['kind']} (noted in {file}, line {line})"
    return list(missing.values())


def _calls(sources: Iterable[str]) -> re.Pattern[str]:
    """Calls of `note`, `note_all` and of the game's own functions that hand a kind on to them."""
    functions = [
        (head[1], head[2], whole[head.end() :])
        for text in sources
        for whole in re.split(r"^(?=def )", text, flags=re.MULTILINE)
        if (head := FUNCTION.match(whole))
    ]
    known, found = set[str](), {"note", "note_all"}
    while found:
        known |= found
        calls = re.compile(rf"\b(?:{'|'.join(sorted(known))})\(\s*\w+,\s*(?P<kind>[A-Za-z_][\w.]*)")
        handing_on = {name for name, given, body in functions if given in calls.findall(body)}
        found = handing_on - known
    return calls


def _value(package: str, file: Path, name: str) -> int | None:
    """What a name stands for in a module of the game; None if that is not a number, or not known yet."""
    parts = [part for part in file.with_suffix("").parts if part != "__init__"]
    module = sys.modules.get(".".join([package, *parts]))
    try:
        return int(attrgetter(name)(module))
    except (AttributeError, TypeError, ValueError):
        return None
