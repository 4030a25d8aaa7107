"""Positions, redeal and checks derived from a declared state: every way of writing, every refusal."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from trailmix.engine import border, zones
from trailmix.engine.errors import BadPosition
from trailmix.engine.field_documents import FieldDocument, undeclared
from trailmix.engine.kernels import rule
from trailmix.engine.record import (
    EVERYONE,
    ITS_SEAT,
    NOBODY,
    SPECTATOR,
    Array,
    Redacted,
    StateRecord,
    TableRecord,
    field,
    sight,
)
from trailmix.engine.rng import key_of
from trailmix.engine.verbs import KERNELS, Kernels
from trailmix.engine.written import (
    SEAT,
    BySeat,
    Cards,
    Counts,
    List,
    Listed,
    Named,
    Number,
    Order,
    Seat,
    Word,
)

NUMBER, HAND = 10, 3


class Table(TableRecord):
    """Nothing but the number of seats."""


class State(StateRecord, events=1):
    """A field of every way of writing; two kinds of cards."""

    hands: Array = field(np.int8, (3, HAND), see=ITS_SEAT, written=Cards("card", NUMBER, counted="hand_size"))
    hand_size: Array = field(np.int8, 3, see=EVERYONE)
    deck: Array = field(
        np.int8, NUMBER, see=NOBODY, written=Cards("card", NUMBER, Order.FROM_THE_TOP, counted="deck_size")
    )
    deck_size: int = field(np.int64, see=EVERYONE)
    pile: Array = field(np.int8, NUMBER, see=EVERYONE, written=Cards("card", NUMBER, Order.FIRST_TO_LAST))
    goals: Array = field(np.int8, 2, see=NOBODY, written=Cards("goal", 2, counted="goal_count"))
    goal_count: int = field(np.int64, see=EVERYONE)
    turn: int = field(np.int64, see=EVERYONE, written=Number(0, 12))
    secret: int = field(np.int64, see=NOBODY, written=Number(0, 9))
    phase: int = field(np.int64, see=EVERYONE, written=Word(("draw", "play")))
    leader: int = field(np.int64, see=EVERYONE, written=SEAT)
    trump: int = field(np.int64, see=EVERYONE, written=Named("card"))
    dice: Array = field(np.int8, 3, see=EVERYONE, written=Number(1, 6))
    points: Array = field(np.int64, 3, see=EVERYONE, written=BySeat(Number(0, 99)))


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Three cards each, two to the pile, the rest is the deck."""
    zones.clear(s, key)
    cards = zones.shuffled(s, NUMBER)
    s.hand_size[:] = 0
    s.deck_size = 0
    for card in cards:
        s.deck_size = zones.add_last(s.deck, s.deck_size, int(card))
    for seat in range(t.players):
        for _ in range(HAND):
            card = zones.take_last(s.deck, s.deck_size)
            s.deck_size -= 1
            s.hand_size[seat] = zones.add_sorted(s.hands[seat], int(s.hand_size[seat]), card)
    zones.add_last(s.pile, 0, zones.take_last(s.deck, s.deck_size))
    s.deck_size -= 1
    s.goals[0], s.goals[1], s.goal_count = 0, 1, 2
    s.turn, s.secret, s.phase, s.leader, s.trump = 0, 5, 0, 0, -1
    s.dice[:] = 1
    s.points[:] = 0


@rule
def actor(t: Table, s: State) -> int:
    """It always goes on."""
    return s.leader


KERNELS[State.dtype] = Kernels(
    **dict.fromkeys(Kernels.__annotations__)  # type: ignore[arg-type]
    | {"deal": deal, "actor": actor, "check": zones.check, "redeal": zones.redeal}
)
zones.enter(State)
FORM = FieldDocument(State)
NAMES = {"card": [f"C{n}" for n in range(NUMBER)], "goal": ["sun", "sea"]}
TABLE = Table.new()
TABLE["players"] = 2
GAME = SimpleNamespace(name="Toy", names=lambda _setup: NAMES, invariants=zones.INVARIANTS)
SETUP = cast(Any, SimpleNamespace(game=GAME, players=2, table=TABLE))


def read(said: dict[str, Any], seed: str = "0") -> Array:
    states = State.new()
    FORM.read(SETUP, states, dict(said), key_of(seed, "position"))
    return states


def seen_by(states: Array, seat: int) -> Array:
    redacted = Redacted(State, states, 2)
    redacted.renew()
    return redacted.seen_by(seat).copy()


def cards(**said: Any) -> dict[str, Any]:
    """A position of all cards, some of it said otherwise."""
    whole = {
        "hands": {"A": "C0 C1 C2", "B": "C3 C4"},
        "deck": "C9 C8",
        "pile": "C5 C7 C6",
        "goals": "sea sun",
    }
    return {**whole, **said}


def test_nothing_said_is_the_start_of_a_match() -> None:
    states = State.new()
    border.deal(TABLE, states, key_of("0", "position"))
    assert read({}).tobytes() == states.tobytes()
    assert read({"turn": 3})["hands"].tolist() == states["hands"].tolist()


def test_nobody_and_nothing_may_be_an_empty_text() -> None:
    for plain, blank, name in (
        (SEAT, Seat(blank=True), "B"),
        (Named("goal"), Named("goal", blank=True), "sea"),
    ):
        assert (blank.write(SETUP, -1), blank.read(SETUP, "", "x")) == ("", -1)
        assert (blank.write(SETUP, 1), blank.read(SETUP, name, "x")) == (name, 1)
        assert plain.write(SETUP, -1) is None
        with pytest.raises(BadPosition, match="x: "):
            plain.read(SETUP, "", "x")


def test_everything_is_written_and_read() -> None:
    said = cards(
        turn=12, secret=9, phase="play", leader="B", trump="C4", dice=[1, 6, 3], points={"A": 99, "B": 1}
    )
    states = read(said)
    assert FORM.write(SETUP, states) == said | {"goals": "sun sea"}
    s = states[0]
    assert (s.turn, s.secret, s.phase, s.leader, s.trump) == (12, 9, 1, 1, 4)
    assert s.deck.tolist() == [8, 9] + [-1] * 8  # its top is the last
    assert s.pile[:4].tolist() == [5, 7, 6, -1]
    assert (s.hand_size.tolist(), s.deck_size) == ([3, 2, 0], 2)
    assert "trump" not in FORM.write(SETUP, read(cards()))


def test_what_is_hidden_is_left_out_or_a_question_mark() -> None:
    states = read(cards(turn=3, secret=7))
    text = FORM.write(SETUP, seen_by(states, 0))
    assert text["hands"] == {"A": "C0 C1 C2", "B": "? ?"}
    assert (text["deck"], text["goals"], text["pile"]) == ("? ?", "? ?", "C5 C7 C6")
    assert "secret" not in text
    assert seen_by(read(text), 0).tobytes() == seen_by(states, 0).tobytes()
    assert FORM.write(SETUP, seen_by(states, SPECTATOR))["hands"] == {"A": "? ? ?", "B": "? ?"}


def test_like_cards_are_written_with_their_number() -> None:
    listed, starred = Listed("goal", rest=True), Listed("goal", rest=True, starred=True)
    assert starred.read(SETUP, "sun*2 sea ?*1 ...", "x") == listed.read(SETUP, "sun sun sea ? ...", "x")
    assert starred.write(SETUP, List([0, 0, 1, None], rest=True)) == "sun*2 sea ?*1 ..."
    assert starred.write(SETUP, [-1, -1]) == "?*2"
    assert listed.write(SETUP, [0, 0, -1]) == "sun sun ?"
    assert (Counts("goal").write(SETUP, [2, 1]), Counts("goal", repeated=True).write(SETUP, [2, 0])) == (
        "sun*2 sea",
        "sun sun",
    )


def test_the_rest_is_shuffled_by_the_key() -> None:
    said = {"hands": {"A": "C3 ?"}, "deck": "C9 C0 ...", "goals": "? ?"}
    found = {seed: FORM.write(SETUP, read(said, seed)) for seed in "abcdefgh"}
    for text in found.values():
        assert "C3" in text["hands"]["A"].split()
        assert len(text["hands"]["A"].split()) == 2
        assert text["deck"].startswith("C9 C0 ")
        assert sorted(text["hands"]["A"].split() + text["deck"].split()) == NAMES["card"]
    assert len({str(text) for text in found.values()}) == len(found)
    assert FORM.write(SETUP, read(said, "a")) == found["a"]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"weather": 1}, "A position of Toy has no field 'weather'; it has turn, secret, "),
        ({"hand_size": [1, 1, 1]}, "A position of Toy has no field 'hand_size'"),
        ({"turn": 99}, "turn: a number from 0 to 12, not 99."),
        ({"turn": -1}, "turn: a number from 0 to 12, not -1."),
        ({"turn": True}, "turn: a number from 0 to 12, not True."),
        ({"turn": "3"}, "turn: a number from 0 to 12, not '3'."),
        ({"phase": "sleep"}, "phase: one of draw, play, not 'sleep'."),
        ({"phase": ["draw"]}, r"phase: one of draw, play, not \['draw'\]."),
        ({"leader": "C"}, "leader: one of A, B, not 'C'."),
        ({"trump": "Z9"}, "trump: there is no card 'Z9'."),
        ({"dice": [1, 2]}, r"dice: a list of 3 values, not \[1, 2\]."),
        ({"dice": [1, 2, 7]}, "dice, value 3: a number from 1 to 6, not 7."),
        ({"points": [1, 2]}, r"points: a line for each seat, like A = ..., not \[1, 2\]."),
        ({"points": {"C": 1}}, "points.C: there is no such seat; with 2 players they are A, B."),
        ({"points": {"B": 100}}, "points.B: a number from 0 to 99, not 100."),
        (cards(hands={"A": "C0 C1 C2", "B": "C3 Z9"}), "hands.B: there is no card 'Z9'."),
        (cards(hands={"A": "C0 C1 C2", "Q": "C3"}), "hands.Q: there is no such seat"),
        (cards(hands="C0"), "hands: a line for each seat"),
        (cards(hands={"A": 3}), "hands.A: a text, not 3."),
        (cards(deck=["C9"]), "deck: a text"),
        (cards(deck="C9 C3"), "The card C3 is in two places: hands.B and deck."),
        (cards(deck="C9 C9"), "The card C9 is in two places: deck and deck."),
        (cards(deck="C9"), r"1 of 10 cards are nowhere \(C8\); \? stands for a card, ... for the rest."),
        (cards(pile=""), r"3 of 10 cards are nowhere \(C5 C6 C7\)"),
        (cards(deck="C9 C8 ?"), r"deck: there are only 10 cards, too few for every \?."),
        (
            cards(deck="C9 ...", pile="C5 C7 ..."),
            r"deck and pile: the rest \(...\) can be in one place only.",
        ),
        (cards(deck="C9 ... C8"), "deck: there is no card '...'."),
        (cards(hands={"A": "C0 C1 C2 C3", "B": "C4"}), "hands.A: 4 cards, and there is room for 3."),
        (cards(goals="sun"), r"1 of 2 cards are nowhere \(sea\)"),
        (cards(goals="C1 sun"), "goals: there is no goal 'C1'."),
    ],
)
def test_refusals_name_the_place(said: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition, match=f"^{sentence}"):
        read(said)


def test_cards_are_counted_up_to_a_bound() -> None:
    counted = Counts(("a", "b"), most=4)
    assert counted.read(cast(Any, None), "b*3 a b", "pile") == [1, 4]
    with pytest.raises(BadPosition, match=r"^pile lists b 5 times; there are 4 at most\.$"):
        counted.read(cast(Any, None), "b*5 a", "pile")


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1])
def test_redeal_deals_the_hidden_cards_evenly(seat: int) -> None:
    states, where = read(cards(turn=3)), Counter[int]()
    for n in range(300):
        true, redacted = states.copy(), seen_by(states, seat)
        for each in (true, redacted):
            border.redeal(TABLE, each, seat, key_of(str(n), "test"))
        assert border.check(TABLE, true) == 0
        for zone in zones.zones_in(State):
            assert true[zone.name].tolist() == redacted[zone.name].tolist()
        assert seen_by(true, seat).tobytes()[32:] == seen_by(states, seat).tobytes()[32:]
        where[int(true["deck"][0, 1])] += 1
    hidden = {SPECTATOR: {0, 1, 2, 3, 4, 8, 9}, 0: {3, 4, 8, 9}, 1: {0, 1, 2, 8, 9}}[seat]
    assert set(where) == hidden
    assert min(where.values()) > 300 / len(hidden) / 2


def test_a_card_that_is_lost_doubled_or_out_of_order_is_noticed() -> None:
    def wrong(name: str, place: int, card: int) -> int:
        states = read(cards())
        states[name].reshape(-1)[place] = card
        return int(border.check(TABLE, states))

    assert border.check(TABLE, read(cards())) == zones.SOUND
    assert wrong("deck", 1, 8) == zones.LOST
    assert wrong("deck", 1, NUMBER) == zones.LOST
    assert wrong("deck", 1, -1) == zones.MISCOUNTED
    assert wrong("deck", 2, 1) == zones.MISCOUNTED
    assert wrong("hands", 6, 1) == zones.MISCOUNTED  # a seat that nobody has
    assert wrong("hands", 0, 9) == zones.UNSORTED
    assert wrong("hand_size", 0, 2) == zones.MISCOUNTED
    assert wrong("goals", 1, 0) == zones.UNSORTED


def test_the_highest_card_may_not_vanish_either() -> None:
    states = read(cards(deck="C8 C9"))
    states["deck"][0, 0], states["deck"][0, 1], states["deck_size"] = 8, -1, 1
    assert border.check(TABLE, states) == zones.LOST


def test_a_card_is_taken_from_anywhere() -> None:
    row = np.array([3, 5, 7, -1], np.int8)
    assert zones.take(row, 3, 5) == 2
    assert row.tolist() == [3, 7, -1, -1]
    assert zones.add_sorted(row, 2, 4) == 3
    assert row.tolist() == [3, 4, 7, -1]
    assert zones.take(row, 3, 7) == 2
    assert row.tolist() == [3, 4, -1, -1]


def test_a_declaration_that_cannot_be() -> None:
    class Wide(StateRecord, events=1):
        deck: Array = field(np.int64, 4, see=EVERYONE, written=Cards("card", 4))

    with pytest.raises(TypeError, match=r"Wide.deck: cards are kept as np.int8"):
        zones.zones_in(Wide)

    class Uncounted(StateRecord, events=1):
        deck: Array = field(np.int8, 4, see=NOBODY, written=Cards("card", 4))

    with pytest.raises(TypeError, match=r"Uncounted.deck: who cannot see the cards still counts them"):
        zones.zones_in(Uncounted)

    class Misspelt(StateRecord, events=1):
        deck: Array = field(np.int8, 4, see=NOBODY, written=Cards("card", 4, counted="size"))

    with pytest.raises(TypeError, match=r"Misspelt.deck: there is no field size"):
        zones.zones_in(Misspelt)


def test_what_cannot_be_derived_is_known() -> None:
    class Own(StateRecord, events=1):
        deck: Array = field(
            np.int8, 4, see=sight("at times", "", lambda _s, _seat: False), written=Cards("c", 4, counted="n")
        )
        n: int = field(np.int64, see=EVERYONE)
        other: int = field(np.int64, see=EVERYONE)

    assert undeclared(Own) == ["other"]
    assert not zones.can_redeal(Own)
    assert undeclared(State) == []
    assert not zones.can_redeal(State), "its secret is no card"
