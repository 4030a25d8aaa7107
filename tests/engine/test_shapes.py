"""Views declared as structs: the record that is filled, and the JSON that is written from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pytest

import trailmix
from trailmix.engine.shapes import NO_NUMBER, Letters, Most, Name, OneOf, SeatLetter
from trailmix.engine.view_json import FULL, Names, Plan, Sheet, write

Cell = tuple[int, int]
CARDS = ["C1", "C2", 'a "card"', "Käse"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part, of which most is usually left out."""

    number: int
    more: int = 0
    who: SeatLetter | None = None
    path: Annotated[tuple[int, ...], Most(3)] = ()
    sure: bool = False
    least: int | None = None


class Own(msgspec.Struct, frozen=True):
    """What a seat sees besides."""

    seat: SeatLetter


class View(msgspec.Struct, frozen=True):
    """Everything that can be declared."""

    game: Literal["shapes"]
    who: SeatLetter | None
    word: Literal["plain", "grüezi"]
    slot: Annotated[str, OneOf(("T1", "T2"))]
    card: Annotated[str, Name("card")] | None
    cell: Cell | None
    flag: bool
    number: int | None
    parts: Annotated[tuple[Part, ...], Most(4)] | None
    by_seat: Annotated[dict[SeatLetter, int | None], Most(4)]
    lists: Annotated[dict[SeatLetter, Annotated[tuple[Part, ...], Most(2)]], Most(4)]
    spelled: Annotated[str, Letters("FLR", 5)]
    part: Part
    perhaps: Part | None
    own: Own | None = None


PLAN = Plan(View, Own)
NAMES = Names(PLAN.kinds, {"card": CARDS, "colour": ["red"]})


def filled(v: Any) -> None:
    """Something of everything."""
    v.who, v.word, v.slot, v.card, v.flag, v.number = 1, 1, 0, 2, True, -12
    v.cell[:] = (3, -4)
    v.parts_n = 2
    v.parts[0].number, v.parts[0].who, v.parts[0].sure, v.parts[0].more = 5, 1, True, 0
    v.parts[0].path_n = 0
    v.parts[1].number, v.parts[1].more, v.parts[1].path_n, v.parts[1].sure = 2_000_000_000, 7, 2, False
    v.parts[1].path[:2] = (8, 9)
    v.parts[1].least = 0
    v.by_seat_n, v.by_seat[0].key, v.by_seat[0].value, v.by_seat[1].key = 2, 0, 4, 2
    v.lists_n, v.lists[0].key, v.lists[0].value_n, v.lists[0].value[0].number = 1, 3, 1, 77
    v.lists[0].value[0].more = v.lists[0].value[0].sure = v.lists[0].value[0].path_n = 0
    v.spelled_n = 3
    v.spelled[:3] = (0, 2, 1)
    v.part.number = v.part.more = v.part.path_n = v.part.sure = 0


EXPECTED = View(
    game="shapes",
    who="B",
    word="grüezi",
    slot="T1",
    card='a "card"',
    cell=(3, -4),
    flag=True,
    number=-12,
    parts=(Part(5, who="B", sure=True), Part(2_000_000_000, 7, path=(8, 9), least=0)),
    by_seat={"A": 4, "C": None},
    lists={"D": (Part(77),)},
    spelled="FRL",
    part=Part(0),
    perhaps=None,
)


def written(sheet: Sheet, out: Any, row: int = 0) -> int:
    words = sheet.own_words if row else sheet.view_words
    return write(PLAN.rows, row, PLAN.text, NAMES.text, NAMES.cuts, NAMES.first, words, out, 0)


def test_what_is_filled_is_written_and_can_be_read_again() -> None:
    sheet = Sheet(PLAN)
    filled(sheet.view[0])
    size = written(sheet, sheet.out)
    text = sheet.out[:size].tobytes()
    assert msgspec.json.decode(text, type=View) == EXPECTED
    assert b'"parts":[{"number":5,"who":"B","sure":true},' in text  # defaults are left out
    assert b"own" not in text
    sheet.own[0].seat = 2
    size = written(sheet, sheet.out, PLAN.own_row)
    assert sheet.out[:size].tobytes() == b'{"seat":"C"}'


def test_nothing_of_a_view_is_left_for_the_next_one() -> None:
    sheet = Sheet(PLAN)
    filled(sheet.view[0])
    written(sheet, sheet.out)
    assert (sheet.view_words == NO_NUMBER).all()


def test_nothing_is_written_beyond_the_buffer() -> None:
    sheet = Sheet(PLAN)
    filled(sheet.view[0])
    whole = written(sheet, sheet.out)
    for size in range(whole + 40):
        filled(sheet.view[0])
        out = np.full(size + 64, 7, np.uint8)
        assert written(sheet, out[:size]) in (whole, FULL)
        assert (out[size:] == 7).all(), size


def spoil_word(v: Any) -> None:
    v.word = 2


def spoil_name(v: Any) -> None:
    v.card = len(CARDS)


def spoil_list(v: Any) -> None:
    v.parts_n = 5


def spoil_inner_list(v: Any) -> None:
    v.parts[1].path_n = 4


def spoil_letters(v: Any) -> None:
    v.spelled_n = 6


def spoil_letter(v: Any) -> None:
    v.spelled[1] = 10_000


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (spoil_word, "View.word"),
        (spoil_name, "View.card"),
        (spoil_list, "View.parts"),
        (spoil_inner_list, "View.parts.path"),
        (spoil_letters, "View.spelled"),
        (spoil_letter, "View.spelled"),
    ],
)
def test_a_value_that_cannot_be_is_named_by_its_field(spoil: Any, field: str) -> None:
    sheet = Sheet(PLAN)
    filled(sheet.view[0])
    spoil(sheet.view[0])
    result = written(sheet, sheet.out)
    assert result < FULL
    assert PLAN.field(result) == field


class Loose(msgspec.Struct):
    """A field of which nobody says how it is to be shown."""

    words: str


class Nested(msgspec.Struct):
    """A list of lists."""

    rows: Annotated[tuple[Annotated[tuple[int, ...], Most(2)], ...], Most(2)]


class Headless(msgspec.Struct, omit_defaults=True):
    """A first field that may be left out."""

    first: int = 0


class Taken(msgspec.Struct):
    """A list that is called as something that NumPy records have."""

    sort: Annotated[tuple[int, ...], Most(2)]


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        (Loose, r"Loose\.words: say how .* is to be shown"),
        (Nested, "A list of lists cannot be shown"),
        (Headless, "the first field cannot be left out"),
        (Taken, "'sort' means something else on a NumPy record"),
    ],
)
def test_what_cannot_be_shown_is_said_when_it_is_declared(declared: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Plan(declared, Own)


def test_names_that_are_missing_are_asked_for() -> None:
    with pytest.raises(TypeError, match="Which names are meant by card"):
        Names(PLAN.kinds, {"colour": []})


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_views_of_every_game_leave_nothing_behind(slug: str) -> None:
    """With the fewest and the most players: what one seat sees is not there for the next."""
    game = trailmix.game(slug)
    for players in (game.players[0], game.players[-1]):
        match = trailmix.new(slug, players, 1)
        whim = np.random.default_rng(players)
        for _ in range(200):
            match.public_json()
            assert (game.sheet.view_words == NO_NUMBER).all()
            assert (game.sheet.own_words == NO_NUMBER).all()
            if match.over:
                break
            match.play(int(whim.choice(match.actions())))
