"""The colours of chairs: each has one of its own, proposed or chosen before the match starts.

A game has colours to choose from if it has an option of the kind ``colours``; its data names them. Where that
option says which seat has which, there is nothing to choose. Colours are no part of a match.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trailmix.engine.game import Setup
from trailmix.server.messages.refusals import No
from trailmix.server.storage.store import StoredChair


def to_choose(setup: Setup) -> tuple[str, ...]:
    """The colours that people at a table may choose from; none if there is nothing to choose."""
    options = setup.game.options
    asked = msgspec.json.schema(options)["$defs"][options.__name__]["properties"]
    said = [name for name, option in asked.items() if option.get("x-kind") == "colours"]
    if not said or any(getattr(setup.options, name) for name in said):
        return ()
    return tuple(setup.data.colours)  # whoever has the option has them


def worn(chairs: Sequence[StoredChair], colours: Sequence[str]) -> list[str | None]:
    """The colour of each chair: as chosen, else the one in its turn, or the first that is free."""
    free = [colour for colour in colours if colour not in {chair.colour for chair in chairs}]
    found: list[str | None] = [chair.colour for chair in chairs]
    for n in range(len(chairs) if colours else 0):
        if found[n] is None and colours[n] in free:
            found[n] = colours[n]
            free.remove(colours[n])
    return [colour if colour or not free else free.pop(0) for colour in found]


def check_choice(wish: str, chair: int, chairs: Sequence[StoredChair], colours: Sequence[str]) -> None:
    """No unless somebody on this chair may have the colour: bots and open chairs give theirs up."""
    if not colours:
        raise No("bad_option.no_colours")
    if wish not in colours:
        raise No("bad_option.no_such_colour", colour=wish, colours=list(colours))
    for n, (other, colour) in enumerate(zip(chairs, worn(chairs, colours), strict=True)):
        if colour == wish and n != chair and other.kind == "human":
            raise No("not_now.colour_taken", name=other.name, colour=wish)
