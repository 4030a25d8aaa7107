"""What the naive Hike! reads of the data file, and a sled."""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple


class Asked(NamedTuple):
    """Who has to decide what, and may do what."""

    actor: int
    decision: str
    options: set[str]


Steps = Generator[Asked, str, None]
"""Something that is carried out, with stops where somebody decides."""


def is_husky(card: str) -> bool:
    """HD-DEF-3."""
    return card[0] in "HY"


@dataclass(frozen=True)
class Husky:
    """An experienced one."""

    left: str
    right: str
    top: str
    bottom: str
    points: str


@dataclass(frozen=True)
class Data:
    """The cards."""

    huskies: dict[str, Husky]
    youngsters: list[str]
    start: list[str]
    finish: list[str]
    middle: dict[str, list[str]]
    """The fields of each landscape, "S" or "S*"."""
    loose: dict[str, str]
    """Their effects."""
    equipment: int
    singles: int
    doubles: int
    singles_in_deck: int
    mentors: int

    @classmethod
    def read(cls, text: str) -> Data:
        said = tomllib.loads(text)
        counts = said["counts"]
        return cls(
            huskies={
                line["id"]: Husky(line["L"], line["R"], line["T"], line["B"], line["pts"])
                for line in said["huskies"]["experienced"]
            },
            youngsters=[line["id"] for line in said["huskies"]["youngsters"]],
            start=said["track"]["start"]["fields"].split(),
            finish=said["track"]["finish"]["fields"].split(),
            middle={line["id"]: line["fields"].split() for line in said["track"]["middle"]},
            loose={line["id"]: line["effect"] for line in said["loose"]["cards"]},
            equipment=counts["equipment"],
            singles=counts["care_single"],
            doubles=counts["care_double"],
            singles_in_deck=counts["care_single_in_husky_deck"],
            mentors=counts["mentor"],
        )

    def points(self, card: str) -> str:
        """Printed ones: a youngster has none."""
        return self.huskies[card].points if card in self.huskies else ""

    def track(self, landscapes: list[str]) -> list[str]:
        """Field 1 is the first of the list (HD-DEF-6)."""
        between = [field for card in landscapes for field in self.middle[card]]
        return [*self.start, *between, *self.finish]


@dataclass
class Sled:
    """Cards by slot (HD-DEF-1)."""

    data: Data
    columns: int
    cards: dict[str, str] = field(default_factory=dict)
    equipped: set[str] = field(default_factory=set)
    """The slots with tucked equipment."""

    def slots(self) -> list[str]:
        return [f"{row}{column}" for row in "TB" for column in range(1, self.columns + 1)]

    def vacant(self) -> list[str]:
        return [slot for slot in self.slots() if slot not in self.cards]

    def neighbours(self, slot: str) -> dict[str, str]:
        """The slots that touch one, by the side on which they do (HD-DEF-2)."""
        row, column = slot[0], int(slot[1])
        there = {"left": f"{row}{column - 1}", "right": f"{row}{column + 1}"}
        there |= {"bottom": f"B{column}"} if row == "T" else {"top": f"T{column}"}
        return {side: other for side, other in there.items() if other in self.slots()}

    def clashes(self, card: str, slot: str) -> set[str]:
        """The neighbouring slots whose touching edge has another colour (HD-PLACE-3, -4)."""
        if card not in self.data.huskies:
            return set()
        facing = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
        own, found = self.data.huskies[card], set()
        for side, other in self.neighbours(slot).items():
            there = self.data.huskies.get(self.cards.get(other, ""))
            if there is not None and getattr(own, side) != getattr(there, facing[side]):
                found.add(other)
        return found

    def fits(self, card: str) -> list[str]:
        """HD-PLACE-1 to -6."""
        return [slot for slot in self.vacant() if not self.clashes(card, slot)]

    def without(self, slot: str) -> Sled:
        """HD-SWAP-1."""
        rest = {other: card for other, card in self.cards.items() if other != slot}
        return Sled(self.data, self.columns, rest)

    def can_tuck(self) -> list[str]:
        """HD-READY-4, -5."""
        one_point = [slot for slot, card in self.cards.items() if len(self.data.points(card)) == 1]
        return [slot for slot in one_point if slot not in self.equipped]

    def matches(self) -> bool:
        """Do all touching edges match (HD-PLACE-7)?"""
        return not any(self.clashes(card, slot) for slot, card in self.cards.items())
