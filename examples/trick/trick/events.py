"""What happens, and who may know which part of it: here everyone may know everything."""

from trailmix.engine.event_values import by_seat
from trailmix.engine.events import EventKind, public
from trailmix.engine.game import Setup

from .state import ENDED, MAX_PLAYERS, PLAYED, WON


def _card(setup: Setup, card: int) -> str:
    return str(setup.data.cards[card])


KINDS = {
    PLAYED: EventKind("played", (public("card", _card),), reveals=True),
    WON: EventKind("won"),
    ENDED: EventKind("ended", (public("totals", by_seat, MAX_PLAYERS),)),
}
