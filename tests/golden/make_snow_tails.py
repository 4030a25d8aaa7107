"""Write the golden matches of Snow Tails: searched for what makes each of them worth keeping.

    python tests/golden/make_snow_tails.py

Only a new version of the rules may change them, and then one of the old stays in ``older``, to be refused.
Without one, this script writes the files that are there already, byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import trailmix
from trailmix.engine.match import Match
from trailmix.games.snow_tails.view import Own, View

FOLDER = Path(__file__).parent / "snow_tails"
PEOPLE = ["Ann", "Bob", "Cy", "Di", "Ed"]
OWN_COURSE = """\
[course]
name = "Second Breakfast"
designer = "Ann"
track = "start S(2.3,4.5) CL/5 H DR UR S finish:L"
"""
POSITION = """\
trailmix = "position"
game = "snow_tails"
players = 3
seed = "golden"
round = 3
order = "B A C"
to_move = "A"
felled = "3.1.4"
[options]
course = "yquem"
[sleds.A]
space = "2.2.2"
mat = "4/4/2"
left = "2 4"
hand = "1 1 ? ?"
dents = 1
[sleds.B]
space = "3.4.3"
mat = "3/2/3"
[sleds.C]
space = "1.3.5"
dents = 2
"""


def careful(match: Match, whims: random.Random) -> str:
    """A random action among those that the preview calls cheapest, mostly."""
    assert match.actor is not None
    own = match.view(match.actor).own  # type: ignore[attr-defined]
    assert isinstance(own, Own)
    if not own.previews or whims.random() < 0.1:
        return whims.choice(match.legal())
    kinds = ["clean", "dent", "crash", "wreck"]
    cost = {preview: kinds.index(preview.outcomes[0].kind) for preview in own.previews}
    preview = whims.choice([each for each in own.previews if cost[each] == min(cost.values())])
    return preview.action or preview.outcomes[0].actions[0]


def careless(match: Match, whims: random.Random) -> str:
    """Any action."""
    return whims.choice(match.legal())


def finished(match: Match, seed: int, choose: Callable[[Match, random.Random], str] = careful) -> Match:
    """The match, played to its end."""
    whims = random.Random(seed)
    while not match.over:
        match.play(choose(match, whims))
    return match


def raced(
    players: int, choose: Callable[[Match, random.Random], str] = careful, **options: object
) -> Callable[[int], Match]:
    """Matches by seed. The salt is a fixed one: these matches are no secret."""

    def deal(seed: int) -> Match:
        match = trailmix.new("snow_tails", players=PEOPLE[:players], seed=seed, options=options)
        match.salt = "golden"
        return finished(match, seed, choose)

    return deal


def from_position(seed: int) -> Match:
    """A match that begins from a position."""
    return finished(trailmix.load(POSITION), seed)


def kinds(match: Match) -> set[str]:
    """What happened."""
    return {event.kind for event in match.events}


def shown(match: Match) -> View:
    """What everyone sees at the end."""
    view = match.view()
    assert isinstance(view, View)
    return view


def all_finish(match: Match) -> bool:
    """Has every sled finished?"""
    return all(seat.status == "finished" for seat in shown(match).seats)


def a_wreck(match: Match) -> bool:
    """Is somebody wrecked, and has somebody finished?"""
    return {seat.status for seat in shown(match).seats} == {"finished", "wrecked"}


def spared(match: Match) -> bool:
    """Has a sled been spared a fifth dent beyond the line, and won?"""
    winner = shown(match).results[0].ranking[0]
    return any(event.kind == "spared" and event.seat == winner for event in match.events)


def tie(match: Match) -> bool:
    """Were the first two the same distance beyond the line in one round?"""
    placed = [index for index, event in enumerate(match.events) if event.kind == "placed"]
    if len(placed) < 2 or placed[1] != placed[0] + 1:
        return False
    first, second = (ord(match.events[index].seat or "A") - ord("A") for index in placed[:2])
    fronts = match.setup.table[0].front[0][match.states[0].space]
    return bool(fronts[first] == fronts[second])


def nobody(match: Match) -> bool:
    """Are all wrecked?"""
    return {seat.status for seat in shown(match).seats} == {"wrecked"}


def stopped(match: Match) -> bool:
    """Was the race stopped before anybody had finished?"""
    return "stopped" in kinds(match) and {seat.status for seat in shown(match).seats} == {"racing"}


def stopped_late(match: Match) -> bool:
    """Was the race stopped with sleds still racing, after one had finished?"""
    return "stopped" in kinds(match) and "placed" in kinds(match)


def tied_season(match: Match) -> bool:
    """Has a season ended with a shared place?"""
    return len(set(match.places())) < match.players


def wanted() -> dict[str, tuple[Callable[[int], Match], Callable[[Match], bool]]]:
    """The golden matches: how to come by one, and what it must be like."""
    short = ["start S CL finish:R", "start T S finish:L", "start S UL/5 finish:R"]
    return {
        "two-players": (raced(2), all_finish),
        "five-players": (raced(5, course="dagger"), all_finish),
        "wreck": (raced(3, course="bruce"), a_wreck),
        "fifth-dent-after-the-line": (raced(3, careless, course="start S CL/1 finish:R"), spared),
        "tie-at-the-line": (raced(4, course="start S S CR finish:L"), tie),
        "everyone-wrecked": (raced(3, careless, course="hobbit"), nobody),
        "stopped": (raced(2, course="tremendous", most_rounds=9), stopped),
        "stopped-after-a-finish": (raced(3, course="start S CL finish:R", most_rounds=5), stopped_late),
        "season": (raced(3, courses=short), lambda match: not tied_season(match)),
        "tied-season": (raced(2, courses=short[:2]), tied_season),
        "own-course": (raced(4, course=OWN_COURSE, edition="renegade"), a_wreck),
        "from-a-position": (from_position, lambda match: len(match.moves) > 20),
    }


def main() -> None:
    """Find the first seed for each and write its replay."""
    FOLDER.mkdir(exist_ok=True)
    for name, (make, fits) in wanted().items():
        match = next(match for seed in range(10_000) if fits(match := make(seed)))
        (FOLDER / f"{name}.json").write_text(match.replay(), encoding="utf-8")


if __name__ == "__main__":
    main()
