"""Why an action of the race is refused: uses, rests, care, the end of the turn."""

from __future__ import annotations

from trailmix.engine.bits import lowest
from trailmix.engine.game import Setup
from trailmix.engine.words import Message
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.notation import slots
from trailmix.games.hike_dogsled.rules.movement import cubes_off, custom_terrains, usable
from trailmix.games.hike_dogsled.rules.race import doubles_of, may_end, may_rest, singles_of
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import State


def why_no_end(setup: Setup, s: State, seat: int) -> Message | None:
    """Only an open catch-up card stands against it (HD-RUL-29)."""
    t = setup.table[0]
    if may_end(t, s, seat):
        return None
    return Message("refused.must_run" if usable(t, s, seat) else "refused.must_care")


def why_no_use(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """HD-RACE-7 to HD-RACE-9, HD-EQUIP-2 to HD-EQUIP-4, HD-RUL-22."""
    t = setup.table[0]
    slot, custom = divmod(action - state.FIRST_USE, state.USES)
    if slot not in slots(setup):
        return no_such_slot(setup, slot)
    husky = int(s.sled[seat, slot])
    name = name_of(setup, husky)
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


def why_no_rest(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """Ready huskies first (HD-EQUIP-9, HD-RUL-24)."""
    slot = action - state.FIRST_REST
    if slot not in slots(setup):
        return no_such_slot(setup, slot)
    if may_rest(setup.table[0], s, seat) >> slot & 1:
        return None
    values = {"husky": name_of(setup, int(s.sled[seat, slot]))}
    return Message("refused.at_rest" if resting(s, seat) >> slot & 1 else "refused.ready_first", values)


def why_no_care(setup: Setup, s: State, seat: int, action: int) -> Message | None:
    """Only while no husky can be used, and for tired ones (HD-CARE-1 to HD-CARE-5, HD-RUL-25, HD-RUL-26)."""
    t = setup.table[0]
    if action < state.FIRST_DOUBLE and action - state.FIRST_CARE not in slots(setup):
        return no_such_slot(setup, action - state.FIRST_CARE)
    if action - state.FIRST_DOUBLE >= t.columns:
        known = f"1 - {t.columns}"
        return Message("refused.no_such_column", {"said": action - state.FIRST_DOUBLE + 1, "known": known})
    huskies = int(usable(t, s, seat))
    if huskies:
        runner = name_of(setup, int(s.sled[seat, lowest(huskies)]))
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
    values = {"husky": name_of(setup, int(s.sled[seat, slot]))}
    return Message("refused.at_rest" if resting(s, seat) >> slot & 1 else "refused.not_tired", values)


def name_of(setup: Setup, husky: int) -> str:
    """What a husky is called."""
    return str(setup.data.huskies[husky].name)


def spot(slot: int) -> Message:
    """Where a slot is, in words."""
    return Message(f"slot.{state.SLOT_IDS[slot]}")


def no_such_slot(setup: Setup, slot: int) -> Message:
    """With five or six players sleds are smaller."""
    known = ", ".join(state.SLOT_IDS[n] for n in slots(setup))
    return Message("refused.no_such_slot", {"said": state.SLOT_IDS[slot], "known": known})
