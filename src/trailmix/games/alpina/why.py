"""Why an action of Alpina is refused: one sentence, made from what the seat itself may know."""

from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Look
from trailmix.engine.words import Message
from trailmix.games.alpina.rules import touches
from trailmix.games.alpina.state import CARD, CELLS, FIRST_HIKER, FRAME, NO_HIKER, NONE, SPAN


def why(setup: Setup, states: Array, seat: int, action: int) -> Message | None:
    """Why `seat`, whose decision it is, may not play the action; None if it may."""
    row, col = action % CELLS // SPAN, action % SPAN
    if Look(states).decision == CARD:
        if action >= FIRST_HIKER:
            return Message("refused.card_first")
        return _why_no_card(setup, states, seat, action // CELLS, row, col)
    if action < FIRST_HIKER:
        return Message("refused.card_is_laid")
    return None if action == NO_HIKER else _why_no_hiker(states, seat, row, col)


def _why_no_card(setup: Setup, states: Array, seat: int, card: int, row: int, col: int) -> Message | None:
    """AL-PLAY-1, AL-PLAY-3, AL-PLAY-4, AL-GRID-4."""
    s = Look(states)
    if card not in s.hand[seat]:
        return Message("refused.not_your_card", {"card": setup.data.cards[card].id})
    if s.grid[row, col] != NONE:
        return Message("refused.cell_taken")
    if max(s.bottom, row) - min(s.top, row) >= FRAME:
        return Message("refused.sixth_row")
    if max(s.right, col) - min(s.left, col) >= FRAME:
        return Message("refused.sixth_column")
    if not touches(states[0], row, col):
        return Message("refused.no_neighbour")
    return None


def _why_no_hiker(states: Array, seat: int, row: int, col: int) -> Message | None:
    """AL-HIKER-2, AL-HIKER-3, AL-HIKER-4."""
    s = Look(states)
    if s.supply[seat] == 0:
        return Message("refused.no_hikers_left")
    if abs(row - s.laid_row) + abs(col - s.laid_col) > 1:
        return Message("refused.hiker_too_far")
    if s.grid[row, col] == NONE:
        return Message("refused.hiker_on_nothing")
    if s.hikers[row, col] != NONE:
        return Message("refused.card_occupied")
    return None
