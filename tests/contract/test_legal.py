"""What is legal is what nothing speaks against; what is refused gets a sentence and leaves no trace."""

from __future__ import annotations

import random
from typing import Any

import pytest

from contract.cases import FEWEST, MOST, Case, every_case, every_game, situations
from contract.nonsense import COMMON, OF_GAME, mutated
from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.engine.words import Message, letter

JUDGED = 10_000
"""About so many actions of each match are judged."""
LONGEST = 700
"""The longest sentence that a refusal may take."""


def refusal(match: Match, action: Any, seat: int | None = None) -> str:
    """Play what must be refused; returns the sentence, having seen that not a byte has changed."""
    before, moves = match.states.tobytes(), list(match.moves)
    with pytest.raises(Refused) as caught:
        match.play(action, seat)
    assert match.states.tobytes() == before
    assert match.moves == moves
    assert match.why(action, seat) == caught.value.why == str(caught.value)
    assert caught.value.why.endswith(".")
    assert len(caught.value.why) < LONGEST
    return caught.value.why


@every_case
def test_an_action_is_legal_exactly_if_nothing_speaks_against_it(case: Case) -> None:
    """Over the whole action space, judged from what the seat to decide may know."""
    for match in situations(case, max(3, min(10, JUDGED // case.setup.game.n_actions))):
        seat = match.actor
        assert seat is not None
        seen, game = match.seen_by(seat), match.game
        reasons = [game.why(match.setup, seen, seat, action) for action in range(game.n_actions)]
        assert [action for action, reason in enumerate(reasons) if reason is None] == match.actions()
        for reason in {reason.key: reason for reason in reasons if reason is not None}.values():
            said = match.say(reason)
            assert said.endswith(".")
            assert "{" not in said


@every_case
def test_legal_actions_ascend_and_there_is_always_one(case: Case) -> None:
    for match in situations(case, 25):
        actions = match.actions()
        assert actions == sorted(set(actions))
        assert 0 <= actions[0] <= actions[-1] < match.game.n_actions
        assert 1 <= len(actions) <= match.game.max_legal
        assert match.mask().nonzero()[0].tolist() == actions
        notation = match.game.notation
        assert [notation.read(match.setup, text) for text in match.legal()] == actions
        dicts = [notation.to_dict(match.setup, action) for action in actions]
        assert [notation.from_dict(match.setup, said) for said in dicts] == actions


@every_case
def test_after_the_end_nothing_is_legal(case: Case) -> None:
    match = situations(case, 2, over=True)[-1]
    assert match.over
    assert match.actions() == []
    for action in range(0, match.game.n_actions, max(1, match.game.n_actions // 20)):
        assert "over" in refusal(match, action)


@every_case
def test_what_is_refused_leaves_no_trace(case: Case) -> None:
    """An action that is not legal, and a legal one of another seat."""
    whims = random.Random(1)
    for match in situations(case, 8):
        actions, actor = match.actions(), match.actor
        for _ in range(8):
            action, seat = whims.randrange(match.game.n_actions), whims.randrange(match.players)
            if action not in actions or seat != actor:
                refusal(match, action, seat)
        for seat in range(match.players):
            if seat != actor:
                assert letter(seat) in refusal(match, actions[0], seat)


@every_game
def test_nonsense_is_refused_in_a_sentence(slug: str) -> None:
    whims = random.Random(1)
    for match in situations(Case(slug, FEWEST, 0), 3, over=True):
        forms = [match.setup.notations[whims.randrange(match.game.n_actions)] for _ in range(20)]
        for action in [*COMMON, match.game.n_actions, *OF_GAME.get(slug, [])]:
            refusal(match, action)
        for text in mutated(forms, whims):
            said = match.why(text)
            assert said is None or said.endswith(".")


@every_game
def test_a_seat_that_is_not_there_is_refused(slug: str) -> None:
    match = situations(Case(slug, FEWEST, 0), 2)[1]
    before, seats = match.states.tobytes(), ", ".join(letter(seat) for seat in range(match.players))
    seat: Any
    for seat in (-1, match.players, 99, True, "A", 1.0, 10**5000):
        for ask in (match.play, match.why):
            with pytest.raises(Refused, match=rf" in this match: seats are {seats}\.$"):
                ask(match.actions()[0], seat)
    assert match.states.tobytes() == before


@every_game
def test_every_form_of_an_action_is_the_same_action(slug: str) -> None:
    """Number, text and dict, over the whole action space; some of it takes few players, some many."""
    known = set[int]()
    for setup in (Case(slug, FEWEST, 0).setup, Case(slug, MOST, 0).setup):
        notation = setup.game.notation
        assert len(set(setup.notations)) == setup.game.n_actions
        for action, text in enumerate(setup.notations):
            assert notation.write(setup, action) == text
            read, from_dict = (
                notation.read(setup, text),
                notation.from_dict(setup, notation.to_dict(setup, action)),
            )
            assert read == from_dict
            assert read == action or isinstance(read, Message)
            if isinstance(read, int):
                known.add(read)
    assert known == set(range(setup.game.n_actions))
