"""What is special about positions of Hike!; most fields say themselves how they are written (`state`).

.. code-block:: toml

    phase = "preparations"
    day = 3
    decision = "action"
    to_move = "A"
    track = "L04 L11 L10 ? ? ? ? ?"   # ? is drawn from the rest
    centre = "H05 Y1 E C"
    deck = "H01 E X2 ..."             # the top first; ... is the rest, shuffled

    [seats.A]
    sled = { T1 = "H07", B1 = "Y2" }
    hand = "H30 E ?"                  # ? is dealt from the rest

Everything that is left out has a usual value, see ``docs/notation.md``.
"""

from typing import Any

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.events import forget_events
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.words import letter
from trailmix.engine.written import SEAT, Form, List, Listed, Number, Pattern, Switch
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.position import cards
from trailmix.games.hike_dogsled.position.cards import bits_of, card_numbers
from trailmix.games.hike_dogsled.rules import setup as setting_up
from trailmix.games.hike_dogsled.rules.cards import cards_outside_deck
from trailmix.games.hike_dogsled.rules.checks import check
from trailmix.games.hike_dogsled.rules.invariants import NO_CHOICE, SOUND
from trailmix.games.hike_dogsled.rules.loose_cards import MOST_RUNAWAYS
from trailmix.games.hike_dogsled.rules.play import go_on
from trailmix.games.hike_dogsled.rules.race_days import end_match, sort_racers
from trailmix.games.hike_dogsled.state import NONE, State

PARTS: dict[str, Form] = {
    "turn": SEAT,
    "track": Listed("landscape"),
    "deck": Listed("card", unknown=False, rest=True),
    "centre": Listed("card", unknown=False),
    "care_order": Listed("card", unknown=False),
    "points_left": Pattern(f"[{state.TERRAIN_IDS}]{{0,100}}", "SP"),
    "seats.hand": Listed("card"),
    "seats.known": Listed("card", unknown=False),
    "seats.mentors": Number(0, state.MENTORS_EACH),
    "seats.care_pile": Number(0, state.PILE),
    "seats.crazy": Switch(),
}


# --- writing --------------------------------------------------------------------------------------------


def tell(setup: Setup, s: State) -> dict[str, Any]:
    """The parts that are not fields; what is hidden in the state is left out, or written as ?."""
    seats, preparing = range(setup.players), s.phase == state.PREPARATIONS
    deck = s.deck[: s.deck_size][::-1]
    left = "".join(terrain * int(s.left[n]) for n, terrain in enumerate(state.TERRAIN_IDS))
    return {
        "turn": s.turn if preparing else s.asked,
        "track": s.landscapes[: setup.table[0].laid],
        "deck": None if NONE in deck else deck,
        "centre": _cards(s.centre, s.centre_equipment, s.centre_care),
        "points_left": left if s.husky != NONE else "",
        "seats.hand": {seat: _hand(s, seat) for seat in seats},
        "seats.known": {seat: _known(s, seat) or None for seat in seats},
        "seats.mentors": None if s.phase == state.RACE else s.mentors,
        "seats.care_pile": None if s.phase == state.RACE else s.own_pile,
        "seats.crazy": {seat: True for seat in seats if int(s.crazy_seats) >> seat & 1},
    }


def _cards(huskies: int, *copies: int) -> list[int]:
    """The numbers of huskies, then of equipment, single and double care, as often as there are copies."""
    found = [husky for husky in range(state.HUSKIES) if int(huskies) >> husky & 1]
    for card, number in enumerate(copies, state.EQUIPMENT):
        found += [card] * int(number)
    return found


def _hand(s: State, seat: int) -> list[int]:
    """In a redacted state other hands are blank, except for what everybody knows."""
    equipment = max(s.equipment[seat], s.known_equipment[seat], s.paid[seat])
    singles = max(s.singles[seat], s.known_singles[seat], s.nursed[seat, 0])
    found = _cards(s.hand[seat] | s.known[seat], equipment, singles, s.doubles[seat])
    return [*found, *[NONE] * (int(s.hand_size[seat]) - len(found))]


def _known(s: State, seat: int) -> list[int]:
    return _cards(s.known[seat], s.known_equipment[seat], s.known_singles[seat])


# --- reading --------------------------------------------------------------------------------------------


def clear(setup: Setup, states: Array, key: Array) -> None:
    """The first day, nobody having done anything."""
    seed(states[0], key)
    setting_up.clear(setup.table[0], states[0])
    states[0].day = 1


def complete(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Work out all that follows; a decision that leaves no choice is carried out, as always."""
    t = setup.table[0]
    if "phase" not in said and "seats.position" in said:
        s.phase = state.RACE
    s.revealed = t.laid if s.phase == state.RACE else min(int(s.day), int(t.laid))
    s.secret = int(s.phase == state.RACE and t.simultaneous)
    _lay_track(setup, s, said.get("track", List([None] * int(t.laid))))
    _put_in_centre(setup, s, said)
    _put_loose(s, said)
    for seat in range(setup.players):
        try:
            cards.complete_seat(setup, s, seat, said)
        except BadPosition as error:
            raise BadPosition(f"Seat {letter(seat)}: {error}") from None
    s.first_day = min((int(day) for day in s.declared if day), default=0)
    if s.phase == state.OVER and s.first_day:
        s.revealed = t.laid  # it ended in the race
    _put_care(setup, s, said)
    _decide(setup, s, said)
    cards.deal_rest(setup, s, said.get("deck", List([], rest=True)))
    cards.draw_care_in_order(s, said.get("care_order", List([])).named)
    _go_on(setup, s)


def _go_on(setup: Setup, s: State) -> None:
    """Cards may wait to be turned up: then the deck's top is what the seat finds in the centre."""
    t, to_reveal = setup.table[0], int(s.to_reveal)
    if s.decision == state.MENTOR and s.loose == NONE:
        s.to_reveal = 0
    if (broken := check(t, s)) not in (SOUND, NO_CHOICE):
        raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")
    s.to_reveal = to_reveal
    if s.phase != state.OVER:
        go_on(t, s)
        forget_events(s)


def _lay_track(setup: Setup, s: State, track: List) -> None:
    """The landscapes between start and finish; ? is one that is named nowhere."""
    laid, lands, named = int(setup.table[0].laid), setup.data.landscapes, track.named
    if len(track.cards) != laid:
        raise BadPosition(
            f"track has {laid} landscapes with {setup.players} players, not {len(track.cards)}."
        )
    if max(named, default=0) >= state.MIDDLE:
        name = lands[max(named)].id
        raise BadPosition(f"There is no landscape '{name}' to be laid between start and finish.")
    if len(set(named)) != len(named):
        raise BadPosition("A landscape lies on the track twice.")
    rest = np.array([n for n in range(state.MIDDLE) if n not in named], np.int64)
    shuffle(s, rest, len(rest))
    drawn = iter(rest.tolist())
    s.landscapes[:laid] = [next(drawn) if card is None else card for card in track.cards]


def _put_in_centre(setup: Setup, s: State, said: dict[str, Any]) -> None:
    there = card_numbers(setup, said.get("centre", List([])), "centre", state.SINGLE)
    s.centre = bits_of(card for card in there if card < state.HUSKIES)
    s.centre_equipment, s.centre_care = there.count(state.EQUIPMENT), there.count(state.SINGLE)


def _put_loose(s: State, said: dict[str, Any]) -> None:
    """A loose card at work has been turned up; runaways are usually two, or as many as there are."""
    if s.loose != NONE:
        s.loose_seen |= 1 << int(s.loose)
    if s.loose == state.RUNAWAYS and "running" not in said:
        s.running = min(MOST_RUNAWAYS, int(s.centre).bit_count())


def _put_care(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The care pile: usually what is set aside; in the race what nobody has, as far as that goes."""
    if s.phase != state.PREPARATIONS and "care_pile" not in said:
        outside = state.N_SINGLES - state.SINGLES_IN_DECK
        s.care_pile[0] = 0
        singles = state.N_SINGLES - cards_outside_deck(setup.table[0], s)[3]
        s.care_pile[0] = max(0, min(outside, singles))
        s.care_pile[1] = max(0, state.N_DOUBLES - int(s.doubles.sum()) - int(s.care_discards[1]))


def _decide(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """What is decided, by whom, in whose turn; how long nobody has moved, which can have ended the race."""
    if s.still >= state.STANDSTILL + (s.phase == state.OVER):
        raise BadPosition(f"After {state.STANDSTILL} days without movement the race is over.")
    if s.phase == state.OVER:
        end_match(s)
        return
    racing = s.phase == state.RACE
    if "decision" not in said:
        s.decision = state.ACTION if not racing else state.STEP if s.husky == NONE else state.FIELD
    if (s.decision in (state.STEP, state.FIELD, state.REST)) != racing:
        raise BadPosition(f"In this phase nobody decides on {state.DECISION_IDS[s.decision]}.")
    if racing:
        _decide_race(setup, s, said)
        return
    if "to_move" not in said:
        s.asked = next((seat for seat in range(setup.players) if not s.declared[seat]), 0)
    s.turn = said.get("turn", s.asked)


def _decide_race(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Whose turn it is in the order of the day, and what a husky in front of a field has left."""
    if not said.get("order"):
        sort_racers(setup.table[0], s)
    racers = [int(seat) for seat in s.order if seat != NONE]
    if not racers:
        raise BadPosition("Nobody races: a racer has a complete sled and has declared.")
    if "to_move" not in said:
        s.asked = racers[0]
    if s.asked not in racers:
        raise BadPosition(f"{letter(s.asked)} is not in the order of the day.")
    s.turn = racers.index(int(s.asked))
    if s.decision == state.REST and "to_rest" not in said:
        s.to_rest = 1
    s.moved = int(s.decision == state.FIELD and said.get("moved", True))
    if s.decision != state.FIELD:
        s.husky = NONE
        return
    left = said["points_left"][0] if "points_left" in said else ""
    if not left or s.husky == NONE:
        raise BadPosition("points_left tells the points of the husky in use, and in_use its slot.")
    s.left[:] = [left.count(terrain) for terrain in state.TERRAIN_IDS]
