"""The invariants of Hike!, continued: whose turn it is, what is decided, and by whom."""

from __future__ import annotations

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled.bits import SIZES, size
from trailmix.games.hike_dogsled.invariants import (
    DAY_WRONG,
    DECISION_WRONG,
    NO_CHOICE,
    ORDER_WRONG,
    READY_WRONG,
    SOUND,
)
from trailmix.games.hike_dogsled.redeal import has_picked
from trailmix.games.hike_dogsled.rules import legal
from trailmix.games.hike_dogsled.rules_loose import choice_of
from trailmix.games.hike_dogsled.sleds import vacant
from trailmix.games.hike_dogsled.state import (
    DECLARE,
    FIELD,
    LAST_DAY,
    LAST_DAYS,
    MAX_LEGAL,
    MAX_PLAYERS,
    MENTOR,
    NEEDS_EQUIPMENT,
    NONE,
    NOTHING,
    OVER,
    PICK,
    PREPARATIONS,
    RACE,
    REST,
    RUNAWAY,
    RUNAWAYS,
    SETTLE,
    SLED_LOOSE,
    STEP,
    SWAP,
    TARGET,
    TERRAINS,
    TUCK,
    State,
    Table,
)
from trailmix.games.hike_dogsled.track import (
    TERRAIN_BITS,
    custom_terrains,
    ground_at,
    here,
    ready,
    usable,
)


@rule
def check_order(t: Table, s: State) -> int:
    """In the race every racer is in the order once, else nobody; the first to declare set the limit."""
    first, racers, listed = 0, 0, 0
    for seat in range(t.players):
        if s.declared[seat]:
            racers |= 1 << seat
            first = int(s.declared[seat]) if first == 0 else min(first, int(s.declared[seat]))
    if first != s.first_day:
        return READY_WRONG
    if s.phase == PREPARATIONS and s.day > (first + LAST_DAYS if first else LAST_DAY):
        return DAY_WRONG
    for n in range(MAX_PLAYERS):
        if s.order[n] != NONE:
            bit = 1 << int(s.order[n])
            if listed & bit or (n > 0 and s.order[n - 1] == NONE):
                return ORDER_WRONG
            listed |= bit
    return SOUND if listed == (racers if s.phase == RACE else 0) else ORDER_WRONG


@rule
def check_decision(t: Table, s: State) -> int:
    """Somebody is asked who may be."""
    if s.phase == OVER:
        return SOUND if s.decision == NOTHING and s.asked == NONE else DECISION_WRONG
    if not 0 <= s.turn < t.players or not 0 <= s.asked < t.players:
        return DECISION_WRONG
    racing = s.decision in (STEP, FIELD, REST)
    if racing != (s.phase == RACE) or (s.husky != NONE) != (s.decision == FIELD):
        return DECISION_WRONG
    if (s.to_rest > 0) != (s.decision == REST) or s.secret != (t.simultaneous and racing):
        return DECISION_WRONG
    if racing and s.asked != s.order[s.turn]:
        return DECISION_WRONG
    if not racing and (s.asked != s.turn and s.decision not in (PICK, SETTLE)):
        return DECISION_WRONG
    if not racing and s.declared[s.asked] != (s.day if s.decision == TUCK else 0):
        return DECISION_WRONG
    if (s.target != NONE) != (s.loose == SWAP and s.decision in (PICK, SETTLE)):
        return DECISION_WRONG
    return SOUND


@rule
def check_loose(t: Table, s: State) -> int:
    """A loose card is at work if it is decided on; who has picked had to, and may pick that."""
    decision, loose = s.decision, s.loose
    if (loose != NONE) != (decision in (TARGET, PICK, SETTLE, RUNAWAY)):
        return DECISION_WRONG
    if (decision == TARGET and loose != SWAP) or (decision == RUNAWAY) != (loose == RUNAWAYS):
        return DECISION_WRONG
    if (decision == SETTLE and loose == SLED_LOOSE) or (s.running > 0) != (decision == RUNAWAY):
        return DECISION_WRONG
    if s.running > size(s.centre) or (s.to_reveal > 0 and loose == NONE and s.phase == PREPARATIONS):
        return DECISION_WRONG
    for seat in range(t.players):
        picked, received = int(s.pick[seat]), int(s.received[seat])
        if (picked != NONE) != has_picked(t, s, seat):
            return DECISION_WRONG
        if picked != NONE and not choice_of(s, seat) >> picked & 1:
            return DECISION_WRONG
        if received != NONE and (decision != SETTLE or s.declared[seat]):
            return DECISION_WRONG
    return DECISION_WRONG if decision == SETTLE and s.received[s.asked] == NONE else SOUND


@rule
def check_use(t: Table, s: State) -> int:
    """A husky in use is ready, has points left, one for the field ahead; who rests huskies has moved."""
    if s.decision not in (FIELD, REST):
        return SOUND
    seat = s.asked
    if s.decision == REST:
        active = ready(t, s, seat) | int(s.tired[seat])
        return SOUND if s.to_rest <= SIZES[active] and s.advance[seat] > 0 else DECISION_WRONG
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE or not ground & NEEDS_EQUIPMENT or s.left[ground & TERRAIN_BITS] == 0:
        return DECISION_WRONG
    more, husky = 0, s.sled[seat, s.husky]
    for terrain in range(TERRAINS):
        more += max(0, s.left[terrain] - t.points[husky, terrain])
    custom = custom_terrains(t, s, seat, s.husky) != 0
    fits = ready(t, s, seat) >> s.husky & 1 and more <= custom and (not s.moved or s.advance[seat] > 0)
    return SOUND if fits else DECISION_WRONG


@rule
def check_choice(t: Table, s: State) -> int:
    """Who is asked has a choice (HD-RUL-54), or has to run with the only husky that can (HD-RUL-29)."""
    if s.phase == OVER or (s.decision == STEP and usable(t, s, s.asked)):
        return SOUND
    if s.decision == MENTOR and (s.mentors[s.turn] == 0 or s.deck_size == 0):
        return NO_CHOICE
    if s.decision == DECLARE and vacant(t, s, s.turn):
        return NO_CHOICE
    if s.decision == TUCK and s.equipment[s.turn] == 0:
        return NO_CHOICE
    return SOUND if legal(t, s, np.empty(MAX_LEGAL, np.int64)) > 1 else NO_CHOICE
