"""Positions of Alpina: what can be written, and what cannot be."""

from __future__ import annotations

import random
import tomllib
from typing import Any

import pytest

import trailmix
from alpina.helpers import at, corrected, deal, hand, play_on, position, view
from trailmix.engine.errors import BadPosition
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR

SMALL = ["C06* N01", "N02 ."]
FULL = [
    "C06* C01 C02 C03 C04",
    "N01 N02 N03 N04 N05",
    "N06 N07 N08 N09 N10",
    "F01 F02 F03 F04 F05",
    "F06 F07 F08 F09 F10",
]


def refused(grid: Any, players: int = 2, **said: Any) -> str:
    """Load what must be refused; returns the sentence."""
    with pytest.raises(BadPosition) as caught:
        trailmix.load(position(grid, players, **said))
    return str(caught.value)


# --- good ones ------------------------------------------------------------------------------------------


@pytest.mark.rule("AL-TURN-3", "AL-HIKER-4")
def test_turn_decision_and_supply_follow_from_the_grid() -> None:
    match = at(["C06*:A N01:B", "N02 ."], 3)
    assert (match.actor, view(match).decision, view(match).turn) == (2, "card", 2)
    assert [seat.hikers for seat in view(match).seats] == [4, 4, 5]
    assert [seat.hand_size for seat in view(match).seats] == [6, 6, 6]
    assert view(match).pile == 56 - 3 - 18


def test_the_rest_is_shuffled_by_the_seed() -> None:
    same, again, other = at(SMALL, seed=1), at(SMALL, seed=1), at(SMALL, seed="else")
    assert same.position() == again.position() != other.position()
    assert view(same).grid == view(other).grid


def test_hands_and_pile_may_be_given_in_full_or_in_part() -> None:
    match = at(SMALL, hands={"A": "N05 N03 N04 F03 F02 F01", "B": "?"}, pile="C01 C02 ...")
    assert hand(match, 0) == ("N03", "N04", "N05", "F01", "F02", "F03")
    assert tomllib.loads(match.position())["pile"].startswith("C01 C02 ")
    rest = tomllib.loads(match.position())["pile"]
    exact = at(SMALL, hands={"A": "N05 N03 N04 F03 F02 F01", "B": " ".join(hand(match, 1))}, pile=rest)
    assert hand(exact, 1) == hand(match, 1)
    assert exact.states["pile"].tobytes() == match.states["pile"].tobytes()


def test_rows_may_be_short_and_indented() -> None:
    assert view(at(["  C06*   N01", "N02"])).grid == view(at(SMALL)).grid


@pytest.mark.parametrize(
    "grid", [["N01 C06*"], ["N01", "C06*"], [". N01", "C06* N02"], ["N01 N02 N03 N04 C06*"]]
)
def test_the_start_card_is_0_0_wherever_it_stands(grid: list[str]) -> None:
    match = at(grid)
    assert next(spot for spot in view(match).grid if spot.card == "C06").cell == (0, 0)


def test_a_position_in_the_middle_of_a_turn() -> None:
    match = at(["C06* N01", "N02 N03"], 2, laid="1,1")
    assert (match.actor, view(match).decision, view(match).laid) == (0, "hiker", (1, 1))
    assert match.legal() == ["hiker 0,1", "hiker 1,0", "hiker 1,1", "none"]
    assert len(hand(match, 0)) == 5


@pytest.mark.rule("AL-END-1")
def test_a_full_grid_is_over_unless_the_last_hiker_is_still_to_be_decided() -> None:
    assert at(FULL).over
    match = at(FULL, laid="4,4")
    assert (match.actor, match.legal()) == (1, ["hiker 3,4", "hiker 4,3", "hiker 4,4", "none"])


def test_a_position_keeps_options_data_and_chance() -> None:
    data = corrected({"N01": {"base": 9}})
    match = trailmix.new(
        "alpina", players=3, seed=4, options={"colours": ["red", "purple", "yellow"]}, data=data
    )
    play_on(match, random.Random(1), 9)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    assert [seat.colour for seat in view(again).seats] == ["red", "purple", "yellow"]
    assert again.setup.data_text == data
    assert again.states["key"].tobytes() == match.states["key"].tobytes()


@pytest.mark.rule("AL-DRAW-4")
def test_the_position_of_what_a_seat_sees_says_no_more_than_the_seat_knows() -> None:
    match = play_on(deal(3), random.Random(1), 9)
    for seat in (SPECTATOR, 1):
        seen = Match(match.setup, match.seen_by(seat)).position()
        said = tomllib.loads(seen)
        assert "pile" not in said
        assert "chance" not in said
        assert list(said["hands"]) == ([] if seat == SPECTATOR else ["B"])
        again = trailmix.load(seen)  # what is not said is dealt from the rest
        assert view(again, seat).grid == view(match, seat).grid
        if seat != SPECTATOR:
            assert hand(again, seat) == hand(match, seat)


# --- impossible ones ------------------------------------------------------------------------------------

BAD: list[tuple[str, Any, dict[str, Any], str]] = [
    ("a card twice", ["C06* N01", "N01 ."], {}, "The card N01 lies in the grid twice."),
    (
        "in grid and hand",
        SMALL,
        {"hands": {"A": "N01 N03 N04 N05 N06 N07"}},
        "The card N01 is in two places: grid and hands.A.",
    ),
    (
        "in two hands",
        SMALL,
        {"hands": {"A": "N03 N04 N05 N06 N07 N08", "B": "N08 N09 N10 N11 N12 N13"}},
        "The card N08 is in two places: hands.A and hands.B.",
    ),
    (
        "twice in a hand",
        SMALL,
        {"hands": {"A": "N03 N03 N05 N06 N07 N08"}},
        "The card N03 is in two places: hands.A and hands.A.",
    ),
    ("in grid and pile", SMALL, {"pile": "N01 ..."}, "The card N01 is in two places: grid and pile."),
    ("unknown card", ["C06* X77"], {}, "grid: there is no card 'X77'."),
    ("unknown card in a hand", SMALL, {"hands": {"A": "X77"}}, "hands.A: there is no card 'X77'."),
    ("empty grid", [], {}, 'A position of Alpina needs a grid: a list of rows like "C06*:A N01 .".'),
    ("grid of numbers", [1, 2], {}, "grid, value 1: a text like C06*:A N01 ., not 1."),
    ("no card", ["C06* N01!"], {}, "In the grid, 'N01!' is not a card like N07, C06* or C06*:A."),
    ("small letter", ["C06*:a"], {}, "In the grid, 'C06*:a' is not a card like N07, C06* or C06*:A."),
    ("two hikers", ["C06*:AB N01"], {}, "In the grid, 'C06*:AB' is not a card like N07, C06* or C06*:A."),
    ("no start card", ["C06 N01"], {}, "The grid marks 0 start cards with *; there is exactly one."),
    ("two start cards", ["C06* C01*"], {}, "The grid marks 2 start cards with *; there is exactly one."),
    ("start card no chamois", ["N01* C06"], {}, "The start card is not a chamois."),
    ("six columns", ["C06* N01 N02 N03 N04 N05"], {}, "The grid is more than 5 rows high or 5 columns wide."),
    (
        "six rows",
        ["C06*", "N01", "N02", "N03", "N04", "N05"],
        {},
        "The grid is more than 5 rows high or 5 columns wide.",
    ),
    (
        "six to both sides",
        ["N01 N02 N03 C06* N04 N05"],
        {},
        "The grid is more than 5 rows high or 5 columns wide.",
    ),
    ("far off", ["C06* . . . . . . N01"], {}, "The grid is more than 5 rows high or 5 columns wide."),
    ("apart", ["C06* . N01"], {}, "The cards of the grid do not hang together edge to edge."),
    ("corner contact", ["C06* .", ". N01"], {}, "The cards of the grid do not hang together edge to edge."),
    (
        "two islands",
        ["C06* N01 .", ". . N02", ". . N03"],
        {},
        "The cards of the grid do not hang together edge to edge.",
    ),
    ("no such seat", ["C06*:C N01", "N02 ."], {}, "grid: one of A, B, not 'C'."),
    (
        "no such hand",
        SMALL,
        {"hands": {"C": "?"}},
        "hands.C: there is no such seat; with 2 players they are A, B.",
    ),
    ("more hikers than turns", ["C06*:A N01:A"], {}, "A has 2 hikers in the grid after only 1 turns."),
    ("a hiker of one yet to play", ["C06*:B N01"], {}, "B has 1 hikers in the grid after only 0 turns."),
    ("a hiker before the first turn", ["C06*:A"], {}, "A has 1 hikers in the grid after only 0 turns."),
    ("hand too small", SMALL, {"hands": {"A": "N03 N04"}}, "A holds 2 cards; it must be 6."),
    (
        "hand too big",
        SMALL,
        {"hands": {"B": "N03 N04 N05 N06 N07 N08 N09"}},
        "B holds 7 cards; it must be 6.",
    ),
    (
        "six cards between two decisions",
        ["C06* N01", "N02 N03"],
        {"laid": "1,1", "hands": {"A": "N04 N05 N06 N07 N08 N09"}},
        "A holds 6 cards; it must be 5.",
    ),
    ("hands as a list", SMALL, {"hands": ["N03"]}, "hands: a line for each seat, like A = ..., not ['N03']."),
    (
        "hand as a list",
        SMALL,
        {"hands": {"A": ["N03"]}},
        "hands.A: a text, not ['N03'].",
    ),
    ("pile too small", SMALL, {"pile": "N03 N04"}, "The pile has 2 cards; it must be 41."),
    (
        "pile as a number",
        SMALL,
        {"pile": 41},
        "pile: a text, not 41.",
    ),
    ("unknown decision", SMALL, {"decision": "draw"}, "decision: one of card, hiker, over, not 'draw'."),
    ("over too soon", SMALL, {"decision": "over"}, "With 3 cards in the grid the decision cannot be 'over'."),
    (
        "card on a full grid",
        FULL,
        {"decision": "card"},
        "With 25 cards in the grid the decision cannot be 'card'.",
    ),
    (
        "hiker without laid",
        SMALL,
        {"decision": "hiker"},
        "'laid' says where the card lies whose hiker is decided, and is for that alone.",
    ),
    (
        "laid for a card",
        SMALL,
        {"decision": "card", "laid": "0,1"},
        "'laid' says where the card lies whose hiker is decided, and is for that alone.",
    ),
    (
        "laid nowhere",
        SMALL,
        {"laid": "3,3"},
        "laid = '3,3' is not the cell of a card that can have been laid just now.",
    ),
    (
        "laid is the start",
        SMALL,
        {"laid": "0,0"},
        "laid = '0,0' is not the cell of a card that can have been laid just now.",
    ),
    (
        "laid is nonsense",
        SMALL,
        {"laid": "x"},
        "laid: a text like 1,-2, not 'x'.",
    ),
    (
        "laid is far",
        SMALL,
        {"laid": "9,9"},
        "laid = '9,9' is not the cell of a card that can have been laid just now.",
    ),
    (
        "laid in a bridge",
        ["C06* N01 N02"],
        {"laid": "0,1"},
        "The card on 0,1 cannot be the last one laid: others hang on it.",
    ),
    (
        "laid with a hiker",
        ["C06* N01", "N02 N03:A"],
        {"laid": "1,1"},
        "The card on 1,1 has just been laid and cannot carry a hiker yet.",
    ),
    ("wrong seat to move", SMALL, {"to_move": "B"}, "With 3 cards in the grid it is A to move."),
    ("to move after the end", FULL, {"to_move": "A"}, "With 25 cards in the grid it is nobody to move."),
    (
        "unknown field",
        SMALL,
        {"scores": [1, 2]},
        "A position of Alpina has no field 'scores'; it has decision, grid, laid, to_move, hands, pile.",
    ),
]


@pytest.mark.rule("AL-COMP-1", "AL-SETUP-2", "AL-GRID-1", "AL-PLAY-4", "AL-HIKER-1", "AL-TURN-5")
@pytest.mark.parametrize(
    ("grid", "said", "sentence"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_an_impossible_position_is_refused_with_the_reason(
    grid: Any, said: dict[str, Any], sentence: str
) -> None:
    assert refused(grid, **said) == sentence


def test_a_position_without_a_grid_is_refused() -> None:
    with pytest.raises(BadPosition) as caught:
        trailmix.load('trailmix = "position"\ngame = "alpina"\nplayers = 2\n')
    assert str(caught.value) == 'A position of Alpina needs a grid: a list of rows like "C06*:A N01 .".'


@pytest.mark.rule("AL-HIKER-4", "AL-R-24")
@pytest.mark.parametrize(("players", "hikers"), [(2, 8), (3, 5), (4, 4)])
def test_a_hiker_too_many_is_refused(players: int, hikers: int) -> None:
    cards = " ".join(FULL).split()
    for number in (hikers, hikers + 1):
        marked = [f"{card}:A" if n < number else card for n, card in enumerate(cards)]
        grid = [" ".join(marked[n : n + 5]) for n in range(0, 25, 5)]
        if number == hikers:
            assert view(at(grid, players)).seats[0].hikers == 0
        else:
            assert refused(grid, players) == f"A has {number} hikers in the grid and only {hikers} in all."
