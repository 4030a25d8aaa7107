"""What was measured of bots, as docs/bots.md shows it: its tables and the picture of the ladder.

``python benchmarks/measured.py`` writes both from ``docs/measured/``: a file for each run, as
``trailmix arena --json`` has printed it, and ``runs.toml``, which says what each of them is for.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

import trailmix
from trailmix.bots import LEVELS
from trailmix.lab.arena import ArenaReport
from trailmix.lab.figures import Estimate

DOCS = Path(__file__).resolve().parents[1] / "docs"
MEASURED, PAGE, PICTURE = DOCS / "measured", DOCS / "bots.md", DOCS / "pictures" / "ladder.svg"
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
PAIRS = tuple(zip(LEVELS[1:], LEVELS, strict=False))
"""Every level but the first, and the one below it."""
WORDS = DOCS.parent / "web" / "src" / "words" / "words.en.toml"
LEVEL_NAMES: dict[str, str] = tomllib.loads(WORDS.read_text(encoding="utf-8"))["level"]
"""As the page calls them."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run of a search against greedy, and what the lower end of its interval has to reach, in percent."""

    run: str
    goal: float
    commit: str


class Rung(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run of a level against the one below it."""

    run: str
    commit: str


class Ceiling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two runs against greedy on the same deals: a search that is honest, and one that sees everything."""

    honest: str
    cheat: str
    commit: str


class Runs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``runs.toml``."""

    goals: tuple[Goal, ...] = ()
    ladder: tuple[Rung, ...] = ()
    ceilings: tuple[Ceiling, ...] = ()


def runs() -> Runs:
    """What each run is for."""
    return msgspec.toml.decode((MEASURED / "runs.toml").read_bytes(), type=Runs)


def report(run: str) -> ArenaReport:
    """A run that is stored."""
    return msgspec.json.decode((MEASURED / f"{run}.json").read_bytes(), type=ArenaReport)


# --- tables ---------------------------------------------------------------------------------------------


def percent(found: Estimate) -> str:
    """A share with its interval."""
    low, high = reach(found)
    return f"{100 * found.value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def reach(found: Estimate) -> tuple[float, float]:
    """The interval of a share; a run of a single deal has none, and cannot be shown."""
    if found.low is None or found.high is None:
        raise ValueError("A run of one deal has no interval.")
    return found.low, found.high


def seats(found: ArenaReport) -> str:
    """The game, and how many play it."""
    return f"{trailmix.game(found.game).name}, {NUMBERS[found.players]} seats"


def bots_of(found: ArenaReport) -> str:
    """The line-up, as it is told to the arena."""
    return ",".join(dict.fromkeys(found.line_up))


def deals(found: ArenaReport) -> str:
    """How much was played, and by which seed."""
    ways = "each in one rotation" if found.rotations == 1 else f"each in {NUMBERS[found.rotations]} rotations"
    return f"{found.blocks:,}, {ways}, seed `{found.seed}`"


def goals_table() -> Iterator[str]:
    """Search against greedy, and whether the goal is reached."""
    yield "| | line-up | deals | a decision | share of wins, 95 % | goal | commit |"
    yield "|---|---|---|---|---|---|---|"
    for one in runs().goals:
        found = report(one.run)
        first = found.contestants[0]
        reached = "reached" if 100 * reach(first.win_share)[0] >= one.goal else "not shown"
        yield (
            f"| {seats(found)} | `{bots_of(found)}` | {deals(found)} | {first.milliseconds:.0f} ms "
            f"| {percent(first.win_share)} | {one.goal:.0f} %: {reached} | {one.commit} |"
        )


def ladder_table() -> Iterator[str]:
    """Every level against the one below it; what was not measured is said, too."""
    yield "| | level | against | share of wins, 95 % | a fair share | a decision | deals | commit |"
    yield "|---|---|---|---|---|---|---|---|"
    missing = {(game, *pair): None for game in trailmix.game_names() for pair in PAIRS}
    for one in runs().ladder:
        found = report(one.run)
        first = found.contestants[0]
        level, below = dict.fromkeys(found.line_up)
        del missing[found.game, level, below]
        yield (
            f"| {seats(found)} | {LEVEL_NAMES[level]} | {LEVEL_NAMES[below]} | {percent(first.win_share)} "
            f"| {100 * found.fair:.0f} % | {first.milliseconds:.1f} ms | {deals(found)} | {one.commit} |"
        )
    for game, level, below in missing:
        name = trailmix.game(game).name
        yield f"| {name} | {LEVEL_NAMES[level]} | {LEVEL_NAMES[below]} | not measured | | | | |"


def ceilings_table() -> Iterator[str]:
    """What the honest search wins of what the one that sees everything wins."""
    yield "| | budget | search | cheat | share of the cheat's wins | deals | commit |"
    yield "|---|---|---|---|---|---|---|"
    for one in runs().ceilings:
        honest, cheat = report(one.honest), report(one.cheat)
        ours, theirs = honest.contestants[0].win_share, cheat.contestants[0].win_share
        budget = honest.line_up[0].partition(":")[2]
        yield (
            f"| {seats(honest)} | `{budget}` | {percent(ours)} | {percent(theirs)} "
            f"| {100 * ours.value / theirs.value:.0f} % | {deals(cheat)} | {one.commit} |"
        )


TABLES = {"goals": goals_table, "ladder": ladder_table, "ceilings": ceilings_table}


def page(text: str) -> str:
    """The page with its tables as they follow from what is stored; each stands behind a mark of its own."""
    for name, table in TABLES.items():
        mark = f"<!-- {name}: benchmarks/measured.py -->\n"
        rows = "".join(f"{row}\n" for row in table())
        new = (mark + rows).replace("\\", r"\\")
        text, times = re.subn(rf"{re.escape(mark)}(?:\|.*\n)*", new, text)
        if times != 1:
            raise ValueError(f"docs/bots.md has {times} places for the table '{name}'.")
    return text


# --- the picture ----------------------------------------------------------------------------------------

WIDTH, LEFT, RIGHT, TOP, ROW, GAP = 760, 250, 720, 64, 26, 40
STYLE = """
    svg { color-scheme: light dark; background: #fff; }
    text { fill: #1f2a33; } .small { fill: #44525e; font-size: 12px; } .game { font-weight: 700; }
    .grid { stroke: #d8dde2; } .fair { stroke: #b4541a; stroke-width: 2; stroke-dasharray: 5 4; }
    .reach { stroke: #2f6f4f; stroke-width: 4; stroke-linecap: round; }
    .found { fill: #2f6f4f; stroke: #fff; stroke-width: 1.5; }
    @media (prefers-color-scheme: dark) {
      svg { background: #14191e; } text { fill: #eef2f5; } .small { fill: #b5c0ca; }
      .grid { stroke: #333d47; } .fair { stroke: #f0a060; }
      .reach { stroke: #7cc8a0; } .found { fill: #7cc8a0; stroke: #14191e; }
    }
"""


def across(share: float) -> float:
    """Where a share of wins stands in the picture."""
    return LEFT + (RIGHT - LEFT) * share


def text(x: float, y: float, said: str, kind: str = "", anchor: str = "start") -> str:
    """Some words in the picture."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'


def line(kind: str, begin: tuple[float, float], end: tuple[float, float]) -> str:
    """A line in the picture."""
    (x1, y1), (x2, y2) = begin, end
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def picture() -> str:
    """The ladder: for every game its levels, each with its share of wins against the one below it."""
    by_game: dict[str, list[ArenaReport]] = {}
    for one in runs().ladder:
        found = report(one.run)
        by_game.setdefault(seats(found), []).append(found)
    drawn, y = list[str](), TOP
    for title, rungs in by_game.items():
        drawn.extend(_panel(title, rungs, y))
        y += GAP + ROW * len(rungs)
    axis = list[str]()
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        axis.append(line("grid", (across(share), TOP - 12), (across(share), y - GAP)))
        axis.append(text(across(share), TOP - 20, f"{100 * share:.0f} %", "small", "middle"))
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 20}" role="img"',
            '  font-family="system-ui, sans-serif" font-size="14">',
            "<title>Every level of bots against the one below it</title>",
            f"<style>{STYLE}</style>",
            text(16, 24, "Every level against the one below it", "game"),
            *axis,
            *drawn,
            text(LEFT, y, "share of wins with its 95 % interval; dashed: a fair share", "small"),
            "</svg>\n",
        )
    )


def _panel(title: str, rungs: list[ArenaReport], top: int) -> Iterator[str]:
    """The rungs of one game."""
    yield text(16, top + 5, title, "game")
    fair = across(rungs[0].fair)
    yield line("fair", (fair, top), (fair, top + ROW * len(rungs) + 8))
    for n, rung in enumerate(rungs, 1):
        level, below = dict.fromkeys(rung.line_up)
        won, y = rung.contestants[0].win_share, top + ROW * n
        low, high = reach(won)
        rival = f'<tspan class="small">over {LEVEL_NAMES[below]}</tspan>'
        yield text(30, y + 5, f"{LEVEL_NAMES[level]} {rival}")
        yield line("reach", (across(low), y), (across(high), y))
        yield f'<circle class="found" cx="{across(won.value):.1f}" cy="{y}" r="6"/>'


def main() -> None:
    """Write the picture and the tables anew."""
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
