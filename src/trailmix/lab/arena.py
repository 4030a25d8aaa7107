"""The arena: which bot plays better, and how sure that is.

A *line-up* is a bot for each seat. A *block* is one deal, played as often as there are seats, the line-up
moved on by one seat each time. The luck of deal and seat falls on everybody alike, and a block, not a
match, is one observation: the intervals come from how blocks differ. Where matches take long, a deal may be
played in fewer rotations, which move on from deal to deal.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from trailmix.bots import Bot, Budget
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import key_of
from trailmix.engine.seeds import seed_text
from trailmix.lab.cheat import contestant
from trailmix.lab.experiments import Crew, Experiment, Threads, check_number, conditions
from trailmix.lab.figures import Z_95, Estimate
from trailmix.lab.playing import match_seed, play_at_tables

MOST_BLOCKS = 10**7
FEWEST_BLOCKS = 20
"""With fewer blocks nobody can say how much they differ, so nothing is stopped before."""


class Contestant(msgspec.Struct, frozen=True):
    """How a bot of the line-up fared, whatever its seat; bots with the same name and options count as one."""

    bot: str
    seats: int
    win_share: Estimate
    """Of a seat that it plays. A first place that several share counts in parts."""
    score: Estimate
    """The points of a seat, less the mean of all seats."""
    milliseconds: float
    """Of processor time for a decision."""


class ArenaReport(Experiment, frozen=True):
    """What ``trailmix arena --json`` prints."""

    line_up: tuple[str, ...]
    seed: str
    blocks: int
    rotations: int
    matches: int
    fair: float
    """The win share of a seat if all were equal."""
    contestants: tuple[Contestant, ...]
    seconds: float


@dataclass(frozen=True)
class Block:
    """What one deal brought each bot of the line-up, over the seats that it had."""

    wins: Array
    scores: Array
    spent: Array
    """Decisions and seconds."""


def fill_up(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat: the last one takes all the seats that are left."""
    if not 1 <= len(bots) <= players:
        raise BadOption(f"Name from 1 to {players} bots for the {players} seats, not {len(bots)}.")
    return (*bots, *[bots[-1]] * (players - len(bots)))


def play_block(setup: Setup, line_up: Sequence[Bot], seed: str, number: int, rotations: int) -> Block:
    """Play one deal with the line-up in some rotations; the next deal goes on with the next rotation."""
    players, keys = setup.players, key_of(match_seed(seed, number), "deal")[np.newaxis]
    wins, scores, spent = np.zeros(players), np.zeros(players), np.zeros((players, 2))
    for turn in range(number * rotations, (number + 1) * rotations):
        who = [(seat + turn) % players for seat in range(players)]  # of the line-up, by seat
        by_seat = np.zeros((players, 2))
        chunk = play_at_tables(setup, [line_up[n] for n in who], keys, by_seat)
        first = (chunk.places[0] == 1) & chunk.won[0]
        points = chunk.scores[0] - chunk.scores[0].mean()
        for seat, n in enumerate(who):
            wins[n] += first[seat] / max(1, first.sum()) / rotations
            scores[n] += points[seat] / rotations
            spent[n] += by_seat[seat]
    return Block(wins, scores, spent)


def interval(values: Array) -> Estimate:
    """The mean of observations with its 95 % interval, by Student's distribution."""
    n, mean = len(values), float(values.mean())
    if n < 2:
        return Estimate(mean, None, None)
    reach = student(n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, mean - reach, mean + reach)


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches, by degrees of freedom (Cornish and Fisher)."""
    z, v = Z_95, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


def arena(
    setup: Setup,
    bots: Sequence[str],
    *,
    seed: int | str,
    blocks: int,
    rotations: int | None = None,
    within: float = 0.0,
    jobs: int | None = None,
    budget: Budget | None = None,
    crew: Crew | None = None,
    done: Callable[[int], None] = lambda _blocks: None,
) -> ArenaReport:
    """Play `blocks` blocks, or fewer if the win share of the first bot is known `within` a margin before.

    One deal at a time is played here, or as many as a cluster has cores, unless `jobs` says how many. A deal
    is played in every rotation of the seats, or only in `rotations` of them. A budget replaces those of all
    bots. `done` is told how many blocks have been played so far.
    """
    check_number("blocks", blocks, MOST_BLOCKS)
    jobs = jobs if jobs is not None else 1 if crew is None else crew.cores()
    crew = Threads() if crew is None else crew
    check_number("jobs", jobs, crew.most_jobs)
    rotations = setup.players if rotations is None else rotations
    check_number("rotations", rotations, setup.players)
    said, text, begun = fill_up(bots, setup.players), seed_text(seed), time.perf_counter()
    line_up = [contestant(each) for each in said]
    for bot in line_up if budget is not None else ():
        bot.budget = budget
    found: list[Block] = []
    calls = ((setup, line_up, text, number, rotations) for number in range(blocks))
    played = crew.in_order(play_block, calls, jobs)
    for block in played:
        found.append(block)
        done(len(found))
        if within and len(found) >= FEWEST_BLOCKS:
            known = _contestant(said, said[0], found).win_share
            if known.high is not None and known.high - known.value <= within:
                played.close()
                break
    return ArenaReport(
        **conditions(setup),
        line_up=said,
        seed=text,
        blocks=len(found),
        rotations=rotations,
        matches=len(found) * rotations,
        fair=1 / setup.players,
        contestants=tuple(_contestant(said, each, found) for each in dict.fromkeys(said)),
        seconds=time.perf_counter() - begun,
    )


def _share(found: Estimate) -> Estimate:
    """A share with an interval that stays between 0 and 1."""
    if found.low is None or found.high is None:
        return found
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def _contestant(line_up: Sequence[str], bot: str, blocks: Sequence[Block]) -> Contestant:
    seats = [n for n, said in enumerate(line_up) if said == bot]
    decisions, seconds = sum(block.spent[seats].sum(axis=0) for block in blocks)
    return Contestant(
        bot,
        len(seats),
        _share(interval(np.array([block.wins[seats].mean() for block in blocks]))),
        interval(np.array([block.scores[seats].mean() for block in blocks])),
        1000 * float(seconds) / max(1.0, float(decisions)),
    )
