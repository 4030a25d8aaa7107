"""Setting up (ledger, chapter 2, the tables of chapter 0, HD-LOOSE-1)."""

from __future__ import annotations

from collections import Counter

import pytest

import trailmix
from chance import is_fair
from hike_dogsled.helpers import SEATS, SHIPPED, centre, deal, hand, own, seat, setup, sled, table, view
from hike_dogsled.naive_cards import Data
from hike_dogsled.shadow import Keyed
from trailmix.engine import replay
from trailmix.engine.match import Match

DATA = Data.read(SHIPPED)
PLAYERS = range(2, 7)
DECK = [*DATA.huskies, *DATA.youngsters, *["E"] * 12, *["C"] * 6]


def deck(match: Match) -> list[str]:
    """The cards of the deck, the bottom one first."""
    ids = match.setup.data.ids
    return [ids[card] for card in match.states["deck"][0] if card >= 0]


@pytest.mark.rule("HD-SETUP-1", "HD-PREP-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_eight_or_six_landscapes_lie_face_down(players: int) -> None:
    match = deal(players)
    laid = 8 if players <= 4 else 6
    assert table(match).laid == laid
    assert len(view(match).track) == laid
    assert view(match).track[0] in DATA.middle  # turned up on day 1
    assert view(match).track[1:] == (None,) * (laid - 1)
    lying = [int(card) for card in match.states["landscapes"][0] if card >= 0]
    assert len(set(lying)) == laid
    assert max(lying) < 18
    assert (table(match).start, table(match).finish) == ("L00", "L19")


@pytest.mark.rule("HD-SETUP-1")
def test_every_landscape_may_lie_first() -> None:
    found = Counter(view(deal(2, seed)).track[0] for seed in range(180))
    assert is_fair([found[card] for card in DATA.middle])


@pytest.mark.rule("HD-SETUP-2")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_fourth_or_third_lies_sideways(players: int) -> None:
    assert table(deal(players)).sideways == (4 if players <= 4 else 3)


@pytest.mark.rule("HD-SETUP-3", "HD-SETUP-4", "HD-SETUP-5", "HD-RUL-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_husky_deck_has_74_cards(players: int) -> None:
    match = deal(players)
    held = [card for name in SEATS[:players] for card in hand(match, name).split()]
    assert sorted([*deck(match), *held, *centre(match).split()]) == sorted(DECK)
    assert len(DECK) == 74
    assert view(match).deck == len(deck(match)) == 74 - 2 * players - 2 - 2  # two were turned up on day 1
    assert all(len(hand(match, name).split()) == 2 for name in SEATS[:players])
    assert all(sled(match, name) == "" for name in SEATS[:players])


@pytest.mark.rule("HD-SETUP-3")
def test_every_card_of_the_deck_is_dealt_alike() -> None:
    """The kinds of the first card of a hand, in proportion to how many there are."""
    kinds: Counter[str] = Counter()
    for seed in range(400):
        kinds.update(card[0] for card in hand(deal(6, seed), "A").split())
    assert is_fair([kinds["H"], kinds["Y"], kinds["E"], kinds["C"]], [48, 8, 12, 6])


@pytest.mark.rule("HD-SETUP-4", "HD-INFO-2", "HD-RUL-2")
def test_nobody_sees_the_cards_dealt_to_others() -> None:
    match = deal(3)
    for name in "ABC":
        shown = seat(match, name).hand
        assert (shown.huskies, shown.equipment, shown.singles, shown.doubles, shown.hidden) == (
            (),
            0,
            0,
            0,
            2,
        )


@pytest.mark.rule("HD-SETUP-6", "HD-RUL-3")
@pytest.mark.parametrize(
    ("players", "singles", "doubles"), [(2, 4, 8), (3, 3, 6), (4, 2, 4), (5, 1, 2), (6, 0, 0)]
)
def test_care_cards_are_handed_out(players: int, singles: int, doubles: int) -> None:
    match = deal(players)
    assert all(each.care_pile == ("single", "double", "double") for each in view(match).seats)
    assert (view(match).care_pile.singles, view(match).care_pile.doubles) == (singles, doubles)


@pytest.mark.rule("HD-SETUP-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_vacant_slots_and_a_pawn_off_the_track(players: int) -> None:
    match = deal(players)
    for each in view(match).seats:
        assert len(each.sled) == (8 if players <= 4 else 6)
        assert all(one.husky is None and one.state is None for one in each.sled.values())
        assert each.position is None
        assert each.status == "unready"


@pytest.mark.rule("HD-SETUP-8")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_mentors_each(players: int) -> None:
    match = deal(players)
    assert [each.mentors for each in view(match).seats] == [2] * players
    assert [each.hand_size for each in view(match).seats] == [2] * players


@pytest.mark.rule("HD-SETUP-9", "HD-RUL-1")
def test_the_first_player_is_drawn_and_the_others_follow_clockwise() -> None:
    people = ["Ann", "Bob", "Cy"]
    first: Counter[str] = Counter()
    for seed in range(60):
        match = trailmix.new("hike_dogsled", players=people, seed=seed)
        assert match.actor == 0
        start = people.index(match.names[0])
        assert list(match.names) == people[start:] + people[:start]
        first[match.names[0]] += 1
    assert is_fair([first[name] for name in people])


@pytest.mark.rule("HD-SETUP-10", "HD-LOOSE-1", "HD-RUL-4")
@pytest.mark.parametrize("players", PLAYERS)
def test_three_of_four_loose_cards_are_shuffled_into_the_rest(players: int) -> None:
    """So none is dealt or turned up in setup. What is turned up on day 1 is not looked at here."""
    removed = set()
    for seed in range(20):
        match = deal(players, seed, loose=True)
        in_deck = {card for card in deck(match) if card.startswith("X")}
        seen = set(view(match).loose_seen)
        assert len(in_deck | seen) == 3
        assert not in_deck & seen
        removed |= {"X1", "X2", "X3", "X4"} - in_deck - seen
        held = [card for name in SEATS[:players] for card in hand(match, name).split()]
        assert not any(card.startswith("X") for card in held)
        if not seen:
            assert view(match).deck == 77 - 2 * players - 4
    assert len(removed) > 2


@pytest.mark.rule("HD-SETUP-10")
def test_without_the_expansion_there_are_no_loose_cards() -> None:
    match = deal(4)
    assert not any(card.startswith("X") for card in deck(match))
    assert not table(match).loose
    assert table(deal(4, loose=True)).loose


@pytest.mark.rule("HD-LOOSE-1")
def test_a_loose_card_may_lie_anywhere_in_the_deck() -> None:
    """By quarters of what is left of it after setup."""
    found: Counter[int] = Counter()
    for seed in range(300):
        match = replay.new(setup(2, loose=True), seed=f"where {seed}", salt="salt")
        cards = Keyed(match.states["key"][0], DATA)
        for _ in range(3):
            cards.dealt(0, Counter())
        cards.loose(["X1", "X2", "X3", "X4"])
        if not view(match).loose_seen:
            assert deck(match) == cards.deck[:-2]
        found.update(4 * cards.deck.index(card) // 71 for card in cards.deck if card.startswith("X"))
    assert is_fair([found[quarter] for quarter in range(4)], [18, 18, 18, 17])


@pytest.mark.rule("HD-SETUP-3", "HD-SETUP-1")
def test_the_same_seed_gives_the_same_match() -> None:
    assert deal(4, "x").states.tobytes() == deal(4, "x").states.tobytes()
    assert deal(4, "x").states.tobytes() != deal(4, "y").states.tobytes()


@pytest.mark.rule("HD-INFO-3")
def test_the_order_of_deck_and_track_is_seen_by_nobody() -> None:
    match = deal(3)
    for viewer in range(-1, 3):
        seen = match.seen_by(viewer)
        assert (seen["deck"][0] == -1).all()
        assert (seen["landscapes"][0][1:] == -1).all()
        assert not seen["key"].any()
    assert own(match, "A").hand != own(match, "B").hand
