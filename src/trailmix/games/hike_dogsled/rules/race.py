"""The race: days, the use of huskies, fields that require equipment, care cards (HD-RACE to HD-EOD).

`run` goes a stage further. What a day changes is kept apart until its end, see `state`.
"""

import numpy as np

from trailmix.engine.bits import lowest
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import movement
from trailmix.games.hike_dogsled.rules.bits import SIZES, put_slots
from trailmix.games.hike_dogsled.rules.log import NO, tell, tell_more
from trailmix.games.hike_dogsled.rules.movement import usable
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64


@rule
def tell_openly(s: State, kind: int, seat: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Note an event of the race day, unless it is still a secret (HD-RUL-40)."""
    if not s.secret:
        tell_more(s, kind, seat, a, b, c, d, e)


# --- what is in a hand ----------------------------------------------------------------------------------


@inlined
def equipment_of(s: State, seat: int) -> int:
    """Equipment in a hand now."""
    return int(s.equipment[seat]) - int(s.paid[seat])


@inlined
def singles_of(s: State, seat: int) -> int:
    """Single care in a hand now."""
    return int(s.singles[seat]) - int(s.nursed[seat, 0])


@inlined
def doubles_of(s: State, seat: int) -> int:
    """Double care in a hand now."""
    return int(s.doubles[seat]) - int(s.nursed[seat, 1])


# --- the stages of a turn -------------------------------------------------------------------------------


@rule
def run(t: Table, s: State) -> bool:
    """Is the racer to be asked at this stage? Otherwise go on to the next; `turn` passes at the end."""
    seat = int64(s.order[s.turn])
    s.asked = seat
    if s.decision == state.FIELD:
        if equipment_of(s, seat) > 0 or s.moved:
            return True
        if not s.secret:
            s.lacks[seat] |= state.NO_EQUIPMENT
        enter(t, s, seat)
        return False
    if s.decision == state.REST:
        if s.to_rest == 0:
            s.decision = state.STEP
            return False
        tiring = may_rest(t, s, seat)
        if SIZES[tiring] > 1:
            return True
        put_to_rest(s, seat, lowest(tiring))
        return False
    return has_to_step(t, s, seat)


@rule
def has_to_step(t: Table, s: State, seat: int) -> bool:
    """Is there a choice? The only care that must be played is played; else the turn ends by itself.

    A husky runs at its owner's word, even the only one that can and has to (HD-RUL-29): else whole days of
    racers far behind could pass within an action of somebody else.
    """
    if usable(t, s, seat):
        return True
    if ground_at(t, s, here(s, seat) + 1) != NONE:  # HD-RUL-25
        patients, columns = care_of(s, seat)
        number = SIZES[patients] + SIZES[columns]
        if number > 1 or (number == 1 and not must_care(s, seat)):
            return True
        if number == 1:
            care(s, state.FIRST_CARE + lowest(patients) if patients else state.FIRST_DOUBLE + lowest(columns))
            return False
        if s.tired[seat] and not s.secret:
            s.lacks[seat] |= state.NO_CARE
    end_turn(s, seat)
    return False


@rule
def end_turn(s: State, seat: int) -> None:
    """The next racer is to move; or the day is over."""
    if s.secret:
        tell(s, state.MOVED_SECRETLY, seat, NO, NO)
    else:
        tell(s, state.ENDED_TURN, seat, int64(here(s, seat)), NO)
    s.turn += 1
    s.decision = state.STEP


# --- huskies --------------------------------------------------------------------------------------------


@rule
def legal_uses(t: Table, s: State, seat: int, out: Array, n: int) -> int:
    """Each husky that can be used, an equipped one with each terrain that moves it (HD-RACE-8, HD-RUL-22)."""
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE:
        return n
    return movement.put_uses(t, s, seat, ready(t, s, seat), resting(s, seat), ground & TERRAIN_BITS, out, n)


@rule
def use(t: Table, s: State, seat: int, action: int) -> None:
    """Spend the points of a husky in one go (HD-RACE-4, HD-RACE-5)."""
    begin, custom = here(s, seat), (action - state.FIRST_USE) % state.USES
    slot = movement.put_points(t, s, seat, action, s.left)
    s.husky, s.moved = slot, 0
    stands, to = move_on(t, s, seat, int64(0)), here(s, seat)
    husky = int64(s.sled[seat, slot])
    tell_openly(s, state.USED, seat, slot, husky, int64(custom - 1), int64(to), int64(to - begin))
    if not stands:
        end_use(s, seat)


@rule
def move_on(t: Table, s: State, seat: int, equipment: int) -> bool:
    """Move as far as points and equipment go; does the pawn stand before a field that requires some?"""
    ahead = np.empty(movement.MOST_AHEAD, np.int64)
    movement.lay_out(t, s.landscapes, here(s, seat), ahead)
    fields = movement.run_on(ahead, int64(0), s.left, equipment)
    s.advance[seat] += fields
    s.moved |= fields > 0
    if not movement.is_stopped(ahead[fields + 1], s.left):
        return False
    s.decision = state.FIELD
    return True


@rule
def end_use(s: State, seat: int) -> None:
    """What is left of the points is lost, the husky is tired (HD-RACE-6, HD-RACE-7)."""
    lost = 0
    for terrain in range(state.TERRAINS):
        lost |= int(s.left[terrain]) << state.POINT_BITS * terrain
        s.left[terrain] = 0
    if lost:
        tell_openly(s, state.LOST_POINTS, seat, lost, NO, NO, NO, NO)
    s.tired[seat] |= 1 << s.husky
    s.husky, s.moved = NONE, 0
    s.decision = state.STEP


# --- fields that require equipment ----------------------------------------------------------------------


@rule
def legal_entries(s: State, seat: int, out: Array) -> int:
    """Pay with a card of the hand, enter and rest two, or stop after having moved (HD-EQUIP-6, HD-RUL-21)."""
    n = 0
    if equipment_of(s, seat) > 0:
        out[0], n = state.PAY, 1
    out[n] = state.ENTER
    if s.moved:
        out[n + 1] = state.STOP
        return n + 2
    return n + 1


@rule
def pay(t: Table, s: State, seat: int) -> None:
    """Equipment is discarded, the husky goes on (HD-EQUIP-7)."""
    begin = here(s, seat)
    s.paid[seat] += 1
    tell_openly(s, state.PAID, seat, int64(begin + 1), NO, NO, NO, NO)
    stands, to = move_on(t, s, seat, int64(1)), here(s, seat)
    tell_openly(s, state.MOVED, seat, int64(to), int64(to - begin), NO, NO, NO)
    if not stands:
        end_use(s, seat)


@rule
def enter(t: Table, s: State, seat: int) -> None:
    """The pawn stops on the field, and two huskies are put to rest (HD-EQUIP-8)."""
    field = here(s, seat) + 1
    s.left[ground_at(t, s, field) & TERRAIN_BITS] -= 1
    s.advance[seat] += 1
    tell_openly(s, state.ENTERED, seat, field, NO, NO, NO, NO)
    end_use(s, seat)
    active = ready(t, s, seat) | int(s.tired[seat])
    s.to_rest = min(movement.TO_REST, SIZES[active])  # HD-RUL-24
    s.decision = state.REST


@rule
def stop(s: State, seat: int) -> None:
    """Stay in front of the field (HD-RUL-21)."""
    tell_openly(s, state.STOPPED, seat, int64(here(s, seat) + 1), NO, NO, NO, NO)
    end_use(s, seat)


@rule
def may_rest(t: Table, s: State, seat: int) -> int:
    """The slots to choose from, as bits."""
    return movement.choice_to_rest(ready(t, s, seat), int(s.tired[seat]))


@rule
def put_to_rest(s: State, seat: int, slot: int) -> None:
    """A husky at rest has no cube, and never gets up again (HD-EQUIP-10, HD-RUL-24)."""
    s.laid_off[seat] |= 1 << slot
    s.tired[seat] &= ~(1 << slot)
    s.to_rest -= 1
    tell_openly(s, state.RESTED, seat, slot, int64(s.sled[seat, slot]), NO, NO, NO)


# --- care cards -----------------------------------------------------------------------------------------


@rule
def care_of(s: State, seat: int) -> tuple[int, int]:
    """The slots and columns that a seat has care for, as bits."""
    return movement.care_targets(int(s.tired[seat]), singles_of(s, seat), doubles_of(s, seat))


@rule
def must_care(s: State, seat: int) -> bool:
    """Does a catch-up card wait to be played? It is the only care that its owner has (HD-RUL-29)."""
    return bool(s.caught[seat] and singles_of(s, seat) + doubles_of(s, seat) > 0)


@rule
def may_end(t: Table, s: State, seat: int) -> bool:
    """Not with an open catch-up card, while a husky can be used or the card can be played (HD-RUL-29)."""
    if not must_care(s, seat):
        return True
    patients, columns = care_of(s, seat)
    return usable(t, s, seat) | patients | columns == 0


@rule
def care(s: State, action: int) -> None:
    """Remove the cube of a husky, or those of a column."""
    seat = s.asked
    double, cubes = int(action >= state.FIRST_DOUBLE), movement.cubes_off(int(s.tired[seat]), action)
    s.nursed[seat, double] += 1
    s.tired[seat] &= ~cubes
    huskies = 0
    for slot in range(state.SLOTS):
        if cubes >> slot & 1:
            huskies |= 1 << int(s.sled[seat, slot])
    low, high = int64(huskies & (1 << state.HALF) - 1), int64(huskies >> state.HALF)
    tell_openly(s, state.CARED, seat, int64(state.SINGLE + double), int64(cubes), low, high, NO)


@rule
def legal_steps(t: Table, s: State, seat: int, out: Array) -> int:
    """End the turn, use a husky; if none can be used, play care (section 10 of the ledger)."""
    out[0] = state.END
    first = int64(1 if may_end(t, s, seat) else 0)
    n = legal_uses(t, s, seat, out, first)
    if n > first:
        return n
    patients, columns = care_of(s, seat)
    n = put_slots(out, n, int64(state.FIRST_CARE), patients)
    return put_slots(out, n, int64(state.FIRST_DOUBLE), columns)


@rule
def step_on(t: Table, s: State, seat: int, action: int) -> None:
    """Carry out a decision of the race."""
    if s.secret and action != state.END:
        tell(s, state.MOVED_SECRETLY, seat, NO, NO)
    if action == state.END:
        end_turn(s, seat)
    elif action == state.PAY:
        pay(t, s, seat)
    elif action == state.ENTER:
        enter(t, s, seat)
    elif action == state.STOP:
        stop(s, seat)
    elif action < state.FIRST_REST:
        use(t, s, seat, action)
    elif action < state.FIRST_CARE:
        put_to_rest(s, seat, action - state.FIRST_REST)
    else:
        care(s, action)
