"""What is seen of a match: its shape, as structs. `look` fills them, from what the looker may know."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.shapes import Most, Name, SeatLetter
from trailmix.engine.words import Message, Words

from .rules import actor
from .state import HAND, MAX_PLAYERS, NONE

CardName = Annotated[str, Name("card")]


class Own(msgspec.Struct, frozen=True):
    """What a seat sees and others do not: its hand."""

    seat: SeatLetter
    hand: Annotated[tuple[CardName, ...], Most(HAND)]


class Seat(msgspec.Struct, frozen=True):
    """What everyone knows of a seat."""

    seat: SeatLetter
    hand_size: int
    tricks: int


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: Literal["trick"]
    to_move: SeatLetter | None
    leader: SeatLetter
    trick: Annotated[tuple[CardName, ...], Most(MAX_PLAYERS)]
    """From the leader's card on."""
    seats: Annotated[tuple[Seat, ...], Most(MAX_PLAYERS)]
    places: Annotated[tuple[int, ...], Most(MAX_PLAYERS)] | None
    """By seat, once the match is over."""
    own: Own | None = None
    """None for an onlooker."""


class TableView(msgspec.Struct, frozen=True):
    """What never changes in a match: the names of the suits by their letters, and the cards."""

    suits: dict[str, str]
    cards: tuple[str, ...]


def table_view(setup: Setup, _words: Words) -> TableView:
    """The deck."""
    return TableView(setup.data.suits, setup.data.cards)


def names(setup: Setup) -> dict[str, Sequence[str]]:
    """What the numbers in views and positions are called."""
    return {"card": setup.data.cards}


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    s = states[0]
    if actor(setup.table[0], s) < 0:
        return Message("prompt.over")
    if s.trick[0] == NONE:
        return Message("prompt.lead")
    return Message("prompt.follow", {"card": setup.data.cards[s.trick[0]]})
