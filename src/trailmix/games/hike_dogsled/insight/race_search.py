"""The search of a whole race: the fewest days to the finish, and the most ready huskies there.

Nothing but catch-up cards is left to chance in a race, and racers do not get in each other's way: one
racer's race is a search from day to day. Of all the ways to end a day (`day_search`) the best few are gone
on with, by what they seem worth. What decides is not what a day seems worth, but when and how fit the racer
is at the finish.
"""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.insight.day_search import (
    AT_TIRED,
    FINISHED,
    POSITIONS,
    SLOT_SETS,
    Desk,
    begin,
    is_decided,
    judge,
    make_desk,
    may_end,
    reach,
    worth_of,
)
from trailmix.games.hike_dogsled.state import NONE, State, Table

WIDTH = 16
"""How many ways to end a day are gone on with: with 64 one racer in thirty arrived fitter, none sooner."""
MOST_DAYS = 12
"""A racer who takes longer is blocked, or as good as that."""


@rule
def search_race(t: Table, s: State, seat: int, worths: Array) -> None:
    """Write what each action of the racer to decide is worth.

    That is the best day that it begins, as in `search_day`; of an action that begins a race of the fewest
    days, what arriving then is worth, which is more than any day.
    """
    desk: Desk = make_desk(t, s)
    nodes, firsts, n = reach(t, s, seat, desk, begin(t, s, seat, desk))
    _, most = judge(t, s, seat, desk, nodes, firsts, n, worths)
    number = 0 if is_decided(t, s, desk.last) else put_best(t, s, seat, desk, nodes, firsts, n, True)
    day = 1
    while number and most < FINISHED and day < MOST_DAYS:
        nodes, firsts, n = reach(t, s, seat, desk, number)
        most = arrive(t, s, seat, desk, nodes, firsts, n, worths)
        number = put_best(t, s, seat, desk, nodes, firsts, n, False)
        day += 1


@rule
def put_best(
    t: Table, s: State, seat: int, desk: Desk, nodes: Array, firsts: Array, n: int, today: bool
) -> int:
    """Write on the desk with which nodes the next day may begin, the best first; returns how many.

    Huskies that are tired in the evening are not in the morning. A catch-up card binds only `today`.
    """
    number, worths = 0, np.empty(WIDTH)
    for at in range(n):
        if today and not may_end(t, s, seat, desk, nodes[at]):
            continue
        worth, morning = worth_of(t, s, seat, desk, nodes[at], False), nodes[at] & ~(SLOT_SETS << AT_TIRED)
        if number == WIDTH and worth <= worths[WIDTH - 1]:
            continue
        if is_among(desk.out, number, morning):
            continue
        number = min(WIDTH, number + 1)
        k = number - 1
        while k > 0 and worths[k - 1] < worth:
            desk.out[k, 0], desk.out[k, 1], worths[k] = desk.out[k - 1, 0], desk.out[k - 1, 1], worths[k - 1]
            k -= 1
        first = state.END if firsts[at] == NONE else firsts[at]
        desk.out[k, 0], desk.out[k, 1], worths[k] = morning, first, worth
    return number


@rule
def is_among(out: Array, number: int, node: int) -> bool:
    """Is a node among the first of the desk?"""
    found = False
    for k in range(number):
        found |= out[k, 0] == node
    return found


@rule
def arrive(
    t: Table, s: State, seat: int, desk: Desk, nodes: Array, firsts: Array, n: int, worths: Array
) -> float:
    """Write what arriving on this day is worth, for the actions that lead there; returns the most."""
    most = 0.0
    for at in range(n):
        if nodes[at] & POSITIONS == desk.last:
            worth = worth_of(t, s, seat, desk, nodes[at], False)
            worths[firsts[at]] = max(worths[firsts[at]], worth)
            most = max(most, worth)
    return most
