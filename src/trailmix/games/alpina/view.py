"""What a seat sees of Alpina, in words that a client can draw. Made from a redacted state only."""

from __future__ import annotations

import functools

import msgspec
import numpy as np

from trailmix.engine.game import Setup
from trailmix.engine.json import texts
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, Words
from trailmix.games.alpina.data import Card, Deck
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.state import CARD, HIKER, MAX_LEGAL, OVER
from trailmix.games.alpina.writing import room_for_own, room_for_view, write_own, write_view

Cell = tuple[int, int]
"""Row and column from the start card."""


class CardView(msgspec.Struct, frozen=True):
    """A card by its face and its condition; `words` is the condition as a sentence."""

    animal: str
    land: str
    base: int
    per: int
    count: str
    where: str
    own: bool
    words: str


class Spot(msgspec.Struct, frozen=True):
    """A card in the grid, whose hiker stands on it, and the forecast of AL-R-23.

    `points` is what the hiker earns on the grid as it is, or, without one, what a hiker put there now would
    earn; `counts` are the cells it counts.
    """

    cell: Cell
    card: str
    hiker: str | None
    points: int
    counts: tuple[Cell, ...]


class Own(msgspec.Struct, frozen=True):
    """What a seat sees and others do not."""

    seat: str
    hand: tuple[str, ...]


class Seat(msgspec.Struct, frozen=True):
    """What everyone knows of a seat; its hand once the match is over (AL-R-26)."""

    seat: str
    colour: str
    hikers: int
    hand_size: int
    forecast: int
    hand: tuple[str, ...] | None


class TableView(msgspec.Struct, frozen=True):
    """What never changes in a match, for a client to fetch once: the deck, and the colours by seat."""

    cards: dict[str, CardView]
    colours: tuple[str, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: str
    to_move: str | None
    decision: str
    """card, hiker or over"""
    prompt: str
    turn: int
    turns: int
    pile: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    """The lowest and highest in use; five in use are locked."""
    grid: tuple[Spot, ...]
    laid: Cell | None
    """The card laid in this turn, while its hiker is decided."""
    open_cells: tuple[Cell, ...]
    """Where a card can be laid now or next."""
    hiker_cells: tuple[Cell, ...]
    """Where the seat to move may place a hiker now."""
    seats: tuple[Seat, ...]
    places: tuple[int, ...] | None
    """The final places by seat, once the match is over."""
    own: Own | None = None
    """None for an onlooker."""


def condition(card: Card) -> Message:
    """A card's condition, to be put into words."""
    values = {
        "base": card.base,
        "per": card.per,
        "thing": Message(f"thing.{card.count}"),
        "place": Message(f"place.{card.where}"),
    }
    plain = Message("condition.base_per" if card.base else "condition.per", values)
    return Message("condition.own", {"condition": plain}) if card.own else plain


@functools.lru_cache(maxsize=64)
def sentences(deck: Deck, words: Words) -> dict[str, str]:
    """The conditions of all cards in words."""
    return {card.id: words.say(condition(card)) for card in deck.cards}


def table_view(setup: Setup, words: Words) -> TableView:
    """The deck as a client draws it."""
    cards = {
        c.id: CardView(
            c.animal, c.land, c.base, c.per, c.count, c.where, c.own, sentences(setup.data, words)[c.id]
        )
        for c in setup.data.cards
    }
    return TableView(cards, _colours(setup))


def _colours(setup: Setup) -> tuple[str, ...]:
    return tuple((setup.options.colours or setup.data.colours)[: setup.players])


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    return _prompt(*_situation(setup, states))


def _situation(setup: Setup, states: Array) -> tuple[int, Cell, bool]:
    """What is decided, where the card of this turn lies, and whether there is no hiker to place on it."""
    s = Look(states)
    if s.decision != HIKER:
        return int(s.decision), (0, 0), False
    return HIKER, (int(s.laid_row), int(s.laid_col)), s.supply[s.turn % setup.players] == 0


def _prompt(decision: int, laid: Cell, no_hikers: bool) -> Message:
    if decision == OVER:
        return Message("prompt.over")
    if decision == CARD:
        return Message("prompt.card")
    if no_hikers:
        return Message("prompt.hiker_none")
    return Message("prompt.hiker", {"laid": cell_name(*laid)})


# --- the view -------------------------------------------------------------------------------------------


def own(setup: Setup, states: Array, seat: int, _words: Words) -> bytes:
    """A seat's hand."""
    ids = _ids(setup.data)
    out = np.empty(room_for_own(ids), np.uint8)
    return out[: write_own(states, seat, ids, out)].tobytes()


def view(setup: Setup, states: Array, words: Words) -> bytes:
    """What everyone sees."""
    ids, colours = _ids(setup.data), _colour_texts(_colours(setup))
    out, cells = np.empty(room_for_view(ids, colours), np.uint8), np.empty(MAX_LEGAL, np.int64)
    size = write_view(setup.table, states, ids, colours, cells, out)
    return _asked(words, *_situation(setup, states)) + out[:size].tobytes()


@functools.lru_cache(maxsize=256)
def _asked(words: Words, decision: int, laid: Cell, no_hikers: bool) -> bytes:
    """How a view begins. There are few prompts, so they are kept."""
    said = msgspec.json.encode(words.say(_prompt(decision, laid, no_hikers)))
    return b'{"prompt":' + said + b","


@functools.lru_cache(maxsize=64)
def _ids(deck: Deck) -> Array:
    return texts([f'"{card.id}"' for card in deck.cards])


@functools.lru_cache(maxsize=64)
def _colour_texts(colours: tuple[str, ...]) -> Array:
    return texts([msgspec.json.encode(colour).decode() for colour in colours])
