"""The shape of a view, as a client is told that does not know the game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

import trailmix
from trailmix.engine.described import Shape, ShapeField, described
from trailmix.engine.shapes import Letters, Most, Name, OneOf, SeatLetter
from trailmix.engine.words import Words


class Pile(msgspec.Struct, frozen=True):
    """A struct within a view."""

    top_card: Annotated[str, Name("card")] | None
    open: bool


class Own(msgspec.Struct, frozen=True):
    """What a seat sees besides."""

    seat: SeatLetter


class View(msgspec.Struct, frozen=True):
    """Every kind of value that there is."""

    to_move: SeatLetter | None
    decision: Literal["lead", "follow"]
    slot: Annotated[str, OneOf(("T1", "T2"))]
    spelled: Annotated[str, Letters("FLR", 5)]
    hand_size: int
    cell: tuple[int, int]
    piles: Annotated[tuple[Pile, ...], Most(4)] | None
    points: Annotated[dict[SeatLetter, int], Most(4)]
    own: Own | None = None


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "words.en.toml").write_text('[field]\nhand_size = "Cards in hand"')
    return Words(tmp_path)


def test_every_kind_of_value_is_named(words: Words) -> None:
    shapes = {field.name: field.shape for field in described(View, words)}
    kinds = {name: shape.kind for name, shape in shapes.items()}
    assert kinds == {
        "to_move": "seat",
        "decision": "word",
        "slot": "word",
        "spelled": "word",
        "hand_size": "number",
        "cell": "numbers",
        "piles": "list",
        "points": "dict",
    }
    card = ShapeField(name="top_card", label="Top card", shape=Shape(kind="name"))
    is_open = ShapeField(name="open", label="Open", shape=Shape(kind="truth"))
    assert shapes["piles"].of == Shape(kind="struct", fields=(card, is_open))
    assert shapes["points"] == Shape(kind="dict", key=Shape(kind="seat"), of=Shape(kind="number"))


def test_a_field_is_called_as_the_catalogue_says_or_by_its_name(words: Words) -> None:
    labels = {field.name: field.label for field in described(View, words)}
    assert (labels["hand_size"], labels["to_move"]) == ("Cards in hand", "To move")


@pytest.mark.parametrize("slug", trailmix.game_names())
def test_every_game_can_be_described(slug: str) -> None:
    game = trailmix.game(slug)
    names = [field.name for field in described(game.view_type, game.words)]
    assert {"to_move", "places"} <= set(names)
    assert "own" not in names
    assert "seat" in [field.name for field in described(game.own_type, game.words)]
