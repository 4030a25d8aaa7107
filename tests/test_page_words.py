"""The catalogues of the page: nothing is there that nobody says. A sentence that is missing fails its build.

A sentence is said if its key stands in quotes in the page's sources. A key may also be put together
(``say(`alpina.rules.${step}`)``); then what is filled in stands in quotes in the page or, since
it may come from there, in the game's own code.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import trailmix
from trailmix import bots
from trailmix.engine.words import ENGLISH, files, texts_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "web" / "src"
CATALOGUES = sorted(path.parent for path in PAGE.rglob(f"words.{ENGLISH}.toml"))
QUOTED = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")
PUT_TOGETHER = re.compile(r"`([\w.]*\$\{[^`]*)`")
HOLE = re.compile(r"\$\{[^}]*\}")


def quoted(text: str) -> set[str]:
    """All that stands in quotes."""
    return {one or other for one, other in QUOTED.findall(text)}


def patterns(text: str) -> list[re.Pattern[str]]:
    """The keys that are put together, each as a pattern with a group for what is filled in."""
    found = PUT_TOGETHER.findall(text)
    return [re.compile(r"([^.]+)".join(map(re.escape, HOLE.split(each)))) for each in found]


@cache
def source(folder: Path) -> str:
    """The sources of a part of the page, without its tests and what is made of the catalogues."""
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix in (".ts", ".svelte")]
    ours = [path for path in paths if "made" not in path.parts and not path.name.endswith(".test.ts")]
    return "\n".join(path.read_text(encoding="utf-8") for path in ours)


def unsaid(keys: set[str], prefix: str, text: str, named: set[str]) -> set[str]:
    """The keys that nobody says in a text. Code of a game may leave out the game's name."""
    literal, puts = quoted(text), patterns(text)

    def is_said(key: str) -> bool:
        fits = (pattern.fullmatch(key) for pattern in puts)
        return key in literal or any(found and set(found.groups()) <= named for found in fits)

    return {key for key in keys if not any(is_said(form) for form in {key, prefix + key})}


@pytest.mark.parametrize("folder", CATALOGUES, ids=lambda folder: folder.name)
def test_every_sentence_is_said(folder: Path) -> None:
    keys = set(texts_of(files(folder)[ENGLISH]))
    assert keys
    if folder.parent.name == "games":
        is_game = folder.name in trailmix.game_names()  # the plain page is no game's
        paths = trailmix.game(folder.name).folder.rglob("*.py") if is_game else ()
        code = "\n".join(path.read_text() for path in paths)
        text, prefix, named = source(folder), f"{folder.name}.", quoted(source(PAGE)) | quoted(code)
    else:
        named = quoted(source(PAGE)) | {*trailmix.game_names(), *bots.names(), *files(folder)}
        text, prefix = source(PAGE), ""
    assert unsaid(keys, prefix, text, named) == set()


def test_a_sentence_that_nobody_says_is_found() -> None:
    text = (
        """say("g.title"); word("end"); say(`g.rule_${name}`); word(`of.${kind}.${name}`); RULES = ["one"];"""
    )
    keys = {"title", "end", "rule_one", "rule_two", "of.one.one", "of.one", "of.one.two", "of.two.one"}
    assert unsaid(keys, "g.", text, quoted(text)) == {"rule_two", "of.one", "of.one.two", "of.two.one"}
    assert unsaid(keys, "", text, quoted(text)) >= {"title", "rule_one"}
