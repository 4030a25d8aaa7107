"""Write the golden matches of Hike!: lively random play, searched for each way a match can end, and more.

    python tests/golden/make_hike_dogsled.py [NAME ...]

Only a new version of the rules may change them, and then one of the old stays in ``older``, to be refused.
Without one, this script writes the files that are there already, byte for byte.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trailmix
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent / "hike_dogsled"
PEOPLE = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo"]
FINISH = """\
trailmix = "position"
game = "hike_dogsled"
players = 3
phase = "race"
day = 4
track = "L04 L05 L06 L07 L08 L14 L15 L03"
seed = "golden"
to_move = "A"
[seats.A]
declared = 7
position = 38
hand = ""
care_pile = 0
sled = { T1 = "H06", T2 = "H30", T3 = "H28", T4 = "H14", B1 = "Y1", B2 = "Y2", B3 = "Y3", B4 = "Y4" }
[seats.B]
declared = 8
position = 38
hand = ""
care_pile = 0
sled = { T1 = "H08", T2 = "H18", T3 = "H26", T4 = "H05", B1 = "Y5", B2 = "Y6", B3 = "Y7", B4 = "Y8" }
[seats.C]
declared = 8
position = 30
hand = "C"
care_pile = 0
sled = { T1 = "H01", T2 = "H02", T3 = "H03", T4 = "H04", B1 = "H10", B2 = "H12", B3 = "H11", B4 = "H09" }
"""
"""A and B are three fields of snow from the end, with six printed points each; C is behind."""
STRONGER = FINISH.replace("H05", "H42")
"""The same, B having two printed points more."""


# --- how to come by one


def choose(match: Match, whims: random.Random) -> str:
    """A random action that mostly leads on: huskies into the sled, ready when it is full, no idle days."""
    options = match.legal()
    if whims.random() < 0.15:
        return whims.choice(options)
    better = [each for each in options if each not in ("none", "end") and not each.startswith("swap")]
    placing = [each for each in better if each.startswith(("draft", "place")) and not each.endswith("hand")]
    return whims.choice(placing or better or options)


def finished(match: Match, seed: int) -> Match:
    """The match, played to its end."""
    whims = random.Random(seed)
    while not match.over:
        match.play(choose(match, whims))
    return match


def dealt(players: int, **options: Any) -> Callable[[int], Match]:
    """Matches by seed. The salt is a fixed one: these matches are no secret."""

    def deal(seed: int) -> Match:
        match = trailmix.new("hike_dogsled", players=PEOPLE[:players], seed=seed, options=options)
        match.salt = "golden"
        return finished(match, seed)

    return deal


def from_position(text: str) -> Callable[[int], Match]:
    """Matches that begin from a position, by the whims of who plays."""
    return lambda seed: finished(trailmix.load(text), seed)


def nobody_declares(seed: int) -> Match:
    """A match in which nobody wants to race."""
    match, whims = trailmix.new("hike_dogsled", players=PEOPLE[:2], seed=seed), random.Random(seed)
    match.salt = "golden"
    while not match.over:
        options = [each for each in match.legal() if each != "ready"]
        swaps = [each for each in options if each.startswith("swap")]
        match.play(whims.choice(swaps[:3] or options))
    return match


# --- what it must be like


def told(match: Match, kind: str) -> list[dict[str, Any]]:
    """All events of a kind, each with its seat."""
    return [{"seat": event.seat, **event.values} for event in match.events if event.kind == kind]


def winners(match: Match, how: str) -> list[dict[str, Any]]:
    return [each for each in told(match, "won") if each["how"] == how]


def accounts(match: Match) -> list[Any]:
    return list(getattr(match.view(), "result", None) or ())


def finishers(match: Match) -> list[Any]:
    """The accounts of all who reached the end."""
    best = max((each.position or 0 for each in accounts(match)), default=0)
    return [each for each in accounts(match) if each.position == best]


def by_a_day(match: Match) -> bool:
    """Did one alone finish, against others who raced on?"""
    return len(winners(match, "finish")) == 1 and len(finishers(match)) == 1 and len(accounts(match)) > 2


def by_ready_huskies(match: Match) -> bool:
    """Did several finish, and the ready huskies and care cards decide it?"""
    strength = [each.ready_huskies + each.care for each in finishers(match)]
    return bool(winners(match, "finish")) and len(strength) > 1 and strength.count(max(strength)) == 1


def by_printed_points(match: Match) -> bool:
    """Did several finish with as many ready huskies, and the printed points decide it?"""
    found = finishers(match)
    strongest = max(each.ready_huskies + each.care for each in found) if found else 0
    best = [each for each in found if each.ready_huskies + each.care == strongest]
    return len(winners(match, "finish")) == 1 and len(best) > 1


def shared(match: Match) -> bool:
    """Did two win together, after a finish?"""
    return len(winners(match, "finish")) == 2


def eliminated(match: Match) -> bool:
    """Was somebody eliminated at the limit, and others raced?"""
    return bool(told(match, "eliminated")) and bool(winners(match, "finish"))


def alone(match: Match) -> bool:
    """Was there a single racer?"""
    return bool(winners(match, "alone"))


def stood_still(match: Match) -> bool:
    """Did the race end because nobody could move, or wanted to?"""
    return bool(winners(match, "standstill"))


def caught_up(match: Match) -> bool:
    """Did somebody draw a catch-up card and play it?"""
    drawn = {each["seat"] for each in told(match, "caught_up")}
    return bool(drawn & {each["seat"] for each in told(match, "cared")})


def paid_and_rested(match: Match) -> bool:
    """Was one equipment field paid for, and two huskies put to rest for another?"""
    return bool(told(match, "paid")) and len(told(match, "rested")) >= 2


def loose(card: str, *kinds: str) -> Callable[[Match], bool]:
    """Was this loose card turned up, and did these things happen before the match went on?"""
    later = {"revealed", "loose_turned", "took", "drafted", "placed", "swapped", "spent_mentor"}

    def fits(match: Match) -> bool:
        events = match.events
        turned_up = [n for n, event in enumerate(events) if event.values.get("loose") == card]
        if not turned_up:
            return False
        effect = itertools.takewhile(lambda event: event.kind not in later, events[turned_up[0] + 1 :])
        return set(kinds) <= {event.kind for event in effect}

    return fits


def wanted() -> dict[str, tuple[Callable[[int], Match], Callable[[Match], bool]]]:
    """The golden matches: how to come by one, and what it must be like."""
    expansion = {"loose": True}
    return {
        "won-by-a-day": (dealt(3), by_a_day),
        "tie-ready-huskies": (dealt(4), by_ready_huskies),
        "tie-printed-points": (from_position(STRONGER), by_printed_points),
        "tie-shared": (from_position(FINISH), shared),
        "eliminated-at-the-limit": (dealt(4), eliminated),
        "one-racer": (dealt(2), alone),
        "standstill": (dealt(2), stood_still),
        "nobody-declares": (nobody_declares, lambda match: bool(told(match, "nobody_won"))),
        "catch-up": (dealt(5), caught_up),
        "equipment-fields": (dealt(6), paid_and_rested),
        "loose-husky-swap": (dealt(3, **expansion), loose("X1", "named", "gave", "settled")),
        "loose-runaways": (dealt(4, **expansion), loose("X2", "ran_away")),
        "loose-crazy-swap": (dealt(6, **expansion), loose("X3", "gave", "received_hidden", "settled")),
        "loose-sled-huskies": (dealt(5, **expansion), loose("X4", "lost_husky")),
        "simultaneous": (dealt(3, simultaneous=True, **expansion), lambda match: bool(told(match, "raced"))),
    }


def main(names: list[str]) -> None:
    """Find the first seed for each and write its replay."""
    FOLDER.mkdir(exist_ok=True)
    for name, (make, fits) in wanted().items():
        if not names or name in names:
            match = next(match for seed in range(100_000) if fits(match := make(seed)))
            (FOLDER / f"{name}.json").write_text(match.replay(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
