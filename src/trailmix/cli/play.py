"""``trailmix play``: a match at this terminal, against bots or between people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trailmix.cli.app import DataFile, SeedText, app, fail, game_of, read_file, whole_number
from trailmix.cli.compiling import plain_unless_compiled
from trailmix.cli.options import GameOptions, read_options

if TYPE_CHECKING:
    from trailmix.bots import Seated
    from trailmix.engine.match import Match

TREES = ("Ash", "Birch", "Cedar", "Elm", "Hazel", "Larch", "Oak", "Pine")


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game, as `trailmix games` calls it; not needed with --load.", metavar="GAME"
        ),
    ] = None,
    players: Annotated[
        int | None, whole_number("How many play, bots included; by default as few as the game allows.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option(help="The bots, e.g. greedy,random; seats left over get the usual ones.")
    ] = None,
    people: Annotated[
        str | None, typer.Option(help="Who sits at this terminal, e.g. Ann,Ben; by default one guest.")
    ] = None,
    seed: SeedText = None,
    option: GameOptions = None,
    data: DataFile = None,
    load: Annotated[
        Path | None, typer.Option(help="Go on with a saved match (replay or position) instead of a new one.")
    ] = None,
    lines: Annotated[
        bool,
        typer.Option(
            "--lines", help="Print line after line instead of drawing a screen, e.g. to be read aloud."
        ),
    ] = False,
) -> None:
    """Play a match at this terminal: you against bots, or several people in turn."""
    if load is not None and any(
        said is not None for said in (game, players, bots, people, seed, option, data)
    ):
        fail("A saved match knows its game, players, bots, seed, options, data: give --load alone.")
    if game is None and load is None:
        fail("Which game? `trailmix games` lists them.")
    saved = "" if load is None else read_file(load)
    plain_unless_compiled(game or game_of(saved))
    import trailmix
    from trailmix.cli.terminal.display import display
    from trailmix.cli.terminal.screen import console
    from trailmix.cli.terminal.table import Table

    screen = console()
    try:
        if game is None:
            match = trailmix.load(saved)
        else:
            chosen = {"options": read_options(option), "data": None if data is None else read_file(data)}
            match = _dealt(game, players, _listed(bots or ""), _listed(people or "Guest"), seed, chosen)
        Table(match, _seated_bots(match), screen, display(screen, lines=lines)).run()
    except KeyboardInterrupt:
        screen.print("\nGoodbye. `save FILE` before you leave keeps a match.")
        raise typer.Exit(130) from None


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _dealt(
    name: str,
    players: int | None,
    bots: list[str],
    people: list[str],
    seed: str | None,
    chosen: dict[str, Any],
) -> Match:
    """A new match, its seats filled with people first, then the bots asked for, then usual ones."""
    import trailmix
    from trailmix.bots import USUAL, find

    if not people:
        fail("Nobody sits at this terminal: name at least one of the --people.")
    for person in people:
        if _bot_called(person) is not None:
            fail(f"A person cannot be called {person}: that is what bots are called.")
    for bot in bots:
        find(bot)
    asked = len(people) + len(bots)
    seats = max(trailmix.game(name).players[0], asked) if players is None else players
    if asked > seats:
        fail(f"There are {seats} seats, too few for {asked} people and bots.")
    bots = bots + [USUAL] * (seats - asked)
    return trailmix.new(name, players=[*people, *_called(bots)], seed=seed, **chosen)


def _called(bots: list[str]) -> list[str]:
    """The bots' names. Bots of one kind get a tree's name too: a number would look like a figure."""
    return [
        f"{_title(bot)} {TREES[bots[:n].count(bot)]}" if bots.count(bot) > 1 else _title(bot)
        for n, bot in enumerate(bots)
    ]


def _title(bot: str) -> str:
    """The name of a kind of bots as people write it."""
    return bot.replace("_", " ").capitalize()


def _bot_called(name: str) -> str | None:
    """The kind of bot that has such a name, e.g. "Greedy Birch"; None for a person."""
    from trailmix.bots import names

    for bot in names():
        if f"{name} ".casefold().startswith(f"{_title(bot)} ".casefold()):
            return bot
    return None


def _seated_bots(match: Match) -> dict[int, Seated]:
    """The bots by seat, recognised by their names. If nobody has a name, the seat to move is a person's."""
    from trailmix.bots import USUAL, Seated

    bots = {seat: bot for seat, name in enumerate(match.names) if (bot := _bot_called(name))}
    if not match.names:
        bots = {seat: USUAL for seat in range(match.players) if seat != (match.actor or 0)}
    if len(bots) == match.players:
        fail("Every seat of this match is a bot's: there is nobody to play for.")
    return {seat: Seated(bot, f"{match.seed} {seat}") for seat, bot in bots.items()}
