"""What a seat sees, and that it sees nothing else (HC-PLAY-12, R-42).

Two matches that differ only in what is hidden from a seat look the same to it, byte for byte.
"""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from hike_cards.helpers import (
    SPECIALTIES,
    SUITS,
    at,
    deal,
    play,
    play_on,
    seat,
    situations,
    view,
    view_bytes,
)
from trailmix.engine.record import SPECTATOR

PUBLIC_WORDS = re.compile(r'"(follow|suit|last|demand|decision)":(\[[^]]*\]|"[^"]*")')
"""Fields that say a card's name, but show no card."""


@pytest.mark.rule("HC-PLAY-12")
def test_a_view_names_no_card_of_another_hand() -> None:
    """Every card that lies open or is one's own, counted; nothing else is named."""
    for match in situations(5, 30, every=6):
        for viewer in range(SPECTATOR, 5):
            shown = view(match, viewer)
            listed = [list(each.leftovers) + list(each.planted) for each in shown.seats]
            named = (
                sum(len(cards) for cards in listed)
                + 2 * len(shown.pile)  # as it was played, and as a card
                + len(shown.own.hand if shown.own else ())
            )
            text = PUBLIC_WORDS.sub("", view_bytes(match, viewer).decode())
            found = re.findall(rf'"(?:{"|".join([*SUITS, *SPECIALTIES])})(?:=\w+)?"(?!:)', text)
            assert len(found) == named


@pytest.mark.rule("HC-PLAY-6", "HC-PLAY-12")
def test_the_eliminated_have_an_open_hand() -> None:
    match = at("tree:C", A="bug tree", B="bug lake litter", C="bird*2")
    play(match, "A bug")
    for viewer in (SPECTATOR, 0, 2):
        assert sorted(view(match, viewer).seats[1].leftovers) == ["bug", "lake", "litter"]


@pytest.mark.rule("HC-PLAY-12", "HC-AVA-1")
def test_what_is_drawn_is_seen_by_its_drawer_alone() -> None:
    match = at("lake:C", A="avalanche bug", B="bird", C="bird", deck="sun lost ...")
    events = play(match, "A avalanche")
    drew = next(event for event in events if event.kind == "drew")
    assert drew.seen_by(1).values == {"number": 2, "cards": ["sun", "lost"]}
    for viewer in (SPECTATOR, 0, 2):
        hidden = drew.seen_by(viewer)
        assert (hidden.kind, hidden.values) == ("drew.hidden", {"number": 2})


@pytest.mark.rule("R-42", "HC-EQK-1")
def test_nobody_looks_into_the_cards_of_an_earthquake() -> None:
    match = at("lake:D", A="earthquake bug sun", B="bird", C="bird*2", D="tree*2")
    events = play(match, "A earthquake")
    for viewer in range(SPECTATOR, 4):
        told = msgspec.json.encode([event.seen_by(viewer) for event in events if event.kind == "redealt"])
        assert not re.search(rb"bird|bug|sun|tree", told)


def test_the_prompts() -> None:
    said: dict[str, Any] = {"A": "bird tree light lake wind", "B": "?*3", "C": "?*3"}
    prompts = {
        ("", "play"): "Lead with any card but Litter.",
        ("peak:C", "play"): "Follow the Peak with Light, Trail, Bird or a specialty card.",
        ("lost:C", "play"): "Lost: anything but Litter may follow.",
        ("sun:C", "play"): "The Sun demands Light.",
        ("drought:C", "lake"): "The Drought demands a Lake.",
        ("worm:A", "bird"): "Add a Bird to capture The Worm at once, or none.",
        ("spring:C", "plant"): "Plant any number of Trees, and The Wind if you like, or none.",
    }
    for (played, decision), sentence in prompts.items():
        assert at(played, decision=decision, **said).prompt() == sentence
    assert play_on(deal(), random.Random(1)).prompt() == "The game is over."


@pytest.mark.rule("HC-PLAY-12")
def test_the_latest_play_of_a_seat_is_shown() -> None:
    match = at("bird:A bird:B lake:A bug:B", A="tree*2", B="?", C="?")
    assert (seat(match, "A").last, seat(match, "B").last, seat(match, "C").last) == ("lake", "bug", None)


# --- what is public


@pytest.mark.rule("HC-PLAY-12", "R-42")
def test_everyone_sees_what_lies_open() -> None:
    match = at(
        "bird:E wind=peak:A avalanche:B poop:C spring:D worm:E lost:B tree:A",
        A="bug*2",
        B="light*3",
        C="?*4",
        D="?*5",
        left="F E",
        leftovers={"E": "bug litter"},
        bugs={"F": 2, "A": 1},
        planted={"B": "tree*2"},
        totals={"A": 1, "B": 2, "F": 30},
        dealer="C",
        round=3,
        to_move="D",
    )
    for onlooker in (-1, 0, 3):
        shown = view(match, onlooker)
        assert [(each.card, each.seat) for each in shown.pile] == [
            ("bird", "E"),
            ("wind=peak", "A"),
            ("avalanche", "B"),
            ("poop", "C"),
            ("spring", "D"),
            ("worm", "E"),
            ("lost", "B"),
            ("tree", "A"),
        ]
        assert (shown.direction, shown.peaks_draw, shown.trails_reverse) == ("counter-clockwise", True, True)
        assert [each.hand_size for each in shown.seats] == [2, 3, 4, 5, 0, 0]
        assert (shown.deck, shown.birds) == (80 - 8 - 14 - 2 - 3 - 2, 1)
        assert [each.status for each in shown.seats] == ["active"] * 4 + ["eliminated", "spent"]
        assert [each.left for each in shown.seats] == [None] * 4 + [2, 1]
        assert sorted(shown.seats[4].leftovers) == ["bug", "litter"]
        assert [each.bugs for each in shown.seats] == [1, 0, 0, 0, 0, 2]
        assert shown.seats[1].planted == ("tree", "tree")
        assert (shown.worm_by, shown.worm_holder) == ("E", None)
        assert (shown.to_move, shown.decision, shown.dealer, shown.round) == ("D", "play", "C", 3)
        assert [each.total for each in shown.seats] == [1, 2, 0, 0, 0, 30]
        assert [each.last for each in shown.seats] == ["tree", "lost", "poop", "spring", "worm", None]
        assert (shown.suit, set(shown.follow), shown.demand) == ("tree", {"bug", "light", "trail"}, None)


@pytest.mark.rule("HC-PLAY-12", "R-42")
@pytest.mark.parametrize(
    ("top", "decision", "demand", "order"),
    [
        ("drought:C", "lake", "drought", "ABC"),
        ("sun:C", "play", "sun", "ABCD"),
        ("spring:C", "plant", None, "ABC"),
        ("worm:A", "bird", None, ""),
        ("bird:C", "play", None, ""),
    ],
)
def test_who_owes_which_decision_is_public(top: str, decision: str, demand: str | None, order: str) -> None:
    match = at(top, A="lake light tree", B="?*2", C="?*3", D="?", decision=decision)
    for viewer in (-1, 0, 3):
        shown = view(match, viewer)
        assert (shown.to_move, shown.decision, shown.demand) == ("A", decision, demand)
        assert "".join(shown.to_answer) == order


@pytest.mark.rule("HC-PLAY-12", "R-42")
def test_nobody_sees_a_hand_that_is_not_the_own() -> None:
    match = at("bird:C", A="bird lake*2", B="tree*2 sun", C="?*4")
    assert view(match).own is None
    own = view(match, 1).own
    assert own is not None
    assert (own.seat, sorted(own.hand)) == ("B", ["sun", "tree", "tree"])
    for onlooker in (-1, 0, 2):
        text = repr(view(match, onlooker).seats)
        assert not any(card in text for card in ("'tree'", "'sun'", "'lake'"))
