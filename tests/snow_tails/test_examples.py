"""The worked examples of the ledger, chapter 6: unless said otherwise, a sled alone in round 2."""

from __future__ import annotations

from itertools import permutations

import pytest

from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    dents,
    drawn,
    ends,
    hand,
    legal,
    mat,
    of_kind,
    order,
    own,
    paths_to,
    preview,
    refusal,
    result,
    seat,
    space,
    started,
    told,
    turn,
    view,
)
from snow_tails.tracks import lay
from trailmix.engine.match import Match


def orders(letters: str) -> set[str]:
    """Every order of some steps."""
    return {"".join(each) for each in permutations(letters)}


@pytest.mark.rule("WE-1", "ST-SETUP-5", "ST-BONUS-5")
def test_we_1() -> None:
    match = started(2, [1, 2])
    first = view(match).order[0]
    shown = seat(match, first)
    assert (mat(match, first), shown.speed, shown.drift, shown.side) == ("3/3/3", 3, 0, None)
    assert {each.bonus for each in own(match, first).previews} == {0}


@pytest.mark.rule("WE-2", "ST-SPEED-1", "ST-DRIFT-1", "ST-DRIFT-2", "ST-DRIFT-3", "ST-DRIFT-4")
def test_we_2() -> None:
    match = alone(STRAIGHT, "1.2.2 3/5/2 hand=5????")
    found = preview(match, "5@B")
    assert (found.speed, found.drift, found.side) == (3, 2, "right")
    assert paths_to(match, "5@B") == dict.fromkeys(("RRF", "RFR", "FRR"), "1.4.5")


@pytest.mark.rule("WE-3", "ST-DRIFT-1")
@pytest.mark.parametrize("brake", range(1, 6))
def test_we_3(brake: int) -> None:
    found = preview(alone(STRAIGHT, f"1.2.2 3/5/1 hand={brake}????"), f"{brake}@B")
    assert (found.drift, found.side) == (2, "right")


@pytest.mark.rule("WE-4", "ST-DRIFT-3", "ST-DRIFT-4")
def test_we_4() -> None:
    match = alone(LONG, "1.4.1 5/3/2 hand=3????")
    assert (preview(match, "3@B").speed, preview(match, "3@B").drift) == (5, 2)
    paths = set(paths_to(match, "3@B"))
    assert len(paths) == 10
    assert paths == orders("LLFFF")
    assert "LFLFF" in paths
    assert not paths & {"FFFFL", "FFFLF"}
    match.play("3@B")
    for _ in range(3):
        match.play("F")  # the third leaves no choice: FFFLL
    assert space(match, "A") == "1.2.6"


def example_5() -> Match:
    """A is Yellow, B Blue, C Red."""
    return at(
        "start S CR S S finish:R",
        A="1.2.5 3/4/3 hand=2????",
        B="1.4.3 hand=222??",
        C="1.2.3 3/5/3 hand=44???",
    )


@pytest.mark.rule("WE-5a", "ST-ORDER-2", "ST-ORDER-5")
def test_we_5a() -> None:
    assert order(example_5()) == "ABC"


@pytest.mark.rule("WE-5b", "ST-CORNER-5")
def test_we_5b() -> None:
    match = example_5()
    assert (preview(match, "2@L").speed, preview(match, "2@L").drift, preview(match, "2@L").side) == (
        3,
        2,
        "right",
    )
    turn(match, "2@L RRF")
    assert (space(match, "A"), dents(match, "A")) == ("2.4.2", 0)


@pytest.mark.rule("WE-5c", "ST-BONUS-1", "ST-BONUS-6")
def test_we_5c() -> None:
    match = example_5()
    turn(match, "2@L RRF")
    events = turn(match, "2@LRB bonus", "B")
    assert of_kind(events, "took_bonus") == [{"number": 2, "speed": 4}]
    assert (space(match, "B"), dents(match, "B")) == ("2.4.1", 0)


@pytest.mark.rule("WE-5d", "ST-CORNER-2")
def test_we_5d() -> None:
    match = example_5()
    turn(match, "2@L RRF")
    turn(match, "2@LRB bonus", "B")
    turn(match, "4@LB RFFFF", "C")
    assert (mat(match, "C"), space(match, "C"), dents(match, "C")) == ("4/5/4", "2.3.2", 1)


@pytest.mark.rule("WE-5e", "ST-ORDER-3")
def test_we_5e() -> None:
    match = example_5()
    turn(match, "2@L RRF")
    turn(match, "2@LRB bonus", "B")
    turn(match, "4@LB RFFFF", "C")
    assert (view(match).round, order(match)) == (3, "ACB")


@pytest.mark.rule("WE-6", "ST-CORNER-2")
@pytest.mark.parametrize(("limit", "expected"), [(4, 1), (3, 2)])
def test_we_6(limit: int, expected: int) -> None:
    match = alone(f"start S CL/{limit} S S finish:R", "1.2.6 4/4/2 hand=3????")
    turn(match, "3@B")
    assert dents(match, "A") == expected


@pytest.mark.rule("WE-7", "ST-DRIFT-2", "ST-GEO-4")
def test_we_7() -> None:
    match = alone("start S CR S S finish:R", "2.2.1 3/5/3 hand=2????")
    assert (preview(match, "2@B").speed, preview(match, "2@B").drift) == (6, 2)
    paths = paths_to(match, "2@B")
    assert set(paths) == orders("RRFFFF")
    assert len(paths) == 15
    assert set(paths.values()) == {"3.4.2"}
    assert ends(match, "2@B").keys() == {"3.4.2"}
    (outcome,) = preview(match, "2@B").outcomes
    assert (outcome.lines, outcome.dents) == ((), 0)


@pytest.mark.rule("WE-8", "ST-GEO-4")
def test_we_8() -> None:
    match = alone("start S CL S finish:R", "1.3.5 4/3/3 hand=4????")
    assert paths_to(match, "4@B") == {"LFF": "2.2.2", "FLF": "2.2.2", "FFL": "2.2.1"}
    assert {each.dents for each in preview(match, "4@B").outcomes} == {0}


@pytest.mark.rule("WE-9", "ST-GEO-4")
def test_we_9() -> None:
    match = alone("start S CL S finish:R", "1.1.6 3/4/3 hand=4????")
    assert paths_to(match, "4@B") == {"RFF": "2.2.3", "FRF": "2.2.3", "FFR": "3.2.1"}


@pytest.mark.rule("WE-10", "ST-SIDE-1", "ST-SIDE-2")
def test_we_10() -> None:
    match = alone(STRAIGHT, "1.3.1 2/5/2 hand=3????")
    assert (preview(match, "3@B").speed, preview(match, "3@B").drift) == (4, 3)
    turn(match, "3@B RRR")
    assert (space(match, "A"), dents(match, "A"), seat(match, "A").hand_size) == ("1.5.3", 1, 5)


@pytest.mark.rule("WE-11", "ST-SLED-1", "ST-SLED-2", "ST-SLED-3")
def test_we_11() -> None:
    match = at(STRAIGHT, A="1.3.3", B="1.3.2 hand=5????", order="A B", to_move="B")
    events = turn(match, "5@B")
    assert told(events, "hit_sled", "drew") == ["hit_sled"]
    assert (space(match, "B"), dents(match, "A"), dents(match, "B"), len(hand(match, "B"))) == (
        "1.3.2",
        0,
        0,
        4,
    )


@pytest.mark.rule("WE-12", "ST-BONUS-1", "ST-BONUS-2")
def test_we_12() -> None:
    match = at(LONG, A="3.1.1", B="2.1.1", C="1.3.1 hand=4????", order="A B C", to_move="C")
    assert preview(match, "4@B").speed == 2
    assert ends(match, "4@B").keys() == {"1.3.3", "1.3.6"}
    match.play("4@B")
    assert legal(match) == {"bonus", "none"}


@pytest.mark.rule("WE-13", "ST-END-4")
def test_we_13() -> None:
    match = at("start S finish:R", A="2.2.3", B="1.4.6 hand=3????", order="A B", to_move="B")
    turn(match, "3@B", "B")
    assert result(match).places == {"A": 2, "B": 1}


@pytest.mark.rule("WE-14", "ST-ORDER-4")
def test_we_14() -> None:
    match = at("start S CR S finish:L", A="2.3.2", B="2.5.1")
    track = lay("start S CR S finish:L")
    assert [track.spaces[track.numbers[name]].front - 70 for name in ("2.3.2", "2.5.1")] == [30, 30]
    assert order(match) == "BA"


@pytest.mark.rule("WE-15", "ST-SETUP-9", "ST-HAND-2", "ST-HAND-3")
def test_we_15() -> None:
    match = at(LONG, A="0.1.1 hand=1122345", B="0.5.1 wrecked=1.1", round=1)
    assert match.setup.options.course == LONG  # finish:R: start space 5 is lane 1
    match.play("5@B")
    assert (view(match).decision, legal(match)) == ("discard", {f"discard {n}" for n in (1, 2, 3, 4)})
    events = match.play("discard 1")
    assert (hand(match, "A"), drawn(events, "A"), mat(match, "A")) == ("12234", "", "3/3/5")


@pytest.mark.rule("WE-16", "ST-GEO-4", "ST-R-45")
@pytest.mark.parametrize(
    ("begin", "side", "end"),
    [
        ("1.1.2", "R", "1.2.4"),
        ("1.2.4", "L", "1.1.3"),
        ("1.3.4", "L", "1.2.4"),
        ("1.4.5", "R", "1.5.7"),
        ("1.5.7", "L", "1.4.6"),
        ("1.1.4", "R", "2.2.1"),
    ],
)
def test_we_16(begin: str, side: str, end: str) -> None:
    dogs = "3/2" if side == "L" else "2/3"
    match = alone("start UL S finish:R", f"{begin} {dogs}/1 hand=4????")
    turn(match, "4@B")  # speed 1, drift 1
    assert (space(match, "A"), dents(match, "A")) == (end, 0)


@pytest.mark.rule("WE-17", "ST-GEO-7", "ST-R-47")
def test_we_17() -> None:
    match = alone("start DL S finish:L", "1.4.3 4/3/3 hand=3????")
    assert {space for space in ends(match, "3@B") if space.startswith("1.3.")} <= {"1.3.6"}
    events = turn(match, "3@B L")
    assert [each["what"] for each in of_kind(events, "hit_side")] == ["snow"]
    assert (space(match, "A"), dents(match, "A")) == ("1.4.3", 1)


@pytest.mark.rule("WE-18", "ST-R-48", "ST-R-7")
def test_we_18() -> None:
    match = at("start S CL S finish:R", A="2.2.1", B="1.2.5 5/5/3 hand=1????", order="A B", to_move="B")
    assert preview(match, "1@B").speed == 9
    events = turn(match, "1@B")
    assert told(events, "sped", "hit_sled", "drew") == ["hit_sled"]
    assert (space(match, "B"), dents(match, "B"), len(hand(match, "B"))) == ("1.2.6", 0, 4)


@pytest.mark.rule("WE-19", "ST-R-43", "ST-R-42")
def test_we_19() -> None:
    match = at(LONG, A="1.3.1 hand=2????", B="0.1.1")
    assert not seat(match, "A").left.card
    found = preview(match, "2@B")
    assert (found.speed, found.drift, found.bonus) == (4, 0, 1)
    assert of_kind(turn(match, "2@B bonus"), "took_bonus") == [{"number": 1, "speed": 5}]


@pytest.mark.rule("WE-20", "ST-FLOW-3")
def test_we_20() -> None:
    match = alone(LONG, "1.1.1 3/5/3 hand=4????")
    match.play("4@B")  # speed 4, drift 2 right
    match.play("R")
    assert legal(match) == {"F", "R"}
    assert refusal(match, "L")
    only_forward, only_drift = match.clone(), match.clone()
    only_forward.play("R")  # RR: the rest is FF
    assert space(only_forward, "A") == "1.3.5"
    only_drift.play("F")
    only_drift.play("F")  # RFF: the rest is R
    assert space(only_drift, "A") == "1.3.5"
