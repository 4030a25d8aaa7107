"""What the tests of the track share: the data that comes with the game, and courses laid from a line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import trailmix
from trailmix.games.snow_tails.data import Data, read
from trailmix.games.snow_tails.track.spaces import Track
from trailmix.games.snow_tails.track.spaces import lay as lay_course
from trailmix.games.snow_tails.track.text import parse

FILE = Path(trailmix.__file__).parent / "games" / "snow_tails" / "snow_tails.toml"
TEXT = FILE.read_text(encoding="utf-8")
DATA: Data = read(TEXT)
BOX = DATA.box
STRAIGHTS, BENDS = ("S", "T", "H", "DL", "DR"), ("CL", "CR", "UL", "UR")
STEPS = {"F": 0, "L": 1, "R": 2}


def examples(number: int) -> settings:
    """So many examples, however long they take: no test is a matter of time."""
    return settings(max_examples=number, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def lay(line: str, data: Data = DATA) -> Track:
    """A course without the limits of the box."""
    return lay_course(parse(line, data.box, box_limits=False))


def changed(*replacements: tuple[str, str]) -> Data:
    """The data with some of its text replaced."""
    text = TEXT
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return read(text)


def follow(track: Track, space: str, path: str) -> str:
    """The space where a path of F, L and R ends, on an empty track."""
    number = track.numbers[space]
    for letter in path:
        number = int(track.step[number, STEPS[letter]])
        assert number >= 0, f"{path} crashes"
    return str(track.spaces[number].name)


@st.composite
def sections(draw: st.DrawFn) -> str:
    """A token of a piece, with or without a limit or saplings of its own."""
    code: str = draw(st.sampled_from(STRAIGHTS + BENDS))
    if draw(st.booleans()):
        return code
    if code in BENDS:
        return f"{code}/{draw(st.integers(1, 9))}"
    free = [(lane, row) for lane in range(1, 6) for row in range(1, 7)]
    free = [spot for spot in free if spot not in BOX.pieces[code].blocked]
    spots = draw(st.lists(st.sampled_from(free), unique=True, max_size=6))
    return f"{code}({','.join(f'{lane}.{row}' for lane, row in spots)})"


@st.composite
def lines(draw: st.DrawFn, most: int = 12) -> str:
    """A course that can be laid without the limits of the box."""
    pieces = draw(st.lists(sections(), min_size=1, max_size=most))
    return " ".join(["start", *pieces, f"finish:{draw(st.sampled_from('LR'))}"])
