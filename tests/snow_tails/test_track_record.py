"""Courses in the table record: nothing is lost or cut off in its small numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from snow_tails.tracks import DATA, examples, lay, lines
from trailmix.games.snow_tails.state import MAX_RACES, Table, set_course
from trailmix.games.snow_tails.track.spaces import Track

LARGEST = f"start {'UL ' * 40}finish:L"


def check(track: Track, race: int) -> None:
    made = Table.new()
    t = made[0]
    set_course(t, race, track)
    n = len(track.spaces)
    assert (t.spaces[race], t.finish[race]) == (n, n - 75)
    assert t.saplings[race] == sum(len(section.saplings) for section in track.course.sections)
    for name in ("step", "line", "sapling", "to_finish"):
        assert np.array_equal(t[name][race, :n], getattr(track, name))
        assert not t[name][race, n:].any()
    assert t.front[race, :n].tolist() == [space.front for space in track.spaces]
    assert t.lane[race, :n].tolist() == [space.lane for space in track.spaces]
    others = np.arange(MAX_RACES) != race
    assert not any(made[name][0][others].any() for name in ("step", "spaces", "lane"))


@pytest.mark.rule("ST-TRACK-6")
@pytest.mark.parametrize("line", [LARGEST, LARGEST.replace("UL", "T")])
def test_the_largest_courses_fit(line: str) -> None:
    check(lay(line), MAX_RACES - 1)


@pytest.mark.parametrize("name", DATA.tracks)
def test_the_named_courses_are_entered(name: str) -> None:
    check(DATA.tracks[name], 0)


@given(lines())
@examples(20)
def test_any_course_is_entered(line: str) -> None:
    check(lay(line), 3)
