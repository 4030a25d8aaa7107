"""The race of the naive Hike!: one turn as a value that is never changed, days, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hike_dogsled.naive_cards import Asked, Sled, Steps

if TYPE_CHECKING:
    from hike_dogsled.naive import Naive

BEHIND, STILL_DAYS = 7, 3


@dataclass(frozen=True)
class Using:
    """A husky that is spending its points."""

    slot: str
    points: str
    """Those left."""
    moved: bool = False


@dataclass(frozen=True)
class Turn:
    """A racer in the middle of a day, or between two."""

    sled: Sled = field(compare=False)
    track: tuple[str, ...] = field(compare=False)
    at: int = 0
    tired: frozenset[str] = frozenset()
    resting: frozenset[str] = frozenset()
    equipment: int = 0
    single: int = 0
    double: int = 0
    duty: str = ""
    """The kind of the open catch-up card in hand: C, D, or C! for one that was created (HD-RUL-31)."""
    using: Using | None = None
    to_rest: int = 0
    ended: bool = False
    lost: str = field(default="", compare=False)
    """The points that the last husky in use could not spend (HD-RACE-6)."""

    # --- what is so

    @property
    def finished(self) -> bool:
        return self.at == len(self.track)

    @property
    def next_field(self) -> str | None:
        return None if self.finished else self.track[self.at]

    def points(self, slot: str) -> str:
        return "" if slot in self.resting else self.sled.data.points(self.sled.cards[slot])

    def customs(self, slot: str) -> set[str]:
        """The custom terrains that a husky may name (HD-EQUIP-2, -4, HD-RUL-22)."""
        if slot not in self.sled.equipped:
            return set()
        return {terrain for other in self.sled.neighbours(slot).values() for terrain in self.points(other)}

    def uses(self) -> dict[str, str]:
        """Every way to use a husky now, with its points (HD-RACE-8, HD-EQUIP-1)."""
        found: dict[str, str] = {}
        if self.next_field is not None:
            for slot in self.sled.cards:
                if slot in self.tired or slot in self.resting:
                    continue
                ways = {f"use {slot}+{custom}": self.points(slot) + custom for custom in self.customs(slot)}
                found |= ways or {f"use {slot}": self.points(slot)}
        return {way: points for way, points in found.items() if (self.next_field or " ")[0] in points}

    def ready(self) -> set[str]:
        """Huskies without a cube, youngsters included (HD-DEF-4)."""
        return set(self.sled.cards) - self.tired - self.resting

    def cares(self) -> set[str]:
        """HD-CARE-1 to -3, HD-RUL-25, -26, -27."""
        if self.uses() or self.finished:
            return set()
        found = {f"care {slot}" for slot in self.tired if self.single}
        return found | {f"double {slot[1]}" for slot in self.tired if self.double}

    def strength(self) -> int:
        """HD-END-3."""
        return len(self.ready()) + self.single + 2 * self.double

    def weight(self) -> int:
        """HD-END-4."""
        return sum(len(self.sled.data.points(card)) for card in self.sled.cards.values())

    # --- what may be done

    @property
    def decision(self) -> str:
        if self.to_rest:
            return "rest"
        return "field" if self.using else "step"

    def options(self) -> set[str]:
        if self.to_rest:
            return {f"rest {slot}" for slot in self.ready() or self.tired}
        if self.using:
            found = {"enter"} | ({"pay"} if self.equipment else set())
            return found | ({"stop"} if self.using.moved else set())
        ways = {*self.uses()} or self.cares()
        if self.duty and ways:  # the open card is held: run, then play it, and only then end (HD-RUL-29)
            return ways
        return ways | {"end"}

    def after(self, action: str) -> Turn:
        assert not self.ended
        assert action in self.options()
        kind, _, what = action.partition(" ")
        if action == "end":
            return replace(self, ended=True)
        if kind == "use":
            slot = what.partition("+")[0]
            return replace(self, using=Using(slot, self.uses()[action])).run()
        if action == "pay":
            return replace(self, equipment=self.equipment - 1).step().run()
        if action == "enter":
            moved = self.step().spent()
            return replace(moved, to_rest=min(2, len(moved.sled.cards) - len(moved.resting))).settled()
        if action == "stop":
            return self.spent().settled()
        if kind == "rest":
            gone = {what}
            left = replace(self, resting=self.resting | gone, tired=self.tired - gone)
            return replace(left, to_rest=self.to_rest - 1).settled()
        return self.cared(kind, what)

    def cared(self, kind: str, what: str) -> Turn:
        if kind == "care":
            left = replace(self, single=self.single - 1, tired=self.tired - {what})
        else:
            left = replace(self, double=self.double - 1, tired=self.tired - {f"T{what}", f"B{what}"})
        return replace(left, duty="")

    # --- a husky on the move

    def run(self) -> Turn:
        """Spend what fits, up to an equipment field (HD-RACE-4 to -6, HD-RUL-20)."""
        turn = self
        while turn.using and turn.next_field and turn.next_field[0] in turn.using.points:
            if turn.next_field.endswith("*"):
                return turn
            turn = turn.step()
        return turn.spent().settled()

    def step(self) -> Turn:
        assert self.using is not None
        assert self.next_field is not None
        left = self.using.points.replace(self.next_field[0], "", 1)
        return replace(self, at=self.at + 1, using=replace(self.using, points=left, moved=True))

    def spent(self) -> Turn:
        """HD-RACE-7."""
        assert self.using is not None
        return replace(self, tired=self.tired | {self.using.slot}, using=None, lost=self.using.points)

    def settled(self) -> Turn:
        """HD-RUL-35: at the last field the turn ends, once everything is paid."""
        return replace(self, ended=self.finished and not self.to_rest)

    # --- every way through the rest of the day

    def endings(self) -> Iterator[Turn]:
        """Each way of ending the turn that there is, once."""
        seen, todo = {self}, [self]
        while todo:
            turn = todo.pop()
            if turn.ended:
                yield turn
                continue
            for action in turn.options():
                after = turn.after(action)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)


# --- days


def race(match: Naive) -> Steps:
    """All days of a race (chapter 4). `match.turns` are the racers by seat, `match.race_day` counts."""
    track = tuple(match.data.track(match.landscapes))
    match.track = track
    match.turns = {
        number: Turn(
            match.seats[number].sled,
            track,
            equipment=match.seats[number].hand["E"],
            single=match.seats[number].hand["C"],
            double=match.seats[number].hand["D"],
        )
        for number in match.racers
    }
    still = 0
    while True:
        match.race_day += 1
        before = positions(match)
        for number in day_order(match):
            yield from one_turn(match, number)
        if any(turn.finished for turn in match.turns.values()):  # HD-END-1
            return
        still = still + 1 if positions(match) == before else 0
        stuck = still and not any(turn.uses() for turn in match.turns.values())
        if stuck or still == STILL_DAYS:  # HD-RUL-39
            return
        catch_up(match)
        for number, turn in match.turns.items():  # HD-EOD-5
            match.turns[number] = replace(turn, tired=frozenset(), ended=False)


def positions(match: Naive) -> list[int]:
    return [turn.at for turn in match.turns.values()]


def day_order(match: Naive) -> list[int]:
    """HD-RACE-1, -2, HD-RUL-33."""
    if match.race_day == 1:
        return match.racers
    return sorted(match.racers, key=lambda number: match.turns[number].at)  # sorting keeps ties in order


def one_turn(match: Naive, number: int) -> Steps:
    while not match.turns[number].ended:
        turn = match.turns[number]
        action = yield Asked(number, turn.decision, turn.options())
        after = turn.after(action)
        match.turns[number] = after
        played = Counter(C=turn.single - after.single, D=turn.double - after.double)
        if turn.duty != "C!":
            match.discards += +played
        match.removed += Counter(E=turn.equipment - after.equipment)


def catch_up(match: Naive) -> None:
    """HD-EOD-2 to -4, HD-RUL-28, -31."""
    leader = max(positions(match))
    for number in match.racers:
        turn = match.turns[number]
        if leader - turn.at < BEHIND or turn.single or turn.double:
            continue
        if not match.care_pile:
            match.care_pile, match.discards = match.discards, Counter()
        created = not match.care_pile
        kind = "C" if created else match.chance.care(number, match.care_pile)
        match.care_pile = match.care_pile - Counter([kind])
        match.turns[number] = replace(
            turn,
            single=turn.single + (kind == "C"),
            double=turn.double + (kind == "D"),
            duty="C!" if created else kind,
        )


# --- the end


def places(match: Naive) -> list[int]:
    """HD-END-2 to -5, HD-RUL-16, -17, -37 to -39: the place of every seat."""
    if match.winner_known == "nobody":
        return [1] * match.players

    def merit(number: int) -> tuple[int, ...]:
        if not match.seats[number].ready:
            return (0,)
        if number not in match.turns:
            return (1,)
        turn = match.turns[number]
        return 1, turn.at, turn.strength(), -turn.weight()

    merits = [merit(number) for number in range(match.players)]
    return [1 + sum(other > own for other in merits) for own in merits]
