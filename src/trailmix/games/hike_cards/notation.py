"""Actions of Hike as text and as dicts.

======================  ==========================================  ====================================
text                    dict                                        meaning
======================  ==========================================  ====================================
``peak``                ``{"card": "peak"}``                        play a card
``wind=lake``           ``{"card": "wind", "as": "lake"}``          play The Wind, declared as Lake
``plant 2``             ``{"plant": 2, "wind": False}``             plant two Trees
``plant 2+wind``        ``{"plant": 2, "wind": True}``              plant two Trees and The Wind
``none``                ``{"card": None}``                          add no Bird; plant nothing
======================  ==========================================  ====================================

``plant 0`` is ``none``, ``plant wind`` is ``plant 0+wind``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trailmix.engine.documents import quoted
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, malformed
from trailmix.games.hike_cards.state import CODE_IDS, CODES, MOST_TREES, NOTHING, PLANT_WIND, SUIT_IDS, WIND

PLANT = re.compile(r"plant\s+(?:(\d{1,2})(\s*\+\s*wind)?|wind)", re.ASCII)
WIND_AS = re.compile(r"wind\s*=\s*([a-z]+)", re.ASCII)
NUMBERS = {code: number for number, code in enumerate(CODE_IDS)}


def write(_setup: Setup, action: int) -> str:
    """The notation of an action."""
    if action < CODES:
        return CODE_IDS[action]
    if action >= PLANT_WIND:
        return f"plant {action - PLANT_WIND}+wind"
    return "none" if action == NOTHING else f"plant {action - NOTHING}"


def read(setup: Setup, text: str) -> int | Message:
    """The action that a text means, or why it means none."""
    said = text.strip().casefold()
    if said == "none":
        return NOTHING
    if said in NUMBERS:
        return NUMBERS[said]
    if said == "wind":
        return Message("refused.wind_as_what")
    if found := WIND_AS.fullmatch(said):
        return _wind(found[1])
    if found := PLANT.fullmatch(said):
        return _plant(setup, int(found[1] or 0), wind=found[1] is None or found[2] is not None)
    return _malformed(setup, f"'{text[:80]}'")


def to_dict(_setup: Setup, action: int) -> dict[str, Any]:
    """The action in the words of a client."""
    if action < WIND:
        return {"card": CODE_IDS[action]}
    if action < CODES:
        return {"card": "wind", "as": SUIT_IDS[action - WIND]}
    if action >= PLANT_WIND:
        return {"plant": action - PLANT_WIND, "wind": True}
    return {"card": None} if action == NOTHING else {"plant": action - NOTHING, "wind": False}


def from_dict(setup: Setup, said: Mapping[str, Any]) -> int | Message:
    """The action that a client's dict means, or why it means none."""
    card, suit, trees, wind = (said.get(name) for name in ("card", "as", "plant", "wind"))
    if said.keys() == {"card"} and card is None:
        return NOTHING
    if said.keys() == {"card"} and isinstance(card, str):
        return Message("refused.wind_as_what") if card == "wind" else _card(setup, card)
    if said.keys() == {"card", "as"} and card == "wind" and isinstance(suit, str):
        return _wind(suit)
    if said.keys() == {"plant", "wind"} and type(trees) is int and isinstance(wind, bool):
        return _plant(setup, trees, wind=wind)
    return _malformed(setup, quoted(dict(said)))


def _card(setup: Setup, card: str) -> int | Message:
    number = NUMBERS.get(card, CODES)
    return number if number < WIND else _malformed(setup, quoted(card))


def _wind(suit: str) -> int | Message:
    if suit not in SUIT_IDS:
        return Message("refused.no_such_suit", {"suit": suit[:20]})
    return WIND + SUIT_IDS.index(suit)


def _plant(setup: Setup, trees: int, *, wind: bool) -> int | Message:
    if not 0 <= trees <= MOST_TREES:
        return Message("refused.so_many_trees", {"number": quoted(trees), "most": MOST_TREES})
    return (PLANT_WIND if wind else NOTHING) + trees


def _malformed(setup: Setup, said: str) -> Message:
    return malformed(setup.game.name, said, Message("notation.forms"))
