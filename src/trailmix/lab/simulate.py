"""Simulating: many matches between bots, and what they add up to.

Threads play chunks of matches, because the kernels do not need Python's lock; or the nodes of a cluster do.
Chunks are folded into counts in their order, so memory stays small, and the same seed gives the same figures
whatever the number of jobs, and wherever they are done.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from trailmix.bots import Bot, Random, make
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.seeds import seed_text
from trailmix.engine.words import letter
from trailmix.lab.experiments import Crew, Experiment, Threads, check_number, conditions
from trailmix.lab.figures import Distribution, Estimate, count_values, distribution, share
from trailmix.lab.playing import Chunk, play_matches

MOST_GAMES = 10**12


class SeatFigures(msgspec.Struct, frozen=True):
    """How one seat fared.

    A shared first place is a win for each who shares it, and a match can have no winner: the shares of all
    seats need not add up to 1.
    """

    seat: str
    bot: str
    wins: int
    win_share: Estimate
    score: Distribution


class Simulation(Experiment, frozen=True):
    """What the matches add up to: the same for the same seed, however they were played."""

    bots: tuple[str, ...]
    seed: str
    games: int
    seats: tuple[SeatFigures, ...]
    score: Distribution
    """Of all seats together."""
    decisions: Distribution
    """In a match."""
    level_on_points: int
    """Matches in which several seats had the most points."""
    shared_first: int
    """Matches that several seats have won together."""
    without_winner: int
    """Matches that nobody has won."""


class Speed(msgspec.Struct, frozen=True):
    """How fast the matches were played."""

    jobs: int
    seconds: float
    matches_per_s: float
    decisions_per_s: float


class Report(msgspec.Struct, frozen=True):
    """What ``trailmix simulate --json`` prints."""

    simulation: Simulation
    speed: Speed


class Tally:
    """The counts that chunks are folded into."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.wins = [0] * players
        self.scores: list[Counter[int]] = [Counter() for _ in range(players)]
        self.decisions: Counter[int] = Counter()
        self.level_on_points = 0
        self.shared_first = 0
        self.without_winner = 0

    def fold(self, chunk: Chunk) -> None:
        """Add what a chunk brought."""
        first = (chunk.places == 1) & chunk.won[:, np.newaxis]
        best = chunk.scores == chunk.scores.max(axis=1, keepdims=True)
        self.games += len(chunk.decisions)
        self.decisions.update(count_values(chunk.decisions))
        self.level_on_points += int((best.sum(axis=1) > 1).sum())
        self.shared_first += int((first.sum(axis=1) > 1).sum())
        self.without_winner += int((~first.any(axis=1)).sum())
        for seat, counts in enumerate(self.scores):
            counts.update(count_values(chunk.scores[:, seat]))
            self.wins[seat] += int(first[:, seat].sum())


def seat_bots(bots: Sequence[str], players: int) -> list[Bot]:
    """One bot for each seat, from one for each or one for all; BadOption says what does not fit."""
    made = [make(said) for said in bots]
    if len(bots) not in (1, players):
        raise BadOption(f"Name one bot for all or one for each of the {players} seats, not {len(bots)}.")
    return made if len(made) == players else made * players


def simulate(
    setup: Setup,
    *,
    games: int,
    seed: int | str,
    bots: Sequence[str] = (Random.name,),
    jobs: int | None = None,
    chunk: int | None = None,
    crew: Crew | None = None,
    done: Callable[[int], None] = lambda _games: None,
) -> Report:
    """Play matches and add them up. `done` is told how many matches have been counted so far."""
    crew = Threads() if crew is None else crew
    check_number("matches", games, MOST_GAMES)
    jobs = check_number("jobs", crew.cores() if jobs is None else jobs, crew.most_jobs)
    seated, text = seat_bots(bots, setup.players), seed_text(seed)
    names = tuple(bots) if len(bots) == setup.players else tuple(bots) * setup.players
    # Several chunks for each job, so that no job is left with the last one for long.
    size = chunk or max(1, min(crew.most_in_chunk, games // (8 * jobs)))
    tally, start = Tally(setup.players), time.perf_counter()
    calls = ((setup, seated, text, first, min(size, games - first)) for first in range(0, games, size))
    for result in crew.in_order(play_matches, calls, jobs):
        tally.fold(result)
        done(tally.games)
    seconds = time.perf_counter() - start
    found = _simulation(setup, names, text, tally)
    decisions = sum(value * often for value, often in tally.decisions.items())
    return Report(found, Speed(jobs, seconds, games / seconds, decisions / seconds))


def _simulation(setup: Setup, bots: tuple[str, ...], seed: str, tally: Tally) -> Simulation:
    seats = tuple(
        SeatFigures(
            letter(seat), bots[seat], wins, share(wins, tally.games), distribution(tally.scores[seat])
        )
        for seat, wins in enumerate(tally.wins)
    )
    return Simulation(
        **conditions(setup),
        bots=bots,
        seed=seed,
        games=tally.games,
        seats=seats,
        score=distribution(sum(tally.scores, Counter())),
        decisions=distribution(tally.decisions),
        level_on_points=tally.level_on_points,
        shared_first=tally.shared_first,
        without_winner=tally.without_winner,
    )
