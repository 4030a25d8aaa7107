"""A few words of SVG, for pictures that a game paints from whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[int, int]


def path(points: Iterable[Point]) -> str:
    """A path in SVG's words, relative from point to point: half as long."""
    (x, y), *rest = points
    words = [f"M{x} {y}"]
    for to_x, to_y in rest:
        words.append(f"l{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return "".join(words)


def text(at: Point, words: str, size: int, style: str = "ink") -> str:
    """Words with their middle at a point."""
    x, y = at[0], at[1] + round(size * 0.35)
    return f'<text class="{style}" x="{x}" y="{y}" font-size="{size}">{escape(words)}</text>'


def turned(at: Point, heading: int, body: str) -> str:
    """Something drawn around the origin, put at a point and turned by so many degrees."""
    return f'<g transform="translate({at[0]} {at[1]}) rotate({heading})">{body}</g>'


def chequers(columns: int, rows: int, size: int) -> str:
    """A board of dark and white squares, hanging from the origin."""
    white = "".join(
        f"M{x * size} {y * size}h{size}v{size}h{-size}Z"
        for x in range(columns)
        for y in range(rows)
        if (x + y) % 2
    )
    board = f"M0 0h{columns * size}v{rows * size}h{-columns * size}Z"
    return f'<path class="ink" d="{board}"/><path class="white" stroke="none" d="{white}"/>'
