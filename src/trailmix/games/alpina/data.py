"""The card data: ``alpina.toml`` read, checked and turned into the table record.

An owner of the box corrects a card by changing its one line; nothing here or in the rules knows a card.
"""

import functools
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from trailmix.engine import data_files
from trailmix.engine.data_files import Strict
from trailmix.engine.errors import BadData
from trailmix.engine.options import ask
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
WORDS: dict[str, Collection[str]] = {"count": COUNTS, "where": AREAS, "src": SOURCES}
FIGURES: dict[str, Any] = {
    "players": [2, 3, 4],
    "grid_size": 5,
    "hand_size": 6,
    "start_animal": "chamois",
    "hikers_per_colour": 8,
    "hikers_by_players": {str(players): hikers for players, hikers in HIKERS_EACH.items()},
}
"""What [game] must say (AL-DECK-2); the name and the colours are free."""


class Card(Strict, frozen=True, rename={"own": "self"}):
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


class DeckSection(Strict, frozen=True):
    """What [deck] says; its cards are read one by one, so that a sentence can name the line."""

    card: list[dict[str, Any]]


class File(Strict, frozen=True):
    """The whole of a data file."""

    game: dict[str, Any]
    deck: DeckSection
    data_version: Any = None
    deck_status: Any = None


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


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of Alpina: the colours of the seats (AL-SETUP-6); without them, the usual ones."""

    colours: Annotated[tuple[str, ...], ask(kind="colours")] = ()


def read(text: str) -> Deck:
    """Read a data file; BadData names the card or field that is wrong, with its line (AL-DECK-2)."""
    file = data_files.read_data(text, File, "The Alpina data")
    if unknown := file.game.keys() - FIGURES.keys() - {"name", "colours"}:
        raise BadData(f"[game] has an unknown field: {min(unknown)}.")
    data_files.check_figures("[game]", file.game, FIGURES)
    colours, lines = data_files.read_colours(file.game.get("colours"), state.MAX_PLAYERS), file.deck.card
    cards = tuple(_read_card(line, _place(text, lines, n)) for n, line in enumerate(lines))
    for n, card in enumerate(cards):
        if card.id in {earlier.id for earlier in cards[:n]}:
            raise BadData(f"{_place(text, lines, n)} has an ID that is taken: every card has its own.")
    if len(cards) != CARDS:
        raise BadData(f"The deck has {len(cards)} cards; Alpina is played with {CARDS}.")
    if not any(card.animal == "chamois" for card in cards):
        raise BadData("The deck has no chamois, and the start card is one.")
    return Deck(cards, colours, tuple(_warnings(cards)))


def _read_card(line: dict[str, Any], place: str) -> Card:
    """One line as a card, every word checked (AL-DECK-2)."""
    card = data_files.read_part(line, Card, place)
    if not re.fullmatch(r"[A-Za-z0-9]+", card.id):
        raise BadData(f"{place}: an ID is made of letters and digits.")
    for name, known in WORDS.items():
        if (word := getattr(card, name)) not in known:
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
    return f"Card {card_id}{data_files.line_of_id(text, card_id, earlier)}"


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
    data_files.check_colours(options.colours, deck.colours, players, "hikers")


def fill_table(t: Table, deck: Deck, _options: Options) -> None:
    """The hikers and the cards of a match."""
    t.hikers_each = HIKERS_EACH[t.players]
    for n, card in enumerate(deck.cards):
        t.face[n] = FACES[card.animal] | FACES[card.land]
        t.guaranteed[n] = card.base
        t.per[n] = card.per
        t.target[n] = COUNTS[card.count]
        t.on_hikers[n] = card.count.startswith("hikers")
        t.kinds[n] = card.count.endswith("-types")
        t.own[n] = card.own
        t.area[n] = AREAS.index(card.where)
