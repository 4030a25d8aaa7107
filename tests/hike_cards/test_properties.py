"""What holds in every match: invariants, round trips, copies, refusals that leave no trace."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trailmix
from hike_cards.helpers import after, at, deal, play_on, refusal, setup, situations
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.games.hike_cards.state import N_ACTIONS, State

PLAYERS = st.integers(3, 8)
SEEDS = st.integers(0, 2**32)
DECISIONS = st.integers(0, 150)


# --- legal is what nothing speaks against


@pytest.mark.rule("HC-PLAY-3", "HC-PLAY-4", "HC-PLAY-5", "HC-WIND-2", "HC-LIT-1")
@pytest.mark.parametrize("players", range(3, 9))
def test_an_action_is_legal_exactly_if_there_is_no_reason_against_it(players: int) -> None:
    for match in situations(players, 40 + players, every=2):
        seat, seen, why = match.actor, match.seen_by(match.actor or 0), match.game.why
        assert seat is not None
        assert [n for n in range(N_ACTIONS) if why(match.setup, seen, seat, n) is None] == match.actions()
        assert [n for n in range(N_ACTIONS) if match.why(n) is None] == match.actions()
        assert match.mask().sum() == len(match.actions())


# --- round trips


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=40, deadline=None)
def test_a_position_gives_the_match_back(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    for name in State.fields:
        if name not in ("events", "n_events"):
            assert again.states[name].tobytes() == match.states[name].tobytes(), name
    assert again.legal() == match.legal()
    assert again.public_json() == match.public_json()
    # The chance ahead is the same, too.
    assert play_on(again, random.Random(0)).position() == play_on(match, random.Random(0)).position()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=20, deadline=None)
def test_a_replay_gives_the_same_bytes(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    again = trailmix.load(match.replay())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.events == match.events
    assert again.replay() == match.replay()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=20, deadline=None)
def test_the_bytes_of_a_state_are_the_state(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    again = Match(match.setup, np.frombuffer(match.states.tobytes(), State.dtype).copy())
    assert again.position() == match.position()
    assert (
        play_on(again, random.Random(1)).states.tobytes() == play_on(match, random.Random(1)).states.tobytes()
    )


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=20, deadline=None)
def test_a_clone_goes_its_own_way(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    before, moves = match.states.tobytes(), list(match.moves)
    twin = match.clone()
    assert (twin.states.tobytes(), twin.moves, twin.replay()) == (before, moves, match.replay())
    play_on(twin, random.Random(2))
    assert match.states.tobytes() == before
    assert match.moves == moves
    assert twin.over


@pytest.mark.parametrize("players", [3, 5, 8])
def test_no_older_copy_of_a_state_ever_changes(players: int) -> None:
    match, whims, kept = deal(players, 3), random.Random(3), []
    while not match.over:
        seen = match.seen_by(0)
        kept.append((match.states.copy(), match.clone(), match.states.tobytes(), seen, seen.tobytes()))
        play_on(match, whims, 1)
        match.view(0)
        match.position()
    assert len(kept) == len(match.moves)
    for (copy, clone, old, seen, seen_bytes), move in zip(kept, match.moves, strict=True):
        assert copy.tobytes() == clone.states.tobytes() == move.before == old
        assert seen.tobytes() == seen_bytes


def test_a_state_has_no_gaps_that_could_differ() -> None:
    match = after(4, 1, 30)
    blank = np.zeros(1, State.dtype)
    for name in match.states.dtype.names or ():
        blank[name] = match.states[name]
    assert blank.tobytes() == match.states.tobytes()


# --- refusals

NONSENSE: list[Any] = [
    "",
    " ",
    "birds",
    "the wind",
    "wind=",
    "=lake",
    "wind=lake=bug",
    "wind=wind",
    "bird bird",
    "plant",
    "plant x",
    "plant -1",
    "plant 100",
    "plant 2+",
    "plant 2+wind+wind",
    "plant 2+2",
    "plant ٢",
    "pass",
    "draw",
    "nöne",
    "none\x00",
    "x" * 100_000,
    "plant " + "9" * 5000,
    {},
    {1: 2},
    {"card": 10**5000},
    {"plant": 10**5000, "wind": False},
    -1,
    45,
    10**30,
    -(10**5000),
    True,
    False,
    1.0,
    float("nan"),
    None,
    [],
    ["none"],
    ("bird",),
    b"none",
    object(),
    np.int64(-5),
    np.float64(3.0),
]


@pytest.mark.parametrize("action", NONSENSE, ids=lambda action: type(action).__name__)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(action: Any) -> None:
    for match in (after(3, 2, 10), at("spring:C", A="tree", decision="plant"), after(3, 2, 10_000)):
        sentence = refusal(match, action)
        assert sentence.endswith(".")
        assert len(sentence) < 300


@pytest.mark.parametrize("seat", [-1, 3, 99, True, "A", 1.0, 10**5000], ids=lambda seat: type(seat).__name__)
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    match = after(3, 2, 10)
    before = match.states.tobytes()
    for ask in (match.play, match.why):
        with pytest.raises(Refused, match=r" in this match: seats are A, B, C\.$"):
            ask(match.actions()[0], seat)
    assert match.states.tobytes() == before


@given(
    players=PLAYERS,
    seed=SEEDS,
    decisions=DECISIONS,
    action=st.integers(0, N_ACTIONS - 1),
    seat=st.integers(0, 2),
)
@settings(max_examples=60, deadline=None)
def test_an_illegal_action_or_another_seats_changes_nothing(
    players: int, seed: int, decisions: int, action: int, seat: int
) -> None:
    match = after(players, seed, decisions)
    if action not in match.actions() or match.actor != seat:
        assert refusal(match, action, seat).endswith(".")


@given(text=st.text(max_size=30))
@settings(max_examples=100, deadline=None)
def test_any_text_is_judged_in_a_sentence(text: str) -> None:
    match = deal()
    before = match.states.tobytes()
    sentence = match.why(text)
    assert sentence is None or sentence.endswith(".")
    assert match.states.tobytes() == before


def test_the_table_record_is_never_written_to() -> None:
    before = setup(4).table.tobytes()
    play_on(deal(4, 1), random.Random(1))
    assert setup(4).table.tobytes() == before
