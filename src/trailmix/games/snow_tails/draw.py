"""Snow Tails on a terminal: the seats, the part of the track where sleds are, the hand, what it may lead to.

Nothing is told by colour alone: a sled has its seat's letter, and what is on the track has a sign each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from trailmix.engine.game import Setup
from trailmix.games.snow_tails.data import track_of, tracks_of
from trailmix.games.snow_tails.lanes import WIDTH, draw_lanes, legend
from trailmix.games.snow_tails.state import HAND, START_HANDS
from trailmix.games.snow_tails.track import Track
from trailmix.games.snow_tails.view import Outcome, Own, Preview, Seat, Turn, View

TINTS = {"yellow": "#f4c542", "blue": "#7fb8f5", "red": "#ff8272", "green": "#8fd17f", "purple": "#d08af5"}
PLAIN = str.maketrans("♣│─═╞╡├┤▚⚑▸←→■□·×…", "&|-=||||%!><>#.-x.")
"""For terminals that know no Unicode."""
OTHER_LINES = 14
"""Of a terminal, for the seats above the track and what is asked below it."""
LEAST_LINES = 15
BESIDE = 40
"""Columns that the previews need beside the track."""
MARKS = "×1 a dent, ! a crash, +1 with the bonus, ⚑ finish"
SIGNS = {"left": "←", "right": "→", None: ""}


def draw(setup: Setup, view: View, names: Sequence[str]) -> Drawing:
    """The view as something that rich can print, as wide and high as the terminal allows."""
    return Drawing(setup, track_of(setup, view.race - 1), view, names)


@dataclass(frozen=True)
class Drawing:
    """A view on its way to a terminal."""

    setup: Setup
    track: Track
    view: View
    names: Sequence[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Everything from the race down to the previews, or the results."""
        height = max(LEAST_LINES, console.size.height - OTHER_LINES)
        for part in self._parts(options.max_width, height):
            for segment in console.render(part, options):
                yield segment._replace(text=segment.text.translate(PLAIN)) if options.ascii_only else segment

    def _parts(self, width: int, height: int) -> Iterable[RenderableType]:
        yield self._status()
        yield self._seats()
        if self.view.decision != "over":
            lanes, beside = self._lanes(height), Table.grid()
            for part in self._beside():
                beside.add_row(part)
            if width >= WIDTH + BESIDE:
                both = Table.grid(padding=(0, 2))
                both.add_row(lanes, beside)
                yield both
            else:
                yield lanes
                yield beside
        if len(tracks_of(self.setup)) > 1 and self.view.results:
            yield self._results()

    def _status(self) -> Text:
        view, races = self.view, len(tracks_of(self.setup))
        course = self.track.course.name or self.track.course.line
        parts = [course] if races == 1 else [f"Race {view.race} of {races}", course]
        if view.decision == "over":
            parts.append("over")
        else:
            parts.append(f"Round {view.round}" if view.round else "The sleds are placed")
        return Text(" · ".join(parts), "bold")

    # --- seats

    def _seats(self) -> Table:
        """A line for each seat in the order of the race; when the match is over, the winner first."""
        view = self.view
        seats = {seat.seat: seat for seat in view.seats}
        places = dict(zip(seats, view.places or (), strict=False))
        ordered = sorted(view.standing, key=lambda name: places.get(name) or len(seats))  # without one: last
        heads = ["", "", "", "at", "mat", "speed", "drift", "dents", "hand", "pile"]
        if len(tracks_of(self.setup)) > 1:
            heads.append("points")
        table = Table(*heads, box=None, padding=(0, 1, 0, 0), header_style="bright_black")
        for column in (*table.columns[:2], *table.columns[3:]):
            column.no_wrap = True
        for name in ordered:
            mark = "▸" if name == view.to_move else ""
            if places:
                mark = f"{places[name]}." if places[name] else "–"
            table.add_row(mark, *self._seat(seats[name]))
        return table

    def _seat(self, seat: Seat) -> list[RenderableType]:
        cells: list[RenderableType] = [
            self._badge(seat.seat),
            Text(self._person(seat.seat), "bold", no_wrap=True, overflow="ellipsis"),
            Text(self._where(seat), no_wrap=True),
            f"{seat.left.shows}/{seat.right.shows}/{seat.brake}",
            str(seat.speed),
            f"{SIGNS[seat.side]}{seat.drift}",
            "■" * seat.dents + "□" * (HAND - 1 - seat.dents),
            str(seat.hand_size),
            str(seat.pile),
        ]
        return [*cells, str(seat.points)] if len(tracks_of(self.setup)) > 1 else cells

    def _where(self, seat: Seat) -> str:
        """Its place in the race and its space."""
        if seat.status in ("waiting", "wrecked"):
            return seat.status
        place = f"{seat.position}." if seat.position else ""
        if seat.status == "finished" or seat.space is None:
            return f"{place} finished"
        if self.view.decision == "over":
            return f"not finished, {self._name(seat.space)}"
        return f"{place} {self._name(seat.space)}"

    # --- the track

    def _lanes(self, height: int) -> Text:
        view = self.view
        sleds = {seat.space: self._badge(seat.seat) for seat in view.seats if seat.space is not None}
        looker = view.to_move or (view.own.seat if view.own else None)
        focus = next((seat.space for seat in view.seats if seat.seat == looker), None)
        marked = [end for preview in self._open_move() for end in (each.end for each in preview.outcomes)]
        return draw_lanes(self.track, sleds, marked, view.felled, focus, height)

    def _open_move(self) -> tuple[Preview, ...]:
        """What the rest of the move under way can lead to."""
        return self.view.own.previews if self.view.own and self.view.move else ()

    # --- beside the track

    def _beside(self) -> Iterable[RenderableType]:
        view, own = self.view, self.view.own
        if own is not None and own.hand:
            yield self._hand(own)
        if view.decision == "start":
            yield self._starts()
        if view.move is not None:
            yield self._move(view.move)
        if own is not None and own.previews:
            yield self._outcomes(own.previews[0]) if view.move else self._previews(own.previews)
            if view.move is None:
                yield Text(MARKS, "bright_black")
        yield Text(legend(self.track), "bright_black")

    def _hand(self, own: Own) -> Text:
        dents = self.view.seats[ord(own.seat) - ord("A")].dents
        line = Text(f"The hand of {self._person(own.seat) or own.seat}: ", "bold")
        for card in own.hand:
            line.append(f" {card} ", "bold black on #f2f2f2").append(" ")
        return line.append(f"and {dents} dent{'s' * (dents != 1)}" if dents else "")

    def _starts(self) -> Text:
        free = [f"{number} ({START_HANDS[number - 1]} cards)" for number in self.view.free_starts]
        return Text(f"Free start spaces: {', '.join(free)}.")

    def _move(self, move: Turn) -> Text:
        path = " ".join(self._name(space) for space in (move.begin, *move.path))
        left = f"{move.forward} forward" + (f" and {move.drift} {move.side}" if move.drift else "")
        return Text(f"On the move: {path}. Still to go: {left}." if move.forward else f"On the move: {path}.")

    def _previews(self, previews: Sequence[Preview]) -> Table:
        """A line for each card play: what it makes of the mat, and where that may end."""
        table = Table("play", "mat", "speed", "drift", "ends on", box=None, header_style="bright_black")
        table.padding = (0, 1, 0, 0)
        for column in table.columns[:4]:
            column.no_wrap = True
        for preview in previews:
            bonus = f"+{preview.bonus}" if preview.bonus else ""
            ends = dict.fromkeys(self._mark(outcome) for outcome in preview.outcomes)
            table.add_row(
                Text(preview.action or "", "bold"),
                f"{preview.left}/{preview.right}/{preview.brake}",
                f"{preview.speed}{bonus}",
                f"{SIGNS[preview.side]}{preview.drift}",
                Text("  ".join(ends), no_wrap=True, overflow="ellipsis"),
            )
        return table

    def _mark(self, outcome: Outcome) -> str:
        """An outcome in a few characters."""
        if outcome.kind == "wreck":
            return "wreck"
        bonus = f"+{outcome.bonus}" if outcome.bonus else ""
        dents = f"×{outcome.dents}" if outcome.dents else ""
        return f"{self._name(outcome.end)}{bonus}{dents}{'!' * bool(outcome.crash)}{'⚑' * outcome.finish}"

    def _outcomes(self, preview: Preview) -> Table:
        """A line for each outcome of the rest of the move: what to play for it, and what it is."""
        table = Table("play", "ends on", box=None, padding=(0, 1, 0, 0), header_style="bright_black")
        for outcome in preview.outcomes:
            table.add_row(Text(" ".join(outcome.actions), "bold"), self._told(outcome))
        return table

    def _told(self, outcome: Outcome) -> str:
        """An outcome in a few words."""
        parts = [self._name(outcome.end)]
        if outcome.bonus:
            parts.append(f"with +{outcome.bonus}")
        if outcome.crash:
            parts.append(f"hits {outcome.hit or outcome.crash}")
        if outcome.kind == "wreck":
            parts.append("WRECK")
        elif outcome.dents:
            parts.append(f"{outcome.dents} dent{'s' * (outcome.dents > 1)}")
        if outcome.finish:
            parts.append("finish")
        return " ".join(parts)

    def _results(self) -> Table:
        """How the races ended: places by seat, and the points."""
        table = Table("race", *(seat.seat for seat in self.view.seats), box=None, header_style="bold")
        for result in self.view.results:
            cells = []
            for name, place in result.places.items():
                points = result.points[name]
                told = f"{place}. ({points} point{'s' * (points != 1)})"
                cells.append("did not finish" if place is None else told)
            table.add_row(str(result.race), *cells)
        return table

    # --- names and looks

    def _name(self, space: int) -> str:
        return self.track.spaces[space].name

    def _person(self, seat: str) -> str:
        return self.names[ord(seat) - ord("A")] if self.names else ""

    def _badge(self, seat: str) -> Text:
        number = ord(seat) - ord("A")
        tint = TINTS.get(self.view.seats[number].colour, list(TINTS.values())[number])
        return Text(f"[{seat}]", f"bold black on {tint}")
