"""Bots play what is legal, leave the state alone, and do not peek."""

from __future__ import annotations

import pytest

from contract.cases import Case, every_case, redealt, situations
from trailmix.bots import Budget, Seated, names

FEW = Budget(simulations=12)
"""A search plays the same way with few, and the suite has many situations."""
every_bot = pytest.mark.parametrize("bot", names())


@every_case
@every_bot
def test_a_bot_plays_what_is_legal_and_changes_nothing(case: Case, bot: str) -> None:
    for match in situations(case, 8):
        before = match.states.tobytes()
        assert Seated(bot, "x", FEW).choose(match.setup, match.states) in match.actions()
        assert match.states.tobytes() == before


@every_case
@every_bot
def test_a_bot_does_not_peek(case: Case, bot: str) -> None:
    """Another deal of all that its seat cannot see, or a blank in its place, leads to the same choice."""
    differed = 0
    for match in situations(case, 8):
        seat = match.actor
        assert seat is not None
        choice = Seated(bot, "x", FEW).choose(match.setup, match.states)
        assert Seated(bot, "x", FEW).choose(match.setup, match.seen_by(seat)) == choice
        for name in ("one", "another"):
            twin = redealt(match, seat, name)
            differed += twin.states.tobytes() != match.states.tobytes()
            assert Seated(bot, "x", FEW).choose(match.setup, twin.states) == choice
    assert differed > 0


@every_case
def test_bots_play_a_match_to_its_end_the_same_one_again(case: Case) -> None:
    played = []
    for _ in range(2):
        match = situations(case, 1)[0]
        bots = [Seated(("greedy", "rollout")[seat % 2], str(seat)) for seat in range(match.players)]
        while (actor := match.actor) is not None:
            match.play(bots[actor].choose(match.setup, match.seen_by(actor)))
        assert len(match.moves) <= match.game.max_decisions
        played.append(match.replay())
    assert played[0] == played[1]
