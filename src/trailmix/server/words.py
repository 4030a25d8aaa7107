"""What the server says, and in which language: that of whoever reads it, if every catalogue speaks it."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import trailmix
from trailmix.engine.game import own_slugs
from trailmix.engine.words import ENGINE, ENGLISH, Words, files, words_of

SERVER = Path(__file__).resolve().parent
MOST_WISHES = 200
"""So many characters of an ``Accept-Language`` are read."""
WISH = re.compile(r"([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q=(\d(?:\.\d{0,3})?))?")


@functools.cache
def languages() -> frozenset[str]:
    """The languages that the engine, the server and every game of ours have a catalogue for."""
    folders = [ENGINE, SERVER, *(trailmix.game(name).folder for name in own_slugs())]
    return frozenset.intersection(*(frozenset(files(folder)) for folder in folders))


def spoken(*wishes: str) -> str:
    """The first of these languages that there is (`de` will do for `de-CH`), else English."""
    for wish in wishes:
        for language in (wish.lower(), wish.lower().partition("-")[0]):
            if language in languages():
                return language
    return ENGLISH


def accepted(header: str) -> str:
    """The language that an ``Accept-Language`` wishes for most (RFC 9110, 12.5.4)."""
    wishes = [(float(weight or 1), tag) for tag, weight in WISH.findall(header[:MOST_WISHES].lower())]
    wishes.sort(key=lambda wish: -wish[0])
    return spoken(*(tag for weight, tag in wishes if weight > 0))


def words(language: str) -> Words:
    """The server's own catalogue in a language that there is."""
    return words_of(SERVER, language)
