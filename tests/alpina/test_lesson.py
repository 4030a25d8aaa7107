"""What Alpina's lesson says of its positions is so, as the referee counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trailmix.engine import lessons, position
from trailmix.engine.game import find

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trailmix.engine.match import Match

LEARNER, OTHER = 0, 1


def step(name: str) -> lessons.Step:
    """A step of the lesson."""
    return next(one for one in lessons.lesson_of(find("alpina")) if one.name == name)


def turns(match: Match) -> Iterator[tuple[list[str], Match]]:
    """Every whole turn, and what it leads to."""
    for lay in match.legal():
        for hiker in after(match, [lay]).legal():
            yield [lay, hiker], after(match, [lay, hiker])


def after(match: Match, actions: list[str]) -> Match:
    """A match some actions later."""
    later = match.clone()
    later.play_all(actions)
    return later


def earned(match: Match, turn: list[str]) -> int:
    """What the hiker that has just been placed earns on the map as it is."""
    cell = turn[1].removeprefix("hiker ")
    view: Any = match.view()
    return next((spot.points for spot in view.grid if "{},{}".format(*spot.cell) == cell), 0)


def test_the_last_step_takes_the_turns_whose_hiker_earns_four_and_no_other() -> None:
    last = step("last")
    found = {";".join(turn): earned(match, turn) for turn, match in turns(position.read(last.position))}
    assert max(found.values()) == 5
    for turn, points in found.items():
        assert last.accepts(turn.split(";"), []) == (points >= 4), turn


def test_after_the_last_step_nobody_can_catch_up() -> None:
    last = step("last")
    for turn, match in turns(position.read(last.position)):
        if last.accepts(turn, []):
            for _, end in turns(match):
                assert end.over
                assert end.winners() == [LEARNER]


def test_the_forest_frog_earns_four_and_helps_the_other_hiker_by_two() -> None:
    read = step("read")
    before = position.read(read.position)
    then: Any = before.view()
    for turn, match in turns(before):
        if read.accepts(turn, []):
            view: Any = match.view()
            gains = [now.forecast - seat.forecast for now, seat in zip(view.seats, then.seats, strict=True)]
            assert gains == [4, 2]
