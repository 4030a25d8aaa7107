"""Levels: five names, mistakes that cost little, and a stand-in while nothing is compiled."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import trailmix
from trailmix import bots
from trailmix.bots import LEVELS, USUAL, Seated, Whimsical, levels, make
from trailmix.bots.levels import Whims
from trailmix.engine import border
from trailmix.engine.rng import mind_of


def test_there_are_five_and_a_usual_one() -> None:
    assert LEVELS == ("first_match", "pup", "trail_dog", "lead_dog", "musher")
    assert set(LEVELS) <= set(bots.names())
    assert USUAL in LEVELS


@pytest.mark.parametrize("slug", ["hike_cards", "alpina"])
def test_a_whim_takes_what_costs_little_more_often(slug: str) -> None:
    match = trailmix.new(slug, players=trailmix.game(slug).players[0], seed="whims")
    seen, mind = match.seen_by(match.actor or 0), mind_of("whims", "test")
    actions, values = np.zeros(match.game.max_legal, np.int64), np.zeros(match.game.max_legal)
    number = border.values(match.setup.table, seen, mind, actions, values)
    worth = dict(zip(actions[:number].tolist(), values[:number].tolist(), strict=True))
    best = max(worth.values())
    for whim, least in ((1e-9, best), (1e9, min(worth.values()))):
        bot = Whimsical(Whims(whim))
        drawn = Counter(bot.choose(match.setup, seen, mind, bots.Stop()) for _ in range(300))
        assert min(worth[action] for action in drawn) >= least - 1e-6
        assert (len(drawn) == 1) <= (whim < 1 or number == 1)


def test_a_level_plays_each_game_as_its_file_says() -> None:
    whim = levels.FirstMatch().thinker(trailmix.game("hike_cards").setup(3)).options.whim
    assert whim == trailmix.game("hike_cards").tuning.whims["first_match"]
    assert levels.Pup().thinker(trailmix.game("hike_cards").setup(3)).options.whim < whim
    alpina = trailmix.game("alpina")
    thinks = levels.LeadDog().thinker(alpina.setup(2)).budget
    assert thinks == bots.Budget(simulations=alpina.tuning.simulations["lead_dog"])
    assert thinks != levels.LeadDog().thinker(trailmix.game("hike_cards").setup(3)).budget


def test_a_budget_can_only_shorten_the_thinking_of_a_level() -> None:
    setup = trailmix.game("alpina").setup(2)
    usual = setup.game.tuning.simulations["musher"]
    for given, simulations in ((None, usual), (10, 10), (10**6, usual)):
        level = make("musher", bots.Budget(given, 0.5))
        assert isinstance(level, levels.Level)
        assert level.thinker(setup).budget == bots.Budget(simulations, 0.5)


def test_uncompiled_levels_that_search_have_a_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (levels, bots.search):
        monkeypatch.setattr(module, "JIT", False)
    assert bots.stand_ins() == {"lead_dog": "trail_dog", "musher": "trail_dog"}
    match = trailmix.new("hike_cards", players=3, seed="plain")
    seen = match.seen_by(match.actor or 0)
    chosen = [
        make(name).choose(match.setup, seen, mind_of("x", "t"), bots.Stop()) for name in ("musher", USUAL)
    ]
    assert chosen[0] == chosen[1]
    monkeypatch.setattr(levels, "JIT", True)
    assert bots.stand_ins() == {}


def test_a_level_sits_at_a_table() -> None:
    match = trailmix.new("hike_cards", players=3, seed="levels")
    for level in LEVELS:
        assert match.actor is not None
        bot = Seated(level, "x", bots.Budget(simulations=4))
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
