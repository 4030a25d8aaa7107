"""The screen at 80 x 24: whatever the game and however many play, nothing that is needed is out of sight."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console
from rich.text import Text
from sitting import CLEARED, COLUMNS, LINES, plain

import trailmix
from trailmix.bots import Seated
from trailmix.cli.play import TREES
from trailmix.cli.terminal.display import Lines, Scene, Screen, display
from trailmix.cli.terminal.screen import drawn
from trailmix.cli.terminal.table import Table
from trailmix.engine.match import Match

QUESTIONS = 40
SIZES = [
    (slug, n)
    for slug in trailmix.game_names()
    for n in (trailmix.game(slug).players[0], trailmix.game(slug).players[-1])
]


def terminal(**options: object) -> Console:
    return Console(
        file=io.StringIO(),
        force_terminal=True,
        width=COLUMNS,
        height=LINES,
        highlight=False,
        **options,  # type: ignore[arg-type]
    )


def shown(console: Console) -> str:
    """What is on the screen."""
    assert isinstance(console.file, io.StringIO)
    return plain(console.file.getvalue().rpartition(CLEARED)[2])


def play(match: Match, person: int, look: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """A person plays as a greedy bot would, and looks at every screen."""
    console, mind, asked = terminal(), Seated("greedy", "person"), 0

    def answer(_prompt: str) -> str:
        nonlocal asked
        asked += 1
        look(shown(console))
        if match.actor != person or asked > QUESTIONS:
            raise EOFError
        if "Enter goes on" in shown(console):
            return ""
        return match.game.notation.write(match.setup, mind.choose(match.setup, match.seen_by(person)))

    monkeypatch.setattr("builtins.input", answer)
    bots = {seat: Seated("greedy", f"{seat}") for seat in range(match.players) if seat != person}
    Table(match, bots, console, Screen(console)).run()
    assert asked > 5


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_the_board_is_whole_at_every_question(
    slug: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Greedy {name}" for name in TREES]
    match = trailmix.new(slug, ["Guest", *names[: players - 1]], 7)

    def look(screen: str) -> None:
        lines = screen.rstrip("\n").split("\n")
        assert len(lines) < LINES
        assert max(map(len, lines)) <= COLUMNS
        assert "`board` shows all" not in screen
        assert "Guest" in screen

    play(match, match.names.index("Guest"), look, monkeypatch)


@pytest.mark.parametrize("height", [2, 5, 9, 60])
def test_a_terminal_of_any_height(height: int) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=COLUMNS, height=height)
    match = trailmix.new("alpina", 4, 7)
    screen = Screen(console)
    screen.ask(Scene(drawn(match, 0), [Text("news")] * 9, Text("What now?"), [(1, "none")]))
    lines = [plain("".join(segment.text for segment in line)) for line in screen._layout()]
    assert len(lines) == height - 1
    assert lines[-1].strip() == "1 none"
    assert ("The hand of" in "".join(lines)) == (height == 60)  # where the whole fits, it is drawn


def test_what_does_not_fit_is_said_to_be_there() -> None:
    console = terminal()
    screen = Screen(console)
    screen.ask(Scene("\n".join(f"line {n}" for n in range(50))))
    screen._draw(screen._layout())
    assert len(shown(console).splitlines()) < LINES
    assert "`board` shows all of it" in shown(console)


def test_a_long_page_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    console, pages = terminal(), []

    def answer(_prompt: str) -> str:
        pages.append(shown(console))
        return ""

    monkeypatch.setattr("builtins.input", answer)
    Screen(console).page("\n".join(f"line {n}" for n in range(50)))
    assert re.findall(r"line \d+", "".join(pages)) == [f"line {n}" for n in range(50)]
    assert ["q leaves" in page for page in pages] == [True, True, False]
    assert all(len(page.splitlines()) < LINES for page in pages)


def test_lines_where_nothing_can_be_drawn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.isatty", lambda _: True)
    assert isinstance(display(terminal(), lines=False), Screen)
    assert isinstance(display(terminal(), lines=True), Lines)
    assert isinstance(display(Console(file=io.StringIO()), lines=False), Lines)
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(display(terminal(), lines=False), Lines)
