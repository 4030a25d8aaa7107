"""Positions of Hike: anything in a round can be set up by hand, and what cannot be is refused."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from typing import Any

import pytest

import trailmix
from hike_cards.helpers import (
    DATA,
    SHIPPED,
    after,
    at,
    cards,
    hand,
    pile,
    play,
    play_on,
    position,
    situations,
    statuses,
    to_move,
    view,
)
from hike_cards.test_data import SHIFTED
from trailmix.engine.errors import BadPosition
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR

# --- good ones


def test_everything_may_be_left_out() -> None:
    match = trailmix.load('trailmix = "position"\ngame = "hike_cards"\nplayers = 4\n')
    shown = view(match)
    assert [each.hand_size for each in shown.seats] == [7, 7, 7, 7]
    assert (shown.dealer, shown.to_move, shown.round, shown.decision) == ("A", "B", 1, "play")
    assert (shown.deck, shown.pile) == (52, ())


def test_what_the_plays_led_to_follows_from_them() -> None:
    match = at(
        "trail:A bird:B worm:C lost:D wind=bird:A trail:B avalanche:C peak:D",
        A="bird bug",
        B="?",
        C="?",
        D="?",
    )
    shown = view(match)
    assert (shown.direction, shown.peaks_draw, shown.trails_reverse) == ("clockwise", True, True)
    assert (shown.birds, shown.worm_by, shown.worm_holder) == (2, "C", "A")
    assert (shown.suit, pile(match)[-1]) == ("peak", "peak")
    assert "worm" not in pile(match), "it lies in front of A"


def test_statuses_follow_from_what_lies_in_front() -> None:
    match = at("poop:B", A="bird", left="B C D", leftovers={"C": "bug*2"}, bugs={"D": 1, "C": 1, "A": 2})
    assert statuses(match) == "active out eliminated spent"


def test_open_cards_are_dealt_by_the_seed() -> None:
    same, again, other = (at("bird:C", A="bird ?*5", seed=seed) for seed in (1, 1, 2))
    assert same.position() == again.position() != other.position()
    assert hand(same, "A").count("bird") >= 1
    assert hand(same, "A") != hand(other, "A")


def test_the_top_of_the_deck_may_be_named_and_is_drawn_in_that_order() -> None:
    match = at("avalanche:C lake:C", A="peak*2 bug", B="light bug", C="peak*3", deck="sun lost wind ...")
    play(match, "A peak")
    assert hand(match, "A") == cards("peak bug sun")
    assert tomllib.loads(match.position())["deck"] == "lost wind ..."


def test_the_whole_deck_may_be_named() -> None:
    """Of 77 cards 25 can be drawn in a round, so no more have to be kept in their order."""
    everything = sorted((DATA.deck - Counter(["peak", "bug", "bird"])).elements())
    match = at("", A="peak", B="bug", C="bird", deck=" ".join(everything))
    assert view(match).deck == 77
    said = tomllib.loads(match.position())["deck"].split()
    assert said == [*everything[:25], "..."]


def test_a_pending_spring() -> None:
    match = at(
        "lost:D spring:C", A="tree bug", B="tree bug", C="bug", D="tree", decision="plant", to_move="B"
    )
    assert view(match).to_answer == ("B", "A", "D", "C")
    play(match, "B plant 1", "A none", "D plant 1", "C none")
    assert (to_move(match), view(match).decision) == ("B", "play")


def test_a_pending_drought_says_who_has_answered() -> None:
    match = at("bird:A drought:C wind=lake:D", A="lake bug", B="lake", C="lake", D="bug", decision="lake")
    assert view(match).to_answer == ("A", "B", "C")
    assert (view(match).turn, view(match).demand) == ("C", "drought")


def test_a_pending_sun_and_the_worms_question() -> None:
    match = at("sun:C", A="light", B="?*2", C="?*2")
    assert (view(match).demand, view(match).to_answer) == ("sun", ("A", "B", "C"))
    match = at("worm:A", A="bird bug", B="?*2", C="?*2", decision="bird")
    assert (view(match).decision, view(match).turn) == ("bird", "A")


def test_a_finished_match() -> None:
    match = after(4, 3, 10_000)
    assert match.over
    again = trailmix.load(match.position())
    assert again.over
    assert (again.scores(), again.places(), view(again)) == (match.scores(), match.places(), view(match))


def test_options_data_and_chance_are_kept() -> None:
    data = SHIPPED.replace("hand_size = 7", "hand_size = 6")
    match = trailmix.new("hike_cards", 3, 4, options={"follow": SHIFTED, "target": 60}, data=data)
    play_on(match, random.Random(1), 9)
    again = trailmix.load(match.position())
    assert again.position() == match.position()
    assert again.setup.options == match.setup.options
    assert again.setup.data_text == data
    assert again.states["key"].tobytes() == match.states["key"].tobytes()
    assert view(again).target == 60


@pytest.mark.rule("HC-DATA-2")
def test_an_option_that_is_left_open_is_left_out() -> None:
    match = trailmix.new("hike_cards", 3, 4, options={"follow": SHIFTED})
    assert tomllib.loads(match.position())["options"].keys() == {"follow"}
    again = trailmix.load(match.position())
    assert (again.setup.options, view(again)) == (match.setup.options, view(match))


@pytest.mark.rule("HC-PLAY-12")
def test_the_position_of_what_a_seat_sees_says_no_more_than_it_knows() -> None:
    for match in situations(4, 6, every=5):
        for seat in (SPECTATOR, 0, 2):
            text = Match(match.setup, match.seen_by(seat)).position()
            said = tomllib.loads(text)
            assert "chance" not in said
            assert said["deck"] in ("...", "")
            for name, held in said["hands"].items():
                known = seat != SPECTATOR and name == "ABCD"[seat]
                assert (held == f"?*{view(match).seats['ABCD'.index(name)].hand_size}") != known
            again = trailmix.load(text)  # what is not said is dealt from the rest
            assert again.public_json() == match.public_json()


# --- impossible ones

GOOD: dict[str, Any] = {"A": "bird bug", "B": "tree*2", "C": "light*3"}
LEFT: dict[str, Any] = {"A": "bird bug", "left": "B C"}
BAD: list[tuple[str, str, dict[str, Any], str]] = [
    ("an unknown field", "", {"trees": 3}, "A position of Hike has no field 'trees'; it has"),
    ("no such card", "", {"A": "moss"}, "hands.A: there is no card 'moss'."),
    ("a wind as a suit in hand", "", {"A": "wind=lake"}, "there is no card 'wind=lake'"),
    ("a card eleven times", "", {"A": "bird*11"}, "There are more than 10 of the card bird."),
    ("a card too often in two hands", "", {"A": "bird*6", "B": "bird*5"}, "more than 10 of the card bird."),
    ("a specialty twice", "sun:C lake:C", {"A": "sun bug"}, "There are more than 1 of the card sun."),
    (
        "in the pile and in the deck",
        "sun:C light:C",
        {"A": "bug", "deck": "sun ..."},
        "than 1 of the card sun.",
    ),
    ("the wind played and held", "wind=lake:C", {"A": "wind bug"}, "more than 1 of the card wind."),
    (
        "the wind planted twice",
        "spring:C",
        {**GOOD, "planted": {"A": "wind", "B": "wind"}},
        "than 1 of the card",
    ),
    ("too many cards", "", {"A": "?*75", "B": "?*7"}, "There are only 80 cards"),
    ("more cards than there are", "", {"A": "?*81"}, "There are only 80 cards, and 15 more"),
    ("a hand that is no text", "", {"A": 7}, "hands.A: a text, not 7."),
    ("a hand that is a list", "", {"A": ["bird"]}, "hands.A: a text, not"),
    ("hands as a text", "", {"hands": "bird"}, "hands: a line for each seat"),
    (
        "no such seat",
        "",
        {**GOOD, "hands": {"D": "bird"}},
        "hands.D: there is no such seat; with 3 players they are A, B, C.",
    ),
    ("a small seat", "", {"hands": {"a": "bird"}}, "hands.a: there is no such seat"),
    ("an empty hand", "", {"A": "bird", "B": ""}, "B holds no card and has not left the round."),
    (
        "cards after leaving",
        "",
        {"A": "bird", "B": "bug", "C": "bug", "left": "B"},
        "B has left the round and holds",
    ),
    ("leaving twice", "", {"A": "bird", "left": "B B"}, "left names a seat twice."),
    (
        "no such seat left",
        "",
        {"A": "bird", "left": "B", "players": 3, "leftovers": {"X": "bug"}},
        "leftovers.X: there is no such seat",
    ),
    ("left as a list", "", {"A": "bird", "left": ["B"]}, "left: a text"),
    (
        "leftovers of one still in",
        "",
        {**GOOD, "leftovers": {"B": "bug"}},
        "B has leftovers, but has not left",
    ),
    ("hidden leftovers", "", {**LEFT, "leftovers": {"B": "?*3"}}, "leftovers.B: there is no card"),
    ("bugs without poop", "", {**GOOD, "bugs": {"A": 1}}, "Bugs are laid out only by Poop"),
    ("eleven bugs", "poop:C", {**GOOD, "bugs": {"A": 11}}, "bugs.A: a number from 0 to 10, not 11."),
    ("less than no bugs", "poop:C", {**GOOD, "bugs": {"A": -1}}, "bugs.A: a number from 0 to 10, not -1."),
    ("bugs as a text", "poop:C", {**GOOD, "bugs": {"A": "bug"}}, "bugs.A: a number"),
    ("bugs as a truth", "poop:C", {**GOOD, "bugs": {"A": True}}, "bugs.A: a number"),
    ("planted without spring", "", {**GOOD, "planted": {"A": "tree"}}, "Cards are planted only in Spring"),
    (
        "a planted bug",
        "spring:C",
        {**GOOD, "planted": {"A": "bug"}},
        "planted.A: one of tree, wind, not 'bug'.",
    ),
    ("a planted litter", "spring:C", {**GOOD, "planted": {"A": "litter"}}, "one of tree, wind, not"),
    ("something planted", "spring:C", {**GOOD, "planted": {"A": "?"}}, "one of tree, wind, not"),
    ("eleven trees", "spring:C", {**GOOD, "planted": {"A": "tree*11"}}, "There are|more than 10|cannot be"),
    ("litter played", "litter:C", GOOD, "played: Litter is never played."),
    ("bare wind played", "wind:C", GOOD, "The Wind is played as a suit, like wind=lake"),
    ("wind as a specialty", "wind=sun:C", GOOD, "is not a play like peak:A or wind=lake:B"),
    ("a play of nobody there", "peak:D", GOOD, "played: one of A, B, C, not 'D'."),
    ("a play that is none", "peak-C", GOOD, "'peak-C' is not a play like peak:A"),
    ("plays as a list", "", {**GOOD, "played": ["peak:A"]}, "played: a text"),
    ("eighty-one plays", "bird:C " * 81, GOOD, "more than 10 of the card bird"),
    ("eleven plays of a suit", "bird:C " * 11, GOOD, "more than 10 of the card bird"),
    (
        "a specialty played twice",
        "sun:C light:C sun:B",
        {**GOOD, "A": "light"},
        "more than 1 of the card sun",
    ),
    ("a worm of nobody", "worm", GOOD, "say who played The Worm, like worm:A."),
    ("captured by nobody", "worm:C bird", GOOD, "say who captured The Worm"),
    (
        "the wrong direction",
        "lost:C",
        {**GOOD, "direction": "clockwise"},
        "the direction is counter-clockwise, not",
    ),
    ("no direction", "", {**GOOD, "direction": "up"}, "direction: one of clockwise, counter-clockwise"),
    ("the wrong birds", "bird:C", {**GOOD, "birds": 2}, "By the plays, 1 Birds were played, not 2."),
    (
        "an unknown decision",
        "",
        {**GOOD, "decision": "draw"},
        "decision: one of play, lake, bird, plant, over",
    ),
    ("play under a drought", "drought:C", {**GOOD, "decision": "play"}, "has still to be answered"),
    ("lake without a drought", "bird:C", {**GOOD, "decision": "lake"}, "A Lake is owed only to a Drought"),
    ("a drought of nobody", "drought", {**GOOD, "decision": "lake"}, "A Lake is owed only to a Drought"),
    ("other cards in a drought", "drought:C bug:C", {**GOOD, "decision": "lake"}, "only Lakes are played"),
    (
        "a lake too early",
        "drought:C lake:B",
        {**GOOD, "A": "lake", "decision": "lake"},
        "B has not been asked in this Drought before A.",
    ),
    (
        "a lake that is not held",
        "drought:C",
        {**GOOD, "decision": "lake"},
        "A has nothing to play and would be",
    ),
    (
        "a bird without the worm",
        "bird:C",
        {**GOOD, "decision": "bird"},
        "A Bird is asked for only of the player",
    ),
    ("a bird of another", "worm:C", {**GOOD, "decision": "bird"}, "A Bird is asked for only of the player"),
    (
        "a bird too late",
        "worm:A lake:B",
        {**GOOD, "decision": "bird"},
        "A Bird is asked for only of the player",
    ),
    (
        "plant without spring",
        "bird:C",
        {**GOOD, "decision": "plant"},
        "Planting is asked for only with Spring",
    ),
    (
        "plant too late",
        "spring:C bug:B",
        {**GOOD, "decision": "plant"},
        "Planting is asked for only with Spring",
    ),
    ("plant of nobody's", "spring", {**GOOD, "decision": "plant"}, "Planting is asked for only with Spring"),
    ("over too soon", "", {**GOOD, "decision": "over"}, "The match (is|cannot be) over"),
    ("nobody to move", "bird:C", {**GOOD, "to_move": "D"}, "to_move: one of A, B, C, not 'D'."),
    (
        "one who left to move",
        "bird:C",
        {"A": "bird", "C": "bird", "left": "B", "to_move": "B"},
        "B has left the",
    ),
    ("nothing to play", "bird:C", {**GOOD, "A": "bug peak"}, "A has nothing to play and would be eliminated"),
    (
        "only litter to play",
        "lost:C",
        {**GOOD, "A": "litter"},
        "A has nothing to play and would be eliminated",
    ),
    ("no light under the sun", "sun:C", {**GOOD, "A": "bird bug"}, "A has nothing to play and would be"),
    ("a deck of other cards", "bird:C", {**GOOD, "deck": "moss ..."}, "deck: there is no card 'moss'"),
    ("a deck too small", "bird:C", {**GOOD, "deck": "bug tree"}, "The deck is whole without ..., but"),
    ("a deck as a list", "bird:C", {**GOOD, "deck": ["bug"]}, "deck: a text"),
    (
        "an earthquake of two suns",
        "bird:C",
        {**GOOD, "earthquake": "sun sun ..."},
        "more than 1 of the card sun",
    ),
    ("an earthquake of what is not known", "bird:C", {**GOOD, "earthquake": "?"}, "earthquake: there is no"),
    ("bugs after poop", "poop:C", {**GOOD, "bugs_in_hands": "0"}, "more Bugs in hands than there can be"),
    ("bugs known before poop", "", {**GOOD, "bugs_in_hands": "0"}, 'bugs_in_hands is "any", or after Poop'),
    ("bugs somehow", "poop:C", {**GOOD, "bugs_in_hands": "few"}, "bugs_in_hands: a text like any, 0"),
    ("a total below nought", "", {**GOOD, "totals": {"A": -1}}, "totals.A: a number from 0 to"),
    ("half a point", "", {**GOOD, "totals": {"A": 1.5}}, "totals.A: a number"),
    ("a total of nobody", "", {**GOOD, "totals": {"D": 1}}, "totals.D: there is no such seat"),
    ("already won", "", {**GOOD, "totals": {"A": 25}}, "although somebody has won it"),
    ("round nought", "", {**GOOD, "round": 0}, "round: a number from 1"),
    ("no dealer", "", {**GOOD, "dealer": "Z"}, "dealer: one of A, B, C, not 'Z'."),
    ("too many players", "", {**GOOD, "players": 9}, "is played by 3 to 8 players, not 9."),
    ("too few players", "", {"A": "bird", "B": "bird", "players": 2}, "is played by 3 to 8 players, not 2."),
    ("a bad follow table", "", {**GOOD, "options": {"follow": {"bird": ["bug"]}}}, "bird"),
]


@pytest.mark.parametrize(
    ("played", "said", "sentence"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_what_cannot_be_is_refused_in_a_sentence(played: str, said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence) as refused:
        trailmix.load(position(played, **said))
    assert str(refused.value).endswith(".")


FIELDS = [
    "round",
    "dealer",
    "decision",
    "to_move",
    "direction",
    "birds",
    "played",
    "left",
    "deck",
    "earthquake",
    "bugs_in_hands",
    "hands",
    "leftovers",
    "bugs",
    "planted",
    "totals",
]
ODD_VALUES: list[Any] = [
    "",
    "?",
    "A",
    "x" * 5000,
    -1,
    2**62,
    1.5,
    True,
    [],
    ["A"],
    {},
    {"A": {}},
    {"A": []},
    {"?": 1},
]


@pytest.mark.parametrize("field", FIELDS)
def test_an_odd_value_anywhere_is_a_position_or_a_sentence(field: str) -> None:
    for value in ODD_VALUES:
        try:
            match = trailmix.load(position("bird:C", **{**GOOD, field: value}))
        except BadPosition as refused:
            assert str(refused).endswith(".")
            assert len(str(refused)) < 400
        else:
            assert trailmix.load(match.position()).position() == match.position()
