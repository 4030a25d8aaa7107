"""Actions as text, as dicts, as numbers; what happens, in sentences."""

from __future__ import annotations

from typing import Any

import pytest

from snow_tails.helpers import alone, deal, setup, turn
from trailmix.engine.words import Message
from trailmix.games.snow_tails.notation import NOTATION
from trailmix.games.snow_tails.state import N_ACTIONS


@pytest.mark.rule("ST-FLOW-1", "ST-FLOW-2", "ST-FLOW-3", "ST-FLOW-4", "ST-FLOW-5")
def test_the_whole_action_space_goes_through_every_form_and_back() -> None:
    agreed = setup(2)
    texts = [NOTATION.write(agreed, action) for action in range(N_ACTIONS)]
    plays = [f"{v}@{slots}" for v in range(1, 6) for slots in ("L", "R", "LR", "B", "LB", "RB", "LRB")]
    assert texts == [
        *[f"start {n}" for n in range(1, 6)],
        *plays,
        *["F", "L", "R", "bonus", "none"],
        *[f"discard {n}" for n in range(1, 6)],
    ]
    for action, text in enumerate(texts):
        assert NOTATION.read(agreed, text) == action
        assert NOTATION.from_dict(agreed, NOTATION.to_dict(agreed, action)) == action
        assert deal().number(text) == deal().number(action) == action


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("start 4", {"start": 4}),
        ("4@LB", {"card": 4, "slots": "LB"}),
        ("1@LRB", {"card": 1, "slots": "LRB"}),
        ("R", {"step": "R"}),
        ("bonus", {"bonus": True}),
        ("none", {"bonus": False}),
        ("discard 2", {"discard": 2}),
    ],
)
def test_text_and_dict(text: str, said: dict[str, Any]) -> None:
    action = NOTATION.read(setup(2), text)
    assert isinstance(action, int)
    assert NOTATION.write(setup(2), action) == text
    assert NOTATION.to_dict(setup(2), action) == said
    assert NOTATION.from_dict(setup(2), said) == action


@pytest.mark.parametrize(
    ("loose", "exact"),
    [
        (" START   4 ", "start 4"),
        ("4 @ bl", "4@LB"),
        ("4@brl", "4@LRB"),
        ("f\n", "F"),
        ("Bonus", "bonus"),
        ("NONE", "none"),
        ("Discard 02", "discard 2"),
    ],
)
def test_a_person_may_type_loosely(loose: str, exact: str) -> None:
    assert NOTATION.read(setup(2), loose) == NOTATION.read(setup(2), exact)


@pytest.mark.parametrize(
    "text", ["start 6", "start 0", "6@L", "0@L", "4@X", "4@LL", "discard 0", "discard 6"]
)
def test_what_there_is_not_is_said(text: str) -> None:
    assert isinstance(NOTATION.read(setup(2), text), Message)


@pytest.mark.parametrize("text", ["", "start", "4@", "@L", "44", "FF", "discard", "start ٤", "4@L B", "dent"])
def test_what_is_no_action(text: str) -> None:
    found = NOTATION.read(setup(2), text)
    assert isinstance(found, Message)


def test_what_happens_is_told_in_sentences() -> None:
    match = alone("start S(1.6) CL/7 S finish:L", "1.1.5 3/4/1 hand=52222")
    events = turn(match, "5@L FFL")
    said = [match.say(event.message) for event in events]
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)
    assert any("8" in sentence and "7" in sentence for sentence in said)  # speed 8 over 7
