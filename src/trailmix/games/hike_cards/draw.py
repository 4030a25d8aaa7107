"""Hike on a terminal: the top card and what may follow it, the seats, the hand, how the points came about.

Nothing is told by colour alone: every card has its name, and a suit has a sign of its own besides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from trailmix.engine.game import Setup
from trailmix.games.hike_cards.state import SUIT_IDS
from trailmix.games.hike_cards.view import Account, Seat, TableView, View, name_of, table_view

SIGNS = {"bird": "v", "bug": "¤", "lake": "≈", "light": "☼", "peak": "▲", "trail": "§", "tree": "♣"}
TINTS = {
    "bird": "#8a4b08",
    "bug": "#7a2048",
    "lake": "#10459b",
    "light": "#7a5c00",
    "peak": "#5a6070",
    "trail": "#7a3b1e",
    "tree": "#0b7029",
}
SPECIAL, SPECIAL_TINT = "*", "#333333"
SEATS = ("#f4c542", "#7fccf5", "#d08af5", "#ff8272", "#8fd17f", "#ffb066", "#e8e8e8", "#c9a98a")
PLAIN = str.maketrans("¤≈☼▲§♣▸●›…·╭─╮│╰╯×↻↺", "@~*^S&>o>...-.|''x><")
"""For terminals that know no Unicode."""
RECENT = 6
"""Cards of the pile that are shown."""


def draw(setup: Setup, view: View, names: Sequence[str]) -> Drawing:
    """The view as something that rich can print, as wide as the terminal allows."""
    return Drawing(setup, table_view(setup, setup.game.words), view, names)


@dataclass(frozen=True)
class Drawing:
    """A view on its way to a terminal."""

    setup: Setup
    table: TableView
    view: View
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Everything from the round down to the hand or the last account."""
        for part in self._parts():
            for segment in console.render(part, options):
                yield segment._replace(text=segment.text.translate(PLAIN)) if options.ascii_only else segment

    def _parts(self) -> Iterable[RenderableType]:
        view = self.view
        yield self._status()
        yield self._effects()
        if view.account is None:
            yield self._top()
        yield self._seats()
        if view.account is not None:
            yield self._account(view.account)
        elif view.own is not None:
            yield from self._hand(view.own.seat, view.own.hand)

    def _status(self) -> Text:
        view = self.view
        arrow = "↻" if view.direction == "clockwise" else "↺"
        parts = [
            f"Round {view.round}",
            f"to {view.target} points",
            f"{view.dealer} deals",
            f"{arrow} {view.direction}",
            f"{view.deck} cards in the deck",
        ]
        return Text(" · ".join(parts), "bold")

    def _effects(self) -> Text:
        """What lasts until the round ends, and who has to answer what."""
        view = self.view
        parts = [f"Birds played: {view.birds}"]
        if view.peaks_draw:
            parts.append("Peaks draw")
        if view.trails_reverse:
            parts.append("Trails reverse")
        if view.worm_by is not None and view.worm_holder is None:
            parts.append(f"The Worm is at large, played by {view.worm_by}")
        line = Text(" · ".join(parts))
        if view.to_answer:
            what = {"sun": "The Sun demands Light", "drought": "The Drought demands Lakes"}.get(
                view.demand or ""
            )
            line.append(f"\n{what or 'It is Spring'}, to answer: {', '.join(view.to_answer)}", "bold reverse")
        return line

    def _top(self) -> Table:
        """The last cards of the pile, the top one in a frame, and what may follow."""
        view = self.view
        recent = [
            f"{self._name(played.card)} {played.seat or ''}".rstrip() for played in view.pile[-RECENT:-1]
        ]
        trail = ("… › " if len(view.pile) > RECENT else "") + " › ".join(recent) + (" ›" if recent else "")
        name = self._face(view.pile[-1].card) if view.pile else "nothing yet"
        by = f" {view.pile[-1].seat}" if view.pile and view.pile[-1].seat else ""
        frame = Text.assemble(
            f"╭{'─' * (len(name) + 2)}╮\n│ ",
            (name, f"bold #ffffff on {self._tint(view.suit)}" if view.pile else ""),
            f" │{by}\n╰{'─' * (len(name) + 2)}╯",
        )
        suits = "any suit" if len(view.follow) == len(SUIT_IDS) else ", ".join(map(self._face, view.follow))
        may = f"now: {suits}{' or a specialty card' if view.specialties else ''}" if view.follow else ""
        table = Table.grid(padding=(0, 1))
        table.add_row(Text(f"\n{trail}"), frame, Text(f"\n{may}"))
        return table

    def _seats(self) -> Table:
        """A line for each seat; when the match is over, the winner first."""
        view = self.view
        places = dict(zip((seat.seat for seat in view.seats), view.places or (), strict=False))
        table = Table.grid(padding=(0, 2))
        for seat in sorted(view.seats, key=lambda seat: places.get(seat.seat, 0)):
            mark = f"{places[seat.seat]}." if places else "▸ " if seat.seat == view.to_move else "  "
            table.add_row(
                Text.assemble(mark, self._badge(seat.seat)),
                Text(self._person(seat.seat), "bold", no_wrap=True, overflow="ellipsis"),
                Text(f"{seat.total} point{'s' * (seat.total != 1)}", no_wrap=True),
                Text(seat.status if seat.hand_size == 0 else f"{seat.hand_size} in hand", no_wrap=True),
                Text(self._in_front(seat)),
            )
        return table

    def _in_front(self, seat: Seat) -> str:
        """All that lies face up in front of a seat."""
        parts = []
        if seat.leftovers:
            parts.append(f"left over: {self._list(seat.leftovers)}")
        if seat.bugs:
            parts.append(f"Bugs laid out: {seat.bugs}")
        if seat.planted:
            parts.append(f"planted: {self._list(seat.planted)}")
        if seat.worm:
            parts.append("has The Worm")
        if seat.last and not seat.leftovers:
            parts.append(f"last {self._name(seat.last)}")
        return " · ".join(parts)

    def _hand(self, seat: str, hand: Sequence[str]) -> Iterable[RenderableType]:
        """The viewer's own hand; ● marks what the top, or Spring, allows."""
        view, spring = self.view, self.view.decision == "plant"
        yield Text(
            f"The hand of {self._person(seat) or seat}, ● may be {'planted' if spring else 'played'} now",
            "bold",
        )
        table = Table.grid(padding=(0, 1))
        for card, number in Counter(hand).items():
            fits = card in view.follow or (view.specialties and card not in (*SUIT_IDS, "litter"))
            fits = fits or (card == "wind" and bool(view.follow)) or (spring and card in ("tree", "wind"))
            face = Text(f" {self._face(card)} ", f"#ffffff on {self._tint(card)}", no_wrap=True)
            often = Text(f"{number} ×" if number > 1 else "", no_wrap=True)
            table.add_row(Text(" ●" if fits else "  "), often, face, Text(self._words(card)))
        yield table

    def _words(self, card: str) -> str:
        row = self.table.cards[card].follow
        return self.table.cards[card].words if row is None else f"then {', '.join(map(self._name, row))}"

    def _account(self, account: Account) -> Table:
        """How the points of the last round came about."""
        heads = ("left over", "of the pot", "odd", "bonus", "The Worm", "Trees", "points", "total")
        table = Table(f"round {account.round}", *heads, box=None, padding=(0, 1), header_style="bold")
        for column in table.columns[1:]:
            column.justify = "right"
        for seat in account.points:
            figures = (
                account.leftovers[seat],
                account.share if seat in account.winners else 0,
                account.odd if seat == account.odd_to else 0,
                account.bonus[seat],
                account.birds if seat == account.worm else 0,
                account.trees[seat],
                account.points[seat],
                account.totals[seat],
            )
            table.add_row(self._badge(seat), *map(str, figures))
        return table

    # Names and looks.

    def _name(self, card: str) -> str:
        return self.setup.game.words.say(name_of(card))

    def _list(self, cards: Iterable[str]) -> str:
        counted = Counter(cards).items()
        return ", ".join(
            f"{number} × {self._name(card)}" if number > 1 else self._name(card) for card, number in counted
        )

    def _face(self, card: str) -> str:
        return f"{SIGNS.get(card.removeprefix('wind='), SPECIAL)} {self._name(card)}"

    def _tint(self, card: str | None) -> str:
        return TINTS.get(card or "", SPECIAL_TINT)

    def _person(self, seat: str) -> str:
        return self.names[ord(seat) - ord("A")] if self.names else ""

    def _badge(self, seat: str) -> Text:
        return Text.assemble((f" {seat} ", f"bold black on {SEATS[ord(seat) - ord('A')]}"))
