"""Golden matches: recorded once (tests/golden/make_hike_dogsled.py), and the same ever after."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

import trailmix
from goldens import Goldens
from hike_dogsled.helpers import view
from trailmix.engine.errors import BadReplay

KEPT = Goldens("hike_dogsled")
GOLDEN: dict[str, tuple[str, list[int], list[int]]] = {
    "catch-up": (
        "f6625bff7c15312cdd50c2f97551f5d061255b9dfc963dd40e0e7eac2ca22c0b",
        [17, 31, 0, 0, 22],
        [3, 1, 5, 4, 2],
    ),
    "eliminated-at-the-limit": (
        "3f66a343e9af237bb3f471d3c3b7761f0d8727dbc5e51da5e4573e4ee956920f",
        [25, 1, 41, 0],
        [2, 3, 1, 4],
    ),
    "equipment-fields": (
        "b56fedd1bb6f687e6df3f5d5d6e05a8b466b7daaa08f79814de837a3b8b77ff4",
        [31, 30, 31, 26, 19, 22],
        [1, 3, 2, 4, 6, 5],
    ),
    "loose-crazy-swap": (
        "ab028fd1d49a9bf8c3f9c0386c4321d0c6f72b0c0c43e4bcf4621708fb155a4a",
        [30, 31, 7, 31, 4, 21],
        [3, 1, 5, 2, 6, 4],
    ),
    "loose-husky-swap": (
        "c97cf510aa54b2ee0f112152bb7e35d6692ea34b9931cab9692eb1514b813e67",
        [29, 4, 41],
        [2, 3, 1],
    ),
    "loose-runaways": (
        "785e8698816dbae7525baf8ee282071be8969379109f1eed63d4bc715246523d",
        [34, 1, 0, 41],
        [2, 3, 4, 1],
    ),
    "loose-sled-huskies": (
        "8540e231bac409cde4a3cb8ef1e0ab423611634d6b2004e6a7acf78952e14143",
        [22, 31, 0, 0, 0],
        [2, 1, 4, 4, 3],
    ),
    "nobody-declares": (
        "0d12f82c122254467eb99f1a309e1fb9985da8fc8e3e6cf527ac4c3ff3f440a0",
        [0, 0],
        [1, 1],
    ),
    "one-racer": (
        "ac9c09841ba57756ef780ccc969c15845848105fa023defed0bdadb065148b82",
        [0, 0],
        [1, 2],
    ),
    "simultaneous": (
        "ab70cc06796625d57113de8797efc3ef114f4861334b4cb10a664d2f50ca332e",
        [41, 22, 0],
        [1, 2, 3],
    ),
    "standstill": (
        "dc1be66f136741d5a3ebd2dd98a3000f56607435bd67ad9379e99b985c4eb03b",
        [35, 1],
        [1, 2],
    ),
    "tie-printed-points": (
        "62e0495a02e1294c26a74430e7e59fcb97a32cd3bca772f8f73fb37686df738c",
        [41, 41, 30],
        [1, 2, 3],
    ),
    "tie-ready-huskies": (
        "68d569f542c767162da927daf784f207d0633521910bb1c1b3910adab54f4826",
        [41, 19, 38, 41],
        [2, 4, 3, 1],
    ),
    "tie-shared": (
        "8fd11269aaad3a37da0ad10b3ed5d67094da44d937fa8ca80aa53d169754f918",
        [41, 41, 30],
        [1, 1, 3],
    ),
    "won-by-a-day": (
        "dfe5e32fa5cfd4f05847134f552b52ab6850b17a547b4b678c1a3e07ecc07989",
        [23, 41, 23],
        [3, 1, 2],
    ),
}


def test_every_golden_match_is_listed() -> None:
    assert KEPT.names() == GOLDEN.keys() == KEPT.maker.wanted().keys()


@pytest.mark.rule("HD-END-1", "HD-END-2", "HD-END-3", "HD-END-4", "HD-END-5", "HD-RUL-38")
@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    match = KEPT.match(name)
    digest, scores, places = GOLDEN[name]
    assert match.over
    assert (match.scores(), match.places()) == (scores, places)
    assert hashlib.sha256(match.states.tobytes()).hexdigest() == digest
    assert match.replay() == KEPT.text(name)


@pytest.mark.rule("HD-READY-11", "HD-RUL-16", "HD-RUL-17", "HD-RUL-39", "HD-EOD-2", "HD-EQUIP-6", "HD-VAR-1")
@pytest.mark.rule("HD-LOOSE-6", "HD-LOOSE-7", "HD-LOOSE-8", "HD-LOOSE-9")
@pytest.mark.parametrize("name", GOLDEN)
def test_it_is_what_it_is_kept_for(name: str) -> None:
    _, fits = KEPT.maker.wanted()[name]
    assert fits(KEPT.match(name))


@pytest.mark.rule("HD-END-3", "HD-END-4", "HD-END-5", "HD-RUL-37")
def test_each_tie_break_decided_its_match() -> None:
    ready = [each for each in accounts("tie-ready-huskies") if each.position == 41]
    assert ready[0].ready_huskies + ready[0].care > ready[1].ready_huskies + ready[1].care
    first, second, _ = accounts("tie-printed-points")
    assert first.ready_huskies + first.care == second.ready_huskies + second.care
    assert first.printed < second.printed
    first, second, _ = accounts("tie-shared")
    assert (first.place, second.place, first.printed) == (1, 1, second.printed)


def accounts(name: str) -> list[Any]:
    result = view(KEPT.match(name)).result
    assert result is not None
    return list(result)


@pytest.mark.parametrize("name", ["won-by-a-day", "loose-crazy-swap", "tie-shared"])
def test_a_tampered_match_is_told_apart(name: str) -> None:
    document = msgspec.json.decode(KEPT.text(name))
    document["result"]["scores"][0] += 1
    with pytest.raises(BadReplay, match="claims another result"):
        trailmix.load(msgspec.json.encode(document).decode())
    document = msgspec.json.decode(KEPT.text(name))
    document["actions"][0] = "tuck T1"
    with pytest.raises(BadReplay, match=r"^Action 1 of the replay, 'tuck T1', is refused: "):
        trailmix.load(msgspec.json.encode(document).decode())
