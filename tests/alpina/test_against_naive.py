"""The scorer against the naive one of `naive`: finished and unfinished grids, shipped and random decks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import trailmix
from alpina import naive
from alpina.helpers import SEATS, SHIPPED, corrected, deck, play_many, setup, view
from trailmix.engine.game import Setup
from trailmix.engine.match import Match
from trailmix.engine.record import Array

MATCHES = 520
"""For each number of players: 1,560 finished grids in all, and half as many unfinished ones."""


def compare(match: Match, cards: dict[str, naive.Card]) -> None:
    """Points and counted cells of every card, totals and places: both scorers say the same."""
    shown = view(match)
    grid = {spot.cell: cards[spot.card] for spot in shown.grid}
    hikers = {spot.cell: spot.hiker for spot in shown.grid if spot.hiker}
    for spot in shown.grid:
        assert (spot.points, set(spot.counts)) == naive.forecast(grid, hikers, spot.cell), match.position()
    totals = naive.totals(grid, hikers, SEATS[: match.players])
    assert match.scores() == totals, match.position()
    assert match.places() == naive.places(totals)
    if match.over:
        assert shown.places == tuple(naive.places(totals))


def as_match(agreed: Setup, states: Array, match: int, number: int) -> Match:
    return Match(agreed, states[match, number : number + 1].copy())


@pytest.mark.rule("AL-SCORE-2", "AL-SCORE-3", "AL-SCORE-5", "AL-SCORE-8", "AL-END-3", "AL-END-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_finished_grids(players: int) -> None:
    played = play_many(players, MATCHES, seed=40 + players)
    for n in range(MATCHES):
        compare(as_match(setup(players), played.states, n, 48), deck())


@pytest.mark.rule("AL-R-23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_forecasts_on_unfinished_grids(players: int) -> None:
    played = play_many(players, MATCHES, seed=50 + players)
    for n in range(MATCHES // 2):
        compare(as_match(setup(players), played.states, n, 1 + n % 47), deck())


def random_condition(whims: random.Random) -> dict[str, Any]:
    """Any face and any condition that the data file may give a card."""
    kinds = [*naive.ANIMALS, *naive.LANDS]
    where = whims.choice(
        ["row", "column", "cross", "left", "right", "above", "below", "adj4", "adj8", "grid"]
        + ["connected"] * 4
    )
    counts = [*kinds, "animal-types", "land-types", "hikers", *(f"hikers-on-{kind}" for kind in kinds)]
    return {
        "animal": whims.choice(sorted(naive.ANIMALS)),
        "land": whims.choice(sorted(naive.LANDS)),
        "base": whims.randrange(4),
        "per": whims.randrange(4),
        "count": whims.choice(sorted(kinds if where == "connected" else counts)),
        "where": where,
        "self": whims.random() < 0.4,
    }


@pytest.mark.rule("AL-W-11", "AL-W-12", "AL-R-15", "AL-R-16", "AL-R-19", "AL-SCORE-9", "AL-DECK-4")
@pytest.mark.parametrize("seed", range(9))
def test_random_decks(seed: int) -> None:
    whims = random.Random(seed)
    text = corrected({card_id: random_condition(whims) for card_id in deck()})
    players = 2 + seed % 3
    agreed, cards = trailmix.game("alpina").setup(players, data=text), naive.deck(text)
    assert any(
        card["where"] == "connected" and card["count"] not in naive.shown(card) for card in cards.values()
    )
    played = play_many(players, 30, seed=60 + seed, agreed=agreed)
    for n in range(30):
        compare(as_match(agreed, played.states, n, 48), cards)
        compare(as_match(agreed, played.states, n, whims.randrange(48)), cards)


def test_the_comparison_has_teeth() -> None:
    """A deck that is read differently by the two scorers is told apart."""
    played = play_many(2, 30, seed=1)
    other = naive.deck(corrected({"N01": {"where": "column"}}, SHIPPED))
    with pytest.raises(AssertionError):
        for n in range(30):
            compare(as_match(setup(2), played.states, n, 48), other)
    assert np.unique(played.states["grid"][:, 48], axis=0).shape[0] == 30  # thirty different grids
