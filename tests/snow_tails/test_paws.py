"""Big Paws: measured by the table that hosts a match, without effect on it (ledger, chapter 3.13).

That a table asks it is tested with the clock of a table, in tests/server/test_clocks.py.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import trailmix
from snow_tails.helpers import deal
from trailmix.engine.match import Match
from trailmix.games.snow_tails.badge import Badge
from trailmix.server.messages.clocks import ClockWish
from trailmix.server.tables.clocks import Clock

GAME = trailmix.game("snow_tails")
PACKAGE = Path(trailmix.__file__).parent
CLOCKS = {"time", "datetime", "timeit"}
OF_TIME = ("paws", "clock", "time", "second", "waited", "thinking")


def hosted(slow: int) -> tuple[Match, Clock]:
    """A match as a table hosts it, with one seat that takes an hour for every decision."""
    match, whims, now = deal(3, 2), random.Random(2), [0.0]
    clock = Clock(ClockWish(), 3, Badge(45), lambda: now[0])
    while (seat := match.actor) is not None:
        clock.start(seat)
        now[0] += 3600 if seat == slow else 1
        match.play(whims.choice(match.actions()))
        clock.book(seat, clock.stop())
    return match, clock


@pytest.mark.rule("ST-PAWS-2", "ST-PAWS-3")
def test_who_holds_it_changes_nothing() -> None:
    """The same actions, with the Big Paws in other hands: the same bytes, and no document tells of it."""
    (first, one), (second, other) = (hosted(slow) for slow in (0, 2))
    assert (one.badge_holder, other.badge_holder) == (0, 2)
    assert first.states.tobytes() == second.states.tobytes()
    assert first.public_json() == second.public_json()
    assert first.position() == second.position()
    assert (first.scores(), first.places()) == (second.scores(), second.places())
    replays = [match.replay().replace(str(match.salt), "salt") for match in (first, second)]
    assert replays[0] == replays[1]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0]


@pytest.mark.rule("ST-PAWS-2")
def test_neither_the_game_nor_what_plays_it_can_read_a_clock() -> None:
    """But for what keeps compiled code, which goes by the age of files."""
    sources = [*GAME.folder.rglob("*.py"), *(PACKAGE / "engine").rglob("*.py")]
    reading = {path.name for path in sources if CLOCKS & set(imported(path))}
    assert reading == {"cache.py", "sources.py"}


@pytest.mark.rule("ST-PAWS-3")
def turn(paws: Badge, seat: int, *seconds: float) -> int | None:
    """A seat makes a move after each of these waits; who holds the token then."""
    for wait in seconds:
        paws.waited(seat, wait)
    return paws.holder


@pytest.mark.rule("ST-PAWS-1", "ST-PAWS-3")
def test_it_goes_to_whoever_takes_longer_than_the_mark() -> None:
    paws = Badge(45)
    assert turn(paws, 0, 45) is None  # not longer than the threshold
    assert turn(paws, 1, 46) == 1
    assert turn(paws, 2, 46) == 1  # not longer than the mark
    assert turn(paws, 0, 47) == 0
    assert turn(paws, 1, 46.5) == 0
    turn(paws, 0, 500)  # the holder's own later turns change nothing
    assert turn(paws, 1, 48) == 1


@pytest.mark.rule("ST-PAWS-3")
def test_a_turn_of_several_moves_counts_as_a_whole() -> None:
    paws = Badge(45)
    assert turn(paws, 0, 20, 20, 6, 30) == 0  # 76 in all, beyond 45 with the third
    assert turn(paws, 1, 75) == 0
    turn(paws, 0, 1)
    assert turn(paws, 1, 40, 37) == 1


@pytest.mark.rule("ST-PAWS-3")
def test_a_threshold_of_nothing_switches_it_off() -> None:
    assert turn(Badge(0), 0, 1e6) is None


def test_it_is_no_part_of_what_a_match_is() -> None:
    """No field of a record, no option and no kind of event or its values speaks of time."""
    names = [*GAME.state.fields, *GAME.table.fields, *GAME.options.__struct_fields__]
    for kind in GAME.events.values():
        names += [kind.name, *(value.name for value in kind.values)]
    assert len(names) > 40
    assert [name for name in names if any(word in name for word in OF_TIME)] == []
