"""Golden matches: recorded once (tests/golden/make_snow_tails.py), and the same ever after."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

import trailmix
from goldens import Goldens
from snow_tails.helpers import SEATS, of_kind, result, table, told, track, view
from snow_tails.shadow import Shadow
from trailmix.engine import replay
from trailmix.engine.errors import BadReplay

KEPT = Goldens("snow_tails")
GOLDEN: dict[str, tuple[str, list[int], list[int | None]]] = {
    # name: SHA-256 of the final state's bytes (changes with the record's layout, too), scores, places
    "everyone-wrecked": (
        "7566d3e59bb192a4e36369ee0c9dd2e176dd99f909247f10827bec30c4522e44",
        [0, 0, 0],
        [None, None, None],
    ),
    "fifth-dent-after-the-line": (
        "389f5fead16a400f8fa1e28a91a328abbd9f780030a556fef4d761c51329d277",
        [0, 0, 5],
        [None, None, 1],
    ),
    "five-players": (
        "8eb779d027c2d806331ad3352688e6afd8dda8a8472c154705c2b6c80e657e85",
        [0, 1, 2, 3, 5],
        [5, 4, 3, 2, 1],
    ),
    "from-a-position": (
        "8385e8135d210864d9418a8c02648c46664ed05bb8ca54e32438e140670cba59",
        [5, 3, 0],
        [1, 2, None],
    ),
    "own-course": (
        "82e349ce248d1c5a0aca26e0da6ce13561ed0a694f358b38203496359ecf81fc",
        [0, 5, 2, 3],
        [None, 1, 3, 2],
    ),
    "season": ("8c6817b64d687064a34f1f5268c41bcf0e9edbc351a5c1949826c7328983fd19", [13, 9, 8], [1, 2, 3]),
    "stopped-after-a-finish": (
        "ce357e9e04701a80bbfca29d65125a09d106d342248b4536cc66a4fb283c3427",
        [3, 5, 0],
        [2, 1, None],
    ),
    "stopped": ("2d0f6e6cec1deeb8b9c9762a5d5dab7c55d852b3d9e96a2d6407ac68643eab88", [0, 0], [None, None]),
    "tie-at-the-line": (
        "9c09a3f3f731bf34c63f3eab59b8cc60a400b9607f41d80e9a067a4273c952a1",
        [5, 2, 1, 3],
        [1, 3, 4, 2],
    ),
    "tied-season": ("0c902ca9d4df5a4247763d19ebbee953bb7998a1a1b22b2aa4e01bf16f406ff0", [8, 8], [1, 1]),
    "two-players": ("3d1b2a3756163fd1690305574ecbaf44100f68c167819f7cd7c142c72f7ab034", [3, 5], [2, 1]),
    "wreck": ("2e284c9683ec090c45e60f3a959187641deeb1773e0f57a7bdd3fad8db900ef1", [5, 0, 0], [1, None, None]),
}


def test_every_golden_match_is_listed() -> None:
    assert KEPT.names() == GOLDEN.keys() == KEPT.maker.wanted().keys()


@pytest.mark.rule("ST-FLOW-7")
@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_match_ends_as_it_did(name: str) -> None:
    match = KEPT.match(name)
    digest, scores, places = GOLDEN[name]
    assert match.over
    assert (match.scores(), match.places()) == (scores, places)
    assert hashlib.sha256(match.states.tobytes()).hexdigest() == digest
    assert match.replay() == KEPT.text(name)


@pytest.mark.parametrize("name", GOLDEN)
def test_it_ends_in_the_way_that_it_is_kept_for(name: str) -> None:
    _, fits = KEPT.maker.wanted()[name]
    assert fits(KEPT.match(name))


@pytest.mark.parametrize("name", sorted(GOLDEN.keys() - {"from-a-position"}))
def test_the_second_implementation_agrees(name: str) -> None:
    found = KEPT.match(name)
    again = replay.new(found.setup, seed=found.seed, salt="golden")
    shadow = Shadow(again)
    for move in found.moves:
        shadow.play(found.game.notation.write(found.setup, move.action))
        shadow.compare()
    assert again.states.tobytes() == found.states.tobytes()


@pytest.mark.rule("ST-DENT-4", "ST-R-27")
def test_the_wreck_has_no_place() -> None:
    match = KEPT.match("wreck")
    wrecks = {seat.seat for seat in view(match).seats if seat.status == "wrecked"}
    assert wrecks
    assert {name for name, place in result(match).places.items() if place is None} == wrecks
    assert all(match.scores()[SEATS.index(name)] == 0 for name in wrecks)


@pytest.mark.rule("ST-DENT-5")
def test_a_sled_won_that_was_spared_a_fifth_dent() -> None:
    match = KEPT.match("fifth-dent-after-the-line")
    (winner,) = [event.seat for event in match.events if event.kind == "ended"]
    assert winner in [event.seat for event in match.events if event.kind == "spared"]
    assert view(match).seats[SEATS.index(winner or "")].dents == 4


@pytest.mark.rule("ST-END-4")
def test_the_tie_at_the_line_is_won_on_the_flag_side() -> None:
    match = KEPT.match("tie-at-the-line")  # finish:L
    first, second = (SEATS.index(name) for name in result(match).ranking[:2])
    ended = [track(match).spaces[int(number)] for number in match.states["space"][0][[first, second]]]
    assert ended[0].front == ended[1].front
    assert ended[0].lane < ended[1].lane


@pytest.mark.rule("ST-R-28")
def test_everyone_was_wrecked() -> None:
    match = KEPT.match("everyone-wrecked")
    assert told(match.events, "nobody_won", "ended") == ["nobody_won"]
    assert (match.scores(), set(match.places())) == ([0, 0, 0], {None})


@pytest.mark.rule("ST-R-30")
def test_the_race_was_stopped() -> None:
    match = KEPT.match("stopped")
    assert of_kind(match.events, "stopped") == [{"round": 9}]
    assert (match.scores(), match.places()) == ([0, 0], [None, None])
    late = KEPT.match("stopped-after-a-finish")
    assert (late.scores(), late.places()) == ([3, 5, 0], [2, 1, None])
    assert view(late).seats[2].status == "racing"


@pytest.mark.rule("ST-SEASON-3", "ST-R-36")
def test_the_seasons() -> None:
    assert len(view(KEPT.match("season")).results) == 3
    assert KEPT.match("tied-season").places() == [1, 1]


@pytest.mark.rule("ST-SETUP-1", "ST-TRACK-5")
def test_the_own_course_is_in_the_replay() -> None:
    (course,) = table(KEPT.match("own-course")).courses
    assert (course.name, course.designer) == ("Second Breakfast", "Ann")
    assert course.line == "start S(2.3,4.5) CL/5 H DR UR S finish:L"


def test_the_match_from_a_position_began_there() -> None:
    match = KEPT.match("from-a-position")
    assert match.start is not None
    assert match.start.startswith('trailmix = "position"')


@pytest.mark.parametrize("name", ["two-players", "season"])
def test_a_tampered_match_is_told_apart(name: str) -> None:
    document = msgspec.json.decode(KEPT.text(name))
    document["result"]["scores"][0] += 1
    with pytest.raises(BadReplay, match="claims another result"):
        trailmix.load(msgspec.json.encode(document).decode())
    document = msgspec.json.decode(KEPT.text(name))
    document["actions"][1] = document["actions"][0]
    with pytest.raises(
        BadReplay, match=r"^Action 2 of the replay, 'start \d', is refused: Start space \d is "
    ):
        trailmix.load(msgspec.json.encode(document).decode())
