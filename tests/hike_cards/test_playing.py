"""HC-PLAY: what may be played, who is eliminated, whose turn is next, who has left."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    SPECIALTIES,
    SUITS,
    account,
    at,
    gone,
    hand,
    legal,
    of_kind,
    pile,
    play,
    refusal,
    seat,
    statuses,
    to_move,
    told,
    view,
)

WINDS = {f"wind={suit}" for suit in SUITS}
EFFECTIVE = set(SPECIALTIES) - {"litter", "wind"}
EVERYTHING = f"{EVERY_SUIT} {' '.join(SPECIALTIES)}"


# --- what may be played


@pytest.mark.rule("HC-PLAY-1", "HC-LIT-1", "HC-WIND-2")
def test_the_lead_is_any_card_but_litter() -> None:
    match = at("", A=EVERYTHING, B="?*3", C="?*3")
    assert legal(match) == set(SUITS) | EFFECTIVE | WINDS


@pytest.mark.rule("HC-PLAY-1")
def test_a_specialty_card_that_opens_takes_effect() -> None:
    match = at("", A="lost bug", B="bug*2", C="bug*2")
    play(match, "A lost")
    assert (view(match).direction, to_move(match)) == ("counter-clockwise", "C")
    match = at("", A="sun bug", B="light bug*2", C="bug*2")
    play(match, "A sun")
    assert legal(match) == {"light"}


@pytest.mark.rule("HC-PLAY-1", "HC-WIND-1")
@pytest.mark.parametrize("suit", SUITS)
def test_the_wind_opens_as_any_suit(suit: str) -> None:
    match = at("", A="wind bug", B=EVERY_SUIT, C="?*3")
    play(match, f"A wind={suit}")
    assert legal(match) == legal(at(f"{suit}:C", A=EVERY_SUIT, B="?*2", C="?*2"))


@pytest.mark.rule("HC-PLAY-2")
def test_a_turn_is_one_play() -> None:
    match = at("bird:C", A="bird*3", B="bird*3", C="bird*3")
    for name in "ABCAB":
        assert view(match).turn == name
        play(match, f"{name} bird")
    assert refusal(match, "bird", seat=1) == "It is not B's turn: C is to move."


@pytest.mark.rule("HC-PLAY-2", "HC-WORM-2")
def test_the_worms_turn_may_have_a_second_play() -> None:
    match = at("bird:C", A="worm bird*2", B="bird*2", C="bird*2")
    play(match, "A worm")
    assert (to_move(match), view(match).turn) == ("A", "A")
    play(match, "A bird", "B bird")


@pytest.mark.rule("HC-PLAY-2", "HC-DRO-6")
def test_a_lake_owed_to_a_drought_is_no_turn() -> None:
    match = at("bird:C", A="drought lake bug", B="lake bug*2", C="lake bug*2")
    play(match, "A drought")
    for name in "BCA":
        assert view(match).turn == "A"
        play(match, f"{name} lake")
    assert view(match).turn == to_move(match) == "B"


@pytest.mark.rule("HC-PLAY-3", "HC-SPEC-2")
@pytest.mark.parametrize("suit", SUITS)
def test_every_specialty_card_but_litter_goes_on_every_suit(suit: str) -> None:
    match = at(f"{suit}:C", A=" ".join(SPECIALTIES), B="?*3", C="?*3")
    assert {play.partition("=")[0] for play in legal(match)} == EFFECTIVE | {"wind"}
    assert view(match).specialties


@pytest.mark.rule("HC-PLAY-4", "HC-SPEC-2", "HC-EQK-6")
@pytest.mark.parametrize("top", ["avalanche", "earthquake", "lost", "poop", "spring", "worm"])
def test_on_these_specialty_cards_everything_goes_but_litter(top: str) -> None:
    others = " ".join(card for card in SPECIALTIES if card != top)
    match = at(f"bird:B {top}:C", A=f"{EVERY_SUIT} {others}", B="?*3", C="?*3")
    assert legal(match) == set(SUITS) | (EFFECTIVE - {top}) | WINDS
    assert (view(match).suit, set(view(match).follow)) == (None, set(SUITS))


# --- no pass, and elimination


@pytest.mark.rule("HC-PLAY-5", "R-03")
@pytest.mark.parametrize(
    ("top", "only"),
    [("bird:C", {"bird"}), ("sun:C", {"light"}), ("lost:C", {"bird", "bug", "light"}), ("peak:C", None)],
    ids=["suit", "sun", "specialty", "wind"],
)
def test_who_can_play_has_to(top: str, only: set[str] | None) -> None:
    match = at(top, A="bird bug light litter" if only else "wind bug", B="?*3", C="?*3")
    assert legal(match) == (only or {"wind=light", "wind=trail", "wind=bird"})
    assert refusal(match, "none").endswith(".")
    assert refusal(match, "draw").startswith("'draw' is not an action of ")


@pytest.mark.rule("HC-PLAY-5", "R-03", "HC-DRO-1")
@pytest.mark.parametrize(("held", "only"), [("lake bug", "lake"), ("wind bug", "wind=lake")])
def test_who_has_a_lake_in_a_drought_has_to_play_it(held: str, only: str) -> None:
    match = at("drought:C", A=held, B="?*3", C="?*3", decision="lake")
    assert match.legal() == [only]
    assert refusal(match, "none").endswith(".")


@pytest.mark.rule("HC-PLAY-6", "HC-SCORE-1")
def test_who_cannot_play_is_eliminated_with_an_open_hand() -> None:
    match = at("tree:C", A="bug tree", B="bug lake litter", C="bird*2")
    events = play(match, "A bug")
    assert told(events) == ["A played", "B eliminated"]
    assert of_kind(events, "eliminated") == [
        {"seat": "B", "on": "bug", "number": 3, "cards": ["bug", "lake", "litter"]}
    ]
    assert statuses(match) == "active eliminated active"
    assert sorted(seat(match, "B").leftovers) == ["bug", "lake", "litter"]
    assert (seat(match, "B").hand_size, hand(match, "B")) == (0, [])
    assert pile(match) == ["tree", "bug"]
    assert (to_move(match), legal(match)) == ("C", {"bird"})


@pytest.mark.rule("HC-PLAY-6", "HC-PLAY-8")
def test_the_next_ones_face_the_same_top() -> None:
    match = at("tree:E", A="bug tree", B="lake", C="bug", D="lake*2", E="tree bird")
    events = play(match, "A bug")
    assert told(events) == ["A played", "B eliminated", "C eliminated", "D eliminated"]
    assert (to_move(match), legal(match)) == ("E", {"tree", "bird"})
    assert gone(match) == "BCD"


@pytest.mark.rule("HC-PLAY-7", "R-04")
def test_nobody_is_eliminated_ahead_of_the_turn() -> None:
    match = at("tree:D", A="bug tree", B="tree*2", C="litter", D="bug*2")
    play(match, "A bug")
    assert statuses(match) == "active active active active"
    events = play(match, "B tree")
    assert told(events) == ["B played", "C eliminated"]


@pytest.mark.rule("HC-PLAY-7", "R-04", "HC-LIT-3")
def test_a_hopeless_player_counts_for_every_purpose() -> None:
    """C holds Litter only, and draws for Avalanche like anyone."""
    match = at("tree:D", A="avalanche tree", B="tree*2", C="litter", D="bug*2")
    play(match, "A avalanche")
    assert seat(match, "C").hand_size == 3


@pytest.mark.rule("HC-PLAY-7")
def test_nobody_is_eliminated_ahead_of_the_place_in_a_drought() -> None:
    match = at("bird:D", A="drought bug", B="lake bug", C="bug*2", D="lake bug")
    assert told(play(match, "A drought")) == ["A played"]
    assert statuses(match) == "active active active active"
    assert told(play(match, "B lake")) == ["B played", "C eliminated"]
    assert told(play(match, "D lake")) == ["D played", "A eliminated"]


# --- whose turn is next


@pytest.mark.rule("HC-PLAY-8")
def test_the_turn_goes_round_past_those_who_have_left() -> None:
    match = at("bird:E", A="bird*3", C="bird*3", E="bird*3", left="D B", leftovers={"B": "bug"})
    play(match, "A bird", "C bird", "E bird", "A bird")
    match = at("bird:E lost:E", A="bird*3", C="bird*3", E="bird*3", left="D B", leftovers={"B": "bug"})
    assert view(match).direction == "counter-clockwise"
    play(match, "A bird", "E bird", "C bird", "A bird")


@pytest.mark.rule("HC-PLAY-8")
def test_the_turn_is_counted_from_a_player_who_has_just_left() -> None:
    match = at("bird:C", A="bird", B="bird*2", C="bird*2", to_move="A")
    events = play(match, "A bird")
    assert told(events) == ["A played", "A out"]
    assert to_move(match) == "B"
    match = at("lost:D bird:C", A="bird*2", B="bird", C="bird*2", D="bird*2", to_move="B")
    play(match, "B bird")
    assert to_move(match) == "A"


@pytest.mark.rule("HC-PLAY-8")
def test_the_turn_is_counted_from_the_one_eliminated() -> None:
    match = at("lost:D bug:D", A="tree bird", B="bird*2", C="bug", D="lake*2", E="bug")
    events = play(match, "A tree")
    assert told(events) == ["A played"]
    events = play(match, "E bug")
    assert told(events) == ["E played", "E out", "D eliminated", "C eliminated"]
    assert to_move(match) == "B"


@pytest.mark.rule("HC-PLAY-8")
def test_plantings_and_lakes_do_not_move_the_seat() -> None:
    match = at("bird:D", A="spring bird", B="bird", C="tree bird", D="tree bird")
    play(match, "A spring", "B none", "C plant 1", "D none", "A none", "B bird")
    match = at("bird:D", A="drought lake bug", B="lake bug", C="lake bug", D="lake bug")
    play(match, "A drought", "B lake", "C lake", "D lake", "A lake", "B bug")


@pytest.mark.rule("HC-PLAY-8", "HC-PLAY-11", "R-29")
def test_a_lone_player_goes_on_until_stuck() -> None:
    match = at("bird:C", A="tree bug bird lake", left="B C", leftovers={"B": "bug", "C": "bug"})
    play(match, "A tree", "A bug")
    events = play(match, "A bird", "A lake")
    assert told(events)[-4:] == ["A played", "A out", "round_ended", "B dealt"]


@pytest.mark.rule("HC-PLAY-11", "R-29", "HC-DRO-7")
@pytest.mark.parametrize(("card", "answer"), [("sun", "light"), ("drought", "lake")])
def test_the_survivor_of_a_demand_follows_the_own_answer(card: str, answer: str) -> None:
    match = at("bird:C", A=f"{card} {answer} peak tree", B="bug", C="tree*2")
    events = play(match, f"A {card}")
    assert told(events, "eliminated") == ["B eliminated", "C eliminated"]
    play(match, f"A {answer}")
    assert legal(match) == {"peak"}
    assert account(play(match, "A peak")).leftovers == {"A": 1, "B": 1, "C": 2}


# --- when a player has left


@pytest.mark.rule("HC-PLAY-9", "R-05")
def test_the_effect_comes_before_the_empty_hand() -> None:
    match = at("bug:B worm:C", A="bird", B="bird*2", C="bird*2")
    assert told(play(match, "A bird")) == ["A played", "A captured", "A out"]
    match = at("avalanche:B lake:C", A="peak", B="trail*2", C="trail*2")
    assert told(play(match, "A peak")) == ["A played", "A drew"]
    match = at("lake:C", A="avalanche", B="trail*2", C="trail*2")
    assert told(play(match, "A avalanche")) == ["A played", "B drew", "C drew", "A out"]
    match = at("lake:C", A="poop", B="trail bug", C="bug")
    assert told(play(match, "A poop")) == ["A played", "laid_out", "C spent", "A out"]
    match = at("lost:B lake:C", A="trail", B="lake*2", C="lake*2", direction="counter-clockwise")
    assert told(play(match, "A trail")) == ["A played", "A reversed", "A out"]


@pytest.mark.rule("HC-PLAY-9", "R-05", "HC-EQK-3", "HC-DRO-4", "HC-SPR-9")
@pytest.mark.parametrize(
    ("card", "then"), [("earthquake", ["redealt"]), ("drought", ["B eliminated"]), ("spring", [])]
)
@pytest.mark.parametrize("bugs", [0, 2])
def test_with_these_three_the_actor_has_left_before_the_effect(card: str, then: list[str], bugs: int) -> None:
    match = at("poop:B lake:C", A=card, B="trail bug", C="lake*2", bugs={"A": bugs} if bugs else {})
    events = play(match, f"A {card}")
    assert told(events) == ["A played", "A spent" if bugs else "A out", *then]
    assert (seat(match, "A").status, seat(match, "A").hand_size) == ("spent" if bugs else "out", 0)


@pytest.mark.rule("HC-PLAY-9", "HC-DRO-5", "HC-SPR-5")
def test_the_check_follows_each_single_lake_and_planting() -> None:
    match = at("bird:C", A="drought bug", B="lake", C="lake")
    assert told(play(match, "A drought", "B lake")) == ["A played", "B played", "B out"]
    match = at("bird:C", A="spring bug", B="tree", C="tree bug")
    assert told(play(match, "A spring", "B plant 1")) == ["A played", "B planted", "B out"]


@pytest.mark.rule("HC-PLAY-10")
def test_a_peak_before_avalanche_and_any_other_card_draws_nothing() -> None:
    for card in (*SUITS, "lost", "poop", "worm", "spring", "sun", "drought"):
        match = at(
            "poop:C" if card != "poop" else "lost:C", A=f"{card} lake*2", B=f"{EVERY_SUIT}", C="lake light"
        )
        before = view(match).deck
        play(match, f"A {card}")
        assert (view(match).deck, seat(match, "A").hand_size) == (before, 2)
