"""HC-FLOW: what holds at every moment of every match."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import random_play
from hike_cards.helpers import DATA, SEATS, deal, everything, hand, legal, setup, view
from trailmix.engine.events import Event
from trailmix.engine.match import Match
from trailmix.games.hike_cards.rules import INVARIANTS
from trailmix.games.hike_cards.state import CODES, OVER

PLAYS = {3: 14.16, 4: 18.60, 5: 22.95, 6: 27.09, 7: 31.08, 8: 34.81}
"""The plays of a round when each distinct option is equally likely, as another implementation counts them."""
ROUNDS = {3: 5.2, 4: 4.2, 5: 5.0, 6: 4.1, 7: 4.9, 8: 4.3}
PARTS, ROOM = 12, 25_000
"""Random play is looked at in so many parts of so many states each."""


@pytest.mark.rule("HC-FLOW-1", "HC-FLOW-3", "HC-FLOW-4", "HC-END-1", "R-41")
@pytest.mark.parametrize("players", range(3, 9))
def test_thousands_of_random_matches(players: int) -> None:
    matches, plays = 0, list[int]()
    for part in range(PARTS):
        found = random_play.play(setup(players), ROOM, seed=f"flow {players} {part}", purpose=0)
        assert not found.broken.any(), INVARIANTS[found.broken.max()]
        assert found.choices[found.actors >= 0].min() == 1, "a single option is still asked for"
        assert ((found.states["decision"] == OVER) == (found.actors < 0)).all()
        whole = found.match < found.match[-1]
        rounds, played = found.states["round_no"][whole], found.actions[whole]
        began = np.diff(rounds, prepend=-1) != 0  # a match begins anew with round 1, or goes on after it
        began[1:] |= np.diff(found.match[whole]) != 0
        plays += np.bincount(np.cumsum(began) - 1, (played >= 0) & (played < CODES)).astype(int).tolist()
        matches += int(found.match[-1])
    assert max(plays) <= 79
    assert np.mean(plays) == pytest.approx(PLAYS[players], rel=0.01)
    assert len(plays) / matches == pytest.approx(ROUNDS[players], rel=0.05)


def check_decision(decision: str, options: set[str]) -> None:
    """Exactly the options of a kind of decision (section 4 of the ledger)."""
    if decision == "play":
        assert options
        assert not any(option == "none" or option.startswith("plant") for option in options)
    elif decision == "lake":
        assert options <= {"lake", "wind=lake"}
    elif decision == "bird":
        assert "none" in options
        assert options <= {"none", "bird", "wind=bird"}
    else:
        assert decision == "plant"
        assert "none" in options
        assert all(option == "none" or option.startswith("plant ") for option in options)


@pytest.mark.rule(
    "HC-FLOW-1", "HC-FLOW-2", "HC-FLOW-3", "HC-FLOW-4", "HC-PLAY-10", "HC-SCORE-9", "HC-SCORE-10"
)
@pytest.mark.parametrize("players", range(3, 9))
def test_what_can_be_relied_on(players: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(3):
        check_match(deal(players, seed), random.Random(seed), met)
    assert met.keys() == {"play", "lake", "bird", "plant"}


def check_match(match: Match, whims: random.Random, met: Counter[str]) -> None:
    """Play a match to its end and look at everything on the way."""
    players, gone = match.players, list[str]()
    while not match.over:
        before = view(match)
        names = [seat.seat for seat in before.seats if seat.status == "active"]
        assert before.to_move in names
        check_decision(before.decision, legal(match))
        assert everything(match) == DATA.deck, "the 80 cards"
        assert [seat.status == "active" for seat in before.seats] == [s.hand_size > 0 for s in before.seats]
        open_effects = [before.decision == "lake", before.decision == "plant", before.decision == "bird"]
        assert open_effects.count(True) + (before.demand == "sun") <= 1, "never open together"
        held = {name: Counter(hand(match, name)) for name in SEATS[:players]}
        events = match.play(whims.choice(match.actions()))
        met[before.decision] += 1
        leaving = [event.seat or "" for event in events if event.kind in ("out", "spent", "eliminated")]
        gone += leaving
        ended = [event for event in events if event.kind == "round_ended"]
        if ended:
            assert sorted(gone) == list(SEATS[:players]), "each leaves exactly once"
            check_account(ended[0])
            gone = []
        else:
            assert [seat.total for seat in view(match).seats] == [seat.total for seat in before.seats]
            grown = {name for name in held if Counter(hand(match, name)) - held[name]}
            told = {event.seat for event in events if event.kind == "drew"}
            assert grown <= told or any(event.kind == "redealt" for event in events)


def check_account(ended: Event) -> None:
    """HC-SCORE-10."""
    said = ended.values
    bonus = 3 * sum(left == 0 for left in said["leftovers"].values())
    worm = said["birds"] if said["worm"] else 0
    assert sum(said["points"].values()) == said["pot"] + bonus + sum(said["trees"].values()) + worm
    assert sum(said["leftovers"].values()) == said["pot"]
