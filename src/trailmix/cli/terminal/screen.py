"""Printing on a terminal that may be anything: wide or narrow, coloured or not, with or without Unicode."""

from __future__ import annotations

import io
import re
import sys

from rich.console import Console, RenderableType

from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR


def console() -> Console:
    """Standard output. What its encoding, or that of the input, cannot express becomes a question mark."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def drawn(match: Match, seat: int = SPECTATOR) -> RenderableType:
    """The match as a seat sees it; without a seat, as onlookers do."""
    picture: RenderableType = match.game.draw(match.setup, match.view(seat), match.names)
    return picture


def picture(content: RenderableType, title: str) -> str:
    """What a terminal would show, as an SVG that names no place to fetch fonts from."""
    paper = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    paper.print(content)
    svg = paper.export_svg(title=title, unique_id="trailmix")
    return re.sub(r"\s*(@font-face \{.*?\}|<!--.*?-->)", "", svg, flags=re.DOTALL)
