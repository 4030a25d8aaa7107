"""What a position of Hike! is worth to each seat, in fields of the track."""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.insight.day_search import DOUBLE_WORTH, SINGLE_WORTH
from trailmix.games.hike_dogsled.insight.forecast import days_with
from trailmix.games.hike_dogsled.rules.movement import MAX_TRACK, lay_out
from trailmix.games.hike_dogsled.rules.race import doubles_of, singles_of
from trailmix.games.hike_dogsled.rules.scoring import races
from trailmix.games.hike_dogsled.rules.track import here
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

EVALUATION = ("field", "team", "care")
FIELD, TEAM, CARE = range(3)
A_DAY = 12.0  # fields
ELIMINATED = -30.0


@rule
def evaluate(t: Table, s: State, out: Array) -> None:
    """Where each seat is on the track, before the race how fast its sled will be, and its care cards."""
    track = np.empty((1, MAX_TRACK), np.int64)
    track[0, 0] = lay_out(t, s.landscapes, int64(0), track[0])
    for seat in range(t.players):
        out[seat, CARE] = SINGLE_WORTH * singles_of(s, seat) + DOUBLE_WORTH * doubles_of(s, seat)
        if s.phase == state.PREPARATIONS:
            out[seat, TEAM] = -A_DAY * days_with(t, s, seat, track, NONE)
        else:
            out[seat, FIELD] = here(s, seat) if races(s, seat) else ELIMINATED


@rule
def horizon(_t: Table, s: State) -> int:
    """Preparations, and the race."""
    return int(s.phase)
