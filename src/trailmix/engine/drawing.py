"""Drawing: a view on a terminal, at its full height or within the lines that are free.

A game's draw.py has a class that says what is drawn, from the parts that all games share::

    class Picture(Drawing[View, TableView]):
        def whole(self, width, height):
            yield stacked(Text.assemble(mark, self.badge(seat.seat)) for mark, seat in self.ranked())

    draw = Picture
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, cast

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from trailmix.engine.documents import read_toml
from trailmix.engine.game import Setup

View = TypeVar("View")
Fixed = TypeVar("Fixed")
LEGEND = "legend.toml"
"""The file of a game's folder that says what each sign of its drawing means."""
TINTS = ("#f4c542", "#7fccf5", "#d08af5", "#ff8272", "#8fd17f", "#ffb066", "#e8e8e8", "#c9a98a")
"""The colours of the seats, in a game that gives them none."""


@dataclass(frozen=True)
class Drawing(Generic[View, Fixed]):
    """What a game's `draw` returns: rich can print it.

    Whoever prints it may give a height. If the whole does not fit, its compact form is drawn, which keeps in
    sight what the seat needs to decide. The methods for seats expect a view with the usual fields: `to_move`,
    `places`, and `seats`, each with its letter as `seat` (and its `colour`, if `colours` are named).
    """

    setup: Setup
    view: View
    names: Sequence[str]
    """The names of the people by seat, if they have any."""
    plain: ClassVar[dict[int, int]] = {}
    """`str.maketrans` of its signs, for terminals that know no Unicode."""
    colours: ClassVar[Mapping[str, str]] = {}
    """The tints of the colours that seats can have, by name."""
    badges: ClassVar[str] = " {} "
    """How a seat's letter is drawn on its colour."""

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """All there is to see, on a terminal of that size; it may take more lines than the terminal has."""
        raise NotImplementedError

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """What has to be in sight, in `height` lines; a game whose whole drawing is short needs none."""
        return self.whole(width, height)

    def gaps(self) -> dict[str, str]:
        """What is filled into the {gaps} of the game's legend.toml."""
        return {}

    def legend(self) -> list[tuple[str, str]]:
        """What the signs mean, those of both forms: the lines of the game's legend.toml, if it has one."""
        file, gaps = self.setup.game.folder / LEGEND, self.gaps()
        lines = read_toml(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return [(sign.format_map(gaps), meaning.format_map(gaps)) for sign, meaning in lines.items()]

    def signs(self, console: Console) -> list[tuple[str, str]]:
        """The legend as this terminal can show it."""
        plain = self.plain if console.options.ascii_only else {}
        return [(sign.translate(plain), meaning.translate(plain)) for sign, meaning in self.legend()]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The whole, or the compact form where there is a height that the whole does not fit."""
        width, terminal = options.max_width, console.size.height
        free = options.reset_height()
        lines = console.render_lines(Group(*self.whole(width, terminal)), free, pad=False)
        if options.height is not None and len(lines) > options.height:
            lines = console.render_lines(Group(*self.compact(width, options.height)), free, pad=False)
        for line in lines:
            for segment in line:
                yield (
                    segment._replace(text=segment.text.translate(self.plain))
                    if options.ascii_only
                    else segment
                )
            yield Segment.line()

    # --- seats

    @functools.cached_property
    def fixed(self) -> Fixed:
        """What never changes in the match."""
        return cast(Fixed, self.setup.game.table_view(self.setup, self.setup.game.words))

    def person(self, seat: str) -> str:
        """The name of whoever sits there; empty if the people have no names."""
        return self.names[number_of(seat)] if self.names else ""

    def tint(self, seat: str) -> str:
        """The colour of a seat; one that a data file has made up is drawn as one that we know."""
        view: Any = self.view
        tints = tuple(self.colours.values()) or TINTS
        colour = view.seats[number_of(seat)].colour if self.colours else ""
        return self.colours.get(colour, tints[number_of(seat)])

    def badge(self, seat: str) -> Text:
        """The letter of a seat on its colour."""
        return Text.assemble((self.badges.format(seat), f"bold black on {self.tint(seat)}"))

    def hand_of(self, seat: str, more: str = "") -> Text:
        """What stands above the viewer's own hand."""
        return Text(f"The hand of {self.person(seat) or seat}{more}", "bold")

    def mark(self, seat: str) -> str:
        """A sign in front of whoever is to decide."""
        view: Any = self.view
        return "▸" if seat == view.to_move else " "

    def ranked(self) -> list[tuple[str, Any]]:
        """The seats, and what stands in front of each: a mark, or at the end its place, the best first."""
        view: Any = self.view
        places = view.places or (0,) * len(view.seats)
        ranked = sorted(zip(places, view.seats, strict=True), key=lambda each: each[0])
        return [(f"{n}." if n else f"{self.mark(seat.seat)} ", seat) for n, seat in ranked]


def number_of(seat: str) -> int:
    """A seat's number, 0 for A."""
    return ord(seat) - ord("A")


def counted(number: int, what: str) -> str:
    """A number of things, like "1 card" or "2 cards"."""
    return f"{number} {what}{'s' * (number != 1)}"


def stacked(parts: Iterable[RenderableType]) -> Table:
    """Parts below each other, as one."""
    return filled(Table.grid(), ([part] for part in parts))


def rows(lines: Iterable[Sequence[RenderableType]], pad: int = 1) -> Table:
    """Lines of cells, `pad` columns between them."""
    return filled(Table.grid(padding=(0, pad)), lines)


def filled(table: Table, lines: Iterable[Sequence[RenderableType]]) -> Table:
    """A table, and a row of cells for each line."""
    for line in lines:
        table.add_row(*line)
    return table


def name_cell(name: str) -> Text:
    """A name, cut off where the terminal is too narrow rather than wrapped."""
    return Text(name, "bold", no_wrap=True, overflow="ellipsis")


def window(
    there: Sequence[int], focus: int | None, margins: tuple[int, int], length: int, height: int
) -> tuple[int, int]:
    """The first and the last of many rows to show: all that are of interest, else those around the focus.

    `there` are the rows of interest, ascending; `margins` how many are shown before the first of them and
    after the last; `length` is how many rows there are, `height` how many of them fit.
    """
    (first, last), (before, after) = (there[0], there[-1]) if there else (0, 0), margins
    if focus is None:
        focus = last
    low, high = max(0, first - before), min(length - 1, last + after)
    if high - low >= height:
        high = min(high, max(low + height - 1, focus + min(after, height - 1)))
        low = high - height + 1
    return low, high


def cut_line(*parts: str | Text | tuple[str, str]) -> Text:
    """A line that is cut off where the terminal is too narrow, rather than wrapped."""
    return Text.assemble(*parts, no_wrap=True, overflow="crop")


def border(line: str, left: tuple[str, str], right: tuple[str, str], width: int, style: str) -> Text:
    """A border with a word at each end: corner, word, line, word, corner."""
    room = width - 3
    words = [f" {word} " if word else "" for word, _ in (left, right)]
    if len(words[0]) + len(words[1]) > room:
        words = [word.strip() for word in words]
    words[0] = words[0][: room - len(words[1])]
    filling = line[1] * (room - len(words[0]) - len(words[1]))
    return Text.assemble(
        (line[0], style), (words[0], left[1]), (filling, style), (words[1], right[1]), (line[1:], style)
    )
