"""What a seat sees of Hike, as a client can draw it. Made from a redacted state only (HC-PLAY-12)."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.shapes import Most, Name, SeatLetter
from trailmix.engine.words import Message, Words
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.data import rows_of
from trailmix.games.hike_cards.state import CARDS, KIND_IDS, MAX_PLAYERS

CardId = Annotated[str, Name("card")]
Play = Annotated[str, Name("play")]  # a card as it was played: `peak`, or `wind=lake` for The Wind as Lake
Hand = Annotated[tuple[CardId, ...], Most(CARDS)]
Seats = Annotated[tuple[SeatLetter, ...], Most(MAX_PLAYERS)]
BySeat = Annotated[dict[SeatLetter, int], Most(MAX_PLAYERS)]


class CardView(msgspec.Struct, frozen=True):
    """A card: its name, how many there are, and what it does in a sentence.

    A suit has the three suits that may follow it, and where its row comes from (`given`, `found`,
    `reconstructed`, `deck`, or `option` for a table of the match's own); a specialty card has None.
    """

    name: str
    copies: int
    follow: tuple[str, ...] | None
    source: str | None
    words: str


class TableView(msgspec.Struct, frozen=True):
    """What never changes in a match, for a client to fetch once."""

    cards: dict[str, CardView]  # the seven suits, then the ten specialty cards
    hand_size: int
    bonus: int
    target: int


class Own(msgspec.Struct, frozen=True):
    """What a seat sees and others do not: its hand, sorted as the cards of the table are."""

    seat: SeatLetter
    hand: Hand


class Played(msgspec.Struct, frozen=True):
    """A card of the pile: `peak`, or `wind=lake` for The Wind as Lake, and who played it, if known.

    `kind` is the card itself (`wind`), `suit` what The Wind stands for.
    """

    card: Play
    seat: SeatLetter | None
    kind: CardId
    suit: CardId | None


class Seat(msgspec.Struct, frozen=True):
    """What everyone knows of a seat."""

    seat: SeatLetter
    status: state.Status
    left: int | None  # 1 for the first to leave the round, None while active
    hand_size: int
    leftovers: Hand  # the open hand of an eliminated seat
    bugs: int  # laid out by Poop
    planted: Annotated[tuple[CardId, ...], Most(state.MOST_TREES + 1)]  # trees, and The Wind
    worm: bool  # has the captured Worm in front of it
    last: Play | None  # its latest play in this round
    total: int


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """How the points of a round came about; the event `round_ended` has the same values.

    `points` of a seat are its `share` of the pot if it is a winner, the `odd` points if they go to it, its
    `bonus`, the `birds` if it has The Worm, and its `trees`.
    """

    round: int
    leftovers: BySeat
    pot: int
    winners: Seats
    share: int  # of each winner
    odd: int  # what the pot leaves when it is divided
    odd_to: SeatLetter | None
    odd_why: state.OddReason | None  # HC-SCORE-6, HC-SCORE-7
    bonus: BySeat
    worm: SeatLetter | None  # who has The Worm, None if it was not played
    birds: int
    trees: BySeat  # planted cards, The Wind included
    points: BySeat
    totals: BySeat


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: Literal["hike_cards"]
    to_move: SeatLetter | None
    decision: state.Decision  # a lake is owed to a Drought, a bird is for The Worm
    round: int
    dealer: SeatLetter
    turn: SeatLetter | None
    """Whose turn it is. In a Drought or a Spring that is its player, whoever is asked."""
    direction: state.Direction
    pile: Annotated[tuple[Played, ...], Most(CARDS)]  # from the bottom; a captured Worm is not in it
    suit: CardId | None  # the effective suit on top; None on a specialty card or an empty pile
    follow: Annotated[tuple[CardId, ...], Most(state.SUITS)]
    """The suits that may be played now, The Wind as one of them included."""
    specialties: bool  # may specialty cards other than The Wind be played now (never Litter)?
    demand: Literal["sun", "drought"] | None  # while it demands its suit
    to_answer: Seats
    """Who has still to answer The Sun, a Drought or a Spring, in order, the seat to move first."""
    peaks_draw: bool
    trails_reverse: bool
    birds: int  # played in this round
    worm_by: SeatLetter | None  # who played The Worm
    worm_holder: SeatLetter | None  # who captured it; at large while only `worm_by` is known
    deck: int
    target: int
    seats: Annotated[tuple[Seat, ...], Most(MAX_PLAYERS)]
    account: Account | None  # of the last round, once the match is over
    places: Annotated[tuple[int, ...], Most(MAX_PLAYERS)] | None
    """The final places by seat, once the match is over."""
    own: Own | None = None  # None for an onlooker


def name_of(card: str) -> Message:
    """The name of a card or play: Peak, The Wind as Lake."""
    return Message(f"card.{card}")


def table_view(setup: Setup, words: Words) -> TableView:
    """The cards as a client draws them."""
    t = setup.table[0]
    rows = rows_of(setup.options, setup.data)
    cards = {
        kind: CardView(
            words.say(name_of(kind)),
            int(t.copies[n]),
            tuple(rows[kind]) if kind in rows else None,
            _source(setup, kind),
            words.say(Message(f"effect.{kind}")),
        )
        for n, kind in enumerate(KIND_IDS)
    }
    return TableView(cards, int(t.hand_size), int(t.bonus), int(t.target))


def _source(setup: Setup, kind: str) -> str | None:
    """Where the row of a suit comes from."""
    if kind not in setup.data.suits:
        return None
    return "option" if setup.options.follow else str(setup.data.suits[kind].source)


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide: everyone reads it, so it tells nothing of the hand (HC-SPR-4)."""
    s = Look(states)
    if s.decision != state.PLAY:
        return Message(f"prompt.{state.DECISION_IDS[s.decision]}")
    if s.top == state.SUN:
        return Message("prompt.sun")
    if s.top == state.LEAD:
        return Message("prompt.lead")
    if s.top >= state.SUITS:
        return Message("prompt.on_specialty", {"card": name_of(KIND_IDS[s.top])})
    return Message(
        "prompt.follow", {"card": name_of(KIND_IDS[s.top]), "suits": names_of_followers(setup, s.top)}
    )


def names_of_followers(setup: Setup, suit: int) -> list[Message]:
    """The suits that may be put on a suit."""
    return [name_of(follower) for follower in rows_of(setup.options, setup.data)[KIND_IDS[suit]]]


def names(_setup: Setup) -> dict[str, Sequence[str]]:
    """The cards by their kinds, the plays by their codes."""
    return {"card": KIND_IDS, "play": state.CODE_IDS}
