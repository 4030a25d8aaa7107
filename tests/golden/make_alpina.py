"""Write the golden matches of Alpina: random play, searched for what makes each of them worth keeping.

    python tests/golden/make_alpina.py

Only a new version of the rules may change them, and then the old ones stay beside the new. Without one, this
script writes the files that are there already, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import trailmix
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent / "alpina"
CORNERS = {(0, 0), (0, 4), (4, 0), (4, 4)}
NO_LAKES = 'id="F02", animal="frog",       land="forest",   base=0, per=2, count="lake",'
MORE_FORESTS = 'id="F02", animal="frog",       land="forest",   base=7, per=1, count="forest",'
POSITION = """\
trailmix = "position"
game = "alpina"
players = 2
seed = "golden"
grid = ["C06*:A N01:B N07", "C13:A  .     ."]
pile = "F03 F04 F05 ..."
[hands]
B = "N02 N03 N04 N05 N06 N08"
"""


def finished(match: Match, seed: int) -> Match:
    """The match, played to its end at random."""
    whims = random.Random(seed)
    while not match.over:
        match.play(whims.choice(match.legal()))
    return match


def dealt(players: int, data: str | None = None) -> Callable[[int], Match]:
    """Matches by seed. The salt is a fixed one: these matches are no secret."""

    def deal(seed: int) -> Match:
        match = trailmix.new("alpina", players=["Ann", "Bob", "Cy", "Di"][:players], seed=seed, data=data)
        match.salt = "golden"
        return finished(match, seed)

    return deal


def from_position(seed: int) -> Match:
    """A match that begins from a position."""
    return finished(trailmix.load(POSITION), seed)


def tied(match: Match) -> bool:
    """Did the latest of those on top win?"""
    scores = match.scores()
    return scores.count(max(scores)) > 1


def unplaced(match: Match) -> bool:
    """Has somebody hikers left?"""
    return bool(match.states["supply"][0].any())


def in_a_corner(match: Match) -> bool:
    """Has the start card ended in a corner?"""
    s = match.states[0]
    return (4 - int(s.top), 4 - int(s.left)) in CORNERS


def all_placed(match: Match) -> bool:
    """Have all hikers been placed, and is there no tie?"""
    return not unplaced(match) and not tied(match)


def correction_counts(match: Match) -> bool:
    """Does a hiker stand on the corrected card?"""
    return "F02:" in match.position()


def corrected_deck() -> str:
    """The data with one card corrected."""
    text = trailmix.game("alpina").data_file.read_text(encoding="utf-8")
    if NO_LAKES not in text:
        raise SystemExit("The line of F02 in alpina.toml has changed: say here what it is now.")
    return text.replace(NO_LAKES, MORE_FORESTS)


def wanted() -> dict[str, tuple[Callable[[int], Match], Callable[[Match], bool]]]:
    """The golden matches: how to come by one, and what it must be like."""
    return {
        "two-players": (dealt(2), all_placed),
        "three-players": (dealt(3), all_placed),
        "four-players": (dealt(4), all_placed),
        "tie": (dealt(3), tied),
        "hikers-unplaced": (dealt(2), unplaced),
        "start-in-a-corner": (dealt(2), in_a_corner),
        "corrected-deck": (dealt(2, corrected_deck()), correction_counts),
        "from-a-position": (from_position, all_placed),
    }


def main() -> None:
    """Find the first seed for each and write its replay."""
    FOLDER.mkdir(exist_ok=True)
    for name, (make, fits) in wanted().items():
        match = next(match for seed in range(10_000) if fits(match := make(seed)))
        (FOLDER / f"{name}.json").write_text(match.replay(), encoding="utf-8")


if __name__ == "__main__":
    main()
