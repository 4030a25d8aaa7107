"""The preview: what a card play can lead to is what playing it leads to, no more and no less (ST-R-20).

The second implementation checks the same from outside, see test_against_naive.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from snow_tails.helpers import (
    LONG,
    alone,
    at,
    deal,
    dents,
    of_kind,
    own,
    play_on,
    preview,
    seat,
    situations,
    space,
    spaces,
    to_move,
    track,
    view,
)
from trailmix.engine.events import Event
from trailmix.engine.match import Match
from trailmix.games.snow_tails.view import Outcome

Seen = tuple[int, str, frozenset[str], bool, int, bool]


def actual(match: Match, events: list[Event]) -> Seen:
    """End, crash, saplings, bonus, dents afterwards, wrecked or not: read off the events of a turn."""
    mine = [event for event in events if event.seat == to_move(match)]
    at_, held, felled = seat(match, to_move(match)).space or 0, dents(match, to_move(match)), []
    crash, bonus, wrecked = "", False, False
    for event in mine:
        if event.kind == "moved":
            at_ = event.values["path"][-1]
        elif event.kind in ("hit_sled", "hit_side"):
            crash = event.kind
        elif event.kind == "took_bonus":
            bonus = True
        elif event.kind == "wrecked":
            wrecked = True
        elif event.kind in ("drew", "discarded", "no_canine"):
            break
        if event.kind == "broke_sapling":
            felled.append(event.values["space"])
        held = event.values.get("dents", held)
    return at_, crash, frozenset(felled), bonus, held, wrecked


def played_out(match: Match, action: str) -> Iterator[tuple[Match, list[Event]]]:
    """Every way that the turn can go on, until its move is over."""
    twin = match.clone()
    events = twin.play(action)
    if to_move(twin) == to_move(match) and view(twin).decision in ("step", "bonus"):
        for following in twin.legal():
            for end, later in played_out(twin, following):
                yield end, events + later
    else:
        yield twin, events


def promised(match: Match, outcome: Outcome) -> Seen:
    """The same, as the preview says it."""
    crash = "" if outcome.crash is None else "hit_sled" if outcome.crash == "sled" else "hit_side"
    wrecked = outcome.kind == "wreck"
    held = 4 if wrecked else dents(match, to_move(match)) + outcome.dents
    return outcome.end, crash, frozenset(spaces(match, outcome.saplings)), outcome.bonus > 0, held, wrecked


COURSES = ["bruce", "yquem", "start S(1.1,2.1,3.1,4.1,5.1) CL/2 DL UR/1 H finish:L"]


@pytest.mark.rule("ST-R-20", "ST-FLOW-3", "ST-FLOW-4", "ST-MOVE-1", "ST-DRIFT-3", "ST-DRIFT-4")
@pytest.mark.parametrize("course", COURSES)
def test_the_outcomes_are_those_of_playing_every_way_out(course: str) -> None:
    compared = 0
    for match in situations(4, 3, 9, course):
        if view(match).decision != "play":
            continue
        for shown in own(match, to_move(match)).previews:
            assert shown.action is not None
            found = {actual(match, events) for _, events in played_out(match, shown.action)}
            assert {promised(match, each) for each in shown.outcomes} == found
            assert len(shown.outcomes) == len(found)
            compared += len(found)
    assert compared > 50


@pytest.mark.rule("ST-R-20")
@pytest.mark.parametrize("course", COURSES)
def test_a_move_equals_its_preview(course: str) -> None:
    """Playing the actions that an outcome names brings it about, whatever has been decided before."""
    compared = 0
    for match in situations(3, 8, 4, course):
        if view(match).decision not in ("play", "step", "bonus"):
            continue
        name = to_move(match)
        for shown in own(match, name).previews:
            for outcome in shown.outcomes:
                twin, events = match.clone(), []
                for action in ([shown.action] if shown.action else []) + list(outcome.actions):
                    events += twin.play(action)
                where = int(twin.states["space"][0]["ABCDE".index(name)])
                if view(twin).race == view(match).race:
                    assert where == outcome.end
                if shown.action:
                    assert actual(match, events) == promised(match, outcome)
                    assert "".join(each["steps"] for each in of_kind(events, "moved")) in (
                        outcome.steps,
                        outcome.steps[:-1],
                    )
                compared += 1
    assert compared > 50


@pytest.mark.rule("ST-FLOW-2")
def test_only_the_seat_to_move_has_previews() -> None:
    for match in situations(3, 5, 7):
        shown = [own(match, name).previews for name in "ABC"]
        for number, previews in enumerate(shown):
            expected = 0
            if number == match.actor:
                expected = {"play": len(match.legal()), "step": 1, "bonus": 1}.get(view(match).decision, 0)
            assert len(previews) == expected
        assert view(match).own is None


def test_the_cheapest_comes_first() -> None:
    order = ["clean", "dent", "crash", "wreck"]
    seen = set()
    for match in situations(4, 6, 5, "bruce"):
        for shown in own(match, to_move(match)).previews:
            kinds = [order.index(each.kind) for each in shown.outcomes]
            assert kinds == sorted(kinds)
            seen |= {each.kind for each in shown.outcomes}
            for first, second in zip(shown.outcomes, shown.outcomes[1:], strict=False):
                if first.kind == second.kind:
                    assert first.dents <= second.dents
    assert seen == set(order)


@pytest.mark.rule("ST-CORNER-2", "ST-R-6")
def test_it_explains_the_dents() -> None:
    match = alone("start S CL/6 CL/5 S finish:R", "1.1.6 4/4/3 hand=1????")
    found = preview(match, "1@B").outcomes[0]
    assert [(line.limit, line.speed, line.dents) for line in found.lines] == [(6, 7, 1), (5, 7, 2)]
    assert (found.dents, found.kind) == (3, "dent")


@pytest.mark.rule("ST-SLED-1", "ST-SIDE-1", "ST-HAZARD-3", "ST-HAZARD-4")
def test_it_says_what_ends_the_move() -> None:
    match = at(LONG, A="1.3.3", B="1.3.2 4/3/4 hand=4????", order="A B", to_move="B")
    assert {(each.crash, each.hit) for each in preview(match, "4@B").outcomes} == {
        (None, None),
        ("sled", "A"),
    }
    chasm = alone("start H S finish:R", "1.3.2 4/3/4 hand=4????")
    assert {each.crash for each in preview(chasm, "4@B").outcomes} == {None, "pillar"}
    snow = alone("start DL S finish:R", "1.4.3 4/3/4 hand=4????")
    assert {each.crash for each in preview(snow, "4@B").outcomes} == {None, "snow"}
    side = alone(LONG, "1.1.2 4/3/4 hand=4????")
    assert {each.crash for each in preview(side, "4@B").outcomes} == {"side"}


@pytest.mark.rule("ST-DENT-4", "ST-DENT-5", "ST-R-10")
def test_it_warns_of_a_wreck_and_knows_who_is_spared() -> None:
    match = at("start S CL/2 finish:R", A="1.2.6 3/3/3 hand=3 dents=4", B="0.1.1")
    found = {each.bonus: each for each in preview(match, "3@B").outcomes}
    assert (found[0].kind, found[0].spared, found[0].finish) == ("wreck", False, False)
    assert (found[1].kind, found[1].spared, found[1].finish, found[1].dents) == ("clean", True, True, 0)


@pytest.mark.rule("ST-FLOW-3")
def test_while_stepping_it_speaks_of_what_is_left() -> None:
    match = alone("start S(3.3) S finish:R", "1.3.2 3/4/3 hand=3????")
    match.play("3@B")
    assert len(preview(match).outcomes) == 2
    match.play("F")  # into the sapling
    (left,) = preview(match).outcomes
    assert (spaces(match, [left.end]), left.saplings, left.dents, left.kind) == (["1.4.6"], (), 0, "clean")
    assert (space(match, "A"), dents(match, "A")) == ("1.3.3", 1)


def test_the_first_and_the_last_decision_have_none() -> None:
    match = deal(2)
    assert own(match, to_move(match)).previews == ()
    play_on(match, random.Random(1))
    assert own(match, "A").previews == ()
    assert track(match).finish > 0
