"""Actions of Alpina as text and as dicts.

======================  ==========================================  ==========================
text                    dict                                        meaning
======================  ==========================================  ==========================
``N07@-1,0``            ``{"card": "N07", "cell": [-1, 0]}``        lay a card on a cell
``hiker 0,0``           ``{"hiker": [0, 0]}``                       place a hiker on a card
``none``                ``{"hiker": None}``                         place no hiker
======================  ==========================================  ==========================

Cells are ``row,col`` from the start card, rows downward, columns to the right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.game import Setup
from trailmix.engine.words import Message
from trailmix.games.alpina.state import CELLS, FIRST_HIKER, MID, NO_HIKER, SPAN

LAY = re.compile(r"([A-Za-z0-9]+)\s*@\s*(-?\d{1,2})\s*,\s*(-?\d{1,2})", re.ASCII)
HIKE = re.compile(r"hiker\s+(-?\d{1,2})\s*,\s*(-?\d{1,2})", re.ASCII | re.IGNORECASE)


def cell_name(row: int, col: int) -> str:
    """The notation of a cell, from its place in the 9 x 9 field."""
    return f"{row - MID},{col - MID}"


def write(setup: Setup, action: int) -> str:
    """The notation of an action."""
    if action == NO_HIKER:
        return "none"
    row, col = _cell(action)
    if action >= FIRST_HIKER:
        return f"hiker {cell_name(row, col)}"
    return f"{setup.data.cards[action // CELLS].id}@{cell_name(row, col)}"


def read(setup: Setup, text: str) -> int | Message:
    """The action that a text means, or why it means none."""
    said = text.strip()
    if said.casefold() == "none":
        return NO_HIKER
    if found := HIKE.fullmatch(said):
        return _hiker(int(found[1]), int(found[2]))
    if found := LAY.fullmatch(said):
        return _lay(setup, found[1], int(found[2]), int(found[3]))
    return _malformed(setup, f"'{text[:80]}'")


def to_dict(setup: Setup, action: int) -> dict[str, Any]:
    """The action in the words of a client."""
    if action == NO_HIKER:
        return {"hiker": None}
    row, col = _cell(action)
    cell = [row - MID, col - MID]
    if action >= FIRST_HIKER:
        return {"hiker": cell}
    return {"card": setup.data.cards[action // CELLS].id, "cell": cell}


def from_dict(setup: Setup, said: Mapping[str, Any]) -> int | Message:
    """The action that a client's dict means, or why it means none."""
    if said.keys() == {"hiker"}:
        if said["hiker"] is None:
            return NO_HIKER
        if _is_cell(said["hiker"]):
            return _hiker(*said["hiker"])
    if said.keys() == {"card", "cell"} and isinstance(said["card"], str) and _is_cell(said["cell"]):
        return _lay(setup, said["card"], *said["cell"])
    return _malformed(setup, shown(dict(said)))


def _cell(action: int) -> tuple[int, int]:
    """Row and column in the 9 x 9 field."""
    cell = action % CELLS  # FIRST_HIKER is a multiple of CELLS
    return cell // SPAN, cell % SPAN


def _is_cell(said: Any) -> bool:
    return (
        isinstance(said, (list, tuple))
        and len(said) == 2
        and all(isinstance(n, int) and not isinstance(n, bool) for n in said)
    )


def _in_reach(row: int, col: int) -> bool:
    return abs(row) <= MID and abs(col) <= MID


def _lay(setup: Setup, card_id: str, row: int, col: int) -> int | Message:
    card = setup.data.index(card_id)
    if card is None:
        return Message("refused.no_such_card", {"card": card_id[:20]})
    if not _in_reach(row, col):
        return Message("refused.out_of_reach", {"cell": f"{shown(row)},{shown(col)}"})
    return int(card) * CELLS + (row + MID) * SPAN + col + MID


def _hiker(row: int, col: int) -> int | Message:
    if not _in_reach(row, col):
        return Message("refused.out_of_reach", {"cell": f"{shown(row)},{shown(col)}"})
    return FIRST_HIKER + (row + MID) * SPAN + col + MID


def _malformed(setup: Setup, said: str) -> Message:
    return Message(
        "refused.malformed", {"action": said, "game": setup.game.name, "forms": Message("notation.forms")}
    )
