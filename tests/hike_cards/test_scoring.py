"""HC-END and HC-SCORE: when a round is over and who gets how many points for it."""

from __future__ import annotations

from typing import Any

import pytest

from hike_cards.helpers import account, at, of_kind, play, seat, told, view

# --- the end of a round


@pytest.mark.rule("HC-END-1")
def test_a_round_goes_on_while_anyone_is_active() -> None:
    match = at("lake:C", A="bug tree bug", left="B C", leftovers={"B": "tree", "C": "tree"})
    assert told(play(match, "A bug", "A tree")) == ["A played", "A played"]
    assert view(match).round == 1
    assert told(play(match, "A bug"))[:3] == ["A played", "A out", "round_ended"]


@pytest.mark.rule("HC-END-1")
def test_a_round_does_not_end_when_somebody_runs_out() -> None:
    match = at("lake:C", A="bug", B="tree bug", C="tree bug")
    events = play(match, "A bug")
    assert told(events) == ["A played", "A out"]
    assert seat(match, "A").total == 0


@pytest.mark.rule("HC-END-2")
def test_the_order_of_the_end() -> None:
    """The Worm, the account, odd points, then the next deal, or the end of the game."""
    said: dict[str, Any] = {"left": "B C", "leftovers": {"B": "tree", "C": "tree*3"}}
    match = at("bird:C worm:B lake:C", A="bug litter", **said)
    events = play(match, "A bug")
    assert told(events) == [
        "A played",
        "A eliminated",
        "B kept",
        "round_ended",
        "A odd_points",
        "B dealt",
    ]
    match = at("bird:C worm:B lake:C", A="bug litter", totals={"A": 24}, **said)
    assert told(play(match, "A bug"))[-3:] == ["round_ended", "A odd_points", "A ended"]
    assert match.over


@pytest.mark.rule("HC-END-2", "HC-WORM-6")
def test_the_worm_is_settled_before_the_count_and_the_check() -> None:
    """Its two points are what takes A to the target."""
    match = at(
        "bird:C bird:C worm:A lake:C",
        A="bug",
        left="B C",
        leftovers={"B": "tree", "C": "tree"},
        totals={"A": 18},
    )
    events = play(match, "A bug")
    assert account(events).points == {"A": 2 + 3 + 2, "B": 0, "C": 0}
    assert told(events)[-3:] == ["A kept", "round_ended", "A ended"]


# --- leftovers and the pot


@pytest.mark.rule("HC-SCORE-1")
def test_leftovers_are_the_hand_when_eliminated_and_laid_out_bugs() -> None:
    match = at(
        "bird:B worm:C bird:C poop:B spring:C lake:C",
        A="bug litter lake",
        left="B C",
        leftovers={"B": "tree sun"},
        bugs={"A": 3, "B": 1, "C": 2},
        planted={"A": "tree", "B": "tree*2", "C": "wind"},
    )
    assert account(play(match, "A bug")).leftovers == {"A": 5, "B": 3, "C": 2}


@pytest.mark.rule("HC-SCORE-2", "R-34")
def test_the_fewest_leftovers_win_even_if_eliminated_first() -> None:
    said: dict[str, Any] = {"left": "B C", "leftovers": {"B": "tree", "C": "tree*3"}}
    found = account(play(at("lake:C", A="bug lake peak", **said), "A bug"))
    assert (found.winners, found.points) == (("B",), {"A": 0, "B": 6, "C": 0})
    match = at("poop:B lake:C", A="bug lake peak*2", left="B C", leftovers={"C": "tree*4"}, bugs={"B": 2})
    assert account(play(match, "A bug")).winners == ("B",), "spent may win, too"


@pytest.mark.rule("HC-SCORE-3")
def test_a_sole_winner_takes_the_whole_pot_the_own_leftovers_included() -> None:
    match = at("lake:C", A="bug litter", left="B C", leftovers={"B": "tree*2", "C": "tree*4"})
    found = account(play(match, "A bug"))
    assert (found.pot, found.winners, found.share, found.odd) == (7, ("A",), 7, 0)
    assert found.points == {"A": 7, "B": 0, "C": 0}


@pytest.mark.rule("HC-SCORE-4")
def test_each_with_zero_leftovers_gets_three() -> None:
    match = at("lake:C", A="bug", left="B C D", leftovers={"C": "tree*2", "D": "tree*4"})
    found = account(play(match, "A bug"))
    assert found.bonus == {"A": 3, "B": 3, "C": 0, "D": 0}
    assert found.points == {"A": 6, "B": 6, "C": 0, "D": 0}


@pytest.mark.rule("R-37", "HC-SCORE-3", "HC-SCORE-4")
def test_zero_leftovers_for_everybody() -> None:
    match = at("lake:C", A="bug", left="B C D", players=4)
    found = account(play(match, "A bug"))
    assert (found.pot, found.winners, found.odd, found.odd_to) == (0, ("A", "B", "C", "D"), 0, None)
    assert found.points == {"A": 3, "B": 3, "C": 3, "D": 3}


@pytest.mark.rule("HC-SCORE-5")
@pytest.mark.parametrize(("most", "share", "odd"), [(6, 3, 0), (7, 3, 1), (8, 3, 2), (9, 4, 0)])
def test_winners_share_the_pot_rounded_down(most: int, share: int, odd: int) -> None:
    leftovers = {"B": "tree", "C": "light", "D": f"peak*{most}"}
    match = at("lake:C", A="bug litter", left="B C D", leftovers=leftovers)
    found = account(play(match, "A bug"))
    assert (found.pot, found.winners, found.share, found.odd) == (3 + most, ("A", "B", "C"), share, odd)
    assert found.points == {"A": share + odd, "B": share, "C": share, "D": 0}


# --- odd points


@pytest.mark.rule("HC-SCORE-6", "R-21")
@pytest.mark.parametrize("played", ["lake:B trail:C lake:D", "trail:B lake:D"])
def test_all_odd_points_go_to_one_the_winner_with_the_latest_play(played: str) -> None:
    leftovers = {"B": "tree", "C": "tree", "D": "peak*5"}
    events = play(at(played, A="bug litter", left="D B C", leftovers=leftovers), "A bug")
    found = account(events)
    assert (found.pot, found.share, found.odd, found.odd_to, found.odd_why) == (8, 2, 2, "A", "latest_play")
    assert found.points == {"A": 4, "B": 2, "C": 2, "D": 0}
    assert of_kind(events, "odd_points") == [{"seat": "A", "number": 2, "why": "latest_play"}]


@pytest.mark.rule("HC-SCORE-6")
@pytest.mark.parametrize(
    ("played", "to"),
    [
        ("tree:A light:B bug:A lake:C", "A"),
        ("bug:B tree:A light:B lake:C", "B"),
        ("tree:A lake:C", "A"),
        ("lake:B", "B"),
    ],
)
@pytest.mark.parametrize("left", ["A B", "B A"])
def test_the_latest_play_of_the_winners_whoever_left_first(played: str, to: str, left: str) -> None:
    """C plays on, and ends with more; who of A and B left first makes no difference."""
    said: dict[str, Any] = {"left": left, "leftovers": {"A": "tree", "B": "tree"}, "to_move": "C"}
    found = account(play(at(played, C="bug lake*2 peak", **said), "C bug"))
    assert (found.pot, found.odd, found.odd_to, found.odd_why) == (5, 1, to, "latest_play")


@pytest.mark.rule("HC-SCORE-6", "HC-PLAY-2")
def test_a_lake_in_a_drought_is_a_latest_play() -> None:
    said: dict[str, Any] = {"left": "D", "leftovers": {"D": "bug"}}
    match = at("bird:A bird:B", A="lake tree", B="lake tree", C="drought tree*4", to_move="C", **said)
    events = play(match, "C drought", "A lake", "B lake")
    assert told(events, "eliminated") == ["C eliminated", "A eliminated", "B eliminated"]
    found = account(events)
    assert (found.winners, found.pot, found.odd, found.odd_to) == (("A", "B", "D"), 7, 1, "B")


@pytest.mark.rule("HC-SCORE-6")
@pytest.mark.parametrize(("left", "to"), [("B C D", "B"), ("D C B", "C"), ("C D B", "C")])
def test_of_winners_with_zero_the_first_to_leave_gets_them(left: str, to: str) -> None:
    """A leaves last, having made the latest play."""
    match = at("bird:B bird:C lake:D", A="bug", left=left, leftovers={"D": "peak*5"})
    found = account(play(match, "A bug"))
    assert (found.pot, found.share, found.odd, found.odd_to, found.odd_why) == (5, 1, 2, to, "first_out")
    assert found.points[to] == 1 + 2 + 3


@pytest.mark.rule("HC-SCORE-7", "R-22")
@pytest.mark.parametrize(("left", "to"), [("A B", "B"), ("B A", "A")])
def test_without_any_play_they_go_to_the_last_to_leave(left: str, to: str) -> None:
    said: dict[str, Any] = {"left": left, "leftovers": {"A": "tree", "B": "tree"}, "to_move": "C"}
    events = play(at("lake:C", C="bug lake*2 peak", **said), "C bug")
    found = account(events)
    assert (found.pot, found.odd, found.odd_to, found.odd_why) == (5, 1, to, "left_last")
    assert of_kind(events, "odd_points") == [{"seat": to, "number": 1, "why": "left_last"}]


@pytest.mark.rule("HC-SCORE-7", "R-22")
@pytest.mark.parametrize(
    ("lead", "order"), [("tree:D", ["A", "B"]), ("lost:D", ["B", "A"])], ids=["clockwise", "reversed"]
)
def test_all_planted_in_one_spring_then_fell_to_a_drought(lead: str, order: list[str]) -> None:
    """The case that the ruling names: A and B make no play, plant a Tree each and lack a Lake."""
    first, second = order
    said: dict[str, Any] = {"left": "D", "leftovers": {"D": "lake*3"}, "to_move": "C"}
    match = at(lead, A="tree light", B="tree light", C="spring worm bug*4", **said)
    play(match, "C spring", f"{first} plant 1", f"{second} plant 1", "C none")
    match = at(f"{lead} spring:C", C="drought bug*4", A="light", B="light", planted={"A": "tree"}, **said)
    events = play(match, "C drought")
    assert told(events, "eliminated") == [f"{first} eliminated", f"{second} eliminated", "C eliminated"]
    found = account(events)
    assert (found.pot, found.winners, found.odd) == (9, ("A", "B"), 1)
    assert (found.odd_to, found.odd_why) == (second, "left_last")


@pytest.mark.rule("HC-SCORE-8")
def test_worm_and_trees_are_for_their_owners_whoever_won() -> None:
    match = at(
        "bird:C worm:B bird:C spring:B lake:C",
        A="bug",
        left="B C",
        leftovers={"B": "tree*2", "C": "tree*2"},
        planted={"B": "tree*2 wind"},
    )
    found = account(play(match, "A bug"))
    assert (found.worm, found.birds, found.trees) == ("C", 2, {"A": 0, "B": 3, "C": 0})
    assert found.points == {"A": 4 + 3, "B": 3, "C": 2}


@pytest.mark.rule("HC-SCORE-9")
def test_nothing_is_added_before_the_round_is_over() -> None:
    """A could have won the game by now: Worm, Trees, an empty hand; the round goes on all the same."""
    match = at(
        "bird:C worm:B bird:A spring:B lake:C",
        A="bug",
        B="tree*2",
        C="light*2",
        planted={"A": "tree*4"},
        totals={"A": 24, "B": 3},
    )
    play(match, "A bug")
    assert [each.total for each in view(match).seats] == [24, 3, 0]
    assert match.scores() == [24, 3, 0]
    assert not match.over
    play(match, "B tree")
    assert [each.total for each in view(match).seats] == [24, 3, 0]


@pytest.mark.rule("HC-SCORE-10")
def test_the_points_add_up() -> None:
    match = at(
        "bird:C worm:B bird:C spring:B lake:C",
        A="bug",
        left="B C D",
        leftovers={"B": "tree*2", "C": "tree*2"},
        planted={"B": "tree*2 wind"},
    )
    found = account(play(match, "A bug"))
    assert found.points == {"A": 2 + 3, "B": 3, "C": 2, "D": 2 + 3}
    assert sum(found.points.values()) == found.pot + 2 * 3 + 3 + found.birds == 4 + 6 + 3 + 2
