"""What a seat sees, and that it sees nothing else.

Two matches that differ only in what is hidden from a seat look the same to it, byte for byte.
"""

from __future__ import annotations

import random
import re

import pytest

import trailmix
from alpina.helpers import at, deal, deck, hand, lay, play_on, situations, spots, view, view_bytes
from trailmix.engine.record import SPECTATOR
from trailmix.games.alpina.view import Own, TableView

# --- non-interference -----------------------------------------------------------------------------------


@pytest.mark.rule("AL-DRAW-4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_names_the_own_hand_and_the_grid_and_no_other_card(players: int) -> None:
    for match in situations(players, 30, range(0, 48, 3)):
        for seat in range(SPECTATOR, players):
            named = set(re.findall(r'"([NCF]\d\d)"', view_bytes(match, seat).decode()))
            own = set(hand(match, seat)) if seat != SPECTATOR else set()
            assert named == own | {spot.card for spot in view(match).grid}


@pytest.mark.rule("AL-R-26")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_after_the_end_everybody_sees_everything_but_the_generator(players: int) -> None:
    match = play_on(deal(players), random.Random(9))
    seen = match.seen_by(SPECTATOR)
    for name in ("hand", "pile", "grid", "hikers", "supply"):
        assert seen[name].tobytes() == match.states[name].tobytes()
    assert not seen["key"].any()
    assert not seen["counter"].any()
    for seat in range(players):
        named = set(re.findall(r'"([NCF]\d\d)"', view_bytes(match).decode()))
        assert set(hand(match, seat)) < named


# --- what it shows --------------------------------------------------------------------------------------


def test_the_view_of_a_card_decision() -> None:
    match = at(["C06*:A N01:B N07", "C13:A . ."], hands={"B": "F01 F02 F03 F04 F05 F06"})
    shown = view(match, 1)
    assert (shown.game, shown.to_move, shown.decision) == ("alpina", "B", "card")
    assert match.prompt() == "Lay a card on a free cell beside another card."
    assert (shown.turn, shown.turns, shown.pile) == (3, 24, 40)
    assert (shown.rows, shown.columns) == ((0, 1), (0, 2))
    assert [(spot.cell, spot.card, spot.hiker) for spot in shown.grid] == [
        ((0, 0), "C06", "A"),
        ((0, 1), "N01", "B"),
        ((0, 2), "N07", None),
        ((1, 0), "C13", "A"),
    ]
    assert (shown.laid, shown.hiker_cells, shown.places) == (None, (), None)
    assert set(shown.open_cells) == {
        (-1, 0),
        (-1, 1),
        (-1, 2),
        (0, -1),
        (0, 3),
        (1, -1),
        (1, 1),
        (1, 2),
        (2, 0),
    }
    assert [(seat.seat, seat.hikers, seat.hand_size) for seat in shown.seats] == [("A", 6, 6), ("B", 7, 6)]
    assert shown.own == Own("B", ("F01", "F02", "F03", "F04", "F05", "F06"))
    assert view(match).own is None


def test_the_view_of_a_hiker_decision_and_of_the_end() -> None:
    match = at(["C06* N01:B", "N02 ."])
    lay(match, "1,1")
    shown = view(match, 0)
    assert (shown.decision, shown.laid, shown.hiker_cells) == ("hiker", (1, 1), ((1, 0), (1, 1)))
    assert match.prompt() == "Place a hiker on 1,1 or on a card beside it, or none."
    over = view(play_on(match, random.Random(1)))
    assert (over.decision, over.to_move, over.open_cells) == ("over", None, ())
    assert match.prompt() == "The game is over."
    assert sorted(over.places or ()) == [1, 2]


@pytest.mark.rule("AL-C-1", "AL-C-2", "AL-C-6", "AL-C-9", "AL-C-11")
@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("N07", "1, and 1 for each nutcracker in its row or column"),
        ("N17", "2 for each different animal to its right"),
        ("N11", "2, and 1 for each chamois around it"),
        ("C06", "1 for each hiker on a chamois on the map, this card included"),
        ("N13", "1 for each nutcracker linked to it"),
        ("F16", "2 for each different landscape to its left"),
        ("C04", "2 for each hiker below it"),
        ("C03", "2 for each hiker above it"),
        ("F02", "2 for each lake next to it"),
        ("N01", "2 for each nutcracker in its row"),
        ("N04", "2 for each nutcracker in its column"),
    ],
)
def test_a_condition_is_put_into_words(card: str, words: str) -> None:
    table = deal().table_view()
    assert isinstance(table, TableView)
    assert table.cards[card].words == words


def test_the_table_view_is_the_deck_as_the_file_has_it() -> None:
    table = deal(3).table_view()
    assert isinstance(table, TableView)
    assert table.colours == ("yellow", "light blue", "purple")
    for card_id, line in deck().items():
        shown = table.cards[card_id]
        assert (shown.animal, shown.land, shown.base, shown.per) == tuple(
            line[name] for name in ("animal", "land", "base", "per")
        )
        assert (shown.count, shown.where, shown.own) == (
            line["count"],
            line["where"],
            line.get("self", False),
        )


@pytest.mark.rule("AL-R-23")
def test_the_cells_that_a_hiker_counts_are_there_to_be_lit_up() -> None:
    match = at(["C06*:A N01:B N07", "C13:A . ."])
    assert {spot.card: spot.counts for spot in spots(match).values()} == {
        "C06": ((0, 0), (1, 0)),
        "N01": ((0, 2),),
        "N07": ((0, 1),),
        "C13": ((0, 0),),
    }


def test_however_long_the_owners_names_are_they_are_shown_whole() -> None:
    """Views are written into a buffer: it is as large as what the data and options say."""
    text = trailmix.game("alpina").data_file.read_text(encoding="utf-8")
    for card in ("N01", "C16", "F07", "F08"):
        text = text.replace(f'"{card}"', f'"{card * 1000}"')
    colours = ["é" * 400, '"', "\\", "red"]
    for old, new in zip(("yellow", "light blue", "purple"), ("é" * 400, '\\"', "\\\\"), strict=True):
        text = text.replace(f'"{old}"', f'"{new}"')
    match = trailmix.new("alpina", players=4, seed=7, data=text)
    play_on(match, random.Random(7))
    shown = view(match)
    assert [seat.colour for seat in shown.seats] == colours
    named = [spot.card for spot in shown.grid] + [card for seat in range(4) for card in hand(match, seat)]
    assert set(named) < {card.id for card in match.setup.data.cards}
    assert max(map(len, named)) == 3000
