"""What happens, and who may know which part of it: here everyone may know everything."""

from trailmix.engine.events import EventKind, public
from trailmix.engine.game import Setup
from trailmix.engine.words import letter

from .state import ENDED, MAX_PLAYERS, PLAYED, WON


def _card(setup: Setup, card: int) -> str:
    return str(setup.data.cards[card])


def _totals(setup: Setup, *tricks: int) -> dict[str, int]:
    return {letter(seat): tricks[seat] for seat in range(setup.players)}


KINDS = {
    PLAYED: EventKind("played", (public("card", _card),), reveals=True),
    WON: EventKind("won"),
    ENDED: EventKind("ended", (public("totals", _totals, MAX_PLAYERS),)),
}
