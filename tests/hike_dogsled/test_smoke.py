"""Whole matches at random: whatever happens, everything that is shown, told and written holds together."""

from __future__ import annotations

import random

import numpy as np
import pytest

import trailmix
from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.rng import key_of
from trailmix.games.hike_dogsled import GAME

OPTIONS: tuple[dict[str, bool], ...] = (
    {},
    {"loose": True},
    {"simultaneous": True},
    {"loose": True, "simultaneous": True},
)


def sensible(match: Match, whim: random.Random) -> int:
    """A random action, but one that leads somewhere more often than not."""
    actions = match.actions()
    words = match.setup.notations
    if match.view().decision == "action" and whim.random() < 0.7:  # type: ignore[attr-defined]
        placing = [n for n in actions if words[n].startswith(("draft", "place")) and "hand" not in words[n]]
        return whim.choice(placing or actions)
    if words[actions[0]] == "end" and len(actions) > 1 and whim.random() < 0.9:
        return whim.choice(actions[1:])
    return whim.choice(actions)


def check(match: Match) -> None:
    broken = border.check(match.setup.table, match.states)
    assert broken == 0, GAME.invariants[broken]


def look(match: Match) -> None:
    """Everything that can be asked of a match."""
    match.prompt()
    for seat in range(-1, match.players):
        view = match.view(seat)
        assert (view.own is None) == (seat < 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("players", "options"), list(zip((2, 4, 5, 6), OPTIONS, strict=True)), ids=str)
def test_random_matches(players: int, options: dict[str, bool]) -> None:
    match = trailmix.new("hike_dogsled", players, players, options=options)
    whim = random.Random(players)
    check(match)
    look(match)
    while not match.over:
        actions = match.actions()
        forced = match.setup.notations[actions[0]].startswith(
            "use"
        )  # the only husky that can run, and has to
        assert len(actions) > 1 or forced
        for other in whim.sample(range(GAME.n_actions), 30):
            assert (match.why(other) is None) == (other in actions), match.setup.notations[other]
        played = sensible(match, whim)
        actor = match.actor
        assert actor is not None
        ahead = match.outlook([played], actor)
        look(ahead.match)
        for event in match.play(played):
            for seat in range(-1, players):
                match.say(event.seen_by(seat).message)
        check(match)
        look(match)
        if whim.random() < 0.2:
            same = trailmix.load(match.position())
            assert same.position() == match.position()
            assert same.states.tobytes() == match_without_events(match)
        if whim.random() < 0.2:
            redealt(match, whim.randrange(-1, players), str(whim.random()))
    trailmix.load(match.replay())


def match_without_events(match: Match) -> bytes:
    states = match.states.copy()
    states["events"], states["n_events"] = 0, 0
    return states.tobytes()


def redealt(match: Match, seat: int, seed: str) -> None:
    """Alike from the truth and from what the seat knows; it can be; the seat sees no difference."""
    states, seen = match.states.copy(), match.seen_by(seat).copy()
    for record in (states, seen):
        border.redeal(match.setup.table, record, seat, key_of(seed, "redeal"))
        record["events"], record["n_events"] = 0, 0
    names = [name for name in states.dtype.names or () if not np.array_equal(states[name], seen[name])]
    assert names == []
    broken = border.check(match.setup.table, states)
    assert broken == 0, GAME.invariants[broken]
    twin = Match(match.setup, states)
    assert twin.public_json() == match.public_json()
    if seat >= 0:
        assert twin.own_json(seat) == match.own_json(seat)
