"""The cases of the suite (each game with the fewest and the most players, by its options), and situations."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from trailmix.bots import Seated
from trailmix.engine import border, replay
from trailmix.engine.game import Setup, find, slugs
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array, StateRecord, copied
from trailmix.engine.rng import key_of

SLUGS = sorted({*slugs(), "trick"})
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "hike_cards": [{}, {"target": 12}],
    "hike_dogsled": [{}, {"loose": True, "simultaneous": True}],
    "snow_tails": [{}, {"edition": "renegade", "course": "start S(3.1) CL/1 finish:L", "most_rounds": 30}],
}
"""The options that matter; a game without a line is played as always."""
FEWEST, MOST = 0, -1
MATCHES = 2
"""Whole matches that situations are taken from, for each case."""


@dataclass(frozen=True)
class Case:
    """A game, by how many it is played (the fewest or the most), and its options."""

    slug: str
    which: int
    variant: int

    def __str__(self) -> str:
        number = {FEWEST: "fewest", MOST: "most"}[self.which]
        return f"{self.slug}-{number}" + (f"-{self.variant}" if self.variant else "")

    @property
    def options(self) -> dict[str, Any]:
        """The options of the case."""
        return options_of(self.slug)[self.variant]

    @property
    def setup(self) -> Setup:
        """What never changes in a match of it."""
        game = find(self.slug)
        return game.setup(game.players[self.which], self.options)


def options_of(slug: str) -> list[dict[str, Any]]:
    """The options by which a game is tried."""
    return OPTIONS.get(slug, [{}])


CASES = [
    Case(slug, which, variant)
    for slug in SLUGS
    for which in (FEWEST, MOST)
    for variant in range(len(options_of(slug)))
]
every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_game = pytest.mark.parametrize("slug", SLUGS)


# --- situations -----------------------------------------------------------------------------------------


@cache
def whole_match(case: Case, seed: int) -> Match:
    """A match to its end, half of it at random and half by the fast policy, so that it comes to one."""
    match, bot, whims = (
        replay.new(case.setup, seed=seed, salt="salt"),
        Seated("rollout", str(seed)),
        random.Random(seed),
    )
    while (actor := match.actor) is not None:
        sensible = whims.random() < 0.5
        match.play(
            bot.choose(match.setup, match.seen_by(actor)) if sensible else whims.choice(match.actions())
        )
    return match


def situations(case: Case, number: int, *, over: bool = False) -> list[Match]:
    """Matches of a case as they stood at so many decisions each, from the first to the last (or the end)."""
    found = []
    for seed in range(MATCHES):
        match = whole_match(case, seed)
        last = len(match.moves) - (not over)
        for played in sorted({round(at) for at in np.linspace(0, last, number)}):
            twin = match.clone()
            twin.rewind(played)
            found.append(twin)
    return found


def play_on(match: Match, seed: int, decisions: int = 1_000_000) -> Match:
    """Play at random, so many decisions or to the end."""
    whims = random.Random(seed)
    while decisions > 0 and not match.over:
        match.play(whims.choice(match.actions()))
        decisions -= 1
    return match


def viewers(match: Match) -> range:
    """An onlooker, and every seat."""
    return range(SPECTATOR, match.players)


# --- what is hidden -------------------------------------------------------------------------------------


def facts(plan: type[StateRecord]) -> list[str]:
    """The fields of a state that are the situation: all but chance and what the last action noted."""
    return [name for name in plan.fields if name not in StateRecord.__annotations__]


def situation(match: Match) -> tuple[bytes, ...]:
    """The situation itself, whatever chance will bring and however it came about."""
    return tuple(match.states[name].tobytes() for name in facts(match.game.state))


def redealt(match: Match, seat: int, name: str, states: Array | None = None) -> Match:
    """The match with all that a seat cannot know dealt anew, from the truth or from other states."""
    twin = Match(match.setup, copied(match.states if states is None else states))
    border.redeal(twin.setup.table, twin.states, seat, key_of(name, "contract"))
    return twin


def possibilities(match: Match, seat: int, number: int) -> list[tuple[bytes, ...]]:
    """The situation as it may be for all that a seat knows, so many times."""
    return [situation(redealt(match, seat, str(n))) for n in range(number)]


def shown_to(match: Match, seat: int) -> bytes:
    """All that is sent to a seat of what is."""
    return msgspec.json.encode([match.view(seat), match.prompt()])
