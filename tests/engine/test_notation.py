"""A declared notation: number, text and dict of an action say the same, and what means nothing is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from trailmix.engine.game import Setup
from trailmix.engine.notation import Cell, Constant, Notation, Numbered, OneOf, Phrase, Word
from trailmix.engine.words import Message

SETUP = cast(Setup, SimpleNamespace(game=SimpleNamespace(name="Picnic"), players=2))
FORMS = Message("notation.forms")
SEAT = OneOf(
    3,
    lambda _setup, n: "ABC"[n],
    lambda said, known: Message("refused.no_such_seat", {"said": said, "known": known}),
    there=lambda setup: range(setup.players),
)
FOOD = OneOf(4, lambda _setup, n: ("Pie", "pie", "Jam", "Tea")[n])
EXTRA = OneOf(3, lambda _setup, n: (None, "salt", "oil")[n], there=lambda _setup: (1, 2))
CELL = Cell(3, lambda said, known: Message("refused.far", {"said": said, "known": known}))
PLACE = Numbered(2, lambda said, known: Message("refused.no_place", {"said": said, "known": known}))
PICNIC = Notation(
    FORMS,
    Phrase(0, "{food}@{cell}", {"food": FOOD, "cell": CELL}),
    Word(36, "none", {"food": None}),
    Word(37, "Nap", {"nap": True}),
    Phrase(38, "give {give}[+{extra}]", {"give": SEAT, "extra": EXTRA}),
    Phrase(47, "sit {sit}", {"sit": PLACE}),
)
LAST = 49


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (0, "Pie@-1,-1", {"food": "Pie", "cell": [-1, -1]}),
        (9 + 5, "pie@0,1", {"food": "pie", "cell": [0, 1]}),
        (36, "none", {"food": None}),
        (37, "Nap", {"nap": True}),
        (38, "give A", {"give": "A"}),
        (38 + 3 + 2, "give B+oil", {"give": "B", "extra": "oil"}),
        (48, "sit 2", {"sit": 2}),
    ],
)
def test_number_text_and_dict(number: int, text: str, said: dict[str, Any]) -> None:
    assert PICNIC.write(SETUP, number) == text
    assert PICNIC.to_dict(SETUP, number) == said
    assert PICNIC.read(SETUP, text) == PICNIC.from_dict(SETUP, said) == number


def test_every_action_that_a_match_has_comes_back() -> None:
    for number in range(LAST):
        text = PICNIC.write(SETUP, number)
        if not text.startswith("give C"):
            assert PICNIC.read(SETUP, text) == number
            assert PICNIC.from_dict(SETUP, PICNIC.to_dict(SETUP, number)) == number


@pytest.mark.parametrize(
    ("loose", "exact"),
    [
        (" jAM @ -1 ,\t01 ", "Jam@-1,1"),
        ("GIVE   b + OIL", "give B+oil"),
        ("NAP\n", "Nap"),
        ("Sit 002", "sit 2"),
    ],
)
def test_capitals_and_white_space_are_free(loose: str, exact: str) -> None:
    assert isinstance(PICNIC.read(SETUP, exact), int)
    assert PICNIC.read(SETUP, loose) == PICNIC.read(SETUP, exact)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("give C", Message("refused.no_such_seat", {"said": "C", "known": "A, B"})),
        ("sit 3", Message("refused.no_place", {"said": 3, "known": "1 to 2"})),
        ("sit down", Message("refused.no_place", {"said": "down", "known": "1 to 2"})),
        ("Jam@2,0", Message("refused.far", {"said": "2,0", "known": "-1 - 1"})),
    ],
)
def test_what_there_is_not_is_refused_by_its_part(text: str, why: Message) -> None:
    assert PICNIC.read(SETUP, text) == why


@pytest.mark.parametrize("text", ["", "give", "giveA", "give A+", "PIE@0,0", "Jam@9,x", "Bun@2,0", "nap nap"])
def test_a_text_that_means_nothing_is_malformed(text: str) -> None:
    values = {"action": f"'{text}'", "game": "Picnic", "forms": FORMS}
    assert PICNIC.read(SETUP, text) == Message("refused.malformed", values)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {1: 2},
        {"nap": 1},
        {"nap": True, "more": 1},
        {"food": "Jam"},
        {"food": "Jam", "cell": "0,0"},
        {"food": "Jam", "cell": [True, 0]},
        {"food": 3, "cell": [0, 0]},
        {"extra": "oil"},
        {"give": "A", "extra": None},
    ],
    ids=str,
)
def test_a_dict_that_means_nothing_is_malformed(said: dict[Any, Any]) -> None:
    found = PICNIC.from_dict(SETUP, said)
    assert found == Message("refused.malformed", {"action": repr(said), "game": "Picnic", "forms": FORMS})


def test_two_actions_cannot_have_one_number() -> None:
    with pytest.raises(ValueError, match="from 0 and from 1 on share numbers"):
        Notation(FORMS, Phrase(0, "sit {sit}", {"sit": PLACE}), Word(1, "none", {}))


ROWS = Numbered(3, first=0)
FEAST = Notation(
    FORMS,
    Phrase(0, "{food}={as}", {"food": Constant("stew"), "as": OneOf(2, lambda _setup, n: ("pie", "jam")[n])}),
    Phrase(2, "row {row}", {"row": ROWS, "salt": Constant(False)}),
    Word(2, "none", {"food": None}, instead=True),
    Phrase(5, "row [{row}+]salt", {"row": ROWS, "salt": Constant(True)}),
)


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (1, "stew=jam", {"food": "stew", "as": "jam"}),
        (2, "none", {"food": None}),
        (3, "row 1", {"row": 1, "salt": False}),
        (5, "row 0+salt", {"row": 0, "salt": True}),
        (7, "row 2+salt", {"row": 2, "salt": True}),
    ],
)
def test_constants_words_instead_and_counting_from_0(number: int, text: str, said: dict[str, Any]) -> None:
    assert FEAST.write(SETUP, number) == text
    assert FEAST.to_dict(SETUP, number) == said
    assert FEAST.read(SETUP, text) == FEAST.from_dict(SETUP, said) == number


def test_what_a_word_stands_instead_of_is_understood() -> None:
    assert FEAST.read(SETUP, "row 0") == FEAST.from_dict(SETUP, {"row": 0, "salt": False}) == 2
    assert FEAST.read(SETUP, "row salt") == 5


@pytest.mark.parametrize("said", [{"row": 1}, {"row": 1, "salt": 0}, {"food": "soup", "as": "jam"}], ids=str)
def test_a_constant_is_said_as_it_is(said: dict[str, Any]) -> None:
    assert isinstance(FEAST.from_dict(SETUP, said), Message)
