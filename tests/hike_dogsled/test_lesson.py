"""The lesson of Hike!: a turn that is as good as the one shown is never called another one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from trailmix import bots
from trailmix.bots import Seated
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


def test_whoever_ends_the_turn_early_is_told_to_go_on() -> None:
    """A turn is accepted if nothing is lost in it, and everybody who could still run would lose something."""
    step = STEPS["run"]
    match = position.read(step.position)
    seat = match.actor
    assert seat is not None
    seen = set()
    for turn, ahead in turns(match, seat):
        runs = turn[:-1] if turn[-1] == "end" else turn
        before = match.outlook(runs[:-1] if runs == turn else runs, seat).match if len(turn) > 1 else match
        others = [] if runs == turn else [each for each in before.legal() if each != "end"]
        more = any("lost_points" not in kinds(before.outlook([each], seat)) for each in others)
        well = "lost_points" not in kinds(ahead) and not more
        seen.add(well)
        assert step.accepts(turn, ahead.events) == well, turn
    assert seen == {True, False}


@pytest.mark.parametrize("seed", range(6))
def test_what_no_word_explains_does_not_happen_behind_the_rucksack(seed: int) -> None:
    """No catch-up card comes to whoever learns: it looks different, and has to be played."""
    step = STEPS["rucksack"]
    match = position.read(step.position)
    seat = match.actor
    assert seat is not None
    match.play_all(step.shown, seat)
    while match.actor != seat:
        assert match.actor is not None
        weakest = Seated(bots.LEVELS[0], str(seed))
        match.play(weakest.choose(match.setup, match.seen_by(match.actor)))
    own: Any = match.view(seat)
    assert not own.seats[seat].catch_up
