"""Why an action is refused: the exact sentence for each reason there is."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trailmix
from alpina.helpers import SEATS, at, deal, lay, play_on, refusal
from trailmix.engine.match import Match

HANDS = {"A": "N01 N02 N03 N04 N05 N06", "B": "F01 F02 F03 F04 F05 F06"}
FORMS = "Write a card and a cell (N07@-1,0), a hiker's cell (hiker 0,0), or none."


def at_a_card() -> Match:
    """A is to lay a card; four columns and five rows are in use."""
    return at(["C06* C01 C02 C03", "C04 . . .", "C05 . . .", "C07 . . .", "C08 C18 . ."], hands=HANDS)


def at_a_hiker() -> Match:
    """A has laid N01 on 1,1 beside a hiker of B on 0,1; the cell 1,2 is empty."""
    match = at(["C06* C01:B", "C02 ."], hands=HANDS)
    match.play("N01@1,1")
    return match


def without_hikers() -> Match:
    match = at(["C06*:A N01:A N02:A N03:A", "N04:A N05 N06 N07", "N08 N09 N10 N11", "N12 N13 N14 N15"], 3)
    lay(match, "4,0")
    return match


def over() -> Match:
    return play_on(deal(), random.Random(1))


REASONS: list[tuple[Any, Any, str]] = [
    (at_a_card, "F01@1,1", "You do not hold F01."),
    (at_a_card, "C09@1,1", "You do not hold C09."),
    (at_a_card, "C01@1,1", "You do not hold C01."),
    (at_a_card, "N01@0,1", "A card lies there already."),
    (at_a_card, "N01@2,2", "No card lies beside that place: a card must share an edge with another."),
    (at_a_card, "N01@-1,0", "That would open a sixth row: the map is at most 5 rows high."),
    (at_a_card, "N01@0,-2", "That would open a sixth column: the map is at most 5 columns wide."),
    (at_a_card, "X77@1,1", "There is no card X77 in this deck."),
    (at_a_card, {"card": "X" * 50, "cell": [1, 1]}, f"There is no card {'X' * 20} in this deck."),
    (at_a_card, "N01@5,0", "The cell 5,0 is out of reach: rows and columns run from -4 to 4."),
    (at_a_card, "hiker 0,-5", "The cell 0,-5 is out of reach: rows and columns run from -4 to 4."),
    (
        at_a_card,
        {"card": "N01", "cell": [0, 99]},
        "The cell 0,99 is out of reach: rows and columns run from -4 to 4.",
    ),
    (at_a_card, "hiker 0,0", "First lay a card; the hiker comes after it."),
    (at_a_card, "none", "First lay a card; the hiker comes after it."),
    (at_a_card, "foo", f"'foo' is not an action of Alpina. {FORMS}"),
    (at_a_card, {"hiker": 1}, f"{{'hiker': 1}} is not an action of Alpina. {FORMS}"),
    (at_a_card, 4618, "4618 is not the number of an action: they run from 0 to 4617."),
    (at_a_card, -1, "-1 is not the number of an action: they run from 0 to 4617."),
    (at_a_card, None, "None is not the number of an action: they run from 0 to 4617."),
    (at_a_card, True, "True is not the number of an action: they run from 0 to 4617."),
    (at_a_hiker, "N02@2,0", "You have laid your card for this turn: now place a hiker, or none."),
    (at_a_hiker, "F01@2,0", "You have laid your card for this turn: now place a hiker, or none."),
    (
        at_a_hiker,
        "hiker 0,0",
        "That is too far: a hiker goes on the card just laid or on one beside it.",
    ),
    (at_a_hiker, "hiker 1,2", "There is no card there for a hiker to stand on."),
    (at_a_hiker, "hiker 0,1", "A hiker stands there already: a card holds one."),
    (without_hikers, "hiker 4,0", "You have no hikers left: answer none."),
    (over, "none", "The game is over: no action is accepted any more."),
    (over, "N01@0,1", "The game is over: no action is accepted any more."),
]


@pytest.mark.rule(
    "AL-PLAY-1", "AL-PLAY-3", "AL-PLAY-4", "AL-GRID-1", "AL-HIKER-2", "AL-HIKER-3", "AL-HIKER-4"
)
@pytest.mark.parametrize(
    ("situation", "action", "sentence"), REASONS, ids=[f"{m.__name__}-{a!s:.20}" for m, a, _ in REASONS]
)
def test_the_sentence(situation: Any, action: Any, sentence: str) -> None:
    assert refusal(situation(), action) == sentence


@pytest.mark.rule("AL-TURN-5", "AL-TURN-3")
@pytest.mark.parametrize("situation", [at_a_card, at_a_hiker])
def test_not_your_turn_comes_before_everything_else(situation: Any) -> None:
    match = situation()
    assert match.actor == 0
    for action in ("F01@1,1", "N01@1,1", "hiker 0,0", "none", 5):
        assert refusal(match, action, seat=1) == "It is not B's turn: A is to move."


def test_people_are_called_by_their_names() -> None:
    match = trailmix.new("alpina", players=["Ann", "Bob"], seed=7)
    first, second = match.names
    assert refusal(match, "none", seat=1) == f"It is not {second}'s turn: {first} is to move."


@pytest.mark.rule("AL-GRID-3")
def test_a_cell_outside_both_is_a_sixth_row_first() -> None:
    match = at(
        ["C06* C01 C02 C03 C04", "C05 . . . .", "C07 . . . .", "C08 . . . .", "C09 . . . ."], hands=HANDS
    )
    assert match.why("N01@-1,-1") == "That would open a sixth row: the map is at most 5 rows high."


def test_what_may_be_played_has_no_reason_against_it() -> None:
    assert at_a_card().why("N01@1,1") is None
    assert at_a_card().why("N01@1,1", seat=0) is None
    assert at_a_hiker().why("hiker 1,1") is None
    assert without_hikers().why("none") is None


def test_every_reason_of_the_catalogue_is_seen_above() -> None:
    """A sentence that nothing can bring about, or that no test brings about, is found here."""
    match = deal()
    said = {sentence for _, _, sentence in REASONS} | {f"It is not {SEATS[1]}'s turn: A is to move."}
    texts = {key: text for key, text in match.game.words.texts.items() if key.startswith("refused.")}
    unseen = {
        key
        for key, text in texts.items()
        if not any(
            sentence.endswith(text.split("}")[-1]) and text.split("{")[0] in sentence for sentence in said
        )
    }
    assert {key for key in unseen if "undo" not in key} == {"refused.no_seat", "refused.unforeseeable"}
