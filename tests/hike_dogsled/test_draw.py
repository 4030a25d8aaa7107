"""Hike! on a terminal: all that a seat may know is there, nothing else, and it fits."""

from __future__ import annotations

import io
import random
import re
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import trailmix
from hike_dogsled.helpers import SEATS, lively_on, plain, play, prep, race, view
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR

LONG = "A name as long as names may be, 40 signs"
PEOPLE = [LONG, "Ben", "[red]Cleo[/]", "Dörte", "Eva", "Fay"]


@cache
def played(players: int, decisions: int, simultaneous: bool) -> Match:
    """A lively match after so many decisions."""
    options = {"loose": True, "simultaneous": simultaneous}
    match = trailmix.new("hike_dogsled", PEOPLE[:players], f"drawing {players}", options=options)
    return lively_on(match, random.Random(players), decisions)


def text_of(match: Match, seat: int, width: int = 120, encoding: str = "utf-8") -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    console = Console(file=file, width=width, color_system=None, markup=False)
    console.print(match.game.draw(match.setup, match.view(seat), match.names))
    file.seek(0)
    return file.read()


SITUATIONS = [
    (players, decisions, simultaneous)
    for players, simultaneous in ((2, False), (4, True), (6, False))
    for decisions in (0, 7, 25, 60, 110, 10_000)
]


@pytest.mark.rule("HD-INFO-1", "HD-INFO-2")
@pytest.mark.parametrize(("players", "decisions", "simultaneous"), SITUATIONS)
def test_shows_all_that_a_seat_sees_and_no_other_husky(
    players: int, decisions: int, simultaneous: bool
) -> None:
    match = played(players, decisions, simultaneous)
    for looker in range(SPECTATOR, players):
        shown = view(match, looker)
        drawn = set(re.findall(r"H\d\d|Y\d", text_of(match, looker)))
        known = {slot.husky for each in shown.seats for slot in each.sled.values() if slot.husky}
        if shown.phase == "preparations":
            known |= set(shown.centre.huskies)
        for each in shown.seats:
            if shown.own is None or shown.own.seat != each.seat:
                known |= set(each.hand.huskies)
        if shown.own is not None and shown.phase != "over":
            known |= set(shown.own.hand.huskies)
        assert drawn == known


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("decisions", [0, 60, 110, 10_000])
def test_it_fits(width: int, decisions: int) -> None:
    for looker in (SPECTATOR, 0):
        drawing = text_of(played(6, decisions, False), looker, width)
        assert max(cell_len(line) for line in drawing.splitlines()) <= width


@pytest.mark.parametrize("decisions", [7, 60, 110])
def test_a_terminal_without_unicode_has_it_too(decisions: int) -> None:
    match = played(2, decisions, False)
    drawing = text_of(match, 0, encoding="ascii")
    assert re.search(r"[A-Z]", drawing)
    assert drawing.isascii()


@pytest.mark.rule("HD-RACE-8", "HD-EQUIP-6")
def test_the_race_is_told_with_its_previews() -> None:
    match = race(
        "S S I* S S S S S",
        A=("SSI~ SSI S! S+ / I Y Y Y", {"hand": "E C"}),
        B=("S S S S / S S S S", {"position": 2}),
    )
    drawing = text_of(match, 0)
    assert "use T2 pay: to field 3" in drawing
    assert "use T2 enter: to field 3, 2 huskies to rest" in drawing
    assert "use T2 stop: to field 2, I lost" in drawing
    assert "■H01" in drawing
    assert "zH03" in drawing
    assert "H04 S bbbb+E" in drawing
    assert "care has to wait" in drawing
    assert "use T2" not in text_of(match, 1)


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
def test_a_secret_day_is_drawn_for_its_racer_only() -> None:
    snow = "S S S S / S S S S"
    match = race(" ".join(["S"] * 9), A=snow, B=snow, options={"simultaneous": True})
    before = text_of(match, 1)
    play(match, "A use T1")
    assert "■" in text_of(match, 0)
    assert text_of(match, 1) == before


def test_the_turn_and_the_people_are_named() -> None:
    match = played(4, 25, True)
    drawing = text_of(match, SPECTATOR)
    assert match.actor is not None
    assert f"▸  {SEATS[match.actor]}" in drawing
    assert "[red]Cleo[/]" in drawing


@pytest.mark.rule("HD-INFO-1", "HD-RUL-2")
def test_a_line_below_each_sled_tells_the_rest_of_a_seat() -> None:
    match = prep(
        data=plain("S"), A={"sled": "T1=H40", "mentors": 1, "hand": "H30 C", "known": "C"}, decision="action"
    )
    assert "unready · mentors 1 · care pile 3 · hand 2 (C)" in text_of(match, 1)
    drawing = text_of(match, 0)
    assert "unready · mentors 1 · care pile 3 · hand 2 " in drawing
    assert "(C)" not in drawing
    assert "edges left right top bottom (b blue, r rose)" in drawing


@pytest.mark.rule("HD-INFO-1")
def test_centre_and_deck_are_told() -> None:
    match = prep(data=plain("SI"), centre="H01 Y1 E E C", A={"hand": "H30 E"})
    drawing = text_of(match, SPECTATOR)
    assert "H01 SI bbbb" in drawing
    assert "2 x equipment" in drawing
    assert "1 x single care" in drawing
    assert f"{view(match).deck} cards in the deck" in drawing
    assert "H30" not in drawing
