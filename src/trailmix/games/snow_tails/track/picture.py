"""The picture of a course as SVG: the shapes of `geometry`, painted as a trail map."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from trailmix.engine.svg import chequers, path, text, turned
from trailmix.games.snow_tails.track import geometry
from trailmix.games.snow_tails.track.box import FREE
from trailmix.games.snow_tails.track.spaces import Track

TITLE = 260  # the height above the track that its name takes
CONTOURS = (1500, 1270, 1040, 830)
"""How wide the lines lie around the track, as on a map of the mountain it runs on."""
BUDS = ("#3f9bd1", "#e5562a", "#3f8a4c", "#ad8ae8", "#b87b45", "#8a84a3")

STYLE = "\n" + Path(__file__).with_name("picture.css").read_text(encoding="utf-8")


def picture(track: Track) -> str:
    """The course as an SVG picture, complete in itself."""
    drawn = geometry.shape(track)
    box = f'width="{drawn.width}" height="{drawn.height + TITLE}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-TITLE} {drawn.width} {drawn.height + TITLE}" '
        'style="background:#f8f4ea">'
        f"<title>{escape(_name(track))}</title><style>{STYLE}</style>"
        f'<rect class="paper" y="{-TITLE}" {box}/>'
        f"{''.join(_parts(track, drawn))}{_title(track, drawn)}</svg>\n"
    )


def _parts(track: Track, drawn: geometry.CourseShape) -> Iterable[str]:
    """Everything from the ground up."""
    middle = path(drawn.middle)
    for width in CONTOURS:
        yield f'<path class="contour" stroke-width="{width}" d="{middle}"/>'
        yield f'<path class="gap" stroke-width="{width - 14}" d="{middle}"/>'
    yield f'<path class="shade" d="{middle}"/>'
    for shown, piece in zip(drawn.pieces, track.course.pieces, strict=True):
        ground = {"start": "start", "finish": "beyond"}.get(piece.kind, "bend" if piece.turn else "straight")
        yield f'<path class="{ground}" d="{path(shown.outline)}Z"/>'
    yield from (_chevron(space) for space in drawn.spaces if space.name.endswith(".3.1") and space.piece)
    yield f'<path class="level" d="{"".join(map(path, drawn.level_lines))}"/>'
    yield f'<path class="lane" d="{"".join(map(path, drawn.lane_lines))}"/>'
    yield from _obstacles([space for space in drawn.spaces if space.ground != FREE])
    for bud in drawn.buds:
        (x, y), fill = bud.at, BUDS[(bud.level - 1) % len(BUDS)]
        yield f'<circle class="outlined" cx="{x}" cy="{y}" r="18" fill="{fill}"/>'
    yield f'<path class="edge" d="{"".join(map(path, drawn.edges))}"/>'
    yield from (_sapling(space.centre) for space in drawn.spaces if space.sapling is not None)
    yield from map(_limit, drawn.safety_lines)
    yield _finish_line(drawn.finish_line)
    for start in drawn.start_numbers:
        yield text(drawn.spaces[start.space].centre, str(start.number), 84)
    yield from map(_flag, drawn.flags)


def _chevron(space: geometry.SpaceShape) -> str:
    """The direction of travel."""
    return turned(space.centre, space.heading, '<path class="chevron" d="M-26-30H4L34 0 4 30H-26L4 0Z"/>')


FLAKES = ((-40, -22), (0, 8), (38, -18), (-26, 28), (30, 30))
MARKS = {
    "rock": '<path class="facet" d="M-50 20L-20-26 4 14Z M10 30L34-14 56 24Z"/>',
    "pillar": '<path class="facet" d="M-32-24H32L18 24H-18Z"/>',
    "snow": "".join(f'<circle class="flake" cx="{x}" cy="{y}" r="9"/>' for x, y in FLAKES),
}


def _obstacles(spaces: Sequence[geometry.SpaceShape]) -> Iterable[str]:
    """First all outlines, then the bodies over them: neighbours grow into one."""
    for style in ("outline", ""):
        yield from (f'<path class="{s.ground} {style}" d="{path(s.outline)}Z"/>' for s in spaces)
    yield from (turned(s.centre, s.heading, MARKS[s.ground]) for s in spaces)


def _sapling(at: geometry.Point) -> str:
    return turned(
        at,
        0,
        '<path class="trunk outlined" d="M-7 20h14v24h-14Z"/>'
        '<path class="tree outlined" d="M0-46L24-8H14L32 26H-32L-14-8H-24Z"/>',
    )


def _limit(safety: geometry.SafetyLine) -> str:
    line, (x, y) = path(safety.line), safety.sign
    return (
        f'<path class="limit" d="{line}"/><path class="dashes" d="{line}"/>'
        f'<circle class="sign" cx="{x}" cy="{y}" r="56"/>{text(safety.sign, str(safety.limit), 84)}'
    )


def _finish_line(line: geometry.Line) -> str:
    """Ten squares across, two along."""
    (x1, y1), (x2, y2) = line
    heading = round(math.degrees(math.atan2(y2 - y1, x2 - x1)))
    return turned((x1, y1), heading, f'<g transform="translate(0 -50)">{chequers(10, 2, 50)}</g>')


def _flag(flag: geometry.Flag) -> str:
    """A flag that lies on the paper, its pole away from the track."""
    if flag.colour == "chequered":
        cloth, pole = f'<g class="outlined" transform="translate(60 0)">{chequers(4, 3, 30)}</g>', "M0 0H184"
    else:
        cloth, pole = f'<path class="{flag.colour} outlined" d="M38 0L58 52 80 0Z"/>', "M0 0H84"
    return turned(flag.at, flag.heading, f'{cloth}<path class="pole" d="{pole}"/>')


def _name(track: Track) -> str:
    designer = f" by {track.course.designer}" if track.course.designer else ""
    return f"{track.course.name or 'A course'}{designer}"


def _title(track: Track, drawn: geometry.CourseShape) -> str:
    middle = drawn.width // 2
    return text((middle, -150), _name(track), 150) + text((middle, -20), track.course.line, 70, "soft")
