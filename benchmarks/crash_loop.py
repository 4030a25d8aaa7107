"""Kill a server again and again while people play: ``python benchmarks/crash_loop.py --times 1000``.

The same as `tests/server/test_crash.py`, for longer. It ends with an error at the first broken promise.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from server.crashing import Toll, crash_side_by_side


async def run(times: int, lanes: int, seed: str) -> list[Toll]:
    """Kill servers side by side, `times` in all."""
    columns = (TextColumn("kills"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with tempfile.TemporaryDirectory() as folder, Progress(*columns) as progress:
        bar = progress.add_task("kills", total=times)
        return await crash_side_by_side(Path(folder), times, lanes, seed, lambda: progress.advance(bar))


def main() -> None:
    """Read the command line, run, and sum up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how often to kill")
    parser.add_argument("--lanes", type=int, default=3, help="servers side by side")
    parser.add_argument("--seed", default="crash", help="decides the moments of the kills")
    asked = parser.parse_args()
    begun = time.monotonic()
    tolls = asyncio.run(run(asked.times, asked.lanes, asked.seed))
    print(
        f"{sum(toll.kills for toll in tolls)} kills in {time.monotonic() - begun:.0f} s,"
        f" {sum(toll.matches for toll in tolls)} matches,"
        f" {sum(toll.acked for toll in tolls)} acknowledged moves, all there;"
        f" {sum(toll.resent for toll in tolls)} were on their way when the server was killed,"
        " each was played once."
    )


if __name__ == "__main__":
    main()
