"""A refusal of the server: a code for programs, a sentence for people, an HTTP status for HTTP."""

from __future__ import annotations

from typing import Any

import msgspec

from trailmix.engine.errors import Refused, TrailmixError
from trailmix.engine.game import Game
from trailmix.engine.match import Match
from trailmix.engine.words import Message
from trailmix.server.messages.protocol import Refusal
from trailmix.server.words import words

STATUS = {
    "bad_message": 400,
    "no_such_token": 401,
    "forbidden": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "no_such_course": 404,
    "no_such_code": 404,
    "no_such_address": 404,
    "no_such_method": 405,
    "stale": 409,
    "protocol": 409,
    "not_now": 409,
    "too_large": 413,
    "not_json": 415,
    "wrong_host": 421,
    "bad_option": 422,
    "rules": 422,
    "too_many": 429,
    "damaged": 500,
    "failed": 500,
    "stopping": 503,
}
"""400 is what the description of a message forbids; 422 is what it allows, but the game does not."""


class No(Exception):
    """The answer no. Nothing has changed.

    Its key in the server's catalogue begins with the code: `No("not_now.not_started")`.
    """

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.code = key.partition(".")[0]
        self.message = Message(key, values)

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]

    def why(self, language: str) -> str:
        """It as a sentence."""
        return words(language).say(self.message)

    def refusal(self, language: str, message_id: str | None = None, seq: int | None = None) -> Refusal:
        """It as a message."""
        return Refusal(
            id=message_id,
            seq=seq,
            code=self.code,
            why=self.why(language),
            key=self.message.key,
            values=plain(self.message.values),
        )


class NoByRules(No):
    """An action that the rules do not allow: the game says why."""

    def __init__(self, refused: Refused, match: Match) -> None:
        super().__init__("rules")
        self.message = refused.message
        self._match = match

    def why(self, language: str) -> str:
        """It as a sentence."""
        return self._match.say(self.message, language)


def plain(values: object) -> dict[str, object]:
    """The values of a message as JSON can carry them: a message among them becomes its key and values."""
    built: dict[str, object] = msgspec.to_builtins(values)
    return built


def damaged(error: TrailmixError) -> No:
    """A stored table that the rules, as they are now, do not lead to."""
    return No("damaged.untrue", why=str(error))


OTHER_RULES = ("damaged.older_rules", "damaged.newer_rules")
"""What such a table is refused with: nothing about it is false."""


def other_rules(game: Game, version: int) -> No:
    """A stored table that was played by another version of the rules than ours."""
    now = game.rules_version
    return No(
        "damaged.older_rules" if version < now else "damaged.newer_rules",
        game=game.name,
        version=version,
        now=now,
    )


def no_option(error: TrailmixError) -> No:
    """An option or data that the game cannot use."""
    return No("bad_option.unusable", why=str(error))
