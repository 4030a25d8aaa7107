"""What happens in Snow Tails, and who may know which part of it."""

from typing import Literal, get_args

from trailmix.engine.event_values import by_seat, packed_seats, says, seat, unpacked, word
from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, letter
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.notation import STEP_LETTERS, write
from trailmix.games.snow_tails.state import MAX_PLAYERS
from trailmix.games.snow_tails.track.spaces import SIDE

Obstacle = Literal["side", "rock", "pillar", "snow"]
OBSTACLES: tuple[Obstacle, ...] = get_args(Obstacle)  # as `SIDE` and `IN_THE_WAY` count them downward
Side = Literal["none", "left", "right"]
LAID = {
    "L": "left",
    "B": "brake",
    "R": "right",
    "LB": "left_brake",
    "LR": "dogs",
    "RB": "brake_right",
    "LRB": "all",
}
"""Where cards lie, by the slots of a card play."""


def _cards(_setup: Setup, packed: int) -> list[int]:
    return [card for card in unpacked(packed, state.CARD_BITS, 10) if card]


def _laid(_setup: Setup, action: str) -> Message:
    """The cards of a card play, and where they lie."""
    value, slots = action.split("@")
    return Message(f"laid.{LAID[slots]}", {"value": value})


def _mat(_setup: Setup, packed: int) -> str:
    return f"{packed // 100}/{packed // 10 % 10}/{packed % 10}"


def _shows(_setup: Setup, mat: str) -> Message:
    """A mat as it lies there: the brake between the dogs."""
    left, right, brake = mat.split("/")
    return Message("mat.shows", {"left": left, "brake": brake, "right": right})


def _steps(_setup: Setup, number: int, packed: int) -> str:
    return "".join(STEP_LETTERS[kind] for kind in unpacked(packed, state.STEP_BITS, number))


def _way(_setup: Setup, steps: str) -> Message:
    """How many of the steps went straight, and how many to the side of the drift."""
    forward = steps.count("F")
    drift = len(steps) - forward
    if not drift:
        return Message("way.straight", {"forward": forward})
    if not forward:
        return Message("way.left" if "L" in steps else "way.right", {"drift": drift})
    values = {"forward": forward, "drift": drift}
    return Message("way.straight_left" if "L" in steps else "way.straight_right", values)


def _path(setup: Setup, race: int, begin: int, number: int, packed: int) -> list[int]:
    """The spaces of a move, the one it begins on first."""
    found, step = [begin], setup.table[0].step[race]
    for kind in unpacked(packed, state.STEP_BITS, number):
        found.append(int(step[found[-1], kind]))
    return found


def _space(setup: Setup, race: int, space: int) -> str:
    return str(track_of(setup, race).spaces[space].name)


def _course(setup: Setup, race: int) -> str:
    course = track_of(setup, race).course
    return str(course.name or course.line)


def _obstacle(_setup: Setup, what: int) -> Obstacle:
    return OBSTACLES[SIDE - what]


def _next(_setup: Setup, number: int) -> int:
    return number + 1


def _places(setup: Setup, *results: int) -> dict[str, int | None]:
    """Whoever has not finished has none (ST-R-27, ST-R-30)."""
    return {letter(seat): results[seat] if results[seat] > 0 else None for seat in range(setup.players)}


SPACE, DENTS, SPEED = public("space", _space, 2), public("dents"), public("speed")
ORDER = public("order", packed_seats(state.SEAT_BITS, state.NO_SEAT, MAX_PLAYERS))
RACE, PLACES = public("race", _next), public("places", _places, MAX_PLAYERS)
POINTS, TOTALS = (public(name, by_seat, MAX_PLAYERS) for name in ("points", "totals"))
MAT, SIDE_OF = public("mat", _mat, said=_shows), public("side", word(Side), said=says("side"))
KINDS = {
    state.RACE_BEGAN: EventKind("race_began", (RACE, public("course", _course), ORDER), reveals=True),
    state.STARTED: EventKind("started", (public("number"),)),
    state.ROUND_BEGAN: EventKind("round_began", (public("round"), ORDER)),
    state.PLAYED: EventKind(
        "played", (public("card", write, said=_laid), MAT, SPEED, public("drift"), SIDE_OF)
    ),
    state.STOOD: EventKind("stood", (SPEED,)),
    state.MOVED: EventKind(
        "moved",
        (public("steps", _steps, 2, said=_way), public("path", _path, 4), public("to", _space, 2)),
        joins=lambda one, other: {
            "steps": one["steps"] + other["steps"],
            "path": [*one["path"], *other["path"]],
            "to": other["to"],
        },
    ),
    state.CROSSED: EventKind("crossed"),
    state.TOOK_BONUS: EventKind("took_bonus", (public("number"), SPEED)),
    state.LEFT_BONUS: EventKind("left_bonus", (public("number"),)),
    state.BROKE_SAPLING: EventKind("broke_sapling", (SPACE, DENTS)),
    state.SPED: EventKind("sped", (public("limit"), SPEED, public("over"), DENTS)),
    state.HIT_SLED: EventKind("hit_sled", (public("other", seat), SPACE)),
    state.HIT_SIDE: EventKind("hit_side", (public("what", _obstacle, said=says("obstacle")), SPACE, DENTS)),
    state.NO_CANINE: EventKind("no_canine", (DENTS,)),
    state.SPARED: EventKind("spared"),
    state.WRECK: EventKind("wrecked", (SPACE,)),
    state.DREW: EventKind("drew", (public("number"), private("cards", _cards)), reveals=True),
    state.RESHUFFLED: EventKind("reshuffled", (public("number"),)),
    state.DISCARDED: EventKind("discarded", (public("card"),)),
    state.PLACED: EventKind("placed", (public("place"), public("points"))),
    state.STOPPED: EventKind("stopped", (public("round"),)),
    state.RACE_ENDED: EventKind("race_ended", (RACE, PLACES, POINTS, TOTALS), closes=True),
    state.ENDED: EventKind("ended", (TOTALS,)),
    state.NOBODY_WON: EventKind("nobody_won"),
}
