"""The policies of Hike!: purposeful, blind to what their seat may not see; the search of a day is exact."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hike_dogsled.helpers import SHIPPED, deal, legal, pawn, play, race, seat, setup, to_move, view
from hike_dogsled.naive_cards import Data, Sled
from hike_dogsled.naive_race import Turn
from hike_dogsled.test_against_naive import rough
from trailmix.bots import Seated
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.insight import day_search
from trailmix.games.hike_dogsled.state import RACE
from trailmix.lab.simulate import simulate

SNOW = "S S S S / S S S S"


def chosen(match: Match, policy: str = "greedy") -> str:
    """What a policy plays, in notation."""
    return match.game.notation.write(match.setup, Seated(policy, "x").choose(match.setup, match.states))


# --- the search of a day --------------------------------------------------------------------------------


@rule
def _search(tables: Array, states: Array, number: int) -> tuple[int, float, int]:
    return day_search.search_day(tables[0], states[0], number, np.empty(day_search.RACE_ACTIONS))


def searched(match: Match) -> tuple[str, float]:
    """The best action of the racer to decide, and what its day is worth then."""
    action, worth, _ = _search(match.setup.table, match.states, match.actor or 0)
    return match.setup.notations[action], worth


def turn_of(match: Match) -> Turn:
    """The racer to decide, as the naive rules see it; not in the middle of a use."""
    name = "ABCDEF"[match.actor or 0]
    shown, held = seat(match, name), view(match, match.actor or 0).own
    assert held is not None
    data = Data.read(match.setup.data_text or SHIPPED)
    cards = {slot: one.husky for slot, one in shown.sled.items() if one.husky}
    equipped = {slot for slot, one in shown.sled.items() if one.equipped}
    landscapes = [each for each in view(match).track if each]
    return Turn(
        Sled(data, len(shown.sled) // 2, cards, equipped),
        tuple(data.track(landscapes)),
        at=shown.position or 0,
        tired=frozenset(slot for slot, one in shown.sled.items() if one.state == "tired"),
        resting=frozenset(slot for slot, one in shown.sled.items() if one.state == "rest"),
        equipment=held.hand.equipment,
        single=held.hand.singles,
        double=held.hand.doubles,
        duty="C" if shown.catch_up else "",
        to_rest=view(match).to_rest,
    )


def worth_of(turn: Turn, decided: bool) -> float:
    """What it is worth to end a day so, in fields: reckoned from the naive turn."""
    if turn.finished:
        return day_search.FINISHED + turn.strength()
    if decided:
        return turn.at + day_search.SMALL * turn.strength()
    left = turn.track[turn.at :]
    lying = sum(len(turn.sled.data.points(turn.sled.cards[slot])) for slot in turn.resting)
    needed = min(turn.equipment, sum(field.endswith("*") for field in left))
    worth = turn.at + day_search.SINGLE_WORTH * turn.single + day_search.DOUBLE_WORTH * turn.double
    worth += day_search.EQUIPMENT_WORTH * turn.equipment + day_search.NEEDED_EQUIPMENT * needed
    worth += day_search.SMALL * (len(turn.sled.cards) - len(turn.resting))
    worth -= day_search.REST_WORTH * len(left) * lying
    fresh = replace(turn, tired=frozenset(), ended=False)
    return worth if fresh.uses() else worth - day_search.BLOCKED


def race_situations(players: int, seed: int, **said: Any) -> list[Match]:
    """Decisions of a race, played by the fast policy with some whims, but none in the middle of a use."""
    match, bot, whims, found = deal(players, seed, **said), Seated("rollout", "x"), random.Random(seed), []
    while not match.over:
        racing = match.states["phase"][0] == RACE
        if racing and view(match).decision in ("step", "rest"):
            found.append(match.clone())
        action = bot.choose(match.setup, match.states)
        match.play(whims.choice(match.actions()) if racing and whims.random() < 0.3 else action)
    return found


@pytest.mark.rule("HD-RACE-3", "HD-EQUIP-9", "HD-CARE-1", "HD-CARE-4", "HD-RUL-29", "HD-RUL-49")
@pytest.mark.parametrize("seed", range(6))
def test_the_search_of_a_day_is_exact(seed: int) -> None:
    """The best of all ends of the day that the naive rules find."""
    data = rough(seed) if seed % 2 else None
    matches = race_situations(5 + seed % 2, seed, data=data)
    assert matches
    for match in random.Random(seed).sample(matches, min(8, len(matches))):
        turn = turn_of(match)
        length = len(turn.track)
        decided = any(each.position == length for each in view(match).seats)
        best = max(worth_of(end, decided) for end in turn.endings())
        action, worth = searched(match)
        assert worth == pytest.approx(best)
        assert action in match.legal()


@pytest.mark.rule("HD-CARE-3", "HD-EQUIP-3", "HD-CARE-6")
def test_following_the_search_leads_to_what_it_promised() -> None:
    """The day of worked example 5, and better: every step is the first of a best line of play."""
    match = race(
        "P I S I S P P S S P S S", A=("SP~ SIP~ SI~ SS / P~ Y S+ I", {"hand": "C D"}), B="P P P P / P P P P"
    )
    _, promised = searched(match)
    while to_move(match) == "A":
        action, worth = searched(match)
        assert worth == pytest.approx(promised)
        assert max(worth_of(end, False) for end in turn_of(match).endings()) == pytest.approx(promised)
        play(match, f"A {action}")
    assert (pawn(match, "A") or 0) >= 9


@pytest.mark.rule("HD-EQUIP-6", "HD-RUL-21")
@pytest.mark.parametrize(("held", "wanted"), [("E", "pay"), ("", "enter")])
def test_the_search_decides_in_front_of_a_field_too(held: str, wanted: str) -> None:
    match = race("S I* I I S S S S", A=("SIII Y Y Y / Y Y Y Y", {"hand": held}), B=SNOW)
    play(match, "A use T1")
    action, worth = searched(match)
    assert action in legal(match)
    if held:
        assert action == wanted
        match.play(action)
        assert seat(match, "A").position == 4
    assert worth > 0


def test_the_search_finishes_if_it_can() -> None:
    match = race(" ".join(["S"] * 8), A=("SS SSS S S / S S S S", {"position": 4}), B=SNOW)
    action, worth = searched(match)
    assert action in ("use T1", "use T2")
    assert worth == pytest.approx(day_search.FINISHED + 6)  # two huskies are enough


# --- policies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "games", "least"),
    [
        ("rollout random random", 150, 0.8),
        ("greedy random random", 60, 0.8),
        ("greedy rollout rollout", 400, 0.5),
        ("greedy rollout", 400, 0.6),
        ("rollout greedy", 400, 0.6),
    ],
)
def test_greedy_beats_rollout_beats_random(seats: str, games: int, least: float) -> None:
    """One against two, of whom an equal wins a third, and one against one, in both orders."""
    bots = seats.split()
    better = bots.index("greedy" if "greedy" in bots else "rollout")
    found = simulate(setup(len(bots)), games=games, seed=1, bots=bots).simulation.seats[better]
    assert found.win_share.low is not None
    assert found.win_share.low > least


def test_greedy_matches_are_as_long_as_the_ledger_says() -> None:
    """Roughly: Preparations of 8 to 10 days (6 to 7 of five and six), races of 3 to 5."""
    for players, least, most in ((2, 5, 12), (4, 5, 12), (6, 4, 10)):
        days, race_days = [], []
        for seed in range(6):
            match, bot = deal(players, f"length {seed}"), Seated("greedy", str(seed))
            while not match.over:
                match.play(bot.choose(match.setup, match.states))
            days.append(
                max(
                    event.values["day"]
                    for event in match.events
                    if event.kind in ("day_began", "another_day")
                )
            )
            race_days += [max((e.values["day"] for e in match.events if e.kind == "race_day"), default=0)]
        assert least <= sum(days) / len(days) <= most
        assert 2 <= sum(race_days) / len(race_days) <= 6
