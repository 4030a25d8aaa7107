"""HC-SETUP: players, the deck, the deal, who deals and who leads, the target."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest

import trailmix
from chance import is_fair
from hike_cards.helpers import DATA, SEATS, at, deal, everything, hand, pile, play, seat, statuses, view
from trailmix.engine.errors import BadOption
from trailmix.engine.match import Match

PLAYERS = range(3, 9)
TARGETS = {3: 25, 4: 25, 5: 35, 6: 35, 7: 45, 8: 45}
DECKS = {3: 59, 4: 52, 5: 45, 6: 38, 7: 31, 8: 24}


def last_play(players: int = 3, **said: Any) -> Match:
    """A is the only one left in and plays the last card of the round: 3 for the bonus, 6 for the pot."""
    others = list(SEATS[1:players])
    leftovers = {name: "peak*3" if name in "BC" else "tree" for name in others}
    return at("lake:B", A="bug", left=" ".join(others), leftovers=leftovers, **said)


@pytest.mark.rule("HC-SETUP-1")
@pytest.mark.parametrize("players", [0, 1, 2, 9, 80, -3, 3.0, True, "3", None])
def test_three_to_eight_players(players: Any) -> None:
    with pytest.raises(BadOption, match="is played by 3 to 8 players, not "):
        trailmix.game("hike_cards").setup(players)


@pytest.mark.rule("HC-SETUP-1")
def test_a_number_of_people_is_refused_too() -> None:
    assert list(trailmix.game("hike_cards").players) == list(PLAYERS)
    for people in (["Ann", "Bob"], [f"P{n}" for n in range(9)]):
        with pytest.raises(BadOption, match="3 to 8 players"):
            trailmix.new("hike_cards", people, 1)


@pytest.mark.rule("HC-SETUP-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_is_ten_of_seven_suits_and_ten_specialties(players: int) -> None:
    cards = everything(deal(players))
    assert cards == DATA.deck
    assert cards.total() == 80
    assert sorted(cards.values()) == [1] * 10 + [10] * 7


@pytest.mark.rule("HC-SETUP-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_seven_cards_each_and_the_rest_is_the_deck(players: int) -> None:
    shown = view(deal(players))
    assert [each.hand_size for each in shown.seats] == [7] * players
    assert shown.deck == DECKS[players] == 80 - 7 * players


def first_hands(players: int, number: int) -> list[Match]:
    return [deal(players, seed) for seed in range(number)]


@pytest.mark.rule("HC-SETUP-3")
def test_the_deal_is_a_fair_shuffle() -> None:
    """A card is anywhere in proportion to the places; a suit's ten are spread as chance spreads them."""
    matches = first_hands(4, 2000)
    for card in ("wind", "litter"):
        holders = Counter(next((n for n in SEATS[:4] if card in hand(m, n)), "deck") for m in matches)
        assert is_fair([holders[where] for where in [*"ABCD", "deck"]], [7, 7, 7, 7, 52])
    birds = Counter(min(hand(m, "C").count("bird"), 3) for m in matches)
    # Hypergeometric: 7 of 80 cards, 10 of which are Birds.
    ways = [comb(10, k) * comb(70, 7 - k) for k in range(8)]
    assert is_fair([birds[k] for k in range(4)], [*ways[:3], sum(ways[3:])])


@pytest.mark.rule("HC-SETUP-3")
def test_the_next_round_is_dealt_from_all_eighty_cards_anew() -> None:
    """Whatever lay where in the last round makes no difference."""
    where: Counter[str] = Counter()
    for number in range(400):
        match = last_play(seed=number)
        play(match, "A bug")
        assert everything(match) == DATA.deck
        assert [each.hand_size for each in view(match).seats] == [7, 7, 7]
        assert view(match).deck == 59
        where[next((name for name in "ABC" if "sun" in hand(match, name)), "deck")] += 1
    assert is_fair([where[name] for name in ("A", "B", "C", "deck")], [7, 7, 7, 59])


@pytest.mark.rule("HC-SETUP-4", "R-01")
@pytest.mark.parametrize("players", [3, 5, 6])
def test_the_first_dealer_is_drawn(players: int) -> None:
    dealers = Counter(view(match).dealer for match in first_hands(players, 1000))
    assert is_fair([dealers[name] for name in SEATS[:players]])


@pytest.mark.rule("HC-SETUP-4", "HC-SETUP-5", "R-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal_moves_one_seat_to_the_left(players: int) -> None:
    for dealer in range(players):
        match = last_play(players, dealer=SEATS[dealer])
        events = play(match, "A bug")
        assert view(match).dealer == SEATS[(dealer + 1) % players]
        assert view(match).to_move == SEATS[(dealer + 2) % players]
        assert (events[-1].kind, events[-1].seat) == ("dealt", view(match).to_move)
        assert events[-1].values == {"round": 2, "dealer": view(match).dealer}


@pytest.mark.rule("HC-SETUP-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_seat_left_of_the_dealer_leads(players: int) -> None:
    for seed in range(20):
        shown = view(deal(players, seed))
        assert shown.to_move == shown.turn == SEATS[(SEATS.index(shown.dealer) + 1) % players]
        assert (shown.decision, shown.pile, shown.round) == ("play", (), 1)


@pytest.mark.rule("HC-SETUP-5", "HC-SPEC-3")
def test_a_round_begins_with_a_clean_table() -> None:
    """After a round with everything in it: reversed, Peaks draw, Birds, a Worm, Bugs and Trees laid out."""
    match = at(
        "avalanche:B poop:C spring:A bird:C worm:B lost:C",
        A="bug litter",
        left="B C",
        leftovers={"B": "tree*2"},
        bugs={"C": 1, "A": 2},
        planted={"A": "tree wind"},
        direction="counter-clockwise",
        totals={"A": 3, "B": 4, "C": 5},
        round=4,
    )
    assert (view(match).direction, view(match).birds) == ("counter-clockwise", 1)
    play(match, "A bug")
    shown = view(match)
    assert (shown.direction, shown.round, pile(match), shown.suit) == ("clockwise", 5, [], None)
    assert (shown.peaks_draw, shown.trails_reverse, shown.birds) == (False, False, 0)
    assert (shown.worm_by, shown.worm_holder, shown.demand, shown.to_answer) == (None, None, None, ())
    assert statuses(match) == "active active active"
    for name in "ABC":
        each = seat(match, name)
        assert (each.leftovers, each.bugs, each.planted, each.worm) == ((), 0, (), False)
        assert (each.left, each.last) == (None, None)
    assert np.array_equal(match.states["left"][0, :3], [-1, -1, -1])


@pytest.mark.rule("HC-SETUP-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_target_by_players(players: int) -> None:
    target = TARGETS[players]
    gain = 6 + (players - 3) + 3
    assert view(deal(players)).target == target
    for total, over in ((target - gain, True), (target - gain - 1, False)):
        match = last_play(players, totals={"A": total})
        play(match, "A bug")
        assert seat(match, "A").total == total + gain
        assert match.over is over
