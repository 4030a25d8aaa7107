"""Positions of Hike! that a test wants to see: matches are played until one of them comes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from browser.games import MOST_TABLES
from server.running import HUMAN, Json, Person, Running, make

GAME = "hike_dogsled"
WANTED = {
    "action": (r"draft H\w+ [TB]", r"place H\w+ [TB]", r"draft \w+ [TB]", r"place", r"draft [EC] hand"),
    "bonus": (r"draft", r"place"),
    "declare": ("ready",),
    "tuck": ("tuck",),
    "step": ("use", "care", "double"),
    "field": ("enter", "pay"),
}
"""What brings a sled to the race and along the track."""


def decision_of(seen: Json) -> str:
    """What is asked of a seat; in a secret race only it knows."""
    today = seen["own"]["today"] if seen["own"] else None
    return str(today["decision"] if today else seen["view"]["decision"])


def onward(seen: Json) -> str:
    """An action that leads to the race and through it."""
    for wish in WANTED.get(decision_of(seen), ()):
        for action in seen["legal"]:
            if re.match(wish, action):
                return str(action)
    return str(seen["legal"][0])


NAMES = ("Ann", "Bob", "Cleo", "Dag", "Eve", "Fay")


def sought(server: Running, so: Callable[[Json], bool], players: int = 2, **wish: Any) -> list[Person]:
    """People at a table where the one to move, who comes first, sees a position that is wanted."""
    for _ in range(MOST_TABLES):
        chairs = [HUMAN | {"name": name} for name in NAMES[:players]]
        people = {person.view()["seat"]: person for person in make(server, *chairs, game=GAME, **wish)}
        mover = "A"
        while (seen := people[mover].view())["view"]["to_move"] is not None:
            if seen["view"]["to_move"] != mover:
                mover = seen["view"]["to_move"]
            elif so(seen):
                return [people[mover], *(other for seat, other in people.items() if seat != mover)]
            else:
                people[mover].move(onward(seen), seq=seen["seq"])
    raise AssertionError("No match came to the position that is wanted.")
