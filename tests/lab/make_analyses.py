"""The figures of ``analyses.json``: run it when a rule, an evaluation or the search has changed on purpose.

``python tests/lab/make_analyses.py`` writes the file; `test_analysis.py` compares with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

import trailmix
from trailmix.engine.match import Match
from trailmix.lab.analysis import analyse

FILE = Path(__file__).parent / "analyses.json"
GOLDEN = Path(__file__).parents[1] / "golden"
SIMULATIONS = 40
MATCHES = {
    "alpina": "four-players",
    "hike_cards": "own-follow-table",
    "hike_dogsled": "one-racer",
    "snow_tails": "fifth-dent-after-the-line",
}


def golden(slug: str) -> Match:
    """The golden match of a game that is analysed."""
    return trailmix.load((GOLDEN / slug / f"{MATCHES[slug]}.json").read_text(encoding="utf-8"))


def figures(match: Match, simulations: int = SIMULATIONS) -> dict[str, Any]:
    """All that the analysis of a match tells, a row for each decision."""
    found = analyse(match, simulations)
    rows = [
        [one.best, one.loss, one.grade, one.knew.before, one.knew.after, one.open.before, one.open.after]
        for one in found.decisions
    ]
    told: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode({"moments": found.moments, "decisions": rows})
    )
    return told


if __name__ == "__main__":
    made = {slug: figures(golden(slug)) for slug in MATCHES}
    lines = [
        f'"{slug}": {{"moments": {msgspec.json.encode(one["moments"]).decode()}, "decisions": [\n'
        + ",\n".join(msgspec.json.encode(row).decode() for row in one["decisions"])
        + "\n]}"
        for slug, one in made.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
