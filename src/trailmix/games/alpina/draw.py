"""Alpina on a terminal: the grid of cards, the seats, the hand, and at the end every hiker's points.

Nothing is told by colour alone. A card with a hiker has a double border and its seat's letter, the card just
laid a heavy border, landscapes have a glyph each, open cells are dotted and carry their coordinates.
"""

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from trailmix.engine.drawing import Drawing, counted, cut_line, name_cell, rows
from trailmix.games.alpina import faces
from trailmix.games.alpina.faces import LANDS, landscape, strip
from trailmix.games.alpina.state import FRAME
from trailmix.games.alpina.view import CardView, Cell, Seat, TableView, View

NARROWEST, WIDEST = 13, 16  # a card's width; the grid shows up to six columns, open cells included


class Picture(Drawing[View, TableView]):
    """The view as something that rich can print, as wide as the terminal allows."""

    plain = faces.PLAIN
    colours = faces.PAWNS

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """Everything from the grid down to the hand or the final scoring."""
        yield from self._grid(max(NARROWEST, min(WIDEST, (width - 2) // (FRAME + 1))))
        yield self._status()
        yield rows((self._seat(mark, seat) for mark, seat in self.ranked()), 2)
        if self.view.decision == "over":
            yield self._scoring()
        else:
            yield from self._hands()
            yield Text(faces.LEGEND, "bright_black")

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """Two lines for each row of the grid, the hand in signs, the seats beside each other."""
        yield from self._short_grid(max(NARROWEST, min(WIDEST, (width - 2) // (FRAME + 1))))
        if self.view.own is not None and self.view.decision != "over":
            yield Columns([self._in_signs(name) for name in self.view.own.hand], padding=(0, 2))
        yield self._status()
        yield Columns([self._short_seat(seat) for seat in self.view.seats], padding=(0, 3))

    def _grid(self, width: int) -> Iterable[Text]:
        """The cards and the open cells, numbered along the edges, walls where the frame can grow no more."""
        columns = _span(self.view.columns, [col for _, col in self.view.open_cells])
        wall = "┃" if _locked(self.view.columns) else ""
        beam = "━" * width * len(columns)
        yield cut_line((" " * (2 + len(wall)) + "".join(f"{col:^{width}}" for col in columns), "bold"))
        if _locked(self.view.rows):
            yield cut_line(f"  ┏{beam}┓" if wall else f"  {beam}")
        for row in _span(self.view.rows, [row for row, _ in self.view.open_cells]):
            places = [self._place((row, col), width, faces.card_lines, faces.open_lines) for col in columns]
            for n, parts in enumerate(zip(*places, strict=True)):
                yield cut_line((f"{row:>2}" if n == 1 else "  ", "bold"), wall, *parts, wall)
        if _locked(self.view.rows):
            yield cut_line(f"  ┗{beam}┛" if wall else f"  {beam}")

    def _short_grid(self, width: int) -> Iterable[Text]:
        """The same in fewer lines; a row of open cells takes one."""
        columns = _span(self.view.columns, [col for _, col in self.view.open_cells])
        yield cut_line(("   " + "".join(f"{col:^{width}}" for col in columns), "bold"))
        for row in _span(self.view.rows, [row for row, _ in self.view.open_cells]):
            places = [self._place((row, col), width, faces.short_lines, faces.short_open) for col in columns]
            is_used = any(spot.cell[0] == row for spot in self.view.grid)
            for n, parts in enumerate(list(zip(*places, strict=True))[: 1 + is_used]):
                yield cut_line((f"{row:>2} " if n == 0 else "   ", "bold"), *parts)

    def _place(self, cell: Cell, width: int, laid: faces.Laid, free: faces.Free) -> list[Text]:
        """A cell of the grid: `laid` draws one with a card on it, `free` one without."""
        spot = next((spot for spot in self.view.grid if spot.cell == cell), None)
        if spot is None:
            return free(cell, cell in self.view.open_cells, width)
        pawn = self.tint(spot.hiker) if spot.hiker else ""
        return laid(self.fixed.cards[spot.card], spot, self.view, pawn, width)

    def _in_signs(self, name: str) -> Text:
        """A card of the hand."""
        card = self.fixed.cards[name]
        face = (f"{LANDS[card.land]} {strip(card, WIDEST)}", landscape(card))
        return Text.assemble((name, "bold"), " ", face)

    def _short_seat(self, seat: Seat) -> Text:
        hikers = (" " + "●" * seat.hikers, self.tint(seat.seat))
        told = f" {self.person(seat.seat)}, {self._points(seat)}"
        return Text.assemble(self.mark(seat.seat), self.badge(seat.seat), hikers, told)

    def _points(self, seat: Seat) -> str:
        return f"{'total' if self.view.decision == 'over' else 'forecast'} {seat.forecast}"

    def _status(self) -> Text:
        view = self.view
        locked = [word for word, used in (("rows", view.rows), ("columns", view.columns)) if _locked(used)]
        turn = "The grid is full" if view.decision == "over" else f"Turn {view.turn + 1} of {view.turns}"
        parts = [turn, f"{view.pile} cards in the pile"]
        if locked:
            parts.append(f"{' and '.join(locked)} locked")
        return Text(" · ".join(parts), "bold")

    def _seat(self, mark: str, seat: Seat) -> list[Text]:
        """A line for a seat."""
        pawn = self.tint(seat.seat)
        return [
            Text.assemble(mark, self.badge(seat.seat)),
            name_cell(self.person(seat.seat)),
            Text(seat.colour, pawn, no_wrap=True),
            Text.assemble(("●" * seat.hikers, pawn), f" {counted(seat.hikers, 'hiker')} left"),
            Text(f"{seat.hand_size} cards", no_wrap=True),
            Text(self._points(seat), "bold", no_wrap=True),
        ]

    def _hands(self) -> Iterable[RenderableType]:
        """The viewer's own hand."""
        if self.view.own is not None:
            yield self.hand_of(self.view.own.seat)
            yield rows(self._in_hand(name) for name in self.view.own.hand)

    def _in_hand(self, name: str) -> list[Text]:
        card = self.fixed.cards[name]
        face = Text(f" {card.animal:<10} {LANDS[card.land]} {card.land:<8} ", landscape(card))
        return [Text(f" {name}", "bold"), face, Text(card.words)]

    def _scoring(self) -> Table:
        """Every hiker's points, from the top row down (AL-SCORE-12)."""
        table = Table("hiker", "cell", "card", "earns", box=None, header_style="bold")
        table.add_column("points", justify="right", no_wrap=True)
        for spot in self.view.grid:
            if spot.hiker:
                card, cell = self.fixed.cards[spot.card], f"{spot.cell[0]},{spot.cell[1]}"
                table.add_row(self.badge(spot.hiker), cell, spot.card, card.words, _sum(card, spot.points))
        return table


draw = Picture


def _span(used: tuple[int, int], open_at: Iterable[int]) -> range:
    """The rows or columns to show: those in use and those that can be opened."""
    return range(min(used[0], *open_at, used[0]), max(used[1], *open_at, used[1]) + 1)


def _locked(used: tuple[int, int]) -> bool:
    return used[1] - used[0] + 1 == FRAME


def _sum(card: CardView, points: int) -> str:
    """How the points of a card came about: 1 + 1×3 = 4."""
    times = f"{card.per}×{(points - card.base) // card.per}" if card.per else "0"
    return f"{card.base} + {times} = {points}" if card.base else f"{times} = {points}"
