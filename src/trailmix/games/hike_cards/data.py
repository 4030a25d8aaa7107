"""The card data: ``hike_cards.toml`` read, checked and turned into the table record (HC-DATA-1).

An owner of the deck corrects a suit by changing its one line; nothing here or in the rules knows a row.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
import numpy as np

from trailmix.engine.documents import read_toml, shown
from trailmix.engine.errors import BadData, BadOption
from trailmix.engine.options import ask
from trailmix.engine.record import Array
from trailmix.games.hike_cards.state import (
    CARDS,
    CODES,
    DROUGHT,
    KIND_IDS,
    LAKE,
    LIGHT,
    LITTER,
    MAX_PLAYERS,
    SPECIALTY_IDS,
    SUIT_IDS,
    SUITS,
    SUN,
    TOPS,
    WIND,
    Table,
)

SUIT_COPIES, SPECIALTY_COPIES, FOLLOWERS = 10, 1, 3
PLAYERS = range(3, MAX_PLAYERS + 1)
MOST_IN_HAND = CARDS // MAX_PLAYERS
MOST_BONUS, MOST_TARGET = 100, 1000  # the ledger sets no limits; these keep a match within an evening
SOURCES = ("given", "found", "reconstructed", "deck")
FIGURES: dict[str, Any] = {
    "format": 1,
    "slug": "hike_cards",
    "players": {"min": PLAYERS[0], "max": PLAYERS[-1]},
}
"""What the file must say."""

Rows = Mapping[str, Sequence[str]]
"""The suits that may follow each suit."""


class Suit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of [suit]."""

    name: str
    copies: int
    next: tuple[str, ...]
    source: str


class Specialty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of [specialty]."""

    name: str
    copies: int


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
        """What the rules read of it, for the data hash; the order within a row is nothing to them."""
        rows = [[suit, sorted(self.rows[suit])] for suit in SUIT_IDS]
        return [rows, self.hand_size, self.bonus, [self.targets[players] for players in PLAYERS]]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match of Hike can be told: another follow table (HC-DATA-2), another target."""

    follow: Annotated[
        dict[str, tuple[str, ...]], ask(kind="rows", choices=SUIT_IDS, each=FOLLOWERS, advanced=True)
    ] = {}
    """The three suits that may follow each suit; left out, as the data file says."""
    target: Annotated[int | None, ask(least=1, most=MOST_TARGET)] = None
    """Points that end the match; left out, by the number of players (HC-SETUP-6)."""


def read(text: str) -> Deck:
    """Read a data file; BadData names the line that is wrong."""
    try:
        document = read_toml(text)
    except ValueError as error:
        raise BadData(f"The Hike data is not valid TOML: {error}.") from None
    known = FIGURES.keys() | {"hand_size", "empty_bonus", "target", "suit", "specialty"}
    if unknown := document.keys() - known:
        raise BadData(f"The Hike data has an unknown field: {min(unknown)}.")
    for name, figure in FIGURES.items():
        if document.get(name) != figure or isinstance(document[name], bool):
            raise BadData(f"The Hike data must say {name} = {figure}, not {shown(document.get(name))}.")
    suits = _lines(document, "suit", SUIT_IDS, Suit, SUIT_COPIES)
    specialties = _lines(document, "specialty", SPECIALTY_IDS, Specialty, SPECIALTY_COPIES)
    for suit, line in suits.items():
        if line.source not in SOURCES:
            raise BadData(f"[suit] {suit}: source = '{line.source}' is none of {', '.join(SOURCES)}.")
    deck = Deck(
        suits,
        specialties,
        _figure("hand_size", document.get("hand_size"), 1, MOST_IN_HAND),
        _figure("empty_bonus", document.get("empty_bonus"), 0, MOST_BONUS),
        _targets(document.get("target")),
    )
    if wrong := why_no_table(deck.rows):
        raise BadData(f"[suit] {wrong}")
    return deck


def _lines(document: dict[str, Any], section: str, ids: Sequence[str], kind: Any, copies: int) -> Any:
    """The lines of a section, one for each card, with the copies of HC-SETUP-2."""
    lines = document.get(section)
    if not isinstance(lines, dict):
        raise BadData(f"The Hike data has no section [{section}].")
    for card in [*(card for card in ids if card not in lines), *(lines.keys() - set(ids))]:
        raise BadData(f"[{section}] {'has no line for' if card in ids else 'does not know'} {card}.")
    found = {}
    for card in ids:
        try:
            found[card] = line = msgspec.convert(lines[card], kind)
        except msgspec.ValidationError as error:
            raise BadData(f"[{section}] {card}: {error}.") from None
        if line.copies != copies:
            raise BadData(f"[{section}] {card} says copies = {line.copies}; by the rules it is {copies}.")
    return found


def _figure(name: str, said: Any, least: int, most: int) -> int:
    if isinstance(said, bool) or not isinstance(said, int) or not least <= said <= most:
        raise BadData(f"{name} is a whole number from {least} to {most}, not {shown(said)}.")
    return said


def _targets(said: Any) -> dict[int, int]:
    """A target for each number of players (HC-SETUP-6)."""
    if not isinstance(said, dict) or said.keys() != {str(players) for players in PLAYERS}:
        raise BadData(f"[target] has a line for each number of players from {PLAYERS[0]} to {PLAYERS[-1]}.")
    return {n: _figure(f"[target] {n}", said[str(n)], 1, MOST_TARGET) for n in PLAYERS}


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
        if len(rows[suit]) != FOLLOWERS or len(set(rows[suit])) != FOLLOWERS:
            return (
                f"{suit}: {FOLLOWERS} different suits may follow it, not {', '.join(rows[suit]) or 'none'}."
            )
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


def table(deck: Deck, options: Options, players: int) -> Array:
    """The table record of a match."""
    made = Table.new()
    record = made[0]
    record.players = players
    record.hand_size = deck.hand_size
    record.bonus = deck.bonus
    record.target = deck.targets[players] if options.target is None else options.target
    lines: dict[str, Suit | Specialty] = {**deck.suits, **deck.specialties}
    for kind, card in enumerate(KIND_IDS):
        record.copies[kind] = lines[card].copies
    record.cards[:] = np.repeat(np.arange(len(KIND_IDS)), record.copies)
    all_but_litter = (1 << CODES) - 1 - (1 << LITTER)
    for top in range(TOPS):
        record.follow[top] = all_but_litter  # HC-PLAY-1, HC-PLAY-4
    record.follow[SUN] = _as(LIGHT)
    record.follow[DROUGHT] = _as(LAKE)
    suited = sum(_as(suit) for suit in range(SUITS))
    for top, suit in enumerate(SUIT_IDS):  # HC-PLAY-3, HC-WIND-2
        row = sum(_as(SUIT_IDS.index(follower)) for follower in rows_of(options, deck)[suit])
        record.follow[top] = all_but_litter - suited + row
    return made


def _as(suit: int) -> int:
    """The bits of a suited card and of The Wind as that suit."""
    return 1 << suit | 1 << WIND + suit
