"""Actions as text, as dicts, as numbers: AL-TURN-4."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from alpina.helpers import corrected, deal, setup
from trailmix.engine.words import Message
from trailmix.games.alpina import notation
from trailmix.games.alpina.state import N_ACTIONS


def test_the_whole_action_space_goes_through_every_form_and_back() -> None:
    agreed = setup(2)
    texts = [notation.write(agreed, action) for action in range(N_ACTIONS)]
    assert len(set(texts)) == N_ACTIONS == 56 * 81 + 81 + 1
    for action, text in enumerate(texts):
        assert notation.read(agreed, text) == action
        assert notation.from_dict(agreed, notation.to_dict(agreed, action)) == action


def test_every_form_of_an_action_is_the_same_action() -> None:
    match = deal()
    for action in (0, 1234, 4535, 4536, 4616, 4617):
        assert match.number(action) == action
        assert match.number(notation.write(match.setup, action)) == action
        assert match.number(notation.to_dict(match.setup, action)) == action


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
    action = notation.read(setup(2), text)
    assert isinstance(action, int)
    assert notation.write(setup(2), action) == text
    assert notation.to_dict(setup(2), action) == said
    assert notation.from_dict(setup(2), said) == action


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
    assert notation.read(setup(2), loose) == notation.read(setup(2), exact)


def test_a_cell_may_be_a_tuple() -> None:
    assert notation.from_dict(setup(2), {"hiker": (0, 1)}) == notation.read(setup(2), "hiker 0,1")


@pytest.mark.rule("AL-DECK-4")
def test_cards_are_called_by_the_ids_of_the_deck_in_use() -> None:
    text = corrected({"N01": {"id": "Big7"}, "N02": {"id": "big7"}})
    agreed = trailmix.game("alpina").setup(2, data=text)
    assert notation.write(agreed, 40) == "Big7@0,0"
    assert notation.read(agreed, "Big7@0,0") == 40
    assert notation.read(agreed, "big7@0,0") == 81 + 40
    ambiguous = notation.read(agreed, "BIG7@0,0")
    assert ambiguous == Message("refused.no_such_card", {"card": "BIG7"})
    for action in range(0, N_ACTIONS, 7):
        assert notation.read(agreed, notation.write(agreed, action)) == action


@pytest.mark.rule("AL-DECK-4")
def test_a_card_may_be_called_hiker_or_none() -> None:
    """IDs are any letters and digits: a card is told apart by the @ behind it."""
    agreed = trailmix.game("alpina").setup(2, data=corrected({"N01": {"id": "none"}, "N02": {"id": "hiker"}}))
    for action in range(0, N_ACTIONS, 7):
        assert notation.read(agreed, notation.write(agreed, action)) == action


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
