"""Actions as text (``F3``) and as dicts (``{"card": "F3"}``)."""

from collections.abc import Mapping
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, malformed

FORMS = Message("notation.forms")


def write(setup: Setup, action: int) -> str:
    """The notation of an action."""
    return str(setup.data.cards[action])


def read(setup: Setup, text: str) -> int | Message:
    """The action that a text means, or why it means none."""
    said = text.strip().upper()
    if said in setup.data.cards:
        return int(setup.data.cards.index(said))
    return malformed(setup.game.name, f"'{text[:80]}'", FORMS)


def to_dict(setup: Setup, action: int) -> dict[str, Any]:
    """The action in the words of a client."""
    return {"card": write(setup, action)}


def from_dict(setup: Setup, said: Mapping[str, Any]) -> int | Message:
    """The action that a client's dict means, or why it means none."""
    if said.keys() == {"card"} and isinstance(said["card"], str):
        return read(setup, said["card"])
    return malformed(setup.game.name, shown(dict(said)), FORMS)
