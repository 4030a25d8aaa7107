"""Golden matches: recorded once (tests/golden/make_alpina.py), and the same ever after."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import msgspec
import pytest

import trailmix
from alpina.helpers import SHIPPED, view
from trailmix.engine.errors import BadReplay
from trailmix.engine.match import Match

FOLDER = Path(__file__).parent.parent / "golden" / "alpina"
GOLDEN = {
    # name: SHA-256 of the final state's bytes (changes with the record's layout, too), scores, places
    "corrected-deck": ("3e9bc3ac4c954d72a843dfde430751d2320b40049455ac299183161e906249ab", [20, 31], [2, 1]),
    "four-players": (
        "95a7e00ecb66bc15c9948c61d231c62aff4d7054fb6cc9c9312908f1cc9eb11a",
        [17, 12, 20, 8],
        [2, 3, 1, 4],
    ),
    "from-a-position": ("6c393b12d154c6c8491d1c9f2381c1ea7354f2ef05e7bee049a3da542f6b7e0c", [29, 23], [1, 2]),
    "hikers-unplaced": ("41878f453d1994cbf5fb44ab0794d9ea5f290a04be3db477d57935386590b239", [25, 25], [2, 1]),
    "start-in-a-corner": (
        "fdfa54aeb670af4281e86cb18794b7f9b49311ff55da21fddcbb5b63a7431e3a",
        [26, 26],
        [2, 1],
    ),
    "three-players": (
        "df957a657dd4400226424d986cf2cd34a371b16e22dad77966b12a1970241715",
        [11, 11, 18],
        [3, 2, 1],
    ),
    "tie": ("ed3cdbc691eeaf2fc781792ec03a3ec20e272c7019564cafb704874283618e77", [7, 16, 16], [3, 2, 1]),
    "two-players": ("7594c3dc29f62ea0e962090324b89269dd174202e1a3ec76a96b8fab26e5dc29", [25, 33], [2, 1]),
}


def text(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


@cache
def golden(name: str) -> Match:
    return trailmix.load(text(name))


def test_every_golden_match_is_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == GOLDEN.keys()


@pytest.mark.rule("AL-END-2", "AL-END-5")
@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    match = golden(name)
    digest, scores, places = GOLDEN[name]
    assert match.over
    assert (match.scores(), match.places()) == (scores, places)
    assert hashlib.sha256(match.states.tobytes()).hexdigest() == digest
    assert match.replay() == text(name)


@pytest.mark.rule("AL-END-3", "AL-R-8")
def test_the_tie_is_won_by_the_later_seat() -> None:
    match = golden("tie")
    assert match.scores()[1] == match.scores()[2] == max(match.scores())
    assert match.places()[2] == 1


@pytest.mark.rule("AL-HIKER-7")
def test_hikers_left_over() -> None:
    assert any(seat.hikers for seat in view(golden("hikers-unplaced")).seats)


@pytest.mark.rule("AL-GRID-2", "AL-R-1")
def test_the_start_card_in_a_corner() -> None:
    shown = view(golden("start-in-a-corner"))
    assert 0 in shown.rows
    assert 0 in shown.columns


@pytest.mark.rule("AL-DECK-4")
def test_the_corrected_card_counts() -> None:
    match = golden("corrected-deck")
    assert any(spot.card == "F02" and spot.hiker for spot in view(match).grid)
    assert match.setup.data_text not in (None, SHIPPED)
    as_delivered = match.position().split("grid = [")[1]
    plain = trailmix.load(f'trailmix = "position"\ngame = "alpina"\nplayers = 2\ngrid = [{as_delivered}')
    assert plain.scores() != match.scores()


def test_the_match_from_a_position_began_there() -> None:
    match = golden("from-a-position")
    assert match.start is not None
    assert match.start.startswith('trailmix = "position"')
    assert len(match.moves) == 42


@pytest.mark.parametrize("name", ["two-players", "tie"])
def test_a_tampered_match_is_told_apart(name: str) -> None:
    document = msgspec.json.decode(text(name))
    document["result"]["scores"][0] += 1
    with pytest.raises(BadReplay, match="claims another result"):
        trailmix.load(msgspec.json.encode(document).decode())
    document = msgspec.json.decode(text(name))
    document["actions"][4] = document["actions"][0]
    with pytest.raises(BadReplay, match=r"^Action 5 of the replay, '.*', is refused: You do not hold "):
        trailmix.load(msgspec.json.encode(document).decode())
