"""Write the golden matches of Hike (cards): random play, searched for each way a round or a match can end.

    python tests/golden/make_hike_cards.py [NAME ...]

Only a new version of the rules may change them, and then the old ones stay beside the new. Without one, this
script writes the files that are there already, byte for byte.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import trailmix
from trailmix.engine.events import Event
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent / "hike_cards"
PEOPLE = ["Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]
OWN_TABLE = {
    "bird": ["bug", "tree", "bird"],
    "bug": ["lake", "light", "bug"],
    "lake": ["light", "trail", "peak"],
    "light": ["peak", "bird", "lake"],
    "peak": ["trail", "bird", "tree"],
    "trail": ["tree", "bug", "lake"],
    "tree": ["light", "peak", "trail"],
}
ALL_PLANTED = """\
trailmix = "position"
game = "hike_cards"
players = 4
dealer = "B"
to_move = "C"
played = "peak:D"
left = "D"
seed = "golden"
[hands]
A = "tree light"
B = "tree light"
C = "spring drought bug*3"
[leftovers]
D = "lake*3"
"""
"""A and B plant, fall to the Drought without a play, and are level: the last to leave gets the odd point."""
EMPTY_DECK = """\
trailmix = "position"
game = "hike_cards"
players = 8
dealer = "H"
to_move = "A"
played = "avalanche:B lake:H"
deck = "bird"
seed = "golden"
[hands]
A = "peak bug"
B = "trail*2"
C = "peak bug"
D = "?*67"
E = "peak"
F = "trail"
G = "light"
H = "bird"
"""
"""One card is left in the deck: the next Peak draws it, the one after that draws nothing."""


# --- how to come by one


def finished(match: Match, seed: int) -> Match:
    """The match, played to its end at random."""
    whims = random.Random(seed)
    while not match.over:
        match.play(whims.choice(match.legal()))
    return match


def dealt(players: int, **said: Any) -> Callable[[int], Match]:
    """Matches by seed. The salt is a fixed one: these matches are no secret."""

    def deal(seed: int) -> Match:
        match = trailmix.new("hike_cards", players=PEOPLE[:players], seed=seed, **said)
        match.salt = "golden"
        return finished(match, seed)

    return deal


def from_position(text: str) -> Callable[[int], Match]:
    """Matches that begin from a position, by the whims of who plays."""
    return lambda seed: finished(trailmix.load(text), seed)


# --- what it must be like


def round_ends(match: Match) -> Iterator[list[Event]]:
    """What happened in each action that ended a round."""
    for move in match.moves:
        if any(event.kind == "round_ended" for event in move.events):
            yield list(move.events)


def accounts(match: Match) -> list[dict[str, Any]]:
    """How each round was scored."""
    return [e.values for events in round_ends(match) for e in events if e.kind == "round_ended"]


def last(match: Match) -> dict[str, Any]:
    """How the last round was scored."""
    return accounts(match)[-1]


def sole_winner(match: Match) -> bool:
    """Did one alone take the last pot, with leftovers, past the target alone?"""
    totals = sorted(last(match)["totals"].values())
    alone = len(last(match)["winners"]) == 1 and not any(last(match)["bonus"].values())
    return alone and int(totals[-2]) < 25


def empty_handed(match: Match) -> bool:
    """Did the bonus for zero leftovers decide the match?"""
    found = last(match)
    if len(found["winners"]) > 1:
        return False
    winner = found["winners"][0]
    return bool(found["bonus"][winner]) and 25 <= int(found["totals"][winner]) < 25 + 3


def odd_points(why: str) -> Callable[[Match], bool]:
    """Was there a shared pot with several odd points that went to one for this reason?"""
    return lambda match: any(found["odd_why"] == why and found["odd"] > 1 for found in accounts(match))


def odd_to_the_last(match: Match) -> bool:
    """Did an odd point go to the last to leave, because none of the winners had played?"""
    return bool(accounts(match)[0]["odd_why"] == "left_last")


def everybody_out(match: Match) -> bool:
    """Was a round without a single leftover?"""
    return any(found["pot"] == 0 for found in accounts(match))


def worm_uncaptured(match: Match) -> bool:
    """Did The Worm, uncaptured, decide the last round for one who had left it?"""
    events = list(round_ends(match))[-1]
    return any(event.kind == "kept" for event in events) and last(match)["birds"] > 2


def ended_by(card: str, leaving: str) -> Callable[[Match], bool]:
    """Did a card end a round at once, everybody else leaving it in that way?"""

    def fits(match: Match) -> bool:
        return any(
            events[0].values.get("card") == card
            and sum(event.kind == leaving for event in events) >= match.players - 1
            for events in round_ends(match)
        )

    return fits


def drought_to_the_end(match: Match) -> bool:
    """Did the last Lake owed to a Drought end a round, nobody able to follow it?"""
    for move, before in zip(match.moves[1:], match.moves, strict=False):
        ended = [event.kind for event in move.events]
        if "round_ended" in ended and before.events[0].values.get("card") == "drought":
            return any(event.values.get("on") == "drought" for event in move.events)
    return False


def planted_to_the_end(match: Match) -> bool:
    """Did somebody's planting end a round?"""
    return any(events[0].kind == "planted" for events in round_ends(match))


def tied(match: Match) -> bool:
    """Was a tie at or above the target played on?"""
    return any(event.kind == "tied" for event in match.events)


def two_past_the_target(match: Match) -> bool:
    """Were several at or above the target, and the higher won?"""
    return int(sorted(last(match)["totals"].values())[-2]) >= 45


def nothing_to_draw(match: Match) -> bool:
    """Was a Peak played after Avalanche that drew nothing, the deck being empty?"""
    first = next(round_ends(match))
    moves = match.moves[: next(n for n, move in enumerate(match.moves) if list(move.events) == first) + 1]
    peaks = [move.events for move in moves if move.events[0].values.get("card") in ("peak", "wind=peak")]
    return sum(all(event.kind != "drew" for event in events) for events in peaks) > 0 and len(peaks) > 1


def long_match(match: Match) -> bool:
    """Did it take many rounds?"""
    return len(accounts(match)) >= 9


def wanted() -> dict[str, tuple[Callable[[int], Match], Callable[[Match], bool]]]:
    """The golden matches: how to come by one, and what it must be like."""
    return {
        "sole-winner": (dealt(3), sole_winner),
        "empty-handed": (dealt(4), empty_handed),
        "odd-points-latest-play": (dealt(8), odd_points("latest_play")),
        "odd-points-first-out": (dealt(7), odd_points("first_out")),
        "odd-points-left-last": (from_position(ALL_PLANTED), odd_to_the_last),
        "everybody-out": (dealt(3), everybody_out),
        "worm-uncaptured": (dealt(5), worm_uncaptured),
        "sun-ends-round": (dealt(3), ended_by("sun", "eliminated")),
        "drought-ends-round": (dealt(3), ended_by("drought", "eliminated")),
        "drought-goes-round-to-the-end": (dealt(4), drought_to_the_end),
        "spring-ends-round": (dealt(3), planted_to_the_end),
        "poop-ends-round": (
            dealt(3),
            lambda match: any(e[0].values.get("card") == "poop" for e in round_ends(match)),
        ),
        "tie-played-on": (dealt(6), tied),
        "two-past-the-target": (dealt(8), two_past_the_target),
        "nothing-to-draw": (from_position(EMPTY_DECK), nothing_to_draw),
        "long-match": (dealt(5), long_match),
        "own-follow-table": (dealt(4, options={"follow": OWN_TABLE, "target": 15}), lambda match: True),
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
