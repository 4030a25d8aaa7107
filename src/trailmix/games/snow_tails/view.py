"""What a seat sees of Snow Tails, as a client can draw it. Made from a redacted state only (ST-R-38).

Spaces are numbers; `TableView.courses` has the picture of each. A field with a default is left out where it
has that value.
"""

import functools
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from trailmix.engine.data_files import colours_of
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.shapes import Letters, Most, Name, SeatLetter
from trailmix.engine.words import Message, Words, letter
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.data import tracks_of
from trailmix.games.snow_tails.rules.moving import drift_side, position
from trailmix.games.snow_tails.rules.preview import MOST_CHOICES, MOST_OUTCOMES, Severity
from trailmix.games.snow_tails.state import Decision, Status
from trailmix.games.snow_tails.track.geometry import CourseShape, shape
from trailmix.games.snow_tails.track.spaces import DRIFT_LEFT, MAX_SAPLINGS, Track

Action = Annotated[str, Name("action")]
ByValue = tuple[int, int, int, int, int]  # how many cards of each value
Entered = Annotated[tuple[int, ...], Most(state.MOST_STEPS)]  # the spaces entered, in their order
Seats = Annotated[tuple[SeatLetter, ...], Most(state.MAX_PLAYERS)]
Side = Literal["left", "right"]  # where the drift goes; None for a balanced sled


class CourseView(msgspec.Struct, frozen=True):
    """A course: its name, its designer, its line of text, and all that there is to paint of it."""

    name: str
    designer: str
    line: str
    fewest_steps: int  # from the start to the first row beyond the line, on an empty track
    shape: CourseShape


class RaceView(msgspec.Struct, frozen=True):
    """A race of the season: its course as an index, and the seat that brought it, None in a single race."""

    course: int
    designer: str | None


class EditionView(msgspec.Struct, frozen=True):
    """The edition that the table looks like: its ID, its name, and its brake (scale or markers)."""

    id: str
    name: str
    brake: str


class TableView(msgspec.Struct, frozen=True):
    """What never changes in a match, for a client to fetch once."""

    edition: EditionView
    colours: tuple[str, ...]  # by seat
    courses: tuple[CourseView, ...]  # each different course once
    races: tuple[RaceView, ...]
    most_rounds: int  # a race is stopped after this many rounds
    start_hands: tuple[int, ...]  # the cards that start spaces 1 to 5 give
    points: tuple[int, ...]  # of places 1 to 5


class Line(msgspec.Struct, frozen=True):
    """A safety line on the way: how fast it is crossed, and the dents for being faster than its limit."""

    limit: int
    speed: int
    dents: int


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the move can lead to, and one of the ways to it."""

    kind: Severity
    end: int  # the space where the sled ends, or where it is wrecked
    steps: Annotated[str, Letters("FLR", state.MOST_STEPS)]
    """One letter for each step, the one that crashes included."""
    path: Entered
    actions: Annotated[tuple[Action, ...], Most(MOST_CHOICES)]
    """What to play for it after the card play: steps that have no alternative are taken by themselves."""
    dents: int = 0  # how many are taken in all
    crash: Literal["side", "rock", "pillar", "snow", "sled"] | None = None  # what ends the move
    hit: SeatLetter | None = None  # the seat whose sled it is
    saplings: Annotated[tuple[int, ...], Most(state.MOST_DENTS + 1)] = ()
    """The spaces of those that are broken: each is a dent, and the fifth ends in a wreck."""
    lines: Annotated[tuple[Line, ...], Most(state.MOST_STEPS)] = ()
    """All that the whole move crosses, in their order."""
    bonus: int = 0  # the bonus taken, part of the speed and of the steps
    finish: bool = False  # the sled crosses the finish line
    spared: bool = False  # it would take a fifth dent, but is across the finish line already (ST-DENT-5)
    next_turn: Literal["dent", "wreck"] | None = None
    """No card will be left: the next turn begins with a dent, or a wreck (ST-PLAY-7, ST-R-13)."""


class Preview(msgspec.Struct, frozen=True):
    """What a card play leads to; or, once cards are played, what the rest of the move can lead to."""

    action: Action | None  # the card play, None once it is done
    left: int
    right: int
    brake: int
    speed: int  # without the bonus
    drift: int
    side: Side | None
    bonus: int  # the bonus that may be taken, if the move does not end before; 0 for none
    outcomes: Annotated[tuple[Outcome, ...], Most(MOST_OUTCOMES)]  # every distinct one, the cheapest first


class Own(msgspec.Struct, frozen=True):
    """What a seat sees and others do not."""

    seat: SeatLetter
    hand: Annotated[tuple[int, ...], Most(state.DECK)]
    """The values of its cards in ascending order, dents not among them."""
    pile: ByValue  # what is left in its draw pile: the cards that it sees nowhere else
    previews: Annotated[tuple[Preview, ...], Most(state.MAX_LEGAL)]
    """While it is to play cards: one for each card play. While it steps or decides on the bonus: one."""


class Dog(msgspec.Struct, frozen=True):
    """A dog: what it shows, whether that is a card or its printed three, and the cards below."""

    shows: int
    card: bool
    covered: ByValue


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone knows of a seat."""

    seat: SeatLetter
    colour: Annotated[str, Name("colour")]
    status: Status
    space: int | None  # where its sled stands; None while it is not on the track
    position: int | None  # its race position now, and so its bonus; of a finished sled, its place; else None
    left: Dog
    right: Dog
    brake: int
    speed: int
    drift: int
    side: Side | None
    dents: int
    hand_size: int  # dents included
    pile: int
    discards: ByValue
    points: int  # of the season so far, this race included


class Turn(msgspec.Struct, frozen=True):
    """The move under way."""

    begin: int  # the space where it began
    path: Entered
    speed: int  # without the bonus
    forward: int
    drift: int  # steps still to be taken
    side: Side | None
    bonus: int  # what is offered, 0 while it is not


class Result(msgspec.Struct, frozen=True):
    """How a race ended: each seat's place, None if it has not finished, and points; and the list of all."""

    race: int
    places: Annotated[dict[SeatLetter, int | None], Most(state.MAX_PLAYERS)]
    points: Annotated[dict[SeatLetter, int], Most(state.MAX_PLAYERS)]
    ranking: Seats


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may know: what everyone sees, and its own."""

    game: Literal["snow_tails"]
    to_move: SeatLetter | None
    decision: Decision
    race: int  # 1 for the first
    round: int  # 0 while sleds are placed
    order: Seats  # the seats in the order of placing, or of this round
    turn: int  # how many of them have had their turn
    free_starts: Annotated[tuple[int, ...], Most(state.STARTS)]
    """The start numbers that are free, while sleds are placed."""
    felled: Annotated[tuple[int, ...], Most(MAX_SAPLINGS)]  # the spaces whose saplings no longer stand
    move: Turn | None  # while steps are taken, or the bonus is decided on
    standing: Seats
    """All seats: those that have finished by place, those that race in race order, then the wrecks."""
    seats: Annotated[tuple[Seat, ...], Most(state.MAX_PLAYERS)]
    results: Annotated[tuple[Result, ...], Most(state.MAX_RACES)]  # of the races that are over
    places: Annotated[tuple[int | None, ...], Most(state.MAX_PLAYERS)] | None
    """The final places by seat, once the match is over; None for whoever has not finished the one race."""
    own: Own | None = None  # None for an onlooker


def table_view(setup: Setup, _words: Words) -> TableView:
    """The courses as a client draws them, and what else it needs once."""
    tracks = tracks_of(setup)
    different = list(dict.fromkeys(tracks))
    edition = next(edition for edition in setup.data.editions if edition.id == setup.options.edition)
    season = len(tracks) > 1
    return TableView(
        edition=EditionView(edition.id, edition.name, edition.brake),
        colours=colours_of(setup),
        courses=tuple(_course(track) for track in different),
        races=tuple(
            RaceView(different.index(track), letter(race % setup.players) if season else None)
            for race, track in enumerate(tracks)
        ),
        most_rounds=setup.options.most_rounds,
        start_hands=state.START_HANDS,
        points=state.POINTS,
    )


@functools.lru_cache(maxsize=64)
def _course(track: Track) -> CourseView:
    course, fewest = track.course, int(track.to_finish[track.start(1)])
    return CourseView(course.name, course.designer, course.line, fewest, shape(track))


def prompt(setup: Setup, states: Array) -> Message:
    """What is asked of the seat to decide."""
    s, t = Look(states), setup.table[0]
    seat = int(s.order[s.turn])
    if s.decision == state.STEP:
        values = {"forward": int(s.forward), "drift": int(s.drift), "side": side_of(states, seat)}
        return Message("prompt.step", values)
    if s.decision == state.BONUS:
        return Message("prompt.bonus", {"number": position(t, states[0], seat, int(s.path[0]))})
    if s.decision == state.DISCARD:
        return Message("prompt.discard", {"number": int(s.canines[seat] + s.dents[seat]) - state.HAND})
    return Message(f"prompt.{state.DECISION_IDS[s.decision]}")


def side_of(states: Array, seat: int) -> Message:
    """Where the drift of a seat goes, in words."""
    return Message("side.left" if drift_side(states[0], seat) == DRIFT_LEFT else "side.right")


def names(setup: Setup) -> dict[str, Sequence[str]]:
    """The colours by seat, and the notations of the actions."""
    return {"colour": colours_of(setup), "action": setup.notations}
