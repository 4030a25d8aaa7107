"""Capabilities: what only some games have. A game declares one by having it in its folder.

=============  ==============================  ==============================================================
capability     where it is found               who asks for it
=============  ==============================  ==============================================================
`courses`      the module ``courses.py``       ``trailmix course``, the server's verbs, the page's editor
`badge`        ``Badge`` in ``badge.py``,      the clock of a table, the page's panel of a seat
               the sentence ``badge``
`nobody_won`   the kernel in ``scoring.py``    `Match.winners`: the end at a terminal, ``trailmix simulate``
=============  ==============================  ==============================================================

`assemble` finds them. A game without one says nothing, and the code that asks knows no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from trailmix.engine.words import Message


class Courses(Protocol):
    """For a game that is played on courses, which anybody may lay."""

    def names(self, data: Any) -> Mapping[str, str]:
        """The courses that come with the data: their names by their IDs."""

    def about(self, data: Any, name: str) -> Message:
        """What somebody who chooses one that comes with the data wants to know of it, besides its picture."""

    def read(self, data: Any, said: str) -> Any:
        """The course behind a name, a line of text or a file; BadData says why there is none."""

    def report(self, course: Any) -> msgspec.Struct:
        """The figures of a course.

        Its fields `name` and `line` say what it is called and how it is written, `warnings` what is odd about
        it without being wrong.
        """

    def shape(self, course: Any) -> msgspec.Struct:
        """All that there is to paint of a course, for a client that paints it."""

    def picture(self, course: Any) -> str:
        """The course as an SVG picture."""


class Badge(Protocol):
    """For a game that marks a seat by how long the others have waited: a joke, and no part of the match.

    It is made with the number of seconds after which a turn is slow (0: no turn ever is), one for each table,
    and told of every wait. What it means is said by the game's sentence ``badge``.
    """

    @property
    def holder(self) -> int | None:
        """The seat that has it."""

    def waited(self, seat: int, seconds: float) -> None:
        """The others have waited so long for a seat to make a move, or to take one back."""
