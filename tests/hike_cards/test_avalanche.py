"""HC-AVA: two cards for everyone else, and one for every Peak from then on."""

from __future__ import annotations

import pytest

from hike_cards.helpers import at, cards, hand, of_kind, play, seat, statuses, told, view


@pytest.mark.rule("HC-AVA-1", "R-15")
def test_every_other_active_player_draws_two() -> None:
    match = at(
        "poop:C lake:C",
        A="avalanche bug",
        B="bird",
        C="bird*5",
        left="D E F",
        leftovers={"D": "tree"},
        bugs={"F": 2},
        players=6,
    )
    assert statuses(match) == "active active active eliminated out spent"
    before = view(match).deck
    events = play(match, "A avalanche")
    assert told(events) == ["A played", "B drew", "C drew"]
    assert [each.hand_size for each in view(match).seats] == [1, 3, 7, 0, 0, 0]
    assert view(match).deck == before - 4
    assert statuses(match) == "active active active eliminated out spent"


@pytest.mark.rule("HC-AVA-2", "R-06")
@pytest.mark.parametrize("played", ["lake:D", "lost:D"], ids=["clockwise", "counter-clockwise"])
def test_drawn_clockwise_two_at_a_time_whatever_the_direction(played: str) -> None:
    deck = "peak lake bug tree light trail ..."
    match = at(played, A="avalanche bird", B="bird", C="bird", D="bird", deck=deck)
    events = play(match, "A avalanche")
    assert hand(match, "B") == cards("bird peak lake")
    assert hand(match, "C") == cards("bird bug tree")
    assert hand(match, "D") == cards("bird light trail")
    assert [drawn["cards"] for drawn in of_kind(events, "drew")] == [
        ["peak", "lake"],
        ["bug", "tree"],
        ["light", "trail"],
    ]


@pytest.mark.rule("HC-AVA-2")
def test_the_draw_begins_left_of_the_actor_wherever_that_is() -> None:
    match = at(
        "lake:B", A="bird", B="bird", C="avalanche bird", D="bird", to_move="C", deck="bug bug tree tree ..."
    )
    assert told(play(match, "C avalanche"), "drew") == ["D drew", "A drew", "B drew"]
    assert (hand(match, "D"), hand(match, "A")) == (cards("bird bug*2"), cards("bird tree*2"))


@pytest.mark.rule("HC-AVA-3")
def test_every_peak_draws_one_from_then_on() -> None:
    match = at("bird:C", A="avalanche peak bug", B="bug*2", C="light*2", deck="peak bug lake bug tree ...")
    play(match, "A avalanche")
    assert hand(match, "B") == cards("bug*3 peak")
    events = play(match, "B peak")  # anything goes on Avalanche
    assert of_kind(events, "drew") == [{"seat": "B", "number": 1, "cards": ["tree"]}]
    assert hand(match, "B") == cards("bug*3 tree")
    match = at("avalanche:A lake:C", A="peak bug", B="light*2", C="trail*2", deck="sun ...")
    events = play(match, "A peak")  # its own player, too
    assert told(events) == ["A played", "A drew"]
    assert hand(match, "A") == cards("bug sun")


@pytest.mark.rule("HC-AVA-3", "HC-AVA-4", "R-07")
def test_a_peak_as_last_card_draws_and_stays() -> None:
    match = at("avalanche:C lake:C", A="peak", B="trail*2", C="trail*2", deck="litter ...")
    events = play(match, "A peak")
    assert told(events) == ["A played", "A drew"]
    assert (statuses(match), hand(match, "A")) == ("active active active", ["litter"])


@pytest.mark.rule("HC-AVA-5", "R-08", "HC-WIND-1")
@pytest.mark.parametrize("rest", ["", " bug*2"])
def test_the_wind_as_peak_draws(rest: str) -> None:
    match = at("avalanche:C lake:C", A=f"wind{rest}", B="trail*2", C="trail*2", deck="tree ...")
    play(match, "A wind=peak")
    assert hand(match, "A") == cards(f"tree{rest}")
    assert seat(match, "A").status == "active"


@pytest.mark.rule("HC-AVA-5")
def test_the_wind_as_another_suit_does_not() -> None:
    match = at("avalanche:C lake:C", A="wind", B="tree*2", C="tree*2")
    assert told(play(match, "A wind=trail")) == ["A played", "A out"]


@pytest.mark.rule("HC-AVA-6", "R-09")
@pytest.mark.parametrize(("bugs", "status"), [(0, "out"), (1, "spent")])
def test_without_a_deck_a_last_peak_takes_its_player_out(bugs: int, status: str) -> None:
    match = at(
        "poop:C avalanche:C lake:C",
        A="peak",
        B=f"trail*2 ?*{72 - bugs}",
        C="trail*2",
        deck="",
        bugs={"A": bugs} if bugs else {},
    )
    assert view(match).deck == 0
    events = play(match, "A peak")
    assert of_kind(events, "drew") in ([], [{"seat": "A", "number": 0, "cards": []}])
    assert seat(match, "A").status == status
    assert view(match).deck == 0


@pytest.mark.rule("HC-AVA-6", "R-09")
def test_the_pile_is_never_reshuffled() -> None:
    match = at("avalanche:C lake:C", A="peak bug", B="trail*2 ?*72", C="trail*2", deck="")
    play(match, "A peak")
    assert len(view(match).pile) == 3
    assert hand(match, "A") == ["bug"]


@pytest.mark.rule("HC-AVA-6", "R-09")
@pytest.mark.parametrize(
    ("deck", "sizes"),
    [("", [1, 1, 1]), ("sun", [2, 1, 1]), ("sun lost", [3, 1, 1]), ("sun lost poop", [3, 2, 1])],
)
def test_a_short_deck_is_drawn_in_order_as_far_as_it_goes(deck: str, sizes: list[int]) -> None:
    rest = 80 - 1 - 2 - 3 - len(deck.split())
    match = at("lake:D", A=f"avalanche bug ?*{rest}", B="bird", C="bird", D="bird", deck=deck)
    play(match, "A avalanche")
    assert [each.hand_size for each in view(match).seats][1:] == sizes
    assert view(match).deck == 0


@pytest.mark.rule("HC-AVA-6", "R-09")
def test_eight_players_always_find_enough_for_the_avalanche() -> None:
    match = at("", **dict.fromkeys("BCDEFGH", "?*7"), A="avalanche ?*6")
    play(match, "A avalanche")
    assert [each.hand_size for each in view(match).seats] == [6] + [9] * 7
    assert view(match).deck == 10


@pytest.mark.rule("HC-AVA-7")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
def test_as_last_card_the_others_still_draw(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B lake:C", A="avalanche", B="bird", C="bird", bugs=bugs, deck="peak bug ...")
    play(match, "A avalanche")
    assert seat(match, "A").status == status
    assert [each.hand_size for each in view(match).seats] == [0, 3, 3]
    assert told(play(match, "B peak"), "drew") == ["B drew"]


@pytest.mark.rule("HC-AVA-8")
def test_peaks_before_avalanche_draw_nothing() -> None:
    match = at("lake:C", A="peak bird", B="avalanche bird", C="bird*2")
    assert told(play(match, "A peak")) == ["A played"]
    assert hand(match, "A") == ["bird"]
    play(match, "B avalanche")
    assert seat(match, "A").hand_size == 3, "two for Avalanche, none for the Peak before it"
