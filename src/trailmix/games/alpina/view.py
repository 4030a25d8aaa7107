"""What a seat sees of Alpina, as a client can draw it. Made from a redacted state only."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from trailmix.engine.data_files import colours_of
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.shapes import Most, Name, SeatLetter
from trailmix.engine.words import Message, Words
from trailmix.games.alpina.data import Card
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.state import CELLS, DECISION_IDS, FRAME, HAND, HIKER, MAX_PLAYERS

Cell = tuple[int, int]  # row and column from the start card
CardId = Annotated[str, Name("card")]
Hand = Annotated[tuple[CardId, ...], Most(HAND)]


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
    card: CardId
    hiker: SeatLetter | None
    points: int
    counts: Annotated[tuple[Cell, ...], Most(FRAME * FRAME)]


class Own(msgspec.Struct, frozen=True):
    """What a seat sees and others do not."""

    seat: SeatLetter
    hand: Hand


class Seat(msgspec.Struct, frozen=True):
    """What everyone knows of a seat; its hand once the match is over (AL-R-26)."""

    seat: SeatLetter
    colour: Annotated[str, Name("colour")]
    hikers: int
    hand_size: int
    forecast: int
    hand: Hand | None


class TableView(msgspec.Struct, frozen=True):
    """What never changes in a match, for a client to fetch once: the deck, and the colours by seat."""

    cards: dict[str, CardView]
    colours: tuple[str, ...]


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: Literal["alpina"]
    to_move: SeatLetter | None
    decision: Literal["card", "hiker", "over"]
    turn: int
    turns: Literal[24]
    pile: int
    rows: tuple[int, int]
    columns: tuple[int, int]  # the lowest and highest in use; five in use are locked
    grid: Annotated[tuple[Spot, ...], Most(FRAME * FRAME)]
    laid: Cell | None  # the card laid in this turn, while its hiker is decided
    open_cells: Annotated[tuple[Cell, ...], Most(CELLS)]  # where a card can be laid now or next
    hiker_cells: Annotated[tuple[Cell, ...], Most(FRAME * FRAME)]
    """Where the seat to move may place a hiker now."""
    seats: Annotated[tuple[Seat, ...], Most(MAX_PLAYERS)]
    places: Annotated[tuple[int, ...], Most(MAX_PLAYERS)] | None
    """The final places by seat, once the match is over."""
    own: Own | None = None  # None for an onlooker


def condition(card: Card) -> Message:
    """A card's condition, to be put into words."""
    thing, place = Message(f"thing.{card.count}"), Message(f"place.{card.where}")
    values = {"base": card.base, "per": card.per, "thing": thing, "place": place}
    plain = Message("condition.base_per" if card.base else "condition.per", values)
    return Message("condition.own", {"condition": plain}) if card.own else plain


def table_view(setup: Setup, words: Words) -> TableView:
    """The deck as a client draws it."""
    said = {card.id: words.say(condition(card)) for card in setup.data.cards}
    cards = {
        c.id: CardView(c.animal, c.land, c.base, c.per, c.count, c.where, c.own, said[c.id])
        for c in setup.data.cards
    }
    return TableView(cards, colours_of(setup))


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    s = Look(states)
    if s.decision != HIKER:
        return Message(f"prompt.{DECISION_IDS[s.decision]}")
    if s.supply[s.turn % setup.players] == 0:
        return Message("prompt.hiker_none")
    return Message("prompt.hiker", {"laid": cell_name(s.laid_row, s.laid_col)})


def names(setup: Setup) -> dict[str, Sequence[str]]:
    """The IDs of the cards, and the colours by seat."""
    return {"card": [card.id for card in setup.data.cards], "colour": colours_of(setup)}
