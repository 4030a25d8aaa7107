"""Why an action of Snow Tails is refused: one sentence, made from what the seat itself may know."""

from bisect import bisect_right

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.notation import DICTS
from trailmix.games.snow_tails.rules.moving import drift_side
from trailmix.games.snow_tails.rules.racing import start_is_free
from trailmix.games.snow_tails.view import side_of

FIRST_ACTIONS = (0, state.FIRST_PLAY, state.FIRST_STEP, state.TAKE_BONUS, state.FIRST_DISCARD)
"""Of each decision."""


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    decision = Look(states).decision
    if decision != bisect_right(FIRST_ACTIONS, action) - 1:
        return Message(f"refused.now_{state.DECISION_IDS[decision]}")
    if decision == state.START:
        free = start_is_free(setup.table[0], states[0], action + 1)
        return None if free else Message("refused.start_taken", {"number": action + 1})
    if decision == state.PLAY:
        return _why_no_play(states, seat, action)
    if decision == state.STEP:
        allowed = (state.STEP_FORWARD, state.FIRST_STEP + drift_side(states[0], seat))
        return None if action in allowed else Message("refused.wrong_side", {"side": side_of(states, seat)})
    if decision == state.DISCARD and not Look(states).hand[seat, action - state.FIRST_DISCARD]:
        return Message("refused.not_held", {"card": action - state.FIRST_DISCARD + 1})
    return None


def _why_no_play(states: Array, seat: int, action: int) -> Message | None:
    """ST-FLOW-2."""
    value, number = DICTS[action]["card"], len(DICTS[action]["slots"])
    held = int(Look(states).hand[seat, value - 1])
    if held == 0:
        return Message("refused.not_held", {"card": value})
    if held < number:
        return Message("refused.too_few", {"number": number, "card": value, "held": held})
    return None
