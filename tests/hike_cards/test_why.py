"""Why an action is refused: one sentence for each reason, naming what would be allowed."""

from __future__ import annotations

from typing import Any

import pytest

from hike_cards.helpers import EVERY_SUIT, SUITS, after, at, deal, refusal

REST: dict[str, Any] = {"B": "?*3", "C": "?*3"}


@pytest.mark.rule("HC-PLAY-3")
@pytest.mark.parametrize(
    ("top", "card", "sentence"),
    [
        ("peak", "bug", "A Bug may not follow a Peak: Light, Trail, Bird or a specialty card may."),
        ("bird", "light", "A Light may not follow a Bird: Bird, Tree, Lake or a specialty card may."),
        ("bug", "lake", "A Lake may not follow a Bug: Light, Bird, Tree or a specialty card may."),
        ("lake", "lake", "A Lake may not follow a Lake: Bug, Peak, Trail or a specialty card may."),
        ("light", "tree", "A Tree may not follow a Light: Peak, Lake, Bug or a specialty card may."),
        ("trail", "bird", "A Bird may not follow a Trail: Tree, Lake, Peak or a specialty card may."),
        ("tree", "peak", "A Peak may not follow a Tree: Bug, Light, Trail or a specialty card may."),
    ],
)
def test_a_suit_that_does_not_follow(top: str, card: str, sentence: str) -> None:
    assert refusal(at(f"{top}:C", A=EVERY_SUIT, **REST), card) == sentence


@pytest.mark.rule("HC-PLAY-3", "HC-DATA-2")
def test_the_three_that_do_are_those_of_the_matchs_table() -> None:
    rows = {suit: ["bird", "bug", "lake"] for suit in SUITS} | {"peak": ["peak", "tree", "bug"]}
    match = at("peak:C", A=EVERY_SUIT, options={"follow": rows}, **REST)
    assert refusal(match, "lake") == "A Lake may not follow a Peak: Peak, Tree, Bug or a specialty card may."


@pytest.mark.rule("HC-WIND-2")
@pytest.mark.parametrize(
    ("top", "suit", "sentence"),
    [
        ("peak:C", "bug", "On a Peak The Wind may be Light, Trail, Bird, but not a Bug."),
        ("bird:B lake:C", "light", "On a Lake The Wind may be Bug, Peak, Trail, but not a Light."),
        ("sun:C", "lake", "The Sun demands Light, or The Wind as Light."),
        ("drought:C", "light", "The Drought demands a Lake, or The Wind as Lake."),
    ],
)
def test_what_the_wind_may_not_become_here(top: str, suit: str, sentence: str) -> None:
    decision = "lake" if top.startswith("drought") else "play"
    match = at(top, A="wind bug light lake", decision=decision, **REST)
    assert refusal(match, f"wind={suit}") == sentence


@pytest.mark.rule("HC-WORM-2", "HC-WIND-2")
@pytest.mark.parametrize("action", ["bug", "wind=bug", "plant 1", "plant 0+wind"])
def test_only_a_bird_is_added_to_the_worm(action: str) -> None:
    match = at("worm:A", A="bird bug wind tree", decision="bird", **REST)
    assert refusal(match, action) == "Only a Bird, or The Wind as Bird, may be added to The Worm; or none."


@pytest.mark.rule("HC-LIT-1")
@pytest.mark.parametrize(
    ("top", "decision"), [("", "play"), ("lost:C", "play"), ("bird:C", "play"), ("sun:C", "play")]
)
def test_litter(top: str, decision: str) -> None:
    match = at(top, A="litter bird light lake", decision=decision, **REST)
    assert refusal(match, "litter") == "Litter can never be played."


@pytest.mark.rule("HC-SUN-1", "R-26")
@pytest.mark.parametrize("card", ["bird", "lake", "worm", "lost"])
def test_the_sun_demands_light(card: str) -> None:
    match = at("sun:C", A="light bird lake worm lost", **REST)
    assert refusal(match, card) == "The Sun demands Light, or The Wind as Light."


@pytest.mark.rule("HC-DRO-1", "R-26")
@pytest.mark.parametrize("card", ["bird", "light", "worm", "lost"])
def test_the_drought_demands_a_lake(card: str) -> None:
    match = at("drought:C", A="light bird lake worm lost", decision="lake", **REST)
    assert refusal(match, card) == "The Drought demands a Lake, or The Wind as Lake."


@pytest.mark.rule("HC-SPR-1", "HC-SPR-2")
@pytest.mark.parametrize(
    ("held", "action", "sentence"),
    [
        ("bug", "plant 1", "You have no Tree to plant."),
        ("bug wind", "plant 1+wind", "You have no Tree to plant."),
        ("bug", "plant 0+wind", "You do not hold The Wind."),
        ("tree", "plant 1+wind", "You do not hold The Wind."),
        ("tree*2", "plant 3", "You cannot plant 3 Trees: you hold 2."),
        ("tree*2 wind", "plant 10+wind", "You cannot plant 10 Trees: you hold 2."),
        ("tree", "tree", "It is Spring: plant Trees or The Wind, or none."),
        ("tree wind", "wind=tree", "It is Spring: plant Trees or The Wind, or none."),
    ],
)
def test_what_cannot_be_planted(held: str, action: str, sentence: str) -> None:
    assert refusal(at("spring:C", A=held, decision="plant", **REST), action) == sentence


@pytest.mark.rule("HC-SPR-7", "HC-PLAY-5")
@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("none", "Whoever can play must play: there is no pass."),
        ("plant 1", "Cards are planted only when Spring has just been played."),
        ("plant 0+wind", "Cards are planted only when Spring has just been played."),
    ],
)
@pytest.mark.parametrize("top", ["", "bird:C", "spring:C", "sun:C", "drought:C"])
def test_there_is_no_pass_and_no_planting_later(action: str, sentence: str, top: str) -> None:
    decision = "lake" if top.startswith("drought") else "play"
    match = at(top, A="bird tree wind light", decision=decision, **REST)
    assert refusal(match, action) == sentence


def test_a_card_that_is_not_held() -> None:
    match = at("lost:C", A="bird tree", **REST)
    assert refusal(match, "lake") == "You do not hold Lake."
    assert refusal(match, "avalanche") == "You do not hold Avalanche."
    assert refusal(match, "wind=bird") == "You do not hold The Wind."


def test_not_your_turn() -> None:
    match = at("lost:C", A="bird tree", **REST)
    assert refusal(match, "bird", seat=1) == "It is not B's turn: A is to move."
    assert refusal(match, "none", seat=2) == "It is not C's turn: A is to move."


def test_after_the_end() -> None:
    match = after(3, 1, 10_000)
    assert refusal(match, "bird") == "The game is over: no action is accepted any more."


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("wind", "Say what The Wind is to be, like wind=lake."),
        (
            "wind=sun",
            "There is no suit sun: The Wind can be bird, bug, lake, light, peak, trail or tree.",
        ),
        ("plant 11", "11 Trees cannot be planted: there are 10."),
    ],
)
def test_what_is_said_badly(action: str, sentence: str) -> None:
    assert refusal(deal(), action) == sentence
