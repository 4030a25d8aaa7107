"""HC-POOP: every Bug in hand is laid out and counts against its holder."""

from __future__ import annotations

import pytest

from hike_cards.helpers import (
    account,
    at,
    gone,
    hand,
    legal,
    of_kind,
    play,
    points,
    seat,
    statuses,
    to_move,
    told,
    view,
)


@pytest.mark.rule("HC-POOP-1")
def test_everyone_lays_out_all_bugs() -> None:
    match = at("bird:D", A="poop bug*2 tree", B="bug*3 tree", C="tree*2", D="bug tree")
    events = play(match, "A poop")
    assert told(events) == ["A played", "laid_out"]
    assert of_kind(events, "laid_out") == [{"seat": None, "bugs": {"A": 2, "B": 3, "D": 1}}]
    assert [each.bugs for each in view(match).seats] == [2, 3, 0, 1]
    assert [hand(match, name) for name in "ABCD"] == [["tree"], ["tree"], ["tree", "tree"], ["tree"]]
    assert (to_move(match), view(match).decision) == ("B", "play"), "nothing is asked"


@pytest.mark.rule("HC-POOP-2", "HC-SCORE-1")
def test_each_is_a_leftover_and_nobody_is_eliminated() -> None:
    match = at("bird:C", A="poop bug*2 tree", B="bug tree light", C="tree bug light")
    play(match, "A poop")
    assert statuses(match) == "active active active"
    play(match, "B tree", "C light")
    match = at("poop:B lake:C", A="bug litter", left="B C", leftovers={"C": "tree*4"}, bugs={"A": 2, "B": 1})
    assert account(play(match, "A bug")).leftovers == {"A": 3, "B": 1, "C": 4}


@pytest.mark.rule("HC-POOP-3", "R-15")
def test_who_has_nothing_left_is_spent_at_once() -> None:
    match = at("bird:D", A="poop tree*3", B="bug*2", C="tree*3", D="tree*3")
    events = play(match, "A poop")
    assert told(events) == ["A played", "laid_out", "B spent"]
    assert of_kind(events, "spent") == [{"seat": "B", "bugs": 2}]
    assert (seat(match, "B").status, to_move(match)) == ("spent", "C")
    assert seat(match, "B").leftovers == ()


@pytest.mark.rule("HC-POOP-3", "R-15", "HC-AVA-1", "HC-EQK-3")
def test_who_is_spent_neither_draws_nor_is_dealt_to() -> None:
    match = at("bird:D", A="poop tree*3", B="bug*2", C="avalanche tree*2", D="earthquake tree*3")
    play(match, "A poop", "C avalanche")
    assert seat(match, "B").hand_size == 0
    play(match, "D earthquake")
    assert (seat(match, "B").hand_size, seat(match, "B").status) == (0, "spent")


@pytest.mark.rule("HC-POOP-3", "R-15", "R-38")
def test_who_is_spent_gets_no_bonus() -> None:
    match = at("bird:C", A="poop", B="bug", C="bug*2")
    assert points(play(match, "A poop")) == [3 + 3, 0, 0]
    match = at("poop:B lake:C", A="bug", left="B C", leftovers={"C": "tree*4"}, bugs={"A": 1, "B": 2})
    events = play(match, "A bug")
    assert told(events)[:2] == ["A played", "A spent"]
    assert account(events).bonus == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("HC-POOP-4", "R-38")
def test_who_plays_every_card_later_is_spent_but_may_win() -> None:
    match = at("poop:B lake:C", A="bug", left="B C", leftovers={"C": "tree*4"}, bugs={"A": 1, "B": 2})
    events = play(match, "A bug")
    assert (account(events).winners, points(events)) == (("A",), [7, 0, 0])


@pytest.mark.rule("HC-POOP-5")
def test_bugs_drawn_later_stay_in_hand() -> None:
    match = at("poop:B avalanche:B lake:C", A="peak tree", B="light*2", C="light*2", deck="bug ...")
    play(match, "A peak", "B light")
    assert hand(match, "A") == ["bug", "tree"]
    assert seat(match, "A").bugs == 0
    match = at("poop:B lake:C", A="bug*2", B="light*2", C="light*2")
    assert legal(match) == {"bug"}
    play(match, "A bug")
    assert hand(match, "A") == ["bug"]


@pytest.mark.rule("HC-POOP-6", "R-16", "HC-WIND-3")
def test_the_wind_is_no_bug() -> None:
    match = at("bird:C", A="poop tree", B="wind bug", C="tree*2")
    play(match, "A poop")
    assert (hand(match, "B"), seat(match, "B").bugs) == (["wind"], 1)


@pytest.mark.rule("HC-POOP-7")
def test_leftovers_are_left_alone() -> None:
    match = at("bird:C", A="poop tree", B="tree*2", left="C", leftovers={"C": "bug*3 lake"})
    play(match, "A poop")
    assert sorted(seat(match, "C").leftovers) == ["bug", "bug", "bug", "lake"]
    assert (seat(match, "C").bugs, seat(match, "C").status) == (0, "eliminated")
    match = at("bird:C", A="poop", left="B C", leftovers={"B": "bug*2", "C": "bug*3 lake"})
    assert account(play(match, "A poop")).leftovers == {"A": 0, "B": 2, "C": 4}


@pytest.mark.rule("HC-POOP-8")
def test_as_last_card_its_player_is_out_and_the_others_lay_out() -> None:
    match = at("bird:C", A="poop", B="bug tree", C="bug*2 tree")
    events = play(match, "A poop")
    assert told(events) == ["A played", "laid_out", "A out"]
    assert [each.bugs for each in view(match).seats] == [0, 1, 2]


@pytest.mark.rule("HC-POOP-8", "HC-POOP-3")
def test_with_nothing_but_bugs_beside_it_its_player_is_spent() -> None:
    match = at("bird:C", A="poop bug*2", B="bug tree", C="tree*2")
    events = play(match, "A poop")
    assert told(events) == ["A played", "laid_out", "A spent"]
    assert (seat(match, "A").status, seat(match, "A").bugs) == ("spent", 2)


@pytest.mark.rule("HC-POOP-9", "R-33")
@pytest.mark.parametrize(
    ("played", "order"), [("bird:D", "BCDA"), ("lost:D", "DCBA")], ids=["clockwise", "counter-clockwise"]
)
@pytest.mark.parametrize(("own", "last"), [("poop", "A out"), ("poop bug", "A spent")])
def test_those_emptied_leave_in_play_order_the_actor_last(
    played: str, order: str, own: str, last: str
) -> None:
    match = at(played, A=own, **dict.fromkeys("BCD", "bug*2"))
    events = play(match, "A poop")
    assert told(events, "spent", "out") == [*(f"{name} spent" for name in order[:3]), last]
    match = at(played, A=own, **dict.fromkeys("BCD", "bug*2"), E="tree*2")
    play(match, "A poop")
    assert gone(match) == order


@pytest.mark.rule("HC-POOP-9", "R-33", "HC-SCORE-7", "R-22")
@pytest.mark.parametrize(("played", "to"), [("tree:E", "C"), ("lost:E", "B")], ids=["clockwise", "reversed"])
def test_that_order_decides_where_odd_points_go(played: str, to: str) -> None:
    """B and C never played, and are emptied by the same Poop; the last to leave gets the odd point."""
    match = at(
        played, A="poop bug*3", B="bug*2", C="bug*2", left="D E", leftovers={"D": "lake*3", "E": "lake*3"}
    )
    events = play(match, "A poop")
    found = account(events)
    assert (found.pot, found.winners, found.share, found.odd) == (13, ("B", "C"), 6, 1)
    assert (found.odd_to, found.odd_why) == (to, "left_last")


@pytest.mark.rule("HC-POOP-1", "HC-LOST-3")
def test_after_a_poop_the_turn_passes_on_as_usual() -> None:
    match = at("bird:C", A="poop light*2", B="bug", C="tree*2")
    play(match, "A poop", "C tree", "A light")
