"""HC-LIT: the card that nobody can get rid of."""

from __future__ import annotations

import random

import pytest

from hike_cards.helpers import (
    SPECIALTIES,
    SUITS,
    account,
    at,
    deal,
    hand,
    legal,
    play,
    refusal,
    seat,
    statuses,
    to_move,
    told,
    view,
)

NEVER = "Litter can never be played."


@pytest.mark.rule("HC-LIT-1")
@pytest.mark.parametrize("top", ["", *SUITS, *(card for card in SPECIALTIES if card != "litter")])
def test_it_is_never_legal(top: str) -> None:
    if top == "wind":
        top = "wind=lake"
    held, decision = "litter lake light bug tree", "lake" if top == "drought" else "play"
    match = at(f"{top}:C" if top else "", A=held, B="?*2", C="?*2", decision=decision)
    assert "litter" not in legal(match)
    assert "Litter" in refusal(match, "litter")


@pytest.mark.rule("HC-LIT-1")
def test_it_can_be_neither_planted_nor_laid_out_nor_added_to_the_worm() -> None:
    match = at("spring:C", A="litter tree", B="?*2", C="?*2", decision="plant")
    assert legal(match) == {"none", "plant 1"}
    assert refusal(match, "litter").endswith(".")
    play(match, "A plant 1")
    assert hand(match, "A") == ["litter"]
    match = at("bird:C", A="poop litter bug", B="?*2", C="?*2")
    play(match, "A poop")
    assert (hand(match, "A"), seat(match, "A").bugs) == (["litter"], 1)
    match = at("worm:A", A="litter", B="?*2", C="?*2", decision="bird")
    assert legal(match) == {"none"}


@pytest.mark.rule("HC-LIT-2", "HC-PLAY-10")
@pytest.mark.parametrize("seed", range(12))
def test_only_an_earthquake_moves_it_to_another_hand(seed: int) -> None:
    """A random match: wherever Litter is, it stays until an Earthquake or the next round."""
    match, whims = deal(3 + seed % 6, seed), random.Random(seed)
    while not match.over:
        holder = [name for name in "ABCDEFGH"[: match.players] if "litter" in hand(match, name)]
        events = match.play(whims.choice(match.actions()))
        kinds = {event.kind for event in events}
        if not holder or kinds & {"redealt", "dealt", "ended"}:
            continue
        each = seat(match, holder[0])
        assert "litter" in [*hand(match, holder[0]), *each.leftovers]


@pytest.mark.rule("HC-LIT-2", "HC-SCORE-1")
def test_unplayed_it_is_one_leftover() -> None:
    match = at("lake:C", A="bug litter", left="B C", leftovers={"B": "tree*2", "C": "tree*2"})
    assert account(play(match, "A bug")).leftovers == {"A": 1, "B": 2, "C": 2}


@pytest.mark.rule("HC-LIT-3", "HC-PLAY-7")
def test_with_litter_alone_a_player_is_eliminated_in_turn_and_not_before() -> None:
    match = at("bird:D", A="bird*2", B="litter", C="bird*2", D="bird*2", to_move="D")
    play(match, "D bird")
    assert statuses(match) == "active active active active"
    assert told(play(match, "A bird")) == ["A played", "B eliminated"]
    assert to_move(match) == "C"


@pytest.mark.rule("HC-LIT-3", "HC-PLAY-4")
def test_even_where_any_other_card_would_do() -> None:
    match = at("bird:C", A="lost bird", B="bird*2", C="litter")
    assert told(play(match, "A lost")) == ["A played", "A reversed", "C eliminated"]
    match = at("", A="bird*2", B="bird", C="litter", to_move="B", dealer="A")
    assert told(play(match, "B bird")) == ["B played", "B out", "C eliminated"]


@pytest.mark.rule("HC-LIT-3")
def test_avalanche_or_earthquake_may_save_its_holder() -> None:
    match = at("bird:D", A="avalanche bird", B="litter", C="bird*2", D="bird*2", deck="bug bug ...")
    play(match, "A avalanche")
    assert (to_move(match), legal(match)) == ("B", {"bug"})
    match = at("bird:D", A="earthquake bird*3", B="litter", C="tree*5", D="bug*5")
    play(match, "A earthquake")
    assert (to_move(match), seat(match, "B").hand_size) == ("B", 4)
    assert view(match).seats[1].status == "active"
