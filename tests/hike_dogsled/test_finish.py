"""Winning, tie-breaks and the ranking (ledger, HD-END and its rulings)."""

from __future__ import annotations

from typing import Any

import pytest

from hike_dogsled.helpers import of_kind, passing, plain, play, prep, race, seat, to_move, told, view
from hike_dogsled.test_ready import FULL, OTHER
from trailmix.engine.match import Match

TRACK = " ".join(["S"] * 12)
SNOW = "S S S S / S S S S"


def near(**seats: Any) -> Match:
    """Racers one field before the end, unless they are said to be elsewhere."""
    found = {}
    for name, said in seats.items():
        sled, more = (said, {}) if isinstance(said, str) else said
        found[name] = (sled, {"position": 11, **more})
    return race(TRACK, **found)


def finish(match: Match) -> list[Any]:
    """Everybody finishes with the husky of T1, or ends the turn."""
    happened = []
    while not match.over:
        name, options = to_move(match), match.legal()
        at_end = seat(match, name).position == 11
        happened += play(match, f"{name} {'use T1' if at_end and 'use T1' in options else 'end'}")
    return happened


@pytest.mark.rule("HD-END-1")
def test_the_first_day_with_a_finisher_is_the_last_and_all_still_move() -> None:
    match = race(TRACK, A=(SNOW, {"position": 11}), B=(SNOW, {"position": 3}), C=(SNOW, {"position": 5}))
    play(match, "A use T1")
    assert to_move(match) == "B"
    play(match, "B use T1", "B end", "C use T1", "C use T2", "C end")
    assert match.over
    assert [each.position for each in view(match).seats] == [12, 4, 7]
    assert match.places() == [1, 3, 2]


@pytest.mark.rule("HD-END-1", "HD-EOD-6")
def test_one_field_before_the_end_is_not_the_end() -> None:
    match = race(TRACK, A=(SNOW, {"position": 10}), B=(SNOW, {"position": 9}))
    play(match, "A use T1", "A end", "B use T1", "B end")
    assert (match.over, view(match).day, [each.position for each in view(match).seats]) == (
        False,
        2,
        [11, 10],
    )


@pytest.mark.rule("HD-END-2", "HD-RUL-38")
def test_one_finisher_wins() -> None:
    """Whatever the others have."""
    match = near(A="S S! S! S! / S! S! S! S!", B=(SNOW, {"hand": "D D D", "position": 10}))
    events = finish(match)
    assert match.places() == [1, 2]
    (won,) = of_kind(events, "won")
    assert (won["seat"], won["how"], won["position"], won["decided"]) == ("A", "finish", 12, "position")


@pytest.mark.rule("HD-END-3", "HD-RUL-32")
@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        (SNOW, "S S S~ S / S S S S", [1, 2]),  # a tired one does not count
        ("S S S! S / S S S S", SNOW, [2, 1]),  # nor one at rest
        (("S S~ S~ S / S S S S", {"hand": "C"}), SNOW, [2, 1]),  # 5 + 1 against 7
        (("S S~ S~ S / S S S S", {"hand": "C C"}), "S S~ S S / S S S SI", [1, 2]),  # 5 + 2, 6: 7 against 6
        (("S S~ S~ S / S S S S", {"hand": "D"}), "S S~ S S / S S S S", [1, 2]),  # a double counts 2
        (("S S~ S~ S / S S S S", {"hand": "E"}), "S S~ S S / S S S S", [2, 1]),  # equipment does not count
    ],
)
def test_several_finishers_most_ready_huskies_and_care(first: Any, second: Any, places: list[int]) -> None:
    match = near(A=first, B=second)
    events = finish(match)
    assert match.places() == places
    assert [each["decided"] for each in of_kind(events, "won")] == ["ready"]


@pytest.mark.rule("HD-RUL-36")
def test_youngsters_count_as_ready_unless_at_rest() -> None:
    match = near(A="S Y Y Y / Y Y Y Y", B="S S~ S S / S S S S")
    finish(match)
    assert match.places() == [1, 2]
    match = near(A="S Y! Y! Y / Y Y Y Y", B="S S~ S S / S S S S")
    finish(match)
    assert match.places() == [2, 1]


@pytest.mark.rule("HD-END-4")
@pytest.mark.parametrize(
    ("first", "second", "places"),
    [
        ("S S S S / S S S S", "SI S S S / S S S S", [1, 2]),
        ("S S S S / S S S SSS", "S S S S / S S SI SI", [1, 1]),
        ("S S S SSS! / S S S S", "S S S SI~ / S S S S", [2, 1]),  # at rest it still counts
        ("S S+ S S+ / S S S+ S", "S S S S / S S S S", [1, 1]),  # custom points do not
        ("S Y S S / S S S S", "S S S S / S S S S", [1, 2]),  # a youngster has none
    ],
)
def test_then_the_lower_sum_of_printed_points(first: str, second: str, places: list[int]) -> None:
    match = near(A=first, B=second)
    events = finish(match)
    assert match.places() == places
    decided = ["printed"] if sorted(places) == [1, 2] else ["shared", "shared"]
    assert [each["decided"] for each in of_kind(events, "won")] == decided


@pytest.mark.rule("HD-END-5", "HD-RUL-37")
def test_still_tied_they_win_together() -> None:
    match = near(A=SNOW, B=(SNOW, {"position": 3}), C=SNOW)
    events = finish(match)
    assert match.places() == [1, 3, 1]
    assert [(each["seat"], each["decided"]) for each in of_kind(events, "won")] == [
        ("A", "shared"),
        ("C", "shared"),
    ]


@pytest.mark.rule("HD-RUL-38", "HD-RUL-15")
def test_the_full_ranking() -> None:
    """Finishers by the tie-breaks; then by position, then the same tie-breaks; the eliminated last, equal."""
    small = "S S S / S S S"
    seats: dict[str, Any] = {
        "A": (small, {"position": 9}),
        "B": (small, {"position": 11}),
        "C": (small.replace("S S S /", "S S! S /"), {"position": 9}),
        "D": ("SI S S / S S S", {"position": 11}),
        "F": (small, {"position": 10}),
    }
    match = race(TRACK, **seats, E=None)
    finish(match)
    assert match.places() == [4, 1, 5, 2, 6, 3]
    assert seat(match, "E").status == "eliminated"
    result = view(match).result
    assert result is not None
    assert [each.seat for each in result] == ["B", "D", "F", "A", "C", "E"]
    assert [each.place for each in result] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("HD-RUL-38")
def test_equal_in_everything_is_the_same_place() -> None:
    match = near(A=SNOW, B=(SNOW, {"position": 3}), C=(SNOW, {"position": 3}), D=(SNOW, {"position": 2}))
    finish(match)
    assert match.places() == [1, 2, 2, 4]


@pytest.mark.rule("HD-RUL-15", "HD-RUL-34", "HD-RUL-38")
def test_the_eliminated_take_no_part() -> None:
    """Neither in the order nor in the leader, nor in the ranking but as the last, whoever they are."""
    match = prep(
        data=plain("S"),
        players=4,
        day=5,
        A={"sled": "T1=H21"},
        B={"sled": FULL, "declared": 2, "care_pile": 0, "hand": "C D D"},
        C={"sled": "T1=H22"},
        D={"sled": OTHER, "declared": 4},
    )
    passing(match, "A")
    events = passing(match, "C")
    assert sorted(each["seat"] for each in of_kind(events, "eliminated")) == ["A", "C"]
    assert view(match).order == ("B", "D")
    while not match.over:
        assert to_move(match) in ("B", "D")
        play(match, f"{to_move(match)} {match.legal()[-1] if to_move(match) == 'B' else 'end'}")
    assert match.places()[0] == match.places()[2] == 3


@pytest.mark.rule("HD-RUL-15", "HD-RUL-38")
def test_whatever_the_eliminated_have_they_are_last_and_equal() -> None:
    """Full sleds of fresh huskies: a racer who never left the start is before them."""
    gone = {"declared": 0}
    match = race(
        TRACK,
        A="S! S! S S / S S S S",
        B=(SNOW, {"position": 11}),
        C=(SNOW, {**gone, "hand": "C"}),
        D=("SI S S S / S S S S", gone),
        order="A B",
    )
    play(match, "A end", "B use T1")
    assert match.places() == [2, 1, 3, 3]


@pytest.mark.rule("HD-RUL-38", "HD-END-3", "HD-END-4")
def test_the_account_of_the_end() -> None:
    match = near(A=("S S~ S! S / S S SI S", {"hand": "C D E"}), B=(SNOW, {"position": 2}))
    events = finish(match)
    result = view(match).result
    assert result is not None
    first = result[0]
    assert (first.seat, first.place, first.position) == ("A", 1, 12)
    assert (first.ready_huskies, first.care, first.printed) == (5, 3, 9)
    assert told(events, "won") == ["won"]
    assert match.scores() == [12, 2]
