"""Race order: spaces are numbered by it, a higher number is ahead (ledger, chapters 3.2 and 5.1)."""

from __future__ import annotations

import pytest
from hypothesis import given

from snow_tails.tracks import DATA, examples, lay, lines
from trailmix.games.snow_tails.track.spaces import Track


def ahead(track: Track, *spaces: str) -> list[str]:
    """Spaces in race order, the leader first."""
    return sorted(spaces, key=lambda space: -track.numbers[space])


@pytest.mark.rule("ST-ORDER-2", "ST-ORDER-3", "ST-GEO-5", "ST-R-22")
@given(lines())
@examples(40)
def test_further_along_is_ahead_and_level_spaces_lie_on_one_piece(line: str) -> None:
    track = lay(line)
    for behind, before in zip(track.spaces, track.spaces[1:], strict=False):
        assert behind.front <= before.front
        if behind.front == before.front:
            assert behind.piece == before.piece
            assert behind.lane != before.lane


@pytest.mark.rule("ST-ORDER-2", "ST-ORDER-5", "ST-ORDER-7")
def test_level_on_a_straight_the_inside_of_the_next_bend_is_ahead() -> None:
    track = lay("start S CR S S finish:R")  # worked example 5a
    assert ahead(track, "1.2.3", "1.4.3", "1.2.5") == ["1.2.5", "1.4.3", "1.2.3"]
    left = lay("start S S CL S CR finish:R")
    assert ahead(left, "1.2.3", "1.4.3") == ["1.2.3", "1.4.3"]  # also where another straight comes first
    assert ahead(left, "4.2.3", "4.4.3") == ["4.4.3", "4.2.3"]  # by then the next bend is the right one


@pytest.mark.rule("ST-ORDER-3", "ST-R-22")
def test_in_a_corner_levels_count_and_not_spaces() -> None:
    track = lay("start S CR S S finish:R")  # worked example 5e
    assert ahead(track, "2.4.1", "2.3.2", "2.4.2") == ["2.4.2", "2.3.2", "2.4.1"]
    assert ahead(track, "2.5.1", "2.1.2") == ["2.5.1", "2.1.2"]  # front 30 and 20: one space beats two


@pytest.mark.rule("ST-ORDER-4")
def test_level_in_a_corner_its_own_inside_is_ahead() -> None:
    track = lay("start S CR S finish:L")  # worked example 14
    assert track.spaces[track.numbers["2.5.1"]].front == track.spaces[track.numbers["2.3.2"]].front
    assert ahead(track, "2.5.1", "2.3.2", "2.1.3") == ["2.5.1", "2.3.2", "2.1.3"]
    hairpin = lay("start UL CR finish:R")
    assert ahead(hairpin, "1.1.1", "1.3.2", "1.5.3") == ["1.1.1", "1.3.2", "1.5.3"]


@pytest.mark.rule("ST-ORDER-6", "ST-END-4", "ST-R-33", "ST-GEO-8")
def test_after_the_last_bend_and_beyond_the_line_the_flag_side_is_ahead() -> None:
    track = lay("start CL S finish:R")
    assert ahead(track, "2.2.3", "2.4.3") == ["2.4.3", "2.2.3"]
    assert ahead(track, "3.2.3", "3.4.3") == ["3.4.3", "3.2.3"]  # worked example 13
    close = lay("start S CR finish:L")
    assert ahead(close, "2.1.6", "2.5.2") == ["2.5.2", "2.1.6"]  # on the corner its own inside
    assert ahead(close, "3.1.1", "3.5.1") == ["3.1.1", "3.5.1"]


@pytest.mark.rule("ST-R-31", "ST-GEO-8", "ST-SETUP-3")
@pytest.mark.parametrize(("flag", "first"), [("L", 1), ("R", 5)])
def test_without_a_bend_the_flag_side_is_the_inside_everywhere(flag: str, first: int) -> None:
    track = lay(f"start S T finish:{flag}")
    last = 6 - first
    for piece in ("0.{}.1", "1.{}.3", "2.{}.6", "3.{}.14"):
        assert ahead(track, piece.format(first), piece.format(last))[0] == piece.format(first)
    assert track.spaces[track.start(1)].name == f"0.{first}.1"


@pytest.mark.rule("ST-SETUP-3", "ST-ORDER-7", "ST-R-45")
@pytest.mark.parametrize(
    ("line", "inside"), [("start S CL finish:R", 1), ("start CR finish:L", 5), ("start S UR CL finish:L", 5)]
)
def test_start_spaces_are_numbered_from_the_inside_of_the_first_bend(line: str, inside: int) -> None:
    track = lay(line)
    lanes = [track.spaces[track.start(number)].lane for number in range(1, 6)]
    assert lanes == (list(range(1, 6)) if inside == 1 else list(range(5, 0, -1)))
    names = [track.spaces[track.start(number)].name for number in range(1, 6)]
    assert ahead(track, *names) == names  # so is the order of the first round
    assert {track.spaces[track.start(number)].piece for number in range(1, 6)} == {0}


def test_start_space_1_of_the_named_courses() -> None:
    lanes = {name: track.spaces[track.start(1)].lane for name, track in DATA.tracks.items()}
    assert lanes == {
        "nutcracker": 1,
        "dagger": 1,
        "hobbit": 5,
        "yquem": 1,
        "tremendous": 1,
        "bruce": 1,
    }


@pytest.mark.rule("ST-END-3")
@given(lines(5))
@examples(40)
def test_the_spaces_beyond_the_line_have_the_highest_numbers(line: str) -> None:
    track = lay(line)
    last = len(track.course.sections) - 1
    for number, space in enumerate(track.spaces):
        assert (space.piece == last) == (number >= track.finish)
    assert len(track.spaces) - track.finish == 75
