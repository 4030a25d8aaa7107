"""Hand and deck: filling up, discarding, reshuffling (ledger, chapter 3.7 and ST-FLOW-5)."""

from __future__ import annotations

from collections import Counter

import pytest

from chance import is_fair
from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    cards,
    dents,
    drawn,
    hand,
    legal,
    mat,
    of_kind,
    own,
    refusal,
    seat,
    space,
    started,
    to_move,
    told,
    turn,
    view,
)
from trailmix.engine.match import Match


def everything(match: Match, name: str = "A") -> str:
    """All cards of a seat, wherever they are, in ascending order."""
    shown = seat(match, name)
    found = hand(match, name) + cards(own(match, name).pile) + cards(shown.discards)
    for dog in (shown.left, shown.right):
        found += cards(dog.covered) + str(dog.shows) * dog.card
    return "".join(sorted(found))


ALL = "11112222333344445555"


@pytest.mark.rule("ST-HAND-1", "ST-DENT-1")
@pytest.mark.parametrize(
    ("held", "dented", "card", "number"),
    [
        ("12345", 0, "5@B", 1),
        ("44455", 0, "4@LRB", 3),
        ("45", 3, "5@B", 1),
        ("4", 4, "4@B", 1),
        ("5", 0, "5@B", 5),
    ],
)
def test_the_hand_is_filled_to_5_dents_included(held: str, dented: int, card: str, number: int) -> None:
    match = alone(LONG, f"1.3.1 hand={held} dents={dented}")
    events = turn(match, card)
    assert of_kind(events, "drew")[0]["number"] == len(drawn(events, "A")) == number
    assert seat(match, "A").hand_size == len(hand(match, "A")) + dents(match, "A") == 5
    assert everything(match) == ALL


@pytest.mark.rule("ST-HAND-1")
def test_the_top_of_the_pile_is_drawn() -> None:
    match = alone(LONG, "1.3.1 hand=25555 pile=42...")
    assert drawn(turn(match, "2@B")) == "4"
    assert hand(match, "A") == "45555"
    assert "2" in drawn(turn(match, "5@LRB"))


@pytest.mark.rule("ST-HAND-2", "ST-HAND-3", "ST-HAND-4", "ST-FLOW-5", "ST-R-39")
def test_above_5_canine_cards_of_choice_are_discarded() -> None:
    match = alone("start S CL S S finish:R", "1.2.6 4/4/3 hand=12344")
    match.play("2@B")  # speed 6: two dents
    match.play("none")
    assert (view(match).decision, dents(match, "A"), hand(match, "A")) == ("discard", 2, "1344")
    assert legal(match) == {"discard 1", "discard 3", "discard 4"}  # a card is chosen, a dent never
    assert refusal(match, "discard 2")
    events = match.play("discard 4")
    assert told(events, "discarded", "drew") == ["discarded"]  # draws and discards never meet
    assert hand(match, "A") == "134"
    assert cards(seat(match, "A").discards) == "24"
    assert mat(match, "A") == "4/4/2"
    assert (dents(match, "A"), seat(match, "A").hand_size, view(match).round) == (2, 5, 3)


@pytest.mark.rule("ST-FLOW-5", "ST-FLOW-6")
def test_the_only_value_held_is_discarded_by_itself() -> None:
    match = alone("start S CL S S finish:R", "1.2.6 4/4/3 hand=21111")
    match.play("2@B")
    events = match.play("none")
    assert [each["card"] for each in of_kind(events, "discarded")] == [1]
    assert (hand(match, "A"), view(match).round) == ("111", 3)


@pytest.mark.rule("ST-HAND-2", "ST-FLOW-5")
def test_discarding_goes_on_down_to_5() -> None:
    match = alone("start S CL S S finish:R", "1.2.6 5/5/3 hand=12345")
    turn(match, "2@B discard 1 discard 5 discard 3")  # speed 8: four dents
    assert (hand(match, "A"), dents(match, "A")) == ("4", 4)


@pytest.mark.rule("ST-HAND-5", "ST-SETUP-9")
@pytest.mark.parametrize(("number", "size"), [(4, 6), (5, 7)])
def test_a_larger_first_hand_is_cut_at_the_first_hand_step(number: int, size: int) -> None:
    match = started(2, [number, 1], LONG)
    held = hand(match, "A")
    assert len(held) == size
    assert {action[0] for action in legal(match)} == set(hand(match, to_move(match)))
    if to_move(match) == "B":
        match.play(f"{hand(match, 'B')[0]}@B")
    assert to_move(match) == "A"
    events = match.play(f"{held[0]}@B")
    while view(match).decision == "discard":
        assert seat(match, "A").hand_size > 5
        events += match.play(match.legal()[0])
    assert len(of_kind(events, "discarded")) == size - 6
    assert told(events, "drew") == []
    assert len(hand(match, "A")) == 5


# --- reshuffling ----------------------------------------------------------------------------------------


@pytest.mark.rule("ST-DECK-1", "ST-R-17")
def test_discards_and_covered_cards_are_shuffled_and_the_visible_ones_stay() -> None:
    match = alone(LONG, "1.3.1 4/5/1 left=24 right=135 hand=11555 pile=-")
    assert cards(own(match, "A").pile) == ""
    before = cards(seat(match, "A").discards)
    events = turn(match, "1@LB " + "R" * 4 + "F")  # 1/5/1: speed 5, drift 4
    shown = seat(match, "A")
    assert (shown.left.shows, shown.left.card, cards(shown.left.covered)) == (1, True, "")
    assert (shown.right.shows, shown.right.card, cards(shown.right.covered)) == (5, True, "")
    assert cards(shown.discards) == ""
    # back in the pile: the discards, the brake card of this turn, and what lay under both dogs
    (reshuffled,) = of_kind(events, "reshuffled")
    assert reshuffled["number"] == len(before) + 1 + len("24") + len("13")
    assert told(events, "reshuffled", "drew") == ["reshuffled", "drew"]
    pile = sorted(before + "1" + "24" + "13")
    for card in drawn(events):
        pile.remove(card)
    assert list(cards(own(match, "A").pile)) == pile
    assert everything(match) == ALL


@pytest.mark.rule("ST-DECK-1")
def test_what_is_reshuffled_comes_in_any_order() -> None:
    seen = Counter[str]()
    for seed in range(300):
        match = alone(LONG, "1.3.1 hand=12345 pile=-", seed=seed)
        seen[drawn(turn(match, "5@B"))] += 1
    assert is_fair([seen[card] for card in "12345"], [3, 3, 3, 3, 4])  # the 5 just played is among them


@pytest.mark.rule("ST-R-17", "ST-DECK-1")
def test_what_is_left_of_the_pile_is_drawn_first() -> None:
    match = alone(LONG, "1.3.1 hand=11255 pile=4")
    events = turn(match, "1@LR")
    assert told(events, "reshuffled") == ["reshuffled"]
    assert "4" in drawn(events)
    assert len(drawn(events)) == 2
    assert everything(match) == ALL


@pytest.mark.rule("ST-R-17")
def test_a_pile_that_is_just_enough_is_not_reshuffled_yet() -> None:
    match = alone(LONG, "1.1.1 hand=11255 pile=44")
    events = turn(match, "1@LB RRF")
    assert (told(events, "reshuffled"), drawn(events)) == ([], "44")
    assert (seat(match, "A").pile, cards(own(match, "A").pile)) == (0, "")
    assert len(cards(seat(match, "A").discards)) == 20 - 5 - 1
    events = turn(match, "2@B RR")
    assert told(events, "reshuffled", "drew") == ["reshuffled", "drew"]


@pytest.mark.rule("ST-DECK-2")
def test_a_printed_three_is_no_card_and_stays() -> None:
    match = alone(LONG, "1.3.1 3/5/1 right=25 hand=11455 pile=-")
    turn(match, "1@B RRFFFFF")
    shown = seat(match, "A")
    assert (shown.left.shows, shown.left.card) == (3, False)
    assert (shown.right.shows, shown.right.card, cards(shown.right.covered)) == (5, True, "")
    assert everything(match) == ALL


@pytest.mark.rule("ST-R-40", "ST-SIDE-2")
def test_after_hitting_the_side_the_hand_is_filled_too() -> None:
    match = alone(STRAIGHT, "1.5.1 3/5/3 hand=333")
    events = turn(match, "3@B R")
    assert (dents(match, "A"), len(hand(match, "A"))) == (1, 4)
    assert len(drawn(events)) == 2


@pytest.mark.rule("ST-R-41")
def test_beyond_the_line_the_hand_step_is_as_always() -> None:
    match = at(STRAIGHT, A="2.3.5 hand=44455", B="1.1.1")
    events = turn(match, "4@LR")
    assert (space(match, "A"), len(drawn(events, "A"))) == ("3.3.4", 2)
