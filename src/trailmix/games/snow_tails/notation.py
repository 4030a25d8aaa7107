"""Actions of Snow Tails as text and as dicts.

=================  =========================================  ==================================
text               dict                                       meaning
=================  =========================================  ==================================
``start 4``        ``{"start": 4}``                           put the sled on a start space
``4@LB``           ``{"card": 4, "slots": "LB"}``             play a card on each of the slots
``F``, ``L``, ``R``  ``{"step": "F"}``                          step forward, drift left or right
``bonus``          ``{"bonus": True}``                        take the bonus
``none``           ``{"bonus": False}``                       leave it
``discard 2``      ``{"discard": 2}``                         discard a card
=================  =========================================  ==================================

Slots are L and R for the dogs, B for the brake, in this order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from trailmix.engine.documents import shown
from trailmix.engine.game import Setup
from trailmix.engine.words import Message
from trailmix.games.snow_tails.state import (
    FIRST_DISCARD,
    FIRST_PLAY,
    FIRST_STEP,
    NO_BONUS,
    SLOT_SETS,
    STARTS,
    TAKE_BONUS,
    VALUES,
)

SLOT_LETTERS, STEP_LETTERS = "LRB", "FLR"
START = re.compile(r"start\s+(\d{1,9})", re.ASCII | re.IGNORECASE)
PLAY = re.compile(r"(\d{1,9})\s*@\s*([A-Z]+)", re.ASCII | re.IGNORECASE)
DISCARD = re.compile(r"discard\s+(\d{1,9})", re.ASCII | re.IGNORECASE)


def play_value(action: int) -> int:
    """The value of the cards of a card play."""
    return (action - FIRST_PLAY) // SLOT_SETS + 1


def play_slots(action: int) -> str:
    """The letters of the slots of a card play."""
    slots = (action - FIRST_PLAY) % SLOT_SETS + 1
    return "".join(letter for bit, letter in enumerate(SLOT_LETTERS) if slots >> bit & 1)


def play_name(action: int) -> str:
    """The notation of a card play."""
    return f"{play_value(action)}@{play_slots(action)}"


def write(_setup: Setup, action: int) -> str:
    """The notation of an action."""
    if action < FIRST_PLAY:
        return f"start {action + 1}"
    if action < FIRST_STEP:
        return play_name(action)
    if action < TAKE_BONUS:
        return STEP_LETTERS[action - FIRST_STEP]
    if action < FIRST_DISCARD:
        return "bonus" if action == TAKE_BONUS else "none"
    return f"discard {action - FIRST_DISCARD + 1}"


def read(setup: Setup, text: str) -> int | Message:
    """The action that a text means, or why it means none."""
    said = text.strip()
    if said.upper() in STEP_LETTERS and len(said) == 1:
        return FIRST_STEP + STEP_LETTERS.index(said.upper())
    if said.casefold() in ("bonus", "none"):
        return TAKE_BONUS if said.casefold() == "bonus" else NO_BONUS
    if found := START.fullmatch(said):
        return _start(int(found[1]))
    if found := PLAY.fullmatch(said):
        return _play(int(found[1]), found[2])
    if found := DISCARD.fullmatch(said):
        return _discard(int(found[1]))
    return _malformed(setup, f"'{text[:80]}'")


def to_dict(_setup: Setup, action: int) -> dict[str, Any]:
    """The action in the words of a client."""
    if action < FIRST_PLAY:
        return {"start": action + 1}
    if action < FIRST_STEP:
        return {"card": play_value(action), "slots": play_slots(action)}
    if action < TAKE_BONUS:
        return {"step": STEP_LETTERS[action - FIRST_STEP]}
    if action < FIRST_DISCARD:
        return {"bonus": action == TAKE_BONUS}
    return {"discard": action - FIRST_DISCARD + 1}


def from_dict(setup: Setup, said: Mapping[str, Any]) -> int | Message:
    """The action that a client's dict means, or why it means none."""
    match dict(said):
        case {"start": number, **rest} if _is_number(number) and not rest:
            return _start(number)
        case {"card": value, "slots": str(slots), **rest} if _is_number(value) and not rest:
            return _play(value, slots)
        case {"step": str(step), **rest} if len(step) == 1 and step in STEP_LETTERS and not rest:
            return FIRST_STEP + STEP_LETTERS.index(step)
        case {"bonus": bool(taken), **rest} if not rest:
            return TAKE_BONUS if taken else NO_BONUS
        case {"discard": value, **rest} if _is_number(value) and not rest:
            return _discard(value)
    return _malformed(setup, shown(dict(said)))


def _is_number(said: Any) -> bool:
    return isinstance(said, int) and not isinstance(said, bool)


def _start(number: int) -> int | Message:
    if not 1 <= number <= STARTS:
        return Message("refused.no_such_start", {"number": shown(number), "most": STARTS})
    return number - 1


def _play(value: int, slots: str) -> int | Message:
    if not 1 <= value <= VALUES:
        return Message("refused.no_such_card", {"card": shown(value), "most": VALUES})
    letters = slots.upper()
    if not letters or len(set(letters)) != len(letters) or not set(letters) <= set(SLOT_LETTERS):
        return Message("refused.no_such_slots", {"slots": slots[:20]})
    bits = sum(1 << SLOT_LETTERS.index(letter) for letter in letters)
    return FIRST_PLAY + (value - 1) * SLOT_SETS + bits - 1


def _discard(value: int) -> int | Message:
    if not 1 <= value <= VALUES:
        return Message("refused.no_such_card", {"card": shown(value), "most": VALUES})
    return FIRST_DISCARD + value - 1


def _malformed(setup: Setup, said: str) -> Message:
    return Message(
        "refused.malformed", {"action": said, "game": setup.game.name, "forms": Message("notation.forms")}
    )
