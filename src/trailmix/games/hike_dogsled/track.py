"""The track and the pawns: fields, and what huskies can enter (HD-DEF-5, -6, -8; HD-EQUIP-1 to -4)."""

from __future__ import annotations

from trailmix.engine.kernels import inlined, rule
from trailmix.games.hike_dogsled.state import (
    EDGES,
    FINISH,
    NONE,
    SLOTS,
    START,
    State,
    Table,
)

TERRAIN_BITS = 3


@rule
def ground_at(t: Table, s: State, field: int) -> int:
    """A field, numbered from 1 on (HD-DEF-6): its terrain, and NEEDS_EQUIPMENT; NONE beyond the last."""
    for n in range(t.laid + 2):
        card = START if n == 0 else FINISH if n > t.laid else int(s.landscapes[n - 1])
        if field <= t.n_fields[card]:
            return int(t.ground[card, field - 1])
        field -= t.n_fields[card]
    return NONE


@rule
def last_field(t: Table, s: State) -> int:
    """The number of the last field, once all landscapes are turned up."""
    fields = t.n_fields[START] + t.n_fields[FINISH]
    for n in range(t.laid):
        fields += t.n_fields[s.landscapes[n]]
    return int(fields)


@inlined
def here(s: State, seat: int) -> int:
    """Where a pawn is."""
    return int(s.position[seat]) + int(s.advance[seat])


@inlined
def resting(s: State, seat: int) -> int:
    """The slots whose huskies are at rest, as bits."""
    return int(s.at_rest[seat]) | int(s.laid_off[seat])


@inlined
def ready(t: Table, s: State, seat: int) -> int:
    """The slots of a complete sled whose huskies are ready, as bits (HD-DEF-4, HD-RUL-36)."""
    return t.slots & ~(resting(s, seat) | int(s.tired[seat]))


@rule
def custom_terrains(t: Table, s: State, seat: int, slot: int) -> int:
    """The terrains that a husky's equipment may be used for, as bits (HD-EQUIP-2, -4; HD-RUL-22)."""
    if not int(s.tucked[seat]) >> slot & 1:
        return 0
    found, rest = 0, resting(s, seat)
    for edge in range(EDGES):
        beside = t.neighbour[slot, edge]
        if beside != NONE and not rest >> beside & 1:
            found |= t.terrains[s.sled[seat, beside]]
    return int(found)


@rule
def usable(t: Table, s: State, seat: int) -> int:
    """The slots whose huskies can be used, as bits: some point matches the next field (HD-RUL-27)."""
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE:
        return 0
    terrain, huskies, found = ground & TERRAIN_BITS, ready(t, s, seat), 0
    for slot in range(SLOTS):
        if huskies >> slot & 1:
            terrains = t.terrains[s.sled[seat, slot]] | custom_terrains(t, s, seat, slot)
            found |= (terrains >> terrain & 1) << slot
    return int(found)
