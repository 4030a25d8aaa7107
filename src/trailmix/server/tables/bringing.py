"""The courses that chairs bring: each is chosen by whoever sits there, before the match starts.

A game asks for a course of each seat if it has an option of the kind ``courses``. A table whose options name
some begins with those; what a chair chooses stands in their place, and is part of the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from trailmix.engine.errors import TrailmixError
from trailmix.engine.game import Game, Setup
from trailmix.engine.seeds import seating
from trailmix.server.messages.refusals import No, no_option
from trailmix.server.storage.store import StoredChair, StoredTable

if TYPE_CHECKING:
    from trailmix.server.tables.table import Table
    from trailmix.server.tables.tables import Tables


@cache
def _option(options: type[msgspec.Struct]) -> str | None:
    """The option that names a course for each seat, if there is one."""
    asked = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    return next((name for name, option in asked.items() if option.get("x-kind") == "courses"), None)


def courses_of(game: Game, options: Mapping[str, Any]) -> Sequence[str]:
    """The courses that are named for the seats; none where nobody brings one."""
    name = _option(game.options)
    return options.get(name, ()) if name else ()


def _with_brought(
    game: Game, options: Mapping[str, Any], chairs: Sequence[StoredChair], first: int
) -> dict[str, Any]:
    """The options with what the chairs bring; seat A is that of chair `first`, the others follow."""
    named = courses_of(game, options)
    if not named:
        return dict(options)
    by_seat = [*chairs[first:], *chairs[:first]]
    brought = [by_seat[n % len(by_seat)].course or course for n, course in enumerate(named)]
    return {**options, str(_option(game.options)): brought}


def setup_with(game: Game, stored: StoredTable, chairs: Sequence[StoredChair], first: int = 0) -> Setup:
    """The setup of a table with what the chairs bring; BadOption says why there is none."""
    return game.setup(stored.players, _with_brought(game, stored.options, chairs, first), stored.data)


def _check(game: Game, stored: StoredTable, chairs: Sequence[StoredChair], chair: int, course: str) -> None:
    """No unless the chair can bring this course: the match is set up with it."""
    changed = list(chairs)
    changed[chair] = msgspec.structs.replace(chairs[chair], course=course)
    try:
        setup_with(game, stored, changed)
    except TrailmixError as error:
        raise no_option(error) from None


async def bring(tables: Tables, table: Table, chair: int, course: str, address: str) -> None:
    """Somebody chooses the course that they bring, before the match starts; the last choice may start it."""
    async with table.lock:
        if not table.brings_courses or table.people.status != "waiting":
            raise No("not_now.started" if table.brings_courses else "not_now.no_courses")
        game, stored, chairs = table.setup.game, table.stored, table.people.chairs
        await tables.heavy.run(address, lambda: _check(game, stored, chairs, chair, course))
        await table.change_chair(chair, course=course)
        await tables.start_if_full(table)


def seated(game: Game, stored: StoredTable, chairs: Sequence[StoredChair]) -> tuple[int, Setup]:
    """The chair that gets seat A when the match starts now, and the setup with what all of them bring."""
    names = [chair.name or "" for chair in chairs]
    is_drawn = game.first_player_drawn and stored.start is None
    first = names.index(seating(names, stored.seed, is_drawn)[0])
    return first, setup_with(game, stored, chairs, first)


def all_chosen(chairs: Sequence[StoredChair]) -> bool:
    """Has everybody who brings a course chosen it? Bots bring what was named for them."""
    return all(chair.course is not None for chair in chairs if chair.kind == "human")
