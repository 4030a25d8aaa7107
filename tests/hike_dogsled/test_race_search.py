"""The search of a whole race: the fewest days, and as fit at the finish as can be."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from hike_dogsled.helpers import own, pawn, race, seat, view
from hike_dogsled.naive_race import Turn
from hike_dogsled.test_insight import turn_of
from trailmix.bots import Seated
from trailmix.engine.match import Match

STUCK = "P P P P / P P P P"  # in front of a field of snow
SEARCH = "search:simulations=1"
HUSKIES = ("S", "SS", "SI", "SP", "I", "P", "SIP", "II", "SSI")
HANDS = ("", "C", "C C", "D", "C D", "E C")


def short_race(seed: int) -> Match:
    """A race of a few huskies against one who is stuck, on a short track: there are few ways to end a day."""
    chance = random.Random(seed)
    huskies = [*(chance.choice(HUSKIES) for _ in range(4)), *["Y"] * 4]
    chance.shuffle(huskies)
    fields = [chance.choice("SSSSIP") + ("*" if chance.random() < 0.1 else "") for _ in range(9)]
    sled = f"{' '.join(huskies[:4])} / {' '.join(huskies[4:])}"
    return race("S " + " ".join(fields), A=(sled, {"hand": chance.choice(HANDS)}), B=STUCK)


def best_race(turn: Turn) -> tuple[int, int] | None:
    """The fewest days to the finish, and how fit one can arrive: every way through all days is tried."""
    mornings = {turn}
    for day in range(1, 8):
        evenings = {end for morning in mornings for end in morning.endings()}
        if arrived := [end.strength() for end in evenings if end.finished]:
            return day, max(arrived)
        mornings = {replace(end, tired=frozenset(), ended=False) for end in evenings}
    return None


def raced(match: Match, bot: str) -> tuple[int, int] | None:
    """The days that A takes if the bot plays for A, and how fit A arrives; None if A does not."""
    seated, length = Seated(bot, "x"), len(turn_of(match).track)
    while not match.over:
        match.play(seated.choose(match.setup, match.states))
    held = own(match, "A").hand
    fit = (seat(match, "A").ready_huskies or 0) + held.singles + 2 * held.doubles
    return (view(match).day, fit) if pawn(match, "A") == length else None


@pytest.mark.rule("HD-END-1", "HD-END-3")
@pytest.mark.parametrize("seed", range(24))
def test_a_race_is_the_best_that_the_naive_rules_find(seed: int) -> None:
    """A race searched from day to day: no day sooner, and at the finish as fit as can be."""
    match = short_race(seed)
    best = best_race(turn_of(match))
    assert raced(match, SEARCH) == best


def test_what_a_day_seems_worth_is_not_what_decides() -> None:
    """Whoever saves care cards for later days arrives a day later, or less fit, than one who looks ahead."""
    assert (raced(short_race(10), "greedy"), raced(short_race(10), SEARCH)) == ((3, 5), (2, 3))
    assert (raced(short_race(8), "greedy"), raced(short_race(8), SEARCH)) == ((3, 4), (3, 6))


def test_a_racer_behind_one_who_has_arrived_looks_at_this_day_alone() -> None:
    """This is the last day (HD-END-1): whoever cannot arrive on it goes as far as can be."""
    runs, creeps = "SSS SSS SSS SSS / S S S S", "SS S Y Y / Y Y Y Y"
    places = {"day": 2, "order": "B A", "to_move": "B"}
    match = race(
        " ".join("S" * 12), A=(creeps, {"position": 3, "hand": "C"}), B=(runs, {"position": 2}), **places
    )
    while not match.over:
        match.play(Seated(SEARCH, "x").choose(match.setup, match.states))
    assert (pawn(match, "A"), pawn(match, "B")) == (8, 12)  # three fields, and two more by the care card
    assert own(match, "A").hand.singles == 0
