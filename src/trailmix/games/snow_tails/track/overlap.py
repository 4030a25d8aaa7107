"""Does a course run over itself? Worth a warning, never an error (ledger, chapter 5.5)."""

import numpy as np
from numpy.typing import NDArray

from trailmix.games.snow_tails.track.geometry import HALF, Placed, place
from trailmix.games.snow_tails.track.text import Course

TOUCH = 0.02
"""Pieces that lie edge to edge, or overlap by less than this share of a lane, do not run over each other."""

Quads = NDArray[np.float64]  # convex quadrangles: (number, 4 corners, x and y)


def overlaps(course: Course) -> list[tuple[int, int]]:
    """The pairs of pieces that lie over each other, by their numbers in the course."""
    placed = place(course.pieces)
    quads = [_quads(piece) for piece in placed]
    return [
        (one, other)
        for other in range(len(placed))
        for one in range(other - 1)  # neighbours share an edge and nothing else
        if _meet(quads[one], quads[other])
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


def _meet(some: Quads, others: Quads) -> bool:
    """Do any two of them overlap? Not if there is a direction in which they lie apart."""
    low = np.maximum(some.min(axis=(0, 1)), others.min(axis=(0, 1)))
    high = np.minimum(some.max(axis=(0, 1)), others.max(axis=(0, 1)))
    if (high - low < TOUCH).any():
        return False
    apart = np.zeros((len(some), len(others)), np.bool_)
    for quads in (some, others):
        for corner in range(4):
            edges = quads[:, (corner + 1) % 4] - quads[:, corner]
            normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            apart |= _apart(some, others, normals, of_some=quads is some)
    return not bool(apart.all())


def _apart(some: Quads, others: Quads, normals: Quads, *, of_some: bool) -> NDArray[np.bool_]:
    """For each pair: does the normal of one of the two show a gap?"""
    along_some, along_others = some @ normals.T, others @ normals.T  # (quad, corner, normal)
    if of_some:
        n = np.arange(len(some))
        a, b = along_some[n, :, n][:, None], along_others.transpose(2, 0, 1)
    else:
        n = np.arange(len(others))
        a, b = along_some.transpose(0, 2, 1), along_others[n, :, n][None]
    gap: NDArray[np.bool_] = np.minimum(a.max(-1), b.max(-1)) - np.maximum(a.min(-1), b.min(-1)) < TOUCH
    return gap
