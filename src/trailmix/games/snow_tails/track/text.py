"""Courses as text: ``start S CL/5 S(2.3,4.5) T() finish:L``, read, checked and printed (ledger, chapter 5.6).

An error names the token by its position and says why (ST-TRACK-5).
"""

import re
from dataclasses import dataclass

from trailmix.engine.data_files import Strict
from trailmix.engine.documents import read_struct, read_toml
from trailmix.engine.errors import BadData
from trailmix.games.snow_tails.track import box as kinds
from trailmix.games.snow_tails.track.box import FINISH, LANES, MOST_PIECES, START, Box, Piece, Spot

TOKEN = re.compile(
    r"(?P<code>[A-Z]+)(/(?P<limit>[^/()]*))?(\((?P<saplings>[^()]*)\))?", re.ASCII | re.IGNORECASE
)
SPOT = re.compile(r"([1-9])\.([1-9])", re.ASCII)
COMMENT = re.compile(r"#[^\r\n]*")
LOOKS_LIKE_A_LINE = re.compile(r"\b(start|finish)\b", re.ASCII | re.IGNORECASE)
PIECE_MISSING = "at least one piece lies between start and finish"
FINISH_MISSING = "a course ends with finish:L or finish:R"
FREE_TEXT = 100


@dataclass(frozen=True)
class Section:
    """A piece where it lies, with the safety speed and the saplings that it has there."""

    piece: Piece
    limit: int = 0
    saplings: tuple[Spot, ...] = ()

    def __str__(self) -> str:
        """Its token, as short as it can be."""
        limit = "" if self.limit == self.piece.limit else f"/{self.limit}"
        printed = self.saplings == self.piece.saplings
        saplings = "" if printed else f"({','.join(f'{lane}.{row}' for lane, row in self.saplings)})"
        return self.piece.code + limit + saplings


@dataclass(frozen=True)
class Course:
    """A course: its sections from the start to the finish, its name and its designer."""

    sections: tuple[Section, ...]
    name: str = ""
    designer: str = ""
    box_limits: bool = True

    @property
    def line(self) -> str:
        """The course as a line of text, as short as it can be."""
        return " ".join(map(str, self.sections))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, piece 0 being the start (ST-GEO-1)."""
        return tuple(section.piece for section in self.sections)


class Sheet(Strict, frozen=True):
    """[course] of a file for sharing."""

    track: str
    name: str = ""
    designer: str = ""
    box_limits: bool = True


class File(Strict, frozen=True):
    """A file for sharing."""

    course: Sheet


def read_course(text: str, box: Box) -> Course:
    """The course of a file for sharing, or of a bare line; BadData says what is wrong with it."""
    if not COMMENT.sub("", text).lstrip().startswith("["):
        return parse(text, box)
    try:
        written = read_toml(text)
    except ValueError as error:
        raise BadData(f"The course file is not valid TOML: {error}.") from None
    try:
        sheet = read_struct(written, File).course
    except ValueError as error:
        raise BadData(f"The course file cannot be used: {error}.") from None
    for field, said in (("name", sheet.name), ("designer", sheet.designer)):
        if len(said) > FREE_TEXT or not said.isprintable():
            raise BadData(f"The {field} of a course has at most {FREE_TEXT} printable characters.")
    return parse(sheet.track, box, sheet.name, sheet.designer, box_limits=sheet.box_limits)


def looks_like_a_course(text: str) -> bool:
    """Is it meant as a line or a file, rather than as the name of a course?"""
    return bool(LOOKS_LIKE_A_LINE.search(text)) or "[" in text or "\n" in text.strip()


def parse(text: str, box: Box, name: str = "", designer: str = "", *, box_limits: bool = True) -> Course:
    """The course that a line describes (ST-TRACK-2, ST-TRACK-3, ST-TRACK-6)."""
    tokens = COMMENT.sub("", text).split()
    if not tokens:
        raise BadData(f"Token 1 of the course is missing: a course begins with {START.code}.")
    if _plain(tokens[0]) != START.code:
        raise wrong(1, tokens[0], f"a course begins with {START.code}")
    sections = [Section(START)]
    for position, token in enumerate(tokens[1:], 2):
        try:
            sections.append(_section(token, box, after=sections[-1].piece))
            _count(sections, box if box_limits else None)
        except ValueError as error:
            raise wrong(position, token, str(error)) from None
    last = sections[-1].piece
    if last.kind != "finish":
        missing = PIECE_MISSING if last is START else FINISH_MISSING
        raise BadData(f"Token {len(tokens) + 1} of the course is missing: {missing}.")
    return Course(tuple(sections), name, designer, box_limits)


def wrong(position: int, token: str, why: str) -> BadData:
    """An error that names a token by its position, `start` being 1 (ST-TRACK-5)."""
    short = token if len(token) <= 40 and token.isprintable() else repr(token[:40])[1:-1] + "..."
    return BadData(f"Token {position} of the course, '{short}': {why}.")


def _plain(token: str) -> str:
    """A token in small letters, if it is plain ASCII."""
    return token.lower() if token.isascii() else token


def _section(token: str, box: Box, after: Piece) -> Section:
    """What one token lays; ValueError says, in a few words, why it cannot lie there."""
    plain = _plain(token)
    if after.kind == "finish":
        raise ValueError("nothing lies behind the finish")
    if plain == START.code:
        raise ValueError("there is one start, at the beginning")
    if plain.partition(":")[0] == "finish":
        if after is START:
            raise ValueError(PIECE_MISSING)
        side = plain.partition(":")[2].upper()
        if f"finish:{side}" not in FINISH:
            raise ValueError(f"the flag stands left or right of the finish: {' or '.join(FINISH)}")
        return Section(FINISH[f"finish:{side}"])
    found = TOKEN.fullmatch(token)
    code = found["code"].upper() if found else ""
    if found is None or code not in box.pieces:
        raise ValueError(_no_such_piece(code, box))
    piece = box.pieces[code]
    limit = piece.limit if found["limit"] is None else _limit(found["limit"], piece)
    saplings = piece.saplings if found["saplings"] is None else _saplings(found["saplings"], piece)
    return Section(piece, limit, saplings)


def _no_such_piece(code: str, box: Box) -> str:
    if code in kinds.SIDED:
        return f"say to which side: {code}{kinds.LEFT} or {code}{kinds.RIGHT}"
    if code:
        return f"there is no such piece; there are {', '.join(box.pieces)}"
    return "it is not a piece like S, CL/5 or S(2.3,4.5), without blanks"


def _limit(said: str, piece: Piece) -> int:
    if not piece.turn:
        raise ValueError("only corners and U-turns have a safety speed")
    if said not in {*"123456789"}:
        raise ValueError("a safety speed is a whole number from 1 to 9")
    return int(said)


def _saplings(said: str, piece: Piece) -> tuple[Spot, ...]:
    """The spaces between the brackets (ST-R-46)."""
    if not piece.is_straight:
        raise ValueError("saplings stand on straights only")
    spots: list[Spot] = []
    for spot in said.split(",") if said else ():
        found = SPOT.fullmatch(spot)
        lane, row = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (1 <= lane <= LANES and 1 <= row <= piece.spaces[0]):
            raise ValueError(
                f"a sapling's place is lane.row, lane 1 to {LANES} and row 1 to {piece.spaces[0]}, "
                f"not '{spot[:20]}'"
            )
        if (lane, row) in piece.blocked:
            what = piece.blocked[lane, row]
            there = what if what == kinds.SNOW else f"a {what}"
            raise ValueError(f"no sapling stands on {spot}: there is {there}")
        if (lane, row) in spots:
            raise ValueError(f"the space {spot} is named twice")
        spots.append((lane, row))
    return tuple(sorted(spots))


def _count(sections: list[Section], box: Box | None) -> None:
    """Is the last of the sections one too many for any course, or for the box? (ST-TRACK-3, ST-TRACK-6)."""
    if len(sections) - 1 > MOST_PIECES and sections[-1].piece.kind != "finish":
        raise ValueError(f"a course has at most {MOST_PIECES} pieces between start and finish")
    if box is None:
        return
    kind, straight = sections[-1].piece.kind, sections[-1].piece.is_straight
    of_kind = sum(section.piece.kind == kind for section in sections)
    if of_kind > box.most.get(kind, MOST_PIECES):
        raise ValueError(f"the box has only {box.most[kind]} pieces of this kind ({box.names[kind]})")
    if straight and sum(section.piece.is_straight for section in sections) > box.straights:
        raise ValueError(f"the box has only {box.straights} straights of all kinds")
    if sum(len(section.saplings) for section in sections) > box.saplings:
        raise ValueError(f"the box has only {box.saplings} saplings")
