"""The data: ``snow_tails.toml`` read and checked, the courses that it names, the table record made of it."""

import functools
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from trailmix.engine.data_files import Strict, check_colours, read_colours, read_data
from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadData, BadOption
from trailmix.engine.game import Setup
from trailmix.engine.options import ask
from trailmix.games.snow_tails.state import MAX_PLAYERS, MAX_RACES, MOST_ROUNDS, Table, set_course
from trailmix.games.snow_tails.track.box import Box, Counts, Drawn, make_box
from trailmix.games.snow_tails.track.spaces import Track, lay
from trailmix.games.snow_tails.track.text import looks_like_a_course, parse, read_course

MOST_COURSE_TEXT = 20_000
"""Characters of a course in the options: a course of 40 pieces full of saplings takes a third of it."""


class GameSection(Strict, frozen=True):
    """What [game] says."""

    name: str
    colours: tuple[str, ...]


class Edition(Strict, frozen=True):
    """An edition: names and looks, never rules (ledger, 1.2)."""

    id: str
    name: str
    brake: Literal["scale", "markers"]
    courses: tuple[str, ...]


class NamedCourse(Strict, frozen=True):
    """A course that comes with the game."""

    id: str
    name: str
    difficulty: int
    track: str


class File(Strict, frozen=True):
    """A whole data file."""

    data_version: Literal[1]
    track_status: str
    game: GameSection
    box: Counts
    piece: tuple[Drawn, ...]
    edition: tuple[Edition, ...]
    course: tuple[NamedCourse, ...]


@dataclass(frozen=True, eq=False)
class Data:
    """The box, the named courses and the editions of a data file."""

    box: Box
    colours: tuple[str, ...]
    editions: tuple[Edition, ...]
    named: tuple[NamedCourse, ...]
    tracks: dict[str, Track]  # the named courses by their IDs
    warnings: tuple[str, ...] = ()

    @functools.cached_property
    def essence(self) -> list[object]:
        """What the rules read of it: pieces and courses, by the names that options give them."""
        return [self.box.essence, [[named.id, self.tracks[named.id].course.line] for named in self.named]]

    def course(self, said: str) -> Track:
        """The course behind a name, a line or a file for sharing; BadData says why there is none."""
        for named in self.named:
            if said.strip().casefold() in (named.id, named.name.casefold()):
                return self.tracks[named.id]
        if not looks_like_a_course(said):
            known = ", ".join(named.id for named in self.named)
            raise BadData(
                f"There is no course called {quoted(said.strip())}: name one of {known}, "
                "or lay your own, like start S CL S finish:L."
            )
        return lay(read_course(said, self.box))


def read(text: str) -> Data:
    """Read a data file; BadData names the piece or course that is wrong."""
    file = read_data(text, File, "The Snow Tails data")
    colours = read_colours(file.game.colours, MAX_PLAYERS)
    box = make_box(file.box, file.piece)
    tracks = {named.id: _lay(named, box) for named in file.course}
    _check_names(file)
    return Data(box, colours, file.edition, file.course, tracks)


def _lay(named: NamedCourse, box: Box) -> Track:
    try:
        return lay(parse(named.track, box, named.name))
    except BadData as error:
        raise BadData(f"The course {quoted(named.id)} cannot be laid. {error}") from None


def _check_names(file: File) -> None:
    """Every course and edition has an ID of its own, and editions name courses that exist."""
    ids = [named.id for named in file.course]
    for kind, found in (("course", ids), ("edition", [edition.id for edition in file.edition])):
        if not found or len(set(found)) != len(found) or not all(name.isidentifier() for name in found):
            raise BadData(f"Every {kind} needs an ID of its own, made of letters, digits and _.")
    for edition in file.edition:
        if unknown := set(edition.courses) - set(ids):
            raise BadData(
                f"The edition {edition.id} names a course {quoted(min(unknown))} that is not there."
            )


# --- options and the table record -----------------------------------------------------------------------


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What can be chosen for a match of Snow Tails."""

    edition: Literal["original", "renegade"] = "original"  # names and looks, never rules (ledger, 1.2)
    course: Annotated[str, ask(kind="course")] = "nutcracker"
    """Of a single race (ST-SETUP-2): the name of a course, its line, or the text of a file for sharing."""
    courses: Annotated[tuple[str, ...], ask(kind="courses", instead_of="course")] = ()
    """Of a season, one for each race: seat A's, seat B's and so on, once or more often (ST-SEASON-1)."""
    most_rounds: Annotated[int, ask(least=1, most=MOST_ROUNDS, advanced=True)] = 100
    """A race is stopped after this many (ST-R-30)."""
    colours: Annotated[tuple[str, ...], ask(kind="colours")] = ()
    """By seat; in the order of the data if none are named (ST-SETUP-4)."""


def check_options(options: Options, data: Data, players: int) -> None:
    """Everything that is named exists, and a season has as many courses as it needs (ST-R-35)."""
    editions = [edition.id for edition in data.editions]
    if options.edition not in editions:
        known = ", ".join(editions)
        raise BadOption(f"There is no edition {quoted(options.edition)} of Snow Tails: there is {known}.")
    if not 1 <= options.most_rounds <= MOST_ROUNDS:
        raise BadOption(f"A race is stopped after 1 to {MOST_ROUNDS} rounds, not {options.most_rounds}.")
    if options.courses and (len(options.courses) % players or len(options.courses) > MAX_RACES):
        raise BadOption(
            f"In a season of {players} players each brings as many courses as the others, {MAX_RACES} in all "
            f"at most; there cannot be {len(options.courses)}."
        )
    check_colours(options.colours, data.colours, players, "sleds")
    for said in _courses(options):
        if len(said) > MOST_COURSE_TEXT:
            raise BadOption(f"A course is written with at most {MOST_COURSE_TEXT} characters.")
        try:
            _laid(data, said)
        except BadData as error:
            raise BadOption(str(error)) from None


def _courses(options: Options) -> tuple[str, ...]:
    """What the courses of the races are called, in their order."""
    return options.courses or (options.course,)


@functools.lru_cache(maxsize=256)
def _laid(data: Data, said: str) -> Track:
    """A course, laid once for all matches on it."""
    return data.course(said)


def tracks_of(setup: Setup) -> list[Track]:
    """The courses of a match, race by race."""
    return [_laid(setup.data, said) for said in _courses(setup.options)]


def track_of(setup: Setup, race: int) -> Track:
    """The course of a race, 0 being the first."""
    return _laid(setup.data, _courses(setup.options)[race])


def fill_table(t: Table, data: Data, options: Options) -> None:
    """The courses of a match, and when a race is stopped."""
    courses = _courses(options)
    t.most_rounds, t.races = options.most_rounds, len(courses)
    for race, said in enumerate(courses):
        set_course(t, race, _laid(data, said))
