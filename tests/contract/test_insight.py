"""What search asks of a game: values whose best greedy plays, evaluations that are numbers, fair redeals."""

from __future__ import annotations

import numpy as np

from contract.cases import Case, every_case, situations, viewers
from trailmix.bots import Seated
from trailmix.engine import border
from trailmix.engine.insight import MOST_LEGAL, MOST_PARTS
from trailmix.engine.record import copied
from trailmix.engine.rng import key_of

MOST_TRIES = 1000
"""Deals that a game may try until one fits what play has shown."""


@every_case
def test_greedy_plays_the_best_of_the_values(case: Case) -> None:
    for match in situations(case, 6):
        actions, values = np.zeros(match.game.max_legal, np.int64), np.full(match.game.max_legal, np.nan)
        before = match.states.tobytes()
        bot = Seated("greedy", "x")
        number = border.values(match.setup.table, match.states, bot.mind.copy(), actions, values)
        assert match.states.tobytes() == before
        assert actions[:number].tolist() == match.actions()
        assert not np.isnan(values[:number]).any()
        chosen = match.actions().index(bot.choose(match.setup, match.states))
        assert values[chosen] >= values[:number].max() - 1e-6
    assert match.game.max_legal <= MOST_LEGAL


@every_case
def test_a_position_is_worth_a_number_to_every_seat(case: Case) -> None:
    for match in situations(case, 6, over=True):
        out = np.full((match.players, MOST_PARTS), np.nan)
        before = match.states.tobytes()
        border.evaluate(match.setup.table, match.states, out)
        assert np.isfinite(out).all()
        assert not out[:, len(match.game.evaluation) :].any()
        assert match.states.tobytes() == before
        border.horizon(match.setup.table, match.states)
    assert len(match.game.evaluation) <= MOST_PARTS


@every_case
def test_a_redeal_says_how_many_deals_it_tried(case: Case) -> None:
    """Positions of real play are always dealt fairly, for whoever looks at them."""
    for match in situations(case, 6):
        for n in range(10):
            for seat in viewers(match):
                states = copied(match.states)
                tries = border.redeal(match.setup.table, states, seat, key_of(str(n), "tries"))
                assert 1 <= tries <= MOST_TRIES, "0 is a deal that does not fit"
