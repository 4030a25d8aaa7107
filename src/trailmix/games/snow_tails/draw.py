"""Snow Tails on a terminal: the seats, the part of the track where sleds are, the hand, what it may lead to.

Nothing is told by colour alone: a sled has its seat's letter, and all that is on the track has a sign.
"""

import functools
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from trailmix.engine.drawing import Drawing, counted, filled, name_cell, number_of, rows, stacked
from trailmix.games.snow_tails.data import track_of, tracks_of
from trailmix.games.snow_tails.state import HAND, START_HANDS
from trailmix.games.snow_tails.track.lanes import WIDTH, draw_lanes, legend
from trailmix.games.snow_tails.track.spaces import Track
from trailmix.games.snow_tails.view import Outcome, Own, Preview, Seat, TableView, Turn, View

TINTS = {"yellow": "#f4c542", "blue": "#7fb8f5", "red": "#ff8272", "green": "#8fd17f", "purple": "#d08af5"}
PLAIN = str.maketrans("♣│─═╞╡├┤▚⚑▸←→■□·×…", "&|-=||||%!><>#.-x.")
"""For terminals that know no Unicode."""
OTHER_LINES = 14  # lines of a terminal for the seats above the track and for what is asked below it
LEAST_LINES = 15
TRACK_ENDS = 4
"""Lines above and below the rows of the track: the status, who is further ahead or behind, the lanes."""
BESIDE = 40  # columns that the previews need beside the track
MARKS = "×1 a dent, ! a crash, +1 with the bonus, ⚑ finish"
SIGNS = {"left": "←", "right": "→", None: ""}


class Picture(Drawing[View, TableView]):
    """The view as something that rich can print, as wide and high as the terminal allows."""

    plain, colours, badges = PLAIN, TINTS, "[{}]"

    @functools.cached_property
    def track(self) -> Track:
        """The track of this race."""
        return track_of(self.setup, self.view.race - 1)

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """Everything from the race down to the previews, or the results."""
        yield self._status()
        yield self._seats()
        if self.view.decision != "over":
            parts = self._lanes(max(LEAST_LINES, height - OTHER_LINES)), stacked(self._beside())
            yield from [rows([parts], 2)] if width >= WIDTH + BESIDE else parts
        if self._races > 1 and self.view.results:
            yield self._results()

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """The track on the left, everything else in a few signs on the right."""
        if self.view.decision == "over":
            yield from self.whole(width, height)
            return
        yield self._status()
        yield rows([[self._lanes(max(1, height - TRACK_ENDS)), stacked(self._in_short())]], 2)

    def gaps(self) -> dict[str, str]:
        """What the legend says of this track."""
        return {"obstacles": legend(self.track) or "♣ sapling"}

    @property
    def _races(self) -> int:
        return len(tracks_of(self.setup))

    def _status(self) -> Text:
        view, races = self.view, self._races
        course = self.track.course.name or self.track.course.line
        parts = [course] if races == 1 else [f"Race {view.race} of {races}", course]
        now = f"Round {view.round}" if view.round else "The sleds are placed"
        return Text(" · ".join([*parts, "over" if view.decision == "over" else now]), "bold")

    # --- seats

    def _seats(self) -> Table:
        """A line for each seat in the order of the race; when the match is over, the winner first."""
        view = self.view
        seats = {seat.seat: seat for seat in view.seats}
        places = dict(zip(seats, view.places or (), strict=False))
        ordered = sorted(view.standing, key=lambda name: places.get(name) or len(seats))  # without one: last
        heads = ["", "", "", "at", "mat", "speed", "drift", "dents", "hand", "pile"]
        if self._races > 1:
            heads.append("points")
        table = _table(*heads)
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
            self.badge(seat.seat),
            name_cell(self.person(seat.seat)),
            Text(self._where(seat), no_wrap=True),
            _mat(seat),
            str(seat.speed),
            f"{SIGNS[seat.side]}{seat.drift}",
            _dents(seat),
            str(seat.hand_size),
            str(seat.pile),
        ]
        return [*cells, str(seat.points)] if self._races > 1 else cells

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
        sleds = {seat.space: self.badge(seat.seat) for seat in view.seats if seat.space is not None}
        looker = view.to_move or (view.own.seat if view.own else None)
        focus = next((seat.space for seat in view.seats if seat.seat == looker), None)
        open_move = view.own.previews if view.own and view.move else ()
        marked = [outcome.end for preview in open_move for outcome in preview.outcomes]
        return draw_lanes(self.track, sleds, marked, view.felled, focus, height)

    # --- beside the track

    def _beside(self) -> Iterable[RenderableType]:
        view, own = self.view, self.view.own
        yield from self._now()
        if own is not None and own.previews:
            yield self._outcomes(own.previews[0]) if view.move else self._previews(own.previews)
            if view.move is None:
                yield Text(MARKS, "bright_black")
        yield Text(legend(self.track), "bright_black")

    def _now(self) -> Iterable[RenderableType]:
        """What the seat has to go by in its decision."""
        view, own = self.view, self.view.own
        if own is not None and own.hand:
            yield self._hand(own)
        if view.decision == "start":
            yield self._starts()
        if view.move is not None:
            yield self._move(view.move)

    def _in_short(self) -> Iterable[RenderableType]:
        """The seats, the hand, and what every play can lead to, in signs."""
        view, own = self.view, self.view.own
        seats = {seat.seat: seat for seat in view.seats}
        for name in view.standing:
            yield self._short_seat(seats[name])
        yield from self._now()
        if own is not None and own.previews:
            plays = [self._in_signs(preview) for preview in own.previews]
            yield self._outcomes(own.previews[0]) if view.move else Columns(plays, padding=(0, 2))

    def _short_seat(self, seat: Seat) -> Text:
        mat = f"{_mat(seat)} {SIGNS[seat.side]}{seat.drift}"
        told = f" {self.person(seat.seat)[:12]:<12} {self._where(seat):<9} {mat:<8} {_dents(seat)}"
        who = self.mark(seat.seat), self.badge(seat.seat)
        return Text.assemble(*who, told, no_wrap=True, overflow="crop")

    def _in_signs(self, preview: Preview) -> Text:
        """A card play: the speed and the drift it gives, and how it ends at its best."""
        best = preview.outcomes[0] if preview.outcomes else None
        ends = "" if best is None else self._mark(best).removeprefix(self._name(best.end))
        drift = f"{SIGNS[preview.side]}{preview.drift}" if preview.drift else ""
        return Text.assemble((preview.action or "", "bold"), f" {preview.speed}{drift}{ends}", no_wrap=True)

    def _hand(self, own: Own) -> Text:
        dents = self.view.seats[number_of(own.seat)].dents
        line = self.hand_of(own.seat, ": ")
        for card in own.hand:
            line.append(f" {card} ", "bold black on #f2f2f2").append(" ")
        return line.append(f"and {counted(dents, 'dent')}" if dents else "")

    def _starts(self) -> Text:
        free = [f"{number} ({START_HANDS[number - 1]} cards)" for number in self.view.free_starts]
        return Text(f"Free start spaces: {', '.join(free)}.")

    def _move(self, move: Turn) -> Text:
        path = " ".join(self._name(space) for space in (move.begin, *move.path))
        left = f"{move.forward} forward" + (f" and {move.drift} {move.side}" if move.drift else "")
        return Text(f"On the move: {path}. Still to go: {left}." if move.forward else f"On the move: {path}.")

    def _previews(self, previews: Sequence[Preview]) -> Table:
        """A line for each card play: what it makes of the mat, and where that may end."""
        table = _table("play", "mat", "speed", "drift", "ends on")
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
        ends = ((Text(" ".join(end.actions), "bold"), self._told(end)) for end in preview.outcomes)
        return filled(_table("play", "ends on"), ends)

    def _told(self, outcome: Outcome) -> str:
        """An outcome in a few words."""
        dents = counted(outcome.dents, "dent") if outcome.dents else ""
        parts = [
            self._name(outcome.end),
            f"with +{outcome.bonus}" if outcome.bonus else "",
            f"hits {outcome.hit or outcome.crash}" if outcome.crash else "",
            "WRECK" if outcome.kind == "wreck" else dents,
            "finish" if outcome.finish else "",
        ]
        return " ".join(filter(None, parts))

    def _results(self) -> Table:
        """How the races ended: places by seat, and the points."""
        table = Table("race", *(seat.seat for seat in self.view.seats), box=None, header_style="bold")
        for result in self.view.results:
            points = {name: counted(number, "point") for name, number in result.points.items()}
            table.add_row(
                str(result.race),
                *(f"{n}. ({points[name]})" if n else "did not finish" for name, n in result.places.items()),
            )
        return table

    # --- names and looks

    def _name(self, space: int) -> str:
        return self.track.spaces[space].name


def _mat(seat: Seat) -> str:
    return f"{seat.left.shows}/{seat.right.shows}/{seat.brake}"


def _dents(seat: Seat) -> str:
    return "■" * seat.dents + "□" * (HAND - 1 - seat.dents)


def _table(*heads: str) -> Table:
    return Table(*heads, box=None, padding=(0, 1, 0, 0), header_style="bright_black")


draw = Picture
