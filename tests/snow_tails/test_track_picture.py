"""Where a course lies on a picture: shapes that fit together, and the SVG made from them (chapter 5.5)."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given

from snow_tails.tracks import BOX, DATA, examples, lay, lines
from trailmix.games.snow_tails.track.geometry import LANE, CourseShape, Path, Point, overlaps, shape, warnings
from trailmix.games.snow_tails.track.picture import picture
from trailmix.games.snow_tails.track.spaces import lay as lay_course
from trailmix.games.snow_tails.track.text import parse

named = pytest.mark.parametrize("name", DATA.tracks)
CORNER_AREA = math.pi / 4 * (6.4**2 - 1.4**2)
"""Five lanes around an inner radius of 1.4."""
AREAS = {"start": 5 * 1.5, "S": 5 * 9, "C": CORNER_AREA, "U": 2 * CORNER_AREA, "finish": 5 * 22.5}


def area(outline: Path) -> float:
    """In lanes' widths squared; its sign tells the direction."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) / 2 / LANE**2


def distance(one: Point, other: Point) -> float:
    return math.dist(one, other) / LANE


@named
def test_spaces_cover_their_pieces_and_nothing_else(name: str) -> None:
    track = DATA.tracks[name]
    drawn = shape(track)
    for p, piece in enumerate(track.course.pieces):
        kind = "S" if piece.is_straight else piece.kind
        covered = sum(area(space.outline) for space in drawn.spaces if space.piece == p)
        assert covered == pytest.approx(AREAS[kind], rel=0.01)
        assert area(drawn.pieces[p].outline) == pytest.approx(AREAS[kind], rel=0.01)
        assert drawn.pieces[p].token == str(track.course.sections[p])


@given(lines(8))
@examples(30)
def test_every_space_has_a_sound_polygon_on_the_paper(line: str) -> None:
    drawn = shape(lay(line))
    assert len(drawn.spaces) == len(lay(line).spaces)
    for number, space in enumerate(drawn.spaces):
        assert lay(line).numbers[space.name] == number
        assert len(set(space.outline)) == len(space.outline) >= 4
        assert area(space.outline) > 0.4  # and all run the same way round
        assert all(0 < x < drawn.width and 0 < y < drawn.height for x, y in (*space.outline, space.centre))
        assert space.ground == lay(line).ground[number]
    assert drawn.width >= drawn.height


@named
def test_a_step_forward_leads_over_the_front_line_to_a_space_that_touches(name: str) -> None:
    track = DATA.tracks[name]
    drawn = shape(track)
    for number in range(track.finish):
        left, right = drawn.level_lines[number]
        ahead = drawn.spaces[track.target[number, 0]].outline
        assert min(distance(left, corner) for corner in ahead) < 0.02
        assert min(distance(right, corner) for corner in ahead) < 0.02
        assert distance(left, right) == pytest.approx(1, abs=0.02)


@named
def test_the_heading_of_a_space_points_ahead(name: str) -> None:
    track = DATA.tracks[name]
    drawn = shape(track)
    for number in range(track.finish):
        here, there = drawn.spaces[number], drawn.spaces[track.target[number, 0]]
        angle = math.atan2(there.centre[1] - here.centre[1], there.centre[0] - here.centre[0])
        off = (math.degrees(angle) - here.heading + 180) % 360 - 180
        assert abs(off) <= 46  # half of the turn to the next space of the inner lane


def left_of(drawn: CourseShape, number: int, point: Point) -> bool:
    space = drawn.spaces[number]
    heading = math.radians(space.heading)
    across = (point[0] - space.centre[0]) * -math.sin(heading) + (point[1] - space.centre[1]) * math.cos(
        heading
    )
    return across < 0


@pytest.mark.rule("ST-SETUP-1")
@named
def test_lane_1_is_on_the_left_with_the_yellow_flags(name: str) -> None:
    track = DATA.tracks[name]
    drawn = shape(track)
    for number in range(track.finish):
        left, right = drawn.level_lines[number]
        assert left_of(drawn, number, left)
        assert not left_of(drawn, number, right)
    for p in range(len(track.course.sections)):
        first, last = (drawn.spaces[track.numbers[f"{p}.{lane}.1"]] for lane in (1, 5))
        assert left_of(drawn, track.numbers[f"{p}.3.1"], first.centre)
        assert not left_of(drawn, track.numbers[f"{p}.3.1"], last.centre)
    for flag in drawn.flags:
        near = {side: min(distance(flag.at, point) for point in drawn.edges[side]) for side in (0, 1)}
        side = 0 if flag.colour == "yellow" else 1
        if flag.colour != "chequered":
            assert near[side] == pytest.approx(0.3, abs=0.03)


@pytest.mark.rule("ST-SETUP-1", "ST-END-4")
@named
def test_the_chequered_flag_stands_on_its_side_of_the_finish_line(name: str) -> None:
    track = DATA.tracks[name]
    drawn = shape(track)
    (flag,) = [flag for flag in drawn.flags if flag.colour == "chequered"]
    end = drawn.finish_line[0 if track.course.line.endswith("L") else 1]
    assert distance(flag.at, end) == pytest.approx(0.3, abs=0.02)
    assert distance(*drawn.finish_line) == pytest.approx(5, abs=0.02)
    first_row = {space.name for space in drawn.spaces if math.dist(space.centre, _middle(drawn)) < 230}
    assert {f"{len(track.course.sections) - 1}.{lane}.1" for lane in range(1, 6)} <= first_row


def _middle(drawn: CourseShape) -> tuple[float, float]:
    (x1, y1), (x2, y2) = drawn.finish_line
    return (x1 + x2) / 2, (y1 + y2) / 2


@pytest.mark.rule("ST-GEO-6")
def test_safety_lines_lie_at_the_entries_of_bends_with_their_numbers() -> None:
    track = lay("start S CL S UR/2 S finish:R")
    drawn = shape(track)
    assert [(line.piece, line.limit) for line in drawn.safety_lines] == [(2, 4), (4, 2)]
    for line in drawn.safety_lines:
        assert line.line == drawn.joins[line.piece - 1]
        inside = 0 if line.piece == 2 else 1
        assert distance(line.sign, line.line[inside]) == pytest.approx(0.72, abs=0.02)


@pytest.mark.rule("ST-TRACK-1")
@named
def test_every_join_is_a_line_across_the_track(name: str) -> None:
    drawn = shape(DATA.tracks[name])
    assert len(drawn.joins) == len(drawn.pieces) - 1
    for join in drawn.joins:
        assert distance(*join) == pytest.approx(5, abs=0.02)


@pytest.mark.rule("ST-ORDER-3", "ST-R-22")
def test_buds_mark_the_levels_of_the_ledger() -> None:
    """20: lanes 2 and 5 from the inside; 30: 1, 3, 5; 40: 2, 5."""
    track = lay("start S CL finish:R")
    drawn = shape(track)
    lanes: dict[int, set[int]] = {}
    for bud in drawn.buds:
        nearest = min(
            range(len(track.spaces)),
            key=lambda n: math.dist(
                bud.at, [sum(part) / 2 for part in zip(*drawn.level_lines[n], strict=True)]
            ),
        )
        lanes.setdefault(bud.level, set()).add(track.spaces[nearest].lane)
    assert lanes == {1: {2, 5}, 2: {1, 3, 5}, 3: {2, 5}}
    assert max(bud.level for bud in shape(lay("start UR finish:R")).buds) == 6


@pytest.mark.rule("ST-SETUP-3")
def test_start_numbers_stand_on_the_start_spaces() -> None:
    drawn = shape(DATA.tracks["hobbit"])
    assert [(n.number, drawn.spaces[n.space].name) for n in drawn.start_numbers] == [
        (number, f"0.{6 - number}.1") for number in range(1, 6)
    ]


@named
def test_no_named_course_runs_over_itself(name: str) -> None:
    assert overlaps(DATA.tracks[name].course) == []


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("start S S CL S CL S CL S S finish:L", [(1, 9)]),
        ("start UL UL finish:L", [(0, 2), (1, 3)]),
        ("start S UL S finish:L", []),
        ("start S S S S UL S UL S finish:R", [(3, 7), (4, 8), (5, 9)]),
    ],
)
def test_a_course_that_runs_over_itself_is_warned_of(line: str, pairs: list[tuple[int, int]]) -> None:
    course = lay(line).course
    assert overlaps(course) == pairs
    assert len(warnings(course)) == bool(pairs)


def test_a_warning_names_the_tokens() -> None:
    assert warnings(lay("start S S CL S CL S CL S S finish:L").course) == (
        "The course runs over itself: token 10, 'S', lies over token 2, 'S'.",
    )
    (many,) = warnings(lay("start UL UL finish:L").course)
    assert many.endswith(" There are 2 such pairs of pieces.")


@named
def test_the_picture_is_a_picture(name: str) -> None:
    track = DATA.tracks[name]
    root = ElementTree.fromstring(picture(track))  # noqa: S314 - we have just written it
    texts = [found.text for found in root.iter("{http://www.w3.org/2000/svg}text")]
    limits = [str(section.limit) for section in track.course.sections if section.limit]
    assert texts == [*limits, *"12345", track.course.name, track.course.line]
    trees = [found for found in root.iter() if found.get("class") == "tree outlined"]
    assert len(trees) == sum(len(section.saplings) for section in track.course.sections)


def test_names_of_people_cannot_break_the_picture() -> None:
    track = lay_course(parse("start S finish:L", BOX, "<script>&\"'", "]]>--"))
    root = ElementTree.fromstring(picture(track))  # noqa: S314
    assert root[0].text == "<script>&\"' by ]]>--"
    assert "<script" not in picture(track)


def test_a_shape_can_be_sent() -> None:
    drawn = shape(DATA.tracks["bruce"])
    assert msgspec.json.decode(msgspec.json.encode(drawn), type=CourseShape) == drawn
