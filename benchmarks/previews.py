"""How long the previews of a turn take: every outcome of every card play, found and written as JSON.

    python benchmarks/previews.py [--course nutcracker] [--seconds 1] [--baseline path/to/record_engine.py]

The turns are those of races between greedy sleds, whose hands are full; random sleds are soon dented and have
fewer cards to think about. As in ``trailmix bench``, it takes turns with what it is compared to: a decision
of random play inside the kernels, and with `--baseline` one of another engine. All figures are processor time
of one thread, so that it hardly matters what else the machine does meanwhile.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np

import trailmix
from trailmix.bots import Seated
from trailmix.engine import verbs
from trailmix.engine.game import Setup
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import Array
from trailmix.engine.view_json import write
from trailmix.games.snow_tails.view import Own
from trailmix.lab.bench import Run, load_baseline, measure, random_play

TURNS = 200


@rule
def write_all(
    tables: Array,
    states: Array,
    own: Array,
    words: Array,
    rows: Array,
    row: int,
    text: Array,
    names: Array,
    cuts: Array,
    first: Array,
    out: Array,
) -> int:
    """What the seat on turn sees and others do not, for every state; returns how many bytes were written."""
    written = 0
    for i in range(len(states)):
        verbs.look_own(tables[0], states[i], verbs.actor(tables[0], states[i]), own[0])
        written += write(rows, row, text, names, cuts, first, words, out, 0)
    return written


def turns(setup: Setup) -> list[Match]:
    """Matches that stand at a card play, from races of greedy sleds."""
    found: list[Match] = []
    race, bot = 0, Seated("greedy", "previews")
    while len(found) < TURNS:
        match = trailmix.new("snow_tails", setup.players, race, options={"course": setup.options.course})
        while match.actor is not None and len(found) < TURNS:
            if match.view().decision == "play":  # type: ignore[attr-defined]
                found.append(match.clone())
            match.play(bot.choose(match.setup, match.seen_by(match.actor)))
        race += 1
    return found


def works(setup: Setup, matches: list[Match], baseline: Run | None) -> dict[str, Run]:
    """What is measured, each counting turns or decisions."""
    states: Any = np.concatenate([match.states for match in matches])
    plan, sheet, names = setup.game.plan, setup.game.sheet, setup.names
    out = np.empty(1 << 20, np.uint8)

    def write_previews() -> int:
        given = (plan.rows, plan.own_row, plan.text, names.text, names.cuts, names.first)
        write_all(setup.table, states, sheet.own, sheet.own_words, *given, out)
        return len(states)

    def show() -> int:
        """Everybody's views of each turn, as a server makes them: what is secret is covered first."""
        for match in matches:
            match.clone().public_json()
        return len(matches)

    found = {"previews": write_previews, "all views": show, "decision": random_play(setup)}
    return {**found, "baseline": baseline} if baseline else found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--course", default="nutcracker")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--baseline", type=Path)
    said = parser.parse_args()
    baseline = load_baseline(said.baseline) if said.baseline else None
    for players in trailmix.game("snow_tails").players:
        setup = trailmix.game("snow_tails").setup(players, {"course": said.course})
        matches = turns(setup)
        rates = measure(works(setup, matches, baseline), said.seconds, time.thread_time)
        previews = [own.previews for match in matches if isinstance(own := own_of(match), Own)]
        plays = statistics.mean(len(each) for each in previews)
        outcomes = statistics.mean(sum(len(preview.outcomes) for preview in each) for each in previews)
        print(f"{players} players, {plays:.1f} card plays and {outcomes:.1f} outcomes a turn:")
        for name, rate in rates.items():
            ratio = statistics.median(a / b for a, b in zip(rate, rates["previews"], strict=True))
            print(f"  {name:<10}{1e6 / statistics.median(rate):8.2f} µs, {1 / ratio:.4f} x previews")


def own_of(match: Match) -> object:
    """What the seat on turn sees and others do not."""
    return match.view(match.actor or 0).own  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
