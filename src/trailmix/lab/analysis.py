"""Analysis of a match: how likely each seat was to win at each decision, and what would have been better.

Every decision is judged by a search (`trailmix.bots.search`) from what its seat knew. The best candidates and
what was played are then played out once more, on deals that the search has not seen and that all of them
share: once with all that the seat could not know dealt anew, and once with every card as it truly lay, where
only the luck to come is unknown. All chance comes from the number of the decision: the same match gives the
same figures, and what is hidden from a seat has no way into those that it could know.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from trailmix.bots import Budget, Stop
from trailmix.bots.levels import Musher
from trailmix.bots.playing_out import FIRST_PART, HIDDEN, LUCK, PAYOFF, UNIT, WIN, draw_key
from trailmix.bots.search import Desk, ranked
from trailmix.engine import border
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.insight import EQUAL
from trailmix.engine.match import Match
from trailmix.engine.reasons import PLAYED, why_better
from trailmix.engine.record import Array
from trailmix.engine.rng import mind_of
from trailmix.engine.tuning import SearchSettings
from trailmix.engine.words import Message, letter
from trailmix.lab.experiments import check_number

USUAL_SIMULATIONS, MOST_SIMULATIONS = 2000, 10**7
"""For the search at each decision; every action that it recommends, and what was played, gets a quarter of it
once more for each of the two figures."""
FEW = 3
"""Actions that are told besides what was played."""
GRADES: tuple[tuple[float, Grade], ...] = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "slip"))
"""How much win probability makes a mistake of which size."""
MOMENTS = 3
DECIDING = 0.1
"""A turn that moved nobody's chances by so much decided nothing: a match may be won little by little."""
DIGITS = 4
"""Figures are told to so many digits, which is more than the play-outs can know."""

Grade = Literal["slip", "mistake", "blunder"]
Shares = tuple[float, ...]
"""How likely each seat is to win; less than 1 in all where nobody may."""


class Chances(msgspec.Struct, frozen=True):
    """The win probability of every seat: if the best was played, and after what was played."""

    before: Shares
    after: Shares


class Alternative(msgspec.Struct, frozen=True):
    """An action, and how likely the seat wins by it, as far as it could know."""

    action: str
    win: float


class Decision(msgspec.Struct, frozen=True):
    """What one decision was worth."""

    step: int
    """The number of the action in the match, from 1 on."""
    seat: int
    played: str
    best: str
    loss: float
    """The win probability that the seat has thrown away, as far as it could know."""
    grade: Grade | None
    knew: Chances
    """From what the seat knew."""
    open: Chances
    """With all cards open."""
    alternatives: tuple[Alternative, ...]
    reason: Message | None
    """Why the best is better, without the gap that says than what; None if what was played was the best."""

    @property
    def why(self) -> Message | None:
        """The reason as it is said. A message within another one would not come back from a store."""
        if self.reason is None:
            return None
        return msgspec.structs.replace(self.reason, values={**self.reason.values, "than": PLAYED.name})


class Analysis(msgspec.Struct, frozen=True):
    """What is found out about a match."""

    bot: str
    """Who has judged."""
    seats: tuple[str, ...]
    """The names of the people, or the letters of the seats."""
    decisions: tuple[Decision, ...]
    moments: tuple[int, ...]
    """The decisions, by their index, that have decided the match; in the order in which they were made. None,
    if no single turn has."""


class Stopped(Exception):
    """Somebody did not want to wait for it."""


def check(match: Match, simulations: int) -> None:
    """BadOption unless this can be analysed so."""
    check_number("simulations", simulations, MOST_SIMULATIONS)
    if not match.over:
        raise BadOption("Only a finished match can be analysed, and this one is not over.")


def analyse(
    match: Match,
    simulations: int = USUAL_SIMULATIONS,
    done: Callable[[int, int], None] = lambda _number, _of: None,
    stop: Stop | None = None,
) -> Analysis:
    """Judge every decision of a finished match. `done` is told how many of how many are judged.

    Stopped is raised soon after `stop` was set.
    """
    check(match, simulations)
    stop, decisions = stop or Stop(), list[Decision]()
    done(0, len(match.moves))
    for number, move in enumerate(match.moves, 1):
        states = np.frombuffer(move.before, match.game.state.dtype).copy()
        decisions.append(judge(match.setup, states, move.action, number, simulations, stop))
        done(number, len(match.moves))
    return Analysis(
        bot=f"{Musher.name}:simulations={simulations}",
        seats=match.names or tuple(letter(seat) for seat in range(match.players)),
        decisions=tuple(decisions),
        moments=moments(decisions),
    )


def at_steps(found: Analysis, steps: Sequence[int]) -> Analysis:
    """The same, with the decisions called by other steps: those of a log, say, in which there is more."""
    decisions = [
        msgspec.structs.replace(one, step=step) for one, step in zip(found.decisions, steps, strict=True)
    ]
    return msgspec.structs.replace(found, decisions=tuple(decisions))


# --- one decision ---------------------------------------------------------------------------------------


def judge(setup: Setup, states: Array, played: int, number: int, simulations: int, stop: Stop) -> Decision:
    """What the action that was played in a position, as it truly was, is worth beside the best ones."""
    seat = int(border.actor(setup.table, states))
    seen, mind = Match(setup, states).seen_by(seat), mind_of(f"{setup.game.slug} {number}", "analysis")
    told = _told(setup, seen, mind, played, simulations, stop)
    key = np.zeros(2, np.uint64)
    draw_key(mind, key)
    deals, settings = max(1, simulations // 4), _to_the_end(setup)
    found = []
    for position, anew in ((seen, HIDDEN), (states, LUCK)):
        with Desk(setup, position, key, settings, anew) as desk:
            found.append(_Played(*desk.play(told.actions, 0, deals, stop), seat))
        if stop.is_set:
            raise Stopped
    knew, truth = found
    last = len(told.actions) - 1  # where what was played stands
    order = sorted(range(last + 1), key=lambda n: knew.rank(n, last), reverse=True)
    best = order[0] if told.best is None else told.best
    loss = max(0.0, round(knew.win(best) - knew.win(last), DIGITS))
    best = best if loss else last
    notations = setup.notations
    return Decision(
        step=number,
        seat=seat,
        played=notations[played],
        best=notations[int(told.actions[best])],
        loss=loss,
        grade=next((grade for least, grade in GRADES if loss >= least), None),
        knew=Chances(knew.shares(best), knew.shares(last)),
        open=Chances(truth.shares(max(order, key=lambda n: truth.rank(n, last))), truth.shares(last)),
        alternatives=tuple(
            Alternative(notations[int(told.actions[n])], round(knew.win(n), DIGITS))
            for n in order
            if n != last
        ),
        reason=None if best == last else _reason(setup, seat, knew, best, last),
    )


def _to_the_end(setup: Setup) -> SearchSettings:
    """How figures are played out: to the end of the match, where it is a fact who has won.

    A search may end sooner and go by the evaluation. That is good enough to choose by, but no probability.
    And it may be played out by greedy, which takes too long for all the figures of a match.
    """
    usual = setup.game.tuning.search_with(setup.players)
    return msgspec.structs.replace(usual, horizon=False, greedy=0, cut=setup.game.max_decisions)


class _Told(NamedTuple):
    """The actions that are compared; the last of them is the one that was played."""

    actions: Array
    best: int | None
    """Which of them is known to be the best; None where play-outs decide."""


def _told(setup: Setup, seen: Array, mind: Array, played: int, simulations: int, stop: Stop) -> _Told:
    """What a search recommends, and what was played; a search is spared where there is nothing to find."""
    actions, values = ranked(setup, seen, mind)
    if len(actions) == 1:
        return _Told(actions, 0)
    if border.settled(setup.table, seen):
        worth = dict(zip(actions.tolist(), values.tolist(), strict=True))
        if worth[played] >= values[0] - EQUAL:
            return _Told(np.array([played]), 0)
        return _Told(np.array([actions[0], played]), 0)
    found = Musher(None, Budget(simulations=simulations)).thinker(setup).compare(setup, seen, mind, stop)
    others = [one.action for one in found if one.action != played][:FEW]
    return _Told(np.array([*others, played]), None)


class _Played:
    """Some actions, played out on the same deals."""

    def __init__(self, deals: int, sums: Array, seat: int) -> None:
        self.sums, self.seat = sums, seat
        self.averages = sums / (UNIT * max(1, deals))

    def win(self, n: int) -> float:
        """How likely the seat wins by an action."""
        return float(self.averages[n, self.seat, WIN])

    def shares(self, n: int) -> Shares:
        """How likely each seat wins after it."""
        return tuple(round(share, DIGITS) for share in self.averages[n, :, WIN].tolist())

    def rank(self, n: int, played: int) -> tuple[int, int, bool]:
        """Actions are ordered by wins, then by the lead; of equals, what was played comes first."""
        return int(self.sums[n, self.seat, WIN]), int(self.sums[n, self.seat, PAYOFF]), n == played


def _reason(setup: Setup, seat: int, found: _Played, best: int, played: int) -> Message:
    evaluation = setup.game.evaluation
    parts = found.averages[:, :, FIRST_PART : FIRST_PART + len(evaluation)]
    why = why_better(evaluation, seat, parts[best], parts[played], PLAYED)
    kept = {name: value for name, value in why.values.items() if name != "than"}
    return msgspec.structs.replace(why, values=kept)


# --- the whole match ------------------------------------------------------------------------------------


def moments(decisions: Sequence[Decision]) -> tuple[int, ...]:
    """The decisions that have decided the match: of the turns that moved the open chances most."""
    curve, turns = _curve(decisions), []
    for turn in _turns(decisions):
        weight = max(turn, key=lambda n: _moved(curve, n, n + 1))
        turns.append((_moved(curve, turn[0], turn[-1] + 1), -weight))
    largest = sorted((turn for turn in turns if turn[0] >= DECIDING), reverse=True)[:MOMENTS]
    return tuple(sorted(-weight for _, weight in largest))


def _turns(decisions: Sequence[Decision]) -> Iterator[list[int]]:
    """What one seat decided in one go, by the decisions' indexes."""
    for _, turn in groupby(enumerate(decisions), key=lambda each: each[1].seat):
        yield [n for n, _ in turn]


def _curve(decisions: Sequence[Decision]) -> list[Shares]:
    """The open chances before the first decision, and after each, as played: what curves show.

    What would have been best has no place in it. Whoever is to move could nearly always do better than
    play-outs do, so a turn that is measured from there to there loses something, however well it is played.
    """
    return [*(one.open.before for one in decisions[:1]), *(one.open.after for one in decisions)]


def around_turn(decisions: Sequence[Decision], n: int) -> tuple[Shares, Shares]:
    """The open chances before the turn that a decision belongs to, and after it."""
    first, last = next((turn[0], turn[-1]) for turn in _turns(decisions) if n in turn)
    curve = _curve(decisions)
    return curve[first], curve[last + 1]


class Swing(NamedTuple):
    """Whose open chances a turn moved most, from before it to after it."""

    mover: int
    before: float
    after: float

    @property
    def size(self) -> float:
        """By how much."""
        return abs(self.after - self.before)


def swing(decisions: Sequence[Decision], n: int) -> Swing:
    """What the turn that a decision belongs to has moved."""
    around = zip(*around_turn(decisions, n), strict=True)
    return max((Swing(seat, *each) for seat, each in enumerate(around)), key=lambda each: each.size)


def deciding(found: Analysis, winners: Collection[int]) -> tuple[int, Swing] | None:
    """Of the moments the one that moved the chances most the way it ended, by its index, and what it moved.

    What went against those who won was made good later: it did not decide.
    """
    moved = ((n, swing(found.decisions, n)) for n in found.moments)
    theirs = [each for each in moved if (each[1].mover in winners) == (each[1].after > each[1].before)]
    return max(theirs, key=lambda each: each[1].size, default=None)


def percent(share: float) -> int:
    """A chance as people read it: halves go up, as on the page, where `round` would go to the even number."""
    return math.floor(100 * share + 0.5)


def _moved(curve: Sequence[Shares], before: int, after: int) -> float:
    """How much the chances of some seat have changed."""
    return max(round(abs(then - now), DIGITS) for now, then in zip(curve[before], curve[after], strict=True))
