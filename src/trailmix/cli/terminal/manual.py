"""What can be read at the table: the rules in short, the legend of the drawing, what can be typed."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

from trailmix import ledger
from trailmix.engine.drawing import Drawing
from trailmix.engine.match import Match
from trailmix.engine.words import Message

WORDS = {
    "why ACTION": "why an action may not be played now",
    "hint": "what a bot would do in your place, knowing what you know",
    "undo": "take your last action back, while that is fair",
    "rules": "the goal, the turn and the scoring",
    "legend": "what the signs mean",
    "board": "everything there is to see, page by page",
    "log": "all that has happened",
    "save FILE": "keep the match so far as a replay; save! FILE overwrites an older file",
    "help": "this list",
    "quit": "leave",
}


def help_page(match: Match) -> RenderableType:
    """What can be typed, and what it does."""
    words = Grid.grid(padding=(0, 2))
    for word, meaning in WORDS.items():
        words.add_row(Text(f"  {word}", "bold"), meaning)
    return Group(
        Text(f"{match.prompt()} {match.say(Message('notation.forms'))}"),
        Text(
            "A number plays that action of the list; a part of an action lists what fits. "
            "Several actions in a row have semicolons between them: they are played all or not at all."
        ),
        words,
    )


def rules_page(match: Match) -> RenderableType:
    """The rules in short, or the beginning of the ledger if a game has none."""
    game = match.game
    return Group(
        Text(game.name, "bold"),
        Markdown(ledger.in_short(game.slug) or game.words.say(game.about)),
        Text(f"Every rule: trailmix rules {game.slug}", "dim"),
    )


def legend_page(board: RenderableType, console: Console) -> RenderableType:
    """What the signs of a drawing mean."""
    signs = board.signs(console) if isinstance(board, Drawing) else []
    if not signs:
        return Text("This game draws no signs that need a legend.")
    table = Grid.grid(padding=(0, 2))
    for sign, meaning in signs:
        table.add_row(Text(sign, "bold", no_wrap=True), Text(meaning))
    return table
