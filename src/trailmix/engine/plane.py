"""Shapes on a plane, for games whose boards are laid from pieces: roads, connected cells, overlaps.

As on a screen x grows to the right and y downward, so that a turn to the left is negative.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
"""Row and column."""
Quads = NDArray[np.float64]
"""Convex quadrangles: (number, 4 corners, x and y)."""


SMOOTH = math.radians(5)
"""The longest part of a curve that is drawn as a straight line: it is off by a thousandth of the radius."""


@dataclass(frozen=True)
class Stretch:
    """A stretch of a road: where its middle begins, the direction there in radians, and how it goes on."""

    x: float
    y: float
    heading: float
    length: float  # of a straight one
    turn: float  # of a bend, in radians; 0 of a straight one
    radius: float  # of the middle of a bend

    def at(self, share: float, across: float) -> tuple[float, float]:
        """The point after a share of the stretch, so far to the right of the middle."""
        left, ahead = self.heading - math.pi / 2, self.heading
        if not self.turn:
            along = share * self.length
            return (
                self.x + along * math.cos(ahead) - across * math.cos(left),
                self.y + along * math.sin(ahead) - across * math.sin(left),
            )
        inward = math.copysign(1, -self.turn)  # towards the centre is to the left (1) or to the right (-1)
        centre_x = self.x + inward * self.radius * math.cos(left)
        centre_y = self.y + inward * self.radius * math.sin(left)
        radius, angle = self.radius + inward * across, left + self.turn * share
        return centre_x - inward * radius * math.cos(angle), centre_y - inward * radius * math.sin(angle)

    def curve(self, across: float, begin: float = 0, end: float = 1) -> list[tuple[float, float]]:
        """The points along it from one share to another, so far to the right of the middle."""
        parts = max(1, math.ceil(abs(self.turn * (end - begin)) / SMOOTH - 1e-9))
        return [self.at(begin + (end - begin) * n / parts, across) for n in range(parts + 1)]

    @property
    def end(self) -> tuple[float, float, float]:
        """Where its middle ends, and the direction there: the next stretch begins with these."""
        return *self.at(1, 0), self.heading + self.turn


def are_connected(cells: Set[Cell], start: Cell) -> bool:
    """Can all cells be reached from the start by steps over edges?"""
    reached: set[Cell] = set()
    edge = [start]
    while edge:
        row, col = edge.pop()
        if (row, col) in cells and (row, col) not in reached:
            reached.add((row, col))
            edge += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return reached == cells


def overlap(some: Quads, others: Quads, touch: float) -> bool:
    """Does any of `some` overlap any of `others` by more than `touch`? Not if a line can part the two."""
    low = np.maximum(some.min(axis=(0, 1)), others.min(axis=(0, 1)))
    high = np.minimum(some.max(axis=(0, 1)), others.max(axis=(0, 1)))
    if (high - low < touch).any():
        return False
    apart = np.zeros((len(some), len(others)), np.bool_)
    for quads in (some, others):
        for corner in range(4):
            edges = quads[:, (corner + 1) % 4] - quads[:, corner]
            normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1)
            normals /= np.linalg.norm(normals, axis=1, keepdims=True)
            apart |= _gaps(some, others, normals, touch, of_some=quads is some)
    return not bool(apart.all())


def _gaps(some: Quads, others: Quads, normals: Quads, touch: float, *, of_some: bool) -> NDArray[np.bool_]:
    """For each pair: does the normal of one of the two show a gap?"""
    along_some, along_others = some @ normals.T, others @ normals.T  # (quad, corner, normal)
    if of_some:
        n = np.arange(len(some))
        a, b = along_some[n, :, n][:, None], along_others.transpose(2, 0, 1)
    else:
        n = np.arange(len(others))
        a, b = along_some.transpose(0, 2, 1), along_others[n, :, n][None]
    gap: NDArray[np.bool_] = np.minimum(a.max(-1), b.max(-1)) - np.maximum(a.min(-1), b.min(-1)) < touch
    return gap
