"""All race at the same time (ledger, HD-VAR-1, HD-RUL-40)."""

from __future__ import annotations

import random

import msgspec
import pytest

from hike_dogsled.helpers import (
    deal,
    legal,
    lively,
    lively_on,
    of_kind,
    own,
    pawn,
    play,
    race,
    seat,
    to_move,
    told,
    view,
    view_bytes,
)
from trailmix.engine.match import Match

TRACK = " ".join(["S"] * 20)
SNOW = "S S S S / S S S S"
BOTH: dict[str, object] = {"options": {"simultaneous": True}}


def secret(**said: object) -> Match:
    return race(TRACK, A=SNOW, B=SNOW, C=SNOW, **BOTH, **said)


def shown(events: object, viewer: int) -> list[object]:
    return [event.seen_by(viewer) for event in events]  # type: ignore[attr-defined]


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
def test_what_a_racer_does_is_hidden_until_all_have_finished() -> None:
    match = secret()
    still_shown = {viewer: view_bytes(match, viewer) for viewer in (-1, 1, 2)}
    events = play(match, "A use T1", "A use B2")
    assert view(match).secret
    assert pawn(match, "A") == 0
    assert {viewer: view_bytes(match, viewer) for viewer in (-1, 1, 2)} == still_shown
    today = own(match, "A").today
    assert today is not None
    assert today.seat.position == 2
    assert {slot for slot, one in today.seat.sled.items() if one.state == "tired"} == {"T1", "B2"}
    for viewer in (-1, 1, 2):
        assert b'"used"' not in msgspec.json.encode(shown(events, viewer))
    play(match, "A end")
    assert to_move(match) == "B"
    assert pawn(match, "A") == 0


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
def test_it_is_shown_when_the_last_has_finished() -> None:
    match = secret()
    play(match, "A use T1", "A use B2", "A end", "B use T1", "B end")
    assert [pawn(match, name) for name in "ABC"] == [0, 0, 0]
    events = play(match, "C end")
    assert [pawn(match, name) for name in "ABC"] == [2, 1, 0]
    raced = of_kind(events, "raced")
    assert [(each["seat"], each["begin"], each["to"]) for each in raced] == [
        ("A", 0, 2),
        ("B", 0, 1),
        ("C", 0, 0),
    ]
    assert raced[0]["tired"] == ["T1", "B2"]
    assert view(match).day == 2
    assert view(match).order == ("C", "B", "A")


@pytest.mark.rule("HD-RUL-40")
def test_care_rest_and_paid_fields_are_hidden_too() -> None:
    match = race(
        "S* S* S S S S S S S",
        A=("S S S P~ / Y Y Y Y", {"hand": "E C"}),
        B=SNOW,
        **BOTH,
    )
    before = {viewer: view_bytes(match, viewer) for viewer in (-1, 1)}
    play(match, "A use T1", "A pay", "A use T2")
    for action in ("rest B1", "rest B2", "use T3", "end"):
        assert {viewer: view_bytes(match, viewer) for viewer in (-1, 1)} == before
        if action in legal(match):
            play(match, f"A {action}")
    assert (seat(match, "A").hand_size, view(match).discards.equipment) == (2, 0)


@pytest.mark.rule("HD-VAR-1")
def test_onlookers_cannot_tell_two_days_apart_before_the_end() -> None:
    """Two different days of A's look the same to everybody else."""
    first, second = secret(), secret()
    play(first, "A use T1", "A use T2", "A end")
    play(second, "A end")
    for viewer in (-1, 1, 2):
        assert view_bytes(first, viewer) == view_bytes(second, viewer)
        assert first.seen_by(viewer).tobytes() == second.seen_by(viewer).tobytes()


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
@pytest.mark.parametrize("seed", range(4))
def test_the_result_is_that_of_a_race_in_turn(seed: int) -> None:
    """The same decisions lead to the same end."""
    open_, hidden = deal(3, seed), deal(3, seed, simultaneous=True)
    whims = random.Random(seed)
    while not open_.over:
        action = lively(open_, whims)
        open_.play(action)
        hidden.play(action)
        assert open_.legal() == hidden.legal()
    assert open_.places() == hidden.places()
    assert view(open_).result == view(hidden).result


@pytest.mark.rule("HD-VAR-1")
def test_the_variant_is_off_by_default() -> None:
    match = race(TRACK, A=SNOW, B=SNOW)
    events = play(match, "A use T1")
    assert told(events, "used") == ["used"]
    assert (pawn(match, "A"), view(match).secret, own(match, "A").today) == (1, False, None)


@pytest.mark.rule("HD-VAR-1", "HD-EOD-2")
def test_the_end_of_the_day_is_the_same() -> None:
    match = race(TRACK, A=SNOW, B=(SNOW, {"position": 8}), **BOTH)
    events = play(match, "A end", "B end")
    assert [each["seat"] for each in of_kind(events, "caught_up")] == ["A"]
    assert view(match).still == 1


@pytest.mark.rule("HD-RUL-40")
def test_preparations_are_no_secret() -> None:
    match = lively_on(deal(3, 5, simultaneous=True), random.Random(1), 20)
    assert view(match).phase == "preparations"
    assert not view(match).secret
