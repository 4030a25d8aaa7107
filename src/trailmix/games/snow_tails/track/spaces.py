"""A course as the rules see it: numbered spaces, and where each step leads (ledger, chapter 5.1).

**Spaces are numbered in race order** (ST-GEO-5): a higher number is further along, and of two level spaces
the one nearer the inside has the higher number. So the sled on the highest number leads, on the track and
beyond the line, and every step leads to a higher number.
"""

import functools
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trailmix.games.snow_tails.track import box
from trailmix.games.snow_tails.track.box import FREE, LANES
from trailmix.games.snow_tails.track.text import Course, wrong

MAX_SPACES = LANES * (1 + box.MOST_PIECES * box.MOST_SPACES + box.FINISH_ROWS)
MAX_SAPLINGS = LANES * box.MOST_PIECES * box.MOST_ROWS
"""No course has more, whatever its data and without the limits of the box."""

FORWARD, DRIFT_LEFT, DRIFT_RIGHT = range(3)
LANE_CHANGE = (0, -1, 1)  # by kind of step

# What a step runs into that leads to no space: the side of the track, or what blocks the space.
SIDE = -1
IN_THE_WAY = {box.ROCK: -2, box.PILLAR: -3, box.SNOW: -4}
NO_SAPLING = -1
NO_WAY = 9999  # steps to the finish from where there is no way to it

Numbers = NDArray[np.int64]


@dataclass(frozen=True, order=True)
class Space:
    """A space by the order of the race; see ST-GEO-2 for its front line, ST-GEO-8 for the inside."""

    front: int
    inward: int  # 4 on the lane nearest to the inside, 0 on the furthest
    piece: int
    lane: int
    place: int  # counted from the entry of the piece, from 1

    @property
    def name(self) -> str:
        """`p.l.i` of the ledger."""
        return f"{self.piece}.{self.lane}.{self.place}"


@dataclass(frozen=True, eq=False)
class Track:
    """A course with its spaces numbered; every array has one entry for each space."""

    course: Course
    spaces: tuple[Space, ...]

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each space by its name."""
        return {space.name: number for number, space in enumerate(self.spaces)}

    @functools.cached_property
    def finish(self) -> int:
        """The first space beyond the line: a sled has crossed it if its number is not lower."""
        return len(self.spaces) - LANES * box.FINISH_ROWS

    @functools.cached_property
    def ground(self) -> tuple[str, ...]:
        """What each space is: free, or what blocks it (ST-GEO-7)."""
        pieces = self.course.pieces
        return tuple(pieces[s.piece].blocked.get((s.lane, s.place), FREE) for s in self.spaces)

    @functools.cached_property
    def target(self) -> Numbers:
        """Where each kind of step leads by geometry alone (ST-GEO-3, ST-GEO-4), SIDE if off the track.

        What blocks the target makes no difference: another space is never taken instead (ST-R-47).
        """
        lanes: list[list[int]] = [[] for _ in range(LANES)]
        for number, space in enumerate(self.spaces):
            lanes[space.lane - 1].append(number)
        fronts = [[self.spaces[number].front for number in lane] for lane in lanes]
        found = np.full((len(self.spaces), len(LANE_CHANGE)), SIDE)
        for number, space in enumerate(self.spaces):
            for kind, change in enumerate(LANE_CHANGE):
                lane = space.lane - 1 + change
                if 0 <= lane < LANES:
                    ahead = bisect_right(fronts[lane], space.front)  # the nearest front line strictly ahead
                    if ahead < len(lanes[lane]):
                        found[number, kind] = lanes[lane][ahead]
        return found

    @functools.cached_property
    def step(self) -> Numbers:
        """Where each kind of step leads, or what it runs into: SIDE or one of IN_THE_WAY."""
        found = self.target.copy()
        for blocked, ground in enumerate(self.ground):
            if ground != FREE:
                found[self.target == blocked] = IN_THE_WAY[ground]
        return found

    @functools.cached_property
    def line(self) -> Numbers:
        """The safety speed of the line that every step from a space crosses, 0 if there is none (ST-GEO-6).

        A step leaves a piece from the last spaces of its lanes only, and from there it always does.
        """
        sections, found = self.course.sections, np.zeros(len(self.spaces), np.int64)
        for number, space in enumerate(self.spaces[: self.finish]):
            if self.leaves(number):
                found[number] = sections[space.piece + 1].limit
        return found

    @functools.cached_property
    def sapling(self) -> Numbers:
        """The number of the sapling on each space (ST-SETUP-10), counted in race order, or NO_SAPLING."""
        sections, found = self.course.sections, np.full(len(self.spaces), NO_SAPLING)
        there = [(s.lane, s.place) in sections[s.piece].saplings for s in self.spaces]
        found[there] = np.arange(sum(there))
        return found

    @functools.cached_property
    def to_finish(self) -> Numbers:
        """The fewest steps to the first row beyond the line on an empty track, NO_WAY without a way."""
        found = np.zeros(len(self.spaces), np.int64)
        for number in range(self.finish - 1, -1, -1):
            ahead = [found[space] for space in self.step[number] if space >= 0]
            found[number] = min([NO_WAY - 1, *ahead]) + 1
        found[[ground != FREE for ground in self.ground]] = NO_WAY
        return found

    def leaves(self, number: int) -> bool:
        """Is a space the last of its lane on its piece, so that every step from it leaves the piece?"""
        space = self.spaces[number]
        return space.place == self.course.pieces[space.piece].spaces[space.lane - 1]

    def start(self, number: int) -> int:
        """The space of a start number, 1 to 5 from the inside of the first bend outward (ST-SETUP-3)."""
        return LANES - number


def lay(course: Course) -> Track:
    """Number the spaces of a course; BadData if no way leads through it (ST-TRACK-4)."""
    track = Track(course, tuple(sorted(_spaces(course))))
    _check_ways(track)
    return track


def _spaces(course: Course) -> Iterable[Space]:
    """All spaces of a course (ST-GEO-2)."""
    offset = 0
    for p, piece in enumerate(course.pieces):
        inside = _inside(course, p)
        for lane, number in enumerate(piece.spaces, 1):
            inward = LANES - lane if inside == box.LEFT else lane - 1
            for place in range(1, number + 1):
                yield Space(offset + piece.ticks * place // number, inward, p, lane, place)
        offset += piece.ticks


def _inside(course: Course, p: int) -> str:
    """The inside of a piece: its own, or that of the next bend, or the flag side (ST-GEO-8, ST-R-31)."""
    pieces = course.pieces
    return next(piece.inside for piece in pieces[p:] if piece.kind in box.BENDS or piece is pieces[-1])


def _check_ways(track: Track) -> None:
    """Every start space has a way to the finish; if not, the piece is named where it ends (ST-TRACK-4)."""
    for number in range(1, LANES + 1):
        if track.to_finish[track.start(number)] == NO_WAY:
            # Whoever stands on the last space of a lane has passed the piece: the next is barred.
            reached = _reachable(track, track.start(number))
            ends = max(track.spaces[space].piece + track.leaves(space) for space in reached)
            token = str(track.course.sections[ends])
            raise wrong(ends + 1, token, f"no way leads through it from start space {number}")


def _reachable(track: Track, start: int) -> list[int]:
    """All spaces that can be reached from one; every step leads to a higher number."""
    reached = {start}
    for space in range(start, len(track.spaces)):
        if space in reached:
            reached.update(int(ahead) for ahead in track.step[space] if ahead >= 0)
    return sorted(reached)
