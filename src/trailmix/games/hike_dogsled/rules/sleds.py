"""Sleds: which slots are vacant, which husky fits where (HD-DEF-1, HD-DEF-2, HD-PLACE)."""

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.state import NONE, State, Table

ALL = (1 << state.SLOTS) - 1


@rule
def vacant(t: Table, s: State, seat: int) -> int:
    """The vacant slots of a sled as bits."""
    found = 0
    for slot in range(state.SLOTS):
        if s.sled[seat, slot] == NONE:
            found |= 1 << slot
    return found & t.slots


@rule
def team(s: State, seat: int) -> int:
    """The huskies of a sled as bits."""
    found = 0
    for slot in range(state.SLOTS):
        if s.sled[seat, slot] != NONE:
            found |= 1 << int(s.sled[seat, slot])
    return found


@rule
def slot_of(s: State, seat: int, husky: int) -> int:
    """The slot of a husky in a sled, NONE if it is not there."""
    for slot in range(state.SLOTS):
        if s.sled[seat, slot] == husky:
            return slot
    return NONE


@rule
def survey(t: Table, s: State, seat: int) -> Array:
    """Where each colour fits on each side: slots as bits, by side and colour (HD-PLACE-3, HD-PLACE-4).

    A side is free where nothing that has colours touches it. Colour 0, a youngster's, fits everywhere.
    """
    fits = np.zeros((state.EDGES, t.colours + 1), np.int64)
    bound = np.zeros(state.EDGES, np.int64)
    for slot in range(state.SLOTS):
        husky = s.sled[seat, slot]
        if husky == NONE or t.edge[husky, state.LEFT] == 0:
            continue
        for edge in range(state.EDGES):
            beside = t.neighbour[slot, edge]
            if beside != NONE:
                side = state.OPPOSITE[edge]
                bound[side] |= 1 << beside
                fits[side, t.edge[husky, edge]] |= 1 << beside
    for side in range(state.EDGES):
        free = ALL & ~bound[side]
        for colour in range(1, t.colours + 1):
            fits[side, colour] |= free
        fits[side, 0] = ALL
    return fits


@inlined
def fitting(t: Table, fits: Array, husky: int, slots: int) -> int:
    """Those of the slots that a husky fits into."""
    edges = t.edge[husky]
    return (  # type: ignore[no-any-return]
        slots
        & fits[state.LEFT, edges[state.LEFT]]
        & fits[state.RIGHT, edges[state.RIGHT]]
        & fits[state.TOP, edges[state.TOP]]
        & fits[state.BOTTOM, edges[state.BOTTOM]]
    )


@inlined
def fitting_without(t: Table, fits: Array, husky: int, slots: int, lifted: int) -> int:
    """Those of the slots that a husky fits into once a slot has been emptied (HD-SWAP-1)."""
    edges = t.edge[husky]
    return (  # type: ignore[no-any-return]
        slots
        & (fits[state.LEFT, edges[state.LEFT]] | t.beside[lifted, state.RIGHT])
        & (fits[state.RIGHT, edges[state.RIGHT]] | t.beside[lifted, state.LEFT])
        & (fits[state.TOP, edges[state.TOP]] | t.beside[lifted, state.BOTTOM])
        & (fits[state.BOTTOM, edges[state.BOTTOM]] | t.beside[lifted, state.TOP])
    )


@rule
def slots_for(t: Table, s: State, seat: int, husky: int) -> int:
    """The vacant slots of a sled that a husky fits into, as bits."""
    return fitting(t, survey(t, s, seat), husky, vacant(t, s, seat))


@rule
def clashes(t: Table, s: State, seat: int, husky: int, slot: int, edge: int) -> bool:
    """Would this edge of a husky in a slot touch one of another colour? (HD-PLACE-3, HD-PLACE-4)."""
    beside = t.neighbour[slot, edge]
    if beside == NONE or s.sled[seat, beside] == NONE:
        return False
    mine, other = t.edge[husky, edge], t.edge[s.sled[seat, beside], state.OPPOSITE[edge]]
    return mine not in (0, other) and other != 0
