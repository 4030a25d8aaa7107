"""The card data: ``hike_dogsled.toml`` read, checked and turned into the table record.

An owner of the box corrects a card by changing its one line; nothing here or in the rules knows a card.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from trailmix.engine.data_files import Strict, check_figures, line_of_id, read_data
from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadData
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.state import NONE, Table

RESERVED = {"E", "C", "D", "HAND", *state.SLOT_IDS}  # what means something else in the notation
NUMBERS = {"experienced": state.EXPERIENCED, "youngsters": state.YOUNGSTERS, "landscapes": state.LANDSCAPES}
COUNTS = {
    "equipment": state.N_EQUIPMENT,
    "care_single": state.N_SINGLES,
    "care_double": state.N_DOUBLES,
    "care_single_in_husky_deck": state.SINGLES_IN_DECK,
    "mentor": state.N_MENTORS,
    "loose": state.LOOSE,
}
SMALL_SLEDS = 5
"""From this many players on, sleds have six slots and six landscapes are laid (HD-SETUP-1, HD-SETUP-7)."""


class Meta(Strict, frozen=True):
    """What [meta] says."""

    game: Literal["hike_dogsled"]
    version: int


class Check(Strict, frozen=True):
    """[check]: how many cards there are, which must hold, and totals, which are only warned about."""

    experienced: int
    youngsters: int
    husky_points: dict[str, int]
    landscapes: int
    landscape_fields: dict[str, int]
    equipment_fields: int


class Card(Strict, frozen=True):
    """What a line of the file says of any card."""

    id: str
    name: str


class Landscape(Card, frozen=True):
    """A card of the track."""

    fields: str


class Track(Strict, frozen=True):
    """What [track] says."""

    start: Landscape
    finish: Landscape
    middle: tuple[Landscape, ...]


class Experienced(Card, frozen=True, rename={"left": "L", "right": "R", "top": "T", "bottom": "B"}):
    """A husky with points and edges."""

    left: str
    right: str
    top: str
    bottom: str
    pts: str

    @property
    def edges(self) -> tuple[str, str, str, str]:
        """The colours of the edges, as the records number them."""
        return (self.left, self.right, self.top, self.bottom)


class Youngster(Card, frozen=True):
    """A husky without points, and with edges that fit everywhere."""


class Huskies(Strict, frozen=True):
    """What [huskies] says."""

    experienced: tuple[Experienced, ...]
    youngsters: tuple[Youngster, ...]


class LooseCard(Card, frozen=True):
    """A card of the expansion."""

    effect: str


class LooseCards(Strict, frozen=True):
    """What [loose] says."""

    cards: tuple[LooseCard, ...]


class File(Strict, frozen=True):
    """The whole of a data file."""

    meta: Meta
    edges: dict[str, str]
    terrain: dict[str, str]
    check: Check
    counts: dict[str, int]
    track: Track
    huskies: Huskies
    loose: LooseCards


@dataclass(frozen=True, eq=False)
class Cards:
    """All cards of a data file, and what is odd about them without being wrong."""

    colours: Mapping[str, str]  # the names of the colours of edges, by their letters
    huskies: tuple[Experienced | Youngster, ...]  # by number
    landscapes: tuple[Landscape, ...]  # by number: the middle ones, start, finish
    loose: tuple[LooseCard, ...]  # by number: in the order of LOOSE_IDS
    warnings: tuple[str, ...] = ()

    @functools.cached_property
    def essence(self) -> list[Any]:
        """What the rules read of it, for the data hash; the order of points does not matter to them."""
        huskies = [
            [husky.id, list(husky.edges), "".join(sorted(husky.pts))]
            if isinstance(husky, Experienced)
            else [husky.id]
            for husky in self.huskies
        ]
        lands = [[land.id, land.fields.split()] for land in self.landscapes]
        return [huskies, lands, [card.id for card in self.loose]]

    @functools.cached_property
    def ids(self) -> tuple[str, ...]:
        """What the notation calls each card: huskies, equipment, single and double care, loose cards."""
        return (*(husky.id for husky in self.huskies), "E", "C", "D", *(card.id for card in self.loose))


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be chosen for a match of Hike!."""

    loose: bool = False  # play with the expansion, Husky on the loose (HD-LOOSE-1)
    simultaneous: bool = False  # all racers move at the same time (HD-VAR-1)


# --- reading --------------------------------------------------------------------------------------------


def read(text: str) -> Cards:
    """Read a data file; BadData names the card or field that is wrong, with its line."""
    file = read_data(text, File, "The Hike! data")
    _check_numbers(file)
    _check_letters(file)
    middle, huskies = file.track.middle, file.huskies
    lands = (*middle, file.track.start, file.track.finish)
    _check_ids(text, [*lands, *huskies.experienced, *huskies.youngsters, *file.loose.cards])
    for husky in huskies.experienced:
        _check_husky(husky, file.edges, _place(text, husky.id))
    for land in lands:
        _check_landscape(land, _place(text, land.id), may_be_empty=land not in middle)
    team: tuple[Experienced | Youngster, ...] = (*huskies.experienced, *huskies.youngsters)
    return Cards(file.edges, team, lands, _loose(file.loose.cards), tuple(_warnings(file, lands)))


def _check_numbers(file: File) -> None:
    """There are as many cards of each kind as the rules say (section 0 of the ledger)."""
    if file.counts.keys() != COUNTS.keys():
        raise BadData(f"[counts] says how many there are of {', '.join(COUNTS)}.")
    found = {
        "experienced": len(file.huskies.experienced),
        "youngsters": len(file.huskies.youngsters),
        "landscapes": len(file.track.middle) + 2,
    }
    check_figures("[counts]", file.counts, COUNTS)
    check_figures("[check]", msgspec.structs.asdict(file.check), NUMBERS)
    check_figures("A count of the cards", found, NUMBERS)


def _check_letters(file: File) -> None:
    """Terrain is S, I and P; a colour of edges is one letter, with a name."""
    if file.terrain.keys() != set(state.TERRAIN_IDS):
        raise BadData(f"[terrain] names {', '.join(state.TERRAIN_IDS)}, and nothing else.")
    for name in ("husky_points", "landscape_fields"):
        if getattr(file.check, name).keys() != set(state.TERRAIN_IDS):
            raise BadData(f"[check] {name} has a total for each of {', '.join(state.TERRAIN_IDS)}.")
    for colour in file.edges:
        if len(colour) != 1 or not colour.isalpha():
            raise BadData(f"[edges] has a colour {quoted(colour)}: a colour is one letter.")
    if not 1 <= len(file.edges) <= state.MAX_COLOURS:
        raise BadData(f"[edges] has 1 to {state.MAX_COLOURS} colours, not {len(file.edges)}.")


def _check_ids(text: str, cards: Sequence[Card]) -> None:
    """Every card has an ID of its own that the notation can use."""
    seen: set[str] = set()
    for card in cards:
        place = _place(text, card.id)
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,7}", card.id):
            raise BadData(f"{place}: an ID is a letter and up to seven letters or digits.")
        if card.id.upper() in RESERVED:
            raise BadData(f"{place}: this ID means something else in the notation.")
        if card.id.casefold() in seen:
            raise BadData(f"{place} has an ID that is taken: every card has its own.")
        if not card.name.strip() or len(card.name) > 40 or not card.name.isprintable():
            raise BadData(f"{place}: a name has 1 to 40 printable characters.")
        seen.add(card.id.casefold())


def _check_husky(husky: Experienced, colours: Mapping[str, str], place: str) -> None:
    for colour in husky.edges:
        if colour not in colours:
            known = ", ".join(colours)
            raise BadData(f"{place}: there is no edge colour {quoted(colour)}; [edges] has {known}.")
    if not husky.pts or set(husky.pts) - set(state.TERRAIN_IDS):
        known = ", ".join(state.TERRAIN_IDS)
        raise BadData(f"{place}: pts = {quoted(husky.pts)} is not one or more of {known}.")
    if len(husky.pts) > state.MOST_POINTS:
        raise BadData(f"{place}: a husky has at most {state.MOST_POINTS} points.")


def _check_landscape(land: Landscape, place: str, *, may_be_empty: bool) -> None:
    fields = land.fields.split()
    for name in fields:
        if not re.fullmatch(rf"[{state.TERRAIN_IDS}]\*?", name):
            raise BadData(f"{place}: a field is one of {', '.join(state.TERRAIN_IDS)}, with * if it requires "
                          f"equipment, not {quoted(name)}.")  # fmt: skip
    if not fields and not may_be_empty:
        raise BadData(f"{place}: a landscape between start and finish has at least one field.")
    if len(fields) > state.MAX_FIELDS:
        raise BadData(f"{place}: a landscape has at most {state.MAX_FIELDS} fields.")


def _loose(cards: tuple[LooseCard, ...]) -> tuple[LooseCard, ...]:
    """The loose cards in the order of their effects, of which each has one."""
    by_effect = {card.effect: card for card in cards}
    if len(cards) != state.LOOSE or by_effect.keys() != set(state.LOOSE_IDS):
        raise BadData(f"[loose] has {state.LOOSE} cards, one with each effect: {', '.join(state.LOOSE_IDS)}.")
    return tuple(by_effect[effect] for effect in state.LOOSE_IDS)


def _place(text: str, card_id: str) -> str:
    """A card and the line where it stands (the last one, if there are several), for an error."""
    return f"Card {quoted(card_id)[1:-1]}{line_of_id(text, card_id)}"


def _warnings(file: File, lands: Sequence[Landscape]) -> Iterator[str]:
    """Totals that do not hold: an owner of the box corrects cards one at a time."""
    check = file.check
    points = Counter("".join(husky.pts for husky in file.huskies.experienced))
    fields = Counter(name for land in lands for name in land.fields.replace("*", "").split())
    for what, said, found in (
        ("points of the huskies", check.husky_points, points),
        ("fields of the landscapes", check.landscape_fields, fields),
    ):
        for terrain in state.TERRAIN_IDS:
            if said[terrain] != found[terrain]:
                name = file.terrain[terrain]
                yield f"The {what} have {found[terrain]} of {name}; [check] says {said[terrain]}."
    needing = sum(land.fields.count("*") for land in lands)
    if needing != check.equipment_fields:
        yield f"{needing} fields require equipment; [check] says {check.equipment_fields}."


# --- the table record -----------------------------------------------------------------------------------


def fill_table(t: Table, cards: Cards, options: Options) -> None:
    """The cards, the track and the sleds of a match."""
    small = t.players >= SMALL_SLEDS
    t.columns = 3 if small else 4
    t.laid, t.sideways = (6, 3) if small else (8, 4)
    t.loose, t.simultaneous = options.loose, options.simultaneous
    t.colours = len(cards.colours)
    colours = list(cards.colours)
    for number, husky in enumerate(cards.huskies):
        if isinstance(husky, Experienced):
            t.edge[number] = [1 + colours.index(colour) for colour in husky.edges]
            t.points[number] = [husky.pts.count(terrain) for terrain in state.TERRAIN_IDS]
            t.n_points[number] = len(husky.pts)
            t.terrains[number] = sum(1 << n for n, name in enumerate(state.TERRAIN_IDS) if name in husky.pts)
    for number, land in enumerate(cards.landscapes):
        fields = land.fields.split()
        t.n_fields[number] = len(fields)
        for n, name in enumerate(fields):
            needs = state.NEEDS_EQUIPMENT if "*" in name else 0
            t.ground[number, n] = state.TERRAIN_IDS.index(name[0]) | needs
    t.neighbour[:] = NONE
    for slot in range(state.SLOTS):
        row, column = divmod(slot, state.COLUMNS)
        if column < t.columns:
            t.slots |= 1 << slot
            t.neighbour[slot, state.BOTTOM if row == 0 else state.TOP] = (slot + state.COLUMNS) % state.SLOTS
            if column > 0:
                t.neighbour[slot, state.LEFT] = slot - 1
            if column < t.columns - 1:
                t.neighbour[slot, state.RIGHT] = slot + 1
            t.beside[slot] = [0 if n == NONE else 1 << n for n in t.neighbour[slot].tolist()]
