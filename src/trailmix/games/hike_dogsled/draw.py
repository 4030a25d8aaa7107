"""Hike! on a terminal: the track, the centre, the sleds with their huskies, the viewer's hand.

Nothing is told by colour alone: terrain has its letter, an edge the letter of its colour.
"""

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from trailmix.engine.drawing import Drawing, rows, stacked
from trailmix.games.hike_dogsled.view.shape import Kennel, Own, Seat, TableView, View

TERRAIN = {"S": "#222222 on #f2f2f2", "I": "#ffffff on #2f6fb5", "P": "#ffffff on #6b6f7a"}
STATES = {"ready": " ", "tired": "■", "rest": "z"}
PLAIN = str.maketrans("■▸·◆╭─╮│╰╯", "#>-*.-.|''")
"""For terminals that know no Unicode."""


class Picture(Drawing[View, TableView]):
    """The view as something that rich can print, as wide as the terminal allows."""

    plain = PLAIN

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """Everything from the day down to the viewer's hand or the result."""
        view = self.view
        yield self._status()
        yield self._track()
        yield self._legend()
        if view.phase == "preparations":
            yield self._centre()
        yield Columns([self._sled(seat) for seat in self._seats()], padding=(0, 1))
        if view.result is not None:
            yield self._result()
        elif view.own is not None:
            yield self._hand(view.own)

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """The viewer's sled as it is, the others in a line each; of the forecasts those that fit."""
        view = self.view
        yield self._status()
        yield self._track()
        if view.phase == "preparations":
            yield self._centre()
        own = None if view.own is None else view.own.seat
        for seat in sorted(self._seats(), key=lambda seat: seat.seat == own):  # the viewer's own last
            yield self._short_seat(seat)
            if seat.seat == own:
                yield self._slots(seat)
        if view.result is not None:
            yield self._result()
        elif view.own is not None:
            lines = self._hand(view.own).split("\n")
            yield lines[0]
            yield Columns(lines[1:], padding=(0, 2))

    def gaps(self) -> dict[str, str]:
        """The edges of the legend."""
        return {"edges": ", ".join(self.fixed.edges), "colours": self._colours()}

    def _short_seat(self, seat: Seat) -> Text:
        """A seat in a line: who, how the huskies are, where."""
        states = [slot.state or "ready" for slot in seat.sled.values() if slot.husky is not None]
        counted = [f"{states.count(state)} {state}" for state in STATES if state in states]
        huskies = f"{len(states)} of {len(seat.sled)} huskies"
        team = huskies if self.view.phase == "preparations" else ", ".join(counted)
        who = (self.mark(seat.seat), self.badge(seat.seat), f" {self.person(seat.seat)}")
        told = f" · {team} · {self._about(seat)}"
        return Text.assemble(*who, told, no_wrap=True, overflow="ellipsis")

    def _seats(self) -> Iterable[Seat]:
        """The seats; the viewer's own as it is now, where others see it as it was in the morning."""
        own = self.view.own
        today = own.today.seat if own is not None and own.today is not None else None
        return (today if today is not None and seat.seat == today.seat else seat for seat in self.view.seats)

    def _status(self) -> Text:
        view = self.view
        what = {"preparations": "Preparations", "race": "Race", "over": "The end"}[view.phase]
        care = f"care pile: {view.care_pile.singles} single, {view.care_pile.doubles} double"
        parts = [
            f"{what}, day {view.day}",
            "" if view.last_day is None else f"Preparations end with day {view.last_day}",
            f"{view.deck} cards in the deck" if view.phase == "preparations" else care,
            f"order {' '.join(view.order)}" if view.order else "",
        ]
        if view.loose is not None:
            parts.append(f"{self.fixed.loose_cards[view.loose.card].name} by {view.loose.by}")
        return Text(" · ".join(filter(None, parts)), "bold")

    # --- the track

    def _track(self) -> Text:
        """All fields in sight, with the pawns behind the fields where they are."""
        line, number = Text(), 0
        line.append(self._pawns(0))
        for card in (self.fixed.start, *self.view.track, self.fixed.finish):
            if card is None:
                line.append(" [?]", "dim")
                continue
            line.append(" ")
            for field in self.fixed.landscapes[card].fields:
                number += 1
                line.append(f"{field.terrain}{'*' if field.equipment else ''}", TERRAIN[field.terrain])
                if self.view.fields is not None:
                    line.append(self._pawns(number))
        snow, ice, powder = self.view.terrain
        needing = f"{self.view.equipment_fields} require equipment (*)"
        return line.append(f"  S {snow}  I {ice}  P {powder}, {needing}", "dim")

    def _legend(self) -> Text:
        """What the signs of this phase mean."""
        edges = f"edges left right top bottom ({self._colours()})"
        preparing = f"Huskies: points (S snow, I ice, P powder), {edges}"
        racing = "A pawn stands behind its field. ■ tired, z at rest, +E equipped"
        return Text(f"  {preparing if self.view.phase == 'preparations' else racing}", "dim")

    def _colours(self) -> str:
        return ", ".join(f"{letter} {name}" for letter, name in self.fixed.edges.items())

    def _pawns(self, field: int) -> Text:
        found = Text()
        for seat in self._seats():
            if seat.position == field and self.view.phase != "preparations":
                found.append(f"[{seat.seat}]", f"bold black on {self.tint(seat.seat)}")
        return found

    # --- cards

    def _centre(self) -> Text:
        centre, line = self.view.centre, Text("Centre: ", "bold")
        for husky in centre.huskies:
            line.append_text(self._husky(husky)).append("  ")
        _append_counted(line, {"equipment": centre.equipment, "single care": centre.care})
        if not centre.huskies and not centre.equipment and not centre.care:
            line.append("nothing")
        return line

    def _husky(self, card: str) -> Text:
        """Its ID, its points, its edges left, right, top, bottom."""
        husky = self.fixed.huskies[card]
        text = Text(card, "bold", no_wrap=True)
        text.append(" ")
        for point in husky.points:
            text.append(point, TERRAIN[point])
        edges = (husky.left, husky.right, husky.top, husky.bottom)
        text.append(" " + ("any" if husky.left is None else "".join(edge or "" for edge in edges)), "dim")
        return text

    def _sled(self, seat: Seat) -> Panel:
        """A sled, and what there is to know of its seat."""
        body = stacked([self._slots(seat), Text(self._about(seat), "dim")])
        mark = "▸ " if seat.seat == self.view.to_move else ""
        title = Text.assemble(mark, self.badge(seat.seat), f" {self.person(seat.seat)}")
        return Panel(body, title=title, padding=(0, 1), expand=False)

    def _slots(self, seat: Seat) -> Table:
        """Two rows of slots, the mark in front of a husky being its state: ■ tired, z at rest."""
        slots = [self._slot(name, slot) for name, slot in seat.sled.items()]
        half = len(slots) // 2
        return rows([slots[:half], slots[half:]])

    def _slot(self, name: str, slot: Kennel) -> Text:
        if slot.husky is None:
            return Text(f"{name}  .", "dim", no_wrap=True)
        text = Text(f"{name} {STATES[slot.state or 'ready']}", no_wrap=True)
        text.append_text(self._husky(slot.husky))
        return text.append("+E", "bold") if slot.equipped else text

    def _about(self, seat: Seat) -> str:
        parts: list[str] = [seat.status]
        if self.view.phase == "preparations":
            parts.append(f"mentors {seat.mentors}")
            parts.append(f"care pile {len(seat.care_pile)}")
        elif seat.position is not None:
            parts.append(f"field {seat.position}")
        parts.append(f"hand {seat.hand_size}{self._known(seat)}")
        if seat.catch_up is not None and self.view.result is None:
            parts.append(f"has to play {seat.catch_up} care")
        return " · ".join(parts)

    def _known(self, seat: Seat) -> str:
        """The cards of another's hand that everybody has seen."""
        own, hand = self.view.own, seat.hand
        if own is not None and own.seat == seat.seat:
            return ""
        cards = [*hand.huskies, *["E"] * hand.equipment, *["C"] * hand.singles, *["D"] * hand.doubles]
        return f" ({' '.join(cards)})" if cards else ""

    def _hand(self, own: Own) -> Text:
        """The viewer's own hand, and what each use of a husky leads to."""
        line = Text(f"The hand of {own.seat}: ", "bold")
        for husky in own.hand.huskies:
            line.append_text(self._husky(husky)).append("  ")
        care = {"single care": own.hand.singles, "double care": own.hand.doubles}
        _append_counted(line, {"equipment": own.hand.equipment, **care})
        for preview in own.previews:
            for end in preview.outcomes:
                action = " ".join(filter(None, (preview.action, *end.actions)))
                lost = f", {end.lost} lost" if end.lost else ""
                rests = f", {end.rests} huskies to rest" if end.rests else ""
                line.append(f"\n  {action}: to field {end.to}{lost}{rests}")
        if own.care_locked:
            line.append("\n  care has to wait: a husky can still run", "dim")
        return line

    def _result(self) -> Table:
        """How the places came about."""
        heads = ("place", "seat", "field", "ready huskies", "care", "printed points")
        table = Table(*heads, box=None, header_style="bold")
        for account in self.view.result or ():
            field = "eliminated" if account.position is None else str(account.position)
            figures = (account.ready_huskies, account.care, account.printed)
            table.add_row(str(account.place), account.seat, field, *map(str, figures))
        return table


def _append_counted(line: Text, cards: dict[str, int]) -> None:
    for what, number in cards.items():
        if number:
            line.append(f"{number} x {what}  ")


draw = Picture
