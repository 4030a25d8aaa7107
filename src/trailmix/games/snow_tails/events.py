"""What happens in Snow Tails, and who may know which part of it."""

from __future__ import annotations

from typing import Literal, get_args

from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, letter
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.box import PILLAR, ROCK, SNOW
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.notation import STEP_LETTERS, play_name
from trailmix.games.snow_tails.state import CARD_BITS, MAX_PLAYERS, NO_SEAT, SEAT_BITS, STEP_BITS
from trailmix.games.snow_tails.track import IN_THE_WAY, SIDE

Obstacle = Literal["side", "rock", "pillar", "snow"]
OBSTACLES: dict[int, Obstacle] = {
    SIDE: "side",
    IN_THE_WAY[ROCK]: "rock",
    IN_THE_WAY[PILLAR]: "pillar",
    IN_THE_WAY[SNOW]: "snow",
}
Side = Literal["none", "left", "right"]
SIDES: tuple[Side, ...] = get_args(Side)


def _order(_setup: Setup, packed: int) -> list[str]:
    seats = [packed >> SEAT_BITS * n & 7 for n in range(MAX_PLAYERS)]
    return [letter(seat) for seat in seats if seat != NO_SEAT]


def _cards(_setup: Setup, packed: int) -> list[int]:
    cards = [packed >> CARD_BITS * n & 7 for n in range(10)]
    return [card for card in cards if card]


def _play(_setup: Setup, action: int) -> str:
    return play_name(action)


def _mat(_setup: Setup, packed: int) -> str:
    return f"{packed // 100}/{packed // 10 % 10}/{packed % 10}"


def _side(_setup: Setup, side: int) -> Side:
    return SIDES[side]


def _which_side(_setup: Setup, side: str) -> Message:
    return Message(f"side.{side}")


def _steps(_setup: Setup, number: int, packed: int) -> str:
    return "".join(STEP_LETTERS[packed >> STEP_BITS * n & 3] for n in range(number))


def _path(setup: Setup, race: int, begin: int, number: int, packed: int) -> list[int]:
    """The spaces of a move, the one it begins on first."""
    found, step = [begin], setup.table[0].step[race]
    for n in range(number):
        found.append(int(step[found[-1], packed >> STEP_BITS * n & 3]))
    return found


def _space(setup: Setup, race: int, space: int) -> str:
    return str(track_of(setup, race).spaces[space].name)


def _course(setup: Setup, race: int) -> str:
    course = track_of(setup, race).course
    return str(course.name or course.line)


def _seat(_setup: Setup, seat: int) -> str:
    return letter(seat)


def _obstacle(_setup: Setup, what: int) -> Obstacle:
    return OBSTACLES[what]


def _what(_setup: Setup, obstacle: str) -> Message:
    return Message(f"obstacle.{obstacle}")


def _next(_setup: Setup, number: int) -> int:
    return number + 1


def _each(setup: Setup, *numbers: int) -> dict[str, int]:
    return {letter(seat): numbers[seat] for seat in range(setup.players)}


def _places(setup: Setup, *results: int) -> dict[str, int | None]:
    """Who has not finished has none (ST-R-27, ST-R-30)."""
    return {letter(seat): results[seat] if results[seat] > 0 else None for seat in range(setup.players)}


KINDS = {
    state.RACE_BEGAN: EventKind(
        "race_began",
        (public("race", _next), public("course", _course), public("order", _order)),
        reveals=True,
    ),
    state.STARTED: EventKind("started", (public("number"),)),
    state.ROUND_BEGAN: EventKind("round_began", (public("round"), public("order", _order))),
    state.PLAYED: EventKind(
        "played",
        (
            public("card", _play),
            public("mat", _mat),
            public("speed"),
            public("drift"),
            public("side", _side, said=_which_side),
        ),
    ),
    state.STOOD: EventKind("stood", (public("speed"),)),
    state.MOVED: EventKind(
        "moved", (public("steps", _steps, 2), public("path", _path, 4), public("to", _space, 2))
    ),
    state.CROSSED: EventKind("crossed"),
    state.TOOK_BONUS: EventKind("took_bonus", (public("number"), public("speed"))),
    state.LEFT_BONUS: EventKind("left_bonus", (public("number"),)),
    state.BROKE_SAPLING: EventKind("broke_sapling", (public("space", _space, 2), public("dents"))),
    state.SPED: EventKind("sped", (public("limit"), public("speed"), public("over"), public("dents"))),
    state.HIT_SLED: EventKind("hit_sled", (public("other", _seat), public("space", _space, 2))),
    state.HIT_SIDE: EventKind(
        "hit_side", (public("what", _obstacle, said=_what), public("space", _space, 2), public("dents"))
    ),
    state.NO_CANINE: EventKind("no_canine", (public("dents"),)),
    state.SPARED: EventKind("spared"),
    state.WRECK: EventKind("wrecked", (public("space", _space, 2),)),
    state.DREW: EventKind("drew", (public("number"), private("cards", _cards)), reveals=True),
    state.RESHUFFLED: EventKind("reshuffled", (public("number"),)),
    state.DISCARDED: EventKind("discarded", (public("card"),)),
    state.PLACED: EventKind("placed", (public("place"), public("points"))),
    state.STOPPED: EventKind("stopped", (public("round"),)),
    state.RACE_ENDED: EventKind(
        "race_ended",
        (
            public("race", _next),
            public("places", _places, MAX_PLAYERS),
            public("points", _each, MAX_PLAYERS),
            public("totals", _each, MAX_PLAYERS),
        ),
    ),
    state.ENDED: EventKind("ended", (public("totals", _each, MAX_PLAYERS),)),
    state.NOBODY_WON: EventKind("nobody_won"),
}
