"""What a seat sees of Alpina, in words that a client can draw. Made from a redacted state only."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec
import numpy as np

from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, Words, letter
from trailmix.games.alpina.data import Card
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.rules import fits
from trailmix.games.alpina.scoring import WIDE, counted, points
from trailmix.games.alpina.state import (
    CARD,
    CELLS,
    HIKER,
    MAX_LEGAL,
    MID,
    NO_HIKER,
    NONE,
    OVER,
    SPAN,
    TURNS,
)

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


class Seat(msgspec.Struct, frozen=True):
    """What everyone knows of a seat, and its hand if the viewer may see it."""

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
    """Everything a seat may know."""

    game: str
    seat: str | None
    """The viewer, None for an onlooker."""
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
    conditions: dict[str, str]
    """In words, what the cards that the viewer can see count."""
    places: tuple[int, ...] | None
    """The final places by seat, once the match is over."""


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


@functools.lru_cache(maxsize=4096)
def sentence(card: Card, words: Words) -> str:
    """A card's condition in words."""
    return words.say(condition(card))


def table_view(setup: Setup, words: Words) -> TableView:
    """The deck as a client draws it."""
    cards = {
        c.id: CardView(c.animal, c.land, c.base, c.per, c.count, c.where, c.own, sentence(c, words))
        for c in setup.data.cards
    }
    return TableView(cards, _colours(setup))


def _colours(setup: Setup) -> tuple[str, ...]:
    return tuple((setup.options.colours or setup.data.colours)[: setup.players])


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    s = Look(states)
    if s.decision == OVER:
        return Message("prompt.over")
    if s.decision == CARD:
        return Message("prompt.card")
    if s.supply[border.actor(setup.table, states)] == 0:
        return Message("prompt.hiker_none")
    return Message("prompt.hiker", {"laid": cell_name(int(s.laid_row), int(s.laid_col))})


@rule
def survey(tables: Array, states: Array, earned: Array, counts: Array, free: Array) -> None:
    """For every cell what a hiker there earns and what it counts, and whether a card may be laid there."""
    t, s = tables[0], states[0]
    for row in range(SPAN):
        for col in range(SPAN):
            free[row, col] = s.decision != OVER and fits(s, row, col)
            if s.grid[row, col] != NONE:
                earned[row, col] = points(t, s, row, col)
                counts[row, col] = counted(t, s, row, col)


def view(setup: Setup, states: Array, seat: int, words: Words, public: View | None) -> View:
    """What `seat` sees: what everyone sees, and its hand. The state holds only what it may know."""
    if public is None:
        return _public(setup, states, words)
    hand = _hand(setup, Look(states).hand[seat].tolist())
    own = msgspec.structs.replace(public.seats[seat], hand=hand)
    return msgspec.structs.replace(
        public,
        seat=letter(seat),
        seats=(*public.seats[:seat], own, *public.seats[seat + 1 :]),
        conditions={**public.conditions, **_conditions(setup, hand or (), words)},
    )


def _public(setup: Setup, states: Array, words: Words) -> View:
    """What everyone sees."""
    s = Look(states)
    decision = int(s.decision)
    free = np.zeros((SPAN, SPAN), np.bool_)
    spots = _spots(setup, states, free)
    seats = _seats(setup, states)
    visible = [spot.card for spot in spots] + [card for each in seats for card in each.hand or ()]
    to_move = border.actor(setup.table, states)
    return View(
        game=setup.game.slug,
        seat=None,
        to_move=None if to_move < 0 else letter(to_move),
        decision=("card", "hiker", "over")[decision],
        prompt=words.say(prompt(setup, states)),
        turn=int(s.turn),
        turns=TURNS,
        pile=int(s.pile_size),
        rows=(int(s.top) - MID, int(s.bottom) - MID),
        columns=(int(s.left) - MID, int(s.right) - MID),
        grid=spots,
        laid=(int(s.laid_row) - MID, int(s.laid_col) - MID) if decision == HIKER else None,
        open_cells=tuple((row - MID, col - MID) for row, col in np.argwhere(free).tolist()),
        hiker_cells=_hiker_cells(setup, states) if decision == HIKER else (),
        seats=seats,
        conditions=_conditions(setup, visible, words),
        places=_places(setup, states) if decision == OVER else None,
    )


def _conditions(setup: Setup, cards: Iterable[str], words: Words) -> dict[str, str]:
    return {card: sentence(setup.data.cards[setup.data.numbers[card]], words) for card in cards}


def _hand(setup: Setup, cards: list[int]) -> tuple[str, ...] | None:
    """The IDs of a hand, None if it is hidden."""
    return tuple(setup.data.cards[card].id for card in cards if card != NONE) or None


def _spots(setup: Setup, states: Array, free: Array) -> tuple[Spot, ...]:
    """The cards in the grid; `free` is marked where another may be laid."""
    s, cards = Look(states), setup.data.cards
    earned, counts = np.zeros((SPAN, SPAN), np.int64), np.zeros((SPAN, SPAN), np.int64)
    survey(setup.table, states, earned, counts, free)
    taken = np.argwhere(s.grid != NONE)
    rows, cols = taken.T
    top, left = int(s.top) - MID, int(s.left) - MID
    return tuple(
        Spot((row - MID, col - MID), cards[card].id, None if hiker == NONE else letter(hiker), worth, bits)
        for (row, col), card, hiker, worth, bits in zip(
            taken.tolist(),
            s.grid[rows, cols].tolist(),
            s.hikers[rows, cols].tolist(),
            earned[rows, cols].tolist(),
            [_cells(top, left, bits) for bits in counts[rows, cols].tolist()],
            strict=True,
        )
    )


def _cells(top: int, left: int, bits: int) -> tuple[Cell, ...]:
    """The cells behind the bits of `counted`."""
    found = []
    while bits:
        bit = (bits & -bits).bit_length() - 1
        found.append((top + bit // WIDE, left + bit % WIDE))
        bits &= bits - 1
    return tuple(found)


def _hiker_cells(setup: Setup, states: Array) -> tuple[Cell, ...]:
    out = np.zeros(MAX_LEGAL, np.int64)
    actions = out[: border.legal(setup.table, states, out)].tolist()
    return tuple((a % CELLS // SPAN - MID, a % SPAN - MID) for a in actions if a != NO_HIKER)


def _seats(setup: Setup, states: Array) -> tuple[Seat, ...]:
    s, totals = Look(states), np.zeros(setup.players, np.int64)
    border.score(setup.table, states, totals)
    colours = _colours(setup)
    return tuple(
        Seat(
            letter(seat),
            colours[seat],
            supply,
            size,
            total,
            _hand(setup, hand),
        )
        for seat, (supply, size, total, hand) in enumerate(
            zip(s.supply.tolist(), s.hand_size.tolist(), totals.tolist(), s.hand.tolist(), strict=False)
        )
    )


def _places(setup: Setup, states: Array) -> tuple[int, ...]:
    out = np.zeros(setup.players, np.int64)
    border.rank(setup.table, states, out)
    return tuple(int(place) for place in out)
