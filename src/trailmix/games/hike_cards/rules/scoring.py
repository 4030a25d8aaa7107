"""The end of a round: who gets how many points, and why (HC-SCORE-1 to HC-SCORE-10)."""

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.plays import seat_at
from trailmix.games.hike_cards.state import MAX_PLAYERS, NONE, State, Table

# Where the numbers of an account stand: a few of the round, then five for each seat.
ROUND, POT, WINNERS, SHARE, ODD, ODD_TO, ODD_WHY, WORM_HOLDER, BIRDS = range(9)
LEFTOVERS, BONUS, TREES, POINTS, TOTALS, NUMBERS = range(9, 9 + 6 * MAX_PLAYERS, MAX_PLAYERS)


@rule
def account(t: Table, s: State, out: Array) -> None:
    """How the points of a round that is over come about; totals as they stand."""
    out[:] = 0
    out[ROUND], out[BIRDS], out[WORM_HOLDER] = s.round_no, s.birds, s.worm_holder
    least, winners = state.CARDS, 0
    for seat in range(t.players):
        out[LEFTOVERS + seat] = s.bugs[seat] + s.leftovers[seat].sum()  # HC-SCORE-1
        out[POT] += out[LEFTOVERS + seat]
        least = min(least, out[LEFTOVERS + seat])
    for seat in range(t.players):
        if out[LEFTOVERS + seat] == least:  # HC-SCORE-2
            out[WINNERS] |= 1 << seat
            winners += 1
    out[SHARE] = out[POT] // winners  # HC-SCORE-3, HC-SCORE-5
    out[ODD] = out[POT] % winners
    out[ODD_TO], out[ODD_WHY] = NONE, state.NO_ODD
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
def odd_points(s: State, winners: int, least: int) -> tuple[int, int]:
    """Which of the winners gets what the pot leaves, and why (HC-SCORE-6, HC-SCORE-7)."""
    if least == 0:
        for seat in s.left:
            if winners >> seat & 1:
                return int(seat), state.FIRST_OUT
    for n in range(s.n_played - 1, -1, -1):
        seat = seat_at(s, n)
        if seat != NONE and winners >> seat & 1:
            return seat, state.LATEST_PLAY
    for n in range(s.n_left - 1, -1, -1):
        if winners >> s.left[n] & 1:
            return int(s.left[n]), state.LEFT_LAST
    return NONE, state.NO_ODD


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
    out[: t.players] = s.totals[: t.players]


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """Places by total, ties shared (HC-WIN-4)."""
    for seat in range(t.players):
        better = 0
        for other in range(t.players):
            better += s.totals[other] > s.totals[seat]
        out[seat] = better + 1
