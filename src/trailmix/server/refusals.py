"""A refusal of the server: a code for programs, a sentence for people, an HTTP status for HTTP."""

from __future__ import annotations

import msgspec

from trailmix.engine.errors import Refused, TrailmixError
from trailmix.server.protocol import Refusal

STATUS = {
    "bad_message": 400,
    "bad_option": 400,
    "no_such_token": 401,
    "forbidden": 403,
    "no_such_table": 404,
    "no_such_game": 404,
    "stale": 409,
    "protocol": 409,
    "not_now": 409,
    "damaged": 409,
    "rules": 422,
    "too_large": 413,
    "too_many": 429,
    "warming": 503,
    "stopping": 503,
}


def by_status() -> dict[int, list[str]]:
    """The codes by their HTTP status."""
    return {status: [code for code, its in STATUS.items() if its == status] for status in STATUS.values()}


class No(Exception):
    """The answer no. Nothing has changed."""

    def __init__(self, code: str, why: str, refused: Refused | None = None) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.message = refused.message if refused else None

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.code]

    def refusal(self, message_id: str | None = None, seq: int | None = None) -> Refusal:
        """It as a message."""
        if self.message is None:
            return Refusal(id=message_id, seq=seq, code=self.code, why=self.why)
        return Refusal(
            id=message_id,
            seq=seq,
            code=self.code,
            why=self.why,
            key=self.message.key,
            values=plain(self.message.values),
        )


def plain(values: object) -> dict[str, object]:
    """The values of a message as JSON can carry them: a message among them becomes its key and values."""
    built: dict[str, object] = msgspec.to_builtins(values)
    return built


def no_by_rules(refused: Refused) -> No:
    """An action that the rules do not allow."""
    return No("rules", refused.why, refused)


def damaged(error: TrailmixError) -> No:
    """A stored table that the rules, as they are now, do not give again."""
    return No("damaged", f"What is stored of this table cannot be true by the rules we play: {error}")


def no_option(error: TrailmixError) -> No:
    """An option, a name or data that the game cannot use."""
    return No("bad_option", str(error))
