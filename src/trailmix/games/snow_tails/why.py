"""Why an action of Snow Tails is refused: one sentence, made from what the seat itself may know."""

from __future__ import annotations

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message
from trailmix.games.snow_tails.moving import drift_side
from trailmix.games.snow_tails.notation import play_slots, play_value
from trailmix.games.snow_tails.racing import start_is_free
from trailmix.games.snow_tails.state import (
    BONUS,
    DISCARD,
    FIRST_DISCARD,
    FIRST_PLAY,
    FIRST_STEP,
    PLAY,
    START,
    STEP,
    STEP_FORWARD,
    TAKE_BONUS,
)
from trailmix.games.snow_tails.view import side_of


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    decision = Look(states).decision
    if decision != _decision_of(action):
        return _why_not_now(decision)
    if decision == START:
        free = start_is_free(setup.table[0], states[0], action + 1)
        return None if free else Message("refused.start_taken", {"number": action + 1})
    if decision == PLAY:
        return _why_no_play(states, seat, action)
    if decision == STEP:
        allowed = (STEP_FORWARD, FIRST_STEP + drift_side(states[0], seat))
        return None if action in allowed else Message("refused.wrong_side", {"side": side_of(states, seat)})
    if decision == DISCARD and not Look(states).hand[seat, action - FIRST_DISCARD]:
        return Message("refused.not_held", {"card": action - FIRST_DISCARD + 1})
    return None


def _decision_of(action: int) -> int:
    """What is decided by an action."""
    for decision, first in (
        (DISCARD, FIRST_DISCARD),
        (BONUS, TAKE_BONUS),
        (STEP, FIRST_STEP),
        (PLAY, FIRST_PLAY),
    ):
        if action >= first:
            return decision
    return START


def _why_not_now(decision: int) -> Message:
    """What is to be decided first."""
    if decision == START:
        return Message("refused.now_start")
    if decision == PLAY:
        return Message("refused.now_play")
    if decision == STEP:
        return Message("refused.now_step")
    return Message("refused.now_bonus" if decision == BONUS else "refused.now_discard")


def _why_no_play(states: Array, seat: int, action: int) -> Message | None:
    """ST-FLOW-2."""
    value, number = play_value(action), len(play_slots(action))
    held = int(Look(states).hand[seat, value - 1])
    if held == 0:
        return Message("refused.not_held", {"card": value})
    if held < number:
        return Message("refused.too_few", {"number": number, "card": value, "held": held})
    return None
