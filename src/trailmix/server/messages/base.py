"""What messages are made of: their base, and kinds of values that several of them have."""

from __future__ import annotations

from typing import Annotated

import msgspec

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
MOST_SEQ = 2**53 - 1  # the largest whole number that every client can hold
Seq = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEQ)]


def all_of(pattern: str, min_length: int | None = None, max_length: int | None = None) -> msgspec.Meta:
    """Text that is this from its beginning to its end.

    To a JSON schema `$` is the end; to Python, which checks the same pattern, also the place before a last
    line break, so that none may follow.
    """
    return msgspec.Meta(pattern=rf"^{pattern}$(?!\n)", min_length=min_length, max_length=max_length)


class Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all messages."""
