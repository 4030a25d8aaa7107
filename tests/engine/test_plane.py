"""Shapes on a plane: cells that hang together, quadrangles that overlap."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trailmix.engine.plane import Quads, Stretch, are_connected, overlap

TOUCH = 0.01


def square(x: float, y: float, *, turned: float = 0.0) -> Quads:
    """A square with sides of 1 around a point."""
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    cos, sin = np.cos(turned), np.sin(turned)
    placed: Quads = corners @ np.array([[cos, sin], [-sin, cos]]) + [x, y]
    return placed[None]


def test_cells_are_connected_over_edges_only() -> None:
    assert are_connected({(0, 0), (0, 1), (1, 1)}, (0, 0))
    assert not are_connected({(0, 0), (1, 1)}, (0, 0))
    assert not are_connected({(0, 1)}, (0, 0))  # the start is one of them


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (square(0.4, 0.4), True),
        (square(1, 0), False),  # edge to edge
        (square(0.995, 0), False),  # by less than what counts as touching
        (square(0.98, 0), True),
        (square(1, 1), False),  # corner to corner
        (square(1.1, 0, turned=np.pi / 4), True),  # a corner within
        (square(0.9, 0.9, turned=np.pi / 4), False),  # within its bounds, but apart across the diagonal
        (np.concatenate([square(5, 5), square(0.5, 0)]), True),
    ],
)
def test_quadrangles_overlap_unless_they_lie_apart_in_a_direction(other: Quads, found: bool) -> None:
    assert overlap(square(0, 0), other, TOUCH) is found
    assert overlap(other, square(0, 0), TOUCH) is found


def test_a_road_goes_straight_on_and_around_bends() -> None:
    straight = Stretch(0, 0, 0, length=3, turn=0, radius=0)
    assert straight.curve(1) == [pytest.approx((0, 1)), pytest.approx((3, 1))]  # to the right is down
    left = Stretch(*straight.end, length=0, turn=-math.pi / 2, radius=2)
    assert left.end == pytest.approx((5, -2, -math.pi / 2))
    assert left.at(1, 1) == pytest.approx((6, -2))  # the outer edge
    right = Stretch(*left.end, length=0, turn=math.pi, radius=1)
    assert right.end == pytest.approx((7, -2, math.pi / 2))
    for point in left.curve(0):
        assert math.dist(point, (3, -2)) == pytest.approx(2)
    assert len(left.curve(0)) == 19  # five degrees each
    assert len(left.curve(0, 0, 1 / 3)) == 7
