"""Where steps lead: forward, drift, off the track, over a safety line (ledger, chapters 5.1 and 5.2)."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given

from snow_tails.tracks import BENDS, BOX, STEPS, STRAIGHTS, examples, follow, lay, lines
from trailmix.games.snow_tails.track.spaces import IN_THE_WAY, MAX_SAPLINGS, MAX_SPACES, NO_WAY, SIDE, Track

CORNER_FRONTS = {
    1: (30, 60),
    2: (20, 40, 60),
    3: (15, 30, 45, 60),
    4: (12, 24, 36, 48, 60),
    5: (10, 20, 30, 40, 50, 60),
}
"""By lane from the inside, as the ledger prints it."""


def target(track: Track, space: str, letter: str) -> str | None:
    """Where geometry leads, blocked or not."""
    found = int(track.target[track.numbers[space], STEPS[letter]])
    return None if found == SIDE else track.spaces[found].name


def fronts(track: Track, piece: int, lane: int) -> tuple[int, ...]:
    """The front lines of a lane, from the entry of the piece."""
    offset = sum(laid.ticks for laid in track.course.pieces[:piece])
    return tuple(s.front - offset for s in track.spaces if (s.piece, s.lane) == (piece, lane))


@pytest.mark.rule("ST-GEO-1")
@given(lines(6))
@examples(40)
def test_five_lanes_run_through_every_piece(line: str) -> None:
    track = lay(line)
    pieces = track.course.pieces
    assert [piece.kind for piece in pieces if piece.kind in ("start", "finish")] == ["start", "finish"]
    assert (pieces[0].kind, pieces[-1].kind) == ("start", "finish")
    found = {(space.piece, space.lane) for space in track.spaces}
    assert found == set(itertools.product(range(len(pieces)), range(1, 6)))


@pytest.mark.rule("ST-GEO-2")
@pytest.mark.parametrize("side", "LR")
def test_front_lines_of_corners_are_those_of_the_ledger(side: str) -> None:
    track = lay(f"start S C{side} U{side} finish:L")
    for k, expected in CORNER_FRONTS.items():
        lane = k if side == "L" else 6 - k
        assert fronts(track, 2, lane) == expected
        assert fronts(track, 3, lane) == (*expected, *(front + 60 for front in expected))


@pytest.mark.rule("ST-GEO-2")
@pytest.mark.parametrize("code", STRAIGHTS)
def test_front_lines_of_straights_are_ten_apart(code: str) -> None:
    track = lay(f"start {code} finish:L")
    for lane in range(1, 6):
        assert fronts(track, 0, lane) == (10,)
        assert fronts(track, 1, lane) == (10, 20, 30, 40, 50, 60)
        assert fronts(track, 2, lane) == tuple(range(10, 151, 10))
    assert track.spaces[track.numbers["2.1.1"]].front == 80


@pytest.mark.rule("ST-GEO-3", "ST-TRACK-1", "ST-MOVE-2")
def test_forward_is_the_next_space_of_the_lane_also_from_piece_to_piece() -> None:
    track = lay("start S CL finish:R")
    assert [target(track, space, "F") for space in ("0.2.1", "1.2.1", "1.2.6", "2.2.3", "3.2.14")] == [
        "1.2.1",
        "1.2.2",
        "2.2.1",
        "3.2.1",
        "3.2.15",
    ]


@pytest.mark.rule("ST-R-26")
def test_the_last_row_leads_nowhere() -> None:
    track = lay("start S finish:R")
    for lane in range(1, 6):
        assert [target(track, f"2.{lane}.15", letter) for letter in "FLR"] == [None] * 3
        assert target(track, f"2.{lane}.14", "F") == f"2.{lane}.15"


@pytest.mark.rule("ST-GEO-4", "ST-DRIFT-2")
@pytest.mark.parametrize("code", STRAIGHTS)
def test_on_rows_a_drift_is_the_diagonal(code: str) -> None:
    track = lay(f"start {code} S finish:L")
    for lane, row in itertools.product(range(1, 6), range(1, 7)):
        ahead = f"1.{{}}.{row + 1}" if row < 6 else "2.{}.1"
        for letter, to in (("L", lane - 1), ("R", lane + 1)):
            expected = ahead.format(to) if 1 <= to <= 5 else None
            assert target(track, f"1.{lane}.{row}", letter) == expected


@pytest.mark.rule("ST-GEO-4", "ST-R-21", "ST-DRIFT-5")
@pytest.mark.parametrize("side", "LR")
@pytest.mark.parametrize("kind", "CU")
def test_drifts_in_bends_have_the_closed_forms(kind: str, side: str) -> None:
    track = lay(f"start S {kind}{side} S finish:L")
    inward, outward = ("L", "R") if side == "L" else ("R", "L")
    for k in range(1, 6):
        lanes = {step: k + step if side == "L" else 6 - k - step for step in (-1, 0, 1)}
        n = (k + 1) * (2 if kind == "U" else 1)
        for i in range(1, n + 1):
            half = n if kind == "C" else n // 2
            inner = i if i <= half else i - 1
            outer = i + 1 if i < half or kind == "C" else i + 2
            ends = i == n
            space = f"2.{lanes[0]}.{i}"
            if k > 1:
                expected = f"3.{lanes[-1]}.1" if ends else f"2.{lanes[-1]}.{inner}"
                assert target(track, space, inward) == expected
            if k < 5:
                expected = f"3.{lanes[1]}.1" if ends else f"2.{lanes[1]}.{outer}"
                assert target(track, space, outward) == expected


@pytest.mark.rule("ST-GEO-4", "ST-R-45")
def test_single_drifts_in_a_hairpin_worked_example_16() -> None:
    track = lay("start UL S finish:R")
    for space, letter, to in (
        ("1.1.2", "R", "1.2.4"),
        ("1.2.4", "L", "1.1.3"),
        ("1.3.4", "L", "1.2.4"),
        ("1.4.5", "R", "1.5.7"),
        ("1.5.7", "L", "1.4.6"),
        ("1.1.4", "R", "2.2.1"),
    ):
        assert target(track, space, letter) == to


@pytest.mark.rule("ST-GEO-4")
@pytest.mark.parametrize(
    ("line", "space", "paths", "end"),
    [
        ("start S S finish:R", "1.2.2", "RRF RFR FRR", "1.4.5"),  # worked example 2
        ("start S CR S S finish:R", "1.2.5", "RRF", "2.4.2"),  # 5b
        ("start S CR S S finish:R", "1.4.3", "FFFF", "2.4.1"),  # 5c
        ("start S CR S S finish:R", "1.2.3", "RFFFF", "2.3.2"),  # 5d
        ("start S CL S finish:R", "1.3.5", "LFF FLF", "2.2.2"),  # 8
        ("start S CL S finish:R", "1.3.5", "FFL", "2.2.1"),
        ("start S CL S finish:R", "1.1.6", "RFF FRF", "2.2.3"),  # 9
        ("start S CL S finish:R", "1.1.6", "FFR", "3.2.1"),
    ],
)
def test_paths_of_the_worked_examples(line: str, space: str, paths: str, end: str) -> None:
    for path in paths.split():
        assert follow(lay(line), space, path) == end


@pytest.mark.rule("ST-GEO-4")
def test_all_orders_of_worked_example_7_end_alike() -> None:
    orders = {"".join(order) for order in itertools.permutations("RRFFFF")}
    assert len(orders) == 15
    track = lay("start S CR S S finish:R")
    assert {follow(track, "2.2.1", path) for path in orders} == {"3.4.2"}


@pytest.mark.rule("ST-GEO-4")
@given(lines(3))
@examples(40)
def test_a_drift_takes_the_nearest_front_line_strictly_ahead(line: str) -> None:
    """The definition itself, looked for among all spaces of the neighbouring lane."""
    track = lay(line)
    lanes = {lane: [s for s in track.spaces if s.lane == lane] for lane in range(7)}
    for space in track.spaces[::3]:
        for letter, change in (("L", -1), ("R", 1)):
            ahead = [s for s in lanes[space.lane + change] if s.front > space.front]
            nearest = min(ahead, key=lambda s: s.front, default=None)
            assert target(track, space.name, letter) == (nearest.name if nearest else None)


@pytest.mark.rule("ST-GEO-2", "ST-GEO-3", "ST-GEO-4", "ST-GEO-7")
@given(lines())
@examples(40)
def test_every_step_leads_ahead_and_onto_a_free_space(line: str) -> None:
    track = lay(line)
    fronts = np.array([space.front for space in track.spaces])
    for number, row in enumerate(track.step):
        for to in row[row >= 0]:
            assert fronts[to] > fronts[number]
            assert to > number
            assert track.ground[to] == "free"
            assert 0 <= track.spaces[to].piece - track.spaces[number].piece <= 1


@pytest.mark.rule("ST-GEO-7", "ST-R-47", "ST-HAZARD-3", "ST-HAZARD-4", "ST-R-24")
def test_a_blocked_target_is_run_into_and_never_passed_by() -> None:
    snow = lay("start DL S finish:L")  # worked example 17
    assert target(snow, "1.4.3", "L") == "1.3.4"
    assert snow.step[snow.numbers["1.4.3"], STEPS["L"]] == IN_THE_WAY["snow"]
    chasm = lay("start H S finish:L")
    assert chasm.step[chasm.numbers["1.2.2"], STEPS["F"]] == IN_THE_WAY["pillar"]
    assert chasm.step[chasm.numbers["1.2.2"], STEPS["L"]] == IN_THE_WAY["rock"]
    assert follow(chasm, "1.2.2", "R") == "1.3.3"
    assert len({SIDE, *IN_THE_WAY.values()}) == 4


@pytest.mark.rule("ST-HAZARD-5", "ST-DRIFT-6")
def test_scenery_beside_a_diagonal_does_not_hinder() -> None:
    chasm = lay("start H S finish:L")
    assert follow(chasm, "1.3.3", "R") == "1.4.4"  # past the pillar on 1.4.3
    assert follow(chasm, "1.4.2", "L") == "1.3.3"


@pytest.mark.rule("ST-SIDE-1")
@pytest.mark.parametrize("code", STRAIGHTS[:2] + BENDS)
def test_beyond_the_outer_lanes_lies_the_side(code: str) -> None:
    track = lay(f"start {code} S finish:L")
    for number, space in enumerate(track.spaces[: track.finish]):
        assert (track.step[number, STEPS["L"]] == SIDE) == (space.lane == 1)
        assert (track.step[number, STEPS["R"]] == SIDE) == (space.lane == 5)
        assert track.step[number, STEPS["F"]] != SIDE


@pytest.mark.rule("ST-GEO-6", "ST-CORNER-1", "ST-R-32", "ST-R-45")
@given(lines())
@examples(40)
def test_a_safety_line_is_crossed_by_every_step_into_a_bend_and_by_no_other(line: str) -> None:
    track = lay(line)
    limits = [section.limit for section in track.course.sections]
    for number, row in enumerate(track.step):
        here = track.spaces[number].piece
        for to in row[row >= 0]:
            there = track.spaces[to].piece
            assert track.line[number] == (limits[there] if there != here else 0)


@pytest.mark.rule("ST-GEO-6", "ST-R-32")
def test_the_limits_of_lines() -> None:
    track = lay("start CL S UR CR/7 UL/2 finish:R")
    crossed = {space.piece: int(track.line[n]) for n, space in enumerate(track.spaces) if track.leaves(n)}
    assert crossed == {0: 4, 1: 0, 2: 3, 3: 7, 4: 2, 5: 0, 6: 0}
    assert not any(track.line[n] for n in range(len(track.spaces)) if not track.leaves(n))


@pytest.mark.rule("ST-TRACK-4")
@given(lines())
@examples(40)
def test_every_free_space_has_a_way_to_the_finish(line: str) -> None:
    """The steps counted are the fewest: no way is shorter, and one is as long."""
    track = lay(line)
    for number, ground in enumerate(track.ground):
        left = track.to_finish[number]
        if ground != "free":
            assert left == NO_WAY
        elif number >= track.finish:
            assert left == 0
        else:
            assert left == 1 + min(track.to_finish[to] for to in track.step[number] if to >= 0) < NO_WAY


@pytest.mark.rule("ST-TRACK-6")
def test_the_largest_course_fits_the_table_record() -> None:
    track = lay(f"start {'UL ' * 40}finish:L")
    assert len(track.spaces) == 1680 <= MAX_SPACES
    full = ",".join(f"{lane}.{row}" for lane in range(1, 6) for row in range(1, 7))
    assert (lay(f"start {f'S({full}) ' * 40}finish:L").sapling >= 0).sum() == 1200 == MAX_SAPLINGS


@pytest.mark.rule("ST-SETUP-10", "ST-R-46")
def test_saplings_stand_where_the_line_says() -> None:
    track = lay("start T S(2.3) T() T(1.1) finish:L")
    found = {s.name for s, n in zip(track.spaces, track.sapling, strict=True) if n >= 0}
    assert found == {"1.2.2", "1.5.2", "1.1.4", "1.3.4", "1.4.5", "2.2.3", "4.1.1"}
    assert sorted(track.sapling[track.sapling >= 0]) == list(range(7))


def test_left_and_right_pieces_are_mirror_images() -> None:
    for kind in "DCU":
        left, right = BOX.pieces[f"{kind}L"], BOX.pieces[f"{kind}R"]
        assert left.spaces == right.spaces[::-1]
        assert right.blocked == {(6 - lane, row): what for (lane, row), what in left.blocked.items()}
        assert (left.ticks, left.turn, left.limit) == (right.ticks, right.turn, right.limit)
