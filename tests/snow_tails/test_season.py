"""A season: several races, points, and what carries over (ledger, chapter 3.12 and ST-R-34 to -37, -44)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import trailmix
from chance import is_fair
from snow_tails import naive
from snow_tails.helpers import (
    SEATS,
    at,
    cards,
    deal,
    mat,
    of_kind,
    order,
    own,
    play_on,
    result,
    seat,
    table,
    to_move,
    turn,
    view,
)
from trailmix.engine.errors import BadOption
from trailmix.engine.match import Match

SHORT = "start S finish:L"


def season(
    players: int,
    courses: list[str],
    results: list[str],
) -> Match:
    """A season at the race after so many results, one sled about to finish it, the others wrecked."""
    wrecks = {name: f"0.{lane}.1 wrecked=1.{lane}" for lane, name in enumerate(SEATS[1:players], 2)}
    return at(
        "nutcracker",
        A="1.3.6 hand=4????",
        **wrecks,
        race=len(results) + 1,
        results=results,
        options={"courses": courses},
    )


@pytest.mark.rule("ST-SEASON-1", "ST-R-35")
def test_each_player_brings_a_course_in_seat_order() -> None:
    courses = ["start S finish:L", "bruce", "start S CL finish:R"]
    shown = table(deal(3, 7, *courses))
    assert [(shown.courses[race.course].line, race.designer) for race in shown.races] == [
        ("start S finish:L", "A"),
        ("start DL CL T UR H CL DR CR T UL H CR S S finish:R", "B"),
        ("start S CL finish:R", "C"),
    ]
    assert [race.designer for race in table(deal(2, 7, SHORT, SHORT, "bruce", SHORT)).races] == list("ABAB")
    assert [race.designer for race in table(deal(2)).races] == [None]


@pytest.mark.rule("ST-R-35")
@pytest.mark.parametrize(("players", "number"), [(2, 1), (2, 3), (3, 4), (5, 6), (4, 12), (2, 12)])
def test_a_season_has_one_race_for_each_player_or_full_cycles(players: int, number: int) -> None:
    with pytest.raises(BadOption, match=r"^In a season of "):
        trailmix.new("snow_tails", players=players, options={"courses": [SHORT] * number})


@pytest.mark.rule("ST-SEASON-1", "ST-SEASON-2", "ST-SEASON-3")
@pytest.mark.parametrize(("players", "cycles"), [(2, 1), (3, 1), (2, 2), (5, 1)])
def test_a_season_is_as_many_races_and_their_points(players: int, cycles: int) -> None:
    match = play_on(deal(players, 3, *[SHORT] * players * cycles), random.Random(3))
    shown = view(match)
    assert len(shown.results) == players * cycles
    assert [each.race for each in shown.results] == list(range(1, players * cycles + 1))
    totals = Counter[str]()
    for each in shown.results:
        for name, place in each.places.items():
            assert each.points[name] == {1: 5, 2: 3, 3: 2, 4: 1, 5: 0, None: 0}[place]
            totals[name] += each.points[name]
    assert match.scores() == [totals[name] for name in SEATS[:players]]
    assert [each.points for each in shown.seats] == match.scores()
    finishers = [[SEATS.index(n) for n in each.ranking if each.places[n]] for each in shown.results]
    assert match.places() == list(shown.places or ()) == naive.season_places(finishers, players)


@pytest.mark.rule("ST-SEASON-2")
def test_points_are_5_3_2_1_0() -> None:
    sleds = {name: f"2.{lane}.{7 - lane}" for lane, name in enumerate("ABCD", 1)}
    match = at("start S finish:R", **sleds, E="1.5.6 hand=5????", order="A B C D E", to_move="E")
    turn(match, "5@B", "E")
    assert result(match).points == {"A": 5, "B": 3, "C": 2, "D": 1, "E": 0}
    assert match.scores() == [5, 3, 2, 1, 0]


@pytest.mark.rule("ST-R-37", "ST-R-28")
def test_unused_places_give_nobody_points() -> None:
    match = season(3, [SHORT] * 3, [])
    turn(match, "4@B", "A")
    assert result(match).points == {"A": 5, "B": 0, "C": 0}
    assert sum(match.scores()) == 5


@pytest.mark.rule("ST-R-44", "ST-R-34", "ST-SEASON-1")
def test_only_the_points_carry_over_to_the_next_race() -> None:
    course = "start S(3.3) finish:L"
    match = at(
        course,
        A="1.3.6 4/4/3 left=24 hand=44 dents=3",
        B="0.5.1 wrecked=1.2",
        options={"courses": [course, "start S(1.1) S finish:R"]},
        felled="1.3.3",
    )
    events = turn(match, "4@B")
    shown = view(match)
    assert (shown.race, shown.round, shown.decision, shown.felled) == (2, 0, "start", ())
    assert [each.points for each in shown.seats] == [5, 0]
    for name in "AB":
        each = seat(match, name)
        assert (mat(match, name), each.dents, each.hand_size, each.pile, each.status, each.space) == (
            "3/3/3",
            0,
            0,
            20,
            "waiting",
            None,
        )
        assert not each.left.card
        assert cards(each.left.covered) + cards(each.right.covered) + cards(each.discards) == ""
        assert cards(own(match, name).pile) == "11112222333344445555"
    assert [each["race"] for each in of_kind(events, "race_began")] == [2]
    assert set(view(match).free_starts) == {1, 2, 3, 4, 5}
    play_on(match, random.Random(1), 2)
    assert view(match).round == 1


@pytest.mark.rule("ST-R-34")
def test_every_race_has_a_placing_order_of_its_own() -> None:
    seen = Counter[str]()
    for seed in range(240):
        match = at(
            SHORT,
            A="1.3.6 hand=4????",
            B="0.2.1 wrecked=1.2",
            C="0.1.1 wrecked=1.3",
            options={"courses": [SHORT] * 3},
            seed=seed,
        )
        turn(match, "4@B", "A")
        assert view(match).race == 2
        seen[order(match)] += 1
        assert to_move(match) == order(match)[0]
    assert len(seen) == 6
    assert is_fair(list(seen.values()))


@pytest.mark.rule("ST-R-36", "ST-SEASON-3")
@pytest.mark.parametrize(
    ("results", "places"),
    [
        (["A B C", "A B C"], [1, 2, 3]),  # 10, 6 and 4 points
        (["A B C", "B C | A"], [2, 1, 3]),  # A and C have 5: a win against a second and a third
        (["C A D B", "C D B | A"], [3, 4, 1, 2]),  # A and B have 3: a second against a third and a fourth
        (["C D A B | E", "C D E B | A"], [3, 5, 1, 2, 3]),  # 2 each: a third, two fourths, a third
        (["A B C", "B A C"], [1, 1, 3]),  # equal in everything: the place is shared, the next one skipped
        (["A | B", "B | A"], [1, 1]),
        (["A | B C", "B C | A"], [1, 1, 3]),  # to be wrecked behind a single finisher is no second place
        (["| A B", "| A B"], [1, 1]),  # nobody has gained anything
    ],
)
def test_most_points_win_and_ties_go_by_wins_then_seconds_and_so_on(
    results: list[str], places: list[int]
) -> None:
    players = len(places)
    match = season(players, [SHORT] * players * (1 if len(results) < players else 2), results)
    finishers = [[SEATS.index(name) for name in each.split("|")[0].split()] for each in results]
    assert match.places() == naive.season_places(finishers, players) == places


@pytest.mark.rule("ST-R-44", "ST-R-12")
def test_wrecked_players_take_part_again() -> None:
    match = season(2, [SHORT, SHORT], [])
    turn(match, "4@B", "A")
    play_on(match, random.Random(2), 2)
    assert {each.status for each in view(match).seats} == {"racing"}
