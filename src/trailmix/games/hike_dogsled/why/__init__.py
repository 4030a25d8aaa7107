"""Why an action of Hike! is refused: one sentence, made from what the seat itself may know."""

from __future__ import annotations

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, letter
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.rules.loose_cards import choice_of
from trailmix.games.hike_dogsled.rules.preparations import can_be_equipped
from trailmix.games.hike_dogsled.rules.sleds import clashes, team
from trailmix.games.hike_dogsled.state import NONE, State, Table
from trailmix.games.hike_dogsled.why.race import (
    name_of,
    no_such_slot,
    spot,
    why_no_care,
    why_no_end,
    why_no_rest,
    why_no_use,
)

DECISIONS_OF = (
    (state.FIRST_SWAP, (state.ACTION,)),
    (state.FIRST_PLACE, (state.ACTION, state.BONUS, state.SETTLE)),
    (state.FIRST_DRAFT, (state.ACTION, state.BONUS)),
    (state.FIRST_TAKE, (state.ACTION,)),
    (state.FIRST_PICK, (state.PICK, state.RUNAWAY)),
    (state.FIRST_CARE, (state.STEP,)),
    (state.FIRST_REST, (state.REST,)),
    (state.FIRST_USE, (state.STEP,)),
    (state.FIRST_TUCK, (state.TUCK,)),
    (state.FIRST_WITH, (state.TARGET,)),
    (state.PAY, (state.FIELD,)),
    (state.END, (state.STEP,)),
    (state.READY, (state.DECLARE,)),
    (state.SPEND, (state.MENTOR,)),
    (state.DECLINE, (state.MENTOR, state.BONUS, state.DECLARE, state.TUCK)),
)
"""The decisions that actions from a number on belong to."""


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    s, decision = states[0], int(Look(states).decision)
    belongs = next(found for first, found in DECISIONS_OF if action >= first)
    if decision not in belongs:
        return Message(f"refused.now_{state.DECISION_IDS[decision]}")
    if decision == state.ACTION:
        return _why_no_action(setup, s, seat, action)
    if decision in (state.BONUS, state.SETTLE) and action != state.DECLINE:
        return _why_no_placing(setup, s, seat, action)
    if decision == state.TARGET:
        return _why_no_target(setup, s, seat, action - state.FIRST_WITH)
    if decision in (state.PICK, state.RUNAWAY):
        return _why_no_pick(setup, s, seat, action - state.FIRST_PICK)
    if decision == state.TUCK and action != state.DECLINE:
        return _why_no_tuck(setup, s, seat, action - state.FIRST_TUCK)
    if decision in (state.STEP, state.FIELD, state.REST):
        return _why_not_in_race(setup, s, seat, action)
    return None


def _why_not_in_race(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    if action == state.END:
        return why_no_end(setup, s, seat)
    if action == state.PAY and s.equipment[seat] - s.paid[seat] <= 0:
        return Message("refused.no_equipment")
    if action == state.STOP and not s.moved:
        return Message("refused.not_moved")
    if action in (state.PAY, state.ENTER, state.STOP):
        return None
    if action >= state.FIRST_CARE:
        return why_no_care(setup, s, seat, action)
    if action >= state.FIRST_REST:
        return why_no_rest(setup, s, seat, action)
    return why_no_use(setup, s, seat, action)


# --- placing --------------------------------------------------------------------------------------------


def _why_no_action(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """HD-ACT-1 to HD-ACT-4."""
    if action < state.FIRST_DRAFT:
        return _why_not_in_centre(setup, s, action - state.FIRST_TAKE)
    if action < state.FIRST_SWAP:
        first = state.FIRST_DRAFT if action < state.FIRST_PLACE else state.FIRST_PLACE
        husky, slot = divmod(action - first, state.SLOTS)
        missing = _why_not_there(setup, s, seat, husky, drafted=first == state.FIRST_DRAFT)
        return missing or _why_no_slot(setup, s, seat, husky, slot, NONE)
    lifted, rest = divmod(action - state.FIRST_SWAP, state.HUSKIES * state.SLOTS)
    husky, slot = divmod(rest, state.SLOTS)
    if lifted not in slots(setup):
        return no_such_slot(setup, lifted)
    if s.sled[seat, lifted] == NONE:
        return Message("refused.nothing_to_lift", {"slot": spot(lifted)})
    if not s.hand[seat] >> husky & 1 and s.sled[seat, lifted] != husky:
        return _named("not_in_hand", setup, husky)
    return _why_no_slot(setup, s, seat, husky, slot, lifted)


def _why_not_in_centre(setup: Setup, s: State, card: int) -> Message | None:
    if card == state.EQUIPMENT:
        return None if s.centre_equipment else Message("refused.no_equipment_in_centre")
    if card == state.SINGLE:
        return None if s.centre_care else Message("refused.no_care_in_centre")
    return None if s.centre >> card & 1 else _named("not_in_centre", setup, card)


def _why_not_there(setup: Setup, s: State, seat: int, husky: int, *, drafted: bool) -> Message | None:
    """A husky is drafted from the centre, or placed from the hand."""
    if drafted:
        return _why_not_in_centre(setup, s, husky)
    return None if s.hand[seat] >> husky & 1 else _named("not_in_hand", setup, husky)


def _why_no_slot(setup: Setup, s: State, seat: int, husky: int, slot: int, lifted: int) -> Message | None:
    """HD-PLACE-1, HD-PLACE-3; `lifted` counts as vacant (HD-SWAP-1)."""
    t = setup.table[0]
    if slot not in slots(setup):
        return no_such_slot(setup, slot)
    if s.sled[seat, slot] != NONE and slot != lifted:
        there = name_of(setup, int(s.sled[seat, slot]))
        return Message("refused.slot_taken", {"slot": spot(slot), "husky": there})
    for edge in range(state.EDGES):
        if clashes(t, s, seat, husky, slot, edge) and t.neighbour[slot, edge] != lifted:
            return _clash(setup, t, s, seat, husky, slot, edge)
    return None


def _clash(setup: Setup, t: Table, s: State, seat: int, husky: int, slot: int, edge: int) -> Message:
    beside = int(t.neighbour[slot, edge])
    other = int(s.sled[seat, beside])
    colours = list(setup.data.colours.values())
    return Message(
        "refused.clash",
        {
            "husky": name_of(setup, husky),
            "slot": spot(slot),
            "edge": Message(f"edge.{state.EDGE_IDS[edge]}"),
            "colour": colours[t.edge[husky, edge] - 1],
            "neighbour": name_of(setup, other),
            "its_edge": Message(f"edge.{state.EDGE_IDS[state.OPPOSITE[edge]]}"),
            "its_colour": colours[t.edge[other, state.OPPOSITE[edge]] - 1],
        },
    )


def _why_no_placing(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """A bonus is a youngster (HD-BONUS-1, HD-BONUS-2); a husky that was received is that one (HD-RUL-43)."""
    first = state.FIRST_DRAFT if action < state.FIRST_PLACE else state.FIRST_PLACE
    husky, slot = divmod(action - first, state.SLOTS)
    if s.decision == state.SETTLE:
        if husky != s.received[seat]:
            return _named("settle_other", setup, int(s.received[seat]))
    elif not state.ALL_YOUNGSTERS >> husky & 1:
        return _named("no_youngster", setup, husky)
    elif missing := _why_not_there(setup, s, seat, husky, drafted=first == state.FIRST_DRAFT):
        return missing
    return _why_no_slot(setup, s, seat, husky, slot, NONE)


# --- loose cards and tucks ------------------------------------------------------------------------------


def _why_no_target(setup: Setup, s: State, seat: int, other: int) -> Message | None:
    """HD-LOOSE-4, HD-RUL-41."""
    if other >= setup.players:
        known = ", ".join(letter(n) for n in range(setup.players))
        return Message("refused.no_such_seat", {"said": letter(other), "known": known})
    if other == seat:
        return Message("refused.with_yourself")
    return Message("refused.with_ready", {"other": letter(other)}) if s.declared[other] else None


def _why_no_pick(setup: Setup, s: State, seat: int, husky: int) -> Message | None:
    if s.decision == state.RUNAWAY:
        return _why_not_in_centre(setup, s, husky)
    if choice_of(s, seat) >> husky & 1:
        return None
    held = (team(s, seat) | s.hand[seat]) >> husky & 1
    return _named("not_in_sled" if s.loose == state.SLED_LOOSE and held else "not_yours", setup, husky)


def _why_no_tuck(setup: Setup, s: State, seat: int, slot: int) -> Message | None:
    """HD-READY-4, HD-READY-5."""
    if slot not in slots(setup):
        return no_such_slot(setup, slot)
    if can_be_equipped(setup.table[0], s, seat) >> slot & 1:
        return None
    tucked = int(s.tucked[seat]) >> slot & 1
    return _named("tucked" if tucked else "not_one_point", setup, int(s.sled[seat, slot]))


def _named(key: str, setup: Setup, husky: int) -> Message:
    return Message(f"refused.{key}", {"husky": name_of(setup, husky)})
