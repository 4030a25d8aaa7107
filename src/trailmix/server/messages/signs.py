"""The messages about signs, which people give each other beside the chat."""

from __future__ import annotations

from typing import Literal

from trailmix.server.messages.base import Id, Struct

ReactionKind = Literal["well_played", "thanks", "wow", "oops", "thinking", "good_match"]


class React(Struct, frozen=True, kw_only=True, tag="react", tag_field="t"):
    """A sign to the others at the table, which is shown for a moment and not kept."""

    id: Id
    kind: ReactionKind


class Reaction(Struct, frozen=True, kw_only=True, tag="reaction", tag_field="t"):
    """A sign that somebody gives now."""

    chair: int
    name: str
    kind: ReactionKind
    at: float
