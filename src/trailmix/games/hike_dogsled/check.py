"""The invariants of Hike!: what is true of every state, however it came about."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled.bits import size
from trailmix.games.hike_dogsled.check_turn import (
    check_choice,
    check_decision,
    check_loose,
    check_order,
    check_use,
)
from trailmix.games.hike_dogsled.invariants import (
    CARD_LOST,
    DAY_WRONG,
    EDGES_CLASH,
    EQUIPPED_WRONG,
    HAND_WRONG,
    HUSKY_LOST,
    KNOWN_WRONG,
    LOOSE_LOST,
    READY_WRONG,
    SOUND,
    TIRED_WRONG,
    TRACK_WRONG,
)
from trailmix.games.hike_dogsled.sleds import clashes, team, vacant
from trailmix.games.hike_dogsled.state import (
    ALL_HUSKIES,
    ALL_YOUNGSTERS,
    CAUGHT_DOUBLE,
    CAUGHT_EXTRA,
    EDGES,
    EQUIPMENT,
    FIRST_LOOSE,
    HUSKIES,
    LOOSE,
    LOOSE_IN_DECK,
    MENTORS_EACH,
    N_DOUBLES,
    N_EQUIPMENT,
    N_SINGLES,
    NO_CARE,
    NO_EQUIPMENT,
    NO_HUSKY,
    NO_YOUNGSTER,
    NONE,
    PILE,
    PREPARATIONS,
    RACE,
    SINGLE,
    SLOTS,
    TUCK,
    State,
    Table,
    int64,
)
from trailmix.games.hike_dogsled.track import (
    here,
    last_field,
    resting,
)


@rule
def check(t: Table, s: State) -> int:
    """SOUND, or the first invariant that does not hold."""
    broken = check_cards(t, s)
    if broken == SOUND:
        broken = check_track(t, s)
    for seat in range(t.players):
        if broken == SOUND:
            broken = check_sled(t, s, seat)
        if broken == SOUND:
            broken = check_hand(s, seat)
        if broken == SOUND:
            broken = check_racer(t, s, seat)
    if broken == SOUND:
        broken = check_order(t, s)
    if broken == SOUND:
        broken = check_decision(t, s)
    if broken == SOUND:
        broken = check_loose(t, s)
    if broken == SOUND:
        broken = check_use(t, s)
    return check_choice(t, s) if broken == SOUND else broken


# --- cards ----------------------------------------------------------------------------------------------


@rule
def check_cards(t: Table, s: State) -> int:
    """Every card is in one place."""
    huskies, equipment, singles, loose, doubled = s.centre, 0, 0, 0, s.centre & s.removed
    huskies |= s.removed
    for card in s.deck[: s.deck_size]:
        if 0 <= card < HUSKIES:
            doubled |= huskies & 1 << int(card)
            huskies |= 1 << int(card)
        elif card >= FIRST_LOOSE:
            bit = 1 << int(card) - FIRST_LOOSE
            if loose & bit or s.loose_seen & bit:
                return LOOSE_LOST
            loose |= bit
        equipment += card == EQUIPMENT
        singles += card == SINGLE
    equipment += s.centre_equipment + s.discarded
    singles += s.centre_care + s.care_pile[0] + s.care_discards[0]
    doubles = int(s.care_pile[1] + s.care_discards[1])
    for seat in range(t.players):
        waiting = 1 << int(s.received[seat]) if s.received[seat] != NONE else 0
        for zone in (s.hand[seat], team(s, seat), waiting):
            doubled |= huskies & zone
            huskies |= zone
        equipment += s.equipment[seat] + size(int(s.tucked[seat]))
        singles += s.singles[seat] - (s.caught[seat] == CAUGHT_EXTRA) + (s.own_pile[seat] == PILE)
        doubles += s.doubles[seat] + min(int(s.own_pile[seat]), PILE - 1)
        if not 0 <= s.own_pile[seat] <= PILE or not 0 <= s.mentors[seat] <= MENTORS_EACH:
            return CARD_LOST
    if doubled or huskies != ALL_HUSKIES:
        return HUSKY_LOST
    if equipment != N_EQUIPMENT or singles != N_SINGLES or doubles != N_DOUBLES:
        return CARD_LOST
    wanted = LOOSE_IN_DECK if t.loose else 0
    return SOUND if size(loose) + size(s.loose_seen) == wanted and s.loose_seen < 1 << LOOSE else LOOSE_LOST


@rule
def check_track(t: Table, s: State) -> int:
    """Different landscapes, one turned up each day."""
    seen = 0
    for n in range(len(s.landscapes)):
        card = int(s.landscapes[n])
        if (card == NONE) == (n < t.laid) or (card != NONE and seen >> card & 1):
            return TRACK_WRONG
        if card != NONE:
            seen |= 1 << card
    if s.phase == PREPARATIONS and s.revealed != min(s.day, t.laid):
        return TRACK_WRONG
    return TRACK_WRONG if s.phase == RACE and s.revealed != t.laid else SOUND


@rule
def check_hand(s: State, seat: int) -> int:
    """As many cards as it says, and what is known of them is so."""
    hand, known = s.hand[seat], s.known[seat]
    cards = size(hand) + s.equipment[seat] + s.singles[seat] + s.doubles[seat]
    if cards != s.hand_size[seat] or s.paid[seat] > s.equipment[seat]:
        return HAND_WRONG
    if s.nursed[seat, 0] > s.singles[seat] or s.nursed[seat, 1] > s.doubles[seat]:
        return HAND_WRONG
    equipment = s.equipment[seat] - max(s.known_equipment[seat], s.paid[seat])
    singles = s.singles[seat] - max(s.known_singles[seat], s.nursed[seat, 0])
    mine = hand & s.crazy
    if known & ~hand or known & s.crazy or equipment < 0 or singles < 0:
        return KNOWN_WRONG
    if size(mine) != s.crazy_seats >> seat & 1:
        return KNOWN_WRONG
    hidden, lacks = hand & ~(known | s.crazy), int(s.lacks[seat])
    if (lacks & NO_HUSKY and hidden) or (lacks & NO_YOUNGSTER and hidden & ALL_YOUNGSTERS):
        return KNOWN_WRONG
    if (lacks & NO_EQUIPMENT and equipment) or (lacks & NO_CARE and singles):
        return KNOWN_WRONG
    return SOUND


# --- sleds ----------------------------------------------------------------------------------------------


@rule
def check_sled(t: Table, s: State, seat: int) -> int:
    """Edges match; a ready sled is complete; equipment is under one-point huskies."""
    for slot in range(SLOTS):
        husky = s.sled[seat, slot]
        if husky == NONE:
            continue
        if not t.slots >> slot & 1:
            return HUSKY_LOST
        for edge in range(EDGES):
            if clashes(t, s, seat, int64(husky), slot, edge):
                return EDGES_CLASH
    declared = int(s.declared[seat])
    if declared and (vacant(t, s, seat) or s.hand[seat] or not 0 < s.first_day <= declared):
        return READY_WRONG
    if declared and s.phase == PREPARATIONS:
        had_turn = seat < s.turn or (seat == s.turn and s.decision == TUCK)
        if declared > (s.day if had_turn else s.day - 1):
            return READY_WRONG
    for slot in range(SLOTS):
        if int(s.tucked[seat]) >> slot & 1:
            husky = s.sled[seat, slot]
            if not declared or husky == NONE or t.n_points[husky] != 1:
                return EQUIPPED_WRONG
    return SOUND


@rule
def check_racer(t: Table, s: State, seat: int) -> int:
    """Only racers have moved, tired or rested; nobody is tired and at rest."""
    tired, rest = int(s.tired[seat]), resting(s, seat)
    if (s.at_rest[seat] & s.laid_off[seat]) or tired & rest or (tired | rest) & ~t.slots:
        return TIRED_WRONG
    for slot in range(SLOTS):
        if tired >> slot & 1 and t.n_points[s.sled[seat, slot]] == 0:
            return TIRED_WRONG
    changed = s.advance[seat] or s.paid[seat] or s.nursed[seat, 0] or s.nursed[seat, 1]
    if s.phase == PREPARATIONS or not s.declared[seat]:
        if changed or tired or rest or s.position[seat] or s.caught[seat]:
            return DAY_WRONG
        return SOUND
    if s.caught[seat]:
        double = s.caught[seat] == CAUGHT_DOUBLE
        if s.singles[seat] != (0 if double else 1) or s.doubles[seat] != (1 if double else 0):
            return DAY_WRONG
    last = last_field(t, s)
    if s.position[seat] < 0 or s.advance[seat] < 0 or here(s, seat) > last:
        return DAY_WRONG
    return DAY_WRONG if s.phase == RACE and s.position[seat] == last else SOUND  # HD-END-1
