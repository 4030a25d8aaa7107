"""Who is ahead: positions, ready huskies and care cards, printed points (HD-END-2 to -5, HD-RUL-38)."""

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.bits import SIZES
from trailmix.games.hike_dogsled.rules.race import doubles_of, singles_of
from trailmix.games.hike_dogsled.rules.track import here, ready
from trailmix.games.hike_dogsled.state import NONE, PREPARATIONS, SLOTS, State, Table


@rule
def races(s: State, seat: int) -> bool:
    """Is a seat a racer? (HD-DEF-7)."""
    return bool(s.declared[seat] and s.phase != PREPARATIONS)


@rule
def fitness(t: Table, s: State, seat: int) -> int:
    """Ready huskies, and 1 for each single care card, 2 for each double (HD-END-3)."""
    return int(SIZES[ready(t, s, seat)]) + singles_of(s, seat) + 2 * doubles_of(s, seat)


@rule
def printed(t: Table, s: State, seat: int) -> int:
    """The sum of the printed points of a sled (HD-END-4)."""
    points = 0
    for slot in range(SLOTS):
        if s.sled[seat, slot] != NONE:
            points += t.n_points[s.sled[seat, slot]]
    return int(points)


@rule
def is_ahead(t: Table, s: State, a: int, b: int) -> bool:
    """Is seat a before seat b? Eliminated ones are last, and equal (HD-RUL-38)."""
    if not races(s, a) or not races(s, b):
        return races(s, a) and not races(s, b)
    if here(s, a) != here(s, b):
        return here(s, a) > here(s, b)
    if fitness(t, s, a) != fitness(t, s, b):
        return fitness(t, s, a) > fitness(t, s, b)
    return printed(t, s, a) < printed(t, s, b)


@rule
def what_decided(t: Table, s: State, seat: int) -> int:
    """What put a winner before the next best racer (HD-END-2 to HD-END-5)."""
    found = state.BY_POSITION
    for other in range(t.players):
        if other == seat or not races(s, other) or here(s, other) != here(s, seat):
            continue
        if fitness(t, s, other) != fitness(t, s, seat):
            found = max(found, state.BY_FITNESS)
        elif printed(t, s, other) != printed(t, s, seat):
            found = max(found, state.BY_PRINTED)
        else:
            found = state.SHARED
    return found


@rule
def place(t: Table, s: State, seat: int) -> int:
    """The place of a seat, ties shared (HD-END-5, HD-RUL-37)."""
    found = 1
    for other in range(t.players):
        found += is_ahead(t, s, other, seat)
    return found


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """The place of each seat."""
    for seat in range(t.players):
        out[seat] = place(t, s, seat)


@rule
def score(t: Table, s: State, out: Array) -> None:
    """Where each pawn is on the track."""
    for seat in range(t.players):
        out[seat] = here(s, seat) if races(s, seat) else 0


@rule
def nobody_won(t: Table, s: State) -> bool:
    """Is there no racer? Then all share a place that is no victory (HD-RUL-16, HD-RUL-38)."""
    racers = 0
    for seat in range(t.players):
        racers += races(s, seat)
    return racers == 0
