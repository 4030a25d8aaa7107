"""Snow Tails on a terminal: all that a seat may know is there, nothing else, and it fits."""

from __future__ import annotations

import io
import re
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import trailmix
from snow_tails.helpers import at, own, setup, track, turn, view
from trailmix.bots import Seated
from trailmix.engine.drawing import window
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR
from trailmix.games.snow_tails.data import track_of
from trailmix.games.snow_tails.track.lanes import AHEAD, BEHIND, rows_of

LONG_NAME = "A name as long as names may be, 40 signs"
PEOPLE = [LONG_NAME, "Ben", "[red]Cleo[/]", "Dörte", "Ed"]


@cache
def played(players: int, actions: int, course: str) -> Match:
    """A match of bots after so many actions."""
    match = trailmix.new("snow_tails", players=PEOPLE[:players], seed=3, options={"course": course})
    bot = Seated("rollout", "drawing")
    while match.actor is not None and len(match.moves) < actions:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    return match


def text_of(match: Match, seat: int = SPECTATOR, width: int = 100, height: int = 60) -> str:
    return printed(match, seat, Console(width=width, height=height, color_system=None, markup=False))


def printed(match: Match, seat: int, console: Console) -> str:
    with console.capture() as capture:
        console.print(match.game.draw(match.setup, match.view(seat), match.names))
    return capture.get()


def cells(drawing: str) -> list[list[str]]:
    """The spaces of the drawing, row by row from the top."""
    rows = re.findall(r"│(.{4})│(.{4})│(.{4})│(.{4})│(.{4})│", drawing)
    return [[cell.strip() for cell in row] for row in rows]


SITUATIONS = [(2, 0, "nutcracker"), (2, 7, "yquem"), (3, 25, "bruce"), (4, 40, "hobbit"), (5, 30, "dagger")]


@pytest.mark.parametrize(("players", "actions", "course"), SITUATIONS)
def test_every_sled_is_in_its_lane_or_said_to_be_further_on(players: int, actions: int, course: str) -> None:
    match = played(players, actions, course)
    rows, drawing = cells(text_of(match)), text_of(match)
    further = "".join(re.findall(r"further (?:ahead|behind): (.*)", drawing))
    for seat in view(match).seats:
        lanes = [row.index(f"[{seat.seat}]") + 1 for row in rows if f"[{seat.seat}]" in row]
        if seat.space is None:
            assert lanes == []
        elif f"[{seat.seat}]" not in further:
            assert lanes == [track(match).spaces[seat.space].lane]


@pytest.mark.rule("ST-R-38")
@pytest.mark.parametrize(("players", "actions", "course"), SITUATIONS)
def test_a_hand_is_shown_to_its_seat_alone(players: int, actions: int, course: str) -> None:
    match = played(players, actions, course)
    assert "The hand of" not in text_of(match)
    for seat, name in enumerate(PEOPLE[:players]):
        shown = re.findall(r"The hand of (.*?): +([\d ]+)", text_of(match, seat, 160))
        hand = [str(card) for card in own(match, "ABCDE"[seat]).hand]
        assert [(who, cards.split()[: len(hand)]) for who, cards in shown] == [(name, hand)] * bool(hand)


@pytest.mark.parametrize(("players", "actions", "course"), SITUATIONS)
def test_the_panel_of_a_seat(players: int, actions: int, course: str) -> None:
    match = played(players, actions, course)
    drawing = text_of(match)
    for seat in view(match).seats:
        (line,) = [line for line in drawing.splitlines() if re.match(rf"(▸ | +)\[{seat.seat}\] ", line)]
        assert f" {seat.left.shows}/{seat.right.shows}/{seat.brake} " in line
        assert f"{'■' * seat.dents}{'□' * (4 - seat.dents)} " in line
        assert line.split()[-2:] == [str(seat.hand_size), str(seat.pile)]
        assert line.startswith("▸") == (seat.seat == view(match).to_move)


def test_a_line_for_each_card_play() -> None:
    match = at("yquem", A="3.3.1 4/4/2 hand=1134 dents=1", B="2.1.1", C="1.1.1")
    assert match.actor == 0
    drawing = text_of(match, match.actor)
    assert len(own(match, "A").previews) == 12
    for preview in own(match, "A").previews:
        (line,) = [line for line in drawing.splitlines() if f" {preview.action} " in line]
        mat = f"{preview.left}/{preview.right}/{preview.brake}"
        speed = f"{preview.speed}+{preview.bonus}" if preview.bonus else str(preview.speed)
        assert re.search(rf" {preview.action} +{mat} +{re.escape(speed)} +[←→]?{preview.drift} +\S", line)


def test_outcomes_are_marked_and_told() -> None:
    """Dents, crashes, the bonus, the finish, a wreck."""
    match = at(
        "start S CL/1 S finish:L",
        A="1.1.6 3/3/3 hand=2345 dents=1",
        B="2.1.2 hand=?????",
        to_move="A",
        order="B A",
    )
    plays = text_of(match, 0)
    assert re.search(r" 5@B +3/3/5 +1\+2 +0 +2\.1\.1 +2\.1\.1\+2×2!", plays)
    assert re.search(r" 4@L +4/3/3 +4 +←1 +1\.1\.6×1! ", plays)
    match.play("4@L")
    steps = text_of(match, 0)
    assert re.search(r" L +1\.1\.6 hits side 1 dent", steps)
    assert "Still to go: 3 forward and 1 left." in steps
    wreck = text_of(at("start S CL/1 S finish:L", A="1.1.6 3/3/3 hand=4 dents=4", B="0.1.1"), 0)
    assert re.search(r" 4@R +3/4/3 +4 +→1 +wreck *\n", wreck)
    home = text_of(at("start S finish:L", A="1.1.6 3/3/3 hand=4 dents=4", B="0.1.1"), 0)
    assert re.search(r" 4@B +3/3/4 +2\+1 +0 +2\.1\.3\+1⚑ +2\.1\.2⚑", home)


@pytest.mark.rule("ST-GEO-7", "ST-CORNER-1", "ST-HAZARD-2")
def test_what_is_on_the_track_has_a_sign() -> None:
    match = at("start T H DL CL/5 finish:R", A="1.3.1", B="0.1.1", felled="1.2.2")
    drawing = text_of(match, height=80)
    rows = cells(drawing)[::-1]
    assert rows[0] == ["[B]", "2", "3", "4", "5"]
    assert rows[1] == ["1", "1", "[A]", "1", "1"]
    assert rows[2] == ["2", "2", "2", "2", "♣2"]  # one is felled
    assert rows[4] == ["♣4", "4", "♣4", "4", "4"]
    assert rows[9] == ["####", "XX", "3", "XX", "####"]
    far = text_of(at("start T H DL CL/5 finish:R", A="4.3.1", B="3.4.4"), height=80)
    rows = cells(far)[::-1]
    assert ["****", "****", "****", "[B]", "4"] in rows
    assert re.search("╞═+ 5 ═+╡", far)
    assert re.search("finish +│▚+⚑", far)
    assert "♣ sapling, # rock, X pillar, * snow" in far


def test_every_space_has_a_row_of_its_own_in_race_order() -> None:
    for course in ("nutcracker", "bruce"):
        laid = track_of(setup(2, course), 0)
        found = [space for row in rows_of(laid) for space in row.spaces if space is not None]
        assert sorted(found) == list(range(len(laid.spaces)))
        for lane in range(5):
            up = [row.spaces[lane] for row in rows_of(laid) if row.spaces and row.spaces[lane] is not None]
            assert up == sorted(up, key=lambda space: -1 if space is None else space)


@pytest.mark.parametrize("height", [15, 20, 60])
@pytest.mark.parametrize("there", [[0], [3, 9], [0, 40, 80], [60, 75, 98]])
def test_the_sled_in_focus_and_its_way_ahead_are_always_shown(there: list[int], height: int) -> None:
    for focus in there:
        low, high = window(there, focus, (BEHIND, AHEAD), 100, height)
        assert 0 <= low <= focus <= high < 100
        assert high >= min(99, focus + 12)
        assert high - low < height


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize(("players", "actions", "course"), SITUATIONS)
def test_it_fits_any_terminal(players: int, actions: int, course: str, width: int) -> None:
    match = played(players, actions, course)
    for seat in range(players):
        lines = text_of(match, seat, width, height=24).splitlines()
        assert max(cell_len(line) for line in lines) <= width
        assert sum("│" in line for line in lines) >= 10


def test_the_start_says_what_each_space_gives() -> None:
    drawing = text_of(played(2, 0, "nutcracker"), width=60)  # all one below the other
    said = "Free start spaces: 1 (5 cards), 2 (5 cards), 3 (5 cards), 4 (6 cards), 5 (7 cards)."
    assert said in " ".join(drawing.split())
    assert cells(drawing)[-1] == ["1", "2", "3", "4", "5"]


def test_the_end_of_a_season_tells_every_race() -> None:
    courses = ["start S finish:L", "start T CL/1 finish:R"]
    match = trailmix.new("snow_tails", players=2, seed=2, options={"courses": courses})
    bot = Seated("greedy", "drawing")
    while match.actor is not None:
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
    drawing = text_of(match)
    assert drawing.startswith("Race 2 of 2 · start T CL/1 finish:R · over")
    for result in view(match).results:
        told = [
            f"{place}. ({result.points[name]} points)" if place else "did not finish"
            for name, place in result.places.items()
        ]
        assert re.search(rf"^ *{result.race} +{' +'.join(map(re.escape, told))}", drawing, re.MULTILINE)
    assert re.findall(r"^(\d)\. \[[AB]\]", drawing, re.MULTILINE) == [
        str(place) for place in sorted(place or 0 for place in match.places())
    ]


@pytest.mark.rule("ST-R-27", "ST-R-30")
def test_who_has_not_finished_is_listed_without_a_place() -> None:
    match = at(
        "start S S finish:L",
        A="1.5.2 wrecked=2.1",
        B="1.1.4 1/1/5 hand=5????",
        C="2.5.6 hand=4????",
        round=100,
    )
    turn(match, "4@B", "C")
    turn(match, "5@B", "B")
    drawing = text_of(match)
    marks = re.findall(r"^(1\.|–) +\[([ABC])\]", drawing, re.MULTILINE)
    assert marks == [("1.", "C"), ("–", "B"), ("–", "A")]
    assert "not finished, 1.1.4" in drawing


@pytest.mark.rule("ST-R-30")
def test_who_has_not_finished_a_race_of_a_season_is_told_so() -> None:
    courses = ["start S S finish:L", "start T S finish:R"]
    match = at(
        courses[0], A="1.1.4 1/1/5 hand=5????", B="2.5.6 hand=4????", round=100, options={"courses": courses}
    )
    turn(match, "4@B", "B")
    turn(match, "5@B", "A")
    assert re.search(r"^ *1 +did not finish +1\. \(5 points\)", text_of(match), re.MULTILINE)


def test_a_terminal_without_unicode_gets_plain_signs() -> None:
    match = played(4, 40, "hobbit")
    assert match.actor is not None
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="strict")
    Console(file=file, width=100, color_system=None, markup=False).print(
        match.game.draw(match.setup, match.view(match.actor), ())
    )
    file.seek(0)
    assert "&" in file.read()
