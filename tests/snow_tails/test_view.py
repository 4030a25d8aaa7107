"""What a seat sees, and that it sees nothing else (ST-R-38).

Two matches that differ only in what is hidden from a seat look the same to it, byte for byte.
"""

from __future__ import annotations

import random

import pytest

from snow_tails.helpers import (
    LONG,
    SEATS,
    alone,
    at,
    deal,
    hand,
    own,
    play_on,
    seat,
    situations,
    spaces,
    status,
    table,
    turn,
    view,
)
from trailmix.engine.record import SPECTATOR

# --- non-interference -----------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-38")
def test_hand_values_and_piles_are_for_their_seat_alone() -> None:
    match = at(LONG, A="1.3.1 hand=12345", B="1.1.1 hand=33445")
    for looker in range(SPECTATOR, 2):
        seen = match.seen_by(looker)
        for other in range(2):
            assert (seen["hand"][0, other].sum() > 0) == (looker == other)
            assert not seen["pile"][0, other].any()  # not even its seat knows the order
        assert not seen["key"].any()
        assert not seen["counter"].any()
    assert [each.hand_size for each in view(match).seats] == [5, 5]
    assert [each.pile for each in view(match).seats] == [15, 15]
    assert hand(match, "B") == "33445"


@pytest.mark.rule("ST-R-38", "ST-PLAY-4", "ST-PLAY-5")
def test_all_that_lies_open_is_for_everyone() -> None:
    match = at(LONG, A="1.3.1 4/5/2 left=234 right=15 discards=112 dents=2", B="1.1.1")
    for looker in range(SPECTATOR, 2):
        shown = view(match, looker).seats[0]
        assert shown.left.covered == (0, 1, 1, 0, 0)
        assert shown.right.covered == (1, 0, 0, 0, 0)
        assert shown.discards == (2, 1, 0, 0, 0)
        assert (shown.left.shows, shown.right.shows, shown.brake, shown.dents) == (4, 5, 2, 2)
        assert (shown.hand_size, shown.pile) == (5, 20 - 3 - 3 - 2 - 3)


@pytest.mark.rule("ST-R-12", "ST-R-38")
def test_the_cards_of_a_wreck_stay_unseen() -> None:
    match = at(LONG, A="1.5.4 3/5/3 hand=4 dents=4", B="1.1.1")
    turn(match, "4@B R")
    assert status(match) == "wrecked racing"
    gone = seat(match, "A")
    assert (gone.pile, gone.hand_size - gone.dents, own(match, "A").hand) == (0, 0, ())


# --- what it shows --------------------------------------------------------------------------------------


def test_the_view_of_a_card_play() -> None:
    match = at(LONG, A="1.3.1 4/3/2 hand=12345 dents=0", B="2.1.2", order="B A", to_move="A")
    shown = view(match, 0)
    assert (shown.game, shown.to_move, shown.decision) == ("snow_tails", "A", "play")
    assert (shown.race, shown.round, shown.order, shown.turn) == (1, 2, ("B", "A"), 1)
    assert (shown.standing, shown.results, shown.places, shown.move) == (("B", "A"), (), None, None)
    assert match.prompt() == "Play one to three cards of one value, each on a dog or the brake."
    mine = shown.seats[0]
    assert (mine.position, mine.speed, mine.drift, mine.side) == (2, 5, 1, "left")
    assert spaces(match, [mine.space or 0]) == ["1.3.1"]
    assert view(match).own is None


def test_the_view_of_a_move_under_way() -> None:
    match = alone(LONG, "1.3.1 4/3/2 hand=3????")
    match.play("3@B")
    match.play("F")
    shown = view(match)
    assert shown.move is not None
    assert shown.decision == "step"
    assert spaces(match, [shown.move.begin, *shown.move.path]) == ["1.3.1", "1.3.2"]
    assert (shown.move.speed, shown.move.forward, shown.move.drift, shown.move.side) == (4, 2, 1, "left")
    assert match.prompt() == "Choose the next step. Still to go: 2 straight, 1 to the left."


def test_the_view_of_the_end() -> None:
    match = play_on(deal(3, 2), random.Random(2))
    shown = view(match)
    assert (shown.decision, shown.to_move, shown.move) == ("over", None, None)
    assert list(shown.places or ()) == match.places() == [shown.results[0].places[name] for name in "ABC"]
    assert match.prompt() == "The game is over."
    assert len(shown.results) == 1


def test_the_table_view_has_all_that_never_changes() -> None:
    match = deal(3, 2, "bruce")
    shown = table(match)
    assert shown.start_hands == (5, 5, 5, 6, 7)
    assert shown.points == (5, 3, 2, 1, 0)
    assert shown.most_rounds == 100
    (course,) = shown.courses
    assert (course.name, course.fewest_steps) == ("Bruce's Nightmare", 65)
    assert len(course.shape.spaces) == int(match.setup.table["spaces"][0, 0])


@pytest.mark.rule("ST-R-38")
def test_every_decision_has_a_prompt_in_words() -> None:
    asked = {view(match).decision: match.prompt() for match in situations(4, 9, 1, "bruce")}
    assert set(asked) >= {"start", "play", "step", "discard"}
    for prompt in asked.values():
        assert prompt.endswith((".", "?"))
        assert "{" not in prompt
    assert set(SEATS) > set(view(deal(4)).order)
