"""The track, the pawns on it, and which huskies are ready to run (HD-DEF-4 to -6, HD-DEF-8)."""

from trailmix.engine.kernels import inlined, rule
from trailmix.games.hike_dogsled.state import FINISH, NONE, START, State, Table

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
