"""Placing a hiker: AL-HIKER."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import at, deal, lay, play_on, refusal, situations, spots, view
from random_play import Played
from trailmix.games.alpina.state import NO_HIKER


@pytest.mark.rule("AL-HIKER-1")
def test_at_most_one_hiker_a_turn_and_its_owners(played: tuple[int, Played]) -> None:
    players, matches = played
    hikers = matches.states["hikers"]
    standing = (hikers >= 0).sum(axis=(2, 3))
    more = np.diff(standing, axis=1)
    assert (more[:, 0::2] == 0).all()  # a card brings no hiker
    assert ((more[:, 1::2] == 1) == (matches.actions[:, 1::2] != NO_HIKER)).all()
    assert ((more[:, 1::2] == 0) | (more[:, 1::2] == 1)).all()
    for seat in range(players):
        own = np.diff((hikers == seat).sum(axis=(2, 3)), axis=1)
        assert (own[matches.actors[:, :48] != seat] == 0).all()


@pytest.mark.rule("AL-HIKER-1")
def test_a_skipped_hiker_stays_in_the_supply() -> None:
    match = deal()
    lay(match, "0,1")
    match.play("none")
    assert view(match).seats[0].hikers == 8
    lay(match, "0,2")
    match.play("hiker 0,2")
    assert [seat.hikers for seat in view(match).seats] == [8, 7]


@pytest.mark.rule("AL-HIKER-2", "AL-HIKER-3", "AL-R-5")
@pytest.mark.parametrize("seed", range(20))
def test_the_answers_are_the_free_cards_on_and_beside_the_new_one(seed: int) -> None:
    for match in situations(2 + seed % 3, seed, range(1, 48, 2)):
        shown, cards = view(match), spots(match)
        assert shown.laid is not None
        assert match.actor is not None
        row, col = shown.laid
        near = [(row - 1, col), (row, col - 1), (row, col), (row, col + 1), (row + 1, col)]
        free = [cell for cell in near if cell in cards and cards[cell].hiker is None]
        expected = free if shown.seats[match.actor].hikers else []
        assert match.legal() == [*("hiker {},{}".format(*cell) for cell in expected), "none"]
        assert shown.hiker_cells == tuple(expected)


@pytest.mark.rule("AL-HIKER-2")
@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("0,0", "That is too far: a hiker goes on the card just laid or on one beside it."),
        ("1,3", "That is too far: a hiker goes on the card just laid or on one beside it."),
        ("1,2", "There is no card there for a hiker to stand on."),
        ("2,1", "There is no card there for a hiker to stand on."),
    ],
    ids=["diagonal", "two away", "empty", "empty below"],
)
def test_no_other_cell_is_allowed(where: str, sentence: str) -> None:
    match = at(["C06* N01 N02 N03", "N04 . . N05"])
    lay(match, "1,1")
    assert refusal(match, f"hiker {where}") == sentence


@pytest.mark.rule("AL-HIKER-3")
@pytest.mark.parametrize("owner", "AB")
def test_a_card_holds_one_hiker_whatever_its_colour(owner: str) -> None:
    match = at([f"C06* N01:{owner}", "N02 ."])
    lay(match, "0,2")
    assert match.legal() == ["hiker 0,2", "none"]
    assert refusal(match, "hiker 0,1") == "A hiker stands there already: a card holds one."


@pytest.mark.rule("AL-HIKER-4")
def test_a_hiker_comes_from_the_own_supply() -> None:
    match = deal(3)
    lay(match, "0,1")
    match.play("hiker 0,1")
    assert [seat.hikers for seat in view(match).seats] == [4, 5, 5]
    assert spots(match)[0, 1].hiker == "A"


@pytest.mark.rule("AL-HIKER-4", "AL-TURN-4")
def test_without_hikers_the_turn_is_the_same_with_one_answer(played: tuple[int, Played]) -> None:
    _, matches = played
    supply = np.take_along_axis(matches.states["supply"][:, 1:48:2], matches.actors[:, 1:48:2, None], axis=2)
    empty = supply[:, :, 0] == 0
    assert empty.any()
    assert (matches.choices[:, 1:48:2][empty] == 1).all()
    assert (matches.actions[:, 1::2][empty] == NO_HIKER).all()


@pytest.mark.rule("AL-HIKER-4")
def test_no_hikers_left_is_said() -> None:
    match = at(["C06*:A N01:A N02:A N03:A", "N04:A N05 N06 N07", "N08 N09 N10 N11", "N12 N13 N14 N15"], 3)
    lay(match, "0,4")
    for where in ("0,4", "0,3", "3,3"):
        assert refusal(match, f"hiker {where}") == "You have no hikers left: answer none."
    assert match.prompt() == "You have no hikers left: answer none."


@pytest.mark.rule("AL-HIKER-5", "AL-R-4")
def test_the_start_card_may_be_claimed() -> None:
    match = deal()
    lay(match, "0,1")
    match.play("hiker 0,0")
    assert spots(match)[0, 0].hiker == "A"


@pytest.mark.rule("AL-HIKER-5", "AL-R-5")
def test_a_card_laid_by_somebody_else_may_be_claimed() -> None:
    match = deal()
    lay(match, "0,1")  # by A, who leaves it
    match.play("none")
    lay(match, "0,2")
    match.play("hiker 0,1", seat=1)
    assert spots(match)[0, 1].hiker == "B"


@pytest.mark.rule("AL-HIKER-6")
def test_a_hiker_once_placed_stays(played: tuple[int, Played]) -> None:
    players, matches = played
    hikers, supply = matches.states["hikers"], matches.states["supply"]
    assert ((hikers[:, :-1] == -1) | (hikers[:, :-1] == hikers[:, 1:])).all()
    assert (np.diff(supply, axis=1) <= 0).all()
    for seat in range(players):
        placed = (hikers == seat).sum(axis=(2, 3))
        assert (placed + supply[:, :, seat] == {2: 8, 3: 5, 4: 4}[players]).all()


@pytest.mark.rule("AL-HIKER-7", "AL-SCORE-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_has_to_use_hikers_and_unused_ones_are_worth_nothing(players: int) -> None:
    match, whims = deal(players), random.Random(5)
    while not match.over:
        play_on(match, whims, 1)
        match.play("none")
    assert match.scores() == [0] * players
    assert match.places() == list(range(players, 0, -1))


@pytest.mark.rule("AL-HIKER-8")
def test_whoever_has_a_hiker_has_two_to_six_answers(played: tuple[int, Played]) -> None:
    _, matches = played
    supply = np.take_along_axis(matches.states["supply"][:, 1:48:2], matches.actors[:, 1:48:2, None], axis=2)
    answers = matches.choices[:, 1:48:2][supply[:, :, 0] > 0]
    assert set(answers) == {2, 3, 4, 5, 6}


@pytest.mark.rule("AL-HIKER-8")
def test_six_answers_in_the_middle_of_four_cards() -> None:
    match = at(["C06* N01 N02", "N03 . N04", "N05 N06 N07"])
    lay(match, "1,1")
    assert match.legal() == ["hiker 0,1", "hiker 1,0", "hiker 1,1", "hiker 1,2", "hiker 2,1", "none"]
