"""What a seat sees of Alpina, in words that a client can draw. Made from a redacted state only."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, Words, letter
from trailmix.games.alpina.data import Card, Deck
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.rules import actor, fits
from trailmix.games.alpina.scoring import WIDE, counted, points
from trailmix.games.alpina.state import (
    CARD,
    CELLS,
    FRAME,
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
    facts = survey(setup, states)[0]
    return _prompt(facts.decision, facts.laid, facts.supply[facts.to_move] == 0)


def _prompt(decision: int, laid: Cell, no_hikers: bool) -> Message:
    if decision == OVER:
        return Message("prompt.over")
    if decision == CARD:
        return Message("prompt.card")
    if no_hikers:
        return Message("prompt.hiker_none")
    return Message("prompt.hiker", {"laid": cell_name(*laid)})


@functools.lru_cache(maxsize=256)
def _asked(words: Words, decision: int, laid: Cell, no_hikers: bool) -> str:
    """The prompt in words. There are few of them, so they are kept."""
    return words.say(_prompt(decision, laid, no_hikers))


# --- one look at the state ------------------------------------------------------------------------------


FACTS, SPOT = 18, 6
FREE = FACTS + FRAME * FRAME * SPOT
"""Where the free cells begin in what `look` writes."""


class Facts(NamedTuple):
    """The numbers of a state that a view needs."""

    to_move: int
    decision: int
    turn: int
    pile: int
    rows: Cell
    columns: Cell
    laid: Cell
    supply: list[int]
    hand_size: list[int]


@rule
def look(tables: Array, states: Array, out: Array) -> tuple[int, int]:
    """Everything public in one call: crossing into a kernel costs more than what it does there.

    In `out`: the facts, a row for each card in the grid (row, column, card, hiker, points, counted cells as
    bits), the cells for another card. Returns how many cards and cells.
    """
    t, s = tables[0], states[0]
    facts = out[:FACTS]
    spots, free = out[FACTS:FREE].reshape(FRAME * FRAME, SPOT), out[FREE:].reshape(CELLS, 2)
    facts[0], facts[1], facts[2], facts[3] = actor(t, s), s.decision, s.turn, s.pile_size
    facts[4], facts[5], facts[6], facts[7] = s.top - MID, s.bottom - MID, s.left - MID, s.right - MID
    facts[8], facts[9] = s.laid_row, s.laid_col
    facts[10:14] = s.supply
    facts[14:18] = s.hand_size
    n_spots, n_free = 0, 0
    for row in range(SPAN):
        for col in range(SPAN):
            if s.grid[row, col] != NONE:
                spot = spots[n_spots]
                spot[0], spot[1] = row - MID, col - MID
                spot[2], spot[3] = s.grid[row, col], s.hikers[row, col]
                spot[4], spot[5] = points(t, s, row, col), counted(t, s, row, col)
                n_spots += 1
            elif s.decision != OVER and fits(s, row, col):
                free[n_free, 0], free[n_free, 1] = row - MID, col - MID
                n_free += 1
    return n_spots, n_free


def survey(setup: Setup, states: Array) -> tuple[Facts, tuple[Spot, ...], tuple[Cell, ...]]:
    """The numbers of a state, the cards in its grid, and the cells where another may be laid."""
    out = np.empty(FREE + 2 * CELLS, np.int64)
    n_spots, n_free = look(setup.table, states, out)
    n = out[: FREE + 2 * n_free].tolist()
    facts = Facts(n[0], n[1], n[2], n[3], (n[4], n[5]), (n[6], n[7]), (n[8], n[9]), n[10:14], n[14:18])
    cards, top, left = setup.data.cards, n[4], n[6]
    found = tuple(
        [
            _spot(n[at], n[at + 1], cards[n[at + 2]].id, n[at + 3], n[at + 4], top, left, n[at + 5])
            for at in range(FACTS, FACTS + SPOT * n_spots, SPOT)
        ]
    )
    return facts, found, tuple(zip(n[FREE::2], n[FREE + 1 :: 2], strict=True))


@functools.lru_cache(maxsize=1 << 15)
def _spot(row: int, col: int, card: str, hiker: int, worth: int, top: int, left: int, bits: int) -> Spot:
    """A card in the grid. Most are the same in one view after the other, so they are kept."""
    return Spot((row, col), card, None if hiker == NONE else letter(hiker), worth, _cells(top, left, bits))


def _cells(top: int, left: int, bits: int) -> tuple[Cell, ...]:
    """The cells behind the bits of `counted`."""
    found = []
    while bits:
        bit = (bits & -bits).bit_length() - 1
        found.append((top + bit // WIDE, left + bit % WIDE))
        bits &= bits - 1
    return tuple(found)


# --- the view -------------------------------------------------------------------------------------------


def own(setup: Setup, states: Array, seat: int, _words: Words) -> Own:
    """A seat's hand."""
    return Own(letter(seat), _hand(setup, Look(states).hand[seat].tolist()))


def view(setup: Setup, states: Array, words: Words) -> View:
    """What everyone sees."""
    facts, spots, open_cells = survey(setup, states)
    hiking = facts.decision == HIKER
    return View(
        game=setup.game.slug,
        to_move=None if facts.to_move < 0 else letter(facts.to_move),
        decision=("card", "hiker", "over")[facts.decision],
        prompt=_asked(words, facts.decision, facts.laid, facts.supply[facts.to_move] == 0),
        turn=facts.turn,
        turns=TURNS,
        pile=facts.pile,
        rows=facts.rows,
        columns=facts.columns,
        grid=spots,
        laid=(facts.laid[0] - MID, facts.laid[1] - MID) if hiking else None,
        open_cells=open_cells,
        hiker_cells=_hiker_cells(setup, states) if hiking else (),
        seats=_seats(setup, facts, spots, Look(states).hand.tolist()),
        places=_places(setup, states) if facts.decision == OVER else None,
    )


def _hand(setup: Setup, cards: list[int]) -> tuple[str, ...]:
    """The IDs of a hand, as far as it can be seen."""
    known = setup.data.cards
    return tuple([known[card].id for card in cards if card != NONE])


def _hiker_cells(setup: Setup, states: Array) -> tuple[Cell, ...]:
    out = np.zeros(MAX_LEGAL, np.int64)
    actions = out[: border.legal(setup.table, states, out)].tolist()
    return tuple((a % CELLS // SPAN - MID, a % SPAN - MID) for a in actions if a != NO_HIKER)


def _seats(setup: Setup, facts: Facts, spots: Sequence[Spot], hands: list[list[int]]) -> tuple[Seat, ...]:
    totals = dict.fromkeys("ABCD", 0)
    for spot in spots:
        if spot.hiker is not None:
            totals[spot.hiker] += spot.points
    rows = zip("ABCD", _colours(setup), facts.supply, facts.hand_size, hands, strict=False)
    return tuple(
        [
            Seat(seat, colour, supply, size, totals[seat], _hand(setup, hand) or None)
            for seat, colour, supply, size, hand in rows
        ]
    )


def _places(setup: Setup, states: Array) -> tuple[int, ...]:
    out = np.zeros(setup.players, np.int64)
    border.rank(setup.table, states, out)
    return tuple(int(place) for place in out)
