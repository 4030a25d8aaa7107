"""The card data: ``alpina.toml`` read, checked and turned into the table record.

An owner of the box corrects a card by changing its one line; nothing here or in the rules knows a card.
"""

import functools
import re
from collections.abc import Set
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from trailmix.engine.data_files import check_figures, line_of_id, read_colours, read_data, read_part
from trailmix.engine.errors import BadData, BadOption
from trailmix.engine.options import ask
from trailmix.engine.record import Array
from trailmix.games.alpina import state
from trailmix.games.alpina.state import ANIMALS, ANY_ANIMAL, ANY_LAND, AREAS, CARDS, FACES, LANDS, Table

Animal = Literal["nutcracker", "chamois", "frog"]
Land = Literal["mountain", "lake", "forest"]
COUNTS = {
    **FACES,
    "animal-types": ANY_ANIMAL,
    "land-types": ANY_LAND,
    "hikers": ANY_ANIMAL | ANY_LAND,
    **{f"hikers-on-{word}": bit for word, bit in FACES.items()},
}
"""What a condition may count, with the bits it looks for."""

HIKERS_EACH = {2: 8, 3: 5, 4: 4}
MOST_POINTS = 1_000_000  # the ledger sets no limit; this one keeps sums far inside the record's integers
SOURCES = ("GIVEN", "FOUND", "RECONSTRUCTED", "BOX")
FIGURES: dict[str, Any] = {
    "players": [2, 3, 4],
    "grid_size": 5,
    "hand_size": 6,
    "start_animal": "chamois",
    "hikers_per_colour": 8,
    "hikers_by_players": {str(players): hikers for players, hikers in HIKERS_EACH.items()},
}
"""What [game] must say (AL-DECK-2); the name and the colours are free."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"own": "self"}):
    """One line of the deck."""

    id: str
    animal: Animal
    land: Land
    base: int
    per: int
    count: str
    where: str
    src: str
    own: bool = False


@dataclass(frozen=True, eq=False)
class Deck:
    """The 56 cards, the colours of the hikers, and what is odd without being wrong."""

    cards: tuple[Card, ...]
    colours: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @functools.cached_property
    def essence(self) -> list[Any]:
        """What the rules read of it (AL-DECK-4), for the data hash."""
        return [[c.id, c.animal, c.land, c.base, c.per, c.count, c.where, c.own] for c in self.cards]

    @functools.cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each card by its ID, also in other capitals where no two cards would be confused."""
        folded = [card.id.casefold() for card in self.cards]
        unique = {name: n for n, name in enumerate(folded) if folded.count(name) == 1}
        capitals = {name.upper(): n for name, n in unique.items()}
        return {**unique, **capitals, **{card.id: n for n, card in enumerate(self.cards)}}


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match of Alpina can be told: the colours of the seats (AL-SETUP-6), or none to be given some."""

    colours: Annotated[tuple[str, ...], ask(kind="colours")] = ()


def read(text: str) -> Deck:
    """Read a data file; BadData names the card or field that is wrong, with its line (AL-DECK-2)."""
    document = read_data(text, dict[str, Any], "The Alpina data")
    _check_known("The Alpina data", document, {"data_version", "deck_status", "game", "deck"})
    game, deck = _section(document, "game"), _section(document, "deck")
    _check_known("[game]", game, FIGURES.keys() | {"name", "colours"})
    check_figures("[game]", game, FIGURES)
    colours = read_colours(game.get("colours"), state.MAX_PLAYERS)
    _check_known("[deck]", deck, {"card"})
    lines = deck.get("card")
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise BadData("[deck] needs a list of cards: card = [ { id=... }, ... ].")
    cards = tuple(_read_card(line, _place(text, lines, n)) for n, line in enumerate(lines))
    for n, card in enumerate(cards):
        if card.id in {earlier.id for earlier in cards[:n]}:
            raise BadData(f"{_place(text, lines, n)} has an ID that is taken: every card has its own.")
    if len(cards) != CARDS:
        raise BadData(f"The deck has {len(cards)} cards; Alpina is played with {CARDS}.")
    if not any(card.animal == "chamois" for card in cards):
        raise BadData("The deck has no chamois, and the start card is one.")
    return Deck(cards, colours, tuple(_warnings(cards)))


def _section(document: dict[str, Any], name: str) -> dict[str, Any]:
    section = document.get(name)
    if not isinstance(section, dict):
        raise BadData(f"The Alpina data has no section [{name}].")
    return section


def _check_known(where: str, section: dict[str, Any], known: Set[str]) -> None:
    if unknown := section.keys() - known:
        raise BadData(f"{where} has an unknown field: {min(unknown)}.")


def _read_card(line: dict[str, Any], place: str) -> Card:
    """One line as a card, every word checked (AL-DECK-2)."""
    card = read_part(line, Card, place)
    if not re.fullmatch(r"[A-Za-z0-9]+", card.id):
        raise BadData(f"{place}: an ID is made of letters and digits.")
    for name, word, known in (
        ("count", card.count, COUNTS),
        ("where", card.where, AREAS),
        ("src", card.src, SOURCES),
    ):
        if word not in known:
            raise BadData(f"{place}: {name} = '{word}' is none of {', '.join(known)}.")
    for name, figure in (("base", card.base), ("per", card.per)):
        if not 0 <= figure <= MOST_POINTS:
            raise BadData(f"{place}: {name} = {figure} is not a whole number from 0 to {MOST_POINTS}.")
    if card.where == "connected" and card.count not in FACES:
        raise BadData(f"{place}: 'connected' counts an animal or a landscape, not '{card.count}'.")
    return card


def _place(text: str, lines: list[dict[str, Any]], n: int) -> str:
    """The name of the nth card and the line where it stands, for an error."""
    card_id = lines[n].get("id")
    if not isinstance(card_id, str):
        return f"Card number {n + 1} of the deck"
    earlier = sum(line.get("id") == card_id for line in lines[:n])
    return f"Card {card_id}{line_of_id(text, card_id, earlier)}"


def _warnings(cards: tuple[Card, ...]) -> list[str]:
    """Cards outside the three families (AL-DECK-3, AL-SCORE-9)."""
    families = {
        "nutcracker": ({*ANIMALS, "animal-types"}, "animals"),
        "chamois": ({count for count in COUNTS if count.startswith("hikers")}, "hikers"),
        "frog": ({*LANDS, "land-types"}, "landscapes"),
    }
    return [
        f"Card {card.id}: {card.animal} cards count {families[card.animal][1]}, this one counts {card.count}."
        for card in cards
        if card.count not in families[card.animal][0]
    ]


def check_options(options: Options, deck: Deck, players: int) -> None:
    """Colours are known, different, and one for each seat (AL-SETUP-6)."""
    if not options.colours:
        return
    if len(options.colours) != players:
        raise BadOption(f"{players} players need {players} colours, not {len(options.colours)}.")
    for colour in options.colours:
        if colour not in deck.colours:
            raise BadOption(f"There are no {colour} hikers: the colours are {', '.join(deck.colours)}.")
    if len(set(options.colours)) != players:
        raise BadOption("Two seats cannot have the same colour.")


def table(deck: Deck, _options: Options, players: int) -> Array:
    """The table record of a match."""
    made = Table.new()
    record = made[0]
    record.players = players
    record.hikers_each = HIKERS_EACH[players]
    for n, card in enumerate(deck.cards):
        record.face[n] = FACES[card.animal] | FACES[card.land]
        record.guaranteed[n] = card.base
        record.per[n] = card.per
        record.target[n] = COUNTS[card.count]
        record.on_hikers[n] = card.count.startswith("hikers")
        record.kinds[n] = card.count.endswith("-types")
        record.own[n] = card.own
        record.area[n] = AREAS.index(card.where)
    return made
