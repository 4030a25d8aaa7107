"""Courses for people who lay their own: what ``trailmix course`` and a course editor ask for."""

import msgspec

from trailmix.engine.words import Message
from trailmix.games.snow_tails.data import Data
from trailmix.games.snow_tails.track.box import FREE, LANES
from trailmix.games.snow_tails.track.geometry import shape, warnings
from trailmix.games.snow_tails.track.picture import picture
from trailmix.games.snow_tails.track.spaces import Track

__all__ = ["about", "names", "picture", "read", "report", "shape"]
HARDEST = 5


class Report(msgspec.Struct, frozen=True):
    """What there is to know of a course that has passed its checks."""

    name: str
    designer: str
    line: str
    pieces: int  # without start and finish
    ticks: int  # where the finish line lies (ST-GEO-2)
    lanes: tuple[int, ...]  # the spaces of each lane between the start and the line, blocked ones included
    fewest_steps: tuple[int, ...]  # from each start space to the first row beyond the line, on an empty track
    limits: tuple[int, ...]  # the safety speeds on the way
    saplings: int
    spaces: int  # spaces that can be entered, start and finish included
    box_limits: bool
    warnings: tuple[str, ...]


def names(data: Data) -> dict[str, str]:
    """The courses that come with the game: their names by their IDs."""
    return {named.id: named.name for named in data.named}


def about(data: Data, name: str) -> Message:
    """How hard a course is, and how long at least."""
    (difficulty,) = (named.difficulty for named in data.named if named.id == name)
    steps = min(report(data.tracks[name]).fewest_steps)
    return Message("course", {"difficulty": difficulty, "hardest": HARDEST, "spaces": steps})


def read(data: Data, said: str) -> Track:
    """The course behind a name, a line or a file; BadData says why there is none."""
    return data.course(said)


def report(track: Track) -> Report:
    """The figures of a course."""
    course, between = track.course, track.spaces[LANES : track.finish]
    return Report(
        name=course.name,
        designer=course.designer,
        line=course.line,
        pieces=len(course.sections) - 2,
        ticks=sum(piece.ticks for piece in course.pieces[:-1]),
        lanes=tuple(sum(space.lane == lane for space in between) for lane in range(1, LANES + 1)),
        fewest_steps=tuple(int(track.to_finish[track.start(number)]) for number in range(1, LANES + 1)),
        limits=tuple(section.limit for section in course.sections if section.limit),
        saplings=sum(len(section.saplings) for section in course.sections),
        spaces=track.ground.count(FREE),
        box_limits=course.box_limits,
        warnings=warnings(course),
    )
