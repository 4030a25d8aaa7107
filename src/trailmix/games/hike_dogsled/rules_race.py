"""The race: days, the use of huskies, fields that require equipment, care cards (HD-RACE to HD-EOD).

`run` goes a stage further. What a day changes is kept apart until its end, see `state`.
"""

from __future__ import annotations

from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled.bits import SIZES, lowest, put_slots
from trailmix.games.hike_dogsled.state import (
    CARED,
    COLUMNS,
    DOUBLE,
    END,
    ENDED_TURN,
    ENTER,
    ENTERED,
    FIELD,
    FIRST_CARE,
    FIRST_DOUBLE,
    FIRST_REST,
    FIRST_USE,
    LOST_POINTS,
    MOVED,
    MOVED_SECRETLY,
    NEEDS_EQUIPMENT,
    NO_CARE,
    NO_EQUIPMENT,
    NONE,
    PAID,
    PAY,
    POINT_BITS,
    REST,
    RESTED,
    SINGLE,
    SLOTS,
    STEP,
    STOP,
    STOPPED,
    TERRAINS,
    USED,
    USES,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.telling import NO, tell, tell_more
from trailmix.games.hike_dogsled.track import (
    TERRAIN_BITS,
    custom_terrains,
    ground_at,
    here,
    ready,
    usable,
)

TO_REST = 2
BOTTOM_ROW = COLUMNS


@rule
def tell_openly(s: State, kind: int, seat: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Note an event of the race day, unless it is a secret yet (HD-RUL-40)."""
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
    if s.decision == FIELD:
        if equipment_of(s, seat) > 0 or s.moved:
            return True
        if not s.secret:
            s.lacks[seat] |= NO_EQUIPMENT
        enter(t, s, seat)
        return False
    if s.decision == REST:
        if s.to_rest == 0:
            s.decision = STEP
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
        patients, columns = care_targets(s, seat)
        number = SIZES[patients] + SIZES[columns]
        if number > 1 or (number == 1 and not must_care(s, seat)):
            return True
        if number == 1:
            care(s, FIRST_CARE + lowest(patients) if patients else FIRST_DOUBLE + lowest(columns))
            return False
        if s.tired[seat] and not s.secret:
            s.lacks[seat] |= NO_CARE
    end_turn(s, seat)
    return False


@rule
def end_turn(s: State, seat: int) -> None:
    """The next racer is to move; or the day is over."""
    if s.secret:
        tell(s, MOVED_SECRETLY, seat, NO, NO)
    else:
        tell(s, ENDED_TURN, seat, int64(here(s, seat)), NO)
    s.turn += 1
    s.decision = STEP


# --- huskies --------------------------------------------------------------------------------------------


@rule
def legal_uses(t: Table, s: State, seat: int, out: Array, n: int) -> int:
    """Each husky that can be used, an equipped one with each terrain that moves it (HD-RACE-8, HD-RUL-22)."""
    huskies = usable(t, s, seat)
    if huskies == 0:
        return n
    terrain = ground_at(t, s, here(s, seat) + 1) & TERRAIN_BITS
    for slot in range(SLOTS):
        if not huskies >> slot & 1:
            continue
        first, custom = FIRST_USE + slot * USES, custom_terrains(t, s, seat, slot)
        if custom == 0:
            out[n] = first
            n += 1
            continue
        printed = t.terrains[s.sled[seat, slot]] >> terrain & 1
        for named in range(TERRAINS):
            if custom >> named & 1 and (printed or named == terrain):
                out[n] = first + 1 + named
                n += 1
    return n


@rule
def use(t: Table, s: State, seat: int, action: int) -> None:
    """Spend the points of a husky in one go (HD-RACE-4, HD-RACE-5)."""
    slot, custom = divmod(action - FIRST_USE, USES)
    husky, begin = int(s.sled[seat, slot]), here(s, seat)
    for terrain in range(TERRAINS):
        s.left[terrain] = t.points[husky, terrain]
    if custom:
        s.left[custom - 1] += 1  # HD-EQUIP-1
    s.husky, s.moved = slot, 0
    stands = move_on(t, s, seat)
    tell_openly(
        s, USED, seat, slot, husky, int64(custom - 1), int64(here(s, seat)), int64(here(s, seat) - begin)
    )
    if not stands:
        end_use(s, seat)


@rule
def move_on(t: Table, s: State, seat: int) -> bool:
    """Enter fields as long as points fit (HD-RUL-20); does it stand before one that requires equipment?"""
    while True:
        ground = ground_at(t, s, here(s, seat) + 1)
        if ground == NONE or s.left[ground & TERRAIN_BITS] == 0:
            return False
        if ground & NEEDS_EQUIPMENT:
            s.decision = FIELD
            return True
        step(s, seat, ground)


@rule
def step(s: State, seat: int, ground: int) -> None:
    """Spend a point and enter the next field."""
    s.left[ground & TERRAIN_BITS] -= 1
    s.advance[seat] += 1
    s.moved = 1


@rule
def end_use(s: State, seat: int) -> None:
    """What is left of the points is lost, the husky is tired (HD-RACE-6, HD-RACE-7)."""
    lost = 0
    for terrain in range(TERRAINS):
        lost |= int(s.left[terrain]) << POINT_BITS * terrain
        s.left[terrain] = 0
    if lost:
        tell_openly(s, LOST_POINTS, seat, lost, NO, NO, NO, NO)
    s.tired[seat] |= 1 << s.husky
    s.husky, s.moved = NONE, 0
    s.decision = STEP


# --- fields that require equipment ----------------------------------------------------------------------


@rule
def legal_entries(s: State, seat: int, out: Array) -> int:
    """Pay with a card of the hand, enter and rest two, or stop after having moved (HD-EQUIP-6, HD-RUL-21)."""
    n = 0
    if equipment_of(s, seat) > 0:
        out[0], n = PAY, 1
    out[n] = ENTER
    if s.moved:
        out[n + 1] = STOP
        return n + 2
    return n + 1


@rule
def pay(t: Table, s: State, seat: int) -> None:
    """Equipment is discarded, the husky goes on (HD-EQUIP-7)."""
    begin = here(s, seat)
    s.paid[seat] += 1
    tell_openly(s, PAID, seat, int64(begin + 1), NO, NO, NO, NO)
    step(s, seat, ground_at(t, s, begin + 1))
    stands = move_on(t, s, seat)
    tell_openly(s, MOVED, seat, int64(here(s, seat)), int64(here(s, seat) - begin), NO, NO, NO)
    if not stands:
        end_use(s, seat)


@rule
def enter(t: Table, s: State, seat: int) -> None:
    """The pawn stops on the field, and two huskies are put to rest (HD-EQUIP-8)."""
    field = here(s, seat) + 1
    step(s, seat, ground_at(t, s, field))
    tell_openly(s, ENTERED, seat, field, NO, NO, NO, NO)
    end_use(s, seat)
    active = ready(t, s, seat) | int(s.tired[seat])
    s.to_rest = min(TO_REST, SIZES[active])  # HD-RUL-24
    s.decision = REST


@rule
def stop(s: State, seat: int) -> None:
    """Stay in front of the field (HD-RUL-21)."""
    tell_openly(s, STOPPED, seat, int64(here(s, seat) + 1), NO, NO, NO, NO)
    end_use(s, seat)


@rule
def may_rest(t: Table, s: State, seat: int) -> int:
    """The slots to choose from, as bits: ready ones, if there are any (HD-EQUIP-9)."""
    huskies = ready(t, s, seat)
    return huskies if huskies else int(s.tired[seat])


@rule
def put_to_rest(s: State, seat: int, slot: int) -> None:
    """A husky at rest has no cube, and never gets up again (HD-EQUIP-10, HD-RUL-24)."""
    s.laid_off[seat] |= 1 << slot
    s.tired[seat] &= ~(1 << slot)
    s.to_rest -= 1
    tell_openly(s, RESTED, seat, slot, int64(s.sled[seat, slot]), NO, NO, NO)


# --- care cards -----------------------------------------------------------------------------------------


@rule
def care_targets(s: State, seat: int) -> tuple[int, int]:
    """The slots for single care and the columns for double care, as bits (HD-CARE-2, -3; HD-RUL-25, -26)."""
    tired = int(s.tired[seat])
    columns = (tired | tired >> BOTTOM_ROW) & (1 << COLUMNS) - 1
    return tired if singles_of(s, seat) > 0 else 0, columns if doubles_of(s, seat) > 0 else 0


@rule
def must_care(s: State, seat: int) -> bool:
    """Does a catch-up card wait to be played? It is the only care that its owner has (HD-RUL-29)."""
    return bool(s.caught[seat] and singles_of(s, seat) + doubles_of(s, seat) > 0)


@rule
def may_end(t: Table, s: State, seat: int) -> bool:
    """Against it stands an open catch-up card, while a husky can be used or it can be played (HD-RUL-29)."""
    if not must_care(s, seat):
        return True
    patients, columns = care_targets(s, seat)
    return usable(t, s, seat) | patients | columns == 0


@rule
def care(s: State, action: int) -> None:
    """Remove the cube of a husky, or those of a column (HD-CARE-2, HD-CARE-3)."""
    seat = s.asked
    double = action >= FIRST_DOUBLE
    if double:
        column = action - FIRST_DOUBLE
        cubes = int(s.tired[seat]) & (1 << column | 1 << column + BOTTOM_ROW)
    else:
        cubes = 1 << action - FIRST_CARE
    s.nursed[seat, 1 if double else 0] += 1
    s.tired[seat] &= ~cubes
    tell_openly(s, CARED, seat, int64(DOUBLE if double else SINGLE), cubes, NO, NO, NO)


@rule
def legal_steps(t: Table, s: State, seat: int, out: Array) -> int:
    """End the turn, use a husky; if none can be used, play care (section 10 of the ledger)."""
    out[0] = END
    first = int64(1 if may_end(t, s, seat) else 0)
    n = legal_uses(t, s, seat, out, first)
    if n > first:
        return n
    patients, columns = care_targets(s, seat)
    n = put_slots(out, n, int64(FIRST_CARE), patients)
    return put_slots(out, n, int64(FIRST_DOUBLE), columns)


@rule
def step_on(t: Table, s: State, seat: int, action: int) -> None:
    """Carry out a decision of the race."""
    if s.secret and action != END:
        tell(s, MOVED_SECRETLY, seat, NO, NO)
    if action == END:
        end_turn(s, seat)
    elif action == PAY:
        pay(t, s, seat)
    elif action == ENTER:
        enter(t, s, seat)
    elif action == STOP:
        stop(s, seat)
    elif action < FIRST_REST:
        use(t, s, seat, action)
    elif action < FIRST_CARE:
        put_to_rest(s, seat, action - FIRST_REST)
    else:
        care(s, action)
