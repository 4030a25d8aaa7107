"""Where a match is shown: a screen that is drawn anew for each question, or lines that follow each other.

The screen keeps the board in sight while somebody chooses. Lines are for pipes, for terminals that cannot be
drawn on, and for whoever has them read aloud.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.control import Control
from rich.segment import Segment, Segments
from rich.text import Text

from trailmix.engine.drawing import Drawing

Choice = tuple[int, str]
"""An action and its number."""
Line = list[Segment]
LIST_LINES = 4
"""The most lines of a screen that a list of choices takes."""
LEAST_TOLD = 2
"""Lines for what has happened, however much the board needs."""
FORGET_SCROLLBACK = "\x1b[3J"


@dataclass
class Scene:
    """What somebody sees when asked: the board, what has happened, the question, the choices."""

    board: RenderableType
    news: Sequence[Text] = ()
    question: Text = field(default_factory=Text)
    choices: Sequence[Choice] = ()


class Display(Protocol):
    """A place where a match is shown, and where people answer."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, *_: object) -> None:
        """Leave the terminal as it was."""

    def ask(self, scene: Scene) -> None:
        """Put a question."""

    def answer(self, *told: RenderableType) -> None:
        """Tell something in answer to what was said."""

    def choose(self, choices: Sequence[Choice]) -> None:
        """List other choices than the question did."""

    def page(self, *content: RenderableType) -> None:
        """Show something to be read, and wait until it has been."""

    def hand_over(self, name: str) -> None:
        """Somebody else comes to the terminal: hands stay secret."""

    def keep(self, *told: RenderableType) -> None:
        """Make sure that this can still be read when everything is over."""

    def input(self) -> str:
        """What somebody says; EOFError if nobody is there any more."""


def display(console: Console, *, lines: bool) -> Display:
    """A screen, if this is a terminal that can be drawn on and nobody wants lines."""
    fits = console.is_terminal and not console.is_dumb_terminal and os.isatty(0)
    return Screen(console) if fits and not lines else Lines(console)


def columns(choices: Sequence[Choice]) -> Columns:
    """A numbered list."""
    entries = [Text.assemble((f"{number:>3} ", "bold"), action) for number, action in choices]
    return Columns(entries, padding=(0, 2))


class Lines:
    """Everything is printed below what was there before."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ask(self, scene: Scene) -> None:
        """Print the question below all that it is about."""
        self.console.print()
        self.console.print(scene.board)
        self.answer(*scene.news, scene.question)
        self.choose(scene.choices)

    def answer(self, *told: RenderableType) -> None:
        """Print it."""
        for part in told:
            self.console.print(part)

    def choose(self, choices: Sequence[Choice]) -> None:
        """Print the list."""
        if choices:
            self.console.print(columns(choices))

    def page(self, *content: RenderableType) -> None:
        """Print it; stop if somebody is there to read it."""
        self.answer(*content)
        if self.console.is_terminal:
            self.console.print(Text("Enter goes on.", "bold"))
            self.input()

    def hand_over(self, name: str) -> None:
        """Clear what can be cleared, before the other is called."""
        if self.console.is_terminal:
            _wipe(self.console)
        self.console.print(Text(f"\nHand over to {name}, who presses Enter.", "bold"))
        self.input()

    def keep(self, *told: RenderableType) -> None:
        """Nothing to do: it stands above."""

    def input(self) -> str:
        """Read a line."""
        return input("> ").strip()


class Screen:
    """A screen of its own, like an editor's: each question is drawn where the one before it stood."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.scene = Scene(Text())
        self.told: list[RenderableType] = []
        self.kept: list[RenderableType] = []

    def __enter__(self) -> Self:
        with contextlib.suppress(ImportError):  # no line editing on Windows
            import readline  # noqa: F401
        self.console.set_alt_screen(True)
        return self

    def __exit__(self, *_: object) -> None:
        self.console.set_alt_screen(False)
        for part in self.kept:
            self.console.print(part)

    def ask(self, scene: Scene) -> None:
        """Remember what to draw."""
        self.scene = scene

    def answer(self, *told: RenderableType) -> None:
        """Have it drawn in the place of the news."""
        self.told += told

    def choose(self, choices: Sequence[Choice]) -> None:
        """Have the list drawn in the place of the one before."""
        self.scene.choices = choices

    def page(self, *content: RenderableType) -> None:
        """Show it on screens of its own."""
        lines = self._lines(Group(*content))
        room = self.console.size.height - 2
        for first in range(0, max(1, len(lines)), room):
            last = first + room >= len(lines)
            way = "Enter goes on." if last else "Enter shows more, q leaves."
            self._draw([*lines[first : first + room], *self._lines(Text(way, "bold"))])
            if input("> ").strip() and not last:
                return

    def hand_over(self, name: str) -> None:
        """Clear everything, before the other is called."""
        _wipe(self.console)
        self.scene, self.told = Scene(Text()), []
        self._draw(
            self._lines(Text(f"\n\nHand over to {name}, who presses Enter.", "bold", justify="center"))
        )
        input("> ")

    def keep(self, *told: RenderableType) -> None:
        """Have it printed when this screen is left."""
        self.kept += told

    def input(self) -> str:
        """Draw everything and read a line."""
        self._draw(self._layout())
        self.told = []
        return input("> ").strip()

    # --- drawing

    def _layout(self) -> list[Line]:
        """The board above, as much of it as fits; the question at the bottom, where the answer is typed."""
        room = height = self.console.size.height - 1
        question = self._lines(self.scene.question)
        if self.scene.choices:
            question += _cut(
                self._lines(columns(self.scene.choices)), LIST_LINES, "a part of one lists what fits"
            )
        room -= len(question)
        board, told = self._board_and_told(room)
        blank: list[Line] = [[]] * (room - len(board) - len(told))
        return [*board, *blank, *told, *question][-height:]  # of a tiny terminal, the end

    def _board_and_told(self, room: int) -> tuple[list[Line], list[Line]]:
        """What is told gets half of the room, unless the board needs that."""
        for most in (room // 2, LEAST_TOLD):
            left = room - len(self._told(most))
            board = self._lines(self.scene.board, left if isinstance(self.scene.board, Drawing) else None)
            if len(board) <= left:
                return board, self._told(max(most, room - len(board)))
        return _cut(board, left, "`board` shows all of it"), self._told(LEAST_TOLD)

    def _told(self, most: int) -> list[Line]:
        """The answer to what was said last, or else what has happened, the latest of it."""
        if self.told:
            return _cut(self._lines(Group(*self.told)), most, "no room for more")
        lines = self._lines(Group(*self.scene.news)) if self.scene.news else []
        if len(lines) > most:
            return [*self._lines(Text("  … `log` tells all of it", "dim")), *lines[len(lines) - most + 1 :]]
        return lines

    def _lines(self, part: RenderableType, height: int | None = None) -> list[Line]:
        """The lines that it takes, even if they are more than the height that a drawing is given."""
        options = self.console.options.update(height=height)
        rendered = self.console.render(part, options)
        width = options.max_width
        return list(Segment.split_and_crop_lines(rendered, width, pad=False, include_new_lines=False))

    def _draw(self, lines: list[Line]) -> None:
        """Put lines on the empty screen, and the cursor below them."""
        self.console.control(Control.home(), Control.clear())
        ended = [segment for line in lines for segment in (*line, Segment.line())]
        self.console.print(Segments(ended), end="")


def _cut(lines: list[Line], most: int, advice: str) -> list[Line]:
    """At most `most` lines; if some are cut off, the last one says how to see them."""
    if len(lines) <= most:
        return lines
    return [*lines[: max(0, most - 1)], [Segment(f"… {advice}")]]


def _wipe(console: Console) -> None:
    """Leave nothing on the screen, nor above it."""
    console.control(Control.home(), Control.clear())
    console.file.write(FORGET_SCROLLBACK)
    console.file.flush()
