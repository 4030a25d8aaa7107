"""The invariants of Hike!, continued: whose turn it is, what is decided, and by whom."""

import numpy as np

from trailmix.engine.bits import size
from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import invariants
from trailmix.games.hike_dogsled.rules.bits import SIZES
from trailmix.games.hike_dogsled.rules.invariants import SOUND
from trailmix.games.hike_dogsled.rules.loose_cards import choice_of
from trailmix.games.hike_dogsled.rules.movement import custom_terrains, usable
from trailmix.games.hike_dogsled.rules.play import legal
from trailmix.games.hike_dogsled.rules.redeal import has_picked
from trailmix.games.hike_dogsled.rules.sleds import vacant
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, ground_at, here, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table


@rule
def check(t: Table, s: State) -> int:
    """SOUND, or the first of these invariants that does not hold."""
    broken = check_order(t, s)
    if broken:
        return broken
    if not (decision_sound(t, s) and loose_sound(t, s) and use_sound(t, s)):
        return invariants.DECISION_WRONG
    return SOUND if choice_sound(t, s) else invariants.NO_CHOICE


@rule
def check_order(t: Table, s: State) -> int:
    """In the race every racer is in the order once, else nobody; the first to declare set the limit."""
    first, racers, listed = 0, 0, 0
    for seat in range(t.players):
        if s.declared[seat]:
            racers |= 1 << seat
            first = int(s.declared[seat]) if first == 0 else min(first, int(s.declared[seat]))
    if first != s.first_day:
        return invariants.READY_WRONG
    if s.phase == state.PREPARATIONS and s.day > (first + state.LAST_DAYS if first else state.LAST_DAY):
        return invariants.DAY_WRONG
    for n in range(state.MAX_PLAYERS):
        if s.order[n] != NONE:
            bit = 1 << int(s.order[n])
            if listed & bit or (n > 0 and s.order[n - 1] == NONE):
                return invariants.ORDER_WRONG
            listed |= bit
    return SOUND if listed == (racers if s.phase == state.RACE else 0) else invariants.ORDER_WRONG


@rule
def decision_sound(t: Table, s: State) -> bool:
    """Whoever is asked may be asked."""
    if s.phase == state.OVER:
        return bool(s.decision == state.NOTHING and s.asked == NONE)
    if not 0 <= s.turn < t.players or not 0 <= s.asked < t.players:
        return False
    racing, picking = s.phase == state.RACE, s.decision in (state.PICK, state.SETTLE)
    fits = racing == (s.decision in (state.STEP, state.FIELD, state.REST))
    fits &= (s.husky != NONE) == (s.decision == state.FIELD) and (s.to_rest > 0) == (s.decision == state.REST)
    fits &= s.secret == (t.simultaneous and racing)
    fits &= (s.target != NONE) == (s.loose == state.SWAP and picking)
    if racing:
        return bool(fits and s.asked == s.order[s.turn])
    ready = s.day if s.decision == state.TUCK else 0
    return bool(fits and (s.asked == s.turn or picking) and s.declared[s.asked] == ready)


@rule
def loose_sound(t: Table, s: State) -> bool:
    """A loose card is at work if it is decided on; whoever has picked had to, and that husky."""
    decision, loose = s.decision, s.loose
    settling, running = decision == state.SETTLE, decision == state.RUNAWAY
    fits = (loose != NONE) == (settling or running or decision in (state.TARGET, state.PICK))
    fits &= running == (loose == state.RUNAWAYS) == (s.running > 0) and s.running <= size(s.centre)
    fits &= loose == state.SWAP or decision != state.TARGET
    fits &= not settling or (loose != state.SLED_LOOSE and s.received[s.asked] != NONE)
    fits &= s.to_reveal <= 0 or loose != NONE or s.phase != state.PREPARATIONS
    for seat in range(t.players):
        picked, picks = int(s.pick[seat]), has_picked(t, s, seat)
        fits &= (picked != NONE) == picks and (not picks or choice_of(s, seat) >> picked & 1 == 1)
        fits &= s.received[seat] == NONE or (settling and not s.declared[seat])
    return bool(fits)


@rule
def use_sound(t: Table, s: State) -> bool:
    """A husky in use is ready and has a point for the field ahead; whoever rests huskies has moved."""
    if s.decision not in (state.FIELD, state.REST):
        return True
    seat = s.asked
    if s.decision == state.REST:
        active = ready(t, s, seat) | int(s.tired[seat])
        return bool(s.to_rest <= SIZES[active] and s.advance[seat] > 0)
    ground = ground_at(t, s, here(s, seat) + 1)
    if ground == NONE or not ground & state.NEEDS_EQUIPMENT or s.left[ground & TERRAIN_BITS] == 0:
        return False
    more, husky = 0, s.sled[seat, s.husky]
    for terrain in range(state.TERRAINS):
        more += max(0, s.left[terrain] - t.points[husky, terrain])
    custom = custom_terrains(t, s, seat, s.husky, resting(s, seat)) != 0
    is_ready = ready(t, s, seat) >> s.husky & 1 == 1
    return bool(is_ready and more <= custom and (not s.moved or s.advance[seat] > 0))


@rule
def choice_sound(t: Table, s: State) -> bool:
    """Whoever is asked has a choice (HD-RUL-54), or has to run with the only husky that can (HD-RUL-29)."""
    if s.phase == state.OVER or (s.decision == state.STEP and usable(t, s, s.asked)):
        return True
    if s.decision == state.MENTOR and (s.mentors[s.turn] == 0 or s.deck_size == 0):
        return False
    if s.decision == state.DECLARE and vacant(t, s, s.turn):
        return False
    if s.decision == state.TUCK and s.equipment[s.turn] == 0:
        return False
    return legal(t, s, np.empty(state.MAX_LEGAL, np.int64)) > 1
