"""Golden matches: recorded once (tests/golden/make_hike_cards.py), and the same ever after."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trailmix
from trailmix.engine.errors import BadReplay
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent.parent / "golden"
GOLDEN: dict[str, tuple[str, list[int], list[int]]] = {
    # SHA-256 of the final state's bytes (changes with the record's layout, too), scores, places
    "drought-ends-round": (
        "f80d30a851266f0627f3b36328de008a301e5fb0e92f3877e7ef364ad10d1249",
        [12, 27, 1],
        [2, 1, 3],
    ),
    "drought-goes-round-to-the-end": (
        "a5cce93569dc5d874a0cee6d3e0388f385443983be8140acf3e49be81f046802",
        [37, 15, 23, 4],
        [1, 3, 2, 4],
    ),
    "empty-handed": (
        "0c9cd31aad1782cae22e1e060ea41433cd04869a2ad3311f1a043ba32a285c26",
        [17, 27, 0, 17],
        [2, 1, 4, 2],
    ),
    "everybody-out": (
        "d724aa3fc232223f4e855a591ac44cdff4419cbbc041b2afce52581335248e2f",
        [3, 3, 29],
        [2, 2, 1],
    ),
    "long-match": (
        "e443d13ea19ea9a36244ec123c32ee85641dddcebfc5cd048017656ec1133074",
        [29, 31, 33, 22, 36],
        [4, 3, 2, 5, 1],
    ),
    "nothing-to-draw": (
        "89d85e6f324fcd39ac842247d4569076bd1e215185ad2c9d2efc64f2ac20e6fc",
        [12, 0, 25, 6, 13, 0, 0, 76],
        [4, 6, 2, 5, 3, 6, 6, 1],
    ),
    "odd-points-first-out": (
        "3026ddb2ee21b127fa5201051b2e8bf5d077ce13fb0f141276a7236170014b73",
        [47, 7, 3, 0, 9, 24, 0],
        [1, 4, 5, 6, 3, 2, 6],
    ),
    "odd-points-latest-play": (
        "6121592509f4227fd0215afe7a6ccdec88b76cc9d351efea441c08ebb343dac7",
        [21, 3, 8, 0, 3, 0, 45, 25],
        [3, 5, 4, 7, 5, 7, 1, 2],
    ),
    "odd-points-left-last": (
        "d83b720bc37200857f8fa028b2d8f8cf86601e421a4e8e3d636fe29b3580f9d4",
        [28, 8, 24, 16],
        [1, 4, 2, 3],
    ),
    "own-follow-table": (
        "535e8e8352d84f030f09c0ae88f1d9df5e79f9e9e7cb473ccc00469f6b5a7260",
        [10, 20, 8, 8],
        [2, 1, 3, 3],
    ),
    "poop-ends-round": (
        "1b4ee282f99b1d6e91700415126054599fc083dd1185ed792f3932afcbcde56b",
        [14, 27, 23],
        [3, 1, 2],
    ),
    "sole-winner": (
        "31e89dff5fab53158e4ebbeda24ecf178c182d33cd8815b17c0c61206d356aed",
        [0, 28, 6],
        [3, 1, 2],
    ),
    "spring-ends-round": (
        "2e03122c6994fd41db92fce4796a36d829d837c742baa6b3dcbd60c604a9e4b9",
        [31, 9, 23],
        [1, 3, 2],
    ),
    "sun-ends-round": (
        "509cd1d433bd84fd4c204c07f7344c3542b94af58e35a1b5f4ab73e17bb89f85",
        [20, 15, 28],
        [2, 3, 1],
    ),
    "tie-played-on": (
        "c75cf394f67b33296a1b1b9fba40acc7edcda014dddae3a8503b5aac80a33f1c",
        [9, 35, 2, 1, 60, 16],
        [4, 2, 5, 6, 1, 3],
    ),
    "two-past-the-target": (
        "c4a9c1a1a3f2701d015eacdf024e39ce603e89682efe312e7406b15126181424",
        [22, 47, 37, 37, 28, 54, 18, 4],
        [6, 2, 3, 3, 5, 1, 7, 8],
    ),
    "worm-uncaptured": (
        "1d4b255e31a66d367c59eab2c5b0e69945bd722b305c45e4aa5437ff63ef64ea",
        [0, 22, 19, 40, 17],
        [5, 2, 3, 1, 4],
    ),
}


@cache
def maker() -> Any:
    """The script that searched for them: it says what each must be like."""
    spec = importlib.util.spec_from_file_location("make_hike_cards", FOLDER / "make_hike_cards.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(name: str) -> str:
    return (FOLDER / "hike_cards" / f"{name}.json").read_text(encoding="utf-8")


@cache
def golden(name: str) -> Match:
    return trailmix.load(text(name))


def test_every_golden_match_is_listed() -> None:
    there = {path.stem for path in (FOLDER / "hike_cards").glob("*.json")}
    assert there == GOLDEN.keys() == maker().wanted().keys()


@pytest.mark.rule("HC-END-1", "HC-END-2", "HC-WIN-1", "HC-WIN-4")
@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    match = golden(name)
    digest, scores, places = GOLDEN[name]
    assert match.over
    assert (match.scores(), match.places()) == (scores, places)
    assert hashlib.sha256(match.states.tobytes()).hexdigest() == digest
    assert match.replay() == text(name)


@pytest.mark.rule("HC-SCORE-4", "HC-SCORE-6", "HC-SCORE-7", "R-37", "HC-WORM-6", "HC-SUN-3", "HC-DRO-7")
@pytest.mark.rule("HC-SPR-10", "HC-POOP-3", "HC-WIN-2", "R-23", "R-24", "HC-AVA-6", "HC-DATA-2")
@pytest.mark.parametrize("name", GOLDEN)
def test_it_ends_in_the_way_that_it_is_kept_for(name: str) -> None:
    _, fits = maker().wanted()[name]
    assert fits(golden(name))


@pytest.mark.rule("HC-WIN-2", "R-24")
def test_the_tie_was_played_on_by_everybody() -> None:
    match = golden("tie-played-on")
    tied = next(n for n, move in enumerate(match.moves) if any(e.kind == "tied" for e in move.events))
    later = {move.seat for move in match.moves[tied + 1 :]}
    assert later == set(range(match.players))
    assert match.places().count(1) == 1


def test_the_match_from_a_position_began_there() -> None:
    match = golden("odd-points-left-last")
    assert match.start is not None
    assert match.start.startswith('trailmix = "position"')


@pytest.mark.parametrize("name", ["sole-winner", "tie-played-on"])
def test_a_tampered_match_is_told_apart(name: str) -> None:
    document = msgspec.json.decode(text(name))
    document["result"]["scores"][0] += 1
    with pytest.raises(BadReplay, match="claims another result"):
        trailmix.load(msgspec.json.encode(document).decode())
    document = msgspec.json.decode(text(name))
    document["actions"][0] = "litter"
    with pytest.raises(BadReplay, match=r"^Action 1 of the replay, 'litter', is refused: "):
        trailmix.load(msgspec.json.encode(document).decode())
