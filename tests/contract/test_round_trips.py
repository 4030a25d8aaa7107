"""Positions and replays give the match back: the whole of it, and as each seat knows it."""

from __future__ import annotations

import numpy as np

import trailmix
from contract.cases import Case, every_case, facts, play_on, situation, situations
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR


@every_case
def test_a_position_gives_the_match_back(case: Case) -> None:
    for match in situations(case, 5, over=True):
        text = match.position()
        again = trailmix.load(text)
        assert again.position() == text
        for name in (*facts(match.game.state), "key", "counter"):
            assert again.states[name].tobytes() == match.states[name].tobytes(), name
        assert again.legal() == match.legal()
        assert again.public_json() == match.public_json()
        # The chance ahead is the same, too.
        assert situation(play_on(again, 0, 30)) == situation(play_on(match, 0, 30))


@every_case
def test_a_position_as_somebody_knows_it_tells_no_more(case: Case) -> None:
    """It can be loaded: what it leaves open is dealt by the seed, and what was known is as it was."""
    for match in situations(case, 4, over=True):
        for seat in {SPECTATOR, match.actor or 0, match.players - 1}:
            seen = match.seen_by(seat)
            text = Match(match.setup, seen).position()
            assert "chance" not in text
            again = trailmix.load(text)
            assert again.actor == match.actor
            for name in facts(match.game.state):
                assert again.seen_by(seat)[name].tobytes() == seen[name].tobytes(), name
            assert Match(match.setup, again.seen_by(seat)).position() == text


@every_case
def test_a_replay_gives_the_same_bytes(case: Case) -> None:
    for match in situations(case, 4, over=True):
        again = trailmix.load(match.replay())
        assert again.states.tobytes() == match.states.tobytes()
        assert again.events == match.events
        assert again.replay() == match.replay()


@every_case
def test_the_bytes_of_a_state_are_the_state(case: Case) -> None:
    for match in situations(case, 3):
        states = np.frombuffer(match.states.tobytes(), match.game.state.dtype).copy()
        again = Match(match.setup, states)
        assert again.position() == match.position()
        assert play_on(again, 1).states.tobytes() == play_on(match, 1).states.tobytes()
