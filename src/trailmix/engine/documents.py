"""Reading what anybody may have written: TOML within bounds, and values quoted in a sentence."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_CHARACTERS = 1_000_000
MOST_DEPTH = 20
SURROGATE = re.compile("[\ud800-\udfff]")
LONG_KEY = re.compile(rf"""(\.[ \t]*("([^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)[ \t]*){{{MOST_DEPTH}}}""")
"""A key of many dotted parts: reading one takes time with the square of their number."""


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text; ValueError says, in a few words, why it is none that we read.

    TOML bounds neither its whole numbers nor its nesting; what follows need not expect any but small ones.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"it has more than {MOST_CHARACTERS} characters")
    if SURROGATE.search(text):
        raise ValueError("it has a character that cannot be stored")
    if LONG_KEY.search(text):
        raise ValueError(f"a key has more than {MOST_DEPTH} parts")
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list ...
        raise ValueError("a number is too long, or something is nested too deeply") from None
    _check(document)
    return document


def _check(document: dict[str, Any]) -> None:
    """Whole numbers have 64 bits at most, and nothing is nested deeper than a person would write it."""
    layer: list[Any] = [document]
    for _ in range(MOST_DEPTH):
        for value in layer:
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                raise ValueError("a number is too long")
        layer = [
            item
            for value in layer
            if isinstance(value, (dict, list))
            for item in (value.values() if isinstance(value, dict) else value)
        ]
    if layer:
        raise ValueError("something is nested too deeply")


def shown(value: object) -> str:
    """A value as a sentence may quote it: short, and whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list ...
        return f"such a long {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
