"""Why an action of Hike! is refused: one sentence, made from what the seat itself may know."""

from __future__ import annotations

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, letter
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.rules_loose import choice_of
from trailmix.games.hike_dogsled.rules_preparations import can_be_equipped
from trailmix.games.hike_dogsled.sleds import clashes, team
from trailmix.games.hike_dogsled.state import (
    ACTION,
    ALL_YOUNGSTERS,
    BONUS,
    DECISION_IDS,
    DECLARE,
    DECLINE,
    EDGE_IDS,
    EDGES,
    END,
    ENTER,
    EQUIPMENT,
    FIELD,
    FIRST_CARE,
    FIRST_DRAFT,
    FIRST_PICK,
    FIRST_PLACE,
    FIRST_REST,
    FIRST_SWAP,
    FIRST_TAKE,
    FIRST_TUCK,
    FIRST_USE,
    FIRST_WITH,
    HUSKIES,
    MENTOR,
    NONE,
    OPPOSITE,
    PAY,
    PICK,
    READY,
    REST,
    RUNAWAY,
    SETTLE,
    SINGLE,
    SLED_LOOSE,
    SLOT_IDS,
    SLOTS,
    SPEND,
    STEP,
    STOP,
    TARGET,
    TUCK,
    State,
    Table,
)
from trailmix.games.hike_dogsled.why_race import why_no_care, why_no_end, why_no_rest, why_no_use

DECISIONS_OF = (
    (FIRST_SWAP, (ACTION,)),
    (FIRST_PLACE, (ACTION, BONUS, SETTLE)),
    (FIRST_DRAFT, (ACTION, BONUS)),
    (FIRST_TAKE, (ACTION,)),
    (FIRST_PICK, (PICK, RUNAWAY)),
    (FIRST_CARE, (STEP,)),
    (FIRST_REST, (REST,)),
    (FIRST_USE, (STEP,)),
    (FIRST_TUCK, (TUCK,)),
    (FIRST_WITH, (TARGET,)),
    (PAY, (FIELD,)),
    (END, (STEP,)),
    (READY, (DECLARE,)),
    (SPEND, (MENTOR,)),
    (DECLINE, (MENTOR, BONUS, DECLARE, TUCK)),
)
"""The decisions that actions from a number on belong to."""


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    s, decision = states[0], int(Look(states).decision)
    belongs = next(found for first, found in DECISIONS_OF if action >= first)
    if decision not in belongs:
        return Message(f"refused.now_{DECISION_IDS[decision]}")
    if decision == ACTION:
        return _why_no_action(setup, s, seat, action)
    if decision in (BONUS, SETTLE) and action != DECLINE:
        return _why_no_placing(setup, s, seat, action)
    if decision == TARGET:
        return _why_no_target(setup, s, seat, action - FIRST_WITH)
    if decision in (PICK, RUNAWAY):
        return _why_no_pick(setup, s, seat, action - FIRST_PICK)
    if decision == TUCK and action != DECLINE:
        return _why_no_tuck(setup, s, seat, action - FIRST_TUCK)
    if decision in (STEP, FIELD, REST):
        return _why_not_in_race(setup, s, seat, action)
    return None


def _why_not_in_race(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    if action == END:
        return why_no_end(setup, s, seat)
    if action == PAY and s.equipment[seat] - s.paid[seat] <= 0:
        return Message("refused.no_equipment")
    if action == STOP and not s.moved:
        return Message("refused.not_moved")
    if action in (PAY, ENTER, STOP):
        return None
    if action >= FIRST_CARE:
        return why_no_care(setup, s, seat, action)
    return why_no_rest(setup, s, seat, action) if action >= FIRST_REST else why_no_use(setup, s, seat, action)


# --- placing --------------------------------------------------------------------------------------------


def _why_no_action(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """HD-ACT-1 to HD-ACT-4."""
    if action < FIRST_DRAFT:
        return _why_not_in_centre(setup, s, action - FIRST_TAKE)
    if action < FIRST_SWAP:
        first = FIRST_DRAFT if action < FIRST_PLACE else FIRST_PLACE
        husky, slot = divmod(action - first, SLOTS)
        if first == FIRST_DRAFT:
            missing = _why_not_in_centre(setup, s, husky)
        else:
            missing = None if s.hand[seat] >> husky & 1 else _named("not_in_hand", setup, husky)
        return missing or _why_no_slot(setup, s, seat, husky, slot, NONE)
    lifted, rest = divmod(action - FIRST_SWAP, HUSKIES * SLOTS)
    husky, slot = divmod(rest, SLOTS)
    if lifted not in slots(setup):
        return _no_such_slot(setup, lifted)
    if s.sled[seat, lifted] == NONE:
        return Message("refused.nothing_to_lift", {"slot": SLOT_IDS[lifted]})
    if not s.hand[seat] >> husky & 1 and s.sled[seat, lifted] != husky:
        return _named("not_in_hand", setup, husky)
    return _why_no_slot(setup, s, seat, husky, slot, lifted)


def _why_not_in_centre(setup: Setup, s: State, card: int) -> Message | None:
    if card == EQUIPMENT:
        return None if s.centre_equipment else Message("refused.no_equipment_in_centre")
    if card == SINGLE:
        return None if s.centre_care else Message("refused.no_care_in_centre")
    return None if s.centre >> card & 1 else _named("not_in_centre", setup, card)


def _why_no_slot(setup: Setup, s: State, seat: int, husky: int, slot: int, lifted: int) -> Message | None:
    """HD-PLACE-1, HD-PLACE-3; `lifted` counts as vacant (HD-SWAP-1)."""
    t = setup.table[0]
    if slot not in slots(setup):
        return _no_such_slot(setup, slot)
    if s.sled[seat, slot] != NONE and slot != lifted:
        there = setup.data.ids[s.sled[seat, slot]]
        return Message("refused.slot_taken", {"slot": SLOT_IDS[slot], "husky": there})
    for edge in range(EDGES):
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
            "husky": setup.data.ids[husky],
            "slot": SLOT_IDS[slot],
            "edge": Message(f"edge.{EDGE_IDS[edge]}"),
            "colour": colours[t.edge[husky, edge] - 1],
            "neighbour": setup.data.ids[other],
            "beside": SLOT_IDS[beside],
            "its_edge": Message(f"edge.{EDGE_IDS[OPPOSITE[edge]]}"),
            "its_colour": colours[t.edge[other, OPPOSITE[edge]] - 1],
        },
    )


def _why_no_placing(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """A bonus is a youngster (HD-BONUS-1, HD-BONUS-2); a husky that was received is that one (HD-RUL-43)."""
    first = FIRST_DRAFT if action < FIRST_PLACE else FIRST_PLACE
    husky, slot = divmod(action - first, SLOTS)
    if s.decision == SETTLE:
        if husky != s.received[seat]:
            return _named("settle_other", setup, int(s.received[seat]))
    elif not ALL_YOUNGSTERS >> husky & 1:
        return _named("no_youngster", setup, husky)
    elif first == FIRST_DRAFT:
        if not s.centre >> husky & 1:
            return _named("not_in_centre", setup, husky)
    elif not s.hand[seat] >> husky & 1:
        return _named("not_in_hand", setup, husky)
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
    if s.decision == RUNAWAY:
        return _why_not_in_centre(setup, s, husky)
    if choice_of(s, seat) >> husky & 1:
        return None
    held = (team(s, seat) | s.hand[seat]) >> husky & 1
    return _named("not_in_sled" if s.loose == SLED_LOOSE and held else "not_yours", setup, husky)


def _why_no_tuck(setup: Setup, s: State, seat: int, slot: int) -> Message | None:
    """HD-READY-4, HD-READY-5."""
    if slot not in slots(setup):
        return _no_such_slot(setup, slot)
    if can_be_equipped(setup.table[0], s, seat) >> slot & 1:
        return None
    if int(s.tucked[seat]) >> slot & 1:
        return Message("refused.tucked", {"slot": SLOT_IDS[slot]})
    return Message("refused.not_one_point", {"slot": SLOT_IDS[slot]})


def _named(key: str, setup: Setup, husky: int) -> Message:
    return Message(f"refused.{key}", {"husky": setup.data.ids[husky]})


def _no_such_slot(setup: Setup, slot: int) -> Message:
    known = ", ".join(SLOT_IDS[n] for n in slots(setup))
    return Message("refused.no_such_slot", {"said": SLOT_IDS[slot], "known": known})
