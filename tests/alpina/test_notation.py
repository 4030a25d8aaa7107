"""Actions as text, as dicts, as numbers: AL-TURN-4."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from alpina.helpers import corrected, setup
from trailmix.engine.words import Message
from trailmix.games.alpina.notation import NOTATION
from trailmix.games.alpina.state import N_ACTIONS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("N07@-1,0", {"card": "N07", "cell": [-1, 0]}),
        ("F19@4,-4", {"card": "F19", "cell": [4, -4]}),
        ("hiker 0,0", {"hiker": [0, 0]}),
        ("hiker -4,3", {"hiker": [-4, 3]}),
        ("none", {"hiker": None}),
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
        (" n07 @ -1 , 0 ", "N07@-1,0"),
        ("N07@-01,00", "N07@-1,0"),
        ("HIKER   0,0", "hiker 0,0"),
        ("None\n", "none"),
    ],
)
def test_a_person_may_type_loosely(loose: str, exact: str) -> None:
    assert NOTATION.read(setup(2), loose) == NOTATION.read(setup(2), exact)


def test_a_cell_may_be_a_tuple() -> None:
    assert NOTATION.from_dict(setup(2), {"hiker": (0, 1)}) == NOTATION.read(setup(2), "hiker 0,1")


@pytest.mark.rule("AL-DECK-4")
def test_cards_are_called_by_the_ids_of_the_deck_in_use() -> None:
    text = corrected({"N01": {"id": "Big7"}, "N02": {"id": "big7"}})
    agreed = trailmix.game("alpina").setup(2, data=text)
    assert NOTATION.write(agreed, 40) == "Big7@0,0"
    assert NOTATION.read(agreed, "Big7@0,0") == 40
    assert NOTATION.read(agreed, "big7@0,0") == 81 + 40
    ambiguous = NOTATION.read(agreed, "BIG7@0,0")
    assert isinstance(ambiguous, Message)
    assert (ambiguous.key, ambiguous.values["said"]) == ("refused.no_such_card", "BIG7")
    for action in range(0, N_ACTIONS, 7):
        assert NOTATION.read(agreed, NOTATION.write(agreed, action)) == action


@pytest.mark.rule("AL-DECK-4")
def test_a_card_may_be_called_hiker_or_none() -> None:
    """IDs are any letters and digits: a card is told apart by the @ behind it."""
    agreed = trailmix.game("alpina").setup(2, data=corrected({"N01": {"id": "none"}, "N02": {"id": "hiker"}}))
    for action in range(0, N_ACTIONS, 7):
        assert NOTATION.read(agreed, NOTATION.write(agreed, action)) == action


def test_what_happens_is_told_in_sentences() -> None:
    match = trailmix.load(
        'trailmix = "position"\ngame = "alpina"\nplayers = 2\ngrid = ["C06*"]\npile = "F09 ..."\n'
        '[hands]\nA = "N01 N02 N03 N04 N05 N06"\n'
    )
    happened = match.play("N01@0,1") + match.play("hiker 0,0")
    assert [match.say(event.message) for event in happened] == [
        "A lays N01 on 0,1.",
        "A places a hiker on 0,0.",
        "A draws F09.",
    ]
