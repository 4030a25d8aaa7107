"""R-25: who has nothing to plant, or no Bird for The Worm, looks to the others like one who declines.

Two matches that differ only in what one seat holds are played side by side; everything that reaches any
other seat or an onlooker is the same, byte for byte, action for action.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hike_cards.helpers import SEATS, at, view_bytes
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR


def seen(match: Match, hidden: str) -> Iterator[object]:
    """All that reaches others than a seat: views, what is asked, of whom, and what has happened."""
    for seat in range(SPECTATOR, match.players):
        if seat != SEATS.index(hidden):
            yield view_bytes(match, seat)
            yield match.seen_by(seat).tobytes()
            for move in match.moves:
                told = [event.seen_by(seat) for event in move.events]
                yield msgspec.json.encode(told)
                yield [match.say(event.message) for event in told]
    yield match.actor
    yield match.prompt()
    yield len(match.moves)
    yield match.why_no_undo()


def assert_alike(one: Match, two: Match, hidden: str, *plays: str) -> None:
    """Play the same in both, and look at every step."""
    assert list(seen(one, hidden)) == list(seen(two, hidden))
    for play in plays:
        name, action = play.split(" ", 1)
        for match in (one, two):
            match.play(action, SEATS.index(name))
        assert list(seen(one, hidden)) == list(seen(two, hidden)), play
    assert view_bytes(one, SEATS.index(hidden)) != view_bytes(two, SEATS.index(hidden))


@pytest.mark.rule("R-25", "HC-WORM-2")
@pytest.mark.parametrize("held", ["bird bug", "wind bug", "bird wind", "bird*2"])
def test_adding_no_bird(held: str) -> None:
    said: dict[str, Any] = {"B": "light*2 bird", "C": "bug*2"}
    one, two = (at("tree:C", A=f"worm {cards}", **said) for cards in (held, "lake bug"))
    assert_alike(one, two, "A", "A worm", "A none", "B light")


@pytest.mark.rule("R-25", "HC-SPR-4")
@pytest.mark.parametrize("held", ["tree bug", "wind bug", "tree wind", "tree*2"])
@pytest.mark.parametrize("hidden", ["A", "B", "C"])
def test_planting_nothing(held: str, hidden: str) -> None:
    """As the Spring's player, who is asked last, as the first, and in between."""
    hands = {"A": "light lake", "B": "bug*2", "C": "tree peak", "D": "tree light"}
    plays = ["A spring", "B none", "C none", "D plant 1", "A none"]
    one, two = (dealt_spring({**hands, hidden: cards}) for cards in (held, "bug lake"))
    assert_alike(one, two, hidden, *plays)


def dealt_spring(hands: dict[str, str]) -> Match:
    """A has Spring beside the hand."""
    return at("bird:D", **{**hands, "A": f"spring {hands['A']}"})


@pytest.mark.rule("R-25")
def test_the_comparison_has_teeth() -> None:
    """Adding the Bird, or planting the Tree, does not look like declining."""
    one, two = (at("tree:C", A="worm bird bug", B="light*2 bird", C="bug*2") for _ in range(2))
    for match, action in ((one, "bird"), (two, "none")):
        match.play("worm")
        match.play(action)
    assert list(seen(one, "A")) != list(seen(two, "A"))
