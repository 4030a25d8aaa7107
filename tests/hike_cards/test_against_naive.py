"""The rules against the naive ones of `naive`: whole random matches, compared after every action.

The naive game is told what chance decided, as the match's own events and hands have it, and works out all
else by itself.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import trailmix
from hike_cards import naive
from hike_cards.helpers import DATA, SEATS, SHIPPED, account, hand, pile, setup, view
from hike_cards.naive_scoring import Account
from trailmix.engine import replay
from trailmix.engine.events import Event
from trailmix.engine.game import Setup
from trailmix.engine.match import Match

MATCHES = 12
"""For each number of players; a match has about five rounds."""


def hands_of(match: Match) -> list[list[str]]:
    return [hand(match, SEATS[seat]) for seat in range(match.players)]


def chance_of(match: Match, events: list[Event]) -> naive.Chance:
    """What chance decided in the last action of a match."""
    chance, held = naive.Chance(), hands_of(match)
    for event in events:
        if event.kind == "drew":
            chance.draws += event.values["cards"]
        elif event.kind == "redealt":
            chance.redealt = {SEATS.index(name): [] for name in event.values["hands"]}
        elif event.kind == "eliminated" and chance.redealt:
            chance.redealt[SEATS.index(event.seat or "")] = event.values["cards"]
    for seat, dealt in chance.redealt.items():
        if not dealt:
            chance.redealt[seat] = held[seat]
    if any(event.kind == "dealt" for event in events):
        chance.next_deal = held
    return chance


def begin(agreed: Setup, seed: str) -> tuple[Match, naive.Naive]:
    match = replay.new(agreed, seed=seed, salt="salt")
    text = agreed.data_text or SHIPPED
    data = naive.Data.read(text)
    data.follow |= {suit: list(row) for suit, row in agreed.options.follow.items()}
    return match, naive.Naive(data, SEATS.index(view(match).dealer), hands_of(match))


def compare(match: Match, other: naive.Naive) -> None:
    """Everything that both know."""
    where = match.position
    assert match.over is other.over, where()
    assert set(match.legal()) == other.legal(), where()
    assert len(match.legal()) == len(other.legal())
    assert match.scores() == other.totals, where()
    assert match.places() == other.places(), where()
    shown = view(match)
    if other.over:
        return
    assert shown.to_move == SEATS[other.actor], where()
    assert (shown.decision, shown.turn, shown.dealer) == (
        other.decision,
        SEATS[other.turn],
        SEATS[other.dealer],
    ), where()
    assert hands_of(match) == other.hands, where()
    assert [card.partition("=")[0] for card in pile(match)] == other.pile, where()
    assert (shown.suit, shown.deck) == (other.top_suit, other.deck.total()), where()
    assert shown.direction == ("clockwise" if other.direction > 0 else "counter-clockwise"), where()
    assert (shown.peaks_draw, shown.trails_reverse, shown.birds) == (
        other.avalanche,
        other.lost,
        other.birds,
    ), where()
    assert shown.worm_by == name_of(other.worm_player), where()
    assert shown.worm_holder == name_of(other.captor), where()
    assert set(shown.follow) == follow(other), where()
    for n, seat in enumerate(shown.seats):
        assert (seat.status, seat.hand_size, seat.bugs) == (
            other.status[n],
            len(other.hands[n]),
            other.bugs[n],
        ), where()
        assert sorted(seat.leftovers) == other.leftovers[n], where()
        assert sorted(seat.planted) == sorted(other.planted[n]), where()
        assert seat.left == (other.gone.index(n) + 1 if n in other.gone else None), where()
        assert seat.worm == (n == other.captor), where()


def name_of(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


def follow(other: naive.Naive) -> set[str]:
    """The suits that may be played."""
    if other.decision in ("bird", "plant"):
        return {"bird"} if other.decision == "bird" else set()
    return set(other.suits_allowed())


def compare_accounts(events: list[Event], theirs: Account) -> None:
    """Every figure of a round's account."""
    ours = account(events)
    by_seat: list[tuple[dict[str, int], list[int]]] = [
        (ours.leftovers, theirs.leftovers),
        (ours.bonus, theirs.bonus),
        (ours.trees, theirs.trees),
        (ours.points, theirs.points),
    ]
    for found, wanted in by_seat:
        assert list(found.values()) == wanted
    assert (ours.pot, ours.share, ours.odd) == (theirs.pot, theirs.share, theirs.odd)
    assert ours.winners == tuple(SEATS[seat] for seat in theirs.winners)
    assert ours.odd_to == name_of(theirs.odd_to)
    worm = [ours.birds if SEATS[seat] == ours.worm else 0 for seat in range(len(theirs.worm))]
    assert worm == theirs.worm


def play_both(match: Match, other: naive.Naive, whims: random.Random, met: Counter[str]) -> None:
    """A whole match, both at once."""
    compare(match, other)
    while not match.over:
        action = whims.choice(match.legal())
        rounds = len(other.accounts)
        events = match.play(action)
        chance = chance_of(match, events)
        other.play(action, chance)
        assert not chance.draws, "every card drawn was asked for"
        met.update(event.kind for event in events)
        met[action.partition("=")[0]] += 1
        if len(other.accounts) > rounds:
            compare_accounts(events, other.accounts[-1])
        compare(match, other)
        assert other.over or other.cards() == other.data.deck


@pytest.mark.rule("HC-FLOW-1", "HC-FLOW-2", "HC-FLOW-4", "HC-PLAY-3", "HC-PLAY-4", "HC-PLAY-6", "HC-PLAY-8")
@pytest.mark.rule("HC-PLAY-9", "HC-PLAY-10", "HC-SETUP-5", "HC-SCORE-10", "HC-WIN-1", "HC-WIN-2", "HC-WIN-3")
@pytest.mark.parametrize("players", range(3, 9))
def test_whole_matches(players: int) -> None:
    met: Counter[str] = Counter()
    for number in range(MATCHES):
        match, other = begin(setup(players), f"{players}/{number}")
        play_both(match, other, random.Random(number), met)
    everything = {"drew", "redealt", "laid_out", "eliminated", "out", "spent", "captured", "kept"}
    everything |= {"no_bird", "planted", "planted_nothing", "reversed", "again", "odd_points"}
    assert everything | set(DATA.deck) - {"litter"} <= met.keys(), "all of it has happened"


@pytest.mark.rule("HC-DATA-1", "HC-DATA-2")
@pytest.mark.parametrize("seed", range(12))
def test_with_any_follow_table(seed: int) -> None:
    whims = random.Random(seed)
    table = {suit: whims.sample(naive.SUITS, 3) for suit in naive.SUITS}
    players = 3 + seed % 6
    agreed = trailmix.game("hike_cards").setup(players, {"follow": table})
    match, other = begin(agreed, f"table {seed}")
    play_both(match, other, whims, Counter())


@pytest.mark.rule("HC-DATA-1")
@pytest.mark.parametrize("seed", range(4))
def test_with_other_figures(seed: int) -> None:
    """Small hands bring lone players, empty decks and shared pots more often."""
    text = SHIPPED.replace("hand_size = 7", f"hand_size = {3 + seed}").replace("bonus = 3", f"bonus = {seed}")
    agreed: Any = trailmix.game("hike_cards").setup(3 + seed, data=text)
    match, other = begin(agreed, f"figures {seed}")
    assert other.data.hand_size == 3 + seed
    play_both(match, other, random.Random(seed), Counter())


def test_the_comparison_has_teeth() -> None:
    """A naive game with another row is told apart."""
    other_table = {suit: DATA.follow[suit] for suit in naive.SUITS} | {"tree": ["tree", "bird", "peak"]}
    match, _ = begin(setup(4), "teeth")
    twin = naive.Naive(naive.Data.read(SHIPPED), SEATS.index(view(match).dealer), hands_of(match))
    twin.data.follow = other_table
    with pytest.raises(AssertionError):
        play_both(match, twin, random.Random(1), Counter())
