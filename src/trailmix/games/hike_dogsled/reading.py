"""A position of Hike! read from its document."""

from __future__ import annotations

from typing import Any

import numpy as np

from trailmix.engine.documents import shown
from trailmix.engine.errors import BadPosition
from trailmix.engine.events import forget_events
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.words import letter
from trailmix.games.hike_dogsled.check import check
from trailmix.games.hike_dogsled.invariants import NO_CHOICE, SOUND
from trailmix.games.hike_dogsled.race_days import end_match, sort_racers
from trailmix.games.hike_dogsled.reading_rest import deal_rest, singles_outside
from trailmix.games.hike_dogsled.reading_seats import read_seats
from trailmix.games.hike_dogsled.rules import clear, go_on
from trailmix.games.hike_dogsled.rules_loose import MOST_RUNAWAYS
from trailmix.games.hike_dogsled.state import (
    ACTION,
    DECISION_IDS,
    EQUIPMENT,
    FIELD,
    FIRST_LOOSE,
    HUSKIES,
    LOOSE,
    MIDDLE,
    N_DOUBLES,
    N_EQUIPMENT,
    N_SINGLES,
    NONE,
    NOTHING,
    OVER,
    PHASE_IDS,
    PREPARATIONS,
    RACE,
    REST,
    RUNAWAYS,
    SINGLE,
    SINGLES_IN_DECK,
    STANDSTILL,
    STEP,
    TERRAIN_IDS,
    TERRAINS,
    State,
)
from trailmix.games.hike_dogsled.tokens import (
    bits_of,
    card_numbers,
    number,
    pair,
    refuse_unknown,
    said_text,
    seat_numbers,
    slot_number,
)

FIELDS = {
    "phase",
    "day",
    "decision",
    "to_move",
    "turn",
    "track",
    "deck",
    "centre",
    "removed",
    "loose",
    "loose_seen",
    "to_reveal",
    "running",
    "target",
    "crazy",
    "care_pile",
    "care_discards",
    "discarded",
    "order",
    "still",
    "in_use",
    "points_left",
    "moved",
    "to_rest",
    "seats",
}
MOST_DAYS = 30_000


def read(setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
    """Fill a state from a document; BadPosition says what is impossible about it.

    A decision that leaves no choice is carried out, as always.
    """
    refuse_unknown(said, FIELDS, "A position of Hike!")
    t, s = setup.table[0], states[0]
    seed(s, key)
    clear(t, s)
    _read_phase(setup, s, said)
    _read_track(setup, s, said)
    _read_centre(setup, s, said)
    _read_loose(setup, s, said)
    read_seats(setup, s, said.get("seats", {}))
    if s.phase == OVER and s.first_day:
        s.revealed = t.laid  # it ended in the race
    _read_care(setup, s, said)
    _read_turn(setup, s, said)
    deal_rest(setup, s, said)
    _refuse(setup, check(t, s), (SOUND, NO_CHOICE))
    if s.phase != OVER:
        go_on(t, s)
        forget_events(s)
    _refuse(setup, check(t, s), (SOUND,))


def _refuse(setup: Setup, broken: int, allowed: tuple[int, ...]) -> None:
    if broken not in allowed:
        raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")


def _read_phase(setup: Setup, s: State, said: dict[str, Any]) -> None:
    seats = said.get("seats")
    racing = isinstance(seats, dict) and any(isinstance(x, dict) and "position" in x for x in seats.values())
    phase = said_text(said, "phase", PHASE_IDS[RACE if racing else PREPARATIONS])
    if phase not in PHASE_IDS:
        raise BadPosition(f"phase is one of {', '.join(PHASE_IDS)}, not {shown(phase)}.")
    s.phase = PHASE_IDS.index(phase)
    s.day = number(said, "day", 1, range(1, MOST_DAYS))
    s.revealed = setup.table[0].laid if s.phase == RACE else min(int(s.day), int(setup.table[0].laid))
    s.secret = int(s.phase == RACE and setup.table[0].simultaneous)


def _read_track(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The landscapes between start and finish; ? is one that is named nowhere."""
    ids = {land.id.casefold(): n for n, land in enumerate(setup.data.landscapes[:MIDDLE])}
    laid = int(setup.table[0].laid)
    found = said_text(said, "track", " ".join("?" * laid)).split()
    if len(found) != laid:
        raise BadPosition(f"track has {laid} landscapes with {setup.players} players, not {len(found)}.")
    for name in found:
        if name != "?" and name.casefold() not in ids:
            raise BadPosition(f"There is no landscape {shown(name)} to be laid between start and finish.")
    named = [ids[name.casefold()] for name in found if name != "?"]
    if len(set(named)) != len(named):
        raise BadPosition("A landscape lies on the track twice.")
    rest = np.array([n for n in range(MIDDLE) if n not in named], np.int64)
    shuffle(s, rest, len(rest))
    drawn = iter(rest.tolist())
    for n, name in enumerate(found):
        s.landscapes[n] = next(drawn) if name == "?" else ids[name.casefold()]


def _read_centre(setup: Setup, s: State, said: dict[str, Any]) -> None:
    cards = card_numbers(setup, said, "centre", SINGLE + 1)
    s.centre = bits_of(card for card in cards if card < HUSKIES)
    s.centre_equipment, s.centre_care = cards.count(EQUIPMENT), cards.count(SINGLE)
    s.removed = bits_of(card_numbers(setup, said, "removed", HUSKIES))


def _read_loose(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """What loose cards have done and are doing."""
    at_work = _loose_numbers(setup, said, "loose")
    if len(at_work) > 1:
        raise BadPosition("One loose card is at work at most.")
    s.loose = at_work[0] if at_work else NONE
    s.loose_seen = bits_of({*_loose_numbers(setup, said, "loose_seen"), *at_work})
    s.to_reveal = number(said, "to_reveal", 0, range(3))
    running = min(MOST_RUNAWAYS, int(s.centre).bit_count()) if s.loose == RUNAWAYS else 0
    s.running = number(said, "running", running, range(MOST_RUNAWAYS + 1))
    s.crazy = bits_of(card_numbers(setup, said, "crazy", HUSKIES))
    if said.get("target"):
        s.target = seat_numbers(setup, said, "target", "A")[0]


def _loose_numbers(setup: Setup, said: dict[str, Any], name: str) -> list[int]:
    cards = card_numbers(setup, said, name, FIRST_LOOSE + LOOSE)
    if any(card < FIRST_LOOSE for card in cards):
        raise BadPosition(f"{name} names loose cards.")
    return [card - FIRST_LOOSE for card in cards]


def _read_care(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The care pile: usually what is set aside; in the race what nobody has, as far as that goes."""
    s.care_discards[:] = pair(said, "care_discards", (0, 0))
    s.discarded = number(said, "discarded", 0, range(N_EQUIPMENT + 1))
    usual = (int(s.care_pile[0]), int(s.care_pile[1]))
    if s.phase != PREPARATIONS:
        outside = N_SINGLES - SINGLES_IN_DECK
        usual = (
            max(0, min(outside, N_SINGLES - singles_outside(setup, s) - int(s.care_discards[0]))),
            max(0, N_DOUBLES - int(s.doubles.sum()) - int(s.care_discards[1])),
        )
    s.care_pile[:] = pair(said, "care_pile", usual)


def _read_turn(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """What is decided, by whom, in whose turn; how long nobody has moved, which can have ended the race."""
    s.still = number(said, "still", 0, range(STANDSTILL + (s.phase == OVER)))
    if s.phase == OVER:
        end_match(s)
        return
    usual = STEP if s.phase == RACE else ACTION
    if s.phase == RACE and said.get("in_use"):
        usual = FIELD
    decision = said_text(said, "decision", DECISION_IDS[usual])
    if decision not in DECISION_IDS[:NOTHING]:
        raise BadPosition(f"decision is one of {', '.join(DECISION_IDS[:NOTHING])}, not {shown(decision)}.")
    s.decision = DECISION_IDS.index(decision)
    if (s.decision in (STEP, FIELD, REST)) != (s.phase == RACE):
        raise BadPosition(f"In this phase nobody decides on {decision}.")
    if s.phase == RACE:
        _read_racers_turn(setup, s, said)
        return
    unready = [seat for seat in range(setup.players) if not s.declared[seat]]
    s.asked = seat_numbers(setup, said, "to_move", letter(unready[0] if unready else 0))[0]
    s.turn = seat_numbers(setup, said, "turn", letter(s.asked))[0]


def _read_racers_turn(setup: Setup, s: State, said: dict[str, Any]) -> None:
    if said.get("order"):
        order = seat_numbers(setup, said, "order", "")
        s.order[:] = NONE
        s.order[: len(order)] = order
    else:
        sort_racers(setup.table[0], s)
    racers = [int(seat) for seat in s.order if seat != NONE]
    if not racers:
        raise BadPosition("Nobody races: a racer has a complete sled and has declared.")
    s.asked = seat_numbers(setup, said, "to_move", letter(racers[0]))[0]
    if s.asked not in racers:
        raise BadPosition(f"{letter(s.asked)} is not in the order of the day.")
    s.turn = racers.index(int(s.asked))
    s.to_rest = number(said, "to_rest", 1 if s.decision == REST else 0, range(3))
    if s.decision == FIELD:
        s.husky = slot_number(setup, said, "in_use")
        left = said_text(said, "points_left", "")
        if not left or set(left) - set(TERRAIN_IDS) or len(left) > 100:
            raise BadPosition(
                f"points_left tells the points of the husky in use, like SP, not {shown(left)}."
            )
        for terrain in range(TERRAINS):
            s.left[terrain] = left.count(TERRAIN_IDS[terrain])
        if not isinstance(said.get("moved", True), bool):
            raise BadPosition("moved is true or false.")
        s.moved = int(said.get("moved", True))
