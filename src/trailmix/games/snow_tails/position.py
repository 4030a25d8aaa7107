"""Snow Tails' part of a position document.

.. code-block:: toml

    round = 3                    # 0 while sleds are placed
    order = "B A C"              # of the round, or of placing; to_move = "A" says whose turn it is

    [sleds.A]
    space = "1.3.5"              # piece, lane, place
    mat = "4/5/2"
    left = "2 4"                 # the cards on the left dog, the one it shows last
    hand = "1 1 ? ?"             # ? is dealt from the rest
    dents = 1
    discards = "2 2"
    pile = "3 5 ..."             # the top first; ... is the rest, shuffled

`reading` has the sleds. Everything that is left out has a usual value, see ``docs/notation.md``.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed
from trailmix.engine.words import letter
from trailmix.games.snow_tails.check import check
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.moving import drift_of, drift_side, sapling_stands, speed_of
from trailmix.games.snow_tails.notation import STEP_LETTERS
from trailmix.games.snow_tails.racing import list_the_others, sort_racing
from trailmix.games.snow_tails.reading import number, read_sleds, said_text, space_number
from trailmix.games.snow_tails.rules import clear
from trailmix.games.snow_tails.state import (
    BONUS,
    DECISION_IDS,
    FINISHED,
    LEFT,
    NONE,
    OVER,
    PLAY,
    RACING,
    RIGHT,
    START,
    STEP,
    VALUES,
    WAITING,
    WRECKED,
    State,
)

FIELDS = {"race", "round", "decision", "order", "to_move", "from", "path", "felled", "results", "sleds"}


# --- writing --------------------------------------------------------------------------------------------


def write(setup: Setup, states: Array) -> dict[str, Any]:
    """The position as plain values; cards that are hidden in the state are written as ?."""
    s = states[0]
    spaces = track_of(setup, s.race).spaces
    said: dict[str, Any] = {"race": int(s.race) + 1, "round": int(s.round_no)}
    said["decision"] = DECISION_IDS[s.decision]
    if s.decision != OVER:
        said["order"] = " ".join(letter(seat) for seat in s.order if seat != NONE)
        said["to_move"] = letter(s.order[s.turn])
    if s.decision in (STEP, BONUS):
        said["from"] = spaces[s.path[0]].name
        lanes = [spaces[space].lane for space in s.path[: s.steps + 1]]
        changes = [after - before for before, after in itertools.pairwise(lanes)]
        said["path"] = "".join("FRL"[change] for change in changes)
    felled = [n for n in range(setup.table[0].finish[s.race]) if _is_felled(setup, s, n)]
    if felled:
        said["felled"] = " ".join(spaces[n].name for n in felled)
    if s.race:
        said["results"] = [_result(setup, s, race) for race in range(s.race)]
    said["sleds"] = {letter(seat): _sled(setup, s, seat) for seat in range(setup.players)}
    return said


def _is_felled(setup: Setup, s: State, space: int) -> bool:
    t = setup.table[0]
    return bool(t.sapling[s.race, space] >= 0 and not sapling_stands(t, s, space))


def _result(setup: Setup, s: State, race: int) -> str:
    """The seats by place, those that have not finished behind a bar."""
    listed = sorted(range(setup.players), key=lambda seat: abs(s.results[race, seat]))
    placed = [letter(seat) for seat in listed if s.results[race, seat] > 0]
    others = [letter(seat) for seat in listed if s.results[race, seat] < 0]
    return " ".join([*placed, "|", *others] if others else placed)


def _sled(setup: Setup, s: State, seat: int) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if s.status[seat] != WAITING:
        said["space"] = track_of(setup, s.race).spaces[s.space[seat]].name
    said["mat"] = "/".join(str(shows) for shows in s.mat[seat])
    for name, dog in (("left", LEFT), ("right", RIGHT)):
        if s.carded[seat, dog]:
            said[name] = f"{_cards(s.covered[seat, dog])} {s.mat[seat, dog]}".strip()
    hidden = int(s.canines[seat]) - int(s.hand[seat].sum())
    if s.status[seat] != WRECKED:
        said["hand"] = " ".join([*_cards(s.hand[seat]).split(), *["?"] * hidden])
        if s.pile[seat, 0] or not s.pile_size[seat]:
            said["pile"] = " ".join(str(card) for card in s.pile[seat, : s.pile_size[seat]][::-1])
    for name, cards in (("discards", s.discards[seat]), ("known", s.sure[seat])):
        if cards.any():
            said[name] = _cards(cards)
    said["dents"] = int(s.dents[seat])
    if s.status[seat] == FINISHED:
        said["place"] = int(s.results[s.race, seat])
    if s.status[seat] == WRECKED:
        said["wrecked"] = f"{s.wreck_round[seat]}.{s.wreck_turn[seat]}"
    return said


def _cards(counts: Array) -> str:
    return " ".join(str(value) for value in range(1, VALUES + 1) for _ in range(counts[value - 1]))


# --- reading --------------------------------------------------------------------------------------------


def read(setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
    """Fill a state from a document; BadPosition says what is impossible about it."""
    unknown = said.keys() - FIELDS
    if unknown:
        raise BadPosition(f"A position of Snow Tails has no field '{min(unknown)}'.")
    t, s = setup.table[0], states[0]
    seed(s, key)
    clear(t, s)
    s.race = number(said, "race", 1, range(1, int(t.races) + 1)) - 1
    usual = 1 if "sleds" in said else 0
    s.round_no = number(said, "round", usual, range(int(setup.options.most_rounds) + 1))
    _read_results(setup, s, said.get("results", []))
    _read_felled(setup, s, said)
    read_sleds(setup, s, said.get("sleds", {}), acting="path" in said or "from" in said)
    _read_decision(setup, s, said)
    broken = check(t, s)
    if broken:
        raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")


def _read_results(setup: Setup, s: State, said: Any) -> None:
    """The races before this one, each as "A B | C": those with places, then those that did not finish."""
    if not isinstance(said, list) or len(said) != s.race:
        raise BadPosition(f"In race {s.race + 1}, results is a list of {s.race} texts like 'A B | C'.")
    for race, result in enumerate(said):
        text = said_text({"results": result}, "results", "")
        placed, _, others = text.partition("|")
        seats = _seats(setup, f"{placed} {others}")
        if len(seats) != setup.players:
            raise BadPosition(f"The result {shown(result)} does not name every seat once.")
        for place, seat in enumerate(seats, 1):
            s.results[race, seat] = place if place <= len(placed.split()) else -place


def _seats(setup: Setup, text: str) -> list[int]:
    """Letters of seats, each at most once."""
    letters = [letter(seat) for seat in range(setup.players)]
    found = text.split()
    for name in found:
        if name not in letters:
            raise BadPosition(f"There is no seat {name[:20]} with {setup.players} players.")
    if len(set(found)) != len(found):
        raise BadPosition(f"A seat is named twice in {shown(text)}.")
    return [letters.index(name) for name in found]


def _read_felled(setup: Setup, s: State, said: dict[str, Any]) -> None:
    s.felled[:] = 0
    for name in said_text(said, "felled", "").split():
        n = int(setup.table[0].sapling[s.race, space_number(setup, s.race, name)])
        if n < 0:
            raise BadPosition(f"No sapling ever stood on {name[:20]}.")
        s.felled[n >> 3] |= 1 << (n & 7)


def _read_decision(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """What is decided, whose turn it is, and the move under way."""
    t = setup.table[0]
    usual = START if s.round_no == 0 else STEP if "path" in said or "from" in said else PLAY
    decision = said_text(said, "decision", DECISION_IDS[usual])
    if decision not in DECISION_IDS:
        raise BadPosition(f"The decision is one of {', '.join(DECISION_IDS)}, not {shown(decision)}.")
    s.decision = DECISION_IDS.index(decision)
    s.path[:] = NONE
    s.steps, s.forward, s.drift, s.turn = 0, 0, 0, 0
    s.order[:] = NONE
    if s.decision == OVER:
        list_the_others(t, s)
        return
    _read_order(setup, s, said)
    if s.decision in (STEP, BONUS):
        _read_move(setup, s, said)
    elif "from" in said or "path" in said:
        raise BadPosition("'from' and 'path' tell of a move: the decision is step or bonus then.")


def _read_order(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The order and whose turn it is; usually that of the race, or that in which sleds have been placed."""
    if "order" in said:
        order = _seats(setup, said_text(said, "order", ""))
    elif s.decision == START:
        order = sorted(range(setup.players), key=lambda seat: s.status[seat] == WAITING)
    else:
        places = np.full(len(s.order), NONE, np.int8)
        sort_racing(setup.table[0], s, places)
        order = [int(seat) for seat in places if seat != NONE]
    if not order:
        raise BadPosition("No sled is in the race: the decision is over then.")
    s.order[: len(order)] = order
    first = next((seat for seat in order if s.status[seat] == WAITING), order[0])
    mover = _seats(setup, said_text(said, "to_move", letter(first)))
    if len(mover) != 1 or mover[0] not in order:
        raise BadPosition(f"to_move = {shown(said['to_move'])} is not a seat of the order.")
    s.turn = order.index(mover[0])


def _read_move(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The path so far, from where the move began; what is left of it follows from the mat."""
    t, seat = setup.table[0], int(s.order[s.turn])
    path = said_text(said, "path", "")
    if s.status[seat] != RACING or not re.fullmatch("[FLR]{0,9}", path):
        raise BadPosition(f"path = {shown(path)} is not the way of a sled, like RFF.")
    here = track_of(setup, s.race).spaces[s.space[seat]].name
    s.path[0] = space_number(setup, s.race, said_text(said, "from", here))
    for step in path:
        to = t.step[s.race, s.path[s.steps], STEP_LETTERS.index(step)]
        if to < 0:
            raise BadPosition(f"path = {shown(path)} runs into something: such a move is over.")
        s.steps += 1
        s.path[s.steps] = to
    speed = speed_of(s, seat)
    drifts = sum(step == STEP_LETTERS[drift_side(s, seat)] for step in path)
    s.drift = min(drift_of(s, seat), max(speed, 0)) - drifts
    s.forward = speed - s.drift - s.steps
