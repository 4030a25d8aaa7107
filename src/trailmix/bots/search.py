"""Search: sequential halving over the best actions, on deals that all of them share.

Every candidate is played out on the same deals of what is hidden, with the same luck; the worse half is
dropped, and the rest gets as much again. With a budget of simulations the same key gives the same result,
whatever the number of threads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec
import numpy as np

from trailmix.bots.bot import Bot, Budget, Stop, register
from trailmix.bots.playing_out import COLUMNS, FIRST_PART, HIDDEN, PAYOFF, UNIT, WIN, draw_key, play_out
from trailmix.bots.quick import Greedy
from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.record import Array
from trailmix.engine.rng import Mind
from trailmix.engine.tuning import SearchSettings

USUAL_BUDGET = Budget(simulations=1000)
SLICE = 0.02
"""Seconds that a kernel plays out between two looks at the clock."""
MOST_DEALS = 1 << 30


@dataclass(frozen=True)
class Candidate:
    """What was found out about an action; the best comes first. Everything is an average over deals."""

    action: int
    value: float
    """As greedy sees it."""
    deals: int
    payoff: float
    """Between 0 and 1: place and lead."""
    win: float
    """How likely it wins."""
    parts: Array
    """The evaluation: a row for each seat, a column for each part."""


class SearchOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a search: how many threads, and what differs from the game's ``bots.toml``."""

    threads: int = 1
    candidates: int | None = None
    cut: int | None = None
    horizon: bool | None = None
    turn: bool | None = None
    greedy: int | None = None
    scale: float | None = None
    margin: float | None = None

    def settings(self, setup: Setup) -> SearchSettings:
        """How to play this game."""
        told = {name: value for name, value in msgspec.to_builtins(self).items() if value is not None}
        usual = msgspec.to_builtins(setup.game.tuning.search_with(setup.players))
        told.pop("threads")
        return msgspec.convert(usual | told, SearchSettings)


@register
class Search(Bot):
    """Plays what comes off best when it is played out many times."""

    name, options_type = "search", SearchOptions
    anew = HIDDEN

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        """The best candidate; what the game knows to be best; or greedy's, where rules are plain Python."""
        if not JIT:
            return Greedy().choose(setup, seen, mind, stop)
        if border.settled(setup.table, seen):
            return int(ranked(setup, seen, mind)[0][0])
        return self.compare(setup, seen, mind, stop)[0].action

    @property
    def stands_in(self) -> str | None:
        """Who plays in its place at the moment: a search would take too long while nothing is compiled."""
        return None if JIT else Greedy.name

    def compare(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> list[Candidate]:
        """The candidates, the best first."""
        settings = self.options.settings(setup)
        key, actions, values = np.zeros(2, np.uint64), *ranked(setup, seen, mind, settings.candidates)
        draw_key(mind, key)
        with Desk(setup, seen, key, settings, self.anew, self.options.threads) as desk:
            found = desk.halve(actions, self.budget or USUAL_BUDGET, stop)
        return [_candidate(setup, int(actions[n]), values[n], *found.of(n)) for n in found.order]


def ranked(setup: Setup, seen: Array, mind: Array, most: int | None = None) -> tuple[Array, Array]:
    """The best actions by their values, and these, the best first; exact ones where the game knows them."""
    actions, out = np.zeros(setup.game.max_legal, np.int64), np.zeros(setup.game.max_legal)
    number = (border.exact if JIT else border.values)(setup.table, seen, mind, actions, out)
    order = np.argsort(-out[:number], kind="stable")[:most]
    return actions[order], out[order]


def _candidate(setup: Setup, action: int, value: float, seat: int, deals: int, sums: Array) -> Candidate:
    shares = sums / (UNIT * max(1, deals))
    parts = shares[:, FIRST_PART : FIRST_PART + len(setup.game.evaluation)]
    return Candidate(
        action, float(value), deals, float(shares[seat, PAYOFF]), float(shares[seat, WIN]), parts
    )


class _Halving:
    """Sums by candidate, and their order."""

    def __init__(self, number: int, players: int, seat: int) -> None:
        self.seat = seat
        self.sums: Array = np.zeros((number, players, COLUMNS), np.int64)
        self.deals: Array = np.zeros(number, np.int64)
        self.order = list(range(number))

    def of(self, n: int) -> tuple[int, int, Array]:
        """What was found out about a candidate."""
        return self.seat, int(self.deals[n]), self.sums[n]

    def add(self, alive: list[int], deals: int, sums: Array) -> None:
        """Add the sums of more deals, for the candidates that are still in."""
        self.deals[alive] += deals
        self.sums[alive] += sums

    def sort(self, alive: int) -> None:
        """Sort the first `alive` candidates by what they got; of equals, the better value comes first."""
        self.order[:alive] = sorted(
            self.order[:alive], key=lambda n: (-int(self.sums[n, self.seat, PAYOFF]), n)
        )


class Desk:
    """What a search works with: a copy of everything that is written to, for each thread."""

    def __init__(
        self, setup: Setup, seen: Array, key: Array, settings: SearchSettings, anew: int, threads: int = 1
    ) -> None:
        self.setup, self.key, self.settings, self.anew = setup, key, settings, anew
        self.seat = border.actor(setup.table, seen)
        self.threads = max(1, threads)
        self.states = [np.repeat(seen, 3) for _ in range(self.threads)]
        self.minds = [Mind.new() for _ in range(self.threads)]
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def halve(self, actions: Array, budget: Budget, stop: Stop) -> _Halving:
        """Drop the worse half of the candidates again and again, until one of two is left."""
        found, alive = _Halving(len(actions), self.setup.players, self.seat), len(actions)
        rounds = max(1, (alive - 1).bit_length())
        clock = _Clock(budget.seconds, time.thread_time if self.pool is None else time.process_time)
        dealt = 0
        for nth in range(rounds if alive > 1 else 0):
            wanted = _deals(budget, rounds, alive)
            left = found.order[:alive]
            for size in clock.slices(wanted, (nth + 1) / rounds):
                deals, sums = self.play(actions[left], dealt, size, stop)
                found.add(left, deals, sums)
                dealt += size
                if stop.is_set:
                    break
            found.sort(alive)
            alive = (alive + 1) // 2
            if stop.is_set:
                break
        return found

    def play(self, actions: Array, first: int, deals: int, stop: Stop) -> tuple[int, Array]:
        """Play out candidates on some deals, shared among the threads."""
        if self.pool is None:
            return self.play_here(0, actions, first, deals, stop)
        cuts = np.linspace(0, deals, self.threads + 1).astype(int)
        work = [
            self.pool.submit(
                self.play_here, n, actions, first + int(cuts[n]), int(cuts[n + 1] - cuts[n]), stop
            )
            for n in range(self.threads)
        ]
        done = [each.result() for each in work]
        return sum(number for number, _ in done), np.sum([sums for _, sums in done], axis=0)

    def play_here(self, n: int, actions: Array, first: int, deals: int, stop: Stop) -> tuple[int, Array]:
        """Play out candidates on some deals, in thread n."""
        sums, how = np.zeros((len(actions), self.setup.players, COLUMNS), np.int64), self.settings
        number = play_out(
            *(self.setup.table, self.states[n], self.minds[n], self.seat, actions, first, deals, self.key),
            *(self.anew, how.cut, how.horizon, how.turn, how.greedy, how.scale, how.margin),
            *(stop.flag, sums),
        )
        return number, sums


def _deals(budget: Budget, rounds: int, alive: int) -> int:
    """How many deals a round with `alive` candidates gets, at least one."""
    if budget.simulations is None:
        return MOST_DEALS if budget.seconds is not None else _deals(USUAL_BUDGET, rounds, alive)
    return max(1, budget.simulations // (rounds * alive))


class _Clock:
    """Cuts what there is to play into slices, until the time is up. Processor time counts."""

    def __init__(self, seconds: float | None, now: Callable[[], float]) -> None:
        self.seconds, self.now, self.begun = seconds, now, now()

    def slices(self, deals: int, share: float) -> Iterator[int]:
        """Sizes that add up to the deals, or to what is played in that share of the time; one at least."""
        if self.seconds is None:
            yield deals
            return
        deadline, size = self.begun + share * self.seconds, 1
        while deals > 0:
            size = min(size, deals)
            before = self.now()
            yield size
            now = self.now()
            if now >= deadline:
                return
            deals -= size
            each = max(1e-7, (now - before) / size)
            size = max(1, min(2 * size, int(min(SLICE, deadline - now) / each)))
