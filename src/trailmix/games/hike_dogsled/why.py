"""Why an action of Hike! is refused: one sentence, made from what the seat itself may know."""

from trailmix.engine.bits import lowest
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message, letter
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.rules.loose_cards import choice_of
from trailmix.games.hike_dogsled.rules.movement import cubes_off, custom_terrains, usable
from trailmix.games.hike_dogsled.rules.preparations import can_be_equipped
from trailmix.games.hike_dogsled.rules.race import doubles_of, may_end, may_rest, singles_of
from trailmix.games.hike_dogsled.rules.sleds import clashes, team
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table

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
        return _why_no_end(setup, s, seat)
    if action == state.PAY and s.equipment[seat] - s.paid[seat] <= 0:
        return Message("refused.no_equipment")
    if action == state.STOP and not s.moved:
        return Message("refused.not_moved")
    if action in (state.PAY, state.ENTER, state.STOP):
        return None
    if action >= state.FIRST_CARE:
        return _why_no_care(setup, s, seat, action)
    if action >= state.FIRST_REST:
        return _why_no_rest(setup, s, seat, action)
    return _why_no_use(setup, s, seat, action)


# --- placing --------------------------------------------------------------------------------------------


def _why_no_action(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """HD-ACT-1 to HD-ACT-4."""
    if action < state.FIRST_DRAFT:
        return _why_not_in_centre(setup, s, action - state.FIRST_TAKE)
    if action < state.FIRST_SWAP:
        first = state.FIRST_DRAFT if action < state.FIRST_PLACE else state.FIRST_PLACE
        husky, slot = divmod(action - first, state.SLOTS)
        drafted = first == state.FIRST_DRAFT
        missing = _why_not_there(setup, s, seat, husky, drafted=drafted)
        return missing or _why_no_slot(setup, s, seat, husky, slot, NONE, drafted=drafted)
    lifted, rest = divmod(action - state.FIRST_SWAP, state.HUSKIES * state.SLOTS)
    husky, slot = divmod(rest, state.SLOTS)
    if lifted not in slots(setup):
        return _no_such_slot(setup, lifted)
    if s.sled[seat, lifted] == NONE:
        return Message("refused.nothing_to_lift", {"slot": _spot(lifted)})
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


def _why_no_slot(
    setup: Setup, s: State, seat: int, husky: int, slot: int, lifted: int, *, drafted: bool = False
) -> Message | None:
    """HD-PLACE-1, HD-PLACE-3; `lifted` counts as vacant (HD-SWAP-1); a draft is no swap (HD-ACT-4)."""
    t = setup.table[0]
    if slot not in slots(setup):
        return _no_such_slot(setup, slot)
    if s.sled[seat, slot] != NONE and slot != lifted:
        there = _name_of(setup, s.sled[seat, slot])
        key = "no_swap_with_centre" if drafted else "slot_taken"
        return Message(f"refused.{key}", {"slot": _spot(slot), "husky": there})
    for edge in range(state.EDGES):
        if clashes(t, s, seat, husky, slot, edge) and t.neighbour[slot, edge] != lifted:
            return _clash(setup, t, s, seat, husky, slot, edge)
    return None


def _clash(setup: Setup, t: Table, s: State, seat: int, husky: int, slot: int, edge: int) -> Message:
    other = int(s.sled[seat, t.neighbour[slot, edge]])
    colours = list(setup.data.colours.values())
    return Message(
        "refused.clash",
        {
            "husky": _name_of(setup, husky),
            "slot": _spot(slot),
            "edge": Message(f"edge.{state.EDGE_IDS[edge]}"),
            "colour": colours[t.edge[husky, edge] - 1],
            "neighbour": _name_of(setup, other),
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
        return _no_such_slot(setup, slot)
    if can_be_equipped(setup.table[0], s, seat) >> slot & 1:
        return None
    tucked = int(s.tucked[seat]) >> slot & 1
    return _named("tucked" if tucked else "not_one_point", setup, s.sled[seat, slot])


# --- the race -------------------------------------------------------------------------------------------


def _why_no_end(setup: Setup, s: State, seat: int) -> Message | None:
    """Only an open catch-up card forbids it (HD-RUL-29)."""
    t = setup.table[0]
    if may_end(t, s, seat):
        return None
    return Message("refused.must_run" if usable(t, s, seat) else "refused.must_care")


def _why_no_use(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """HD-RACE-7 to HD-RACE-9, HD-EQUIP-2 to HD-EQUIP-4, HD-RUL-22."""
    t = setup.table[0]
    slot, custom = divmod(action - state.FIRST_USE, state.USES)
    if slot not in slots(setup):
        return _no_such_slot(setup, slot)
    husky = int(s.sled[seat, slot])
    name = _name_of(setup, husky)
    values = {"husky": name}
    if resting(s, seat) >> slot & 1:
        return Message("refused.at_rest", values)
    if not ready(t, s, seat) >> slot & 1:
        return Message("refused.is_tired", values)
    if t.n_points[husky] == 0:
        return Message("refused.is_youngster", values)
    terrains = int(custom_terrains(t, s, seat, slot, resting(s, seat)))
    named = [Message(f"terrain.{each}") for n, each in enumerate(state.TERRAIN_IDS) if terrains >> n & 1]
    if custom and not int(s.tucked[seat]) >> slot & 1:
        return Message("refused.not_equipped", values)
    if custom and not terrains >> custom - 1 & 1:
        if not named:
            return Message("refused.no_contributor", values)
        return Message("refused.no_custom", {"husky": name, "named": named})
    if terrains and not custom:
        return Message("refused.name_custom", {"husky": name, "named": named})
    terrain = ground_at(t, s, here(s, seat) + 1) & TERRAIN_BITS
    if t.terrains[husky] >> terrain & 1 or custom == terrain + 1:
        return None
    ground = Message(f"terrain.{state.TERRAIN_IDS[terrain]}")
    return Message("refused.no_match", {"husky": name, "terrain": ground})


def _why_no_rest(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """Ready huskies first (HD-EQUIP-9, HD-RUL-24)."""
    slot = action - state.FIRST_REST
    if slot not in slots(setup):
        return _no_such_slot(setup, slot)
    if may_rest(setup.table[0], s, seat) >> slot & 1:
        return None
    values = {"husky": _name_of(setup, s.sled[seat, slot])}
    return Message("refused.at_rest" if resting(s, seat) >> slot & 1 else "refused.ready_first", values)


def _why_no_care(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """Only while no husky can be used, and for tired ones (HD-CARE-1 to HD-CARE-5, HD-RUL-25, HD-RUL-26)."""
    t = setup.table[0]
    if action < state.FIRST_DOUBLE and action - state.FIRST_CARE not in slots(setup):
        return _no_such_slot(setup, action - state.FIRST_CARE)
    if action - state.FIRST_DOUBLE >= t.columns:
        known = f"1 to {t.columns}"
        return Message("refused.no_such_column", {"said": action - state.FIRST_DOUBLE + 1, "known": known})
    huskies = int(usable(t, s, seat))
    if huskies:
        runner = _name_of(setup, s.sled[seat, lowest(huskies)])
        return Message("refused.care_locked", {"husky": runner})
    tired = int(s.tired[seat])
    if action >= state.FIRST_DOUBLE:
        if doubles_of(s, seat) <= 0:
            return Message("refused.no_double")
        return None if cubes_off(tired, action) else Message("refused.column_not_tired")
    slot = action - state.FIRST_CARE
    if singles_of(s, seat) <= 0:
        return Message("refused.no_single")
    if tired >> slot & 1:
        return None
    values = {"husky": _name_of(setup, s.sled[seat, slot])}
    return Message("refused.at_rest" if resting(s, seat) >> slot & 1 else "refused.not_tired", values)


def _no_such_slot(setup: Setup, slot: int) -> Message:
    """With five or six players sleds are smaller."""
    known = ", ".join(state.SLOT_IDS[n] for n in slots(setup))
    return Message("refused.no_such_slot", {"said": state.SLOT_IDS[slot], "known": known})


def _named(key: str, setup: Setup, husky: int) -> Message:
    return Message(f"refused.{key}", {"husky": _name_of(setup, husky)})


def _name_of(setup: Setup, husky: int) -> str:
    return str(setup.data.huskies[husky].name)


def _spot(slot: int) -> Message:
    """Where a slot is, in words."""
    return Message(f"slot.{state.SLOT_IDS[slot]}")
