"""The invariants of Hike!: what is true of every state, however it came about."""

from trailmix.engine.bits import size
from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import invariants, turn_checks
from trailmix.games.hike_dogsled.rules.cards import cards_outside_deck, hidden_cards
from trailmix.games.hike_dogsled.rules.invariants import SOUND
from trailmix.games.hike_dogsled.rules.sleds import clashes, vacant
from trailmix.games.hike_dogsled.rules.track import here, last_field, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64


@rule
def check(t: Table, s: State) -> int:
    """SOUND, or the first invariant that does not hold."""
    broken = check_cards(t, s) or check_track(t, s)
    for seat in range(t.players):
        broken = broken or check_sled(t, s, seat) or check_hand(s, seat) or check_racer(t, s, seat)
    return broken or turn_checks.check(t, s)


# --- cards ----------------------------------------------------------------------------------------------


@rule
def check_cards(t: Table, s: State) -> int:
    """Every card is in one place."""
    huskies, doubled, equipment, singles = cards_outside_deck(t, s)
    doubles, loose = int(s.care_pile[1] + s.care_discards[1]), 0
    for card in s.deck[: s.deck_size]:
        if 0 <= card < state.HUSKIES:
            doubled |= huskies & 1 << int(card)
            huskies |= 1 << int(card)
        elif card >= state.FIRST_LOOSE:
            bit = 1 << int(card) - state.FIRST_LOOSE
            if loose & bit or s.loose_seen & bit:
                return invariants.LOOSE_LOST
            loose |= bit
        equipment += card == state.EQUIPMENT
        singles += card == state.SINGLE
    for seat in range(t.players):
        doubles += s.doubles[seat] + min(int(s.own_pile[seat]), state.PILE - 1)
        if not 0 <= s.own_pile[seat] <= state.PILE or not 0 <= s.mentors[seat] <= state.MENTORS_EACH:
            return invariants.CARD_LOST
    if doubled or huskies != state.ALL_HUSKIES:
        return invariants.HUSKY_LOST
    if equipment != state.N_EQUIPMENT or singles != state.N_SINGLES or doubles != state.N_DOUBLES:
        return invariants.CARD_LOST
    wanted = state.LOOSE_IN_DECK if t.loose else 0
    if size(loose) + size(s.loose_seen) != wanted or s.loose_seen >= 1 << state.LOOSE:
        return invariants.LOOSE_LOST
    return SOUND


@rule
def check_track(t: Table, s: State) -> int:
    """Different landscapes, one turned up each day."""
    seen = 0
    for n in range(len(s.landscapes)):
        card = int(s.landscapes[n])
        if (card == NONE) == (n < t.laid) or (card != NONE and seen >> card & 1):
            return invariants.TRACK_WRONG
        if card != NONE:
            seen |= 1 << card
    if s.phase == state.PREPARATIONS and s.revealed != min(s.day, t.laid):
        return invariants.TRACK_WRONG
    return invariants.TRACK_WRONG if s.phase == state.RACE and s.revealed != t.laid else SOUND


@rule
def check_hand(s: State, seat: int) -> int:
    """As many cards as it says, and what is known of them is so."""
    hand, known = s.hand[seat], s.known[seat]
    if hidden_cards(s, seat) != 0 or s.paid[seat] > s.equipment[seat]:
        return invariants.HAND_WRONG
    if s.nursed[seat, 0] > s.singles[seat] or s.nursed[seat, 1] > s.doubles[seat]:
        return invariants.HAND_WRONG
    equipment = s.equipment[seat] - max(s.known_equipment[seat], s.paid[seat])
    singles = s.singles[seat] - max(s.known_singles[seat], s.nursed[seat, 0])
    mine = hand & s.crazy
    if known & ~hand or known & s.crazy or equipment < 0 or singles < 0:
        return invariants.KNOWN_WRONG
    if size(mine) != s.crazy_seats >> seat & 1:
        return invariants.KNOWN_WRONG
    hidden, lacks = hand & ~(known | s.crazy), int(s.lacks[seat])
    if (lacks & state.NO_HUSKY and hidden) or (lacks & state.NO_YOUNGSTER and hidden & state.ALL_YOUNGSTERS):
        return invariants.KNOWN_WRONG
    if (lacks & state.NO_EQUIPMENT and equipment) or (lacks & state.NO_CARE and singles):
        return invariants.KNOWN_WRONG
    return SOUND


# --- sleds ----------------------------------------------------------------------------------------------


@rule
def check_sled(t: Table, s: State, seat: int) -> int:
    """Edges match; a ready sled is complete; equipment is under one-point huskies."""
    for slot in range(state.SLOTS):
        husky = s.sled[seat, slot]
        if husky == NONE:
            continue
        if not t.slots >> slot & 1:
            return invariants.HUSKY_LOST
        for edge in range(state.EDGES):
            if clashes(t, s, seat, int64(husky), slot, edge):
                return invariants.EDGES_CLASH
    declared = int(s.declared[seat])
    if declared and (vacant(t, s, seat) or s.hand[seat] or not 0 < s.first_day <= declared):
        return invariants.READY_WRONG
    if declared and s.phase == state.PREPARATIONS:
        had_turn = seat < s.turn or (seat == s.turn and s.decision == state.TUCK)
        if declared > (s.day if had_turn else s.day - 1):
            return invariants.READY_WRONG
    for slot in range(state.SLOTS):
        if int(s.tucked[seat]) >> slot & 1:
            husky = s.sled[seat, slot]
            if not declared or husky == NONE or t.n_points[husky] != 1:
                return invariants.EQUIPPED_WRONG
    return SOUND


@rule
def check_racer(t: Table, s: State, seat: int) -> int:
    """Only racers have moved, tired or rested; nobody is tired and at rest."""
    tired, rest = int(s.tired[seat]), resting(s, seat)
    if (s.at_rest[seat] & s.laid_off[seat]) or tired & rest or (tired | rest) & ~t.slots:
        return invariants.TIRED_WRONG
    for slot in range(state.SLOTS):
        if tired >> slot & 1 and t.n_points[s.sled[seat, slot]] == 0:
            return invariants.TIRED_WRONG
    changed = s.advance[seat] or s.paid[seat] or s.nursed[seat, 0] or s.nursed[seat, 1]
    if s.phase == state.PREPARATIONS or not s.declared[seat]:
        if changed or tired or rest or s.position[seat] or s.caught[seat]:
            return invariants.DAY_WRONG
        return SOUND
    if s.caught[seat]:
        double = s.caught[seat] == state.CAUGHT_DOUBLE
        if s.singles[seat] != (0 if double else 1) or s.doubles[seat] != (1 if double else 0):
            return invariants.DAY_WRONG
    last = last_field(t, s)
    if s.position[seat] < 0 or s.advance[seat] < 0 or here(s, seat) > last:
        return invariants.DAY_WRONG
    return invariants.DAY_WRONG if s.phase == state.RACE and s.position[seat] == last else SOUND  # HD-END-1
