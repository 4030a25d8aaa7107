"""What happens in Hike, and who may know which part of it.

Having nothing to plant, or no Bird for The Worm, looks to others as declining does: one kind of event for
both, without a value (HC-SPR-4, HC-WORM-2).
"""

from __future__ import annotations

from trailmix.engine.events import EventKind, private, public
from trailmix.engine.game import Setup
from trailmix.engine.words import Message, letter
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.state import KIND_IDS, MAX_PLAYERS, NONE, SUITS, OddReason
from trailmix.games.hike_cards.view import name_of


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


def _named(_setup: Setup, card: str) -> Message:
    return name_of(card)


def _put(_setup: Setup, card: str) -> Message:
    """A card as somebody says that it is played: a Peak, The Sun."""
    return Message(f"a_card.{card}")


def _which_way(_setup: Setup, direction: str) -> Message:
    return Message(f"direction.{direction}")


def _seat(_setup: Setup, seat: int) -> str | None:
    return None if seat == NONE else letter(seat)


def _seats(setup: Setup, bits: int) -> list[str]:
    return [letter(seat) for seat in range(setup.players) if bits >> seat & 1]


def _each(setup: Setup, *numbers: int) -> dict[str, int]:
    return {letter(seat): numbers[seat] for seat in range(setup.players)}


def _some(setup: Setup, *numbers: int) -> dict[str, int]:
    return {letter(seat): numbers[seat] for seat in range(setup.players) if numbers[seat]}


def _odd(_setup: Setup, why: int) -> OddReason | None:
    return state.ODD_IDS[why]


def _why_odd(_setup: Setup, why: str) -> Message:
    return Message(f"odd.{why}")


_ACCOUNT = (
    public("round"),
    public("pot"),
    public("winners", _seats),
    public("share"),
    public("odd"),
    public("odd_to", _seat),
    public("odd_why", _odd),
    public("worm", _seat),
    public("birds"),
    public("leftovers", _each, MAX_PLAYERS),
    public("bonus", _each, MAX_PLAYERS),
    public("trees", _each, MAX_PLAYERS),
    public("points", _each, MAX_PLAYERS),
    public("totals", _each, MAX_PLAYERS),
)
"""The values of `view.Account`; `scoring.account` writes the numbers in this order."""

KINDS = {
    state.PLAYED: EventKind("played", (public("card", _card, said=_put),)),
    state.REVERSED: EventKind("reversed", (public("direction", _direction, said=_which_way),)),
    state.AGAIN: EventKind("again"),
    state.DREW: EventKind("drew", (public("number"), private("cards", _cards, 2, said=_named)), reveals=True),
    state.REDEALT: EventKind("redealt", (public("hands", _some, MAX_PLAYERS),), reveals=True),
    state.LAID_OUT: EventKind("laid_out", (public("bugs", _some, MAX_PLAYERS),), reveals=True),
    state.ELIMINATION: EventKind(
        "eliminated",
        (public("on", _top, said=_named), public("number"), public("cards", _hand, 2, said=_named)),
        reveals=True,
    ),
    state.GONE_OUT: EventKind("out"),
    state.GONE_SPENT: EventKind("spent", (public("bugs"),)),
    state.CAPTURED: EventKind("captured"),
    state.NO_BIRD: EventKind("no_bird"),
    state.PLANTED: EventKind("planted", (public("cards", _planted, 2, said=_named),)),
    state.PLANTED_NOTHING: EventKind("planted_nothing"),
    state.KEPT: EventKind("kept"),
    state.ROUND_ENDED: EventKind("round_ended", _ACCOUNT, reveals=True, closes=True),
    state.ODD_POINTS: EventKind("odd_points", (public("number"), public("why", _odd, said=_why_odd))),
    state.TIED: EventKind("tied", (public("total"),)),
    state.DEALT: EventKind("dealt", (public("round"), public("dealer", _seat)), reveals=True),
    state.ENDED: EventKind("ended", (public("totals", _each, MAX_PLAYERS),), reveals=True),
}
