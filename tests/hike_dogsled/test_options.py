"""What a match is made from: number of players, options. What cannot be gets a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import trailmix
from hike_dogsled.helpers import table
from trailmix.engine.errors import BadOption


def refused(players: Any = 2, **options: Any) -> str:
    """Set up what must be refused; returns the sentence."""
    with pytest.raises(BadOption) as caught:
        trailmix.new("hike_dogsled", players=players, options=options)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("players", [0, 1, 7, -2, True, "2", 2.0, None])
def test_two_to_six_play(players: Any) -> None:
    assert "2 to 6 players" in refused(players) or "players" in refused(players)


@pytest.mark.parametrize("people", [["Ann"], list("TUVWXYZ")])
def test_so_many_people(people: list[str]) -> None:
    assert refused(people).endswith(f"is played by 2 to 6 players, not {len(people)}.")


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("simultaneous", [False, True])
def test_every_combination_can_be_played(players: int, loose: bool, simultaneous: bool) -> None:
    match = trailmix.new("hike_dogsled", players, 1, options={"loose": loose, "simultaneous": simultaneous})
    assert (table(match).loose, table(match).simultaneous) == (loose, simultaneous)
    assert match.legal()


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"loose": 1}, "true or false"),
        ({"loose": "yes"}, "true or false"),
        ({"simultaneous": None}, "true or false"),
        ({"traits": True}, "traits"),
        ({"events": True}, "events"),
    ],
)
@pytest.mark.rule("HD-RUL-48")
def test_other_options_are_refused(options: dict[str, Any], names: str) -> None:
    assert names in refused(**options)
