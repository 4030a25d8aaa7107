"""Search: alike with any number of threads, stopped at once, bounded in memory, right where that is known."""

from __future__ import annotations

import threading
import tracemalloc

import numpy as np
import pytest

import trailmix
from trailmix.bots import Budget, Search, Seated, Stop
from trailmix.bots.playing_out import FIRST_PART, NOTHING, UNIT, WIN
from trailmix.bots.quick import GREEDY, ROLLOUT
from trailmix.bots.quick import choose as choose_quickly
from trailmix.bots.search import Desk, SearchOptions
from trailmix.engine import border
from trailmix.engine.insight import MOST_PARTS
from trailmix.engine.kernels import JIT
from trailmix.engine.match import Match
from trailmix.engine.rng import Mind, U, mind_of, siphash

pytestmark = pytest.mark.skipif(not JIT, reason="a search takes too long as plain Python")
GAMES = trailmix.game_names()


def midway(slug: str, decisions: int = 20) -> Match:
    """A match after some decisions, where there is a choice."""
    match = trailmix.new(slug, players=trailmix.game(slug).players[0], seed="midway")
    bot = Seated("rollout", "midway")
    while len(match.moves) < decisions or len(match.actions()) < 3:
        assert match.actor is not None
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    return match


def compared(
    match: Match, options: SearchOptions | None = None, budget: Budget | None = None
) -> list[object]:
    assert match.actor is not None
    bot = Search(options, budget or Budget(simulations=120))
    found = bot.compare(match.setup, match.seen_by(match.actor), mind_of("x", "test"), Stop())
    return [(one.action, one.deals, one.payoff, one.win, one.parts.tolist()) for one in found]


@pytest.mark.parametrize("slug", GAMES)
def test_threads_change_nothing(slug: str) -> None:
    match = midway(slug)
    one = compared(match)
    assert compared(match, SearchOptions(threads=2)) == one
    assert compared(match, SearchOptions(threads=5)) == one


@pytest.mark.parametrize("slug", GAMES)
def test_the_budget_is_kept_and_halved(slug: str) -> None:
    match, seat = midway(slug), 0
    seat = match.actor or 0
    found = Search(SearchOptions(candidates=8), Budget(simulations=400)).compare(
        match.setup, match.seen_by(seat), mind_of("x", "test"), Stop()
    )
    deals = [one.deals for one in found]
    assert sum(deals) <= 400
    assert deals == sorted(deals, reverse=True)
    assert len(found) < 3 or deals[0] > deals[-1]
    assert all(0 <= one.payoff <= 1 and 0 <= one.win <= 1 for one in found)


def test_a_search_is_stopped_and_answers() -> None:
    match, stop = midway("alpina"), Stop()
    threading.Timer(0.2, stop.set).start()
    bot = Search(None, Budget(simulations=10**9))
    assert (
        bot.choose(match.setup, match.seen_by(match.actor or 0), mind_of("x", "test"), stop)
        in match.actions()
    )
    assert stop.is_set


def test_a_search_that_is_stopped_before_it_begins_plays_as_greedy() -> None:
    match, stop = midway("hike_cards"), Stop()
    stop.set()
    seen = match.seen_by(match.actor or 0)
    found = Search().compare(match.setup, seen, mind_of("x", "test"), stop)
    assert {one.deals for one in found} == {0}
    assert found[0].value == max(one.value for one in found)


def test_time_is_a_limit() -> None:
    match = midway("alpina")
    found = Search(None, Budget(seconds=0.02)).compare(
        match.setup, match.seen_by(match.actor or 0), mind_of("x", "test"), Stop()
    )
    assert found[0].deals > 0


def test_memory_does_not_grow_with_the_budget() -> None:
    match, peaks = midway("hike_cards"), []
    for simulations in (100, 10_000):
        tracemalloc.start()
        compared(match, budget=Budget(simulations=simulations))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2 * peaks[0] + 100_000


def test_the_last_decision_of_alpina_is_played_exactly() -> None:
    """Behind it nothing is hidden: the best place, then the largest lead."""
    for seed in range(4):
        match, bot = trailmix.new("alpina", players=2, seed=f"last {seed}"), Seated("greedy", "last")
        while len(match.moves) < match.game.max_decisions - 1:
            match.play(bot.choose(match.setup, match.seen_by(match.actor or 0)))
        seat = match.actor or 0

        def result(action: int, match: Match = match, seat: int = seat) -> tuple[int, int]:
            twin = match.clone()
            twin.play(action)
            scores = twin.scores()
            return -(twin.places()[seat] or 9), scores[seat] - scores[1 - seat]

        best = max(result(action) for action in match.actions())
        chosen = Search(SearchOptions(candidates=50), Budget(simulations=60)).choose(
            match.setup, match.seen_by(seat), mind_of("x", "test"), Stop()
        )
        assert result(chosen) == best


def test_what_greedy_settles_is_not_searched() -> None:
    """A race day of Hike! is searched exactly already."""
    match, bot = trailmix.new("hike_dogsled", players=2, seed="race"), Seated("greedy", "race")
    while "step" not in str(match.prompt()).casefold() and match.view().phase != "race":  # type: ignore[attr-defined]
        match.play(bot.choose(match.setup, match.seen_by(match.actor or 0)))
    seen, stop = match.seen_by(match.actor or 0), Stop()
    stop.set()
    chosen = Search().choose(match.setup, seen, mind_of("x", "test"), stop)
    assert chosen == Seated("greedy", "x").bot.choose(match.setup, seen, mind_of("x", "test"), stop)


@pytest.mark.parametrize(("slug", "greedy"), [("snow_tails", 1000), ("hike_dogsled", 12), ("alpina", 5)])
def test_greedy_begins_a_play_out(slug: str, greedy: int) -> None:
    """The first decisions are greedy's, while the match is in the same part; the others are rollout's."""
    match, key = midway(slug), np.array([5, 6], np.uint64)
    part, actions = border.horizon(match.setup.table, match.states), np.array(match.actions()[:2])
    settings = SearchOptions(greedy=greedy, cut=4000, horizon=False, turn=False).settings(match.setup)
    with Desk(match.setup, match.states, key, settings, NOTHING) as desk:
        _, sums = desk.play(actions, 0, 1, Stop())
    for n, action in enumerate(actions.tolist()):
        twin, mind, out = match.clone(), Mind.new(), np.zeros(match.game.max_legal, np.int64)
        mind[0]["key"] = [siphash(key[0], key[1], U(1)), siphash(key[0], key[1], U(0))]
        twin.play(action)
        for nth in range(4000):
            if twin.over:
                break
            well = nth < greedy and border.horizon(twin.setup.table, twin.states) == part
            twin.play(choose_quickly(twin.setup.table, twin.states, mind, GREEDY if well else ROLLOUT, out))
        assert (sums[n, :, WIN] > 0).tolist() == [seat in twin.winners() for seat in range(twin.players)]
        worth = np.zeros((twin.players, MOST_PARTS))
        border.evaluate(twin.setup.table, twin.states, worth)
        assert (sums[n, :, FIRST_PART:] == (UNIT * worth).astype(np.int64)).all()


def test_sums_are_whole_numbers() -> None:
    """So they do not depend on the order of adding."""
    match = midway("snow_tails")
    rows = compared(match)
    for row in rows:
        payoff, deals = row[2], row[1]  # type: ignore[index]
        assert np.isclose(payoff * deals * (1 << 20), round(payoff * deals * (1 << 20)), atol=1e-3)
