"""Actions as text, as dicts and as numbers: the three say the same."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hike_dogsled.helpers import corrected, deal, setup, situations
from trailmix.engine.words import Message
from trailmix.games.hike_dogsled.state import N_ACTIONS

SIX, EIGHT = setup(6), setup(2)


def is_there(text: str, players: int) -> bool:
    """Does an action speak of seats and slots that are there?"""
    if players == 6:
        return not re.search(r"\b[TB]4\b|^double 4$", text)
    return not re.fullmatch(r"with [C-F]", text)


@pytest.mark.parametrize("players", [2, 6])
def test_every_action_has_a_text_and_a_dict_that_give_it_back(players: int) -> None:
    agreed = setup(players)
    notation = agreed.game.notation
    for number, text in enumerate(agreed.notations):
        if is_there(text, players):
            assert notation.read(agreed, text) == number
            assert notation.from_dict(agreed, notation.to_dict(agreed, number)) == number
    assert len(set(agreed.notations)) == N_ACTIONS == len(agreed.notations)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("none", {"do": "none"}),
        ("mentor", {"do": "mentor"}),
        ("ready", {"do": "ready"}),
        ("end", {"do": "end"}),
        ("pay", {"do": "pay"}),
        ("enter", {"do": "enter"}),
        ("stop", {"do": "stop"}),
        ("with B", {"with": "B"}),
        ("tuck B1", {"tuck": "B1"}),
        ("use T1", {"use": "T1"}),
        ("use T1+I", {"use": "T1", "custom": "I"}),
        ("rest B2", {"rest": "B2"}),
        ("care T2", {"care": "T2"}),
        ("double 1", {"double": 1}),
        ("pick H07", {"pick": "H07"}),
        ("pick Y3", {"pick": "Y3"}),
        ("draft H07 T2", {"draft": "H07", "to": "T2"}),
        ("draft E hand", {"draft": "E", "to": "hand"}),
        ("draft C hand", {"draft": "C", "to": "hand"}),
        ("place H07 T2", {"place": "H07", "slot": "T2"}),
        ("swap T2 H07 T3", {"swap": "T2", "card": "H07", "slot": "T3"}),
    ],
)
def test_the_forms(text: str, said: dict[str, Any]) -> None:
    notation = EIGHT.game.notation
    number = notation.read(EIGHT, text)
    assert isinstance(number, int)
    assert notation.to_dict(EIGHT, number) == said
    assert notation.from_dict(EIGHT, said) == number
    assert notation.write(EIGHT, number) == text
    for other in (text.upper(), text.lower(), f"  {text} ", text.replace(" ", "  ")):
        assert notation.read(EIGHT, other) == number


def test_cards_are_called_as_the_data_file_calls_them() -> None:
    agreed = setup(2, data=corrected().replace('id = "H07"', 'id = "Luna"'))
    assert "draft Luna T2" in agreed.notations
    assert agreed.game.notation.read(agreed, "DRAFT luna t2") == agreed.notations.index("draft Luna T2")
    assert isinstance(agreed.game.notation.read(agreed, "draft H07 T2"), Message)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("draft H99 T2", "H99"),
        ("draft H07 T5", "T5"),
        ("place E T1", "E"),
        ("draft D hand", "D"),
        ("draft X1 hand", "X1"),
        ("use T1+Q", "Q"),
        ("double 5", "5"),
        ("with Z", "Z"),
        ("pick E", "E"),
        ("tuck C1", "C1"),
        ("rest", "rest"),
        ("wait", "wait"),
        ("draft H07", "draft H07"),
        ({"draft": "H07"}, "draft"),
        ({"double": "1"}, "1"),
        ({"double": True}, "True|true"),
        ({"use": 5}, "5"),
        ({"do": "sleep"}, "sleep"),
        ({"do": "end", "more": 1}, "more"),
        ({}, ""),
    ],
)
def test_what_is_said_badly_is_refused_by_name(said: Any, names: str) -> None:
    sentence = deal(2).why(said)
    assert sentence is not None
    assert re.search(names, sentence)
    assert sentence.endswith(".")


def test_the_legal_actions_of_a_match_are_in_order_and_readable() -> None:
    for match in situations(4, 3, 11, loose=True):
        actions = match.actions()
        assert actions == sorted(set(actions))
        for action, text in zip(actions, match.legal(), strict=True):
            assert match.game.notation.read(match.setup, text) == action
            assert match.why(text) is None


def test_a_six_slot_sled_refuses_the_fourth_column() -> None:
    notation = SIX.game.notation
    for text in ("use T4", "tuck B4", "rest T4", "care B4", "double 4", "place H01 T4", "swap T4 H01 T1"):
        assert isinstance(notation.read(SIX, text), Message)
