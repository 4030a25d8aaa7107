"""Golden matches: recorded once (tests/golden/make_hike_cards.py), and the same ever after."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

import trailmix
from goldens import Goldens
from trailmix.engine.errors import BadReplay

KEPT = Goldens("hike_cards")
GOLDEN: dict[str, tuple[str, list[int], list[int]]] = {
    "drought-ends-round": (
        "b7f024c345c7e6007866c17d380a9cb5a33595f6d2934cbc23a615e1473f3bb5",
        [16, 22, 25],
        [3, 2, 1],
    ),
    "drought-goes-round-to-the-end": (
        "7373055b35b3ffcccf78921a0194cbc4cbdc6d95ed3216d0304ffbe55a696057",
        [0, 0, 27, 14],
        [3, 3, 1, 2],
    ),
    "empty-handed": (
        "183b2c5002adb7b419812f721a8a7276a7860589f33bab02ad98f8143b3e86d7",
        [0, 25, 12, 1],
        [4, 1, 2, 3],
    ),
    "everybody-out": (
        "c3505ca162b1f101994543b80968bcf7cf530e53d2568bf1253ee8e903d3688d",
        [17, 7, 28],
        [2, 3, 1],
    ),
    "long-match": (
        "c94d17c93bc87030a61997a65cb2261da2eda3512583a539c7dc09dcdb51d82c",
        [26, 35, 33, 50, 19],
        [4, 2, 3, 1, 5],
    ),
    "nothing-to-draw": (
        "c3e39305f81b964b38b9d69a11f317ecfbdd75c6aed23d98e255c98fa543118d",
        [16, 10, 38, 10, 38, 64, 31, 4],
        [5, 6, 2, 6, 2, 1, 4, 8],
    ),
    "odd-points-first-out": (
        "401392e70425d1eb159049a642139c54bf1a5522ad5dd99c03ca943ce8208ec5",
        [40, 21, 2, 45, 5, 35, 30],
        [2, 5, 7, 1, 6, 3, 4],
    ),
    "odd-points-latest-play": (
        "380fd3250bca357e4975f9f885c10b947c8ee2a32c1c8b128f237c1ace9033fb",
        [25, 16, 2, 17, 58, 11, 0, 16],
        [2, 4, 7, 3, 1, 6, 8, 4],
    ),
    "odd-points-left-last": (
        "73042c90f5e0ed5248a16ad0a9cf203c832de92c7f43b752d49206d87917afca",
        [5, 12, 6, 25],
        [4, 2, 3, 1],
    ),
    "own-follow-table": (
        "1a3ffb75a6961a01b833f9d4bee16692f001144a585e43a73a90628f6375f0fa",
        [3, 9, 13, 21],
        [4, 3, 2, 1],
    ),
    "poop-ends-round": (
        "dc4e4fa6eb10927bf993dc70eccc809fb98446f052c7c629cf907a21a031021e",
        [4, 27, 11],
        [3, 1, 2],
    ),
    "sole-winner": (
        "59e7c30d2e3a28589bd02898816ac8e6cb1e282bd0571c9f978c0d6f7f3a9925",
        [21, 32, 13],
        [2, 1, 3],
    ),
    "spring-ends-round": (
        "9d254bcd0a5045c5e6bee2282ff6c84cbc39bfce3ac6c9ca36b321565ae48b85",
        [26, 22, 5],
        [1, 2, 3],
    ),
    "sun-ends-round": (
        "351a337621a44f69d9e43cbf005944ad4d68e2ef1d7373c08f2f257f23028b90",
        [20, 25, 17],
        [2, 1, 3],
    ),
    "tie-played-on": (
        "7adc65c5da026766a6459f3bc0ffe0450f116ffee411df78e1056d9a8c908db7",
        [0, 1, 15, 57, 2, 38],
        [6, 5, 3, 1, 4, 2],
    ),
    "two-past-the-target": (
        "3a182598911c95c8232c0f79018ee70b764c1424f2c4170af3eecc6b973738c1",
        [4, 4, 33, 1, 46, 47, 4, 11],
        [5, 5, 3, 8, 2, 1, 5, 4],
    ),
    "worm-uncaptured": (
        "90ee342ebb1b12c54603e2d1f49ed7c803e67b3015ff6d872e84e13997f1ff49",
        [14, 10, 15, 40, 8],
        [3, 4, 2, 1, 5],
    ),
}


def test_every_golden_match_is_listed() -> None:
    assert KEPT.names() == GOLDEN.keys() == KEPT.maker.wanted().keys()


@pytest.mark.rule("HC-END-1", "HC-END-2", "HC-WIN-1", "HC-WIN-4")
@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    match = KEPT.match(name)
    digest, scores, places = GOLDEN[name]
    assert match.over
    assert (match.scores(), match.places()) == (scores, places)
    parts = [match.states[name].tobytes() for name in match.states.dtype.names or () if name != "shaken"]
    assert hashlib.sha256(b"".join(parts)).hexdigest() == digest, "but for what only positions say"
    assert (match.states["shaken"] == -1).all()
    assert match.replay() == KEPT.text(name)


@pytest.mark.rule("HC-SCORE-4", "HC-SCORE-6", "HC-SCORE-7", "R-37", "HC-WORM-6", "HC-SUN-3", "HC-DRO-7")
@pytest.mark.rule("HC-SPR-10", "HC-POOP-3", "HC-WIN-2", "R-23", "R-24", "HC-AVA-6", "HC-DATA-2")
@pytest.mark.parametrize("name", GOLDEN)
def test_it_ends_in_the_way_that_it_is_kept_for(name: str) -> None:
    _, fits = KEPT.maker.wanted()[name]
    assert fits(KEPT.match(name))


@pytest.mark.rule("HC-WIN-2", "R-24")
def test_the_tie_was_played_on_by_everybody() -> None:
    match = KEPT.match("tie-played-on")
    tied = next(n for n, move in enumerate(match.moves) if any(e.kind == "tied" for e in move.events))
    later = {move.seat for move in match.moves[tied + 1 :]}
    assert later == set(range(match.players))
    assert match.places().count(1) == 1


def test_the_match_from_a_position_began_there() -> None:
    match = KEPT.match("odd-points-left-last")
    assert match.start is not None
    assert match.start.startswith('trailmix = "position"')


@pytest.mark.parametrize("name", ["sole-winner", "tie-played-on"])
def test_a_tampered_match_is_told_apart(name: str) -> None:
    document = msgspec.json.decode(KEPT.text(name))
    document["result"]["scores"][0] += 1
    with pytest.raises(BadReplay, match="claims another result"):
        trailmix.load(msgspec.json.encode(document).decode())
    document = msgspec.json.decode(KEPT.text(name))
    document["actions"][0] = "litter"
    with pytest.raises(BadReplay, match=r"^Action 1 of the replay, 'litter', is refused: "):
        trailmix.load(msgspec.json.encode(document).decode())
