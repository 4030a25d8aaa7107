"""Whole matches played by the rules and by a second implementation side by side: they agree in everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trailmix
from snow_tails import naive
from snow_tails.helpers import all_courses, deal
from snow_tails.shadow import Shadow, careful, mixed
from snow_tails.tracks import examples, lines
from trailmix.engine.match import Match

Chooser = Callable[[naive.Race, random.Random], str]

ODD_COURSES = [
    "start S finish:R",
    "start UL/1 finish:R",
    "start CL/1 CR/9 CL CL UR/2 UL finish:L",
    "start S(1.1,2.1,3.1,4.1,5.1) T() H DL DR T finish:L",
    "start H H DL DR UR T T(1.1,1.2,1.3) finish:R",
    "start S S S S finish:L",
]


def follow(match: Match, choose: Chooser, whims: random.Random, previews: int) -> Counter[str]:
    """Play a match to its end beside its shadow; what happened in it, counted."""
    shadow, happened = Shadow(match), Counter[str]()
    shadow.compare()
    while not match.over:
        if whims.randrange(previews) == 0:
            happened["previews"] += shadow.compare_previews()
        happened.update(event.kind for event in shadow.play(choose(shadow.race, whims)))
        shadow.compare()
    return happened


RACES = [
    (course, 2 + (number + more) % 4)
    for number, course in enumerate([*all_courses(), *ODD_COURSES])
    for more in (0, 2)
]
"""Every course with few and with many sleds, and all numbers of them."""


@pytest.mark.parametrize(("course", "players"), RACES)
def test_careless_and_careful_races(course: str, players: int) -> None:
    """Careless sleds are soon wrecked, careful ones finish."""
    for number, choose in enumerate((any_action, mixed, careful)):
        whims = random.Random(f"{course} {players} {number}")
        follow(deal(players, number, course), choose, whims, previews=8)


def any_action(race: naive.Race, whims: random.Random) -> str:
    return whims.choice(sorted(race.legal()))


@pytest.mark.parametrize(("players", "cycles"), [(2, 2), (3, 1), (5, 1)])
def test_seasons(players: int, cycles: int) -> None:
    courses = [[*ODD_COURSES, "dagger"][n % 7] for n in range(players * cycles)]
    happened = follow(deal(players, 1, *courses), mixed, random.Random(players), previews=20)
    assert happened["race_ended"] == players * cycles


@given(line=lines(most=5), players=st.integers(2, 5), seed=st.integers(0, 2**32))
@examples(15)
def test_any_course(line: str, players: int, seed: int) -> None:
    course = f'[course]\ntrack = "{line}"\nbox_limits = false\n'
    match = trailmix.new("snow_tails", players=players, seed=seed, options={"course": course})
    follow(match, mixed, random.Random(seed), previews=10)


@pytest.mark.rule("ST-R-30")
def test_races_that_are_stopped() -> None:
    happened = follow(deal(3, 1, "nutcracker", most_rounds=6), careful, random.Random(1), previews=100)
    assert happened["stopped"] == 1


def test_everything_that_can_happen_has_happened() -> None:
    """Such matches would see nothing of a rule that never comes up in them."""
    happened = follow(deal(5, 0, "bruce"), any_action, random.Random(0), previews=1000)
    for seed in range(3):
        for choose in (any_action, mixed, careful):
            match = deal(5, seed, "start S(1.1,2.1,3.1,4.1,5.1) CL/1 finish:L")
            happened += follow(match, choose, random.Random(seed), previews=1000)
    kinds = {kind.name for kind in trailmix.game("snow_tails").events.values()}
    assert kinds - set(happened) <= {"race_began", "stopped"}  # those are above
