"""People and bots around one terminal: whoever is to decide is asked, everybody is told what happened."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from trailmix import ledger
from trailmix.bots import Budget, Seated, Stop
from trailmix.bots.hints import advise
from trailmix.cli.terminal import telling
from trailmix.cli.terminal.choices import NoChoice, actions, examples, fitting, numbered, unknown
from trailmix.cli.terminal.display import Display, Scene
from trailmix.cli.terminal.manual import help_page, legend_page, rules_page
from trailmix.cli.terminal.screen import drawn
from trailmix.engine.errors import Refused
from trailmix.engine.match import UNFORESEEABLE, Match
from trailmix.engine.rng import mind_of
from trailmix.engine.words import letter

THINK = 0.5  # seconds of processor time for a hint
MOST_NUMBERED = 12  # up to this many choices are listed unasked


class Leave(Exception):
    """The people get up from the table."""


class Table:
    """A match, the bots at it by seat, and the terminal where everybody else sits."""

    def __init__(self, match: Match, bots: Mapping[int, Seated], console: Console, display: Display) -> None:
        self.match, self.bots, self.console, self.display = match, bots, console, display
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.told = dict.fromkeys(self.people, len(match.moves))  # how many moves each person knows of
        self.paused_at = len(match.moves)  # up to which move every account has been read
        # Nobody knows which of several people sits here when the match begins.
        self.looking = self.people[0] if len(self.people) == 1 else None
        self.saved_at = len(match.moves)  # up to which move the match is saved

    # --- the course of the match

    def run(self) -> None:
        """Play until the people leave; the end of the input is a way of leaving."""
        with self.display, contextlib.suppress(Leave, EOFError):
            if warnings := (*self.match.setup.data.warnings, *self._stand_ins()):
                self.display.page(*(Text(warning, "yellow") for warning in warnings))
            while not self.match.over:
                self._let_bots_play()
                if self.match.actor is not None:
                    self._decision(self.match.actor)
            self._end()
        lost = self.saved_at != len(self.match.moves)
        advice = " This match was not saved: `save FILE` before you leave keeps it." if lost else ""
        self.console.print(f"\nGoodbye.{advice}")

    def _stand_ins(self) -> list[str]:
        """Which bots have others play for them, in a sentence each."""
        found = {bot.name: bot.bot.stands_in for bot in self.bots.values()}
        return [
            f"The rules are not compiled yet, so '{name}' plays as '{other}' does: see `trailmix warm`."
            for name, other in found.items()
            if other is not None
        ]

    def _let_bots_play(self) -> None:
        while (seat := self.match.actor) is not None and (bot := self.bots.get(seat)):
            self.match.play(bot.choose(self.match.setup, self.match.seen_by(seat)), seat)

    def _decision(self, seat: int) -> None:
        """Ask a person until something is played or taken back."""
        if seat != self.looking:
            self.display.hand_over(self._name(seat))
            self.looking = seat
        self._read_accounts(seat)
        self.display.ask(self._scene(seat))
        self.told[seat] = before = len(self.match.moves)
        while len(self.match.moves) == before:
            self._answer(seat, self.display.input())

    def _scene(self, seat: int) -> Scene:
        legal = self.match.legal()
        news = telling.turns(self.match, seat, self.match.moves[self.told[seat] :])
        question = Text(f"{self._name(seat)}: {self.match.prompt()}", "bold")
        few = len(legal) <= MOST_NUMBERED
        if not few:
            example = f"type one ({legal[0]}), or a part of one to list what fits; or `help`."
            question.append(f"\n{len(legal)} choices: {example}", "not bold")
        return Scene(drawn(self.match, seat), telling.lines(news), question, numbered(legal) if few else [])

    def _read_accounts(self, seat: int) -> None:
        """Where a part of the match has ended, a round for example, stop so that its account can be read."""
        closing = {kind.name for kind in self.match.game.events.values() if kind.closes}
        for number, move in enumerate(self.match.moves[self.paused_at :], self.paused_at + 1):
            if any(event.kind in closing for event in move.events):
                news = telling.turns(self.match, seat, self.match.moves[self.told[seat] : number - 1])
                last = telling.sentences(self.match, seat, [move])
                self.display.page(*telling.lines([*news, *last]), self._account(number - 1))
                self.told[seat] = number
        self.paused_at = len(self.match.moves)

    def _account(self, move: int) -> RenderableType:
        """The figures that the events of a move have for every seat, as a table."""
        figures = {
            name: value
            for event in self.match.moves[move].events
            for name, value in event.values.items()
            if isinstance(value, dict) and value.keys() == {letter(n) for n in range(self.match.players)}
        }
        table = Grid("", "", *figures, box=None, header_style="bold")
        for column in table.columns[2:]:
            column.justify = "right"
        for seat in range(self.match.players):
            row = [str(of_seats[letter(seat)]) for of_seats in figures.values()]
            table.add_row(letter(seat), Text(self._name(seat)), *row)
        return table if figures else Text()

    def _end(self) -> None:
        """How every point came about, the result, then whatever the people still want to say."""
        seat = self.people[0] if self.looking is None else self.looking
        news = telling.sentences(self.match, seat, self.match.moves[self.told[seat] :])
        advice = "`save FILE` keeps the match, `log` tells it again, Enter leaves."
        if news:
            self.display.page(*telling.lines(news))
        self.display.ask(Scene(drawn(self.match, seat), question=Text(advice)))
        sheet = self._sheet()
        self.display.answer(*sheet)
        self.display.keep(*sheet)
        while said := self.display.input():
            self._answer(seat, said)

    def _sheet(self) -> list[RenderableType]:
        match = self.match
        places, scores = match.places(), match.scores()
        sheet = Grid("place", "seat", "who", "result", box=None, header_style="bold")
        for seat in sorted(range(match.players), key=lambda seat: places[seat] or match.players):
            sheet.add_row(str(places[seat] or "–"), letter(seat), Text(self._name(seat)), str(scores[seat]))
        winners = " and ".join(map(self._name, match.winners()))
        told: list[RenderableType] = [sheet]
        told.append(Text(f"Winner: {winners}.", "bold green") if winners else Text("Nobody has won.", "bold"))
        if match.seed is not None:
            told.append(Text(f"The seed was {match.seed}."))
        return told

    # --- what a person says

    def _answer(self, seat: int, said: str) -> None:
        word, _, rest = said.partition(" ")
        match word.casefold():
            case "":
                return
            case "why":
                self._why(seat, rest.strip())
            case "hint":
                self._hint(seat)
            case "undo":
                self._undo(seat)
            case "log":
                self.display.page(*telling.lines(telling.sentences(self.match, seat, self.match.moves)))
            case "board" | "show" | "hand":
                self.display.page(drawn(self.match, seat))
            case "legend":
                self.display.page(legend_page(drawn(self.match, seat), self.console))
            case "rules":
                self.display.page(rules_page(self.match))
            case "save" | "save!":
                self._save(rest.strip(), overwrite=word.endswith("!"))
            case "help" | "?":
                self.display.page(help_page(self.match))
            case "quit" | "exit" | "q":
                raise Leave
            case _:
                self._play(seat, said)

    def _play(self, seat: int, said: str) -> None:
        """Play a number of the list or an action in notation, or several; a part of one lists what fits."""
        try:
            meant = actions(self.match, said)
            self.match.play_all(meant, seat)
        except NoChoice as none:
            self.display.answer(Text(str(none), "red"))
        except Refused as refused:
            found = [] if self.match.over else fitting(self.match.legal(), said)
            if found:
                self.display.choose(found)
            elif not (refused.message == UNFORESEEABLE and self._walk(seat, meant)):
                self._object(refused, said)

    def _walk(self, seat: int, path: list[str]) -> bool:
        """Play a way that was typed to its end, although its last steps are taken by the rules themselves.

        Which steps those are is not known beforehand, so the resulting way is compared with what was typed;
        if it leads elsewhere, it is taken back.
        """
        before, end = len(self.match.moves), len(path) - 1
        while end > 0 and not self._foreseeable(path[:end], seat):
            end -= 1
        self.match.play_all(path[:end], seat)
        events = [event for move in self.match.moves[before:] for event in move.events]
        gone = [value for event in telling.whole(self.match, events) for value in event.values.values()]
        if "".join(path).upper() in gone:
            return True
        self.match.rewind(before)
        return False

    def _foreseeable(self, actions: list[str], seat: int) -> bool:
        try:
            self.match.outlook(actions, seat)
        except Refused:
            return False
        return True

    def _object(self, refused: Refused, said: str) -> None:
        """Say why not, and by which rule."""
        why, key = refused.why, refused.message.key
        if key == "refused.malformed" and not self.match.over:
            game, forms = self.match.game.name, examples(self.match.legal())
            why = f"{unknown(self.match, said)[:40]} is not an action of {game}. Now one can write: {forms}"
        rule = ledger.rule_behind(self.match.game.slug, key)
        self.display.answer(Text(f"{why} ({rule})" if rule else why, "red"))

    def _why(self, seat: int, said: str) -> None:
        if not said:
            self.display.answer("Say which action: why ACTION.")
            return
        try:
            self.match.outlook(actions(self.match, said), seat)
        except NoChoice as none:
            self.display.answer(Text(str(none), "red"))
        except Refused as refused:
            self._object(refused, said)
        else:
            self.display.answer("Nothing speaks against it: you may play that.")

    def _hint(self, seat: int) -> None:
        if self.match.over:
            self.display.answer("There is nothing left to decide.")
            return
        setup, whims = self.match.setup, mind_of(f"{self.match.seed} {len(self.match.moves)}", "hint")
        advice = advise(setup, self.match.seen_by(seat), whims, Stop(), Budget(seconds=THINK))
        told = [
            setup.notations[one.action] + ("" if one.win is None else f" ({one.win:.0%} to win)")
            for one in advice.options
        ]
        others = f" Otherwise: {', '.join(told[1:])}." if told[1:] else ""
        self.display.answer(Text(f"A bot would play {told[0]}. {self.match.say(advice.why)}{others}"))

    def _undo(self, seat: int) -> None:
        last = self.match.last_actor
        if last is not None and last in self.bots and not self.match.over:
            self.display.answer(
                Text(f"It is too late to take anything back: {self._name(last)} has played since.", "red")
            )
            return
        try:
            self.match.undo(seat)
        except Refused as refused:
            self.display.answer(Text(refused.why, "red"))
            return
        played = len(self.match.moves)
        self.told = {person: min(told, played) for person, told in self.told.items()}
        self.paused_at = min(self.paused_at, played)
        self.display.answer("Taken back.")

    def _save(self, name: str, *, overwrite: bool) -> None:
        """Write the replay. A file that is there already is kept, unless told otherwise."""
        if not name:
            self.display.answer("Say where to: save FILE.")
            return
        try:
            with Path(os.path.expanduser(name)).open("w" if overwrite else "x", encoding="utf-8") as file:
                file.write(self.match.replay())
        except FileExistsError:
            self.display.answer(Text(f"{name} is there already: save! {name} overwrites it."))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "that is no file name"
            self.display.answer(Text(f"{name} cannot be written: {reason}."))
        else:
            self.saved_at = len(self.match.moves)
            self.display.answer(Text(f"Saved, all secrets included. To go on: trailmix play --load {name}"))

    def _name(self, seat: int) -> str:
        return self.match.names[seat] if self.match.names else f"Seat {letter(seat)}"
