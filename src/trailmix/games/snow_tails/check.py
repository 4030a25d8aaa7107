"""The invariants of Snow Tails: what is true of every state, however it came about."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.games.snow_tails.cards import only_value, too_many
from trailmix.games.snow_tails.moving import balanced, drift_of, drift_side, sapling_stands, speed_of
from trailmix.games.snow_tails.state import (
    BONUS,
    COPIES,
    DISCARD,
    FINISHED,
    HAND,
    LEFT,
    MAX_PLAYERS,
    MOST_DENTS,
    NONE,
    OVER,
    PLAY,
    PRINTED,
    RACING,
    RIGHT,
    SLOTS,
    START,
    START_HANDS,
    STARTS,
    STEP,
    VALUES,
    WAITING,
    WRECKED,
    State,
    Table,
)
from trailmix.games.snow_tails.track import FORWARD

(
    SOUND,
    SPACE_SHARED,
    SPACE_WRONG,
    CARD_LOST,
    HAND_WRONG,
    DENTS_WRONG,
    MAT_WRONG,
    PLACE_WRONG,
    ORDER_WRONG,
    MOVE_WRONG,
) = range(10)
INVARIANTS = (
    "All is well.",
    "Two sleds stand on one space.",
    "A sled stands where it cannot stand.",
    "The cards of a deck are not all in one place each.",
    "A hand has the wrong number of cards.",
    "A sled has more dents than it can hold, or a wreck has too few.",
    "A mat shows what it cannot show.",
    "The places of the sleds do not fit each other.",
    "The turn order does not fit the sleds that race.",
    "The move under way does not fit the mat and the track.",
)


@rule
def check(t: Table, s: State) -> int:
    """SOUND, or the first invariant that does not hold."""
    for seat in range(t.players):
        broken = check_sled(t, s, seat)
        if broken == SOUND:
            broken = check_cards(s, seat)
        if broken != SOUND:
            return broken
    broken = check_order(t, s)
    if broken != SOUND:
        return broken
    return check_move(t, s)


@rule
def check_sled(t: Table, s: State, seat: int) -> int:
    """Where it stands, its dents, its mat, its place."""
    status, space, place = s.status[seat], s.space[seat], int(s.results[s.race, seat])
    if not can_stand(t, s, status, space):
        return SPACE_WRONG
    for other in range(seat):
        if status == RACING and s.status[other] == RACING and s.space[other] == space:
            return SPACE_SHARED
        if place != 0 and s.results[s.race, other] == place:
            return PLACE_WRONG
    if not 0 <= s.dents[seat] <= MOST_DENTS or (status == WRECKED and s.dents[seat] < MOST_DENTS):
        return DENTS_WRONG
    for slot in range(SLOTS):
        if not 1 <= s.mat[seat, slot] <= VALUES:
            return MAT_WRONG
        if slot < 2 and status != WRECKED and not s.carded[seat, slot] and s.mat[seat, slot] != PRINTED:
            return MAT_WRONG
    if (status == FINISHED) != (place > 0) or (place < 0) != (status != FINISHED and s.decision == OVER):
        return PLACE_WRONG
    if (status == WRECKED) != (s.wreck_round[seat] > 0) or abs(place) > t.players:
        return PLACE_WRONG
    finished = 0
    for other in range(t.players):
        finished += s.status[other] == FINISHED
    return PLACE_WRONG if place > finished else SOUND


@rule
def can_stand(t: Table, s: State, status: int, space: int) -> bool:
    """Can a sled of that status be on that space, or have left the track there?"""
    if status == WAITING or not 0 <= space < t.spaces[s.race]:
        return bool(status == WAITING and space == NONE)
    if sapling_stands(t, s, space):  # it would be gone (ST-HAZARD-1)
        return False
    if status == FINISHED:  # ST-END-3
        return bool(space >= t.finish[s.race])
    racing = status == RACING and s.decision != OVER  # when the race is over, those beyond have finished
    return bool(racing or space < t.finish[s.race])  # ST-DENT-5


@rule
def check_cards(s: State, seat: int) -> int:
    """Four cards of each value, or none of a wreck's, each in one place; and not too many in the hand."""
    in_hand, in_pile = 0, 0
    for value in range(VALUES):
        held, left = int(s.hand[seat, value]), 0
        for card in s.pile[seat, : s.pile_size[seat]]:
            left += card == value + 1
        open_cards = int(s.discards[seat, value])
        for dog in (LEFT, RIGHT):
            open_cards += int(s.covered[seat, dog, value])
            open_cards += int(s.carded[seat, dog] == 1 and s.mat[seat, dog] == value + 1)
        if held + left + open_cards != (0 if s.status[seat] == WRECKED else COPIES):
            return CARD_LOST
        if held < s.sure[seat, value] or min(s.sure[seat, value], s.discards[seat, value]) < 0:
            return CARD_LOST
        in_hand += held
        in_pile += left
    if in_hand != s.canines[seat] or in_pile != s.pile_size[seat] or s.pile[seat, in_pile:].any():
        return CARD_LOST
    acts = s.decision != OVER and s.order[s.turn] == seat
    if s.round_no == 0 or (acts and s.decision not in (START, PLAY)):
        return HAND_WRONG if s.round_no == 0 and in_hand else SOUND
    most = HAND
    if s.round_no == 1 and s.status[seat] == RACING and 0 <= s.space[seat] < STARTS:
        most = START_HANDS[STARTS - s.space[seat] - 1]  # as long as it has not moved (ST-HAND-5)
    return HAND_WRONG if in_hand + s.dents[seat] > most else SOUND


@rule
def check_order(t: Table, s: State) -> int:
    """Every sled that races is in the order once, those still to come by race order."""
    if s.decision == OVER:
        stopped = s.round_no >= t.most_rounds  # which leaves sleds racing (ST-R-30)
        for n in range(MAX_PLAYERS):
            racing = n < t.players and s.status[n] == RACING
            if s.order[n] != NONE or (n < t.players and s.status[n] == WAITING) or (racing and not stopped):
                return ORDER_WRONG
        return SOUND
    if not 0 <= s.turn < t.players or s.order[s.turn] == NONE or (s.round_no == 0) != (s.decision == START):
        return ORDER_WRONG
    last, seen = t.finish[s.race], 0
    for n in range(MAX_PLAYERS):
        seat = s.order[n]
        if seat == NONE:
            continue
        if not 0 <= seat < t.players or seen >> seat & 1 or (n > 0 and s.order[n - 1] == NONE):
            return ORDER_WRONG
        seen |= 1 << seat
        if s.decision == START:
            if s.status[seat] != (RACING if n < s.turn else WAITING) or s.space[seat] >= STARTS:
                return ORDER_WRONG
        elif n < s.turn:
            if s.status[seat] not in (RACING, WRECKED):
                return ORDER_WRONG
        elif s.status[seat] != RACING:
            return ORDER_WRONG
        elif n > s.turn or s.decision != DISCARD:  # whoever discards has moved already
            begin = s.path[0] if n == s.turn and s.decision != PLAY else s.space[seat]
            if begin >= last:
                return ORDER_WRONG
            last = begin
    for seat in range(t.players):
        if not seen >> seat & 1 and s.status[seat] in (WAITING, RACING):
            return ORDER_WRONG
    return SOUND


@rule
def check_move(t: Table, s: State) -> int:
    """The path is made of steps, and what is left of the move is what the mat gives."""
    if s.decision == OVER:
        return MOVE_WRONG if s.steps or s.path[0] != NONE else SOUND
    seat = s.order[s.turn]
    if s.decision == PLAY and s.canines[seat] == 0:
        return HAND_WRONG
    if s.decision == DISCARD and (not too_many(s, seat) or only_value(s, seat) != NONE):
        return HAND_WRONG
    if s.decision not in (STEP, BONUS):
        idle = s.steps == 0 and s.forward == 0 and s.drift == 0 and s.path[0] == NONE
        return SOUND if idle else MOVE_WRONG
    drifts = 0
    for n in range(s.steps):
        ahead = t.step[s.race, s.path[n]]
        if sapling_stands(t, s, s.path[n + 1]):
            return MOVE_WRONG
        if s.path[n + 1] != ahead[FORWARD]:
            drifts += 1
            if s.path[n + 1] != ahead[drift_side(s, seat)]:
                return MOVE_WRONG
    speed = speed_of(s, seat)
    if s.path[s.steps] != s.space[seat] or drifts + s.drift != min(drift_of(s, seat), speed):
        return MOVE_WRONG
    if s.steps + s.forward + s.drift != speed or s.steps < 0:
        return MOVE_WRONG
    if s.decision == BONUS:
        asked = s.steps == speed and balanced(s, seat) and s.round_no > 1
    else:
        asked = s.forward > 0 and s.drift > 0
    return SOUND if asked else MOVE_WRONG
