"""Analysis of a match: the same figures for the same match, honest ones for a seat, and what decided it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
import pytest
from make_analyses import FILE, MATCHES, figures, golden

import trailmix
from trailmix.bots import Seated, Stop
from trailmix.engine import border
from trailmix.engine.errors import BadOption
from trailmix.engine.kernels import JIT
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.engine.rng import key_of
from trailmix.lab.analysis import (
    GRADES,
    Analysis,
    Chances,
    Decision,
    Stopped,
    Swing,
    analyse,
    around_turn,
    at_steps,
    deciding,
    judge,
    moments,
    percent,
)

pytestmark = pytest.mark.skipif(not JIT, reason="a search takes too long as plain Python")
STORED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
GAMES = trailmix.game_names()


def before(match: Match, n: int) -> Array:
    """The position in which decision n of a match was made."""
    return np.frombuffer(match.moves[n].before, match.game.state.dtype).copy()


@pytest.mark.parametrize("slug", MATCHES)
def test_the_figures_of_a_golden_match_are_the_stored_ones(slug: str) -> None:
    """If they are meant to change: ``python tests/lab/make_analyses.py``."""
    assert STORED.keys() == MATCHES.keys() == set(GAMES)
    found = figures(golden(slug))
    assert found["moments"] == STORED[slug]["moments"]
    for n, (row, stored) in enumerate(zip(found["decisions"], STORED[slug]["decisions"], strict=True)):
        assert row == stored, f"decision {n}"


@pytest.mark.parametrize("slug", MATCHES)
def test_what_is_told_holds_together(slug: str) -> None:
    match = golden(slug)
    calls: list[tuple[int, int]] = []
    found = analyse(match, 20, lambda done, of: calls.append((done, of)))
    number = len(match.moves)
    assert calls == [(done, number) for done in range(number + 1)]
    assert (found.bot, found.seats) == (
        "musher:simulations=20",
        match.names or tuple("ABCDEF"[: match.players]),
    )
    assert [one.step for one in found.decisions] == list(range(1, number + 1))
    winners = match.winners()
    for n, (one, move) in enumerate(zip(found.decisions, match.moves, strict=True)):
        legal = Match(match.setup, before(match, n)).legal()
        assert (one.seat, one.played) == (move.seat, match.setup.notations[move.action])
        assert {one.best, *(other.action for other in one.alternatives)} <= set(legal)
        assert one.played not in [other.action for other in one.alternatives]
        assert one.loss == pytest.approx(one.knew.before[one.seat] - one.knew.after[one.seat], abs=2e-4)
        assert one.loss >= 0 and (one.best == one.played) == (one.loss == 0) == (one.why is None)
        assert one.grade == next((grade for least, grade in GRADES if one.loss >= least), None)
        assert one.open.before[one.seat] >= one.open.after[one.seat]
        for shares in (one.knew.before, one.knew.after, one.open.before, one.open.after):
            assert len(shares) == match.players and sum(shares) == pytest.approx(1, abs=1e-3)
        wins = [other.win for other in one.alternatives]
        assert wins == sorted(wins, reverse=True) and len(wins) <= 3
        if len(legal) == 1:
            assert (one.loss, one.alternatives, one.knew.before) == (0, (), one.knew.after)
        if one.why is not None:
            assert match.say(one.why).endswith(".") and "{" not in match.say(one.why)
    last = found.decisions[-1]
    assert last.open.after == tuple(1 / len(winners) * (seat in winners) for seat in range(match.players))
    assert list(found.moments) == sorted(set(found.moments)) and 1 <= len(found.moments) <= 3
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=type(found))
    assert again == found and [one.why for one in again.decisions] == [one.why for one in found.decisions]


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_seat_could_know_does_not_depend_on_what_is_hidden_from_it(slug: str) -> None:
    """The true position, and another one that looks the same to the seat: only open figures may differ."""
    match, bot = trailmix.new(slug, players=3, seed="hidden"), Seated("greedy", "hidden")
    while match.actor is not None:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    differ = 0
    for n in range(3, len(match.moves), len(match.moves) // 12):
        truth, move = before(match, n), match.moves[n]
        other = truth.copy()
        border.redeal(match.setup.table, other, move.seat, key_of(f"{n}", "test"))
        one, two = (judge(match.setup, state, move.action, n, 40, Stop()) for state in (truth, other))
        assert msgspec.structs.replace(one, open=two.open) == two
        differ += one.open != two.open
    assert differ > 2, "with open cards it matters what they are"


@pytest.mark.parametrize("slug", GAMES)
def test_the_luck_that_came_is_not_known_even_with_open_cards(slug: str) -> None:
    match = golden(slug)
    for n in range(0, len(match.moves), 9):
        truth, action = before(match, n), match.moves[n].action
        other = truth.copy()
        other["key"][0], other["counter"] = key_of(f"{n}", "other luck"), 0
        assert judge(match.setup, truth, action, n, 20, Stop()) == judge(
            match.setup, other, action, n, 20, Stop()
        )


def test_it_is_stopped() -> None:
    match, stop, calls = golden("alpina"), Stop(), []

    def note(done: int, of: int) -> None:
        calls.append((done, of))
        if done == 3:
            stop.set()

    with pytest.raises(Stopped):
        analyse(match, 10**7, lambda done, of: note(done + 3, of), stop)
    assert calls == [(3, 48)], "a search that would take for ever is left at once"
    calls.clear()
    with pytest.raises(Stopped):
        analyse(match, 4, note, stop := Stop())
    assert calls == [(0, 48), (1, 48), (2, 48), (3, 48)]


@pytest.mark.parametrize("number", [0, -1, 10**9, True])
def test_what_cannot_be_analysed_is_said(number: int) -> None:
    with pytest.raises(BadOption, match="number of simulations"):
        analyse(golden("alpina"), number)
    with pytest.raises(BadOption, match="is not over"):
        analyse(trailmix.new("alpina", players=2, seed=1))


# --- the moments that decided a match


def decided(start: float, *told: tuple[int, float]) -> list[Decision]:
    """Decisions of two seats: how likely the first one wins before all, and by seat how likely after each.

    What the best would have brought is far off after the first decision.
    """
    return [
        Decision(
            step=n + 1,
            seat=seat,
            played="x",
            best="x",
            loss=0.0,
            grade=None,
            knew=Chances((0.5, 0.5), (0.5, 0.5)),
            open=Chances((0.01, 0.99) if n else (start, 1 - start), (share, 1 - share)),
            alternatives=(),
            reason=None,
        )
        for n, (seat, share) in enumerate(told)
    ]


def test_the_moments_are_where_the_open_chances_moved_most() -> None:
    told = ((0, 0.58), (1, 0.2), (0, 0.25), (1, 0.95), (0, 0.9))  # moves of 0.08, 0.38, 0.05, 0.7, 0.05
    assert moments(decided(0.5, *told, (1, 1.0))) == (1, 3, 5)
    assert moments(decided(0.5, *told, (1, 0.9))) == (1, 3)  # what moved less decided nothing


def test_a_turn_has_one_moment_and_counts_as_a_whole() -> None:
    told = decided(0.5, (0, 0.6), (0, 0.9), (0, 0.3), (1, 0.8), (1, 0.5), (0, 0.5))
    # The first turn leads from 0.5 to 0.3 by way of 0.9, the second from 0.3 to 0.5 by way of 0.8.
    assert moments(told) == (2, 3)


def test_a_match_that_is_won_little_by_little_has_no_moments() -> None:
    assert moments(decided(0.5, (0, 0.51), (1, 0.5), (0, 0.5))) == ()
    slowly = [(n % 2, 0.59 + 0.09 * n) for n in range(5)]
    assert moments(decided(0.5, *slowly, (1, 1.0))) == ()
    assert moments(decided(0.5, *slowly[:4], (0, 1.0))) == (4,)  # from 0.86 to the end


def test_what_a_turn_moved_is_what_curves_show_from_its_beginning_to_its_end() -> None:
    told = decided(0.5, (0, 0.6), (0, 0.3), (1, 0.8), (1, 0.5), (0, 0.4))
    around = [around_turn(told, n) for n in range(4)]
    assert [(before[0], after[0]) for before, after in around] == [(0.5, 0.3)] * 2 + [(0.3, 0.5)] * 2
    assert around_turn(told, 4) == (told[3].open.after, told[4].open.after)


def test_what_decided_a_match_moved_most_of_what_went_the_way_it_ended() -> None:
    told = decided(0.5, (0, 0.6), (1, 0.8), (0, 0.5), (1, 0.4))
    found = Analysis("search", ("A", "B"), tuple(told), (1, 2, 3))
    assert deciding(found, winners=[1]) == (2, Swing(0, 0.8, 0.5))
    assert deciding(found, winners=[0]) == (1, Swing(0, 0.6, 0.8))
    assert deciding(msgspec.structs.replace(found, moments=(1,)), winners=[1]) is None


def test_chances_are_told_in_whole_per_cent() -> None:
    assert [percent(share) for share in (0.0, 0.125, 0.375, 0.6249, 0.625, 1.0)] == [0, 13, 38, 62, 63, 100]


def test_decisions_are_called_by_the_steps_of_a_log() -> None:
    found = analyse(golden("hike_dogsled"), 1)
    steps = [2 * n + 5 for n in range(len(found.decisions))]
    moved = at_steps(found, steps)
    assert [one.step for one in moved.decisions] == steps
    assert msgspec.structs.replace(moved, decisions=found.decisions) == found
