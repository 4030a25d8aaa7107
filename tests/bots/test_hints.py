"""Hints: the best option first, and the reason from the part of the evaluation that differs most."""

from __future__ import annotations

import numpy as np
import pytest

import trailmix
from trailmix.bots import Budget, Seated, Stop
from trailmix.bots.hints import advise
from trailmix.engine.reasons import why_better
from trailmix.engine.rng import mind_of
from trailmix.engine.words import Message

PARTS = ("points", "hand")
BASE = [[10.0, -2.0], [8.0, -3.0], [4.0, -1.0]]


@pytest.mark.parametrize(
    ("seat", "part", "by", "said"),
    [
        (0, 0, 2.0, Message("hint.points", {"difference": "2.0"})),
        (0, 1, 0.5, Message("hint.hand", {"difference": "0.5"})),
        (1, 0, -4.0, Message("hint.points.others", {"difference": "2.0"})),
        (2, 1, -0.9, Message("hint.hand.others", {"difference": "0.5"})),
        (0, 0, 0.01, Message("hint.close")),
    ],
)
def test_the_reason_is_the_largest_difference(seat: int, part: int, by: float, said: Message) -> None:
    """Seat A gains, or one of two others loses, which is half as much on average."""
    best = np.array(BASE)
    best[seat, part] += by
    found = why_better(PARTS, 0, best, np.array(BASE))
    assert found.key == said.key
    if "difference" in said.values:
        assert abs(float(found.values["difference"]) - float(said.values["difference"])) < 0.06


@pytest.mark.parametrize(("by", "said"), [(9.94, "9.9"), (9.96, "10"), (26.4, "26")])
def test_a_large_difference_is_told_without_tenths(by: float, said: str) -> None:
    best = np.array(BASE)
    best[0, 0] += by
    assert why_better(PARTS, 0, best, np.array(BASE)).values["difference"] == said


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_a_hint_is_legal_and_says_why(slug: str) -> None:
    match, bot = (
        trailmix.new(slug, players=trailmix.game(slug).players[0], seed="hints"),
        Seated("rollout", "h"),
    )
    for _ in range(6):
        seat = match.actor
        assert seat is not None
        advice = advise(
            match.setup, match.seen_by(seat), mind_of("x", "test"), Stop(), Budget(simulations=40)
        )
        assert {one.action for one in advice.options} <= set(match.actions())
        assert 1 <= len(advice.options) <= 4
        assert match.say(advice.why).endswith(".")
        assert "{" not in match.say(advice.why)
        if len(match.actions()) == 1:
            assert advice.why == Message("hint.only")
        match.play(bot.choose(match.setup, match.seen_by(seat)))


def test_without_a_search_values_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trailmix.bots.hints.JIT", False)
    match = trailmix.new("hike_cards", players=3, seed="plain")
    seen = match.seen_by(match.actor or 0)
    advice = advise(match.setup, seen, mind_of("x", "test"), Stop())
    assert advice.why == Message("hint.one_turn")
    values = [one.value for one in advice.options]
    assert values == sorted(values, reverse=True)
    assert all(one.win is None for one in advice.options)
