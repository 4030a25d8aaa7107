"""A search that sees everything, the future included: the ceiling that honest ones are measured against.

It is not in the registry: only the arena can have it, no table.
"""

from __future__ import annotations

from trailmix.bots import Bot, Search, make
from trailmix.bots.playing_out import NOTHING


class Cheat(Search):
    """Plays out the match as it is, with every card open and the luck that is to come."""

    name = "cheat"
    anew = NOTHING


def contestant(said: str) -> Bot:
    """A bot of the registry, or the one that cheats."""
    name, colon, told = said.partition(":")
    if name != Cheat.name:
        return make(said)
    honest = make(f"{Search.name}{colon}{told}")
    return Cheat(honest.options, honest.budget)
