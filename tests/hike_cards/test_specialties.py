"""HC-SPEC: what all ten specialty cards have in common, lasting effects included."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    SPECIALTIES,
    account,
    at,
    deal,
    everything,
    hand,
    legal,
    of_kind,
    play,
    points,
    seat,
    to_move,
    told,
    view,
)

PLAYABLE = [card for card in SPECIALTIES if card not in ("litter", "wind")]


@pytest.mark.rule("HC-SPEC-1")
def test_each_exists_once() -> None:
    assert {card: everything(deal())[card] for card in SPECIALTIES} == dict.fromkeys(SPECIALTIES, 1)


@pytest.mark.rule("HC-SPEC-1")
@pytest.mark.parametrize(
    ("card", "effect"),
    [
        ("avalanche", ["A played", "B drew", "C drew"]),
        ("drought", ["A played", "B eliminated", "C eliminated", "A eliminated", "round_ended", "B dealt"]),
        ("earthquake", ["A played", "redealt"]),
        ("lost", ["A played", "A reversed"]),
        ("poop", ["A played", "laid_out", "A spent"]),
        ("spring", ["A played"]),
        ("sun", ["A played", "B eliminated", "C eliminated", "A eliminated", "round_ended", "B dealt"]),
        ("worm", ["A played"]),
    ],
)
def test_the_effect_happens_at_once_and_cannot_be_declined(card: str, effect: list[str]) -> None:
    """Nothing else is asked of its player, though every effect here hurts or fails to help."""
    match = at("bird:C", A=f"{card} bug*2", B="tree*3", C="tree*3")
    assert told(play(match, f"A {card}")) == effect
    if card == "spring":
        assert (view(match).decision, to_move(match)) == ("plant", "B")
    if card == "worm":
        assert (view(match).decision, to_move(match)) == ("bird", "A")


@pytest.mark.rule("HC-SPEC-2", "R-26")
@pytest.mark.parametrize("card", PLAYABLE)
def test_any_of_them_goes_on_any_top_without_a_demand(card: str) -> None:
    for top in (*EVERY_SUIT.split(), "avalanche", "earthquake", "lost", "poop", "spring", "worm"):
        if top != card:
            assert card in legal(at(f"{top}:C", A=f"{card} bug", B="?*2", C="?*2"))


@pytest.mark.rule("HC-SPEC-2", "HC-SUN-1", "HC-DRO-1", "R-26")
@pytest.mark.parametrize(
    ("top", "decision", "suit"),
    [("sun", "play", "light"), ("drought", "lake", "lake")],
    ids=["sun", "drought"],
)
def test_under_a_demand_only_the_wind_will_do(top: str, decision: str, suit: str) -> None:
    others = " ".join(card for card in SPECIALTIES if card != top)
    match = at(f"{top}:C", A=f"{EVERY_SUIT} {others}", B="?*2", C="?*2", decision=decision)
    assert legal(match) == {suit, f"wind={suit}"}
    assert not view(match).specialties


@pytest.mark.rule("HC-SPEC-3")
def test_lasting_effects_hold_when_their_player_has_left() -> None:
    match = at("bird:D", A="avalanche", B="peak bug", C="trail bird", D="bird*2")
    events = play(match, "A avalanche", "B peak")
    assert told(events)[-3:] == ["A out", "B played", "B drew"]
    match = at("bird:D", A="lost", B="tree*2", C="lake*2", D="trail*2")
    events = play(match, "A lost", "D trail")
    assert told(events)[-3:] == ["A out", "D played", "D reversed"]
    match = at("lake:C avalanche:B lost:A", D="peak trail bug", C="trail*2 bug", left="B A", to_move="D")
    assert (view(match).peaks_draw, view(match).trails_reverse) == (True, True)
    events = play(match, "D peak", "C trail")
    assert told(events, "drew", "reversed") == ["D drew", "C reversed"]


@pytest.mark.rule("HC-SPEC-3", "HC-SETUP-5")
def test_lasting_effects_end_with_the_round() -> None:
    match = at("avalanche:B lost:C lake:B", A="bug", left="B C", leftovers={"B": "bug", "C": "bug"})
    events = play(match, "A bug")
    assert told(events) == ["A played", "A out", "round_ended", "B dealt"]
    assert (view(match).peaks_draw, view(match).trails_reverse) == (False, False)
    leader = to_move(match)
    assert leader == "B"
    for seed in range(40):  # a deal in which a Trail and a Peak can open
        match = at(
            "avalanche:B lost:C lake:B", A="bug", left="B C", leftovers={"B": "bug", "C": "bug"}, seed=seed
        )
        play(match, "A bug")
        for card in {"peak", "trail"} & legal(match):
            twin = match.clone()
            events = play(twin, f"B {card}")
            assert told(events)[0] == "B played"
            assert told(events, "drew", "reversed") == []
            assert seat(twin, "B").hand_size == 6


@pytest.mark.rule("HC-SPEC-4", "HC-SCORE-1", "HC-WORM-9")
def test_left_in_a_hand_it_is_one_leftover_and_does_nothing() -> None:
    match = at("bird:C", A="drought lake", B="avalanche lost poop spring sun worm", C="lake bug*2")
    events = play(match, "A drought")
    assert of_kind(events, "eliminated")[0]["number"] == 6
    shown = view(match)
    assert (shown.peaks_draw, shown.trails_reverse, shown.direction) == (False, False, "clockwise")
    assert (shown.worm_by, shown.worm_holder) == (None, None)
    assert hand(match, "C") == ["bug", "bug", "lake"]
    events = play(match, "C lake", "A lake", "C bug")
    assert account(events).leftovers == {"A": 0, "B": 6, "C": 1}
    assert account(events).worm is None
    assert points(events) == [7 + 3, 0, 0]
