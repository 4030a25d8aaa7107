"""Movement has one implementation: the search of a day ends days exactly as the rules do."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from hike_dogsled.test_against_naive import rough
from hike_dogsled.test_insight import race_situations
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.insight import day_search
from trailmix.games.hike_dogsled.rules import race
from trailmix.games.hike_dogsled.state import END, EXPERIENCED, NONE, SLOTS

MOST_ENDS = 1500
"""A day with more is left out: the rules take their time for each."""


@rule
def _begin(tables: Array, states: Array, seat: int) -> Array:
    """The nodes that the present decision leads to."""
    desk = day_search.make_desk(tables[0], states[0])
    return desk.out[: day_search.begin(tables[0], states[0], seat, desk), 0].copy()


@rule
def _expand(tables: Array, states: Array, seat: int, node: int) -> tuple[bool, Array]:
    """May the day end at a node, and to which nodes can it go on?"""
    desk = day_search.make_desk(tables[0], states[0])
    ends = day_search.may_end(tables[0], states[0], seat, desk, node)
    return ends, desk.out[: day_search.branch(tables[0], states[0], seat, desk, node), 0].copy()


@rule
def _go_on(tables: Array, states: Array, seat: int, action: int) -> tuple[bool, int]:
    """Carry out an action (or NONE) by the rules; is the racer asked again, and how does it stand?"""
    t, s = tables[0], states[0]
    turn, asked = s.turn, False
    if action != NONE:
        race.step_on(t, s, seat, action)
    while not asked and s.turn == turn:
        asked = race.run(t, s)
    return asked, day_search.node_now(s, seat)


def alike(nodes: Iterable[int], match: Match) -> set[int]:
    """The nodes, with as many youngsters at rest, but always the first ones: the search tells none apart."""
    sled = match.states["sled"][0, match.actor or 0]
    young = [1 << day_search.AT_REST + slot for slot in range(SLOTS) if sled[slot] >= EXPERIENCED]
    found = set()
    for node in nodes:
        lying = sum(node & bit != 0 for bit in young)
        found.add(node & ~sum(young) | sum(young[:lying]))
    return found


def ends_by_search(match: Match) -> set[int]:
    """Every way that the day can end, as the search sees it."""
    tables, seat = match.setup.table, match.actor or 0
    to_do = [int(node) for node in _begin(tables, match.states, seat)]
    seen, ends = set(to_do), set()
    while to_do:
        node = to_do.pop()
        may_end, branches = _expand(tables, match.states, seat, node)
        if may_end:
            ends.add(node)
        new = {int(branch) for branch in branches} - seen
        seen |= new
        to_do += new
    return ends


def ends_by_rules(match: Match) -> set[int]:
    """Every way that the day can end: all that may be done is done, on copies."""
    tables, seat = match.setup.table, match.actor or 0
    to_do, seen, ends = [(match.states.copy(), NONE)], set(), set()
    while to_do:
        states, action = to_do.pop()
        asked, node = _go_on(tables, states, seat, action)
        if not asked:
            ends.add(node)
            continue
        doing = (node, *(int(states[name][0]) for name in ("decision", "husky", "moved", "to_rest")))
        if (*doing, states["left"].tobytes()) in seen:
            continue
        seen.add((*doing, states["left"].tobytes()))
        actions = match.clone()
        actions.put(states)
        for each in actions.actions():
            if each == END:
                ends.add(node)
            else:
                to_do.append((states.copy(), each))
    return ends


@pytest.mark.rule("HD-RACE-4", "HD-RACE-8", "HD-EQUIP-7", "HD-EQUIP-8", "HD-CARE-2", "HD-CARE-3", "HD-RUL-29")
@pytest.mark.parametrize("seed", range(10))
def test_the_search_and_the_rules_see_the_same_ends_of_a_day(seed: int) -> None:
    data = rough(seed) if seed % 2 else None
    matches = race_situations(3 + seed % 4, seed, data=data)
    compared = 0
    for match in random.Random(seed).sample(matches, len(matches)):
        ends = ends_by_search(match)
        if len(ends) <= MOST_ENDS:
            assert alike(ends_by_rules(match), match) == alike(ends, match)
            compared += len(ends) > 1
        if compared == 6:
            break
    assert compared
