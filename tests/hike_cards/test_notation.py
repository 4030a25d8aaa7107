"""Actions as text, as dicts, as numbers: section 4 of the ledger."""

from __future__ import annotations

from typing import Any

import pytest

from hike_cards.helpers import SPECIALTIES, SUITS, at, deal, play, refusal, setup
from trailmix.games.hike_cards.notation import NOTATION
from trailmix.games.hike_cards.state import MAX_LEGAL, N_ACTIONS


def test_the_whole_action_space_goes_through_every_form_and_back() -> None:
    agreed = setup(3)
    texts = [NOTATION.write(agreed, action) for action in range(N_ACTIONS)]
    plays = [*SUITS, *SPECIALTIES[:-1], *(f"wind={suit}" for suit in SUITS)]
    plantings = [
        *(f"plant {trees}" for trees in range(1, 11)),
        *(f"plant {trees}+wind" for trees in range(11)),
    ]
    assert texts == [*plays, "none", *plantings]
    for action, text in enumerate(texts):
        assert NOTATION.read(agreed, text) == action
        assert NOTATION.read(agreed, f" {text.upper()}\n") == action
        assert NOTATION.from_dict(agreed, NOTATION.to_dict(agreed, action)) == action


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("peak", {"card": "peak"}),
        ("avalanche", {"card": "avalanche"}),
        ("wind=lake", {"card": "wind", "as": "lake"}),
        ("plant 2", {"plant": 2, "wind": False}),
        ("plant 0+wind", {"plant": 0, "wind": True}),
        ("plant 10+wind", {"plant": 10, "wind": True}),
        ("none", {"card": None}),
    ],
)
def test_text_and_dict(text: str, said: dict[str, Any]) -> None:
    action = NOTATION.read(setup(3), text)
    assert isinstance(action, int)
    assert NOTATION.write(setup(3), action) == text
    assert NOTATION.to_dict(setup(3), action) == said
    assert NOTATION.from_dict(setup(3), said) == action


@pytest.mark.parametrize(
    ("loose", "exact"),
    [
        ("  Peak ", "peak"),
        ("Wind = Lake", "wind=lake"),
        ("plant  2 + wind", "plant 2+wind"),
        ("plant wind", "plant 0+wind"),
        ("plant 0", "none"),
        ("plant 02", "plant 2"),
        ("None\n", "none"),
    ],
)
def test_a_person_may_type_loosely(loose: str, exact: str) -> None:
    assert NOTATION.read(setup(3), loose) == NOTATION.read(setup(3), exact)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"card": 5},
        {"card": "moss"},
        {"card": "wind"},
        {"card": "wind=lake"},
        {"card": "peak", "as": "lake"},
        {"card": "wind", "as": "sun"},
        {"card": "wind", "as": None},
        {"card": None, "as": "lake"},
        {"plant": 2},
        {"wind": True},
        {"plant": True, "wind": False},
        {"plant": 2, "wind": 1},
        {"plant": -1, "wind": False},
        {"plant": 11, "wind": True},
        {"plant": 10**30, "wind": False},
        {"plant": "2", "wind": False},
        {"card": "peak", "plant": 1, "wind": False},
    ],
    ids=str,
)
def test_a_dict_that_means_nothing_is_refused(said: dict[str, Any]) -> None:
    sentence = refusal(deal(), said)
    assert sentence.endswith(".")
    assert len(sentence) < 300


@pytest.mark.rule("HC-SPR-1")
def test_ten_trees_and_the_wind_are_the_most_there_is_to_choose_from() -> None:
    """As many options as a decision can have: both kinds of it."""
    match = at("spring:C", A="tree*10 wind", B="?*3", C="?*3", decision="plant")
    assert len(match.legal()) == 22 <= MAX_LEGAL
    everything = " ".join([*SUITS, *SPECIALTIES])
    assert len(at("", A=everything, B="?*3", C="?*3").legal()) == 22 <= MAX_LEGAL
    assert match.actions() == sorted(match.actions())


@pytest.mark.rule("R-25", "HC-SPR-4", "HC-WORM-2")
def test_what_happens_is_told_in_sentences() -> None:
    said: dict[str, Any] = {"left": "D", "leftovers": {"D": "bug"}, "deck": "peak lake bug tree light ..."}
    match = at("bird:C", A="avalanche worm spring bug", B="lost tree*2", C="light*2", **said)
    events = play(match, "A avalanche", "B lost", "A worm", "A none", "C light", "B peak")
    assert [match.say(event.message) for event in events] == [
        "A plays an Avalanche.",
        "B draws 2: Peak, Lake.",
        "C draws 2: Bug, Tree.",
        "B plays Lost.",
        "The direction is counter-clockwise now.",
        "A plays The Worm.",
        "A adds no Bird.",
        "C plays a Light.",
        "B plays a Peak.",
        "B draws 1: Light.",
    ]
    assert match.say(events[1].seen_by(2).message) == "B draws 2."
    assert match.say(events[1].seen_by(-1).message) == "B draws 2."
