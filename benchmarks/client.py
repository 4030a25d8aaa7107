"""What the page weighs and how quickly it answers: first load, clicks, views.

    python benchmarks/client.py [--game alpina] [--json]

Starts a real server with its durable store and Debian's chromium on the same machine, and plays a match with
the mouse against a bot. A click is answered when the page has changed and the change has been painted: the
time is taken in the page, from the event to the second animation frame after the change. What a click asks of
the server (what would this lead to?) is part of it. Moves are confirmed in the same way: from the click until
one's own move stands in the log.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.browsing import NO_CHROMIUM, Browsing, Pages, Screen, browser_at, chromium
from browser.games import PLAYABLE, playing
from server.running import BOT, HUMAN, QUICK, Running, make

# From each click to the first frame in which the table shows something else, in milliseconds.
STOPWATCH = """() => {
  window.answers = [];
  document.addEventListener("click", event => {
    const begun = event.timeStamp;
    const watcher = new MutationObserver(() => {
      watcher.disconnect();
      const note = () => window.answers.push(performance.now() - begun);
      requestAnimationFrame(() => requestAnimationFrame(note));
    });
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, { capture: true });
}"""


def first_load(browsing: Browsing, table: str) -> dict[str, Any]:
    """Script, all bytes, and the time until something can be chosen, for a browser with an empty cache."""
    screen = browsing.visitor(fresh=True)
    sizes: list[int] = []
    screen.page.on(
        "requestfinished",
        lambda request: sizes.append(
            request.sizes()["responseBodySize"] + request.sizes()["responseHeadersSize"]
        ),
    )
    screen.go(f"/table/{table}")
    screen.prompt.wait_for()
    painted = screen.page.evaluate("performance.getEntriesByType('paint').at(-1).startTime")
    return {"script_bytes": sum(screen.scripts.values()), "all_bytes": sum(sizes), "first_paint_ms": painted}


def match(screen: Screen, game: str) -> list[float]:
    """A match with the mouse; gives the milliseconds of every click."""
    screen.my_turn()
    screen.page.evaluate(STOPWATCH)
    turns = 0
    while screen.my_turn():
        playing(game).whole_turn(screen, turns)
        screen.confirm.click()
        turns += 1
    answers: list[float] = screen.page.evaluate("window.answers")
    return answers


def spread(figures: list[float] | list[int]) -> dict[str, float]:
    """The median, the slowest of twenty, and the worst."""
    ordered = sorted(figures)
    return {
        "count": len(ordered),
        "median": statistics.median(ordered),
        "p95": ordered[int(0.95 * (len(ordered) - 1))],
        "most": ordered[-1],
    }


def measure(game: str) -> dict[str, Any]:
    """Everything, on a fresh server."""
    program = chromium()
    if program is None:
        sys.exit(NO_CHROMIUM)
    with tempfile.TemporaryDirectory() as folder, browser_at(program) as browser:
        server = Running(Path(folder), **QUICK)
        try:
            browsing = Browsing(Pages(browser), server)
            (me,) = make(server, HUMAN, BOT, game=game, privacy="public")
            load = first_load(browsing, me.table)
            # Motion and pace are as for any user; only the waiting for bots is left out.
            screen = browsing.at(me, motion="full")
            clicks = match(screen, game)
            views = {kind: spread(screen.sizes[kind]) for kind in ("view", "tried") if kind in screen.sizes}
            browsing.end()
        finally:
            server.stop()
    return {"game": game, "first_load": load, "click_ms": spread(clicks), "bytes": views}


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=PLAYABLE, default=PLAYABLE[0])
    parser.add_argument("--json", action="store_true", help="for a program to read")
    asked = parser.parse_args()
    found = measure(asked.game)
    if asked.json:
        print(json.dumps(found))
        return
    load, click = found["first_load"], found["click_ms"]
    print(f"first load of a table of {found['game']} (must be under 200 kB of script):")
    print(f"  {load['script_bytes'] / 1000:.1f} kB script (gzip), {load['all_bytes'] / 1000:.1f} kB in all,")
    print(f"  first contentful paint after {load['first_paint_ms']:.0f} ms")
    print("from click to the painted answer (must be within 100 ms):")
    times = ", ".join(f"{name} {click[name]:.0f} ms" for name in ("median", "p95", "most"))
    print(f"  {times} of {click['count']} clicks")
    print("messages (a view must be 5 kB at most, typically):")
    for kind, sizes in found["bytes"].items():
        print(
            f"  {kind}: median {sizes['median']:.0f} B, p95 {sizes['p95']:.0f} B, most {sizes['most']:.0f} B"
        )


if __name__ == "__main__":
    main()
