"""The card data: ``hike_cards.toml`` read, checked and turned into the table record (HC-DATA-1).

An owner of the deck corrects a suit by changing its one line; nothing here or in the rules knows a row.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from trailmix.engine.data_files import Strict, check_figures, read_data, read_part
from trailmix.engine.errors import BadData, BadOption
from trailmix.engine.options import ask
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.state import SUIT_IDS, Table

SUIT_COPIES, SPECIALTY_COPIES, FOLLOWERS = 10, 1, 3
PLAYERS = range(3, state.MAX_PLAYERS + 1)
MOST_IN_HAND = state.CARDS // state.MAX_PLAYERS
MOST_BONUS, MOST_TARGET = 100, 1000  # the ledger sets no limits; these keep a match within an evening
Source = Literal["given", "found", "reconstructed", "deck"]
FIGURES = {"format": 1, "slug": "hike_cards", "players": {"min": PLAYERS[0], "max": PLAYERS[-1]}}
"""What the file must say."""

Rows = Mapping[str, Sequence[str]]  # the suits that may follow each suit


class Suit(Strict, frozen=True):
    """One line of [suit]."""

    name: str
    copies: int
    next: tuple[str, ...]
    source: Source


class Specialty(Strict, frozen=True):
    """One line of [specialty]."""

    name: str
    copies: int


Line = TypeVar("Line", Suit, Specialty)


class File(Strict, frozen=True):
    """The whole of a data file."""

    format: int
    slug: str
    players: dict[str, int]
    hand_size: Annotated[int, msgspec.Meta(ge=1, le=MOST_IN_HAND)]
    empty_bonus: Annotated[int, msgspec.Meta(ge=0, le=MOST_BONUS)]
    target: dict[int, Annotated[int, msgspec.Meta(ge=1, le=MOST_TARGET)]]  # by number of players
    suit: dict[str, Any]
    specialty: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Deck:
    """The cards, and the figures of the game."""

    suits: Mapping[str, Suit]
    specialties: Mapping[str, Specialty]
    hand_size: int
    bonus: int
    targets: Mapping[int, int]
    warnings: tuple[str, ...] = ()

    @functools.cached_property
    def rows(self) -> Rows:
        """The follow table."""
        return {suit: line.next for suit, line in self.suits.items()}

    @functools.cached_property
    def essence(self) -> list[Any]:
        """What the rules read of it, for the data hash; the order within a row does not matter to them."""
        rows = [[suit, sorted(self.rows[suit])] for suit in SUIT_IDS]
        return [rows, self.hand_size, self.bonus, [self.targets[players] for players in PLAYERS]]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of Hike: another follow table (HC-DATA-2), another target."""

    follow: Annotated[
        dict[str, tuple[str, ...]], ask(kind="rows", choices=SUIT_IDS, each=FOLLOWERS, advanced=True)
    ] = {}
    """The three suits that may follow each suit; left out, as the data file says."""
    target: Annotated[int | None, ask(least=1, most=MOST_TARGET)] = None
    """Points that end the match; left out, by the number of players (HC-SETUP-6)."""


def read(text: str) -> Deck:
    """Read a data file; BadData names the line that is wrong."""
    file = read_data(text, File, "The Hike data")
    check_figures("The Hike data", msgspec.structs.asdict(file), FIGURES)
    if file.target.keys() != set(PLAYERS):
        raise BadData(f"[target] has a line for each number of players from {PLAYERS[0]} to {PLAYERS[-1]}.")
    suits = _lines("suit", file.suit, SUIT_IDS, Suit, SUIT_COPIES)
    specialties = _lines("specialty", file.specialty, state.SPECIALTY_IDS, Specialty, SPECIALTY_COPIES)
    deck = Deck(suits, specialties, file.hand_size, file.empty_bonus, file.target)
    if wrong := why_no_table(deck.rows):
        raise BadData(f"[suit] {wrong}")
    return deck


def _lines(
    section: str, said: dict[str, Any], ids: Sequence[str], kind: type[Line], copies: int
) -> dict[str, Line]:
    """The lines of a section, one for each card, with the copies of HC-SETUP-2."""
    for card in [*(card for card in ids if card not in said), *(said.keys() - set(ids))]:
        raise BadData(f"[{section}] {'has no line for' if card in ids else 'does not know'} {card}.")
    lines = {card: read_part(said[card], kind, f"[{section}] {card}") for card in ids}
    for card, line in lines.items():
        check_figures(f"[{section}] {card}", {"copies": line.copies}, {"copies": copies})
    return lines


def why_no_table(rows: Rows) -> str | None:
    """What is wrong with a follow table, naming the row; None if it is one (HC-DATA-2)."""
    for suit in rows:
        if suit not in SUIT_IDS:
            return f"{suit}: there is no such suit; the suits are {', '.join(SUIT_IDS)}."
    for suit in SUIT_IDS:
        if suit not in rows:
            return f"{suit}: its row is missing; every suit has {FOLLOWERS} that may follow it."
        for follower in rows[suit]:
            if follower not in SUIT_IDS:
                return f"{suit}: '{follower[:20]}' cannot follow it; the suits are {', '.join(SUIT_IDS)}."
        if not len(rows[suit]) == len(set(rows[suit])) == FOLLOWERS:
            said = ", ".join(rows[suit]) or "none"
            return f"{suit}: {FOLLOWERS} different suits may follow it, not {said}."
    return None


def check_options(options: Options, _deck: Deck, _players: int) -> None:
    """A follow table is whole (HC-DATA-2), a target can be reached."""
    if options.follow and (wrong := why_no_table(options.follow)):
        raise BadOption(f"The follow table, {wrong}")
    if options.target is not None and not 1 <= options.target <= MOST_TARGET:
        raise BadOption(f"The target is from 1 to {MOST_TARGET} points, not {options.target}.")


def usual_options(deck: Deck) -> dict[str, Any]:
    """The follow table of the data file, for whoever wants to change a row of it."""
    return {"follow": deck.rows}


def rows_of(options: Options, deck: Deck) -> Rows:
    """The follow table of a match."""
    return options.follow or deck.rows


def fill_table(t: Table, deck: Deck, options: Options) -> None:
    """The cards and figures of a match, and which card may follow which."""
    t.hand_size, t.bonus = deck.hand_size, deck.bonus
    t.target = deck.targets[t.players] if options.target is None else options.target
    lines: dict[str, Suit | Specialty] = {**deck.suits, **deck.specialties}
    t.copies[:] = [lines[card].copies for card in state.KIND_IDS]
    all_but_litter = (1 << state.CODES) - 1 - (1 << state.LITTER)
    t.follow[:] = all_but_litter  # HC-PLAY-1, HC-PLAY-4
    t.follow[state.SUN], t.follow[state.DROUGHT] = _as(state.LIGHT), _as(state.LAKE)
    suited = sum(_as(suit) for suit in range(state.SUITS))
    for top, suit in enumerate(SUIT_IDS):  # HC-PLAY-3, HC-WIND-2
        row = sum(_as(SUIT_IDS.index(follower)) for follower in rows_of(options, deck)[suit])
        t.follow[top] = all_but_litter - suited + row


def _as(suit: int) -> int:
    """The bits of a suited card and of The Wind as that suit."""
    return 1 << suit | 1 << state.WIND + suit
