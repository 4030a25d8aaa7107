"""Dealing anew what a seat cannot know: what a searcher plays on with."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from chance import is_fair
from hike_cards.helpers import (
    after,
    at,
    deck,
    hand,
    legal,
    play,
    seat,
)
from trailmix.engine import border
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of
from trailmix.games.hike_cards.rules.cards import codes_in, codes_of
from trailmix.games.hike_cards.rules.redeal import help_out
from trailmix.games.hike_cards.state import PLAY, SUITS, State

FIELDS = [name for name in State.fields if name not in ("events", "n_events")]
KINDS = {"bird": 0, "bug": 1, "lake": 2, "light": 3, "sun": 14}


def redealt(match: Match, states: Array, viewer: int, key: int | str) -> Match:
    twin = Match(match.setup, states.copy())
    border.redeal(match.setup.table, twin.states, viewer, key_of(str(key), "redeal"))
    return twin


def parts(match: Match) -> list[bytes]:
    """The state but for the buffer of events, which is no part of the situation."""
    return [match.states[name].tobytes() for name in FIELDS]


def many(match: Match, viewer: int, number: int = 400) -> list[Match]:
    """The same situation, dealt anew many times."""
    return [redealt(match, match.states, viewer, n) for n in range(number)]


def test_the_real_future_is_never_kept() -> None:
    """Neither the generator nor an order that a position has named, of the deck or for an Earthquake."""
    match = at("bird:C", A="bird ?*5", B="?*6", C="?*6", deck="sun lost ...", earthquake="bird ...")
    other = match.clone()
    other.states["key"], other.states["counter"] = [[1, 2]], 99
    first, second = redealt(match, match.states, 0, "x"), redealt(other, other.states, 0, "x")
    assert parts(first) == parts(second)
    assert first.states["key"].tobytes() == key_of("x", "redeal").tobytes()
    assert int(first.states["n_named"][0]) == 0
    where = Counter(next((name for name in "BC" if "sun" in hand(m, name)), "deck") for m in many(match, 0))
    assert min(where[name] for name in ("B", "C", "deck")) > 0


def test_after_the_end_nothing_is_dealt_anew() -> None:
    match = after(3, 2, 10_000)
    twin = redealt(match, match.states, 0, "x")
    for name in set(FIELDS) - {"key", "counter"}:
        assert twin.states[name].tobytes() == match.states[name].tobytes()
    assert twin.states["key"].tobytes() != match.states["key"].tobytes()


# --- what play has shown


@pytest.mark.rule("HC-POOP-1")
def test_after_poop_nobody_holds_a_bug_until_somebody_draws() -> None:
    match = at("bird:D", A="poop lake*2", B="?*6", C="?*6", D="?*6", seed=3)
    play(match, "A poop")
    assert deck(match)["bug"] > 0, "there are Bugs that could be dealt"
    for viewer in (SPECTATOR, 0, 3):
        for twin in many(match, viewer, 100):
            assert not any("bug" in hand(twin, name) for name in "ABCD")


@pytest.mark.rule("HC-POOP-5", "HC-AVA-1")
def test_who_has_drawn_may_hold_as_many_bugs() -> None:
    match = at("bird:C poop:D", A="avalanche lake*2", B="tree*3", C="tree*3", D="light*3", bugs_in_hands="0")
    play(match, "A avalanche")
    most: Counter[str] = Counter()
    for twin in many(match, 0, 600):
        for name in "ABCD":
            most[name] = max(most[name], hand(twin, name).count("bug"))
    assert [most[name] for name in "ABCD"] == [0, 2, 2, 2]


@pytest.mark.rule("HC-POOP-5", "HC-AVA-3")
def test_a_drawn_bug_that_was_played_is_no_longer_there() -> None:
    match = at(
        "avalanche:C poop:D lake:D",
        A="peak tree*2",
        B="light tree*2",
        C="lake tree*2",
        D="light*3",
        bugs_in_hands="0",
        deck="bug ...",
    )
    play(match, "A peak")
    found = Counter(hand(twin, "A").count("bug") for twin in many(match, 1, 300))
    assert set(found) == {0, 1}
    match = at(
        "avalanche:C poop:D lake:D",
        A="bug tree*2",
        B="light tree*2",
        C="lake*3",
        D="light*3",
        bugs_in_hands="0 A:1",
    )
    play(match, "A bug")
    found = Counter(hand(twin, "A").count("bug") for twin in many(match, 1, 300))
    assert set(found) == {0}


@pytest.mark.rule("HC-POOP-5", "HC-EQK-1")
def test_an_earthquake_mixes_what_was_drawn_since() -> None:
    """One card was drawn since Poop; after an Earthquake it may be anybody's, but it is still one."""
    said = {"bugs_in_hands": "0 B:1", "B": "light tree*2"}
    match = at("avalanche:C poop:D lake:D", A="earthquake peak*2", C="lake*3", D="light*3", **said)
    play(match, "A earthquake")
    bugs = [[hand(twin, name).count("bug") for name in "ABCD"] for twin in many(match, SPECTATOR, 600)]
    assert max(sum(each) for each in bugs) == 1
    assert all(any(each[n] for each in bugs) for n in range(4))


@pytest.mark.rule("HC-PLAY-6")
def test_an_open_hand_stays_open() -> None:
    match = at("tree:C", A="bug tree", B="bug lake litter", C="bird*2 ?*4")
    play(match, "A bug")
    for twin in many(match, 0, 50):
        assert sorted(seat(twin, "B").leftovers) == ["bug", "lake", "litter"]
        assert "litter" not in hand(twin, "C")


@pytest.mark.rule("HC-EQK-1", "R-42")
def test_cards_given_away_in_an_earthquake_are_unknown_again() -> None:
    match = at("tree:C", A="earthquake sun bird*2", B="?*5", C="?*5", seed=11)
    play(match, "A earthquake")
    if "sun" in hand(match, "A"):
        pytest.fail("another seed is needed: A must have given The Sun away")
    where = Counter(next((name for name in "BC" if "sun" in hand(m, name)), "deck") for m in many(match, 0))
    assert min(where[name] for name in "BC") > 0


@pytest.mark.rule("HC-PLAY-6", "HC-FLOW-1")
@pytest.mark.parametrize(
    ("played", "decision"), [("sun:C", "play"), ("drought:C", "lake"), ("bird:C", "play"), ("peak:C", "play")]
)
def test_whoever_is_asked_has_an_answer(played: str, decision: str) -> None:
    match = at(played, A="light lake", B="?*6", C="?*6", decision=decision)
    for viewer in (SPECTATOR, 1, 2):
        options: Counter[str] = Counter()
        for twin in many(match, viewer, 60):
            assert twin.actor == 0
            assert legal(twin)
            options.update(legal(twin))
        assert len(options) > 1, "it need not be the card that is really there"


# --- as chance would


@pytest.mark.rule("HC-PLAY-12")
def test_a_hidden_card_can_be_anywhere_equally_likely() -> None:
    match = at("bird:C", A="bird bug", B="?*5", C="?*9", seed=2)
    assert "sun" not in hand(match, "A")
    states = np.repeat(match.states, 6000)
    keys = np.random.default_rng(1).integers(0, 2**64, (6000, 2), np.uint64)
    for n in range(6000):
        border.redeal(match.setup.table, states[n : n + 1], 0, keys[n])
    kind = KINDS["sun"]
    seen = [int(states["hand"][:, 1, kind].sum()), int(states["hand"][:, 2, kind].sum())]
    assert is_fair([*seen, int(states["deck"][:, kind].sum())], [5, 9, 80 - 1 - 2 - 14])
    together = (states["hand"][:, 1, kind] > 0) & (states["hand"][:, 1, KINDS["bug"]] > 0)
    assert 0 < together.mean() < seen[0] / 6000


@rule
def _help(tables: Array, states: Array, viewer: int) -> None:
    help_out(tables[0], states[0], viewer)


def spoil(match: Match, asked: int) -> None:
    """Swap all that the seat to move could play for cards of the deck that it could not."""
    state, wanted = match.states[0], int(match.setup.table[0].follow[match.states[0].top])
    for kind in range(len(state.deck)):
        while state.hand[asked, kind] and codes_of(kind) & wanted:
            useless = next(n for n in range(2, SUITS) if state.deck[n] and not codes_of(n) & wanted)
            state.hand[asked, kind] -= 1
            state.hand[asked, useless] += 1
            state.deck[kind] += 1
            state.deck[useless] -= 1
    state.held[asked] = codes_in(state.hand[asked])


def test_whoever_could_not_answer_is_helped_to_a_card() -> None:
    """The last resort of a redeal that has tried a thousand deals: the state is a possible one."""
    helped = 0
    for seed in range(12):
        match = after(3, seed, 5)
        asked, size = match.actor, match.states["hand_size"].tobytes()
        if asked is None or match.states["decision"][0] != PLAY or match.states["top"][0] >= SUITS:
            continue
        spoil(match, asked)
        viewer = (asked + 1) % 3
        own = match.states["hand"][0, viewer].tolist()
        assert legal(match) == set()
        _help(match.setup.table, match.states, viewer)
        twin = Match(match.setup, match.states)
        assert border.check(twin.setup.table, twin.states) == 0
        assert len(legal(twin)) >= 1
        assert twin.states["hand"][0, viewer].tolist() == own
        assert twin.states["hand_size"].tobytes() == size
        helped += 1
    assert helped > 2
