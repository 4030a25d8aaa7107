"""Drawing, and what is secret: AL-DRAW."""

from __future__ import annotations

import random

import numpy as np
import pytest

from alpina.helpers import at, deal, deck, hand, lay, play_on, view
from random_play import Played
from trailmix.games.alpina.view import TableView

LEFT = {2: 19, 3: 13, 4: 7}


@pytest.mark.rule("AL-DRAW-1", "AL-TURN-2")
@pytest.mark.parametrize("answer", ["none", "hiker 0,0"])
def test_exactly_the_top_card_is_drawn(answer: str) -> None:
    match = at(["C06*"], hands={"A": "N01 N02 N03 N04 N05 N06"}, pile="F09 F01 F17 ...")
    match.play("N03@0,1")
    happened = match.play(answer)
    assert hand(match, 0) == ("N01", "N02", "N04", "N05", "N06", "F09")
    assert [event.values["card"] for event in happened if event.kind == "drew"] == ["F09"]
    lay(match, "0,2")
    match.play("none")
    assert "F01" in hand(match, 1)


@pytest.mark.rule("AL-DRAW-1", "AL-DRAW-4")
def test_hands_hold_six_between_turns_and_five_between_decisions(played: tuple[int, Played]) -> None:
    players, matches = played
    sizes = (matches.states["hand"] >= 0).sum(axis=3)
    assert (sizes == matches.states["hand_size"]).all()
    expected = np.full((49, 4), 6)
    expected[:, players:] = 0
    for number in range(1, 48, 2):
        expected[number, number // 2 % players] = 5
    assert (sizes == expected).all()


@pytest.mark.rule("AL-DRAW-2", "AL-R-21")
def test_the_draw_comes_after_the_hiker_decision() -> None:
    match = at(["C06*"], pile="F09 ...")
    held = set(hand(match, 0))
    card = lay(match, "0,1")
    assert set(hand(match, 0)) == held - {card}
    assert view(match).pile == 43
    match.play("hiker 0,1")
    assert set(hand(match, 0)) == held - {card} | {"F09"}
    assert match.why("F09@0,2", seat=0) == "It is not A's turn: B is to move."


@pytest.mark.rule("AL-DRAW-3", "AL-R-6", "AL-R-7")
def test_the_pile_never_runs_out(played: tuple[int, Played]) -> None:
    players, matches = played
    assert (matches.states["pile_size"] > 0).all()
    assert (matches.states["pile_size"][:, -1] == LEFT[players]).all()
    assert ((matches.states["pile"][:, -1] >= 0).sum(axis=1) == LEFT[players]).all()


@pytest.mark.rule("AL-DRAW-4", "AL-R-22")
def test_what_is_public_is_shown_to_all_and_what_is_secret_to_none() -> None:
    match = play_on(deal(3), random.Random(3), 13)
    for seat in (-1, 0, 1, 2):
        shown = view(match, seat)
        assert [(s.hikers, s.hand_size) for s in shown.seats] == [
            (int(match.states[0].supply[n]), int(match.states[0].hand_size[n])) for n in range(3)
        ]
        assert shown.pile == int(match.states[0].pile_size) == 31
        assert sum(s.hand_size for s in shown.seats) == 17  # the seat to move is between its decisions
        assert all(s.hand is None for s in shown.seats)
        assert (shown.own and shown.own.seat) == (None if seat < 0 else "ABC"[seat])
        assert len(shown.grid) == 8


@pytest.mark.rule("AL-DRAW-4", "AL-R-22")
def test_everybody_may_work_out_which_cards_are_hidden_but_not_where() -> None:
    match = play_on(deal(3), random.Random(3), 12)
    table = match.table_view()
    assert isinstance(table, TableView)
    assert table.cards.keys() == deck().keys()
    seen = {spot.card for spot in view(match, 1).grid} | set(hand(match, 1))
    assert len(table.cards.keys() - seen) == view(match, 1).pile + 12


@pytest.mark.rule("AL-DRAW-4")
def test_only_the_one_who_draws_learns_the_card() -> None:
    match = deal()
    lay(match, "0,1")
    drew = match.play("none")[1]
    assert drew.kind == "drew"
    assert drew.values.keys() == drew.seen_by(0).values.keys() == {"card"}
    for other in (1, -1):
        assert drew.seen_by(other).values == {}
        assert match.say(drew.seen_by(other).message) == "A draws a card."
    assert match.say(drew.seen_by(0).message) == f"A draws {drew.values['card']}."


@pytest.mark.rule("AL-DRAW-1")
def test_cards_come_off_the_pile_in_its_order(played: tuple[int, Played]) -> None:
    _, matches = played
    pile = matches.states["pile"]
    size = matches.states["pile_size"]
    for number in range(1, 48, 2):
        top = np.take_along_axis(pile[:, number], size[:, number, None] - 1, axis=1)[:, 0]
        seat = matches.actors[0, number]
        before, after = matches.states["hand"][:, number, seat], matches.states["hand"][:, number + 1, seat]
        assert not (before == top[:, None]).any()
        assert ((after == top[:, None]).sum(axis=1) == 1).all()
        rest = np.arange(55) < size[:, number, None] - 1
        assert (pile[:, number][rest] == pile[:, number + 1][rest]).all()
