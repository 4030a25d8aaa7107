"""The kernels that fill `View` and `Own` of ``view.py``: ``NAME_n`` says how many entries a list has."""

from typing import Any

from trailmix.engine.kernels import rule
from trailmix.engine.zones import number_in

from .rules import actor, rank
from .state import State, Table


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.leader = actor(t, s), s.leader
    v.trick_n = number_in(s.trick)
    for n in range(v.trick_n):
        v.trick[n] = s.trick[n]
    v.seats_n = t.players
    for seat in range(t.players):
        shown = v.seats[seat]
        shown.seat, shown.hand_size, shown.tricks = seat, s.hand_size[seat], s.tricks[seat]
    if v.to_move < 0:
        v.places_n = t.players
        rank(t, s, v.places)


@rule
def look_own(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Own`."""
    v.seat, v.hand_n = seat, s.hand_size[seat]
    for n in range(v.hand_n):
        v.hand[n] = s.hands[seat, n]
