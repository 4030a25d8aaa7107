"""Hike on a terminal: the top card and what may follow it, the seats, the hand, how the points came about.

Nothing is told by colour alone: every card has its name, and a suit has a sign of its own besides.
"""

from collections import Counter
from collections.abc import Iterable

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from trailmix.engine.drawing import Drawing, counted, name_cell, rows
from trailmix.games.hike_cards.state import SUIT_IDS
from trailmix.games.hike_cards.view import Account, Own, Seat, TableView, View, name_of

SIGNS = {"bird": "v", "bug": "¤", "lake": "≈", "light": "☼", "peak": "▲", "trail": "§", "tree": "♣"}
TINTS = dict(
    zip(SIGNS, ("#8a4b08", "#7a2048", "#10459b", "#7a5c00", "#5a6070", "#7a3b1e", "#0b7029"), strict=True)
)
SPECIAL, SPECIAL_TINT = "*", "#333333"
PLAIN = str.maketrans("¤≈☼▲§♣▸●›…·╭─╮│╰╯×↻↺", "@~*^S&>o>...-.|''x><")  # for terminals that know no Unicode
WHY = {"sun": "The Sun demands Light", "drought": "The Drought demands Lakes", None: "It is Spring"}
"""Why somebody has to answer, by what demands it."""
RECENT = 6  # cards of the pile that are shown


class Picture(Drawing[View, TableView]):
    """The view as something that rich can print, as wide as the terminal allows."""

    plain = PLAIN

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """Everything from the round down to the hand or the last account."""
        view = self.view
        yield self._status()
        yield self._effects()
        if view.account is None:
            yield self._top()
        yield rows((self._seat(mark, seat) for mark, seat in self.ranked()), 2)
        if view.account is not None:
            yield self._account(view.account)
        elif view.own is not None:
            yield from self._hand(view.own)

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """The top in a line, the seats and the cards of the hand beside each other."""
        view = self.view
        yield self._status()
        yield self._effects()
        if view.account is None:
            yield Text.assemble(self._trail(), " ", self._top_card(), f"  {self._may_follow()}")
        yield Columns([self._short_seat(seat) for seat in view.seats], padding=(0, 2))
        if view.account is not None:
            yield self._account(view.account)
        elif view.own is not None:
            cards = Counter(view.own.hand).items()
            yield Columns([self._in_hand(card, number) for card, number in cards], padding=(0, 2))

    def gaps(self) -> dict[str, str]:
        """The suits of the legend."""
        return {"suits": " ".join(SIGNS.values()), "names": ", ".join(map(self._name, SIGNS))}

    def _status(self) -> Text:
        view = self.view
        way = f"{'↻' if view.direction == 'clockwise' else '↺'} {view.direction}"
        match = f"Round {view.round} · to {view.target} points · {view.dealer} deals"
        return Text(f"{match} · {way} · {view.deck} cards in the deck", "bold")

    def _effects(self) -> Text:
        """What lasts until the round ends, and who has to answer what."""
        view = self.view
        at_large = view.worm_by is not None and view.worm_holder is None
        parts = [
            f"Birds played: {view.birds}",
            "Peaks draw" if view.peaks_draw else "",
            "Trails reverse" if view.trails_reverse else "",
            f"The Worm is at large, played by {view.worm_by}" if at_large else "",
        ]
        line = Text(" · ".join(filter(None, parts)))
        if view.to_answer:
            line.append(f"\n{WHY[view.demand]}, to answer: {', '.join(view.to_answer)}", "bold reverse")
        return line

    def _top(self) -> Table:
        """The last cards of the pile, the top one in a frame, and what may follow."""
        view = self.view
        name = self._face(view.pile[-1].card) if view.pile else "nothing yet"
        by = f" {view.pile[-1].seat}" if view.pile and view.pile[-1].seat else ""
        frame = Text.assemble(
            f"╭{'─' * (len(name) + 2)}╮\n│ ",
            (name, f"bold #ffffff on {self._tint(view.suit)}" if view.pile else ""),
            f" │{by}\n╰{'─' * (len(name) + 2)}╯",
        )
        return rows([[Text(f"\n{self._trail()}"), frame, Text(f"\n{self._may_follow()}")]])

    def _trail(self) -> str:
        """The cards that the top lies on, the latest of them."""
        pile = self.view.pile
        recent = [f"{self._name(play.card)} {play.seat or ''}".rstrip() for play in pile[-RECENT:-1]]
        return ("… › " if len(pile) > RECENT else "") + " › ".join(recent) + (" ›" if recent else "")

    def _top_card(self) -> Text:
        pile = self.view.pile
        if not pile:
            return Text("Nothing is played yet.")
        tint = f"bold #ffffff on {self._tint(self.view.suit)}"
        return Text.assemble((f" {self._face(pile[-1].card)} ", tint), f" {pile[-1].seat or ''}")

    def _may_follow(self) -> str:
        view = self.view
        suits = "any suit" if len(view.follow) == len(SUIT_IDS) else ", ".join(map(self._face, view.follow))
        return f"now: {suits}{' or a specialty card' if view.specialties else ''}" if view.follow else ""

    def _short_seat(self, seat: Seat) -> Text:
        """A seat in a few words: the lists of what lies in front of it are in the whole drawing."""
        parts = [
            *self._standing(seat),
            f"{len(seat.leftovers)} left over" if seat.leftovers else "",
            f"Bugs {seat.bugs}" if seat.bugs else "",
            f"planted {len(seat.planted)}" if seat.planted else "",
            "Worm" if seat.worm else "",
        ]
        told = f" {self.person(seat.seat)} · {' · '.join(filter(None, parts))}"
        return Text.assemble(self.mark(seat.seat), self.badge(seat.seat), told)

    def _standing(self, seat: Seat) -> tuple[str, str]:
        hand = seat.status if seat.hand_size == 0 else f"{seat.hand_size} in hand"
        return counted(seat.total, "point"), hand

    def _seat(self, mark: str, seat: Seat) -> list[Text]:
        """A line for a seat."""
        standing = [Text(each, no_wrap=True) for each in self._standing(seat)]
        who = Text.assemble(mark, self.badge(seat.seat)), name_cell(self.person(seat.seat))
        return [*who, *standing, Text(self._in_front(seat))]

    def _in_front(self, seat: Seat) -> str:
        """All that lies face up in front of a seat."""
        parts = [
            f"left over: {self._list(seat.leftovers)}" if seat.leftovers else "",
            f"Bugs laid out: {seat.bugs}" if seat.bugs else "",
            f"planted: {self._list(seat.planted)}" if seat.planted else "",
            "has The Worm" if seat.worm else "",
            f"last {self._name(seat.last)}" if seat.last and not seat.leftovers else "",
        ]
        return " · ".join(filter(None, parts))

    def _hand(self, own: Own) -> Iterable[RenderableType]:
        """The viewer's own hand; ● marks what the top, or Spring, allows."""
        done = "planted" if self.view.decision == "plant" else "played"
        yield self.hand_of(own.seat, f", ● may be {done} now")
        yield rows(self._card(card, number) for card, number in Counter(own.hand).items())

    def _card(self, card: str, number: int) -> list[Text]:
        face = Text(f" {self._face(card)} ", f"#ffffff on {self._tint(card)}", no_wrap=True)
        often = Text(f"{number} ×" if number > 1 else "", no_wrap=True)
        return [Text(" ●" if self._fits(card) else "  "), often, face, Text(self._words(card))]

    def _fits(self, card: str) -> bool:
        view = self.view
        if card in view.follow or (view.specialties and card not in (*SUIT_IDS, "litter")):
            return True
        planted = view.decision == "plant" and card in ("tree", "wind")
        return planted or (card == "wind" and bool(view.follow))

    def _in_hand(self, card: str, number: int) -> Text:
        """A card of the hand, without its words."""
        often = f"{number} × " if number > 1 else ""
        face = (f" {self._face(card)} ", f"#ffffff on {self._tint(card)}")
        return Text.assemble("● " if self._fits(card) else "  ", often, face)

    def _words(self, card: str) -> str:
        row = self.fixed.cards[card].follow
        return self.fixed.cards[card].words if row is None else f"then {', '.join(map(self._name, row))}"

    def _account(self, account: Account) -> Table:
        """How the points of the last round came about."""
        heads = ("left over", "of the pot", "odd", "bonus", "The Worm", "Trees", "points", "total")
        table = Table(f"round {account.round}", *heads, box=None, header_style="bold")
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
            table.add_row(self.badge(seat), *map(str, figures))
        return table

    # Names and looks.

    def _name(self, card: str) -> str:
        return self.setup.game.words.say(name_of(card))

    def _list(self, cards: Iterable[str]) -> str:
        often = Counter(cards).items()
        return ", ".join((f"{number} × " if number > 1 else "") + self._name(card) for card, number in often)

    def _face(self, card: str) -> str:
        return f"{SIGNS.get(card.removeprefix('wind='), SPECIAL)} {self._name(card)}"

    def _tint(self, card: str | None) -> str:
        return TINTS.get(card or "", SPECIAL_TINT)


draw = Picture
