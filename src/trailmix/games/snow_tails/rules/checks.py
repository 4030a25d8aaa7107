"""The invariants of Snow Tails: what is true of every state, however it came about."""

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.rules.cards import only_value, too_many, unseen
from trailmix.games.snow_tails.rules.moving import balanced, drift_of, drift_side, sapling_stands, speed_of
from trailmix.games.snow_tails.state import State, Table
from trailmix.games.snow_tails.track.spaces import FORWARD

SOUND, SPACE_SHARED, SPACE_WRONG, CARD_LOST, HAND_WRONG = range(5)
DENTS_WRONG, MAT_WRONG, PLACE_WRONG, ORDER_WRONG, MOVE_WRONG = range(5, 10)
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
    if not 0 <= s.turn < state.MAX_PLAYERS:
        return ORDER_WRONG
    for seat in range(t.players):
        broken = check_sled(t, s, seat) or check_place(t, s, seat) or check_cards(s, seat)
        if broken:
            return broken
    return check_order(t, s) or check_move(t, s)


@rule
def check_sled(t: Table, s: State, seat: int) -> int:
    """Where it stands, its dents, its mat."""
    status, space, wrecked = s.status[seat], s.space[seat], s.status[seat] == state.WRECKED
    if not can_stand(t, s, status, space):
        return SPACE_WRONG
    for other in range(seat):
        if status == state.RACING and s.status[other] == state.RACING and s.space[other] == space:
            return SPACE_SHARED
    if not (state.MOST_DENTS if wrecked else 0) <= s.dents[seat] <= state.MOST_DENTS:
        return DENTS_WRONG
    for slot in range(state.SLOTS):
        shows = s.mat[seat, slot]
        printed = slot != state.BRAKE and not wrecked and not s.carded[seat, slot]
        if not 1 <= shows <= state.VALUES or (printed and shows != state.PRINTED):
            return MAT_WRONG
    return SOUND


@rule
def can_stand(t: Table, s: State, status: int, space: int) -> bool:
    """Can a sled of that status be on that space, or have left the track there?"""
    if status == state.WAITING or not 0 <= space < t.spaces[s.race]:
        return bool(status == state.WAITING and space == state.NONE)
    if sapling_stands(t, s, space):  # it would be gone (ST-HAZARD-1)
        return False
    if status == state.FINISHED:  # ST-END-3
        return bool(space >= t.finish[s.race])
    # When the race is over, those beyond the line have finished; no wreck is there (ST-DENT-5).
    racing = status == state.RACING and s.decision != state.OVER
    return bool(racing or space < t.finish[s.race])


@rule
def check_place(t: Table, s: State, seat: int) -> int:
    """Finishers have a place of their own; when the race is over, all others are listed behind them."""
    status, place, finished = s.status[seat], int(s.results[s.race, seat]), 0
    for other in range(t.players):
        finished += s.status[other] == state.FINISHED
        if other < seat and place != 0 and s.results[s.race, other] == place:
            return PLACE_WRONG
    sign = 1 if status == state.FINISHED else -1 if s.decision == state.OVER else 0
    if np.sign(place) != sign or not -t.players <= place <= finished:
        return PLACE_WRONG
    return SOUND if (status == state.WRECKED) == (s.wreck_round[seat] > 0) else PLACE_WRONG


@rule
def check_cards(s: State, seat: int) -> int:
    """Four cards of each value, or none of a wreck's, each in one place; and not too many in the hand."""
    in_hand, in_pile, gone = 0, 0, state.COPIES if s.status[seat] == state.WRECKED else 0
    for value in range(state.VALUES):
        left = 0
        for card in s.pile[seat, : s.pile_size[seat]]:
            left += card == value + 1
        if unseen(s, seat, value + 1) != left + gone:
            return CARD_LOST
        if not 0 <= s.sure[seat, value] <= s.hand[seat, value] or s.discards[seat, value] < 0:
            return CARD_LOST
        in_hand += int(s.hand[seat, value])
        in_pile += left
    if in_hand != s.canines[seat] or in_pile != s.pile_size[seat] or s.pile[seat, in_pile:].any():
        return CARD_LOST
    acts = s.decision != state.OVER and s.order[s.turn] == seat
    if s.round_no == 0 or (acts and s.decision not in (state.START, state.PLAY)):
        return HAND_WRONG if s.round_no == 0 and in_hand else SOUND
    most = state.HAND
    if s.round_no == 1 and s.status[seat] == state.RACING and 0 <= s.space[seat] < state.STARTS:
        most = state.START_HANDS[state.STARTS - s.space[seat] - 1]  # as long as it has not moved (ST-HAND-5)
    return HAND_WRONG if in_hand + s.dents[seat] > most else SOUND


@rule
def check_order(t: Table, s: State) -> int:
    """Every sled that races is in the order once, those still to come by race order."""
    placing, over = s.decision == state.START, s.decision == state.OVER
    in_turn = 0 <= s.turn < t.players and s.order[s.turn] != state.NONE
    if not over and (not in_turn or (s.round_no == 0) != placing):
        return ORDER_WRONG
    last, seen = t.finish[s.race], 0
    for n in range(state.MAX_PLAYERS):
        seat = s.order[n]
        if seat == state.NONE:
            continue
        gap = n > 0 and s.order[n - 1] == state.NONE
        if over or gap or not 0 <= seat < t.players or seen >> seat & 1 or not fits_order(s, n, seat):
            return ORDER_WRONG
        seen |= 1 << seat
        if not placing and (n > s.turn or (n == s.turn and s.decision != state.DISCARD)):
            begin = s.path[0] if n == s.turn and s.decision != state.PLAY else s.space[seat]
            if begin >= last:
                return ORDER_WRONG
            last = begin
    stopped = over and s.round_no >= t.most_rounds  # which leaves sleds racing (ST-R-30)
    for seat in range(t.players):
        racing = s.status[seat] == state.RACING and not stopped
        if not seen >> seat & 1 and (racing or s.status[seat] == state.WAITING):
            return ORDER_WRONG
    return SOUND


@rule
def fits_order(s: State, n: int, seat: int) -> bool:
    """Does the status of a sled fit its place in the order?"""
    if s.decision == state.START:
        due = state.RACING if n < s.turn else state.WAITING
        return bool(s.status[seat] == due and s.space[seat] < state.STARTS)
    return bool(s.status[seat] == state.RACING or (n < s.turn and s.status[seat] == state.WRECKED))


@rule
def check_move(t: Table, s: State) -> int:
    """The path is made of steps, and what is left of the move is what the mat gives."""
    seat = s.order[s.turn]
    if s.decision == state.PLAY and s.canines[seat] == 0:
        return HAND_WRONG
    if s.decision == state.DISCARD and (not too_many(s, seat) or only_value(s, seat) != state.NONE):
        return HAND_WRONG
    if s.decision not in (state.STEP, state.BONUS):
        idle = s.steps == 0 and s.forward == 0 and s.drift == 0 and s.path[0] == state.NONE
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
    if s.decision == state.BONUS:
        asked = s.steps == speed and balanced(s, seat) and s.round_no > 1
    else:
        asked = s.forward > 0 and s.drift > 0
    return SOUND if asked else MOVE_WRONG
