"""What a sled in the making can expect: days to the finish, and the risk of not being complete in time.

The track is known as far as landscapes are turned up; those that are not are drawn anew from the rest, a few
times. A team is a list of huskies' points; slots that are still vacant are expected to get ordinary huskies.
"""

from typing import Any

import numpy as np

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.bits import SIZES
from trailmix.games.hike_dogsled.rules.movement import MAX_TRACK, is_stopped, lay_out, run_on
from trailmix.games.hike_dogsled.rules.sleds import vacant
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

SAMPLES = 4  # tracks that are drawn
MOST_DAYS = 12  # a team that takes longer is as bad as any
ORDINARY: Array = np.array(
    [[1, 1, 0], [2, 0, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0], [1, 0, 0], [1, 1, 1], [2, 0, 0]], np.int64
)
"""The points of the huskies that vacant slots are expected to get, one after the other."""
LONG = 99  # days until the limit, as long as nobody has declared


@rule
def draw_tracks(t: Table, s: State, mind: Any, tracks: Array) -> int:
    """Write possible tracks, one in each row, its last field in column 0; returns that of the longest."""
    cards, laid, most = np.empty(state.MIDDLE, np.int64), np.empty(state.MAX_LAID, np.int64), 0
    for k in range(len(tracks)):
        n = 0
        for card in range(state.MIDDLE):
            known = False
            for up in range(s.revealed):
                known |= s.landscapes[up] == card
            if not known:
                cards[n] = card
                n += 1
        for place in range(t.laid):
            if place < s.revealed:
                laid[place] = s.landscapes[place]
            else:
                drawn = below(mind, n)
                n -= 1
                laid[place], cards[drawn] = cards[drawn], cards[n]
        tracks[k, 0] = lay_out(t, laid, int64(0), tracks[k])
        most = max(most, tracks[k, 0])
    return int(most)


@rule
def team_points(t: Table, s: State, seat: int, out: Array) -> int:
    """The points of the huskies of a sled, one in each row; returns how many there are."""
    n = 0
    for slot in range(state.SLOTS):
        if s.sled[seat, slot] != NONE:
            out[n] = t.points[s.sled[seat, slot]]
            n += 1
    return n


@rule
def expected_days(tracks: Array, team: Array, n: int, slots: int) -> float:
    """Days that a team of n huskies, filled up with ordinary ones, takes to the finish, on average."""
    for k in range(n, slots):
        team[k] = ORDINARY[k - n]
    days = 0.0
    for track in tracks:
        days += days_on(track, team, slots)
    return days / len(tracks)


@rule
def days_on(track: Array, team: Array, n: int) -> float:
    """Days to the finish of a track; of the last day only as much as is needed."""
    at, last = 0, track[0]
    for day in range(MOST_DAYS):
        to = day_on(track, last, team, n, at)
        if to >= last:
            pace = max(1.0, (last + 2.0) / (day + 1.0))
            return float(day + min(1.0, (last - at) / pace))
        if to == at:
            return float(MOST_DAYS + (last - at) / 10.0)
        at = to
    return float(MOST_DAYS + (last - at) / 10.0)


@rule
def day_on(track: Array, last: int, team: Array, n: int, at: int) -> int:
    """Where a day leads: always the husky next that loses least, then the one that goes furthest."""
    used, left = 0, np.empty(state.TERRAINS, np.int64)
    while at < last:
        terrain = track[at + 1] & TERRAIN_BITS
        best, least, furthest, stops = NONE, 100, at, False
        for k in range(n):
            if used >> k & 1 or team[k, terrain] == 0:
                continue
            to, lost, stop = walk(track, team[k], at, left)
            if lost * 4 - (to - at) < least:
                best, least, furthest, stops = k, lost * 4 - (to - at), to, stop
        if best == NONE:
            break
        used |= 1 << best
        at = furthest
        if stops:  # two huskies are put to rest: of this day, two more are gone
            for _ in range(2):
                for k in range(n):
                    if not used >> k & 1:
                        used |= 1 << k
                        break
    return at


@inlined
def walk(track: Array, points: Array, at: int, left: Array) -> tuple[int, int, bool]:
    """Where the points of a husky lead, how many are lost, and whether it enters without equipment."""
    lost = 0
    for terrain in range(state.TERRAINS):
        left[terrain] = points[terrain]
        lost += left[terrain]
    to = run_on(track, at, left, int64(0))
    enters = is_stopped(track[to + 1], left)
    to += enters
    return to, lost - (to - at), enters


# --- the risk -------------------------------------------------------------------------------------------


@rule
def turns_left(s: State) -> int:
    """Turns that an unready seat has until Preparations end, this one included (HD-READY-9)."""
    return int(s.first_day + state.LAST_DAYS - s.day + 1) if s.first_day else LONG


@rule
def is_short_of_time(t: Table, s: State, seat: int, placed: int) -> bool:
    """Will a sled not be complete in time, with one husky a turn from the next one on?

    `placed` huskies are expected to be placed in this turn. As long as nobody has declared, an opponent
    with a complete sled is expected to declare on its next turn.
    """
    left = turns_left(s)
    if left == LONG:
        for other in range(t.players):
            if other != seat and vacant(t, s, other) == 0:
                left = state.LAST_DAYS + 1
    return int(SIZES[vacant(t, s, seat)]) - placed > left - 1


@rule
def pool_of_tracks(t: Table, s: State, mind: Any) -> Array:
    """A few possible tracks."""
    tracks = np.empty((SAMPLES, MAX_TRACK), np.int64)
    most = draw_tracks(t, s, mind, tracks)
    return tracks[:, : most + 2]


@rule
def days_with(t: Table, s: State, seat: int, tracks: Array, husky: int) -> float:
    """Expected days of a sled with one more husky (NONE: as it is)."""
    team = np.zeros((state.SLOTS + 1, state.TERRAINS), np.int64)
    n = team_points(t, s, seat, team)
    if husky != NONE:
        team[n] = t.points[husky]
        n += 1
    return expected_days(tracks, team, n, max(n, int(SIZES[t.slots])))
