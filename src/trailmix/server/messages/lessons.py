"""What clients and the server say to each other about lessons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from trailmix.engine.lessons import MOST_STEPS
from trailmix.server.messages.base import Name, Struct


class LessonStep(Struct, frozen=True, kw_only=True):
    """A step of a lesson: what is said in it, and which turns it is about.

    A turn is its actions with a semicolon between them. `fits` and `begins` are regular expressions for turns
    that are accepted, and for their beginnings.
    """

    name: str
    title: str
    tell: str
    task: str
    other: str  # why another legal turn is not what the step is about
    done: str
    show: list[str]  # the actions of a turn that is accepted; none in the match at the end
    fits: str
    begins: str
    must: list[str]  # kinds of events that have to happen in it
    must_not: list[str]


class Lesson(Struct, frozen=True, kw_only=True):
    """A game taught by playing it. The last step is a match in progress."""

    game: str
    name: str
    steps: list[LessonStep]


class RecordedStep(Struct, frozen=True, kw_only=True):
    """What the table of a step says over its socket, to be said again where there is no connection.

    Turns are written as for `fits` of a step.
    """

    learner: str  # the name that the learner has in all that is said
    greeting: list[msgspec.Raw]  # the answers to hello: the welcome, and the position as the learner sees it
    tried: dict[str, msgspec.Raw]  # by what has been laid out of a turn
    played: dict[str, list[msgspec.Raw]]  # by the turn: what came of it, and what the bots replied


class RecordedLesson(Struct, frozen=True, kw_only=True):
    """The steps of a lesson as they are at their tables, with what people are most likely to try there."""

    build: str  # of the page that understands it; "" if the server has none
    steps: list[RecordedStep]


class BeginStep(Struct, frozen=True, kw_only=True):
    """Begin a step of a lesson, counted from 0: its seat is mine, the weakest bots have the others."""

    step: Annotated[int, msgspec.Meta(ge=0, lt=MOST_STEPS)]
    name: Name | None = None
