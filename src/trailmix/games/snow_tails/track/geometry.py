"""Where everything of a course lies on a picture (ledger, chapter 5.5): a client only has to paint it.

Lengths are in hundredths of a lane's width; x grows to the right, y downward. Curves are sampled finely
enough to look round. Left and right are those of a sled that travels towards the finish. A course that runs
over itself is worth a warning, never an error.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np

from trailmix.engine.plane import Quads, Stretch, overlap
from trailmix.games.snow_tails.track.box import LANES, LEFT, RIGHT, Piece
from trailmix.games.snow_tails.track.spaces import NO_SAPLING, Track
from trailmix.games.snow_tails.track.text import Course

LANE = 100
ROW, INNER_RADIUS, MARGIN = 1.5, 1.4, 2.2
HALF = LANES / 2
MIDDLE_RADIUS = INNER_RADIUS + HALF
PieceKind = Literal["start", "straight", "corner", "u-turn", "finish"]
KINDS: dict[str, PieceKind] = {"start": "start", "C": "corner", "U": "u-turn", "finish": "finish"}
"""What is not a straight."""
FLAG_DISTANCE, SIGN_DISTANCE = 0.3, 0.72

TOUCH = 0.02
"""Pieces that lie edge to edge, or overlap by less than this share of a lane, do not run over each other."""
Point = tuple[int, int]
Path = tuple[Point, ...]
Line = tuple[Point, Point]


class SpaceShape(msgspec.Struct, frozen=True):
    """A space; `spaces[n]` is the one that the rules call number n."""

    name: str  # `p.l.i`: piece, lane, place in the lane
    piece: int
    lane: int
    place: int  # counted from the entry of the piece, from 1
    outline: Path  # a polygon: first along its left edge, then back along its right
    centre: Point
    heading: int  # where a sled on it looks, in degrees clockwise from the right
    ground: str  # free, rock, pillar or snow
    sapling: int | None  # the number of the sapling that stands there at the start


class PieceShape(msgspec.Struct, frozen=True):
    """A piece: its token in the course's line, what it is, the side a bend turns to, and its outline."""

    token: str
    kind: PieceKind
    turns: Literal["left", "right"] | None
    outline: Path


class SafetyLine(msgspec.Struct, frozen=True):
    """The line at the entry of a bend, from its left end to its right, and where the sign stands."""

    piece: int
    limit: int
    line: Line
    sign: Point


class Flag(msgspec.Struct, frozen=True):
    """A flag beside the track: yellow on the left, red on the right, chequered beside the finish."""

    at: Point
    heading: int  # where its pole points: away from the track, in degrees clockwise from the right
    colour: str


class Bud(msgspec.Struct, frozen=True):
    """A mark at the front line of a space in a bend: equal marks of a piece are level (ST-ORDER-3)."""

    at: Point
    level: int  # counted from the entry of the piece, from 1


class StartNumber(msgspec.Struct, frozen=True):
    """The number printed on a start space."""

    number: int
    space: int


class CourseShape(msgspec.Struct, frozen=True):
    """All that there is to paint of a course."""

    width: int
    height: int
    middle: Path  # the middle of the track from start to end
    pieces: tuple[PieceShape, ...]
    spaces: tuple[SpaceShape, ...]
    edges: tuple[Path, Path]  # the left and the right edge of the track
    lane_lines: tuple[Path, ...]  # the lines between the lanes, from left to right
    level_lines: tuple[Line, ...]  # the front line of every space, from left to right
    joins: tuple[Line, ...]  # where two pieces meet (ST-TRACK-1)
    safety_lines: tuple[SafetyLine, ...]
    finish_line: Line
    flags: tuple[Flag, ...]
    buds: tuple[Bud, ...]
    start_numbers: tuple[StartNumber, ...]


@dataclass(frozen=True)
class Placed(Stretch):
    """A piece where it lies, its middle beginning at the middle of its entry edge."""

    piece: Piece


def place(pieces: Sequence[Piece], heading: float = 0) -> list[Placed]:
    """Lay pieces one after the other."""
    placed: list[Placed] = []
    begin = (0.0, 0.0, heading)
    for piece in pieces:
        turn = math.radians(piece.turn) * (-1 if piece.inside == LEFT else 1)
        placed.append(Placed(*begin, piece.spaces[0] * ROW, turn, MIDDLE_RADIUS, piece))
        begin = placed[-1].end
    return placed


def shape(track: Track) -> CourseShape:
    """All that there is to paint of a course, turned so that it is wider than high."""
    drawing = _Drawing(track, place(track.course.pieces))
    if drawing.height > drawing.width:
        drawing = _Drawing(track, place(track.course.pieces, heading=-math.pi / 2))
    return drawing.shape()


class _Drawing:
    """The parts of a picture, each made where it belongs on the paper."""

    def __init__(self, track: Track, placed: Sequence[Placed]) -> None:
        self.track, self.placed = track, placed
        points = [point for piece in placed for across in (-HALF, HALF) for point in piece.curve(across)]
        xs, ys = zip(*points, strict=True)
        self.left, self.top = min(xs) - MARGIN, min(ys) - MARGIN
        self.width, self.height = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN

    def point(self, at: tuple[float, float]) -> Point:
        return round((at[0] - self.left) * LANE), round((at[1] - self.top) * LANE)

    def path(self, points: Sequence[tuple[float, float]]) -> Path:
        """Points on the paper, none twice in a row."""
        found = [self.point(at) for at in points]
        return tuple(at for n, at in enumerate(found) if n == 0 or at != found[n - 1])

    def line(self, piece: Placed, share: float, begin: float = -HALF, end: float = HALF) -> Line:
        """Across a piece, from left to right."""
        return self.point(piece.at(share, begin)), self.point(piece.at(share, end))

    def along(self, across: float) -> Path:
        """Along the whole course."""
        return self.path([point for piece in self.placed for point in piece.curve(across)])

    def shape(self) -> CourseShape:
        placed, sections = self.placed, self.track.course.sections
        finish = placed[-1]
        return CourseShape(
            width=round(self.width * LANE),
            height=round(self.height * LANE),
            middle=self.along(0),
            pieces=tuple(
                PieceShape(
                    str(section),
                    KINDS.get(section.piece.kind, "straight"),
                    ("left" if section.piece.inside == LEFT else "right") if section.piece.turn else None,
                    self.path(piece.curve(-HALF) + piece.curve(HALF)[::-1]),
                )
                for piece, section in zip(placed, sections, strict=True)
            ),
            spaces=tuple(self.space(number) for number in range(len(self.track.spaces))),
            edges=(self.along(-HALF), self.along(HALF)),
            lane_lines=tuple(self.along(lane - HALF) for lane in range(1, LANES)),
            level_lines=tuple(
                self.line(piece, end, left, left + 1)
                for piece, _, end, left in map(self.span, range(len(self.track.spaces)))
            ),
            joins=tuple(self.line(piece, 0) for piece in placed[1:]),
            safety_lines=tuple(
                SafetyLine(p, section.limit, self.line(placed[p], 0), self.sign(placed[p]))
                for p, section in enumerate(sections)
                if section.limit
            ),
            finish_line=self.line(finish, 0),
            flags=self.flags(),
            buds=self.buds(),
            start_numbers=tuple(StartNumber(n, self.track.start(n)) for n in range(1, LANES + 1)),
        )

    def span(self, number: int) -> tuple[Placed, float, float, float]:
        """The piece of a space, the shares where it begins and ends, and how far right its left edge lies."""
        space = self.track.spaces[number]
        piece = self.placed[space.piece]
        parts = piece.piece.spaces[space.lane - 1]
        return piece, (space.place - 1) / parts, space.place / parts, space.lane - 1 - HALF

    def space(self, number: int) -> SpaceShape:
        space, (piece, begin, end, left) = self.track.spaces[number], self.span(number)
        right, middle = left + 1, (begin + end) / 2
        heading = piece.heading + piece.turn * middle
        sapling = int(self.track.sapling[number])
        return SpaceShape(
            name=space.name,
            piece=space.piece,
            lane=space.lane,
            place=space.place,
            outline=self.path(piece.curve(left, begin, end) + piece.curve(right, begin, end)[::-1]),
            centre=self.point(piece.at(middle, left + 0.5)),
            heading=round(math.degrees(heading)) % 360,
            ground=self.track.ground[number],
            sapling=None if sapling == NO_SAPLING else sapling,
        )

    def sign(self, piece: Placed) -> Point:
        """Beside the inner end of the line: nothing else lies inside of a bend."""
        side = -1 if piece.piece.inside == LEFT else 1
        return self.point(piece.at(0, side * (HALF + SIGN_DISTANCE)))

    def flags(self) -> tuple[Flag, ...]:
        """At every join, except where a sign stands; chequered beside the finish (ST-SETUP-1, ST-END-4)."""
        found = []
        for placed in self.placed:
            inside = placed.piece.inside
            for side, colour, across in ((LEFT, "yellow", -1), (RIGHT, "red", 1)):
                if side == inside and placed.piece.turn:
                    continue
                at = self.point(placed.at(0, across * (HALF + FLAG_DISTANCE)))
                heading = round(math.degrees(placed.heading)) + 90 * across
                found.append(Flag(at, heading % 360, "chequered" if side == inside else colour))
        return tuple(found)

    def buds(self) -> tuple[Bud, ...]:
        """Where spaces of a bend are level without being side by side in every lane."""
        levels: dict[tuple[int, int], list[int]] = {}
        for number, space in enumerate(self.track.spaces):
            if self.placed[space.piece].piece.turn:
                levels.setdefault((space.piece, space.front), []).append(number)
        found, piece, level = [], 0, 0
        for (at_piece, _), numbers in levels.items():
            piece, level = at_piece, level if at_piece == piece else 0
            if 1 < len(numbers) < LANES:
                level += 1
                for number in numbers:
                    on, _, end, left = self.span(number)
                    found.append(Bud(self.point(on.at(end, left + 0.5)), level))
        return tuple(found)


def overlaps(course: Course) -> list[tuple[int, int]]:
    """The pairs of pieces that lie over each other, by their numbers in the course."""
    placed = place(course.pieces)
    quads = [_quads(piece) for piece in placed]
    return [
        (one, other)
        for other in range(len(placed))
        for one in range(other - 1)  # neighbours share an edge and nothing else
        if overlap(quads[one], quads[other], TOUCH)
    ]


def warnings(course: Course) -> tuple[str, ...]:
    """What is odd about a course without being wrong."""
    found = overlaps(course)
    if not found:
        return ()
    one, other = found[0]
    more = f" There are {len(found)} such pairs of pieces." if len(found) > 1 else ""
    return (
        f"The course runs over itself: token {other + 1}, '{course.sections[other]}', "
        f"lies over token {one + 1}, '{course.sections[one]}'.{more}",
    )


def _quads(piece: Placed) -> Quads:
    """A piece cut across into parts that are straight enough."""
    left, right = np.array(piece.curve(-HALF)), np.array(piece.curve(HALF))
    return np.stack([left[:-1], left[1:], right[1:], right[:-1]], axis=1)
