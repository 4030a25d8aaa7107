"""The end of a round: who gets how many points, and why (HC-SCORE-1 to HC-SCORE-10)."""

from __future__ import annotations

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards.state import (
    CARDS,
    CODES,
    FIRST_OUT,
    LATEST_PLAY,
    LEFT_LAST,
    MAX_PLAYERS,
    NO_ODD,
    NONE,
    State,
    Table,
)

# Where the numbers of an account stand: a few of the round, then five for each seat.
ROUND, POT, WINNERS, SHARE, ODD, ODD_TO, ODD_WHY, WORM_HOLDER, BIRDS = range(9)
LEFTOVERS = 9
BONUS = LEFTOVERS + MAX_PLAYERS
TREES = BONUS + MAX_PLAYERS
POINTS = TREES + MAX_PLAYERS
TOTALS = POINTS + MAX_PLAYERS
NUMBERS = TOTALS + MAX_PLAYERS


@rule
def account(t: Table, s: State, out: Array) -> None:
    """How the points of a round that is over come about; totals as they stand."""
    out[:] = 0
    out[ROUND], out[BIRDS], out[WORM_HOLDER] = s.round_no, s.birds, s.worm_holder
    least = count_leftovers(t, s, out)
    winners = 0
    for seat in range(t.players):
        if out[LEFTOVERS + seat] == least:  # HC-SCORE-2
            out[WINNERS] |= 1 << seat
            winners += 1
    out[SHARE] = out[POT] // winners  # HC-SCORE-3, HC-SCORE-5
    out[ODD] = out[POT] % winners
    out[ODD_TO], out[ODD_WHY] = NONE, NO_ODD
    if out[ODD] > 0:
        out[ODD_TO], out[ODD_WHY] = odd_points(s, out[WINNERS], least)
    for seat in range(t.players):
        if out[LEFTOVERS + seat] == 0:  # HC-SCORE-4
            out[BONUS + seat] = t.bonus
        out[TREES + seat] = int(s.trees[seat]) + (s.wind_planter == seat)
        out[POINTS + seat] = (  # HC-SCORE-8
            out[SHARE] * (out[WINNERS] >> seat & 1)
            + out[ODD] * (out[ODD_TO] == seat)
            + out[BONUS + seat]
            + out[TREES + seat]
            + s.birds * (s.worm_holder == seat)
        )
        out[TOTALS + seat] = s.totals[seat]


@rule
def count_leftovers(t: Table, s: State, out: Array) -> int:
    """Open hands and laid-out Bugs (HC-SCORE-1); the pot is their sum (HC-SCORE-3). Returns the fewest."""
    least = CARDS
    for seat in range(t.players):
        leftovers = int(s.bugs[seat])
        for number in s.leftovers[seat]:
            leftovers += number
        out[LEFTOVERS + seat] = leftovers
        out[POT] += leftovers
        least = min(least, leftovers)
    return least


@rule
def odd_points(s: State, winners: int, least: int) -> tuple[int, int]:
    """Who of the winners gets what the pot leaves, and why (HC-SCORE-6, HC-SCORE-7)."""
    if least == 0:
        for seat in s.left:
            if winners >> seat & 1:
                return int(seat), FIRST_OUT
    for n in range(s.n_played - 1, -1, -1):
        seat = s.played[n] // CODES - 1
        if seat != NONE and winners >> seat & 1:
            return int(seat), LATEST_PLAY
    for n in range(s.n_left - 1, -1, -1):
        if winners >> s.left[n] & 1:
            return int(s.left[n]), LEFT_LAST
    return NONE, NO_ODD


@rule
def award(t: Table, s: State, out: Array) -> None:
    """Account for a round, and add its points to the totals (HC-SCORE-9)."""
    account(t, s, out)
    for seat in range(t.players):
        s.totals[seat] += out[POINTS + seat]
        out[TOTALS + seat] = s.totals[seat]


@rule
def score(t: Table, s: State, out: Array) -> None:
    """The totals: nothing is added before a round is over (HC-SCORE-9)."""
    for seat in range(t.players):
        out[seat] = s.totals[seat]


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """Places by total, ties shared (HC-WIN-4)."""
    for seat in range(t.players):
        better = 0
        for other in range(t.players):
            better += s.totals[other] > s.totals[seat]
        out[seat] = better + 1
