"""Why an action is refused: the exact sentence for each reason there is."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trailmix
from snow_tails.helpers import LONG, alone, at, deal, play_on, refusal, to_move
from trailmix.engine.match import Match

FORMS = "Write start 4, a card and its slots (4@LB), a step (F, L or R), bonus, discard 2, or none."


def at_the_start() -> Match:
    match = deal(2)
    match.play("start 3")
    return match


def at_cards() -> Match:
    return alone(LONG, "1.3.1 hand=22345")


def at_a_step() -> Match:
    match = alone(LONG, "1.3.1 4/3/3 hand=3????")
    match.play("3@B")
    return match


def at_the_bonus() -> Match:
    match = alone(LONG, "1.3.1 hand=4????")
    match.play("4@B")
    return match


def at_a_discard() -> Match:
    match = alone("start S CL S S finish:R", "1.2.6 4/4/3 hand=12344")
    match.play("2@B")
    match.play("none")
    return match


def over() -> Match:
    return play_on(deal(), random.Random(1))


REASONS: list[tuple[Any, Any, str]] = [
    (at_the_start, "start 3", "Start space 3 is taken."),
    (at_the_start, "start 6", "There is no start space 6: they are 1 to 5."),
    (at_the_start, {"start": 0}, "There is no start space 0: they are 1 to 5."),
    (at_the_start, "4@L", "First all sleds are placed: choose a start space."),
    (at_the_start, "F", "First all sleds are placed: choose a start space."),
    (at_cards, "1@L", "You hold no 1."),
    (at_cards, "3@LR", "That takes 2 cards of value 3, and you hold 1."),
    (at_cards, "2@LRB", "That takes 3 cards of value 2, and you hold 2."),
    (at_cards, "6@L", "There is no card 6: dog cards are 1 to 5."),
    (at_cards, "2@LL", "There are no slots LL: L and R are the dogs, B is the brake, each once."),
    (at_cards, "2@X", "There are no slots X: L and R are the dogs, B is the brake, each once."),
    (at_cards, "F", "Now cards are played: one to three of one value."),
    (at_cards, "none", "Now cards are played: one to three of one value."),
    (at_cards, "start 1", "Now cards are played: one to three of one value."),
    (at_cards, "discard 2", "Now cards are played: one to three of one value."),
    (at_cards, "foo", f"'foo' is not an action of Snow Tails. {FORMS}"),
    (at_cards, {"step": 1}, f"{{'step': 1}} is not an action of Snow Tails. {FORMS}"),
    (at_cards, 50, "50 is not the number of an action: they run from 0 to 49."),
    (at_a_step, "R", "Your sled drifts to the left: it goes straight or to the left."),
    (at_a_step, "3@B", "Your sled is moving: choose the next step."),
    (at_a_step, "bonus", "Your sled is moving: choose the next step."),
    (at_the_bonus, "F", "First decide whether you take the bonus."),
    (at_the_bonus, "4@B", "First decide whether you take the bonus."),
    (at_a_discard, "discard 2", "You hold no 2."),
    (at_a_discard, "discard 9", "There is no card 9: dog cards are 1 to 5."),
    (at_a_discard, "none", "Your hand is too large: choose a card to discard."),
    (over, "F", "The game is over: no action is accepted any more."),
    (over, "start 1", "The game is over: no action is accepted any more."),
]


@pytest.mark.rule("ST-FLOW-1", "ST-FLOW-2", "ST-FLOW-3", "ST-FLOW-4", "ST-FLOW-5", "ST-FLOW-7")
@pytest.mark.parametrize(
    ("situation", "action", "sentence"), REASONS, ids=[f"{m.__name__}-{a!s:.20}" for m, a, _ in REASONS]
)
def test_the_sentence(situation: Any, action: Any, sentence: str) -> None:
    assert refusal(situation(), action) == sentence


@pytest.mark.rule("ST-FLOW-6")
def test_not_your_turn_comes_before_everything_else() -> None:
    match = at(LONG, A="1.3.1 hand=22345", B="1.2.1")
    first = to_move(match)
    other = "B" if first == "A" else "A"
    for action in ("2@L", "1@L", "F", "none", 5):
        assert refusal(match, action, "AB".index(other)) == f"It is not {other}'s turn: {first} is to move."


def test_people_are_called_by_their_names() -> None:
    match = trailmix.new("snow_tails", players=["Ann", "Bob"], seed=7)
    first = match.names[match.actor or 0]
    second = match.names[1 - (match.actor or 0)]
    assert refusal(match, "start 1", 1 - (match.actor or 0)) == (
        f"It is not {second}'s turn: {first} is to move."
    )


def test_every_reason_of_the_catalogue_is_seen_above() -> None:
    """A sentence that nothing can bring about, or that no test brings about, is found here."""
    said = {sentence for _, _, sentence in REASONS} | {"It is not B's turn: A is to move."}
    texts = {k: text for k, text in deal().game.words.texts.items() if k.startswith("refused.")}
    unseen = {
        key
        for key, text in texts.items()
        if not any(
            sentence.endswith(text.split("}")[-1]) and text.split("{")[0] in sentence for sentence in said
        )
    }
    assert {key for key in unseen if "undo" not in key} == {"refused.no_seat", "refused.unforeseeable"}
