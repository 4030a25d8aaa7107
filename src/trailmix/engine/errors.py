"""Everything that can be wrong with what a person or a program hands us, each with a sentence."""

from __future__ import annotations

from trailmix.engine.words import Message


class TrailmixError(ValueError):
    """Base of the errors below: the text is a sentence for the person who reads it."""


class UnknownGame(TrailmixError):
    """No game of that name."""


class Refused(TrailmixError):
    """An action that may not be played; the match is as it was before.

    ``why`` is the sentence, ``message`` the same thing before it was put into words.
    """

    def __init__(self, why: str, message: Message) -> None:
        super().__init__(why)
        self.why = why
        self.message = message


class BadOption(TrailmixError):
    """A number of players, a name, a seed or an option of a game that cannot be used."""


class BadData(TrailmixError):
    """A data file (cards, courses) that does not describe the game."""


class BadPosition(TrailmixError):
    """A position that cannot be read or cannot exist."""


class BadReplay(TrailmixError):
    """A replay that cannot be read, or that does not lead to the result it claims."""
