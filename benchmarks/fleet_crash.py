"""End processes behind HAProxy while people play: ``python benchmarks/fleet_crash.py --times 300``.

The same as `tests/server/test_fleet.py`, for longer: three servers over one PostgreSQL, tables with people,
bots and onlookers, and one server after the other is killed (`--gently`: told to stop) and started again. It
ends with an error at the first promise not kept, and if a table has stood still for longer than five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.fleet import Toll, end_again_and_again, fleet_of
from server.postgres import running

LONGEST_PAUSE = 5.0


def run(times: int, sign: signal.Signals, seed: str) -> Toll:
    """End servers, `times` in all."""
    columns = (TextColumn("ends"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        tempfile.TemporaryDirectory() as folder,
        running() as postgres,
        fleet_of(Path(folder), postgres) as fleet,
        Progress(*columns) as progress,
    ):
        bar = progress.add_task("ends", total=times)
        return asyncio.run(
            end_again_and_again(
                fleet, times, sign, seed, lambda toll: progress.update(bar, completed=toll.ends)
            )
        )


def main() -> None:
    """Read the command line, run, and sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=300, help="how often a process is ended")
    parser.add_argument("--gently", action="store_true", help="with SIGTERM instead of SIGKILL")
    parser.add_argument("--seed", default="fleet", help="decides who is ended when")
    asked = parser.parse_args()
    begun = time.monotonic()
    toll = run(asked.times, signal.SIGTERM if asked.gently else signal.SIGKILL, asked.seed)
    pauses = sorted(toll.pauses)
    print(
        f"{toll.ends} processes ended in {time.monotonic() - begun:.0f} s, {toll.acked} acknowledged moves,"
        f" each there once; {toll.resent} were on their way when a process ended. A table stood still for"
        f" {pauses[len(pauses) // 2]:.2f} s (median), {pauses[int(0.99 * (len(pauses) - 1))]:.2f} s"
        f" (99 of 100), {pauses[-1]:.2f} s at most."
    )
    if pauses[-1] > LONGEST_PAUSE:
        sys.exit(f"That is longer than {LONGEST_PAUSE:g} s.")


if __name__ == "__main__":
    main()
