"""Actions of Hike! as text and as dicts.

==================  =================================================  ====================================
text                dict                                               meaning
==================  =================================================  ====================================
``none``            ``{"do": "none"}``                                 no mentor, no bonus, not yet, no tuck
``mentor``          ``{"do": "mentor"}``                               spend a mentor
``ready``           ``{"do": "ready"}``                                declare ready
``end``             ``{"do": "end"}``                                  end the race turn
``pay``             ``{"do": "pay"}``                                  pay for a field with equipment
``enter``           ``{"do": "enter"}``                                enter it and put two huskies to rest
``stop``            ``{"do": "stop"}``                                 stop in front of it
``with C``          ``{"with": "C"}``                                  name a seat for the Husky swap
``tuck B1``         ``{"tuck": "B1"}``                                 tuck equipment under a husky
``use T1``          ``{"use": "T1"}``                                  use a husky
``use T1+I``        ``{"use": "T1", "custom": "I"}``                   use an equipped one
``rest B2``         ``{"rest": "B2"}``                                 put a husky to rest
``care T2``         ``{"care": "T2"}``                                 play single care
``double 1``        ``{"double": 1}``                                  play double care on a column
``pick H07``        ``{"pick": "H07"}``                                pick a husky for a loose card
``draft H07 T2``    ``{"draft": "H07", "to": "T2"}``                   from the centre to the sled
``draft E hand``    ``{"draft": "E", "to": "hand"}``                   from the centre to the hand
``place H07 T2``    ``{"place": "H07", "slot": "T2"}``                 from the hand to the sled
``swap T2 H07 T3``  ``{"swap": "T2", "card": "H07", "slot": "T3"}``    lift a husky, place one
==================  =================================================  ====================================

Cards are called by their ID in the data file; E is equipment, C single care, D double care.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, letter
from trailmix.games.hike_dogsled.state import (
    EQUIPMENT,
    FIRST_CARE,
    FIRST_DOUBLE,
    FIRST_DRAFT,
    FIRST_PICK,
    FIRST_PLACE,
    FIRST_REST,
    FIRST_SWAP,
    FIRST_TAKE,
    FIRST_TUCK,
    FIRST_USE,
    FIRST_WITH,
    HUSKIES,
    SINGLE,
    SLOT_IDS,
    SLOTS,
    TERRAIN_IDS,
    USES,
)

WORDS = ("none", "mentor", "ready", "end", "pay", "enter", "stop")
"""By number."""
HAND = "hand"
FORMS = {
    verb: re.compile(form, re.ASCII | re.IGNORECASE)
    for verb, form in {
        "with": r"with\s+(?P<with>\w+)",
        "tuck": r"tuck\s+(?P<tuck>\w+)",
        "use": r"use\s+(?P<use>\w+)(\s*\+\s*(?P<custom>\w+))?",
        "rest": r"rest\s+(?P<rest>\w+)",
        "care": r"care\s+(?P<care>\w+)",
        "double": r"double\s+(?P<double>\w+)",
        "pick": r"pick\s+(?P<pick>\w+)",
        "draft": r"draft\s+(?P<draft>\w+)\s+(?P<to>\w+)",
        "place": r"place\s+(?P<place>\w+)\s+(?P<slot>\w+)",
        "swap": r"swap\s+(?P<swap>\w+)\s+(?P<card>\w+)\s+(?P<slot>\w+)",
    }.items()
}


def to_dict(setup: Setup, action: int) -> dict[str, Any]:
    """The action in the words of a client."""
    ids: tuple[str, ...] = setup.data.ids
    if action < FIRST_WITH:
        return {"do": WORDS[action]}
    if action < FIRST_TUCK:
        return {"with": letter(action - FIRST_WITH)}
    if action < FIRST_USE:
        return {"tuck": SLOT_IDS[action - FIRST_TUCK]}
    if action < FIRST_REST:
        slot, custom = divmod(action - FIRST_USE, USES)
        used = {"use": SLOT_IDS[slot]}
        return {**used, "custom": TERRAIN_IDS[custom - 1]} if custom else used
    if action < FIRST_CARE:
        return {"rest": SLOT_IDS[action - FIRST_REST]}
    if action < FIRST_DOUBLE:
        return {"care": SLOT_IDS[action - FIRST_CARE]}
    if action < FIRST_PICK:
        return {"double": action - FIRST_DOUBLE + 1}
    if action < FIRST_TAKE:
        return {"pick": ids[action - FIRST_PICK]}
    if action < FIRST_DRAFT:
        return {"draft": ids[action - FIRST_TAKE], "to": HAND}
    if action < FIRST_SWAP:
        first, name, place = (
            (FIRST_DRAFT, "draft", "to") if action < FIRST_PLACE else (FIRST_PLACE, "place", "slot")
        )
        card, slot = divmod(action - first, SLOTS)
        return {name: ids[card], place: SLOT_IDS[slot]}
    lifted, rest = divmod(action - FIRST_SWAP, HUSKIES * SLOTS)
    return {"swap": SLOT_IDS[lifted], "card": ids[rest // SLOTS], "slot": SLOT_IDS[rest % SLOTS]}


def write(setup: Setup, action: int) -> str:
    """The notation of an action: the words of its dict in a row."""
    said = to_dict(setup, action)
    if "do" in said:
        return str(said["do"])
    if "custom" in said:
        return f"use {said['use']}+{said['custom']}"
    return " ".join([next(iter(said)), *map(str, said.values())])


def read(setup: Setup, text: str) -> int | Message:
    """The action that a text means, or why it means none."""
    said = text.strip()
    if said.casefold() in WORDS:
        return WORDS.index(said.casefold())
    for form in FORMS.values():
        if found := form.fullmatch(said):
            parts: dict[str, Any] = {name: part for name, part in found.groupdict().items() if part}
            if "double" in parts and parts["double"].isdecimal() and len(parts["double"]) < 9:
                parts["double"] = int(parts["double"])
            return from_dict(setup, parts)
    return _malformed(setup, f"'{text[:80]}'")


def from_dict(setup: Setup, said: Mapping[str, Any]) -> int | Message:
    """The action that a client's dict means, or why it means none."""
    try:
        return _action(setup, dict(said))
    except _UnknownError as unknown:
        return unknown.message


class _UnknownError(Exception):
    """A part of an action that does not exist."""

    def __init__(self, key: str, said: Any, known: str) -> None:
        super().__init__(key)
        self.message = Message(f"refused.{key}", {"said": shown(said), "known": known})


def _action(setup: Setup, said: dict[str, Any]) -> int | Message:
    match said:
        case {"do": str(word), **rest} if word in WORDS and not rest:
            return WORDS.index(word)
        case {"with": seat, **rest} if not rest:
            return FIRST_WITH + _seat(setup, seat)
        case {"tuck": slot, **rest} if not rest:
            return FIRST_TUCK + _slot(setup, slot)
        case {"use": slot, "custom": custom, **rest} if not rest:
            return FIRST_USE + _slot(setup, slot) * USES + 1 + _terrain(custom)
        case {"use": slot, **rest} if not rest:
            return FIRST_USE + _slot(setup, slot) * USES
        case {"rest": slot, **rest} if not rest:
            return FIRST_REST + _slot(setup, slot)
        case {"care": slot, **rest} if not rest:
            return FIRST_CARE + _slot(setup, slot)
        case {"double": column, **rest} if not rest:
            return FIRST_DOUBLE + _column(setup, column)
        case {"pick": card, **rest} if not rest:
            return FIRST_PICK + _card(setup, card, HUSKIES)
        case {"draft": card, "to": str(to), **rest} if to.casefold() == HAND and not rest:
            return FIRST_TAKE + _card(setup, card, SINGLE + 1)
        case {"draft": card, "to": slot, **rest} if not rest:
            return FIRST_DRAFT + _card(setup, card, HUSKIES) * SLOTS + _slot(setup, slot)
        case {"place": card, "slot": slot, **rest} if not rest:
            return FIRST_PLACE + _card(setup, card, HUSKIES) * SLOTS + _slot(setup, slot)
        case {"swap": lifted, "card": card, "slot": slot, **rest} if not rest:
            placed = _card(setup, card, HUSKIES) * SLOTS + _slot(setup, slot)
            return FIRST_SWAP + _slot(setup, lifted) * HUSKIES * SLOTS + placed
    return _malformed(setup, shown(said))


def _seat(setup: Setup, said: Any) -> int:
    letters = [letter(seat) for seat in range(setup.players)]
    if not isinstance(said, str) or said.upper() not in letters:
        raise _UnknownError("no_such_seat", said, ", ".join(letters))
    return letters.index(said.upper())


def slots(setup: Setup) -> list[int]:
    """The slots that sleds have in this match."""
    return [slot for slot in range(SLOTS) if setup.table[0].slots >> slot & 1]


def _slot(setup: Setup, said: Any) -> int:
    names = [SLOT_IDS[slot] for slot in slots(setup)]
    if not isinstance(said, str) or said.upper() not in names:
        raise _UnknownError("no_such_slot", said, ", ".join(names))
    return SLOT_IDS.index(said.upper())


def _terrain(said: Any) -> int:
    if not isinstance(said, str) or len(said) != 1 or said.upper() not in TERRAIN_IDS:
        raise _UnknownError("no_such_terrain", said, ", ".join(TERRAIN_IDS))
    return TERRAIN_IDS.index(said.upper())


def _column(setup: Setup, said: Any) -> int:
    columns = int(setup.table[0].columns)
    if isinstance(said, bool) or not isinstance(said, int) or not 1 <= said <= columns:
        raise _UnknownError("no_such_column", said, f"1 - {columns}")
    return said - 1


def _card(setup: Setup, said: Any, end: int) -> int:
    """The number of a card below `end`."""
    number = setup.data.numbers.get(said.casefold()) if isinstance(said, str) else None
    if number is None or number >= end:
        known = "E, C" if end > EQUIPMENT else ""
        raise _UnknownError("no_such_card" if known else "no_such_husky", said, known)
    return int(number)


def _malformed(setup: Setup, said: str) -> Message:
    return Message(
        "refused.malformed", {"action": said, "game": setup.game.name, "forms": Message("notation.forms")}
    )
