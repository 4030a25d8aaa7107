"""Lessons: whoever follows one gets through it, and is told so in plain words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from contract.cases import SLUGS
from trailmix import bots
from trailmix.bots import Seated
from trailmix.engine import lessons, position
from trailmix.engine.events import Event
from trailmix.engine.game import find, own_slugs
from trailmix.engine.match import Match

every_game = pytest.mark.parametrize("slug", SLUGS)
LONGEST = 400
"""Letters that somebody reads in one go, beside a board."""
CODES = re.compile(r"@|[A-Z]\d|\d,-?\d|\d/\d|\b[a-z]+_[a-z]+\b|[{}]")
"""Cells, cards, notation, keys: nothing that a person at a table would say."""


def steps_of(slug: str) -> tuple[lessons.Step, ...]:
    """The steps of a game's lesson, which reading it has tried out one by one."""
    return lessons.lesson_of(find(slug))


def weakest(match: Match, seed: str) -> None:
    """The weakest bot plays for whoever is to move."""
    assert match.actor is not None
    match.play(Seated(bots.LEVELS[0], seed).choose(match.setup, match.seen_by(match.actor)))


def test_our_games_have_lessons() -> None:
    assert [slug for slug in own_slugs() if len(steps_of(slug)) < 5] == []


@every_game
def test_a_lesson_says_what_people_say(slug: str) -> None:
    for step in steps_of(slug):
        said = step.sentences(find(slug).words)
        for sentence in (said.tell, said.task, said.other, said.done):
            assert len(sentence) <= LONGEST, (step.name, sentence)
            assert not CODES.search(sentence), (step.name, sentence)
            assert not sentence or sentence[-1] in ".!?", (step.name, sentence)
        assert len(said.title) <= 40


@every_game
def test_a_lesson_can_be_played_through(slug: str) -> None:
    """The turn that is shown, and what bots reply; and the match at the end, by whomever."""
    for step in steps_of(slug):
        match = position.read(step.position)
        learner = match.actor
        match.play_all(step.shown, learner)
        for n in range(100_000):
            if match.over or (match.actor == learner and not step.is_match):
                break
            weakest(match, f"{step.name}{n}")
        assert match.over or not step.is_match


def some_turns(match: Match) -> Iterator[tuple[list[str], list[Event]]]:
    """Turns that begin with each legal action and go on with the first one or the last, and what they do."""
    assert match.actor is not None
    for first, which in itertools.product(match.legal(), (0, -1)):
        actions, ahead = [first], match.outlook([first], match.actor)
        while not ahead.done:
            actions.append(ahead.match.legal()[which])
            ahead = match.outlook(actions, match.actor)
        yield actions, ahead.events


@every_game
def test_other_turns_are_told_from_what_is_wanted(slug: str) -> None:
    """In a step that does not take everything, something is allowed and not wanted."""
    for step in steps_of(slug):
        if step.is_match or step.takes_any:
            continue
        match = position.read(step.position)
        assert not all(step.accepts(*turn) for turn in some_turns(match)), step.name
