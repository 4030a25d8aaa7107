"""What holds in every match: invariants, round trips, copies, refusals that leave no trace."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import trailmix
from hike_dogsled import random_play
from hike_dogsled.helpers import after, deal, lively_on, play, prep, race, refusal, setup, situations
from hike_dogsled.test_against_naive import rough
from trailmix.engine import border
from trailmix.engine.errors import Refused
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.invariants import INVARIANTS
from trailmix.games.hike_dogsled.state import N_ACTIONS, OVER, PREPARATIONS, RACE, STEP, State

PLAYERS = st.integers(2, 6)
SEEDS = st.integers(0, 2**32)
DECISIONS = st.integers(0, 150)
FLAG = st.booleans()
ROOM = 8_000
HUSKIES = np.arange(56)


def examples(number: int) -> settings:
    """So many examples, however long they take: no test is a matter of time."""
    return settings(max_examples=number, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def agreed(players: int) -> Setup:
    """The game with and without its variants, and once with rough cards."""
    return setup(players, players != 3, players == 4, rough(7) if players == 5 else None)


@cache
def played(players: int) -> random_play.Played:
    """Many states of matches of so many players."""
    return random_play.play(agreed(players), ROOM, seed=players, purpose=70)


every_table = pytest.mark.parametrize("players", range(2, 7))


# --- invariants -----------------------------------------------------------------------------------------


@pytest.mark.rule("HD-RUL-54")
@every_table
def test_the_invariants_hold_after_every_action(players: int) -> None:
    found = played(players)
    assert not found.broken.any(), INVARIANTS[found.broken.max()]
    assert found.match[-1] > 10
    choices, asked = found.choices[found.actions >= 0], found.states[found.actions >= 0]
    racing = (asked["decision"] == STEP) & asked["caught"].any(axis=1)  # one husky may be all that can run
    assert (choices >= np.where(racing, 1, 2)).all()
    assert (found.choices[found.actions < 0] == 0).all()
    assert set(found.states["phase"]) == {PREPARATIONS, RACE, OVER}


def members(bits: Array) -> Array:
    """Sets as bits, as one column of zeros and ones for each husky."""
    return (bits[..., None] >> HUSKIES) & 1


@pytest.mark.rule("HD-SETUP-3", "HD-SETUP-6", "HD-LOOSE-10", "HD-READY-12", "HD-RUL-15", "HD-RUL-31")
@every_table
def test_every_card_is_in_one_place(players: int) -> None:
    """Husky deck 74 and 3 loose ones, care 24, mentors 12: counted over all zones."""
    states = played(players).states
    deck = np.where(np.arange(77) < states["deck_size"][:, None], states["deck"], -1)
    huskies = (deck[..., None] == HUSKIES).sum(axis=1)
    huskies += members(states["centre"]) + members(states["removed"]) + members(states["hand"]).sum(axis=1)
    huskies += (states["sled"][..., None] == HUSKIES).sum(axis=(1, 2))
    huskies += (states["received"][..., None] == HUSKIES).sum(axis=1)
    assert (huskies == 1).all()
    tucked = np.unpackbits(states["tucked"].astype(np.uint8), axis=1).sum(axis=1)
    equipment = (deck == 56).sum(axis=1) + states["centre_equipment"] + states["equipment"].sum(axis=1)
    assert (equipment + tucked + states["discarded"] == 12).all()
    piles = states["own_pile"][:, :players]
    extra = (states["caught"] == 3).sum(axis=1)
    singles = (deck == 57).sum(axis=1) + states["centre_care"] + states["singles"].sum(axis=1) - extra
    singles += (piles == 3).sum(axis=1) + states["care_pile"][:, 0] + states["care_discards"][:, 0]
    assert (singles == 12).all()
    doubles = states["doubles"].sum(axis=1) + np.minimum(piles, 2).sum(axis=1)
    assert (doubles + states["care_pile"][:, 1] + states["care_discards"][:, 1] == 12).all()
    loose = (deck >= 59).sum(axis=1) + np.unpackbits(
        states["loose_seen"].astype(np.uint8)[:, None], axis=1
    ).sum(axis=1)
    assert (loose == (3 if agreed(players).options.loose else 0)).all()
    assert (states["mentors"] <= 2).all()
    lying = np.sort(states["landscapes"], axis=1)
    assert ((lying[:, 1:] != lying[:, :-1]) | (lying[:, 1:] == -1)).all()
    assert ((lying >= 0).sum(axis=1) == (8 if players <= 4 else 6)).all()


@pytest.mark.rule("HD-PLACE-7", "HD-PLACE-3", "HD-LOOSE-6", "HD-LOOSE-8")
@every_table
def test_the_touching_edges_of_every_sled_match(players: int) -> None:
    states, edges = played(players).states, agreed(players).table["edge"][0]
    shown = np.concatenate([edges, np.zeros((1, 4), np.int64)])[states["sled"]]  # -1: no colours
    sides = {"right": 1, "bottom": 3}
    touching = 0
    for row in (0, 4):
        for column in range(3):
            own, other = shown[:, :, row + column, sides["right"]], shown[:, :, row + column + 1, 0]
            both = (own > 0) & (other > 0)
            touching += both.sum()
            assert (own == other)[both].all()
    for column in range(4):
        own, other = shown[:, :, column, sides["bottom"]], shown[:, :, column + 4, 2]
        both = (own > 0) & (other > 0)
        assert (own == other)[both].all()
    assert touching > 1000


@pytest.mark.rule("HD-DEF-4", "HD-RACE-7", "HD-RACE-9", "HD-EQUIP-10", "HD-EOD-5")
@every_table
def test_tired_and_rest_are_consistent(players: int) -> None:
    """Nobody is both; youngsters are never tired; rest is for good; in the morning nobody is tired."""
    found = played(players)
    states, points = found.states, agreed(players).table["n_points"][0]
    rest = states["at_rest"] | states["laid_off"]
    assert not (rest & states["tired"]).any()
    shown = np.append(points, 0)[states["sled"]]
    tired = (states["tired"][..., None] >> np.arange(8)) & 1
    assert (shown[tired == 1] > 0).all()
    same = (
        (found.match[1:] == found.match[:-1]) & (states["phase"][1:] == RACE) & (states["phase"][:-1] == RACE)
    )
    assert ((rest[:-1] & ~rest[1:])[same] == 0).all()
    mornings = same & (states["day"][1:] > states["day"][:-1])
    assert mornings.any()
    first = states[1:][mornings]
    busy = first["order"][np.arange(len(first)), first["turn"]]
    idle = np.arange(6) != busy[:, None]
    assert not first["advance"][idle].any()
    assert not first["tired"][idle].any()


@pytest.mark.rule("HD-RACE-4", "HD-RACE-7", "HD-DEF-6", "HD-READY-1", "HD-READY-9")
@every_table
def test_pawns_never_go_back_and_declarations_are_final(players: int) -> None:
    found = played(players)
    states = found.states
    same = found.match[1:] == found.match[:-1]
    before, then = states[:-1][same], states[1:][same]
    assert (then["position"] + then["advance"] >= before["position"] + before["advance"]).all()
    assert ((before["declared"] == then["declared"]) | (before["declared"] == 0)).all()
    assert (then["phase"] >= before["phase"]).all()
    limit = states["first_day"] + 3
    assert (states["day"] <= limit)[(states["phase"] == PREPARATIONS) & (states["first_day"] > 0)].all()


CORRUPT: list[tuple[Callable[[Any], None], str]] = []


def breaks(sentence: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what would break an invariant."""

    def keep(corrupt: Callable[[Any], None]) -> Callable[[Any], None]:
        CORRUPT.append((corrupt, sentence))
        return corrupt

    return keep


@breaks("A husky is in two places")
def a_husky_twice(s: Any) -> None:
    s.centre |= 1 << int(s.sled[0, 0])


@breaks("A husky is in two places")
def a_husky_lost(s: Any) -> None:
    s.sled[0, 0] = -1


@breaks("There are not as many equipment")
def equipment_from_nowhere(s: Any) -> None:
    s.centre_equipment += 1


@breaks("There are not as many equipment")
def care_from_nowhere(s: Any) -> None:
    s.care_pile[1] += 1


@breaks("There are not as many loose")
def a_loose_card_seen_twice(s: Any) -> None:
    s.loose_seen |= 1


@breaks("The landscapes of the track")
def a_landscape_twice(s: Any) -> None:
    s.landscapes[1] = s.landscapes[0]


@breaks("A hand has another number")
def a_hand_that_belies_its_size(s: Any) -> None:
    s.hand_size[1] += 1


@breaks("Cards are known")
def a_card_known_that_is_not_held(s: Any) -> None:
    s.known[1] |= 1 << 47


@breaks("Equipment is tucked")
def equipment_before_a_declaration(s: Any) -> None:
    s.tucked[0] = 1
    s.centre_equipment -= 1


@breaks("A seat is ready without")
def a_declaration_without_a_sled(s: Any) -> None:
    s.declared[0] = s.first_day = 1


@breaks("There was no such day")
def a_move_before_the_race(s: Any) -> None:
    s.advance[0] = 3


@breaks("The order of the day")
def an_order_before_the_race(s: Any) -> None:
    s.order[0] = 1


@breaks("What is decided does not fit")
def a_decision_of_the_race(s: Any) -> None:
    s.decision = 9


@pytest.mark.parametrize(("corrupt", "sentence"), CORRUPT, ids=[each.__name__ for each, _ in CORRUPT])
def test_the_checker_catches_a_corrupted_state(corrupt: Callable[[Any], None], sentence: str) -> None:
    match = prep(A={"sled": "T1=H01 B3=Y1", "hand": "H02 E"}, B={"hand": "? ?"}, centre="H03 E C")
    assert border.check(match.setup.table, match.states) == 0
    corrupt(match.states[0])
    assert INVARIANTS[border.check(match.setup.table, match.states)].startswith(sentence)


@pytest.mark.rule("HD-PLACE-7", "HD-DEF-4")
def test_the_checker_catches_a_clash_and_a_tired_youngster() -> None:
    match = race(" ".join(["S"] * 9), A="S Y S S / S S S S")
    match.states[0].tired[0] = 2
    assert "tired" in INVARIANTS[border.check(match.setup.table, match.states)]
    match = prep(A={"sled": "T1=H06"}, centre="H08")  # all edges blue, all edges rose
    match.states[0].centre = 0
    match.states[0].sled[0, 1] = 7
    assert "edges" in INVARIANTS[border.check(match.setup.table, match.states)]


# --- legal is what nothing speaks against ---------------------------------------------------------------


@pytest.mark.rule("HD-RUL-54")
@pytest.mark.parametrize("players", [2, 5])
def test_an_action_is_legal_exactly_if_there_is_no_reason_against_it(players: int) -> None:
    for match in situations(players, players, 25, loose=True):
        assert [n for n in range(N_ACTIONS) if match.why(n) is None] == match.actions()
        assert match.mask().sum() == len(match.actions())
        assert match.actions() == sorted(set(match.actions()))


# --- round trips ----------------------------------------------------------------------------------------


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS, loose=FLAG, simultaneous=FLAG)
@examples(40)
def test_a_position_gives_the_match_back(
    players: int, seed: int, decisions: int, loose: bool, simultaneous: bool
) -> None:
    match = after(players, seed, decisions, loose=loose, simultaneous=simultaneous)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    for name in State.fields:
        if name not in ("events", "n_events"):
            assert again.states[name].tobytes() == match.states[name].tobytes(), name
    assert again.legal() == match.legal()
    # The chance ahead is the same, too.
    whims = random.Random(0), random.Random(0)
    assert lively_on(again, whims[0], 30).position() == lively_on(match, whims[1], 30).position()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS, loose=FLAG)
@examples(15)
def test_a_replay_gives_the_same_bytes(players: int, seed: int, decisions: int, loose: bool) -> None:
    match = after(players, seed, decisions, loose=loose)
    again = trailmix.load(match.replay())
    assert again.states.tobytes() == match.states.tobytes()
    assert again.events == match.events
    assert again.replay() == match.replay()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@examples(15)
def test_the_bytes_of_a_state_are_the_state(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions, loose=True)
    again = Match(match.setup, np.frombuffer(match.states.tobytes(), State.dtype).copy())
    assert again.position() == match.position()
    whims = random.Random(1), random.Random(1)
    assert lively_on(again, whims[0]).states.tobytes() == lively_on(match, whims[1]).states.tobytes()


@given(players=PLAYERS, seed=SEEDS, decisions=DECISIONS)
@examples(15)
def test_a_clone_goes_its_own_way(players: int, seed: int, decisions: int) -> None:
    match = after(players, seed, decisions)
    before, moves = match.states.tobytes(), list(match.moves)
    twin = match.clone()
    assert (twin.states.tobytes(), twin.moves, twin.replay()) == (before, moves, match.replay())
    lively_on(twin, random.Random(2))
    assert (match.states.tobytes(), match.moves) == (before, moves)
    assert twin.over


# --- refusals -------------------------------------------------------------------------------------------

NONSENSE: list[Any] = [
    "",
    " ",
    "draft",
    "draft H07",
    "draft H07 T2 T3",
    "draft hand H07",
    "place H07 hand",
    "swap T1 H07",
    "use",
    "use T1+",
    "use T1 + + I",
    "double",
    "double 99999999999999999999",
    "double ²",
    "with",
    "nöne",
    "none\x00",
    "x" * 100_000,
    "use T" + "9" * 5000,
    {},
    {"draft": "H07", "to": None},
    {"draft": ["H07"], "to": "T1"},
    {"use": "T1", "custom": "SI"},
    {"double": 10**5000},
    {"double": 1.0},
    {"with": True},
    {1: 2},
    -1,
    N_ACTIONS,
    10**30,
    10**5000,
    True,
    1.0,
    float("nan"),
    None,
    [],
    ["none"],
    b"none",
    object(),
    np.int64(-5),
    np.float64(3.0),
]


@pytest.mark.parametrize("action", NONSENSE, ids=lambda action: type(action).__name__)
def test_nonsense_is_refused_in_a_sentence_and_changes_nothing(action: Any) -> None:
    for match in (after(3, 2, 0), after(3, 2, 40), after(3, 2, 120), after(3, 2, 10_000)):
        sentence = refusal(match, action)
        assert sentence.endswith(".")
        assert len(sentence) < 700


@pytest.mark.parametrize("seat", [-1, 3, 99, True, "A", 1.0], ids=lambda seat: type(seat).__name__)
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    match = after(3, 2, 10)
    before = match.states.tobytes()
    for ask in (match.play, match.why):
        with pytest.raises(Refused, match=r" in this match: seats are A, B, C\.$"):
            ask(match.actions()[0], seat)
    assert match.states.tobytes() == before


@pytest.mark.rule("HD-RUL-54")
@given(seed=SEEDS, decisions=DECISIONS, action=st.integers(0, N_ACTIONS - 1), seat=st.integers(0, 1))
@examples(40)
def test_an_illegal_action_or_another_seats_changes_nothing(
    seed: int, decisions: int, action: int, seat: int
) -> None:
    match = after(3, seed, decisions, loose=True)
    if action not in match.actions() or match.actor != seat:
        assert refusal(match, action, seat).endswith(".")


@given(text=st.text(max_size=30))
@examples(60)
def test_any_text_is_judged_in_a_sentence(text: str) -> None:
    match = deal()
    before = match.states.tobytes()
    sentence = match.why(text)
    assert sentence is None or sentence.endswith(".")
    assert match.states.tobytes() == before


def test_nothing_hangs_when_no_husky_is_left_in_the_game() -> None:
    """All huskies are gone: days pass without a decision until the match ends with day 30 (HD-RUL-16)."""
    gone = " ".join([*(f"H{n:02}" for n in range(2, 49)), *(f"Y{n}" for n in range(1, 9))])
    match = prep(A={"sled": "T1=H01", "hand": "E E"}, B={"hand": "E"}, removed=gone, deck="...", day=28)
    while not match.over:
        play(match, f"{'AB'[match.actor or 0]} {match.legal()[0]}")
    assert match.places() == [1, 1]
