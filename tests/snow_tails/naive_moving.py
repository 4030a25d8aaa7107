"""The moves of the second Snow Tails (`naive`): a sled goes step by step, and what that does to it.

Only the track is the same as the first one's: it has tests of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from trailmix.games.snow_tails.track.spaces import Track

MOST_DENTS = 4


# --- the course -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ways:
    """What the rules ask of a course, by the names of its spaces."""

    track: Track

    def start(self, number: int) -> str:
        return self.track.spaces[self.track.start(number)].name

    def order(self, space: str) -> tuple[int, int]:
        """Greater is ahead: further along, then nearer the inside (ST-ORDER-2 to -6)."""
        found = self.track.spaces[self.track.numbers[space]]
        return found.front, found.inward

    def target(self, space: str, step: str) -> str | None:
        """Where a step leads, None if off the track (ST-GEO-3, ST-GEO-4)."""
        number = int(self.track.target[self.track.numbers[space], "FLR".index(step)])
        return None if number < 0 else self.track.spaces[number].name

    def blocked(self, space: str) -> bool:
        return self.track.ground[self.track.numbers[space]] != "free"

    def beyond(self, space: str) -> bool:
        """Is a space beyond the finish line? It is on the last piece, then."""
        return piece_of(space) == len(self.track.course.pieces) - 1

    def limit(self, here: str, there: str) -> int | None:
        """The safety speed of the line that a step crosses (ST-GEO-6)."""
        section = self.track.course.sections[piece_of(there)]
        entered = piece_of(here) < piece_of(there)
        return section.limit if entered and section.piece.kind in ("C", "U") else None

    def saplings(self) -> set[str]:
        """Where saplings stand at the start of a race (ST-SETUP-10)."""
        sections = enumerate(self.track.course.sections)
        return {f"{p}.{lane}.{row}" for p, section in sections for lane, row in section.saplings}


def piece_of(space: str) -> int:
    return int(space.split(".", maxsplit=1)[0])


# --- moving ---------------------------------------------------------------------------------------------


@dataclass
class Move:
    """A sled on the move (chapters 3.5, 3.6, 3.9, 3.10): what a preview plays out, and what a turn plays."""

    ways: Ways
    at: str
    speed: int
    side: str
    """L or R, empty when balanced."""
    forward: int
    drifts: int
    """Steps still open."""
    sleds: frozenset[str]
    """Where the other sleds are."""
    standing: frozenset[str]
    """The saplings."""
    dents: int
    crash: str = ""
    """sled or side, once the move has ended in one."""
    wrecked: bool = False
    path: str = ""
    hit: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """The saplings hit and the safety speeds of the lines crossed, in order."""
    bonus: int = 0
    """What was taken, 0 if none."""

    @property
    def ended(self) -> bool:
        return bool(self.crash) or self.wrecked or not (self.forward or self.drifts)

    def steps(self) -> list[str]:
        """ST-FLOW-3."""
        return [] if self.ended else ["F"] * bool(self.forward) + [self.side] * bool(self.drifts)

    def step(self, step: str) -> Move:
        """The move after one more step."""
        assert step in self.steps()
        target = self.ways.target(self.at, step)
        path = self.path + step
        if target is None or self.ways.blocked(target):
            return replace(self, crash="side", path=path)
        if target in self.sleds:
            return replace(self, crash="sled", path=path)
        limit = self.ways.limit(self.at, target)
        moved = replace(
            self,
            at=target,
            path=path,
            forward=self.forward - (step == "F"),
            drifts=self.drifts - (step != "F"),
            lines=self.lines if limit is None else (*self.lines, limit),
        )
        if target in self.standing:  # ST-HAZARD-1
            moved = replace(moved, hit=(*self.hit, target), standing=self.standing - {target}).dented(1)
        return moved

    def with_bonus(self, bonus: int) -> Move:
        """ST-BONUS-1 to -3, -6: as many steps straight on, until something is in the way."""
        moved = replace(self, forward=bonus, bonus=bonus)
        while not moved.ended:
            moved = moved.step("F")
        return moved

    def settled(self) -> Move:
        """The move with the damage that comes after it: first the lines, then the side (ST-R-9)."""
        if self.wrecked:
            return self
        total = self.speed + self.bonus
        moved = self.dented(sum(max(0, total - limit) for limit in self.lines))
        if moved.wrecked and self.crash:  # it never comes to the collision
            return replace(moved, crash="", path=self.path[:-1])
        return moved.dented(int(self.crash == "side"))

    def dented(self, number: int) -> Move:
        """ST-DENT-3 to -5."""
        dents = self.dents + number
        if dents <= MOST_DENTS:
            return replace(self, dents=dents)
        return replace(self, dents=MOST_DENTS, wrecked=not self.ways.beyond(self.at))


def played_out(move: Move, bonus: int) -> Iterator[Move]:
    """Every way to take a move to its end, with its damage; a `bonus` of 0 is not offered (ST-FLOW-3, -4)."""
    for step in move.steps():
        yield from played_out(move.step(step), bonus)
    if move.ended:
        yield move.settled()
        if bonus and not move.crash and not move.wrecked:
            yield move.with_bonus(bonus).settled()
