"""What happens in Alpina, and who may know which part of it."""

from __future__ import annotations

from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import letter
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.state import DECLINED, DREW, ENDED, LAID, MAX_PLAYERS, PLACED, SCORED


def _card(setup: Setup, card: int) -> str:
    return str(setup.data.cards[card].id)


def _cell(_setup: Setup, row: int, col: int) -> str:
    return cell_name(row, col)


def _totals(setup: Setup, *points: int) -> dict[str, int]:
    return {letter(seat): points[seat] for seat in range(setup.players)}


KINDS = {
    LAID: EventKind("laid", (public("card", _card), public("cell", _cell, 2))),
    PLACED: EventKind("placed", (public("cell", _cell, 2),)),
    DECLINED: EventKind("declined"),
    DREW: EventKind("drew", (private("card", _card),), reveals=True),
    SCORED: EventKind(
        "scored", (public("card", _card), public("cell", _cell, 2), public("number"), public("points"))
    ),
    ENDED: EventKind("ended", (public("totals", _totals, MAX_PLAYERS),), reveals=True),
}
