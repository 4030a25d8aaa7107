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
GOLDEN: dict[str, tuple[str, list[int], list[int | None]]] = {
    "catch-up": (
        "822604048031de14d13a4e883e12bc26c6a0bb56facc46ab376679f31f39a56b",
        [17, 31, 0, 0, 30],
        [3, 1, 5, 4, 2],
    ),
    "eliminated-at-the-limit": (
        "5f8faea7fe106b2c92925376eafdd8739c357481e4e330fe79b3b50e43b57c04",
        [31, 1, 41, 0],
        [2, 3, 1, 4],
    ),
    "equipment-fields": (
        "24bdfaf96d7417769171520a42be7c44cefff17633d62b169f102a7b7f06d3ff",
        [25, 9, 31, 31, 23, 9],
        [3, 5, 1, 2, 4, 6],
    ),
    "loose-crazy-swap": (
        "6e1b87ecc0d2b349f82f144ad9f42429a947419afb74b2dd2972d411cf75b848",
        [30, 31, 7, 27, 4, 24],
        [2, 1, 5, 3, 6, 4],
    ),
    "loose-husky-swap": (
        "c97cf510aa54b2ee0f112152bb7e35d6692ea34b9931cab9692eb1514b813e67",
        [29, 4, 41],
        [2, 3, 1],
    ),
    "loose-runaways": (
        "1a7ccd8935c55c2b4cb5f5f2f25c9a9009632c1474578dc57131fabfe51c8dbe",
        [39, 1, 0, 41],
        [2, 3, 4, 1],
    ),
    "loose-sled-huskies": (
        "8540e231bac409cde4a3cb8ef1e0ab423611634d6b2004e6a7acf78952e14143",
        [22, 31, 0, 0, 0],
        [2, 1, 4, 4, 3],
    ),
    "nobody-declares": ("0d12f82c122254467eb99f1a309e1fb9985da8fc8e3e6cf527ac4c3ff3f440a0", [0, 0], [1, 1]),
    "one-racer": ("ac9c09841ba57756ef780ccc969c15845848105fa023defed0bdadb065148b82", [0, 0], [1, 2]),
    "simultaneous": (
        "73d2b4874e18b6f03e672126ac6093c1a23561f768154608222935a38e0401ec",
        [41, 39, 0],
        [1, 2, 3],
    ),
    "standstill": ("dc1be66f136741d5a3ebd2dd98a3000f56607435bd67ad9379e99b985c4eb03b", [35, 1], [1, 2]),
    "tie-printed-points": (
        "08bc05fabf174be34573344bd95fb6fe2114999004ac355049e5fb9299f9e85c",
        [41, 41, 30],
        [1, 2, 3],
    ),
    "tie-ready-huskies": (
        "9210eaff7caae9ec6032160fbe67b04960a8fb843957f90afdc0033f60fe476f",
        [27, 32, 41, 41],
        [4, 3, 2, 1],
    ),
    "tie-shared": (
        "bac74090857c7f9ad93ec5195096d188fc0f6cc9183ff47730625c6e62d73743",
        [41, 41, 30],
        [1, 1, 3],
    ),
    "won-by-a-day": (
        "0d24e60f2451bb67e16c2df4aadc46934364b7f52f06e0e8f5e58d995f0b05e1",
        [32, 41, 27],
        [2, 1, 3],
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
