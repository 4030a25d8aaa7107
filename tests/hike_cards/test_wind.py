"""HC-WIND: a card of whatever suit it is declared as."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    DATA,
    EVERY_SUIT,
    SUITS,
    at,
    hand,
    legal,
    of_kind,
    pile,
    play,
    refusal,
    seat,
    to_move,
    told,
    view,
)


def winds(*suits: str) -> set[str]:
    return {f"wind={suit}" for suit in suits}


@pytest.mark.rule("HC-WIND-1")
@pytest.mark.parametrize("suit", SUITS)
def test_what_may_follow_is_what_follows_its_suit(suit: str) -> None:
    match = at("poop:C", A="wind bug", B=EVERY_SUIT, C="?*2")
    events = play(match, f"A wind={suit}")
    assert of_kind(events, "played") == [{"seat": "A", "card": f"wind={suit}"}]
    assert (pile(match)[-1], view(match).suit) == (f"wind={suit}", suit)
    assert legal(match) == set(DATA.follow[suit])


@pytest.mark.rule("HC-WIND-1", "R-08")
def test_it_counts_as_bird_catches_the_worm_draws_and_reverses() -> None:
    match = at("worm:C lost:C avalanche:C", A="wind tree", B="?*4", C="?*4", deck="bug ...")
    events = play(match.clone(), "A wind=bird")
    assert told(events)[:2] == ["A played", "A captured"]
    twin = match.clone()
    play(twin, "A wind=bird")
    assert (view(twin).birds, view(twin).worm_holder) == (1, "A")
    twin = match.clone()
    assert told(play(twin, "A wind=peak"))[:2] == ["A played", "A drew"]
    assert hand(twin, "A") == ["bug", "tree"]
    twin = match.clone()
    assert told(play(twin, "A wind=trail"))[:2] == ["A played", "A reversed"]
    twin = match.clone()
    assert told(play(twin, "A wind=lake"))[:1] == ["A played"]
    assert (view(twin).birds, view(twin).worm_holder, seat(twin, "A").hand_size) == (0, None, 1)


@pytest.mark.rule("HC-WIND-2")
@pytest.mark.parametrize("suit", SUITS)
def test_on_a_suit_it_becomes_one_of_its_row(suit: str) -> None:
    match = at(f"{suit}:C", A="wind litter", B="?*2", C="?*2")
    assert legal(match) == winds(*DATA.follow[suit])
    for other in set(SUITS) - set(DATA.follow[suit]):
        assert refusal(match, f"wind={other}").endswith(".")


@pytest.mark.rule("HC-WIND-2", "HC-SUN-1", "HC-DRO-1", "HC-WORM-2")
def test_under_a_demand_it_becomes_what_is_demanded() -> None:
    said = {"A": "wind litter", "B": "?*2", "C": "?*2"}
    assert legal(at("sun:C", **said)) == {"wind=light"}
    assert legal(at("drought:C", decision="lake", **said)) == {"wind=lake"}
    assert legal(at("worm:A", decision="bird", **said)) == {"none", "wind=bird"}


@pytest.mark.rule("HC-WIND-2", "R-35")
@pytest.mark.parametrize("top", ["", "avalanche:C", "earthquake:C", "lost:C", "poop:C", "spring:C", "worm:C"])
def test_elsewhere_it_becomes_any_suit(top: str) -> None:
    assert legal(at(top, A="wind litter", B="?*2", C="?*2")) == winds(*SUITS)


@pytest.mark.rule("HC-WIND-2")
def test_on_itself_as_a_suit_the_row_of_that_suit_holds() -> None:
    match = at("bird:B wind=peak:C", A=EVERY_SUIT, B="?*2", C="?*2")
    assert legal(match) == {"light", "trail", "bird"}


@pytest.mark.rule("HC-WIND-3", "HC-SPR-2", "HC-POOP-6")
def test_in_hand_it_has_no_suit_but_may_be_planted() -> None:
    match = at("spring:C", A="wind bug", B="?*2", C="?*2", decision="plant")
    assert "plant 0+wind" in legal(match)
    match = at("bird:C", A="poop wind", B="?*2", C="?*2")
    play(match, "A poop")
    assert hand(match, "A") == ["wind"]
    assert refusal(at("bird:C", A="wind bug", B="?*2", C="?*2"), "wind").endswith(".")


@pytest.mark.rule("HC-WIND-4", "R-03")
@pytest.mark.parametrize(
    ("top", "decision", "count"), [("bird:C", "play", 3), ("sun:C", "play", 1), ("drought:C", "lake", 1)]
)
def test_if_it_is_the_only_play_it_has_to_be_made(top: str, decision: str, count: int) -> None:
    match = at(top, A="wind bug peak", B="?*2", C="?*2", decision=decision)
    assert all(option.startswith("wind=") for option in legal(match))
    assert len(legal(match)) == count
    assert refusal(match, "none").endswith(".")
    assert to_move(match) == "A"
