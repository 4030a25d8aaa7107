"""The track on a terminal: lanes as columns, the way going up, each space on the row of its front line.

The number in a space is its place within its piece and lane: in row 3 of piece 2, lane 4 may show 2, and that
space is called 2.4.2. Where a lane has fewer spaces than another, its spaces are further apart.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from trailmix.engine.drawing import window
from trailmix.games.snow_tails.track.box import BENDS, LANES, LEFT, PILLAR, ROCK, SNOW
from trailmix.games.snow_tails.track.spaces import NO_SAPLING, Track

MARGIN, CELL = 8, 4
WIDTH = MARGIN + LANES * (CELL + 1) + 1
BEHIND, AHEAD = 2, 12  # rows shown behind the last sled and ahead of the first, as far as they fit
GROUND = {ROCK: "####", PILLAR: " XX ", SNOW: "****"}
SAPLING = "♣"
LINE, JOIN, CHEQUERS = "═", "─", "▚"
DIM, WARN, WOOD = "bright_black", "bold red", "bold green"

Numbers = Sequence[int]
Sleds = Mapping[int, Text]  # what stands on spaces: three characters each


@dataclass(frozen=True)
class Row:
    """A row of spaces, None where the next space of a lane is further up; or the entry line of a piece."""

    piece: int
    spaces: tuple[int | None, ...] = ()
    first: bool = False  # of its piece


@functools.lru_cache(maxsize=64)
def rows_of(track: Track) -> tuple[Row, ...]:
    """All rows from the start to the end, an entry line before each piece but the first."""
    found: list[Row] = []
    for number, piece in enumerate(track.course.pieces):
        if number:
            found.append(Row(number))
        height = max(piece.spaces)
        cells: dict[tuple[int, int], int] = {}
        for lane, count in enumerate(piece.spaces, 1):
            for place in range(1, count + 1):
                cells[-(-place * height // count), lane] = track.numbers[f"{number}.{lane}.{place}"]
        for row in range(1, height + 1):
            spaces = tuple(cells.get((row, lane)) for lane in range(1, LANES + 1))
            found.append(Row(number, spaces, first=row == 1))
    return tuple(found)


def draw_lanes(
    track: Track, sleds: Sleds, marked: Numbers, felled: Numbers, focus: int | None, height: int
) -> Text:
    """The part of a track where sleds are, in `height` lines at most; what is ahead of `focus` goes first."""
    rows = rows_of(track)
    at = {space: n for n, row in enumerate(rows) for space in row.spaces if space is not None}
    there = sorted(at[space] for space in sleds)
    margins = (BEHIND, AHEAD)
    low, high = window(there, None if focus is None else at[focus], margins, len(rows), height)
    lines = [_line(track, row, sleds, marked, felled) for row in reversed(rows[low : high + 1])]
    ahead = [sled for space, sled in sorted(sleds.items()) if at[space] > high]
    behind = [sled for space, sled in sorted(sleds.items()) if at[space] < low]
    if ahead:
        lines.insert(0, Text("further ahead: ").append_text(Text(" ").join(reversed(ahead))))
    lines.append(
        Text(f"{'lane':<{MARGIN}} {' '.join(f'{lane:^{CELL}}' for lane in range(1, LANES + 1))}", DIM)
    )
    if behind:
        lines.append(Text("further behind: ").append_text(Text(" ").join(reversed(behind))))
    return Text("\n").join(lines)


def _line(track: Track, row: Row, sleds: Sleds, marked: Numbers, felled: Numbers) -> Text:
    if not row.spaces:
        return _entry(track, row.piece)
    code = track.course.pieces[row.piece].code.partition("finish")[0]  # that stands at its line
    line = Text(f"{f'{row.piece} {code}' if row.first else '':<{MARGIN}}│", DIM)
    for space in row.spaces:
        line.append(_cell(track, space, sleds, marked, felled))
        line.append("│", DIM)
    return line


def _entry(track: Track, number: int) -> Text:
    """The line on which a piece is entered: the finish line, a safety line with its speed, or a mere join."""
    section, inside = track.course.sections[number], LANES * (CELL + 1) - 1
    if number == len(track.course.sections) - 1:
        left, right = ("⚑", "│") if section.piece.inside == LEFT else ("│", "⚑")
        return Text(f"{'finish':<{MARGIN}}{left}{CHEQUERS * inside}{right}", "bold")
    if section.piece.kind in BENDS:
        return Text(f"{'':{MARGIN}}╞{f' {section.limit} ':{LINE}^{inside}}╡", WARN)
    return Text(f"{'':{MARGIN}}├{JOIN * inside}┤", DIM)


def _cell(track: Track, space: int | None, sleds: Sleds, marked: Numbers, felled: Numbers) -> Text:
    if space is None:
        return Text(" " * CELL)
    if space in sleds:
        return Text.assemble(sleds[space], " ")
    ground = track.ground[space]
    if ground in GROUND:
        return Text(GROUND[ground], DIM)
    sapling = track.sapling[space] != NO_SAPLING and space not in felled
    number = LANES - space if space < LANES else track.spaces[space].place
    name = f"{SAPLING}{number}" if sapling else str(number)
    if space in marked:
        return Text(f"{f'({name})':^{CELL}}", "bold")
    return Text(f"{name:^{CELL}}", WOOD if sapling else DIM)


def legend(track: Track) -> str:
    """What the signs that a track has mean."""
    signs = [f"{GROUND[ground].strip()[0]} {ground}" for ground in GROUND if ground in track.ground]
    return ", ".join([f"{SAPLING} sapling", *signs] if (track.sapling != NO_SAPLING).any() else signs)
