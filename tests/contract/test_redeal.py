"""Dealing anew what a seat cannot know: it keeps what is seen, loses no card, and knows nothing else."""

from __future__ import annotations

import numpy as np

from chance import differ
from contract.cases import (
    Case,
    every_case,
    facts,
    play_on,
    possibilities,
    redealt,
    situation,
    situations,
    viewers,
)
from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of, keys_of

DEALS, ENTRIES = 800 if JIT else 200, 60
"""So many deals are compared, by so many entries of each field."""
FEW, MANY = 12, 300 if JIT else 80
"""So few possibilities are all met in so many redeals."""


@every_case
def test_it_keeps_what_is_seen_and_every_card(case: Case) -> None:
    for match in situations(case, 6, over=True):
        for seat in viewers(match):
            twin = redealt(match, seat, "x")
            assert border.check(twin.setup.table, twin.states) == 0
            assert twin.seen_by(seat).tobytes() == match.seen_by(seat).tobytes()
            assert twin.actor == match.actor


@every_case
def test_a_match_goes_on_from_it_to_the_end(case: Case) -> None:
    for match in situations(case, 2):
        for seat in (SPECTATOR, match.players - 1):
            assert play_on(redealt(match, seat, "x"), seed=1).over


@every_case
def test_the_truth_and_what_a_seat_sees_of_it_are_redealt_alike(case: Case) -> None:
    """So whoever redeals from the truth knows no more than whoever cannot see it."""
    for match in situations(case, 6):
        for seat in viewers(match):
            from_truth = redealt(match, seat, "x")
            from_sight = redealt(match, seat, "x", match.seen_by(seat))
            from_another = redealt(match, seat, "x", redealt(match, seat, "y").states)
            assert situation(from_truth) == situation(from_sight) == situation(from_another)
            assert from_truth.states["counter"] == from_sight.states["counter"]


@every_case
def test_the_real_future_is_never_kept(case: Case) -> None:
    for match in situations(case, 3, over=True):
        for seat in viewers(match):
            key = redealt(match, seat, "x").states["key"]
            assert key.tobytes() == key_of("x", "contract").tobytes() != match.states["key"].tobytes()


@every_case
def test_what_is_hidden_is_dealt_otherwise(case: Case) -> None:
    """To an onlooker of the first decisions many deals are possible, and hardly one is the true one."""
    varied = 0
    for match in situations(case, 12)[1:4]:
        found = possibilities(match, SPECTATOR, 20)
        varied += len(set(found)) > 15
        assert found.count(situation(match)) < 5 or len(set(found)) == 1
    assert varied > 0


@every_case
def test_the_truth_is_one_of_the_possibilities(case: Case) -> None:
    """Towards the end of a match there is little left to guess: all of it is met in some hundred redeals.

    What others did in silence cannot be guessed.
    """
    for match in situations(case, 8)[2:]:
        if any(event.silent for event in match.events):
            continue
        for seat in {0, match.actor or 0, match.players - 1}:
            if len(set(possibilities(match, seat, 3 * FEW))) <= FEW:
                assert situation(match) in possibilities(match, seat, MANY)


# --- as chance would ------------------------------------------------------------------------------------


def many_deals(setup: Setup, seat: int) -> tuple[Array, Array]:
    """Many deals, and each of them dealt anew from what a seat sees of it."""
    dealt = np.zeros(DEALS, setup.game.state.dtype)
    again = np.zeros(DEALS, setup.game.state.dtype)
    keys = keys_of((f"deal {n}" for n in range(DEALS)), "contract")
    others = keys_of((f"again {n}" for n in range(DEALS)), "contract")
    for n in range(DEALS):
        one, other = dealt[n : n + 1], again[n : n + 1]
        border.deal(setup.table, one, keys[n])
        covered, cover = setup.game.state.covers(one, setup.players)
        other.view(np.uint8)[:] = np.where(covered[seat + 1], cover, one.view(np.uint8))
        border.redeal(setup.table, other, seat, others[n])
    return dealt, again


@every_case
def test_a_deal_that_is_dealt_anew_is_as_likely_as_any(case: Case) -> None:
    """Both look the same on the whole: each hidden entry by itself, and beside another entry.

    What a seat sees comes from a deal. If the rest is then filled in by the odds that the seat has to reckon
    with, the result is a deal like any other. If anything is favoured, it is favoured here.
    """
    setup = case.setup
    for seat in (SPECTATOR, 0):
        dealt, again = many_deals(setup, seat)
        columns = [name for name in facts(setup.game.state) if dealt[name].tobytes() != again[name].tobytes()]
        assert columns or seat != SPECTATOR
        for name in columns:
            one, two = dealt[name].reshape(DEALS, -1), again[name].reshape(DEALS, -1)
            for entry in range(0, one.shape[1], -(-one.shape[1] // ENTRIES)):
                assert not differ(one[:, entry], two[:, entry]), (name, entry)
                beside = (entry + 1 + entry % 3) % one.shape[1]
                pairs = one[:, entry] * 101 + one[:, beside], two[:, entry] * 101 + two[:, beside]
                assert not differ(*pairs), (name, entry, beside)
