"""What happens in Hike, and who may know which part of it.

Having nothing to plant, or no Bird for The Worm, looks to others as declining does: one kind of event for
both, without a value (HC-SPR-4, HC-WORM-2).
"""

from trailmix.engine.event_values import by_seat, numbers, says, seat_or_nobody, seats_of_bits, word_or_none
from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import letter
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.state import KIND_IDS, MAX_PLAYERS, NONE, SUITS, OddReason


def _card(_setup: Setup, code: int) -> str:
    return state.CODE_IDS[code]


def _top(_setup: Setup, top: int) -> str:
    return "nothing" if top == state.LEAD else KIND_IDS[top]


def _cards(_setup: Setup, *kinds: int) -> list[str]:
    return [KIND_IDS[kind] for kind in kinds if kind != NONE]


def _hand(_setup: Setup, suits: int, specialties: int) -> list[str]:
    """The cards of a hand as `eliminate` notes it."""
    found = [KIND_IDS[kind] for kind in range(SUITS) for _ in range(suits >> state.NIBBLE * kind & 15)]
    return found + [card for bit, card in enumerate(KIND_IDS[SUITS:]) if specialties >> bit & 1]


def _planted(_setup: Setup, trees: int, wind: int) -> list[str]:
    return ["tree"] * trees + ["wind"] * wind


def _direction(_setup: Setup, direction: int) -> state.Direction:
    return state.DIRECTION_IDS[direction < 0]


def _some(setup: Setup, *numbers: int) -> dict[str, int]:
    return {letter(seat): numbers[seat] for seat in range(setup.players) if numbers[seat]}


NAMED, ODD = says("card"), word_or_none(OddReason, state.LATEST_PLAY)
_ACCOUNT = (
    *numbers("round", "pot"),
    public("winners", seats_of_bits),
    *numbers("share", "odd"),
    public("odd_to", seat_or_nobody),
    public("odd_why", ODD),
    public("worm", seat_or_nobody),
    public("birds"),
    *(public(each, by_seat, MAX_PLAYERS) for each in ("leftovers", "bonus", "trees", "points", "totals")),
)
"""The values of `view.Account`; `scoring.account` writes the numbers in this order."""

KINDS = {
    state.PLAYED: EventKind("played", (public("card", _card, said=says("a_card")),)),  # a Peak, The Sun
    state.REVERSED: EventKind("reversed", (public("direction", _direction, said=says("direction")),)),
    state.AGAIN: EventKind("again"),
    state.DREW: EventKind("drew", (public("number"), private("cards", _cards, 2, said=NAMED)), reveals=True),
    state.REDEALT: EventKind("redealt", (public("hands", _some, MAX_PLAYERS),), reveals=True),
    state.LAID_OUT: EventKind("laid_out", (public("bugs", _some, MAX_PLAYERS),), reveals=True),
    state.ELIMINATION: EventKind(
        "eliminated",
        (public("on", _top, said=NAMED), public("number"), public("cards", _hand, 2, said=NAMED)),
        reveals=True,
    ),
    state.GONE_OUT: EventKind("out"),
    state.GONE_SPENT: EventKind("spent", (public("bugs"),)),
    state.CAPTURED: EventKind("captured"),
    state.NO_BIRD: EventKind("no_bird"),
    state.PLANTED: EventKind("planted", (public("cards", _planted, 2, said=says("a_card")),)),
    state.PLANTED_NOTHING: EventKind("planted_nothing"),
    state.KEPT: EventKind("kept"),
    state.ROUND_ENDED: EventKind("round_ended", _ACCOUNT, reveals=True, closes=True),
    state.ODD_POINTS: EventKind("odd_points", (public("number"), public("why", ODD, said=says("odd")))),
    state.TIED: EventKind("tied", (public("total"),)),
    state.DEALT: EventKind("dealt", (public("round"), public("dealer", seat_or_nobody)), reveals=True),
    state.ENDED: EventKind("ended", (public("totals", by_seat, MAX_PLAYERS),), reveals=True),
}
