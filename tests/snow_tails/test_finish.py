"""Finish and placing, wrecks, the stop after many rounds (ledger, chapter 3.11 and ST-R-25 to ST-R-33)."""

from __future__ import annotations

import random

import pytest

import trailmix
from snow_tails.helpers import (
    LONG,
    STRAIGHT,
    alone,
    at,
    deal,
    dents,
    drawn,
    hand,
    legal,
    of_kind,
    play_on,
    preview,
    result,
    seat,
    space,
    status,
    to_move,
    told,
    turn,
    view,
)
from trailmix.engine import border


@pytest.mark.rule("ST-END-1")
def test_the_line_does_not_stop_a_sled() -> None:
    match = at(STRAIGHT, A="2.3.5 hand=2????", B="1.1.1")
    events = turn(match, "2@B")
    assert (space(match, "A"), told(events, "crossed")) == ("3.3.3", ["crossed"])


@pytest.mark.rule("ST-END-2", "ST-END-3", "ST-R-25")
def test_the_round_is_completed_and_the_furthest_is_first() -> None:
    match = at(STRAIGHT, A="2.3.6 hand=4????", B="2.1.5 hand=1????", C="2.2.4 hand=4????")
    turn(match, "4@B", "A")  # crosses first, two rows
    assert status(match) == "racing racing racing"
    turn(match, "1@B", "B")  # four rows
    assert to_move(match) == "C"
    turn(match, "4@B", "C")  # not across
    assert status(match) == "finished finished racing"
    assert view(match).standing == ("B", "A", "C")
    assert [each.position for each in view(match).seats] == [2, 1, 3]
    assert (view(match).round, to_move(match)) == (3, "C")


@pytest.mark.rule("ST-END-4", "WE-13")
@pytest.mark.parametrize(("flag", "first"), [("R", "B"), ("L", "A")])
def test_the_same_distance_the_flag_side_is_better(flag: str, first: str) -> None:
    match = at(
        f"start S S finish:{flag}",
        A="3.2.3",
        B="3.4.3",
        C="2.5.6 hand=5????",
        order="A B C" if flag == "L" else "B A C",
        to_move="C",
    )
    turn(match, "5@B", "C")
    second = "A" if first == "B" else "B"
    assert result(match).ranking == (first, second, "C")


@pytest.mark.rule("ST-END-5", "ST-END-6", "ST-FLOW-7")
def test_later_rounds_fill_the_next_places() -> None:
    match = at(STRAIGHT, A="2.3.6 hand=4????", B="2.1.3 hand=5????", C="2.2.1 hand=5????")
    turn(match, "4@B", "A")
    turn(match, "5@B", "B")
    turn(match, "5@B", "C")
    assert status(match) == "finished racing racing"
    while not match.over:
        name = to_move(match)
        value = min(hand(match, name)) if name == "B" else max(hand(match, name))
        turn(match, f"{value}@B")
    assert result(match).places["A"] == 1
    assert set(result(match).places.values()) == {1, 2, 3}
    assert match.places() == [result(match).places[name] for name in "ABC"]
    assert legal(match) == set()


@pytest.mark.rule("ST-R-25")
def test_a_finished_sled_is_off_the_track() -> None:
    match = at(STRAIGHT, A="3.3.2", B="2.3.1 hand=1????", order="A B", to_move="B")
    turn(match, "1@B", "B")
    assert (seat(match, "A").space, seat(match, "A").status) == (None, "finished")
    card = min(hand(match, "B"))
    turn(match, f"{card}@B bonus", "B")  # right over where A stood
    assert told(match.events, "hit_sled") == []


@pytest.mark.rule("ST-R-26")
def test_the_longest_move_ends_on_row_14() -> None:
    sleds = {name: f"3.{lane}.14" for lane, name in enumerate("ABCD", 1)}
    match = at("start S S finish:L", **sleds, E="2.5.6 5/5/2 hand=1????", order="A B C D E", to_move="E")
    match.play("1@B")  # speed 9
    assert preview(match).bonus == 5
    match.play("bonus")
    assert match.over
    assert result(match).ranking == ("A", "B", "C", "D", "E")  # row 14 as well, and furthest from the flag


# --- wrecks ---------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-27")
def test_wrecks_are_listed_behind_all_finishers_without_a_place() -> None:
    match = at(
        STRAIGHT,
        A="2.3.6 hand=4????",
        B="1.1.3 wrecked=1.2",
        C="1.5.6 wrecked=2.1",
        D="1.4.2 wrecked=1.1",
        E="1.5.1 wrecked=1.4",
    )
    turn(match, "4@B", "A")
    assert match.over
    found = result(match)
    assert found.places == {"A": 1, "B": None, "C": None, "D": None, "E": None}
    assert found.points == {"A": 5, "B": 0, "C": 0, "D": 0, "E": 0}
    assert found.ranking == ("A", "C", "B", "D", "E")  # the later round; then the further; then level
    assert match.places() == list(view(match).places or ()) == [1, None, None, None, None]


@pytest.mark.rule("ST-R-27", "ST-ORDER-5")
def test_level_wrecks_of_a_round_are_listed_by_race_order_then_by_turn() -> None:
    match = at(
        STRAIGHT,
        A="2.3.6 hand=4????",
        B="1.1.3 wrecked=1.2",
        C="1.4.3 wrecked=1.3",
        D="1.1.3 wrecked=1.1",
    )
    turn(match, "4@B", "A")
    assert result(match).ranking == ("A", "C", "D", "B")


@pytest.mark.rule("ST-R-27", "ST-R-12")
def test_two_may_be_wrecked_on_one_space_in_a_round() -> None:
    match = at(LONG, A="1.5.4 3/5/3 hand=4 dents=4", B="1.5.3 3/5/3 hand=4 dents=4", C="1.1.1 hand=4????")
    turn(match, "4@B R")
    turn(match, "4@B FR", "B")
    assert status(match) == "wrecked wrecked racing"
    assert view(match).standing == ("C", "A", "B")


@pytest.mark.rule("ST-R-27")
def test_a_sapling_wreck_stood_on_the_saplings_space() -> None:
    match = at(
        "start S(3.4) S S finish:R", A="1.3.3 hand=4 dents=4", B="1.5.3 3/4/5 hand=5 dents=4", C="0.1.1"
    )
    turn(match, "5@B R", "B")  # wrecked on 1.5.3
    turn(match, "4@B", "A")  # wrecked on 1.3.4
    assert view(match).standing == ("C", "A", "B")


@pytest.mark.rule("ST-R-28")
def test_when_the_last_sled_is_wrecked_nobody_wins() -> None:
    match = alone(LONG, "1.5.4 3/5/3 hand=4 dents=4")
    events = turn(match, "4@B R")
    assert match.over
    assert status(match) == "wrecked wrecked"
    assert result(match).places == {"A": None, "B": None}
    assert result(match).points == {"A": 0, "B": 0}
    assert result(match).ranking == ("A", "B")
    assert (match.scores(), match.places()) == ([0, 0], [None, None])
    assert view(match).places == (None, None)
    assert told(events, "nobody_won", "ended") == ["nobody_won"]
    assert trailmix.load(match.replay()).places() == [None, None]


@pytest.mark.rule("ST-R-28", "ST-END-2")
def test_the_race_does_not_end_while_a_sled_is_racing() -> None:
    match = at(LONG, A="1.5.4 3/5/3 hand=4 dents=4", B="1.1.1 hand=4????")
    turn(match, "4@B R")
    assert (match.over, to_move(match)) == (False, "B")


@pytest.mark.rule("ST-R-29")
def test_a_single_sled_plays_on() -> None:
    match = alone(STRAIGHT, "1.3.1")
    rounds = 0
    while not match.over:
        assert to_move(match) == "A"
        turn(match, f"{max(hand(match, 'A'))}@B")
        rounds += 1
    assert rounds > 1
    assert result(match).places == {"A": 1, "B": None}


# --- stalling -------------------------------------------------------------------------------------------


@pytest.mark.rule("ST-R-30", "ST-FLOW-7")
def test_after_round_100_those_still_racing_have_no_place_and_are_listed_in_race_order() -> None:
    match = at(
        STRAIGHT,
        A="1.3.1 1/1/5 hand=5????",
        B="1.1.4 1/1/5 hand=5????",
        C="2.5.6 hand=4????",
        D="1.2.1 wrecked=50.1",
        round=100,
    )
    turn(match, "4@B", "C")
    turn(match, "5@B", "B")
    events = turn(match, "5@B", "A")
    assert match.over
    assert result(match).places == {"C": 1, "B": None, "A": None, "D": None}
    assert result(match).points == {"C": 5, "B": 0, "A": 0, "D": 0}
    assert result(match).ranking == view(match).standing == ("C", "B", "A", "D")
    assert match.places() == [None, None, 1, None]
    assert status(match) == "racing racing finished wrecked"
    assert [each.position for each in view(match).seats] == [None, None, 1, None]
    assert of_kind(events, "stopped") == [{"round": 100}]
    assert [event.seat for event in events if event.kind in ("placed", "ended")] == ["C", "C"]
    assert not border.check(match.setup.table, match.states)
    assert trailmix.load(match.position()).view() == match.view()


@pytest.mark.rule("ST-R-30", "ST-R-28")
def test_a_race_that_is_stopped_before_anybody_has_finished_is_won_by_nobody() -> None:
    match = at(STRAIGHT, A="1.3.1 1/1/5 hand=5????", B="1.1.4 1/1/5 hand=5????", round=100)
    turn(match, "5@B", "B")
    events = turn(match, "5@B", "A")
    assert (match.scores(), match.places()) == ([0, 0], [None, None])
    assert result(match).ranking == ("B", "A")
    assert told(events, "nobody_won", "ended", "placed") == ["nobody_won"]


@pytest.mark.rule("ST-R-30", "ST-SEASON-3", "ST-R-37")
def test_in_a_season_a_race_that_was_stopped_gives_points_to_finishers_only() -> None:
    courses = [STRAIGHT, LONG]
    match = at(
        STRAIGHT, A="1.3.1 1/1/5 hand=5????", B="2.5.6 hand=4????", round=100, options={"courses": courses}
    )
    turn(match, "4@B", "B")
    events = turn(match, "5@B", "A")
    (ended,) = of_kind(events, "race_ended")
    assert (ended["places"], ended["points"]) == ({"A": None, "B": 1}, {"A": 0, "B": 5})
    assert view(match).results[0].ranking == ("B", "A")
    assert status(match) == "waiting waiting"
    assert match.places() == [2, 1]  # those of a season go by points
    assert trailmix.load(match.position()).view() == match.view()


@pytest.mark.rule("ST-R-30")
@pytest.mark.parametrize("most", [1, 7])
def test_the_number_of_rounds_is_an_option(most: int) -> None:
    match = at(
        LONG,
        A="1.3.1 1/1/5 hand=5????",
        B="1.1.4 1/1/5 hand=5????",
        round=most,
        options={"most_rounds": most},
    )
    turn(match, "5@B", "B")
    turn(match, "5@B", "A")
    assert match.over
    before = at(
        LONG,
        A="1.3.1 1/1/5 hand=5????",
        B="1.1.4 1/1/5 hand=5????",
        round=most,
        options={"most_rounds": most + 1},
    )
    turn(before, "5@B", "B")
    turn(before, "5@B", "A")
    assert not before.over


@pytest.mark.rule("ST-R-30", "ST-END-3")
def test_the_finish_check_of_the_last_round_comes_first() -> None:
    match = at(STRAIGHT, A="3.1.1", B="2.5.6 1/1/5 hand=5????", round=100, order="A B", to_move="B")
    turn(match, "5@B", "B")
    assert result(match).places == {"A": 1, "B": None}


@pytest.mark.rule("ST-R-41")
def test_a_sled_that_has_finished_keeps_a_full_hand() -> None:
    match = at(STRAIGHT, A="2.3.6 hand=44455", B="1.1.1")
    events = turn(match, "4@LR")
    assert len(drawn(events, "A")) == 2
    assert dents(match, "A") == 0


@pytest.mark.rule("ST-END-6", "ST-FLOW-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_race_ends_with_every_sled_finished_or_wrecked(players: int) -> None:
    match = play_on(deal(players, 5, "start S S S finish:L"), random.Random(5))
    shown = view(match)
    assert {each.status for each in shown.seats} <= {"finished", "wrecked"}
    gained = [place for place in result(match).places.values() if place is not None]
    assert sorted(gained) == list(range(1, len(gained) + 1))
    assert [each.status for each in shown.seats].count("finished") == len(gained)
