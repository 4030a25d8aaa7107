"""What holds in every match: invariants, round trips, copies, refusals that leave no trace."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trailmix
from alpina import random_play
from alpina.helpers import deal, play_on, refusal, setup, situations
from trailmix.engine import border
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.games.alpina.rules import INVARIANTS
from trailmix.games.alpina.state import MID, NO_HIKER, State

PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)
DECISIONS = st.integers(0, 48)


def after(players: int, seed: int, decisions: int) -> Match:
    """A random match after so many decisions."""
    return play_on(deal(players, seed), random.Random(seed), decisions)


# --- invariants -----------------------------------------------------------------------------------------


@pytest.mark.rule("AL-COMP-1", "AL-COMP-2", "AL-GRID-1", "AL-HIKER-3", "AL-TURN-3", "AL-DRAW-1")
@pytest.mark.parametrize(("players", "matches"), [(2, 3400), (3, 3300), (4, 3300)])
def test_the_invariants_hold_after_every_action_of_ten_thousand_matches(players: int, matches: int) -> None:
    for part in range(matches // 100):
        played = random_play.play(players, 100, seed=1000 * players + part)
        assert not played.broken.any(), INVARIANTS[played.broken.max()]
        assert (played.actors[:, -1] == -1).all()


@given(players=PLAYERS, seed=SEEDS, choices=st.lists(st.integers(0, 2**16), min_size=48, max_size=48))
@settings(max_examples=40, deadline=None)
def test_the_invariants_hold_whatever_is_chosen(players: int, seed: int, choices: list[int]) -> None:
    match = deal(players, seed)
    for choice in choices:
        actions = match.actions()
        assert actions == sorted(set(actions))
        match.play(actions[choice % len(actions)])
        assert border.check(match.setup.table, match.states) == 0
    assert match.over


def a_card_twice(s: Any) -> None:
    s.pile[3] = s.pile[4]


def a_card_of_the_grid_in_a_hand(s: Any) -> None:
    s.hand[1, 0] = min(s.grid[s.grid >= 0].min(), s.hand[1, 1] - 1)


def a_hand_too_small(s: Any) -> None:
    s.hand[1, 5] = -1
    s.hand_size[1] = 5


def a_hand_out_of_order(s: Any) -> None:
    s.hand[0, 0], s.hand[0, 1] = s.hand[0, 1].copy(), s.hand[0, 0].copy()


def a_hand_that_belies_its_size(s: Any) -> None:
    s.hand[0, 5] = -1


def a_pile_too_small(s: Any) -> None:
    s.pile_size -= 1


def a_hole_in_the_pile(s: Any) -> None:
    s.pile[0] = -1


def a_hiker_adrift(s: Any) -> None:
    s.hikers[0, 0] = 0
    s.supply[0] -= 1


def a_hiker_too_many(s: Any) -> None:
    s.supply[1] += 1


def a_hiker_owed(s: Any) -> None:
    s.supply[0], s.supply[1] = -1, s.supply[1] + s.supply[0] + 1


def a_hiker_for_an_empty_seat(s: Any) -> None:
    s.supply[3] += 1


def a_card_far_off(s: Any) -> None:
    row, col = np.argwhere(s.grid >= 0)[-1]
    s.grid[8, 8], s.grid[row, col] = s.grid[row, col].copy(), -1
    s.hikers[row, col] = -1


def a_frame_too_wide(s: Any) -> None:
    s.top, s.bottom = 0, 8


def no_start_card(s: Any) -> None:
    s.grid[MID, MID] = -1
    s.hikers[MID, MID] = -1


def a_turn_too_many(s: Any) -> None:
    s.turn += 1
    s.pile_size -= 1
    s.pile[s.pile_size] = -1


def over_too_soon(s: Any) -> None:
    s.decision = 2


CORRUPTIONS = [
    (a_card_twice, "Not every card is in exactly one place."),
    (a_card_of_the_grid_in_a_hand, "Not every card is in exactly one place."),
    (a_hand_too_small, "A hand has the wrong number of cards, or is out of order."),
    (a_hand_out_of_order, "A hand has the wrong number of cards, or is out of order."),
    (a_hand_that_belies_its_size, "A hand has the wrong number of cards, or is out of order."),
    (a_pile_too_small, "The pile has the wrong number of cards."),
    (a_hole_in_the_pile, "The pile has the wrong number of cards."),
    (a_hiker_adrift, "A hiker stands where no card lies."),
    (a_hiker_too_many, "Hikers placed and hikers left do not add up."),
    (a_hiker_owed, "Hikers placed and hikers left do not add up."),
    (a_hiker_for_an_empty_seat, "Hikers placed and hikers left do not add up."),
    (a_card_far_off, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (a_frame_too_wide, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (no_start_card, "The cards do not lie edge to edge in a frame of 5 x 5 with the start card in it."),
    (a_turn_too_many, "The number of cards laid does not fit the turn."),
    (over_too_soon, "The number of cards laid does not fit the turn."),
]


@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPTIONS, ids=[each.__name__ for each, _ in CORRUPTIONS])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = after(3, 5, 20)
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)] == sentence


# --- legal is what nothing speaks against ---------------------------------------------------------------


@pytest.mark.rule(
    "AL-PLAY-1", "AL-PLAY-3", "AL-PLAY-4", "AL-GRID-4", "AL-HIKER-2", "AL-HIKER-3", "AL-HIKER-4"
)
@pytest.mark.parametrize("seed", range(6))
def test_an_action_is_legal_exactly_if_there_is_no_reason_against_it(seed: int) -> None:
    for match in situations(2 + seed % 3, seed, range(seed, 48, 7)):
        seat, seen, why = match.actor, match.seen_by(match.actor or 0), match.game.why
        assert seat is not None
        free = [n for n in range(match.game.n_actions) if why(match.setup, seen, seat, n) is None]
        assert free == match.actions()


@pytest.mark.parametrize("decisions", [24, 25])
def test_why_and_legal_agree_at_the_match_itself(decisions: int) -> None:
    match = after(4, 8, decisions)
    assert [n for n in range(match.game.n_actions) if match.why(n) is None] == match.actions()
    assert match.mask().sum() == len(match.actions())


# --- round trips ----------------------------------------------------------------------------------------


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
    # The chance ahead is the same, too.
    assert play_on(again, random.Random(0)).position() == play_on(match, random.Random(0)).position()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=40, deadline=None)
def test_a_replay_gives_the_same_bytes(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    again = trailmix.load(match.replay())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.events == match.events
    assert again.replay() == match.replay()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=40, deadline=None)
def test_the_bytes_of_a_state_are_the_state(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    states = np.frombuffer(match.states.tobytes(), State.dtype).copy()
    again = Match(match.setup, states)
    assert again.position() == match.position()
    assert (
        play_on(again, random.Random(1)).states.tobytes() == play_on(match, random.Random(1)).states.tobytes()
    )


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@settings(max_examples=40, deadline=None)
def test_a_clone_goes_its_own_way(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    before, moves = match.states.tobytes(), list(match.moves)
    twin = match.clone()
    assert (twin.states.tobytes(), twin.moves, twin.replay()) == (before, moves, match.replay())
    play_on(twin, random.Random(2))
    assert match.states.tobytes() == before
    assert match.moves == moves
    assert twin.over


@pytest.mark.rule("AL-PLAY-6", "AL-HIKER-6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_older_copy_of_a_state_ever_changes(players: int) -> None:
    match, whims, kept = deal(players, 3), random.Random(3), []
    while not match.over:
        kept.append(
            (
                match.states.copy(),
                match.clone(),
                match.states.tobytes(),
                match.seen_by(0),
                match.seen_by(0).tobytes(),
            )
        )
        play_on(match, whims, 1)
        match.view(0)
        match.position()
    assert len(kept) == len(match.moves) == 48
    for (copy, clone, old, seen, seen_bytes), move in zip(kept, match.moves, strict=True):
        assert copy.tobytes() == clone.states.tobytes() == move.before == old
        assert seen.tobytes() == seen_bytes


def test_a_state_has_no_gaps_that_could_differ() -> None:
    match = after(2, 1, 30)
    blank = np.zeros(1, State.dtype)
    for name in match.states.dtype.names or ():
        blank[name] = match.states[name]
    assert blank.tobytes() == match.states.tobytes()


# --- refusals -------------------------------------------------------------------------------------------

NONSENSE: list[Any] = [
    "",
    " ",
    "N01",
    "N01@",
    "@0,1",
    "N01@0",
    "N01@0,1,2",
    "N01@x,y",
    "N01 0,1",
    "N01@٠,١",
    "hiker",
    "hiker 0",
    "hiker0,0",
    "hiker 0 0",
    "none none",
    "nöne",
    "none\x00",
    "draw",
    "x" * 100_000,
    "N01@" + "9" * 5000 + ",0",
    {},
    {"hiker": 3},
    {"hiker": [0]},
    {"hiker": [0, 0, 0]},
    {"hiker": [0.0, 0.0]},
    {"hiker": [True, False]},
    {"hiker": "0,0"},
    {"hiker": None, "card": "N01"},
    {"card": "N01"},
    {"card": 3, "cell": [0, 1]},
    {"card": "N01", "cell": None},
    {"card": "N01", "cell": [0, "1"]},
    {"card": "N01", "cell": [0, 1], "more": 1},
    {"card": "N01", "cell": [10**5000, 0]},
    {"hiker": [10**5000, 0]},
    {1: 2},
    -1,
    4618,
    10**30,
    10**5000,
    -(10**5000),
    True,
    False,
    1.0,
    float("nan"),
    None,
    [],
    ["none"],
    ("hiker", 0, 0),
    b"none",
    object(),
    np.int64(-5),
    np.float64(3.0),
]


@pytest.mark.parametrize("action", NONSENSE, ids=lambda action: type(action).__name__)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(action: Any) -> None:
    for match in (after(3, 2, 10), after(3, 2, 11), after(3, 2, 48)):
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


@pytest.mark.rule("AL-TURN-5", "AL-END-6")
@given(
    players=PLAYERS, seed=SEEDS, decisions=DECISIONS, action=st.integers(0, NO_HIKER), seat=st.integers(0, 1)
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
    before = setup(2).table.tobytes()
    play_on(deal(2, 1), random.Random(1))
    assert setup(2).table.tobytes() == before
