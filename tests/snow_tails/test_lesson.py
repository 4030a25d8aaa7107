"""The lesson of Snow Tails: what its sentences claim is true of every turn that somebody may play there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from trailmix.engine import lessons, position
from trailmix.engine.events import Event
from trailmix.engine.game import find

STEPS = {step.name: step for step in lessons.lesson_of(find("snow_tails"))}
WITHIN_A_MOVE = {"F", "L", "R", "bonus", "none"}
HARM = {"sped", "hit_side", "hit_sled"}


def turns(name: str) -> Iterator[tuple[list[Event], bool]]:
    """Every card play of the learner with every way to go: what happens, and is it accepted?"""
    step = STEPS[name]
    match = position.read(step.position)
    assert match.actor is not None
    begun = [[action] for action in match.legal()]
    while begun:
        actions = begun.pop()
        ahead = match.outlook(actions, match.actor)
        legal = [] if ahead.done else ahead.match.legal()
        if WITHIN_A_MOVE.issuperset(legal) and legal:
            begun += [[*actions, action] for action in legal]
        else:
            yield ahead.events, step.accepts(actions, ahead.events)


def test_whoever_wins_the_last_turn_is_not_told_that_the_other_sled_stays_ahead() -> None:
    for events, accepted in turns("finish"):
        first = next(event.seat for event in events if event.kind == "placed" and event.values["place"] == 1)
        assert accepted == (first == "A")


def test_at_the_line_only_harm_is_refused() -> None:
    for events, accepted in turns("line"):
        assert accepted != any(event.kind in HARM for event in events)


def test_whoever_takes_the_bonus_is_not_told_to_take_it() -> None:
    for events, accepted in turns("bonus"):
        assert accepted == any(event.kind == "took_bonus" for event in events)


@pytest.mark.parametrize("name", ["speed", "drift", "line", "past"])
def test_there_is_no_bonus_before_it_is_taught(name: str) -> None:
    for events, _ in turns(name):
        assert not {"took_bonus", "left_bonus"} & {event.kind for event in events}
