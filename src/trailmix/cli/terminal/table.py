"""People and bots around one terminal: whose decision it is is asked, everybody is told what happened."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from trailmix.bots import Bot
from trailmix.cli.terminal.screen import drawn
from trailmix.engine.errors import Refused
from trailmix.engine.events import told_to
from trailmix.engine.match import Match, Move
from trailmix.engine.words import Message, letter

MOST_NUMBERED = 12  # so many choices are listed without being asked for
WORDS = {
    "why ACTION": "why an action may not be played now",
    "hint": "what a greedy bot would do in your place, knowing what you know",
    "undo": "take your last action back, while that is fair",
    "log": "all that has happened",
    "show": "draw everything again",
    "save FILE": "keep the match so far as a replay; save! FILE overwrites an older file",
    "help": "this list (or: rules)",
    "quit": "leave",
}


class Leave(Exception):
    """The people get up from the table."""


class Table:
    """A match, the bots at it by seat, and the terminal where everybody else sits."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], console: Console) -> None:
        self.match, self.bots, self.console = match, bots, console
        self.people = [seat for seat in range(match.players) if seat not in bots]
        self.told = dict.fromkeys(self.people, len(match.moves))  # how many moves each person knows of
        self.looking = self.people[0]
        self.choices: list[str] = []
        self.saved_at = len(match.moves)  # up to which move nothing would be lost

    # --- the course of the match

    def run(self) -> None:
        """Play until the people leave; the end of the input is a way of leaving."""
        with contextlib.suppress(ImportError):  # no line editing on Windows
            import readline  # noqa: F401
        for warning in self.match.setup.data.warnings:
            self.console.print(Text(warning, "yellow"))
        with contextlib.suppress(Leave, EOFError):
            while not self.match.over:
                self._let_bots_play()
                if self.match.actor is not None:
                    self._decision(self.match.actor)
            self._end()
        lost = self.saved_at != len(self.match.moves)
        advice = " This match was not saved: `save FILE` before you leave keeps it." if lost else ""
        self.console.print(f"\nGoodbye.{advice}")

    def _let_bots_play(self) -> None:
        while (seat := self.match.actor) is not None and (bot := self.bots.get(seat)):
            self.match.play(bot.choose(self.match.setup, self.match.seen_by(seat)), seat)

    def _decision(self, seat: int) -> None:
        """Ask a person until one action is played or taken back."""
        if seat != self.looking:
            self._hand_over(seat)
        self._show(seat)
        self._tell(seat)
        legal = self.match.legal()
        self.console.print(Text(f"{self._name(seat)}: {self.match.prompt()}", "bold"))
        if len(legal) <= MOST_NUMBERED:
            self._list(legal)
        else:
            self.choices = []
            self.console.print(
                f"{len(legal)} choices: type one ({legal[0]}), or a part of one to list what fits; or `help`."
            )
        before = len(self.match.moves)
        while len(self.match.moves) == before:
            self._answer(seat, self._input())

    def _hand_over(self, seat: int) -> None:
        """Hands stay secret: what stands on the screen goes before the next person looks."""
        self.console.print(Text(f"\nHand over to {self._name(seat)}, who presses Enter.", "bold"))
        self._input()
        self.console.clear()
        self.looking = seat

    def _end(self) -> None:
        """How every point came about, the result, then whatever words the people still have."""
        self._narrate(self.looking, self.match.moves[self.told[self.looking] :])
        self._show(self.looking)
        self._sheet()
        self.console.print("`save FILE` keeps the match, `log` tells it again, Enter leaves.")
        while said := self._input():
            self._answer(self.looking, said)

    def _sheet(self) -> None:
        match = self.match
        places, scores = match.places(), match.scores()
        sheet = Grid("place", "seat", "who", "points", box=None, header_style="bold")
        for seat in sorted(range(match.players), key=lambda seat: places[seat] or match.players):
            sheet.add_row(str(places[seat] or "–"), letter(seat), Text(self._name(seat)), str(scores[seat]))
        winners = " and ".join(self._name(seat) for seat, place in enumerate(places) if place == 1)
        self.console.print(sheet)
        # Without a winner a game gives nobody a place, or all of them the same one and says so.
        if not winners or any(event.kind == "nobody_won" for event in match.events):
            self.console.print(Text("Nobody has won.", "bold"))
        else:
            self.console.print(Text(f"Winner: {winners}.", "bold green"))
        if match.seed is not None:
            self.console.print(Text(f"The seed was {match.seed}."))

    # --- what a person says

    def _input(self) -> str:
        return input("> ").strip()

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
                self._narrate(seat, self.match.moves)
            case "show":
                self._show(seat)
            case "save" | "save!":
                self._save(rest.strip(), overwrite=word.endswith("!"))
            case "help" | "rules" | "?":
                self._help()
            case "quit" | "exit" | "q":
                raise Leave
            case _:
                self._play(seat, said)

    def _play(self, seat: int, said: str) -> None:
        """Play a number of the list or an action in notation, or several; a part of one lists what fits."""
        for action in said.split(";"):
            try:
                self.match.play(self._chosen(action.strip()), seat)
            except Refused as refused:
                fitting = [] if self.match.over else _fitting(self.match.legal(), action.strip())
                if fitting:
                    self._list(fitting)
                else:
                    self._object(refused)
                return
            self.choices = []

    def _chosen(self, said: str) -> str:
        """The action behind a number of the list; anything else is an action itself."""
        numbers = [str(n) for n in range(1, len(self.choices) + 1)]
        return self.choices[numbers.index(said)] if said in numbers else said

    def _list(self, actions: list[str]) -> None:
        """Number some actions to choose from."""
        self.choices = actions
        entries = [Text.assemble((f"{n:>3} ", "bold"), action) for n, action in enumerate(actions, 1)]
        self.console.print(Columns(entries, padding=(0, 2)))

    def _why(self, seat: int, action: str) -> None:
        if not action:
            self.console.print("Say which action: why ACTION.")
            return
        reason = self.match.why(self._chosen(action), seat)
        self.console.print(Text(reason or "Nothing speaks against it: you may play that."))

    def _hint(self, seat: int) -> None:
        if self.match.over:
            self.console.print("There is nothing left to decide.")
            return
        action = Bot("greedy", "hint").choose(self.match.setup, self.match.seen_by(seat))
        self.console.print(
            Text(f"A greedy bot would play {self.match.game.notation.write(self.match.setup, action)}.")
        )

    def _undo(self, seat: int) -> None:
        try:
            self.match.undo(seat)
        except Refused as refused:
            self._object(refused)
            return
        self.told = {person: min(told, len(self.match.moves)) for person, told in self.told.items()}
        self.console.print("Taken back.")

    def _save(self, name: str, *, overwrite: bool) -> None:
        """Write the replay. A file that is there already is kept, unless told otherwise."""
        if not name:
            self.console.print("Say where to: save FILE.")
            return
        try:
            with Path(os.path.expanduser(name)).open("w" if overwrite else "x", encoding="utf-8") as file:
                file.write(self.match.replay())
        except FileExistsError:
            self.console.print(Text(f"{name} is there already: save! {name} overwrites it."))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "that is no file name"
            self.console.print(Text(f"{name} cannot be written: {reason}."))
        else:
            self.saved_at = len(self.match.moves)
            self.console.print(Text(f"Saved, all secrets included. To go on: trailmix play --load {name}"))

    def _help(self) -> None:
        game = self.match.game
        name = game.name if game.name.endswith("!") else f"{game.name}."
        self.console.print(Text(f"{name} {game.words.say(game.about)}", "bold"))
        self.console.print(Text(f"{self.match.prompt()} {self.match.say(Message('notation.forms'))}"))
        self.console.print("A number chooses from the list shown last; a part of an action lists what fits.")
        self.console.print("Several actions in a row are written with a semicolon between them.")
        words = Grid.grid(padding=(0, 2))
        for word, meaning in WORDS.items():
            words.add_row(Text(f"  {word}", "bold"), meaning)
        self.console.print(words)
        self.console.print(f"The rules in full: docs/rules/{game.slug}.md")

    # --- what is shown

    def _show(self, seat: int) -> None:
        self.console.print()
        self.console.print(drawn(self.match, seat))

    def _tell(self, seat: int) -> None:
        """What has happened since this person was told last, a line for each seat."""
        news = self.match.moves[self.told[seat] :]
        for _, moves in itertools.groupby(news, key=lambda move: move.seat):
            if sentences := self._sentences(seat, moves):
                self.console.print(Text("  " + " ".join(sentences), "cyan"))
        self.told[seat] = len(self.match.moves)

    def _narrate(self, seat: int, moves: Iterable[Move]) -> None:
        """What happened in some moves, a line for each event."""
        for sentence in self._sentences(seat, moves):
            self.console.print(Text(f"  {sentence}", "cyan"))

    def _sentences(self, seat: int, moves: Iterable[Move]) -> list[str]:
        """What happened, as a seat may know it."""
        return [self.match.say(event.message) for move in moves for event in told_to(seat, move.events)]

    def _object(self, refused: Refused) -> None:
        self.console.print(Text(refused.why, "red"))

    def _name(self, seat: int) -> str:
        return self.match.names[seat] if self.match.names else f"Seat {letter(seat)}"


def _fitting(actions: list[str], said: str) -> list[str]:
    """The actions that begin with what was said, or have it as one of their parts: a card, a cell."""
    wanted = said.casefold()
    return [
        action
        for action in actions
        if action.casefold().startswith(wanted) or wanted in re.split(r"[@=+\s]", action.casefold())
    ]
