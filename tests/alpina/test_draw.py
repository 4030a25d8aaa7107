"""Alpina on a terminal: all that a seat may know is there, nothing else, and it fits."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import trailmix
from trailmix.bots import Seated
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.games.alpina.view import TableView, View

LONG = "A name as long as names may be, 40 signs"


@cache
def played(players: int, actions: int) -> Match:
    """A match of bots after so many actions."""
    people = [LONG, "Ben", "[red]Cleo[/]", "Dörte"][:players]
    match = trailmix.new("alpina", players=people, seed=f"drawing {players}")
    bot = Seated("random", "drawing")
    while match.actor is not None and len(match.moves) < actions:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    return match


def seen(match: Match, seat: int = SPECTATOR) -> View:
    view = match.view(seat)
    assert isinstance(view, View)
    return view


def conditions(match: Match) -> dict[str, str]:
    """The conditions of all cards in words."""
    table = match.table_view()
    assert isinstance(table, TableView)
    return {name: card.words for name, card in table.cards.items()}


def text_of(match: Match, seat: int, width: int = 100, encoding: str = "utf-8") -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    console = Console(file=file, width=width, color_system=None, markup=False)
    console.print(match.game.draw(match.setup, match.view(seat), match.names))
    file.seek(0)
    return file.read()


SITUATIONS = [(players, actions) for players in (2, 3, 4) for actions in (0, 1, 9, 20, 33, 47, 48)]


@pytest.mark.parametrize(("players", "actions"), SITUATIONS)
def test_shows_all_that_a_seat_sees_and_no_other_card(players: int, actions: int) -> None:
    match = played(players, actions)
    every_card = {card.id for card in match.setup.data.cards}
    told = conditions(match)
    for seat in (SPECTATOR, *range(players)):
        view = seen(match, seat)
        drawing = text_of(match, seat)
        shown = set(re.findall(r"[A-Z]\d\d", drawing)) & every_card
        in_grid = {spot.card for spot in view.grid}
        hands = set(view.own.hand) if view.own else set()
        assert shown == (in_grid if match.over else in_grid | hands)
        for row, col in view.open_cells:
            assert f" {row},{col} " in drawing
        for card in hands if not match.over else ():
            assert told[card] in drawing


@pytest.mark.parametrize(("players", "actions"), SITUATIONS)
def test_shows_every_hiker_and_its_points(players: int, actions: int) -> None:
    match = played(players, actions)
    view = seen(match)
    drawing = text_of(match, SPECTATOR)
    tops = re.findall(r"╔ (\w+)\*? ═+ ([A-D]) ═╗", drawing)
    claimed = [spot for spot in view.grid if spot.hiker]
    assert tops == [(spot.card, spot.hiker) for spot in claimed]
    bottoms = re.findall(r"╚ (\S+) ═* ?(\d+) ═╝", drawing)
    assert bottoms == [(f"{spot.cell[0]},{spot.cell[1]}", str(spot.points)) for spot in claimed]


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize(("players", "actions"), SITUATIONS)
def test_fits_the_terminal(players: int, actions: int, width: int) -> None:
    match = played(players, actions)
    for seat in range(players):
        lines = text_of(match, seat, width).splitlines()
        assert max(cell_len(line) for line in lines) <= width
        assert "…" not in "".join(line for line in lines if LONG[:6] not in line)
        assert len(lines) <= 44


def test_marks_the_card_just_laid_and_where_a_hiker_may_go() -> None:
    match = trailmix.new("alpina", players=2, seed=1)
    action = match.legal()[0]
    match.play(action)
    drawing = text_of(match, 0)
    card, cell = action.split("@")
    assert re.search(rf"┏ {card} ━+ new ━┓", drawing)
    assert f"{cell}?" in drawing
    assert "0,0?" in drawing


def test_walls_where_the_frame_can_grow_no_more() -> None:
    text = """
        trailmix = "position"
        game = "alpina"
        players = 2
        to_move = "A"
        decision = "card"
        grid = ["C06*", "N01", "N02", "N03", "N04"]
    """
    drawing = text_of(trailmix.load(text), SPECTATOR)
    assert "rows locked" in drawing
    assert drawing.count("━━━━━━━━\n") == 2
    assert "┃" not in drawing
    assert drawing.count("· · · · ·") >= 2 * 10


def test_the_end_tells_how_every_point_came_about() -> None:
    match = played(3, 48)
    drawing = text_of(match, SPECTATOR)
    view = seen(match)
    told = conditions(match)
    for spot in view.grid:
        if spot.hiker:
            cell = f"{spot.cell[0]},{spot.cell[1]}"
            line = re.search(rf"^ +{spot.hiker} +{cell} +{spot.card} .*= (\d+) *$", drawing, re.MULTILINE)
            assert line is not None
            assert int(line[1]) == spot.points
            assert told[spot.card] in line[0]
    places = [int(place) for place in re.findall(r"^(\d)\. [A-D] ", drawing, re.MULTILINE)]
    assert places == [1, 2, 3]
    for points in match.scores():
        assert f"total {points}" in drawing


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    match = trailmix.new("alpina", players=2, seed=1)
    match.play(match.legal()[0])
    assert text_of(match, 0, encoding="ascii").isascii()
