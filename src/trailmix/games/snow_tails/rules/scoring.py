"""Places and points, of a race and of a season (ledger, 3.11, 3.12).

A race has a list of all its sleds, by which they are shown; only those that have finished have a place.
"""

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.snow_tails.state import FINISHED, MAX_PLAYERS, POINTS, WRECKED, State, Table


@rule
def ahead(s: State, a: int, b: int) -> bool:
    """Is seat a before seat b in the present race? Finished, then racing, then wrecked (ST-R-27)."""
    if s.status[a] != s.status[b]:
        return bool(s.status[a] != WRECKED and (s.status[a] > s.status[b] or s.status[b] == WRECKED))
    if s.status[a] == FINISHED:
        return bool(s.results[s.race, a] < s.results[s.race, b])
    if s.status[a] == WRECKED and s.wreck_round[a] != s.wreck_round[b]:
        return bool(s.wreck_round[a] > s.wreck_round[b])
    if s.space[a] != s.space[b]:
        return bool(s.space[a] > s.space[b])
    return bool(s.wreck_turn[a] < s.wreck_turn[b])


@rule
def rank_in_race(t: Table, s: State, seat: int) -> int:
    """Where a seat stands in the full list of the present race, 1 for the head."""
    rank = 1
    for other in range(t.players):
        rank += ahead(s, other, seat)
    return rank


@rule
def points_of(t: Table, s: State, seat: int) -> int:
    """The points of places gained in the season so far (ST-SEASON-2, ST-R-37)."""
    points = 0
    for race in range(t.races):
        if s.results[race, seat] > 0:
            points += POINTS[s.results[race, seat] - 1]
    return points


@rule
def better(t: Table, s: State, a: int, b: int) -> bool:
    """Is seat a before seat b in the season? Points, then wins, seconds, thirds, fourths (ST-R-36)."""
    difference = points_of(t, s, a) - points_of(t, s, b)
    place = 1
    while difference == 0 and place < MAX_PLAYERS:
        for race in range(t.races):
            difference += int(s.results[race, a] == place) - int(s.results[race, b] == place)
        place += 1
    return difference > 0


@rule
def place_in_match(t: Table, s: State, seat: int) -> int:
    """The place of a seat, ties of a season shared (ST-SEASON-3).

    In a single race 0 for whoever has not finished (ST-R-27, ST-R-28, ST-R-30).
    """
    if t.races == 1:
        return max(0, int(s.results[0, seat]))
    place = 1
    for other in range(t.players):
        place += better(t, s, other, seat)
    return place


@rule
def score(t: Table, s: State, out: Array) -> None:
    """The points of each seat."""
    for seat in range(t.players):
        out[seat] = points_of(t, s, seat)


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """The place of each seat, 0 for none."""
    for seat in range(t.players):
        out[seat] = place_in_match(t, s, seat)
