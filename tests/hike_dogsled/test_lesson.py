"""The lesson of Hike!: a turn that is as good as the one shown is never called another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from trailmix.engine import lessons, position
from trailmix.engine.game import find
from trailmix.engine.match import Match, Outlook

STEPS = {step.name: step for step in lessons.lesson_of(find("hike_dogsled"))}


def turns(match: Match, seat: int, begun: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Outlook]]:
    """All turns that can be played, and what they would lead to."""
    here = match.outlook(begun, seat).match if begun else match
    for action in here.legal():
        turn = (*begun, action)
        ahead = match.outlook(turn, seat)
        if ahead.done:
            yield turn, ahead
        else:
            yield from turns(match, seat, turn)


def kinds(ahead: Outlook) -> set[str]:
    """What would happen."""
    return {event.kind for event in ahead.events}


def field(match: Match, seat: int) -> int:
    """Where a sled stands."""
    view: Any = match.view(seat)
    return int(view.seats[seat].position)


def test_whoever_gets_ready_has_learned_it() -> None:
    step = STEPS["ready"]
    match = position.read(step.position)
    assert match.actor is not None
    for turn, ahead in turns(match, match.actor):
        assert step.accepts(turn, ahead.events) == ("readied" in kinds(ahead)), turn


@pytest.mark.parametrize("name", ["run", "care", "rucksack"])
def test_who_gets_as_far_and_loses_nothing_is_not_corrected(name: str) -> None:
    step = STEPS[name]
    match = position.read(step.position)
    seat = match.actor
    assert seat is not None
    found = [
        (field(ahead.match, seat), step.accepts(turn, ahead.events), turn)
        for turn, ahead in turns(match, seat)
        if not kinds(ahead) & {"lost_points", "rested"}
    ]
    furthest = max(reached for reached, _, _ in found)
    assert [turn for reached, accepted, turn in found if reached == furthest and not accepted] == []
