"""Components and setting up: AL-COMP, AL-SETUP."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

import trailmix
from alpina.helpers import at, corrected, deal, deck, hand, of_faces, setup, view
from chance import is_fair
from trailmix.engine import border
from trailmix.engine.errors import BadOption
from trailmix.engine.record import Array
from trailmix.engine.seeds import seating
from trailmix.games.alpina.state import MID, NONE, State

HIKERS = {2: 8, 3: 5, 4: 4}
PILE = {2: 43, 3: 37, 4: 31}
CHAMOIS = [n for n, card in enumerate(deck().values()) if card["animal"] == "chamois"]


@cache
def deals(players: int, number: int = 9000) -> Array:
    """Matches as they are dealt, from keys that are always the same."""
    states = np.zeros(number, State.dtype)
    keys = np.random.default_rng(players).integers(0, 2**64, (number, 2), np.uint64)
    for n in range(number):
        border.deal(setup(players).table, states[n : n + 1], keys[n])
    return states


@pytest.mark.rule("AL-COMP-1")
def test_the_deck_is_56_cards_each_with_a_face_and_a_condition() -> None:
    cards = deal().setup.data.cards
    assert len({card.id for card in cards}) == len(cards) == 56
    faces = {"animal", "land", "base", "per", "count", "where", "src"}
    assert all(card.keys() - {"self"} == faces | {"id"} for card in deck().values())


@pytest.mark.rule("AL-COMP-1", "AL-SETUP-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_is_in_exactly_one_place(players: int) -> None:
    for s in deals(players)[:200]:
        cards = [*s.grid[s.grid != NONE], *s.hand[s.hand != NONE], *s.pile[s.pile != NONE]]
        assert sorted(cards) == list(range(56))


@pytest.mark.rule("AL-COMP-2", "AL-SETUP-6", "AL-SETUP-8", "AL-R-24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_hikers_are_handed_out_and_none_is_on_the_grid(players: int) -> None:
    match = deal(players)
    assert [seat.hikers for seat in view(match).seats] == [HIKERS[players]] * players
    assert match.states[0].supply.sum() == HIKERS[players] * players  # nothing for colours without a seat
    assert all(spot.hiker is None for spot in view(match).grid)


@pytest.mark.rule("AL-COMP-3", "AL-SCORE-4")
def test_scores_go_beyond_any_track() -> None:
    data = corrected({"N01": {"base": 1_000_000}, "N02": {"base": 999}})
    grid = ["N01:A Fm Fl Ff Fm", "N02:A Cl* Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]
    assert at(of_faces(grid), data=data).scores() == [1_000_999 + 8, 0]  # N02: four chamois in its row


@pytest.mark.rule("AL-SETUP-1")
@pytest.mark.parametrize("players", [0, 1, 5, -2, True, 2.0, "3x", None])
def test_any_other_number_of_players_is_refused(players: Any) -> None:
    with pytest.raises(BadOption, match=r"^Alpina is played by 2 to 4 players, not "):
        trailmix.game("alpina").setup(players)


@pytest.mark.rule("AL-SETUP-1")
@pytest.mark.parametrize("people", [["Ann"], ["Ann", "Bob", "Cy", "Di", "Ed"]])
def test_so_is_any_other_number_of_people(people: list[str]) -> None:
    with pytest.raises(BadOption, match=f"^Alpina is played by 2 to 4 players, not {len(people)}.$"):
        trailmix.new("alpina", players=people)


@pytest.mark.rule("AL-SETUP-2", "AL-R-3")
def test_the_start_card_is_any_chamois_equally_often() -> None:
    start = Counter(int(s.grid[MID, MID]) for s in deals(2))
    assert sorted(start) == CHAMOIS
    assert len(CHAMOIS) == 18
    assert is_fair([start[card] for card in CHAMOIS])


@pytest.mark.rule("AL-SETUP-2", "AL-SETUP-8")
def test_the_start_card_lies_alone_and_is_nobodys() -> None:
    match = deal(4)
    (spot,) = view(match).grid
    assert (spot.cell, spot.hiker) == ((0, 0), None)
    assert all(spot.card not in hand(match, seat) for seat in range(4))


@pytest.mark.rule("AL-SETUP-2", "AL-R-3", "AL-DECK-4")
def test_a_corrected_chamois_may_be_the_start_card() -> None:
    frogs = {card_id: {"animal": "frog"} for card_id in deck() if card_id[0] == "C" and card_id != "C09"}
    frogs["N01"] = {"animal": "chamois"}
    found = {view(trailmix.new("alpina", seed=n, data=corrected(frogs))).grid[0].card for n in range(12)}
    assert found == {"C09", "N01"}


@pytest.mark.rule("AL-SETUP-3")
@pytest.mark.parametrize("card", ["F10", "N01"])
def test_a_card_is_shuffled_to_every_place_equally_often(card: str) -> None:
    number = list(deck()).index(card)
    states = deals(2)
    in_hand = [int((states["hand"][:, seat] == number).sum()) for seat in (0, 1)]
    in_pile = [int((states["pile"][:, place] == number).sum()) for place in range(43)]
    assert sum(in_hand) + sum(in_pile) == len(states)
    assert is_fair(in_hand + in_pile, [6, 6] + [1] * 43)


@pytest.mark.rule("AL-SETUP-3")
def test_the_top_of_the_pile_is_any_card_equally_often() -> None:
    top = Counter(int(card) for card in deals(2)["pile"][:, 42])
    others = [card for card in range(56) if card not in CHAMOIS]
    assert is_fair([top[card] for card in others])
    # A chamois is there, too, only less often: one of them is the start card.
    assert is_fair([top[card] for card in CHAMOIS])


@pytest.mark.rule("AL-SETUP-3")
def test_the_seat_that_gets_a_card_says_nothing_about_the_next_card() -> None:
    states = deals(2)
    a, b = list(deck()).index("F10"), list(deck()).index("F11")
    where = [(states["hand"][:, 0] == card).any(axis=1) for card in (a, b)]
    seen = [int((where[0] & where[1]).sum()), int((where[0] & ~where[1]).sum())]
    seen += [int((~where[0] & where[1]).sum()), int((~where[0] & ~where[1]).sum())]
    assert is_fair(seen, [6 * 5, 6 * 49, 49 * 6, 49 * 48])  # 55 places, 6 of them in the hand


@pytest.mark.rule("AL-SETUP-4", "AL-SETUP-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_six_cards_each_and_the_rest_is_the_pile(players: int) -> None:
    match = deal(players)
    assert [len(hand(match, seat)) for seat in range(players)] == [6] * players
    assert view(match).pile == PILE[players] == int((match.states[0].pile != NONE).sum())


@pytest.mark.rule("AL-SETUP-4", "AL-DRAW-4")
def test_a_hand_is_seen_by_its_own_seat_only() -> None:
    match = deal(4)
    for seat in range(4):
        shown = view(match, seat)
        assert shown.own is not None
        held = match.states[0].hand[seat]
        assert list(shown.own.hand) == [match.setup.data.cards[card].id for card in held]
        assert all(other.hand is None for other in shown.seats)
    assert view(match).own is None


@pytest.mark.rule("AL-SETUP-6")
def test_a_program_proposes_colours_and_people_may_choose() -> None:
    assert [seat.colour for seat in view(deal(4)).seats] == ["yellow", "light blue", "purple", "red"]
    match = trailmix.new("alpina", seed=1, options={"colours": ["red", "purple"]})
    assert [seat.colour for seat in view(match).seats] == ["red", "purple"]


@pytest.mark.rule("AL-SETUP-6")
@pytest.mark.parametrize(
    ("colours", "sentence"),
    [
        (["red", "red"], "Two seats cannot have the same colour."),
        (["red"], "2 players need 2 colours, not 1."),
        (["red", "purple", "yellow"], "2 players need 2 colours, not 3."),
        (["red", "pink"], "There are no pink hikers: the colours are yellow, light blue, purple, red."),
    ],
)
def test_wrong_colours_are_refused(colours: list[str], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        trailmix.new("alpina", options={"colours": colours})
    assert str(caught.value) == sentence


@pytest.mark.rule("AL-SETUP-6")
@pytest.mark.parametrize(
    "options", [{"colours": "red"}, {"colours": [1, 2]}, {"hikers": 9}, {"colours": None}]
)
def test_options_that_are_none_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=r"^An option of Alpina cannot be used: "):
        trailmix.new("alpina", options=options)


@pytest.mark.rule("AL-SETUP-6")
def test_colours_have_no_effect_on_the_match() -> None:
    plain = trailmix.new("alpina", seed=3)
    red = trailmix.new("alpina", seed=3, options={"colours": ["red", "yellow"]})
    assert plain.states.tobytes() == red.states.tobytes()
    assert plain.setup.table.tobytes() == red.setup.table.tobytes()


@pytest.mark.rule("AL-SETUP-7")
@pytest.mark.parametrize("people", [("Ann", "Bob"), ("Ann", "Bob", "Cy"), ("Ann", "Bob", "Cy", "Di")])
def test_each_person_begins_equally_often_and_the_others_follow_clockwise(people: tuple[str, ...]) -> None:
    first = Counter(seating(people, str(seed), drawn=True) for seed in range(3000))
    assert set(first) == {(*people[n:], *people[:n]) for n in range(len(people))}
    assert is_fair(list(first.values()))


@pytest.mark.rule("AL-SETUP-7")
def test_whoever_is_drawn_is_a_and_begins() -> None:
    names = set()
    for seed in range(12):
        match = trailmix.new("alpina", players=["Ann", "Bob", "Cy"], seed=seed)
        assert match.names == seating(match.people, str(seed), drawn=True)
        assert match.actor == 0
        names.add(match.names[0])
    assert names == {"Ann", "Bob", "Cy"}


@pytest.mark.rule("AL-SETUP-2", "AL-SETUP-3")
def test_the_same_seed_deals_the_same_match_and_another_seed_another() -> None:
    assert deal(3, seed=5).states.tobytes() == deal(3, seed=5).states.tobytes()
    assert deal(3, seed=5).states.tobytes() != deal(3, seed=6).states.tobytes()
