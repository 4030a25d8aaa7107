"""Alpina on a terminal: the grid of cards, the seats, the hand, and at the end every hiker's points.

Nothing is told by colour alone. A card with a hiker has a double border and its seat's letter, the card just
laid a heavy border, landscapes have a glyph each, open cells are dotted and carry their coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from trailmix.engine.drawing import Drawing
from trailmix.engine.game import Setup
from trailmix.games.alpina.data import Card
from trailmix.games.alpina.faces import (
    LANDS,
    LEGEND,
    MEANINGS,
    PLAIN,
    card_lines,
    landscape,
    open_lines,
    short_lines,
    strip,
)
from trailmix.games.alpina.state import FRAME
from trailmix.games.alpina.view import Seat, View, sentences

NARROWEST, WIDEST = 13, 16  # a card's width; the grid shows up to six columns, open cells included
PAWNS = {"yellow": "#f4c542", "light blue": "#7fccf5", "purple": "#d08af5", "red": "#ff8272"}


def draw(setup: Setup, view: View, names: Sequence[str]) -> Picture:
    """The view as something that rich can print, as wide as the terminal allows."""
    told = sentences(setup.data, setup.game.words)
    return Picture({card.id: card for card in setup.data.cards}, told, view, names)


@dataclass(frozen=True)
class Picture(Drawing):
    """A view on its way to a terminal."""

    cards: dict[str, Card]
    conditions: dict[str, str]
    view: View
    names: Sequence[str]
    plain = PLAIN

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """Everything from the grid down to the hand or the final scoring."""
        yield from self._grid(max(NARROWEST, min(WIDEST, (width - 2) // (FRAME + 1))))
        yield self._status()
        yield self._seats()
        if self.view.decision == "over":
            yield self._scoring()
        else:
            yield from self._hands()
            yield Text(LEGEND, "bright_black")

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """Two lines for each row of the grid, the hand in signs, the seats beside each other."""
        yield from self._short_grid(max(NARROWEST, min(WIDEST, (width - 2) // (FRAME + 1))))
        if self.view.own is not None and self.view.decision != "over":
            yield Columns([self._in_signs(name) for name in self.view.own.hand], padding=(0, 2))
        yield self._status()
        yield Columns([self._short_seat(seat) for seat in self.view.seats], padding=(0, 3))

    def legend(self) -> Iterable[tuple[str, str]]:
        """What the signs mean."""
        return MEANINGS

    def _grid(self, width: int) -> Iterable[Text]:
        """The cards and the open cells, numbered along the edges, walls where the frame can grow no more."""
        view = self.view
        spots = {spot.cell: spot for spot in view.grid}
        rows = _span(view.rows, [row for row, _ in view.open_cells])
        columns = _span(view.columns, [col for _, col in view.open_cells])
        wall = "┃" if _locked(view.columns) else ""
        beam = "━" * width * len(columns)
        yield _line((" " * (2 + len(wall)) + "".join(f"{col:^{width}}" for col in columns), "bold"))
        if _locked(view.rows):
            yield _line(f"  ┏{beam}┓" if wall else f"  {beam}")
        for row in rows:
            places = []
            for col in columns:
                if spot := spots.get((row, col)):
                    pawn = self._pawn(spot.hiker) if spot.hiker else ""
                    places.append(card_lines(self.cards[spot.card], spot, view, pawn, width))
                else:
                    places.append(open_lines((row, col), (row, col) in view.open_cells, width))
            for n, parts in enumerate(zip(*places, strict=True)):
                yield _line((f"{row:>2}" if n == 1 else "  ", "bold"), wall, *parts, wall)
        if _locked(view.rows):
            yield _line(f"  ┗{beam}┛" if wall else f"  {beam}")

    def _short_grid(self, width: int) -> Iterable[Text]:
        """The same in fewer lines; a row of open cells takes one."""
        view = self.view
        spots = {spot.cell: spot for spot in view.grid}
        columns = _span(view.columns, [col for _, col in view.open_cells])
        yield _line(("   " + "".join(f"{col:^{width}}" for col in columns), "bold"))
        for row in _span(view.rows, [row for row, _ in view.open_cells]):
            places = []
            for col in columns:
                if spot := spots.get((row, col)):
                    pawn = self._pawn(spot.hiker) if spot.hiker else ""
                    places.append(short_lines(self.cards[spot.card], spot, view, pawn, width))
                else:
                    name = f"· {row},{col} ·" if (row, col) in view.open_cells else ""
                    places.append([Text(f"{name:^{width}}", "bright_black"), Text(" " * width)])
            is_used = any((row, col) in spots for col in columns)
            for n, parts in enumerate(list(zip(*places, strict=True))[: 1 + is_used]):
                yield _line((f"{row:>2} " if n == 0 else "   ", "bold"), *parts)

    def _in_signs(self, name: str) -> Text:
        """A card of the hand."""
        card = self.cards[name]
        face = (f"{LANDS[card.land]} {strip(card, WIDEST)}", landscape(card))
        return Text.assemble((name, "bold"), " ", face)

    def _short_seat(self, seat: Seat) -> Text:
        mark, pawn = "▸" if seat.seat == self.view.to_move else " ", self._pawn(seat.seat)
        points = "total" if self.view.decision == "over" else "forecast"
        said = f" {self._name(seat.seat)}, {points} {seat.forecast}"
        return Text.assemble(mark, _badge(seat.seat, pawn), (" " + "●" * seat.hikers, pawn), said)

    def _status(self) -> Text:
        view = self.view
        locked = [word for word, used in (("rows", view.rows), ("columns", view.columns)) if _locked(used)]
        turn = "The grid is full" if view.decision == "over" else f"Turn {view.turn + 1} of {view.turns}"
        parts = [turn, f"{view.pile} cards in the pile"]
        if locked:
            parts.append(f"{' and '.join(locked)} locked")
        return Text(" · ".join(parts), "bold")

    def _seats(self) -> Table:
        """A line for each seat; when the match is over, the winner first."""
        view = self.view
        places = dict(zip((seat.seat for seat in view.seats), view.places or (), strict=False))
        table = Table.grid(padding=(0, 2))
        for seat in sorted(view.seats, key=lambda seat: places.get(seat.seat, 0)):
            pawn = self._pawn(seat.seat)
            mark = f"{places[seat.seat]}." if places else "▸ " if seat.seat == view.to_move else "  "
            table.add_row(
                Text.assemble(mark, _badge(seat.seat, pawn)),
                Text(self._name(seat.seat), "bold", no_wrap=True, overflow="ellipsis"),
                Text(seat.colour, pawn, no_wrap=True),
                Text.assemble(
                    ("●" * seat.hikers, pawn), f" {seat.hikers} hiker{'s' * (seat.hikers != 1)} left"
                ),
                Text(f"{seat.hand_size} cards", no_wrap=True),
                Text(f"{'total' if places else 'forecast'} {seat.forecast}", "bold", no_wrap=True),
            )
        return table

    def _hands(self) -> Iterable[RenderableType]:
        """The viewer's own hand."""
        own = self.view.own
        if own is None:
            return
        yield Text(f"The hand of {self._name(own.seat) or own.seat}", "bold")
        table = Table.grid(padding=(0, 1))
        for name in own.hand:
            card = self.cards[name]
            face = Text(f" {card.animal:<10} {LANDS[card.land]} {card.land:<8} ", landscape(card))
            table.add_row(Text(f" {name}", "bold"), face, Text(self.conditions[name]))
        yield table

    def _scoring(self) -> Table:
        """Every hiker's points, from the top row down (AL-SCORE-12)."""
        table = Table("hiker", "cell", "card", "earns", box=None, padding=(0, 1), header_style="bold")
        table.add_column("points", justify="right", no_wrap=True)
        for spot in self.view.grid:
            if spot.hiker:
                cell = f"{spot.cell[0]},{spot.cell[1]}"
                words, earned = self.conditions[spot.card], _sum(self.cards[spot.card], spot.points)
                table.add_row(_badge(spot.hiker, self._pawn(spot.hiker)), cell, spot.card, words, earned)
        return table

    def _name(self, seat: str) -> str:
        return self.names[_number(seat)] if self.names else ""

    def _pawn(self, seat: str) -> str:
        """The colour of a seat's hikers; one of an owner's own naming is drawn as one we know."""
        return PAWNS.get(self.view.seats[_number(seat)].colour, list(PAWNS.values())[_number(seat)])


def _number(seat: str) -> int:
    return ord(seat) - ord("A")


def _badge(seat: str, pawn: str) -> Text:
    return Text.assemble((f" {seat} ", f"bold black on {pawn}"))


def _line(*parts: str | Text | tuple[str, str]) -> Text:
    """A line that is cut off where the terminal is too narrow, rather than wrapped."""
    return Text.assemble(*parts, no_wrap=True, overflow="crop")


def _span(used: tuple[int, int], open_at: Iterable[int]) -> range:
    """The rows or columns to show: those in use and those that can be opened."""
    return range(min(used[0], *open_at, used[0]), max(used[1], *open_at, used[1]) + 1)


def _locked(used: tuple[int, int]) -> bool:
    return used[1] - used[0] + 1 == FRAME


def _sum(card: Card, points: int) -> str:
    """How the points of a card came about: 1 + 1×3 = 4."""
    counted = f"{card.per}×{(points - card.base) // card.per}" if card.per else "0"
    return f"{card.base} + {counted} = {points}" if card.base else f"{counted} = {points}"
