"""What happens in Alpina, and who may know which part of it."""

from trailmix.engine.event_values import by_seat
from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.state import DECLINED, DREW, ENDED, LAID, MAX_PLAYERS, PLACED, SCORED


def _card(setup: Setup, card: int) -> str:
    return str(setup.data.cards[card].id)


def _cell(_setup: Setup, row: int, col: int) -> str:
    return cell_name(row, col)


CARD, CELL = public("card", _card), public("cell", _cell, 2)
KINDS = {
    LAID: EventKind("laid", (CARD, CELL)),
    PLACED: EventKind("placed", (CELL,)),
    DECLINED: EventKind("declined"),
    DREW: EventKind("drew", (private("card", _card),), reveals=True),
    SCORED: EventKind("scored", (CARD, CELL, public("number"), public("points"))),
    ENDED: EventKind("ended", (public("totals", by_seat, MAX_PLAYERS),), reveals=True),
}
