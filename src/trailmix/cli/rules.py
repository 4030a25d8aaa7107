"""``trailmix rules``: the rules of the ledgers and the tests that cite them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from trailmix.cli.app import AsJson, app, fail, print_json

if TYPE_CHECKING:
    from trailmix.ledger import Rule


@app.command()
def rules(
    game: Annotated[str | None, typer.Argument(help="One game; without it, all that have a ledger.")] = None,
    untested: Annotated[bool, typer.Option("--untested", help="Only the rules that no test cites.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the rules of a game and the tests that would see them broken."""
    from rich.console import Console

    from trailmix import ledger

    if untested and not ledger.has_tests(game):
        fail(
            "The tests come with a checkout of Trailmix or of the game's package, not with what is installed."
        )
    with Console(stderr=True).status("Reading the ledgers, and which tests cite which rule ..."):
        names = [game] if game else ledger.names()
        found = [rule for name in names for rule in ledger.rules(name) if not (untested and rule.tests)]
    if as_json:
        print_json(found)
    else:
        _print(found)
    if untested and found:
        raise typer.Exit(1)


def _print(found: list[Rule]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, expand=True)
    table.add_column("rule", no_wrap=True, min_width=12)
    table.add_column("tests", no_wrap=True, min_width=5)
    table.add_column("what it says", overflow="fold", ratio=1)
    for rule in found:
        table.add_row(rule.rule, "-" if rule.tests is None else str(len(rule.tests)), Text(rule.says))
    if found:
        Console().print(table)
