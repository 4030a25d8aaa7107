"""What a seat sees of Hike!, as a client can draw it, from a redacted state (HD-INFO-1 to -3).

Cards are called by their IDs, slots T1 to B4, terrain S, I, P; `TableView` has all there is to know of cards.
"""

from typing import Annotated, Literal

import msgspec

from trailmix.engine.shapes import Letters, Most, Name, OneOf, SeatLetter
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.movement import MOST_WAYS

Terrains = tuple[int, int, int]  # how many of snow, ice and powder
CardId = Annotated[str, Name("card")]
Huskies = Annotated[tuple[CardId, ...], Most(state.HUSKIES)]
SlotId = Annotated[str, OneOf(state.SLOT_IDS)]
ActionName = Annotated[str, Name("action")]  # the notation of an action
CareCard = Literal["single", "double"]
MOST_CLASHES = 2 * (state.COLUMNS + 2 * (state.COLUMNS - 1))
"""Of a husky: wherever two slots touch, it may be in either."""


# --- what never changes ---------------------------------------------------------------------------------


class HuskyView(msgspec.Struct, frozen=True):
    """A husky: its name, its points like SSI, the colours of its edges; a youngster has neither of these."""

    name: str
    points: str
    left: str | None
    right: str | None
    top: str | None
    bottom: str | None


class FieldView(msgspec.Struct, frozen=True):
    """A field: its terrain, and whether it requires equipment."""

    terrain: str
    equipment: bool


class LandscapeView(msgspec.Struct, frozen=True):
    """A landscape: its name and its fields in travel order."""

    name: str
    fields: tuple[FieldView, ...]


class LooseView(msgspec.Struct, frozen=True):
    """A loose card: its name, which of the four it is, and what it does."""

    name: str
    effect: str  # swap, runaways, crazy_swap or sled_loose
    text: str


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes in a match, for a client to fetch once."""

    huskies: dict[str, HuskyView]
    landscapes: dict[str, LandscapeView]
    start: str
    finish: str  # the IDs of those two landscapes
    loose_cards: dict[str, LooseView]
    edges: dict[str, str]  # the names of the colours of edges by their letters
    slots: tuple[str, ...]
    columns: int
    neighbours: dict[str, dict[str, str]]
    """The slot at the left, right, top, bottom of each slot, where there is one."""
    laid: int  # landscapes between start and finish
    sideways: int  # the number of the one that lies sideways, 1 being the nearest to the start
    loose: bool
    simultaneous: bool


# --- what everyone sees ---------------------------------------------------------------------------------


class Centre(msgspec.Struct, frozen=True):
    """The cards in the centre: huskies, and how many of equipment and single care."""

    huskies: Huskies
    equipment: int
    care: int


class Care(msgspec.Struct, frozen=True):
    """Care cards."""

    singles: int
    doubles: int


class Discards(msgspec.Struct, frozen=True):
    """What was discarded in the race, this day included as far as everyone may know."""

    equipment: int
    singles: int
    doubles: int


class Kennel(msgspec.Struct, frozen=True):
    """A slot of a sled."""

    husky: CardId | None  # None while it is vacant
    state: Literal["ready", "tired", "rest"] | None
    equipped: bool


class Known(msgspec.Struct, frozen=True):
    """The cards of a hand that everyone knows; the others are hidden."""

    huskies: Huskies
    equipment: int
    singles: int
    doubles: int
    hidden: int


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone knows of a seat."""

    seat: SeatLetter
    status: Literal["unready", "ready", "racer", "eliminated"]
    declared: int | None  # the day on which it declared ready
    sled: Annotated[dict[SlotId, Kennel], Most(state.SLOTS)]  # by slot
    points: Terrains  # printed on its huskies that are not at rest
    hand_size: int  # mentors not counted
    hand: Known
    mentors: int
    care_pile: Annotated[tuple[CareCard, ...], Most(state.PILE)]  # its personal care pile, the top first
    position: int | None  # of its pawn; None before it is on the track and after elimination
    catch_up: CareCard | None  # a catch-up card that it has to play
    ready_huskies: int  # huskies without a cube and not at rest
    printed: int  # the sum of all printed points of its sled (HD-END-4)


class Loose(msgspec.Struct, frozen=True):
    """A loose card at work."""

    card: CardId
    by: SeatLetter  # the seat that turned it up
    target: SeatLetter | None  # who was named for the Husky swap
    received: Annotated[dict[SeatLetter, CardId], Most(state.MAX_PLAYERS)]
    """Huskies that wait for a slot, by the seat that has to place them."""


class Account(msgspec.Struct, frozen=True):
    """How a seat stands at the end."""

    seat: SeatLetter
    place: int
    position: int | None  # None for an eliminated seat
    ready_huskies: int
    care: int  # single care counts 1, double care 2
    printed: int


# --- what a seat sees besides ---------------------------------------------------------------------------


class Hand(msgspec.Struct, frozen=True):
    """The hand of a seat."""

    huskies: Huskies
    equipment: int
    singles: int
    doubles: int


class Clash(msgspec.Struct, frozen=True):
    """An edge of a card that would not match its neighbour."""

    slot: SlotId  # where the card would be put
    edge: state.Edge
    neighbour: SlotId  # the slot that it touches there


class Outcome(msgspec.Struct, frozen=True):
    """Something that the use of a husky can lead to."""

    actions: Annotated[tuple[ActionName, ...], Most(state.MOST_POINTS + 1)]
    """What to play for it at fields that require equipment: pay, enter or stop. The only choice is made by
    itself, and not listed."""
    to: int  # the field where the pawn ends
    lost: Annotated[str, Letters(state.TERRAIN_IDS, state.MOST_POINTS + 1)]
    """The points that are lost, like SP."""
    paid: int  # equipment discarded
    rests: int  # huskies to be put to rest: 0, or 2 (fewer if there are no more)
    finish: bool  # the pawn reaches the end of the track


class Preview(msgspec.Struct, frozen=True):
    """What the use of a husky leads to; or, at a field that requires equipment, each way to go on."""

    action: ActionName | None  # `use T1` or `use T1+I`; None at a field
    slot: SlotId
    custom: Literal["S", "I", "P"] | None
    outcomes: Annotated[tuple[Outcome, ...], Most(MOST_WAYS)]
    """One, unless fields that require equipment leave a choice; the furthest first."""


class Today(msgspec.Struct, frozen=True):
    """How a racer stands while others do not see it: in their view it is still where the day began."""

    decision: state.Decision
    in_use: SlotId | None
    to_rest: int
    seat: Seat


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees and others do not."""

    seat: SeatLetter
    hand: Hand
    pick: CardId | None  # the husky that it has picked in secret
    clashes: Annotated[
        dict[CardId, Annotated[tuple[Clash, ...], Most(MOST_CLASHES)]], Most(state.EXPERIENCED)
    ]
    """While it is to decide on an action: for each husky of the centre, its hand and its sled, every edge
    that would clash, in every slot, were that vacant; while it is to place a husky received, for that one. A
    vacant slot without a clash fits. For a swap, leave out clashes whose `neighbour` is the lifted slot."""
    previews: Annotated[tuple[Preview, ...], Most(state.SLOTS * state.TERRAINS)]
    """Of each way to use a husky, while it decides on a step; at a field, one."""
    refreshed: Annotated[tuple[Preview, ...], Most(state.SLOTS * state.TERRAINS)]
    """While no husky can run: what each tired one would lead to, were it made ready. One that is missing
    could still not run."""
    care_locked: bool  # it has care cards, which it may not play as long as a husky can be used (HD-CARE-1)
    must_care: bool
    """It may not end its turn before it has played its catch-up card (HD-RUL-29), once no husky can run."""
    today: Today | None  # while all race at the same time (`View.secret`)


# --- all of it ------------------------------------------------------------------------------------------


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: Literal["hike_dogsled"]
    to_move: SeatLetter | None
    decision: state.Decision
    phase: state.Phase
    day: int  # of the phase; once the match is over, of the phase that it ended in
    last_day: int | None  # of Preparations, once somebody has declared
    turn: SeatLetter | None  # whose turn it is
    secret: bool  # all race at the same time: what others have done today is hidden
    track: Annotated[tuple[Annotated[str, Name("landscape")] | None, ...], Most(state.MAX_LAID)]
    """The landscapes between start and finish, None while face-down."""
    fields: int | None  # the number of the last field, once all landscapes are turned up
    terrain: Terrains  # of all fields in sight, start and finish included
    equipment_fields: int  # in sight
    deck: int
    centre: Centre
    to_reveal: int  # cards still to be turned up, while a loose card is at work
    care_pile: Care  # set aside during Preparations, then the race care pile
    discards: Discards
    removed: Huskies  # huskies that loose cards removed
    loose: Loose | None
    loose_seen: Annotated[tuple[CardId, ...], Most(state.LOOSE)]  # the loose cards that have been turned up
    order: Annotated[tuple[SeatLetter, ...], Most(state.MAX_PLAYERS)]  # the racers in the order of the day
    in_use: SlotId | None  # the slot of the husky that stands in front of a field which requires equipment
    to_rest: int  # huskies still to be put to rest
    still: int  # days in a row on which no pawn moved
    seats: Annotated[tuple[Seat, ...], Most(state.MAX_PLAYERS)]
    result: Annotated[tuple[Account, ...], Most(state.MAX_PLAYERS)] | None  # by place, once the match is over
    places: Annotated[tuple[int, ...], Most(state.MAX_PLAYERS)] | None
    """The final places by seat, once the match is over."""
    own: Own | None = None  # None for an onlooker
