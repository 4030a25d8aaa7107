"""What the numbers of events mean where games say the same things."""

from __future__ import annotations

import typing
from types import SimpleNamespace
from typing import Any, Literal

from trailmix.engine import event_values as values
from trailmix.engine.words import Message

SETUP: Any = SimpleNamespace(players=3)
Side = Literal["left", "right"]


def test_seats() -> None:
    assert values.seat(SETUP, 2) == "C"
    assert [values.seat_or_nobody(SETUP, number) for number in (0, -1)] == ["A", None]
    assert values.seats_of_bits(SETUP, 0b1101) == ["A", "C"]
    assert values.by_seat(SETUP, 4, 0, 7, 9, 9) == {"A": 4, "B": 0, "C": 7}


def test_an_order_of_seats_ends_where_nobody_is() -> None:
    order = values.packed_seats(3, 7, 4)
    assert order(SETUP, 2 | 0 << 3 | 7 << 6 | 7 << 9) == ["C", "A"]


def test_words_and_names() -> None:
    assert [values.word(Side)(SETUP, n) for n in (0, 1)] == ["left", "right"]
    assert [values.word_or_none(Side, 1)(SETUP, n) for n in range(3)] == [None, "left", "right"]
    assert [values.name_or_none(("a", "b"))(SETUP, n) for n in (-1, 1)] == [None, "b"]
    assert values.names_of_bits(("a", "b", "c"))(SETUP, 0b110) == ["b", "c"]
    assert values.says("side")(SETUP, "left") == Message("side.left")


def test_the_page_is_given_their_types() -> None:
    def type_of(read: Any) -> Any:
        return typing.get_type_hints(read)["return"]

    assert type_of(values.word(Side)) == Side
    assert type_of(values.word_or_none(Side)) == Side | None
    assert type_of(values.name_or_none(("a",))) == str | None
    assert type_of(values.names_of_bits(("a",))) == list[str]
