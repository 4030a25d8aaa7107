"""How long ``trailmix play`` takes to its first question where nothing is compiled yet.

    python benchmarks/first_question.py [--rounds 5] [--most 2.0]

Each time with an empty cache, on a terminal of 80 x 24, from the start of the process until the question can
be answered. Besides the time that passes it gives the processor's, which is what a machine without other work
would take at least. Ends with 1 if the median of a game is above `--most` seconds.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from typing import NamedTuple

import pexpect

import trailmix

QUESTION = "\n> |\\?2004h> "


class Start(NamedTuple):
    """One start: seconds that passed, and seconds of the processor."""

    passed: float
    processor: float


def start(slug: str) -> Start:
    """Start a match with an empty cache, leave it when it asks."""
    used, begun = processor(), time.perf_counter()
    with tempfile.TemporaryDirectory() as cache:
        env = {**os.environ, "TRAILMIX_CACHE": cache, "TERM": "xterm-256color"}
        env.pop("NUMBA_DISABLE_JIT", None)
        command = ["-m", "trailmix", "play", slug]
        child = pexpect.spawn(
            sys.executable, command, encoding="utf-8", dimensions=(24, 80), timeout=300, env=env
        )
        child.expect(QUESTION)
        passed = time.perf_counter() - begun
        child.sendline("quit")
        child.expect(pexpect.EOF)
        child.close()
    return Start(passed, processor() - used)


def processor() -> float:
    """Seconds that finished children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Measure every game and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=2.0)
    arguments = parser.parse_args()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} cores, load {load}\n")
    slowest = 0.0
    for slug in trailmix.game_names():
        found = [start(slug) for _ in range(arguments.rounds)]
        passed, used = statistics.median(each.passed for each in found), [each.processor for each in found]
        slowest = max(slowest, passed)
        times = f"{passed:.2f} s to the first question ({min(each.passed for each in found):.2f} at least)"
        sys.stdout.write(f"{slug:<14}{times}, {statistics.median(used):.2f} s of the processor\n")
    return int(slowest > arguments.most)


if __name__ == "__main__":
    sys.exit(main())
