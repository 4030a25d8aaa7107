"""HC-WORM: at large until the first Bird catches it."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    EVERY_SUIT,
    account,
    at,
    hand,
    legal,
    pile,
    play,
    points,
    seat,
    statuses,
    to_move,
    told,
    view,
)


@pytest.mark.rule("HC-WORM-1")
def test_it_is_played_like_other_specialty_cards_and_is_at_large() -> None:
    match = at("bird:C", A="worm bug", B=EVERY_SUIT, C="?*2")
    play(match, "A worm")
    assert pile(match) == ["bird", "worm"]
    assert (view(match).worm_by, view(match).worm_holder) == ("A", None)
    play(match, "A none")
    assert legal(match) == set(EVERY_SUIT.split())


@pytest.mark.rule("HC-WORM-2", "R-31", "HC-WORM-4")
@pytest.mark.parametrize("bird", ["bird", "wind=bird"])
def test_its_player_may_add_a_bird_in_the_same_turn(bird: str) -> None:
    held = bird.partition("=")[0]
    match = at("tree:C", A=f"worm {held} bug", B=EVERY_SUIT, C="?*2")
    play(match, "A worm")
    assert (view(match).decision, legal(match)) == ("bird", {"none", bird})
    events = play(match, f"A {bird}")
    assert told(events) == ["A played", "A captured"]
    assert (view(match).worm_holder, seat(match, "A").worm, view(match).birds) == ("A", True, 1)
    assert (to_move(match), legal(match)) == ("B", {"bird", "tree", "lake"})
    assert (pile(match), hand(match, "A")) == (["tree", bird], ["bug"])


@pytest.mark.rule("HC-WORM-2")
def test_declining_is_allowed() -> None:
    match = at("tree:C", A="worm bird*2", B=EVERY_SUIT, C="?*2")
    events = play(match, "A worm", "A none")
    assert told(events) == ["A played", "A no_bird"]
    assert (view(match).worm_holder, hand(match, "A"), to_move(match)) == (None, ["bird", "bird"], "B")


@pytest.mark.rule("HC-WORM-2", "R-25")
def test_the_question_is_put_to_one_without_a_bird_too() -> None:
    match = at("tree:C", A="worm bug", B=EVERY_SUIT, C="?*2")
    events = play(match, "A worm")
    assert (to_move(match), match.legal()) == ("A", ["none"])
    assert told(events) + told(play(match, "A none")) == ["A played", "A no_bird"]


@pytest.mark.rule("R-31", "HC-WORM-2", "HC-SCORE-6")
def test_the_extra_bird_is_a_play_in_every_sense() -> None:
    """It is counted, may be the last card, and is the latest play."""
    match = at("tree:C", A="worm bird", B=EVERY_SUIT, C="?*2")
    assert told(play(match, "A worm", "A bird")) == ["A played", "A played", "A captured", "A out"]
    said = {"left": "B C", "leftovers": {"B": "tree", "C": "tree*3"}}
    match = at("tree:A bug:B", A="worm bird peak", **said)
    found = account(play(match, "A worm", "A bird"))
    assert (found.winners, found.odd, found.odd_to, found.birds) == (("A", "B"), 1, "A", 1)


@pytest.mark.rule("HC-WORM-3", "R-20", "HC-WORM-4")
@pytest.mark.parametrize("bird", ["bird", "wind=bird"])
def test_the_first_bird_catches_it_however_much_later(bird: str) -> None:
    held = bird.partition("=")[0]
    match = at("worm:A tree:B bug:C", A=f"{held} bug", B="bird*2", C="?*2")
    events = play(match, f"A {bird}")
    assert told(events) == ["A played", "A captured"]
    assert (view(match).worm_holder, seat(match, "A").worm) == ("A", True)
    match = at("worm:C tree:B bug:C", A=f"{held} bug", B="bird*2", C="?*2")
    play(match, f"A {bird}", "B bird")
    assert view(match).worm_holder == "A", "automatic, and for the first"


@pytest.mark.rule("R-30", "HC-WORM-3")
def test_its_player_may_catch_it_on_a_later_turn() -> None:
    match = at("tree:C", A="worm bird lake", B="bug*2", C="tree*2 bug")
    play(match, "A worm", "A none", "B bug", "C tree")
    assert (view(match).worm_holder, statuses(match)) == (None, "eliminated active active")
    match = at("tree:C", A="worm bird lake", B="bug*2", C="bird*2")
    play(match, "A worm", "A none", "B bug")
    assert view(match).worm_holder is None
    match = at("worm:A bug:C", A="bird bug", B="bird*2", C="?*2")
    play(match, "A bird")
    assert view(match).worm_holder == "A"


@pytest.mark.rule("HC-WORM-3", "HC-WORM-7")
def test_a_bird_before_it_catches_nothing() -> None:
    match = at("bird:B bird:C", A="worm bug", B="bug tree", C="?*2")
    play(match, "A worm", "A none")
    assert (view(match).worm_holder, view(match).birds) == (None, 2)


@pytest.mark.rule("HC-WORM-4")
def test_captured_it_leaves_the_pile_and_the_top_stays() -> None:
    match = at("lake:B worm:A tree:B bug:C", A="bird bug", B="lake*2", C="?*2")
    play(match, "A bird")
    assert pile(match) == ["lake", "tree", "bug", "bird"]
    assert (view(match).suit, legal(match)) == ("bird", {"lake"})
    assert seat(match, "A").leftovers == ()


@pytest.mark.rule("HC-WORM-4", "HC-SCORE-1")
def test_a_captured_worm_is_no_leftover() -> None:
    match = at("worm:B bug:C", A="bird bug", left="B C", leftovers={"B": "tree*2", "C": "tree*2"})
    assert account(play(match, "A bird")).leftovers == {"A": 1, "B": 2, "C": 2}


@pytest.mark.rule("HC-WORM-5")
def test_only_one_capture_a_round() -> None:
    match = at("worm:B bird:C", A="bird*2", B="bird*2", C="bird*2")
    events = play(match, "A bird", "B bird", "C bird")
    assert told(events, "captured") == []
    assert (view(match).worm_holder, view(match).birds) == ("C", 4)


@pytest.mark.rule("HC-WORM-6", "R-32")
@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"leftovers": {"B": "tree*2", "C": "tree"}}, "eliminated"),
        ({"leftovers": {"C": "tree"}}, "out"),
        ({"leftovers": {"C": "tree"}, "bugs": {"B": 1}}, "spent"),
    ],
    ids=["eliminated", "out", "spent"],
)
def test_uncaptured_at_the_end_it_is_its_players(said: dict[str, dict[str, str]], status: str) -> None:
    match = at("bird:B bird:C poop:C worm:B lake:C", A="bug litter", left="B C", **said)
    assert seat(match, "B").status == status
    events = play(match, "A bug")
    found = account(events)
    assert told(events, "kept") == ["B kept"]
    assert (found.worm, found.birds) == ("B", 2)
    others = found.bonus["B"] + (found.share if "B" in found.winners else 0)
    others += found.odd if found.odd_to == "B" else 0
    assert found.points["B"] == others + 2


@pytest.mark.rule("HC-WORM-6", "R-32")
def test_the_score_may_be_nought() -> None:
    match = at("worm:B lake:C", A="bug litter", left="B C", leftovers={"B": "tree*2", "C": "tree*2"})
    found = account(play(match, "A bug"))
    assert (found.worm, found.birds, found.points) == ("B", 0, {"A": 5, "B": 0, "C": 0})


@pytest.mark.rule("HC-WORM-7", "R-08")
def test_the_captor_scores_all_birds_played_in_the_round() -> None:
    """Before The Worm, the capturing one, after; of anybody; not planted, left over or in the deck."""
    match = at(
        "bird:B wind=bird:C worm:B spring:C tree:B lake:C trail:B lake:C",
        A="bug bird*3 tree peak",
        left="B C",
        leftovers={"B": "bird*2", "C": "bird"},
        planted={"C": "tree"},
    )
    events = play(match, "A bug", "A bird", "A bird", "A tree")
    found = account(events)
    assert (found.worm, found.birds) == ("A", 4)
    assert found.leftovers == {"A": 2, "B": 2, "C": 1}
    assert found.points == {"A": 4, "B": 0, "C": 5 + 1}


@pytest.mark.rule("HC-WORM-8", "HC-SCORE-8")
def test_the_captor_keeps_the_score_when_eliminated() -> None:
    match = at("worm:C bird:A lake:B", C="bug tree*2", left="A B", leftovers={"A": "light*4"}, to_move="C")
    events = play(match, "C bug", "C tree")
    found = account(events)
    assert (found.worm, found.points) == ("A", {"A": 1, "B": 5 + 3, "C": 0})


@pytest.mark.rule("HC-WORM-9")
def test_never_played_it_is_a_plain_leftover() -> None:
    match = at("bird:B lake:C", A="bug lake", left="B C", leftovers={"B": "worm tree", "C": "tree*2"})
    events = play(match, "A bug")
    found = account(events)
    assert told(events, "kept", "captured") == []
    assert (found.worm, found.leftovers) == (None, {"A": 1, "B": 2, "C": 2})
    assert points(events) == [5, 0, 0]


@pytest.mark.rule("HC-WORM-10")
@pytest.mark.parametrize(("bugs", "status"), [({}, "out"), ({"A": 1}, "spent")])
def test_as_last_card_no_bird_is_asked_for(bugs: dict[str, int], status: str) -> None:
    match = at("poop:B bird:C", A="worm", B="bug", C="tree", bugs=bugs)
    assert told(play(match, "A worm")) == ["A played", f"A {status}"]
    assert (to_move(match), view(match).decision) == ("B", "play")
    events = play(match, "B bug", "C tree")
    assert (told(events, "kept"), account(events).worm) == (["A kept"], "A")
