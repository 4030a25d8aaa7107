"""Hike!'s part of a position document.

.. code-block:: toml

    phase = "preparations"
    day = 3
    decision = "action"
    to_move = "A"
    track = "L04 L11 L10 ? ? ? ? ?"   # ? is drawn from the rest
    centre = "H05 Y1 E C"
    deck = "H01 E X2 ..."             # the top first; ... is the rest, shuffled

    [seats.A]
    sled = { T1 = "H07", B1 = "Y2" }
    hand = "H30 E ?"                  # ? is dealt from the rest

`reading` has the other way. Everything that is left out has a usual value, see ``docs/notation.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.words import letter
from trailmix.games.hike_dogsled.reading import read
from trailmix.games.hike_dogsled.state import (
    CAUGHT_IDS,
    DECISION_IDS,
    FIELD,
    FIRST_LOOSE,
    HUSKIES,
    LACK_IDS,
    LOOSE,
    NONE,
    OVER,
    PHASE_IDS,
    PREPARATIONS,
    RACE,
    SLOT_IDS,
    SLOTS,
    TERRAIN_IDS,
    State,
)

__all__ = ["read", "write"]


def write(setup: Setup, states: Array) -> dict[str, Any]:
    """The position as plain values; what is hidden in the state is left out, or written as ?."""
    s = states[0]
    ids = setup.data.ids
    said: dict[str, Any] = {"phase": PHASE_IDS[s.phase], "day": int(s.day)}
    if s.phase != OVER:
        said["decision"] = DECISION_IDS[s.decision]
        said["to_move"] = letter(s.asked)
        said["turn"] = letter(s.turn if s.phase == PREPARATIONS else s.asked)
    lands = setup.data.landscapes
    track = s.landscapes[: setup.table[0].laid]
    said["track"] = " ".join("?" if land == NONE else lands[land].id for land in track)
    deck = s.deck[: s.deck_size]
    if not (deck == NONE).any():
        said["deck"] = " ".join(ids[card] for card in deck[::-1])
    said["centre"] = " ".join([*_huskies(ids, s.centre), *_copies(s.centre_equipment, s.centre_care)])
    said["removed"] = " ".join(_huskies(ids, s.removed))
    said.update(_loose(ids, s))
    said["care_pile"] = [int(number) for number in s.care_pile]
    said.update(_race(s))
    said["seats"] = {letter(seat): _seat(setup, s, seat) for seat in range(setup.players)}
    return said


def _huskies(ids: tuple[str, ...], bits: int) -> list[str]:
    return [ids[husky] for husky in range(HUSKIES) if int(bits) >> husky & 1]


def _copies(equipment: int, singles: int, doubles: int = 0) -> list[str]:
    return [*["E"] * int(equipment), *["C"] * int(singles), *["D"] * int(doubles)]


def _slots(bits: int) -> str:
    return " ".join(SLOT_IDS[slot] for slot in range(SLOTS) if int(bits) >> slot & 1)


def _filled(values: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Those of the values that are not what they usually are: nothing."""
    return {name: value for name, value in values if value}


def _loose(ids: tuple[str, ...], s: State) -> dict[str, Any]:
    """What loose cards have done and are doing."""
    seen = [ids[FIRST_LOOSE + loose] for loose in range(LOOSE) if int(s.loose_seen) >> loose & 1]
    at_work = s.loose != NONE
    return {
        "loose_seen": " ".join(seen),
        "loose": ids[FIRST_LOOSE + s.loose] if at_work else "",
        "to_reveal": int(s.to_reveal),
        "running": int(s.running),
        "target": "" if s.target == NONE else letter(s.target),
        "crazy": " ".join(_huskies(ids, s.crazy)),
    }


def _race(s: State) -> dict[str, Any]:
    """What is so in the race, and of a husky in front of a field that requires equipment."""
    stands = s.phase == RACE and s.decision == FIELD
    left = "".join(terrain * int(s.left[n]) for n, terrain in enumerate(TERRAIN_IDS))
    return {
        "order": " ".join(letter(seat) for seat in s.order if seat != NONE),
        "care_discards": [int(number) for number in s.care_discards],
        "discarded": int(s.discarded),
        "still": int(s.still),
        "to_rest": int(s.to_rest),
        "in_use": SLOT_IDS[s.husky] if stands else "",
        "points_left": left if stands else "",
        "moved": bool(s.moved),
    }


def _seat(setup: Setup, s: State, seat: int) -> dict[str, Any]:
    ids = setup.data.ids
    sled = {SLOT_IDS[slot]: ids[husky] for slot, husky in enumerate(s.sled[seat]) if husky != NONE}
    # In a state as somebody knows it other hands are blank, but for what everybody knows.
    equipment = max(s.equipment[seat], s.known_equipment[seat], s.paid[seat])
    singles = max(s.singles[seat], s.known_singles[seat], s.nursed[seat, 0])
    hand = [*_huskies(ids, s.hand[seat] | s.known[seat]), *_copies(equipment, singles, s.doubles[seat])]
    hidden = int(s.hand_size[seat]) - len(hand)
    known = [*_huskies(ids, s.known[seat]), *_copies(s.known_equipment[seat], s.known_singles[seat])]
    lacks = [name for n, name in enumerate(LACK_IDS) if int(s.lacks[seat]) >> n & 1]
    said: dict[str, Any] = {"sled": sled, "hand": " ".join([*hand, *["?"] * hidden])}
    if s.phase != RACE:
        said["mentors"] = int(s.mentors[seat])
        said["care_pile"] = int(s.own_pile[seat])
    said["declared"] = int(s.declared[seat])
    nursed = [int(number) for number in s.nursed[seat]]
    said.update(
        _filled(
            (
                ("known", " ".join(known)),
                ("lacks", " ".join(lacks)),
                ("tucked", _slots(s.tucked[seat])),
                ("pick", "" if s.pick[seat] == NONE else ids[s.pick[seat]]),
                ("received", "" if s.received[seat] == NONE else ids[s.received[seat]]),
                ("crazy", bool(int(s.crazy_seats) >> seat & 1)),
                ("position", int(s.position[seat])),
                ("at_rest", _slots(s.at_rest[seat])),
                ("caught", CAUGHT_IDS[s.caught[seat]]),
                ("advance", int(s.advance[seat])),
                ("tired", _slots(s.tired[seat])),
                ("laid_off", _slots(s.laid_off[seat])),
                ("paid", int(s.paid[seat])),
                ("nursed", nursed if any(nursed) else None),
            )
        )
    )
    return said
