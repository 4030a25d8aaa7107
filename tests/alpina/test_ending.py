"""The end of the match: AL-END."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from alpina import naive
from alpina.helpers import at, corrected, deal, hand, lay, of_faces, play_on, refusal, view
from random_play import Played

OVER = "The game is over: no action is accepted any more."
REST = ["Cm* Cl Cf Cm Cl", "Fm Fl Ff Fm Fl", "Cm Cl Cf Cm Cl", "Fm Fl Ff Ff Ff"]


@pytest.mark.rule("AL-END-1", "AL-R-6")
@pytest.mark.parametrize(("players", "pile"), [(2, 19), (3, 13), (4, 7)])
def test_the_25th_card_ends_the_match_after_the_whole_turn(players: int, pile: int) -> None:
    match = play_on(deal(players), random.Random(2), 46)
    seat = match.actor
    assert seat == players - 1
    lay(match, match.legal()[0].split("@")[1])
    assert len(view(match).grid) == 25
    assert match.actor == seat  # the hiker is still to be decided
    assert match.legal()
    happened = match.play(match.legal()[0])
    assert happened[1].kind == "drew"
    assert match.over
    assert view(match).to_move is None
    assert [len(hand(match, each)) for each in range(players)] == [6] * players
    assert view(match).pile == pile


@pytest.mark.rule("AL-END-1")
def test_no_match_ends_before_and_every_match_then(played: tuple[int, Played]) -> None:
    _, matches = played
    assert (matches.actors[:, :48] >= 0).all()
    assert (matches.actors[:, 48] == -1).all()
    assert (matches.choices[:, 48] == 0).all()


@pytest.mark.rule("AL-END-1", "AL-END-2")
def test_the_last_hiker_counts() -> None:
    data = corrected({"N01": {"base": 7, "per": 0}})
    match = at(of_faces(["N01 Fm Fl Ff Fm", *REST]), data=data, laid="-1,0")
    assert match.scores() == [0, 0]
    match.play("hiker -1,0")
    assert match.scores() == [0, 7]


@pytest.mark.rule("AL-END-2")
def test_the_highest_total_wins() -> None:
    data = corrected(
        {"N01": {"base": 9, "per": 0}, "N02": {"base": 3, "per": 0}, "N03": {"base": 5, "per": 0}}
    )
    match = at(of_faces(["N01:B N02:C N03:A Ff Fm", *REST]), 3, data=data)
    assert (match.scores(), match.places()) == ([5, 9, 3], [2, 1, 3])


@pytest.mark.rule("AL-END-3", "AL-END-4", "AL-END-5", "AL-R-8", "AL-R-9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pattern_of_ties_is_ordered_by_the_later_seat(players: int) -> None:
    for points in itertools.product((1, 2, 3), repeat=players) if players < 4 else TIES_OF_FOUR:
        data = corrected({f"N0{n}": {"base": base, "per": 0} for n, base in enumerate(points, 1)})
        row = " ".join(["N01:A", "N02:B", "N03:C", "N04:D"][:players] + ["Nm"] * (5 - players))
        match = at(of_faces([row, *REST]), players, data=data)
        assert match.scores() == list(points)
        order = sorted(range(players), key=lambda seat: (-points[seat], -seat))
        assert match.places() == [order.index(seat) + 1 for seat in range(players)]
        assert match.places() == naive.places(list(points))


TIES_OF_FOUR = [
    (5, 5, 5, 5),
    (5, 5, 3, 3),
    (3, 5, 5, 3),
    (5, 3, 3, 5),
    (1, 5, 5, 5),
    (5, 5, 5, 1),
    (3, 3, 5, 4),
]


@pytest.mark.rule("AL-END-3", "AL-R-9")
def test_hikers_left_do_not_decide_a_tie() -> None:
    data = corrected(
        {"N01": {"base": 4, "per": 0}, "N02": {"base": 2, "per": 0}, "N03": {"base": 2, "per": 0}}
    )
    for row in ("N01:A N02:B N03:B Ff Fm", "N01:B N02:A N03:A Ff Fm"):
        match = at(of_faces([row, *REST]), data=data)
        assert (match.scores(), match.places()) == ([4, 4], [2, 1])


@pytest.mark.rule("AL-END-4", "AL-END-5")
def test_there_is_one_winner_and_places_are_never_shared() -> None:
    for seed in range(30):
        players = 2 + seed % 3
        match = play_on(deal(players, seed), random.Random(seed))
        assert set(match.places()) == set(range(1, players + 1))
        assert match.places() == naive.places(match.scores())
        (ended,) = [event for event in match.events if event.kind == "ended"]
        assert ended.seat == "ABCD"[match.places().index(1)]


@pytest.mark.rule("AL-END-6")
@pytest.mark.parametrize("action", ["none", "N01@0,1", "hiker 0,0", {"hiker": None}, 0, 4617])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_after_the_end_no_action_is_accepted(action: Any, seat: int | None) -> None:
    match = play_on(deal(), random.Random(6))
    assert match.legal() == []
    assert refusal(match, action, seat) == OVER


@pytest.mark.rule("AL-END-6")
def test_after_the_end_nothing_in_the_whole_action_space_is_accepted() -> None:
    match = play_on(deal(), random.Random(6))
    assert {match.why(action) for action in range(match.game.n_actions)} == {OVER}


@pytest.mark.rule("AL-R-26", "AL-DRAW-4")
def test_after_the_end_hands_are_open_and_not_before() -> None:
    match = play_on(deal(3), random.Random(7), 47)
    assert [seat.hand is None for seat in view(match).seats] == [True] * 3
    match.play("none")
    shown = [view(match, seat).seats for seat in (-1, 0, 1, 2)]
    assert all(seats == shown[0] for seats in shown)
    assert [seat.hand for seat in shown[0]] == [hand(match, seat) for seat in range(3)]
    assert match.seen_by(-1)["pile"].tobytes() == match.states["pile"].tobytes()
