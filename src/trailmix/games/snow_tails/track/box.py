"""The box: the pieces a course is laid from, and how many of each there are (ledger, chapter 5.2 and 5.3)."""

import functools
from dataclasses import dataclass

import msgspec

from trailmix.engine.data_files import Strict
from trailmix.engine.documents import quoted
from trailmix.engine.errors import BadData

LANES = 5
LEFT, RIGHT = "L", "R"
MOST_PIECES = 40  # between start and finish (ST-TRACK-6)
FINISH_ROWS = 15  # the longest move is 9 + 5 spaces, and ends on row 14 at the furthest (ST-R-26)

# No piece may be larger: the table record has room for 40 of these.
MOST_ROWS, MOST_SPACES = 6, 12
MOST_TICKS = 1000

STRAIGHTS, BENDS = ("S", "T", "H", "D"), ("C", "U")
SIDED = ("D", *BENDS)  # pieces with a left and a right, which are mirror images

FREE, ROCK, PILLAR, SNOW = "free", "rock", "pillar", "snow"
GROUND = {".": FREE, "t": FREE, "#": ROCK, "X": PILLAR, "*": SNOW}
SAPLING = "t"

Spot = tuple[int, int]  # a space of a piece: its lane and its row (or place in the lane), both counted from 1


class Piece(msgspec.Struct, frozen=True):
    """A piece as it lies in a course, left or right decided."""

    code: str
    kind: str  # the code without the side
    ticks: int
    spaces: tuple[int, ...]  # the number of spaces of each lane, from lane 1
    turn: int = 0  # degrees, 0 for what goes straight on
    inside: str = ""  # the side it turns to; of the finish, the side of the chequered flag
    limit: int = 0  # its safety speed, 0 where there is none
    blocked: dict[Spot, str] = {}  # the spaces that cannot be entered, and what is in the way
    saplings: tuple[Spot, ...] = ()  # the printed saplings

    @property
    def is_straight(self) -> bool:
        """A straight of any kind, without start and finish: where saplings may stand (ST-R-46)."""
        return self.kind in STRAIGHTS

    def mirrored(self, code: str, inside: str) -> "Piece":
        """The mirror image."""
        return msgspec.structs.replace(
            self,
            code=code,
            inside=inside,
            spaces=self.spaces[::-1],
            blocked={(LANES + 1 - lane, row): what for (lane, row), what in self.blocked.items()},
            saplings=tuple(sorted((LANES + 1 - lane, row) for lane, row in self.saplings)),
        )


START = Piece(code="start", kind="start", ticks=10, spaces=(1,) * LANES)
FINISH = {
    f"finish:{side}": Piece(
        code=f"finish:{side}", kind="finish", ticks=150, spaces=(FINISH_ROWS,) * LANES, inside=side
    )
    for side in (LEFT, RIGHT)
}


class Counts(Strict, frozen=True):
    """What [box] says."""

    straights: int
    saplings: int


class Drawn(Strict, frozen=True):
    """A piece as the data file describes it: rows of a straight, or spaces, turn and limit of a bend."""

    code: str
    name: str
    ticks: int
    rows: tuple[str, ...] = ()
    spaces: tuple[int, ...] = ()
    turn: int = 0
    limit: int = 0
    in_box: int | None = None


@dataclass(frozen=True, eq=False)
class Box:
    """All pieces by their code, and how many of them a course may use if it respects the box."""

    pieces: dict[str, Piece]
    names: dict[str, str]  # what the kinds of pieces are called
    most: dict[str, int]  # the number of pieces of a kind, where it is bounded
    straights: int
    saplings: int

    @functools.cached_property
    def essence(self) -> list[object]:
        """What the rules read of it."""
        pieces = [
            [p.code, p.ticks, p.spaces, p.turn, p.limit, sorted(p.blocked), p.saplings]
            for p in self.pieces.values()
        ]
        return [pieces, self.most, self.straights, self.saplings]


def make_box(counts: Counts, drawn: tuple[Drawn, ...]) -> Box:
    """The box of a data file; BadData names the piece that cannot be."""
    for name, number in msgspec.structs.asdict(counts).items():
        if number < 0:
            raise BadData(f"[box] says {name} = {number}; there cannot be less than none.")
    kinds = [piece.code for piece in drawn]
    if sorted(kinds) != sorted(STRAIGHTS + BENDS):
        raise BadData(f"Snow Tails has the pieces {', '.join(STRAIGHTS + BENDS)}, each described once.")
    laid = [drawn[kinds.index(kind)] for kind in STRAIGHTS + BENDS]
    pieces = {
        piece.code: piece
        for one in laid
        for piece in _sides(_straight(one) if one.code in STRAIGHTS else _bend(one))
    }
    most = {piece.code: piece.in_box for piece in drawn if piece.in_box is not None}
    names = {piece.code: piece.name for piece in drawn}
    return Box(pieces, names, most, counts.straights, counts.saplings)


def _sides(piece: Piece) -> list[Piece]:
    if piece.kind not in SIDED:
        return [piece]
    sides = (LEFT, RIGHT) if piece.turn else ("", "")  # a snow drift lies on one side and turns to none
    return [
        msgspec.structs.replace(piece, code=piece.kind + LEFT, inside=sides[0]),
        piece.mirrored(piece.kind + RIGHT, sides[1]),
    ]


def _straight(drawn: Drawn) -> Piece:
    """A straight from its rows (ST-GEO-7)."""
    if drawn.spaces or drawn.turn or drawn.limit:
        raise _wrong(drawn, "goes straight on: it has rows, and neither spaces, turn nor limit")
    if not 1 <= len(drawn.rows) <= MOST_ROWS:
        raise _wrong(drawn, f"has {len(drawn.rows)} rows; a straight has 1 to {MOST_ROWS}")
    marks: dict[Spot, str] = {}
    for number, row in enumerate(reversed(drawn.rows), 1):
        if len(row) != LANES or not set(row) <= GROUND.keys():
            raise _wrong(drawn, f"has a row {quoted(row)}; a row is {LANES} of {' '.join(GROUND)}")
        marks |= {(lane, number): mark for lane, mark in enumerate(row, 1)}
    rows = len(drawn.rows)
    blocked = {spot: GROUND[mark] for spot, mark in sorted(marks.items()) if GROUND[mark] != FREE}
    saplings = tuple(sorted(spot for spot, mark in marks.items() if mark == SAPLING))
    ticks, spaces = _ticks(drawn, (rows,)), (rows,) * LANES
    return Piece(drawn.code, drawn.code, ticks, spaces, blocked=blocked, saplings=saplings)


def _bend(drawn: Drawn) -> Piece:
    """A corner or U-turn, as it lies when it turns left (ST-R-45)."""
    if drawn.rows:
        raise _wrong(drawn, "is a bend: it has spaces, turn and limit, and no rows")
    if len(drawn.spaces) != LANES or not all(1 <= number <= MOST_SPACES for number in drawn.spaces):
        raise _wrong(drawn, f"needs spaces for {LANES} lanes, 1 to {MOST_SPACES} each")
    if drawn.turn not in (90, 180):
        raise _wrong(drawn, f"turns by {drawn.turn} degrees; a bend turns by 90 or 180")
    if not 1 <= drawn.limit <= 9:
        raise _wrong(drawn, f"has the safety speed {drawn.limit}; it is 1 to 9")
    ticks = _ticks(drawn, drawn.spaces)
    return Piece(drawn.code, drawn.code, ticks, drawn.spaces, turn=drawn.turn, limit=drawn.limit)


def _ticks(drawn: Drawn, lanes: tuple[int, ...]) -> int:
    """The ticks of a piece, which every lane divides evenly (ST-GEO-2)."""
    if not 1 <= drawn.ticks <= MOST_TICKS or any(drawn.ticks % number for number in lanes):
        each = ", ".join(map(str, lanes))
        raise _wrong(drawn, f"has {drawn.ticks} ticks; it takes 1 to {MOST_TICKS} that {each} divide")
    if drawn.in_box is not None and drawn.in_box < 0:
        raise _wrong(drawn, f"is {drawn.in_box} times in the box")
    return drawn.ticks


def _wrong(drawn: Drawn, why: str) -> BadData:
    return BadData(f"The piece {drawn.code} {why}.")
