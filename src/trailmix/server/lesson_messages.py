"""What clients and the server say to each other about lessons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from trailmix.engine.lessons import MOST_STEPS
from trailmix.server.message_parts import Name, Struct


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


class BeginStep(Struct, frozen=True, kw_only=True):
    """Begin a step of a lesson, counted from 0: its seat is mine, the weakest bots have the others."""

    step: Annotated[int, msgspec.Meta(ge=0, lt=MOST_STEPS)]
    name: Name | None = None
