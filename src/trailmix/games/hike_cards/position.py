"""Hike's part of a position document.

.. code-block:: toml

    to_move = "B"
    played = "bird:C worm:D lost:A wind=lake:A"   # the plays of the round, by whom; the last is the top
    left = "C D"                                  # who has left the round, first to last
    deck = "peak lake ..."                        # top first; ... the rest, in no order
    [hands]
    A = "bird*2 spring ?"                         # ? a card from the rest; a seat left out has a fresh hand
    [leftovers]
    C = "bug litter"

Everything may be left out; what the plays have led to (direction, effects, Birds, The Worm) follows from
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.words import letter
from trailmix.games.hike_cards.plays import code_at, seat_at
from trailmix.games.hike_cards.reading import ANY, DIRECTIONS, REST, UNKNOWN, Reader
from trailmix.games.hike_cards.state import (
    ANY_NUMBER,
    ANYTHING,
    CODE_IDS,
    DECISION_IDS,
    KIND_IDS,
    NONE,
    OVER,
    TREE,
    WIND,
    State,
)


def read(setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
    """Fill a state from a document; BadPosition says what is impossible about it."""
    Reader(setup, states[0], said).read(key)


def write(setup: Setup, states: Array) -> dict[str, Any]:
    """The position as plain values; a hand that is hidden in the state is so many question marks."""
    s, seats = states[0], range(setup.players)
    said: dict[str, Any] = {
        "round": int(s.round_no),
        "dealer": letter(s.dealer),
        "decision": DECISION_IDS[s.decision],
    }
    if s.decision != OVER:
        said["to_move"] = letter(s.asked)
    said["direction"] = DIRECTIONS[int(s.direction)]
    said["birds"] = int(s.birds)
    said["played"] = " ".join(_play(s, n) for n in range(s.n_played))
    said["left"] = " ".join(letter(seat) for seat in s.left[: s.n_left])
    named = [KIND_IDS[kind] for kind in s.named[: max(0, s.n_named)][::-1]]
    said["deck"] = " ".join([*named, REST] if s.deck_size > len(named) else named)
    said["bugs_in_hands"] = _bugs_in_hands(s)
    said["hands"] = {letter(seat): _hand(s, seat) for seat in seats if s.hand_size[seat]}
    said["leftovers"] = {letter(seat): _ids(s.leftovers[seat]) for seat in seats if s.leftovers[seat].any()}
    said["bugs"] = {letter(seat): int(s.bugs[seat]) for seat in seats if s.bugs[seat]}
    planted = {letter(seat): _planted(s, seat) for seat in seats}
    said["planted"] = {seat: cards for seat, cards in planted.items() if cards}
    said["totals"] = {letter(seat): int(s.totals[seat]) for seat in seats}
    return said


def _play(s: State, n: int) -> str:
    seat = seat_at(s, n)
    return CODE_IDS[code_at(s, n)] + ("" if seat == NONE else f":{letter(seat)}")


def _hand(s: State, seat: int) -> str:
    return f"{UNKNOWN}*{s.hand_size[seat]}" if s.held[seat] == ANYTHING else _ids(s.hand[seat])


def _ids(counts: Iterable[int]) -> str:
    return " ".join(
        card if number == 1 else f"{card}*{number}"
        for card, number in zip(KIND_IDS, counts, strict=True)
        if number
    )


def _planted(s: State, seat: int) -> str:
    counts = [0] * len(KIND_IDS)
    counts[TREE], counts[WIND] = int(s.trees[seat]), int(s.wind_planter == seat)
    return _ids(counts)


def _bugs_in_hands(s: State) -> str:
    if s.bugs_about == ANY_NUMBER:
        return ANY
    drawn = [f"{letter(seat)}:{number}" for seat, number in enumerate(s.drawn_since) if number]
    return " ".join([str(s.bugs_about), *drawn])
