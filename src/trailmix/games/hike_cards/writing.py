"""The view of Hike as the kernels write it: `View` and `Own` of ``view.py`` in JSON."""

from __future__ import annotations

import numpy as np

from trailmix.engine.json import (
    COMMA,
    NULL,
    OPEN,
    end_list,
    put,
    put_byte,
    put_number,
    put_seat,
    text,
    texts,
)
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards import scoring
from trailmix.games.hike_cards.cards import beside
from trailmix.games.hike_cards.rules import actor, demanded
from trailmix.games.hike_cards.scoring import NUMBERS, account, rank
from trailmix.games.hike_cards.state import (
    ACTIVE,
    AVALANCHE,
    CODE_IDS,
    CODES,
    DECISION_IDS,
    ELIMINATED,
    KINDS,
    LAKE_OWED,
    NONE,
    ODD_IDS,
    OUT,
    OVER,
    PLANT,
    PLAY,
    SPENT,
    STATUS_IDS,
    SUITS,
    SUN,
    TREE,
    WIND,
    WORM,
    State,
    Table,
)
from trailmix.games.hike_cards.tracing import code_at, seat_at

MOST_BYTES = 1 << 14
"""No view with all hands takes more: all 80 cards written twice, eight seats and an account take half."""

NAMES = texts([f'"{card}"' for card in (*CODE_IDS, "wind")])
"""Every card and play in quotation marks; The Wind by itself stands behind the codes."""
WIND_ITSELF = CODES


def _keys(*names: str) -> tuple[Array, ...]:
    return tuple(text(f',"{name}":') for name in names)


GAME, SEAT, CARD, NEXT, END = (
    text(words) for words in ('{"game":"hike_cards","to_move":', '{"seat":', '{"card":', "},", "}")
)
TRUE, FALSE = text("true"), text("false")
DECISIONS, STATUSES = (texts([f'"{word}"' for word in ids]) for ids in (DECISION_IDS, STATUS_IDS))
CLOCKWISE, COUNTER = text('"clockwise"'), text('"counter-clockwise"')
BY_SUN, BY_DROUGHT = text('"sun"'), text('"drought"')
ODDS = texts([f'"{word}"' if word else "null" for word in ODD_IDS])
DECISION, ROUND, DEALER, TURN, DIRECTION, PILE, SUIT, FOLLOW, SPECIALTIES, DEMAND, TO_ANSWER = _keys(
    "decision",
    "round",
    "dealer",
    "turn",
    "direction",
    "pile",
    "suit",
    "follow",
    "specialties",
    "demand",
    "to_answer",
)
PEAKS_DRAW, TRAILS_REVERSE, BIRDS, WORM_BY, WORM_HOLDER, DECK, TARGET, SEATS, ACCOUNT, PLACES = _keys(
    "peaks_draw",
    "trails_reverse",
    "birds",
    "worm_by",
    "worm_holder",
    "deck",
    "target",
    "seats",
    "account",
    "places",
)
STATUS, LEFT, HAND_SIZE, LEFTOVERS, BUGS, PLANTED, HAS_WORM, LAST, TOTAL, HAND, BY = _keys(
    "status", "left", "hand_size", "leftovers", "bugs", "planted", "worm", "last", "total", "hand", "seat"
)
OF_ROUND = text('{"round":')
POT, WINNERS, SHARE, ODD, ODD_TO, ODD_WHY, BONUS, TREES, POINTS, TOTALS = _keys(
    "pot", "winners", "share", "odd", "odd_to", "odd_why", "bonus", "trees", "points", "totals"
)
LETTER_KEYS = texts([f'"{letter}":' for letter in "ABCDEFGH"])
BEGIN, FINISH = b"{}"


@rule
def write_own(t: Table, s: State, seat: int, names: Array, out: Array) -> int:
    """`Own` as JSON."""
    at = put_seat(out, put(out, 0, SEAT), seat)
    at = put_cards(s.hand[seat], names, out, put(out, at, HAND))
    return put(out, at, END)


@rule
def write_view(t: Table, s: State, names: Array, out: Array) -> int:
    """`View` as JSON."""
    at = put_seat(out, put(out, 0, GAME), actor(t, s))
    at = put(out, put(out, at, DECISION), DECISIONS[s.decision])
    at = put_number(out, put(out, at, ROUND), s.round_no)
    at = put_seat(out, put(out, at, DEALER), s.dealer)
    at = put_seat(out, put(out, at, TURN), s.turn)
    at = put(out, put(out, at, DIRECTION), CLOCKWISE if s.direction > 0 else COUNTER)
    at = put_pile(s, names, out, put(out, at, PILE))
    at = put(out, put(out, at, SUIT), names[s.top] if s.top < SUITS else NULL)
    at = put_what_may_follow(t, s, names, out, at)
    at = put_truth(out, put(out, at, PEAKS_DRAW), s.peaks_draw != 0)
    at = put_truth(out, put(out, at, TRAILS_REVERSE), s.trails_reverse != 0)
    at = put_number(out, put(out, at, BIRDS), s.birds)
    at = put_seat(out, put(out, at, WORM_BY), s.worm_by)
    at = put_seat(out, put(out, at, WORM_HOLDER), s.worm_holder)
    at = put_number(out, put(out, at, DECK), s.deck_size)
    at = put_number(out, put(out, at, TARGET), t.target)
    at = put_byte(out, put(out, at, SEATS), OPEN)
    for seat in range(t.players):
        at = put_seat_view(s, seat, names, out, at)
    at = put(out, end_list(out, at), ACCOUNT)
    at = put_account(t, s, out, at) if s.decision == OVER else put(out, at, NULL)
    at = put(out, at, PLACES)
    return put(out, put_places(t, s, out, at), END)


@rule
def put_truth(out: Array, at: int, truth: bool) -> int:
    """True or false."""
    return put(out, at, TRUE if truth else FALSE)


@rule
def put_pile(s: State, names: Array, out: Array, at: int) -> int:
    """The pile from the bottom: all plays but a captured Worm (HC-WORM-4)."""
    at = put_byte(out, at, OPEN)
    for n in range(s.n_played):
        if code_at(s, n) != WORM or s.worm_holder == NONE:
            at = put(out, put(out, at, CARD), names[code_at(s, n)])
            at = put(out, put_seat(out, put(out, at, BY), seat_at(s, n)), NEXT)
    return end_list(out, at)


@rule
def put_what_may_follow(t: Table, s: State, names: Array, out: Array, at: int) -> int:
    """The suits and specialty cards that may be played now, who demands it, and who has still to answer."""
    plays = demanded(t, s)
    at = put_byte(out, put(out, at, FOLLOW), OPEN)
    for suit in range(SUITS):
        if plays >> suit & 1:
            at = put_byte(out, put(out, at, names[suit]), COMMA)
    at = put(out, end_list(out, at), SPECIALTIES)
    at = put(out, put_truth(out, at, plays >> AVALANCHE & 1 != 0), DEMAND)
    by_sun = s.decision == PLAY and s.top == SUN
    at = put(out, at, BY_SUN if by_sun else BY_DROUGHT if s.decision == LAKE_OWED else NULL)
    at = put_byte(out, put(out, at, TO_ANSWER), OPEN)
    if by_sun or s.decision == LAKE_OWED or s.decision == PLANT:  # noqa: PLR1714 - a kernel
        # The Sun may come round to everybody, the others end with whose turn it is.
        seat, end = s.asked, s.asked if by_sun else beside(t, s, s.turn)
        while True:
            if s.hand_size[seat] > 0:
                at = put_byte(out, put_seat(out, at, seat), COMMA)
            seat = beside(t, s, seat)
            if seat == end:
                break
    return end_list(out, at)


@rule
def status(s: State, seat: int) -> int:
    """What has become of a seat in this round."""
    if s.hand_size[seat] > 0:
        return ACTIVE
    if s.leftovers[seat].sum() > 0:
        return ELIMINATED
    return SPENT if s.bugs[seat] > 0 else OUT


@rule
def put_seat_view(s: State, seat: int, names: Array, out: Array, at: int) -> int:
    """`Seat` as JSON."""
    at = put_seat(out, put(out, at, SEAT), seat)
    at = put(out, put(out, at, STATUS), STATUSES[status(s, seat)])
    at = put(out, at, LEFT)
    place = 0
    for n in range(s.n_left):
        if s.left[n] == seat:
            place = n + 1
    at = put_number(out, at, place) if place else put(out, at, NULL)
    at = put_number(out, put(out, at, HAND_SIZE), s.hand_size[seat])
    at = put_cards(s.leftovers[seat], names, out, put(out, at, LEFTOVERS))
    at = put_number(out, put(out, at, BUGS), s.bugs[seat])
    planted = np.zeros(KINDS, np.int8)
    planted[TREE], planted[WIND] = s.trees[seat], s.wind_planter == seat
    at = put_cards(planted, names, out, put(out, at, PLANTED))
    at = put_truth(out, put(out, at, HAS_WORM), s.worm_holder == seat)
    last = NONE
    for n in range(s.n_played):
        if seat_at(s, n) == seat:
            last = code_at(s, n)
    at = put(out, put(out, at, LAST), NULL if last == NONE else names[last])
    at = put_number(out, put(out, at, TOTAL), s.totals[seat])
    return put(out, at, NEXT)


@rule
def put_cards(counts: Array, names: Array, out: Array, at: int) -> int:
    """Cards that are counted by kind, one by one."""
    at = put_byte(out, at, OPEN)
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            at = put_byte(out, put(out, at, names[WIND_ITSELF if kind == WIND else kind]), COMMA)
    return end_list(out, at)


@rule
def put_account(t: Table, s: State, out: Array, at: int) -> int:
    """`Account` as JSON."""
    numbers = np.empty(NUMBERS, np.int64)
    account(t, s, numbers)
    at = put_number(out, put(out, at, OF_ROUND), numbers[scoring.ROUND])
    at = put_number(out, put(out, at, POT), numbers[scoring.POT])
    at = put_byte(out, put(out, at, WINNERS), OPEN)
    for seat in range(t.players):
        if numbers[scoring.WINNERS] >> seat & 1:
            at = put_byte(out, put_seat(out, at, seat), COMMA)
    at = put_number(out, put(out, end_list(out, at), SHARE), numbers[scoring.SHARE])
    at = put_number(out, put(out, at, ODD), numbers[scoring.ODD])
    at = put_seat(out, put(out, at, ODD_TO), numbers[scoring.ODD_TO])
    at = put(out, put(out, at, ODD_WHY), ODDS[numbers[scoring.ODD_WHY]])
    at = put_seat(out, put(out, at, HAS_WORM), numbers[scoring.WORM_HOLDER])
    at = put_number(out, put(out, at, BIRDS), numbers[scoring.BIRDS])
    at = put_each(t, numbers[scoring.LEFTOVERS :], out, put(out, at, LEFTOVERS))
    at = put_each(t, numbers[scoring.BONUS :], out, put(out, at, BONUS))
    at = put_each(t, numbers[scoring.TREES :], out, put(out, at, TREES))
    at = put_each(t, numbers[scoring.POINTS :], out, put(out, at, POINTS))
    at = put_each(t, numbers[scoring.TOTALS :], out, put(out, at, TOTALS))
    return put(out, at, END)


@rule
def put_each(t: Table, numbers: Array, out: Array, at: int) -> int:
    """A number for each seat."""
    at = put_byte(out, at, BEGIN)
    for seat in range(t.players):
        at = put_number(out, put(out, at, LETTER_KEYS[seat]), numbers[seat])
        at = put_byte(out, at, COMMA)
    return put_byte(out, at - 1, FINISH)


@rule
def put_places(t: Table, s: State, out: Array, at: int) -> int:
    """The final places, once the match is over."""
    if s.decision != OVER:
        return put(out, at, NULL)
    places = np.empty(t.players, np.int64)
    rank(t, s, places)
    at = put_byte(out, at, OPEN)
    for seat in range(t.players):
        at = put_byte(out, put_number(out, at, places[seat]), COMMA)
    return end_list(out, at)
