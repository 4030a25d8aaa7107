"""The game is played: whole matches for every number of players. `python -m pytest` runs it."""

from __future__ import annotations

import random

import pytest
from trick import GAME

from trailmix.engine import border
from trailmix.engine.match import Match
from trailmix.engine.replay import new


@pytest.fixture(params=GAME.players)
def match(request: pytest.FixtureRequest) -> Match:
    return new(GAME.setup(request.param), seed=1)


@pytest.mark.rule("TR-DEAL-1", "TR-END-1")
def test_a_match_is_played_to_its_end(match: Match) -> None:
    whim = random.Random(1)
    while match.actor is not None:
        assert border.check(match.setup.table, match.states) == 0
        assert match.view(match.actor)
        assert match.prompt()
        match.play(whim.choice(match.actions()))
    assert 1 in match.places()


def test_whatever_may_not_be_played_has_a_reason(match: Match) -> None:
    for action in range(GAME.n_actions):
        assert (match.why(action) is None) == (action in match.actions())
